"""A report as one page of html: facts, a bar of parts, a table to sort and filter.

The page needs nothing but itself: no network, no fonts, no scripts from elsewhere. It is rendered
here for every report of the project, and knows nothing of operators.
"""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path

from aten_codegen.code_template import substitute

_TEMPLATE = Path(os.path.abspath(__file__)).parent.parent / "templates" / "report.html"

# Distinct on light and on dark, and for most of those who see colours differently.
_COLOURS = (
    *("#d9632f", "#3b7dd8", "#3c9d6b", "#c2a11f", "#8d63c9", "#2aa3ad", "#c95487", "#7d8792"),
    *("#9c6b3f", "#5a6fb0"),
)


@dataclass(frozen=True)
class Column:
    """`kind` is name (an identifier), number, list (parts are joined by `; `), quiet or text."""

    title: str
    kind: str = "text"
    hint: str = ""


@dataclass(frozen=True)
class Page:
    """What a page shows. `facts` are (value, what it is); `parts` are (name, bytes) of a whole."""

    title: str
    subtitle: str
    facts: Sequence[tuple[str, str]]
    columns: Sequence[Column]
    rows: Sequence[Sequence[str]]
    parts: Sequence[tuple[str, int]] = ()


def grouped(number: int) -> str:
    """1234567 as 1 234 567, with spaces that do not break."""
    return f"{number:,}".replace(",", "\u202f")


def render(page: Page) -> str:
    """The page's text; whatever it shows is escaped."""
    return substitute(
        _TEMPLATE.read_text(encoding="utf-8"),
        {
            "title": escape(page.title),
            "subtitle": escape(page.subtitle),
            "facts": "\n".join(
                f"<li><b>{escape(value)}</b><span>{escape(what)}</span></li>"
                for value, what in page.facts
            ),
            "parts": _parts(page.parts),
            "head": "\n".join(_head(column) for column in page.columns),
            "rows": "\n".join(_row(page.columns, row) for row in page.rows),
        },
    )


def _parts(parts: Sequence[tuple[str, int]]) -> str:
    total = sum(size for _, size in parts)
    if total <= 0:
        return ""
    colours = [_COLOURS[i % len(_COLOURS)] for i in range(len(parts))]
    bars = "".join(
        f'<i style="width:{100 * size / total:.2f}%;background:{colour}" '
        f'title="{escape(name)}: {grouped(size)} bytes"></i>'
        for (name, size), colour in zip(parts, colours)
    )
    legend = "\n".join(
        f'<li><i style="background:{colour}"></i>{escape(name)} '
        f"<span>{grouped(size)} ({100 * size / total:.1f} %)</span></li>"
        for (name, size), colour in zip(parts, colours)
    )
    bar = f'<div class="bar">{bars}</div>'
    return f'<div class="parts">\n{bar}\n<ul class="legend">\n{legend}\n</ul>\n</div>'


def _head(column: Column) -> str:
    kind = ' class="number"' if column.kind == "number" else ""
    hint = f' title="{escape(column.hint)}"' if column.hint else ""
    return f'<th scope="col"{kind}{hint}><button type="button">{escape(column.title)}</button></th>'


def _row(columns: Sequence[Column], row: Sequence[str]) -> str:
    return f"<tr>{''.join(map(_cell, columns, row))}</tr>"


def _text(text: str) -> str:
    """Escaped, with places where a long name may be broken."""
    return re.sub(r"(::|[/_.])(?=\w)", r"\1<wbr>", escape(text))


def _cell(column: Column, text: str) -> str:
    if column.kind == "number":
        value = text or "0"
        return f'<td class="number" data-value="{escape(value)}">{_number(text)}</td>'
    if column.kind == "list":
        chips = " ".join(f'<span class="chip">{_text(p)}</span>' for p in text.split("; ") if p)
        return f'<td class="list">{chips}</td>'
    kind = f' class="{column.kind}"' if column.kind in ("name", "quiet") else ""
    return f"<td{kind}>{_text(text)}</td>"


def _number(text: str) -> str:
    return grouped(int(text)) if text.isdigit() else escape(text)
