"""What kind each file of the tree is. The text linter fails for a file that has none.

So a new sort of file cannot slip past the linters: its suffix is added here, with a decision.
"""

from __future__ import annotations

from enum import Enum


class Kind(Enum):
    """Kinds of files that are linted differently."""

    CPP = "C++"
    PYTHON = "Python"
    SHELL = "shell"
    STARLARK = "Starlark"
    TEMPLATE = "template of generated C++"  # not parseable before its $names are filled in
    GENERATED = "generated text that a test compares"  # its writer decides how it looks
    TEXT = "other text"  # settings, lists, documents
    BINARY = "recorded bytes"  # models, results: never touched


_BY_SUFFIX = {
    ".bazel": Kind.STARLARK,
    ".bzl": Kind.STARLARK,
    ".c": Kind.CPP,
    ".cpp": Kind.CPP,
    ".css": Kind.TEXT,
    ".ff": Kind.BINARY,
    ".h": Kind.CPP,
    ".html": Kind.TEXT,
    ".in": Kind.TEXT,
    ".json": Kind.TEXT,
    ".lds": Kind.TEXT,
    ".md": Kind.TEXT,
    ".npy": Kind.BINARY,
    ".pt": Kind.BINARY,
    ".ptl": Kind.BINARY,
    ".py": Kind.PYTHON,
    ".sh": Kind.SHELL,
    ".sha256": Kind.TEXT,
    ".src": Kind.TEXT,
    ".svg": Kind.TEXT,
    ".toml": Kind.TEXT,
    ".tsv": Kind.TEXT,
    ".txt": Kind.TEXT,
    ".yaml": Kind.TEXT,
    ".yml": Kind.TEXT,
    ".xz": Kind.BINARY,
    ".zip": Kind.BINARY,
}

_BY_NAME = {
    ".bazelignore": Kind.TEXT,
    ".bazelrc": Kind.TEXT,
    ".bazelversion": Kind.TEXT,
    ".clang-format": Kind.TEXT,
    ".gitattributes": Kind.TEXT,
    ".gitignore": Kind.TEXT,
    "LICENSE": Kind.TEXT,
    "WORKSPACE": Kind.STARLARK,
    "bazelw": Kind.SHELL,
    "suite": Kind.TEXT,
}


def kind_of(path: str) -> Kind | None:
    """The kind of a file, from its path relative to the root; None when nobody decided."""
    folder, _, name = path.rpartition("/")
    if "templates" in folder.split("/") and name.endswith((".h", ".cpp")):
        return Kind.TEMPLATE
    if "golden" in folder.split("/") and name.endswith((".h", ".cpp", ".tsv", ".html")):
        return Kind.GENERATED
    if "golden" in folder.split("/"):
        return Kind.TEXT  # kept output of a program, compared to the letter
    if folder == ".ci" and "." not in name:
        return Kind.SHELL
    if name in _BY_NAME:
        return _BY_NAME[name]
    stem, dot, suffix = name.rpartition(".")
    return _BY_SUFFIX.get(dot + suffix) if stem else None
