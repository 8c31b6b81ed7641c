"""Layout of generated C++: wraps as clang-format (Google style, 100 columns) does."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

COLUMNS = 100


def comment(text: str) -> str:
    """`// text`, wrapped between words."""
    return "\n".join(
        textwrap.wrap(
            text,
            width=COLUMNS,
            initial_indent="// ",
            subsequent_indent="// ",
            break_long_words=False,
            break_on_hyphens=False,
        )
    )


def declaration(
    prefix: str, parameters: Sequence[str], suffix: str, indent: str = "", reserve: int = 0
) -> str:
    """`type name(a, b)suffix`; aligned with the parenthesis wherever that fits.

    `reserve` columns are left free at the end of the last line.
    """
    filler = "\0" * reserve
    one_line, aligned, continued = _layouts(prefix, "(", parameters, f"){suffix}{filler}", indent)
    chosen = next(filter(_fits, (one_line, aligned)), continued)
    return "\n".join(chosen).replace("\0", "")


def call(prefix: str, arguments: Sequence[str], suffix: str, indent: str = "") -> str:
    """`prefix(a, b)suffix`; aligned with the parenthesis unless that takes more lines."""
    one_line, aligned, continued = _layouts(prefix, "(", arguments, f"){suffix}", indent)
    if _fits(one_line):
        return one_line[0]
    return "\n".join(aligned if _fits(aligned) and len(aligned) <= len(continued) else continued)


def braced(prefix: str, items: Sequence[str], suffix: str) -> str:
    """`prefix{a, b}suffix`; long ones begin on a line of their own."""
    one_line, _, continued = _layouts(prefix, "{", items, f"}}{suffix}", "")
    return "\n".join(one_line if _fits(one_line) else continued)


def _layouts(
    prefix: str, opening: str, items: Sequence[str], closing: str, indent: str
) -> tuple[list[str], list[str], list[str]]:
    """On one line; aligned with the bracket; on lines of their own."""
    head = f"{indent}{prefix}{opening}"
    one_line = [f"{head}{', '.join(items)}{closing}"]
    if not items:
        return one_line, one_line, one_line
    pieces = [*(f"{item}," for item in items[:-1]), f"{items[-1]}{closing}"]
    aligned = _pack(head, " " * len(head), pieces)
    continued = [head, *_pack(f"{indent}    ", f"{indent}    ", pieces)]
    return one_line, aligned, continued


def _fits(lines: Sequence[str]) -> bool:
    return all(len(line) <= COLUMNS for line in lines)


def _pack(first: str, following: str, pieces: Sequence[str]) -> list[str]:
    lines: list[str] = []
    line = first + pieces[0]
    for piece in pieces[1:]:
        if len(line) + 1 + len(piece) <= COLUMNS:
            line += " " + piece
        else:
            lines.append(line)
            line = following + piece
    return [*lines, line]


def function(head: str, lines: Sequence[str]) -> str:
    """A definition; a body of one short statement stays on the line of its head."""
    if len(lines) == 1 and "\n" not in head:
        one_line = f"{head} {{ {lines[0]} }}"
        if len(one_line) <= COLUMNS:
            return one_line
    return "\n".join([f"{head} {{", *(statement(line) for line in lines), "}"])


def statement(text: str) -> str:
    """A statement of a function body, wrapped if it is long. Only calls are ever long.

    In `outer(inner(a, b));` it is the inner call whose arguments are wrapped.
    """
    line = f"  {text}"
    if len(line) <= COLUMNS or not line.endswith(");"):
        return line
    code = line.lstrip(" ")
    indent = line[: len(line) - len(code)]
    prefix, _, rest = code.partition("(")
    suffix = ";"
    arguments = split_arguments(rest[:-2])
    if len(arguments) == 1 and arguments[0].endswith(")"):
        inner, _, rest = arguments[0].partition("(")
        prefix, suffix = f"{prefix}({inner}", ");"
        arguments = split_arguments(rest[:-1])
    return call(prefix, arguments, suffix, indent)


def split_arguments(text: str) -> list[str]:
    """Splits at commas outside of brackets and string literals."""
    parts: list[str] = []
    depth = 0
    start = 0
    quoted = False
    for index, char in enumerate(text):
        if char == '"':
            quoted = not quoted
        if quoted:
            continue
        depth += {"(": 1, "<": 1, "{": 1, ")": -1, ">": -1, "}": -1}.get(char, 0)
        if char == "," and depth == 0:
            parts.append(text[start:index].strip())
            start = index + 1
    parts.append(text[start:].strip())
    return parts


def outdent(text: str, indent: str) -> str:
    """Takes away an indentation that a template adds again."""
    return "\n".join(line[len(indent) :] for line in text.split("\n"))
