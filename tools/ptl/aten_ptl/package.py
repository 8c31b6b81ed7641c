"""A package of the workspace that models are in, and what is written beside its BUILD file."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from pathlib import Path

from aten_ptl.errors import PtlError
from aten_ptl.shrink import name_for, snippet, update_build_file


def folder_of(package: str, models: Sequence[str], workspace: str) -> str:
    """The folder of `//app`; the models must be files of it, as labels are."""
    if not package.startswith("//") or ":" in package:
        raise PtlError(f"{package}: name a package, for instance //app")
    folder = os.path.normpath(os.path.join(workspace, package[2:]))
    if os.path.relpath(folder, workspace).startswith(".."):
        raise PtlError(f"{package}: is outside of the workspace {workspace}")
    for model in models:
        relative = os.path.relpath(os.path.abspath(model), folder)
        if relative.startswith(".."):
            raise PtlError(
                f"{model}: is not below {folder}; copy it there, or export it from its own package "
                "and write its label into 'models' by hand"
            )
    return folder


def _workspace() -> str:
    """`bazel run` says which; without it, the folder with MODULE.bazel or WORKSPACE above."""
    given = os.environ.get("BUILD_WORKSPACE_DIRECTORY")
    if given:
        return given
    for folder in (Path.cwd(), *Path.cwd().parents):
        if any((folder / name).exists() for name in ("MODULE.bazel", "WORKSPACE")):
            return str(folder)
    raise PtlError("no workspace here: no folder above has a MODULE.bazel or WORKSPACE")


class Package:
    """`//app` and models in it."""

    def __init__(self, label: str, models: Sequence[str]) -> None:
        workspace = _workspace()
        self._folder = Path(folder_of(label, models, workspace))
        self._models = [
            Path(os.path.relpath(os.path.abspath(model), self._folder)).as_posix()
            for model in models
        ]
        module = Path(workspace, "MODULE.bazel")
        text = module.read_text(encoding="utf-8") if module.exists() else ""
        self._is_own = bool(re.search(r'^module\(\s*name = "aten_lite"', text, re.MULTILINE))

    def rule(self, name: str) -> str:
        """What to paste into the package's BUILD file."""
        return snippet(name or name_for(self._models), self._models, self._is_own)

    def write_rule(self, name: str) -> str:
        """Puts it there; what was done."""
        names = ("BUILD.bazel", "BUILD")
        path = next((self._folder / n for n in names if (self._folder / n).exists()), None)
        path = path or self._folder / names[0]
        text = path.read_text(encoding="utf-8") if path.exists() else ""
        name = name or name_for(self._models)
        path.write_bytes(update_build_file(text, name, self._models, self._is_own).encode())
        return f"wrote {name} into {path}\n"

    def write_selection(self, name: str, selection: str) -> str:
        """Writes the file and tells how to use it."""
        path = self._folder / name
        head = f"# Operators of {', '.join(self._models)}; written by `ptl update_ops`.\n"
        path.write_bytes((head + selection).encode())
        return f'wrote {path}; use it: aten_lite_library(name = ..., yamls = ["{name}"])\n'
