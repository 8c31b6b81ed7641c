"""Layout of generated C++: wrapping as clang-format (Google, 100 columns) does it."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

COLUMNS = 100


def comment(text: str, indent: str = "") -> str:
    """`// text`, wrapped between words."""
    return "\n".join(
        textwrap.wrap(
            text,
            width=COLUMNS,
            initial_indent=f"{indent}// ",
            subsequent_indent=f"{indent}// ",
            break_long_words=False,
            break_on_hyphens=False,
        )
    )


def call(prefix: str, arguments: Sequence[str], suffix: str, indent: str = "") -> str:
    """`prefix(a, b)suffix`: on one line if it fits, else packed and aligned with the parenthesis."""
    one_line = f"{indent}{prefix}({', '.join(arguments)}){suffix}"
    if len(one_line) <= COLUMNS or not arguments:
        return one_line
    pieces = [a + "," for a in arguments[:-1]] + [f"{arguments[-1]}){suffix}"]
    aligned = " " * (len(indent) + len(prefix) + 1)
    if all(len(aligned) + len(piece) <= COLUMNS for piece in pieces):
        return _pack(f"{indent}{prefix}(", aligned, pieces)
    continued = indent + "    "
    return f"{indent}{prefix}(\n" + _pack(continued, continued, pieces)


def _pack(first: str, following: str, pieces: Sequence[str]) -> str:
    lines: list[str] = []
    line = first
    empty = True
    for piece in pieces:
        if empty:
            line += piece
        elif len(line) + 1 + len(piece) <= COLUMNS:
            line += " " + piece
        else:
            lines.append(line)
            line = following + piece
        empty = False
    lines.append(line)
    return "\n".join(lines)
