"""Rules for the text of every file, whatever it is written in."""

from __future__ import annotations

import re
from pathlib import Path

from kinds import Kind, kind_of

# How a file says what it is for, at its top. Kinds not named may do without.
_HEAD = {
    Kind.CPP: re.compile(r"(#pragma once\s+)?(//|/\*)"),
    Kind.PYTHON: re.compile(r"""(#!.*\n)?(#.*\n)*(from __future__ .*\s+)?(r?\"\"\"|#)"""),
    Kind.SHELL: re.compile(r"#"),
    Kind.STARLARK: re.compile(r'("""|#|module\()'),
    Kind.TEMPLATE: re.compile(r"(#pragma once\s+)?(//|/\*|\$)"),
}
_UNFINISHED = re.compile(r"\b(TODO|FIXME|XXX)\b")


def text_problems(root: Path, files: list[str]) -> list[str]:
    """One line for each problem found."""
    problems: list[str] = []
    for path in files:
        kind = kind_of(path)
        if kind is None:
            problems.append(
                f"{path}: no kind is known for this file; add it to tools/lint/kinds.py"
            )
        elif kind is not Kind.BINARY:
            problems += [
                f"{path}{problem}"
                for problem in _problems_of((root / path).read_bytes(), kind, path)
            ]
    return problems


def fixed_text(data: bytes) -> bytes:
    """The same text without the problems that a program can remove."""
    lines = data.replace(b"\r\n", b"\n").split(b"\n")
    text = b"\n".join(line.rstrip() for line in lines).rstrip(b"\n")
    return text + b"\n" if text else b""


def _problems_of(data: bytes, kind: Kind, path: str) -> list[str]:
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        return [f": not UTF-8 ({error})"]
    problems: list[str] = []
    for number, line in enumerate(text.split("\n"), 1):
        if line != line.rstrip():
            problems.append(f":{number}: blanks at the end of the line")
        if "\t" in line:
            problems.append(f":{number}: tab character")
        # This file and the linters' tests have to name the words.
        if _UNFINISHED.search(line) and not path.startswith("tools/lint/"):
            problems.append(f":{number}: unfinished work; finish it or file it elsewhere")
    if text and not text.endswith("\n"):
        problems.append(": no newline at the end of the file")
    if text.endswith("\n\n"):
        problems.append(": blank lines at the end of the file")
    head = _HEAD.get(kind)
    # The header of an implementation or of its test, included first, says it for all three.
    name = path.rpartition("/")[2].rpartition(".")[0]
    own = re.match(r'#include "\S*?/?(\w+)\.h"', text)
    if text and head and not head.match(text) and not (own and name in (own[1], own[1] + "_test")):
        problems.append(":1: the file does not begin by saying what it is for")
    return problems
