"""Sizes as a page, with what the generator's tables know of the operators beside them."""

from __future__ import annotations

from collections.abc import Sequence

from aten_codegen.report_page import Column, Page, grouped, render

from aten_size.attribution import Sizes

_COLUMNS = (
    Column("operator", "name"),
    Column("bytes", "number", "What leaving this operator out saves"),
    Column("with share", "number", "The same, and its part of what several operators need"),
    Column("asked by", "list"),
    Column("kernel", "name"),
    Column("backends"),
)


def to_html(sizes: Sizes, label: str, codegen_reports: Sequence[str]) -> str:
    facts = _facts_of(codegen_reports)
    nothing: dict[str, str] = {}
    rows = [
        (
            operator.name,
            str(operator.alone),
            str(operator.share),
            *(facts.get(operator.name, nothing).get(key, "") for key in _TAKEN),
        )
        for operator in sorted(sizes.operators, key=lambda o: (-o.alone, o.name))
    ]
    return render(
        Page(
            title="Where the bytes are",
            subtitle=label,
            facts=(
                (grouped(sizes.total), "bytes loaded, without symbols"),
                (grouped(len(sizes.operators)), "operators"),
                (grouped(sizes.total - sizes.base), "bytes because of operators"),
                (grouped(sizes.base), "bytes without any operator"),
                (grouped(sizes.zeroed), "bytes of zeroed memory"),
            ),
            columns=_COLUMNS,
            rows=rows,
            parts=[room for room in sizes.rooms if room[1] > 0],
        )
    )


_TAKEN = ("asked by", "kernel", "backends")


def _facts_of(reports: Sequence[str]) -> dict[str, dict[str, str]]:
    """By operator, the row of a table that the generator wrote; several ask for one operator."""
    found: dict[str, dict[str, str]] = {}
    for text in reports:
        lines = [line.split("\t") for line in text.splitlines() if not line.startswith("#")]
        for fields in lines[1:]:
            row = dict(zip(lines[0], fields))
            name = row.get("operator", "")
            if name in found and row.get("asked by"):
                both = f"{found[name]['asked by']}; {row['asked by']}"
                row["asked by"] = "; ".join(dict.fromkeys(both.split("; ")))
            found[name] = row
    return found
