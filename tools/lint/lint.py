"""Runs the linters over the checkout: to check (the tests of this folder) or to fix.

bazel test //tools/lint/...                each linter is a test
bazel run //tools:format                   fixes what programs can fix
bazel run //tools:format -- --check        the checks, all in one go
bazel run //tools:format -- aten_lite/core the files below that folder only
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from kinds import Kind, kind_of
from layers import layer_problems
from source_tree import source_files, workspace_root
from text import fixed_text, text_problems

# Files for each process of a linter that takes them one by one anyway.
_BATCH = 32


@dataclass(frozen=True)
class Tree:
    """The checkout, and the tools that Bazel has fetched."""

    root: Path
    files: list[str]
    buildifier: Path

    def of(self, *kinds: Kind) -> list[str]:
        return [path for path in self.files if kind_of(path) in kinds]


def tool(name: str) -> str:
    """A program of the hash-locked wheels."""
    for folder in sys.path:
        for candidate in (Path(folder, "bin", name), Path(folder, "clang_format/data/bin", name)):
            if "pip_lint" in folder and candidate.is_file():
                return str(candidate)
    sys.exit(f"lint: {name} is not among the wheels of @pip_lint")


def run(
    tree: Tree, command: Sequence[str], files: Sequence[str], batch: int = _BATCH, **env: str
) -> list[str]:
    """Runs a linter on files, some at a time; its output where it is not content."""

    def one(some: Sequence[str]) -> list[str]:
        result = subprocess.run(
            [*command, *some],
            cwd=tree.root,
            env={**os.environ, **env},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        return [] if result.returncode == 0 else [result.stdout or f"exit {result.returncode}"]

    batches = [files[i : i + batch] for i in range(0, len(files), batch)]
    with ThreadPoolExecutor(max_workers=os.cpu_count()) as pool:
        return [line for problems in pool.map(one, batches) for line in problems]


def clang_format(tree: Tree, fix: bool) -> list[str]:
    options = ["-i"] if fix else ["--dry-run", "-Werror"]
    return run(tree, [tool("clang-format"), "--style=file", *options], tree.of(Kind.CPP))


def buildifier(tree: Tree, fix: bool) -> list[str]:
    options = ["-mode=fix", "-lint=fix"] if fix else ["-mode=check", "-lint=warn"]
    # A docstring is wanted of every module and public function, sections for its arguments are not.
    options.append("-warnings=-function-docstring-args,-function-docstring-return")
    return run(tree, [str(tree.buildifier), *options], tree.of(Kind.STARLARK))


def ruff(tree: Tree, fix: bool) -> list[str]:
    python = tree.of(Kind.PYTHON)
    common = ["--no-cache", "--quiet"]
    check = [tool("ruff"), "check", *common, "--output-format=concise", *(["--fix"] if fix else [])]
    layout = [tool("ruff"), "format", *common, *([] if fix else ["--diff"])]
    return run(tree, check, python) + run(tree, layout, python)


def mypy(tree: Tree, fix: bool) -> list[str]:
    """Tools are typed throughout; tests and their scripts need not be. Folders are import roots."""
    del fix  # types are not for a program to fix
    python = [path for path in source_files(tree.root) if kind_of(path) is Kind.PYTHON]
    packages = {str(Path(path).parent) for path in python if path.endswith("/__init__.py")}
    roots = {str(Path(path).parent) for path in python} - packages
    cache = os.environ.get("TEST_TMPDIR", tempfile.gettempdir()) + "/mypy_cache"
    command = [sys.executable, "-m", "mypy", "--no-error-summary", f"--cache-dir={cache}"]
    env = {"MYPYPATH": ":".join(sorted(roots)), "PYTHONPATH": ":".join(sys.path)}
    tools = {path for path in tree.of(Kind.PYTHON) if path.startswith("tools/")}
    tools -= {path for path in tools if path.endswith("_test.py")}
    scripts = [path for path in tree.of(Kind.PYTHON) if path not in tools]
    problems = run(tree, [*command, "--strict"], sorted(tools), batch=sys.maxsize, **env)
    return problems + run(tree, command, scripts, batch=sys.maxsize, **env)


def shellcheck(tree: Tree, fix: bool) -> list[str]:
    del fix
    command = [tool("shellcheck"), "--external-sources", "--format=gcc"]
    return run(tree, command, tree.of(Kind.SHELL))


def text(tree: Tree, fix: bool) -> list[str]:
    if fix:
        for path in tree.files:
            if kind_of(path) not in (None, Kind.BINARY):
                old = (tree.root / path).read_bytes()
                if fixed_text(old) != old:
                    (tree.root / path).write_bytes(fixed_text(old))
    return text_problems(tree.root, tree.files)


def layers(tree: Tree, fix: bool) -> list[str]:
    del fix
    return layer_problems(tree.root, tree.files)


LINTERS: dict[str, Callable[[Tree, bool], list[str]]] = {
    "buildifier": buildifier,
    "clang_format": clang_format,
    "layers": layers,
    "mypy": mypy,
    "ruff": ruff,
    "shellcheck": shellcheck,
    "text": text,
}


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="format", description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("paths", nargs="*", help="files or folders (default: all)")
    parser.add_argument("--check", action="store_true", help="change nothing")
    parser.add_argument("--linter", choices=LINTERS, action="append", help="default: all of them")
    parser.add_argument("--marker", type=Path, required=True, help=argparse.SUPPRESS)
    parser.add_argument("--buildifier", type=Path, required=True, help=argparse.SUPPRESS)
    args = parser.parse_args()

    root = workspace_root(args.marker)
    files = source_files(root)
    if args.paths:
        prefixes = tuple(path.rstrip("/") for path in args.paths)
        files = [f for f in files if any(f == p or f.startswith(p + "/") for p in prefixes)]
        if not files:
            parser.error(f"no files below: {', '.join(args.paths)} (paths start at the root)")
    tree = Tree(root, files, args.buildifier.absolute())
    unhappy = []
    for name in args.linter or LINTERS:
        problems = LINTERS[name](tree, not args.check)
        print("\n".join(problem.rstrip() for problem in problems), end="\n" if problems else "")
        if problems:
            unhappy.append(name)
    if unhappy:
        print(f"lint: {', '.join(unhappy)}: see above", file=sys.stderr)
        print("      what a program can fix: bazel run //tools:format", file=sys.stderr)
    return 1 if unhappy else 0


if __name__ == "__main__":
    sys.exit(main())
