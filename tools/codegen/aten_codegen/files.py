"""Reading inputs and writing outputs; with `cli`, the only module that touches the file system."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from aten_codegen.emit.common import GeneratedFile
from aten_codegen.errors import CodegenError, Location

_TEMPLATES = Path(os.path.abspath(__file__)).parent.parent / "templates"


def read_text(path: str) -> str:
    try:
        return Path(path).read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise CodegenError(Location(path), "is not UTF-8 text") from None
    except OSError as error:
        raise CodegenError(Location(path), f"cannot be read: {error.strerror}") from None


def template(name: str) -> str:
    return read_text(str(_TEMPLATES / name)).rstrip("\n") + "\n"


def write_files(folder: str, files: Iterable[GeneratedFile]) -> None:
    """Writes what differs from what is there: builds by time stamp see real changes only."""
    for file in files:
        write_text(os.path.join(folder, file.path), tidy(file.text))


def write_text(name: str, text: str) -> None:
    """All of the file or nothing: it is written beside its place, then moved there."""
    path = Path(name)
    data = text.encode()
    try:
        if path.is_file() and path.read_bytes() == data:
            return
        path.parent.mkdir(parents=True, exist_ok=True)
        partial = path.with_name(path.name + ".partial")
        partial.write_bytes(data)
        os.replace(partial, path)
    except OSError as error:
        raise CodegenError(Location(name), f"cannot be written: {error.strerror}") from None


def tidy(text: str) -> str:
    """No trailing blanks, no runs of empty lines, one newline at the end."""
    lines: list[str] = []
    for line in text.split("\n"):
        line = line.rstrip()
        if line or (lines and lines[-1]):
            lines.append(line)
    return "\n".join(lines).rstrip("\n") + "\n"
