"""What a selection holds and why, for people (html) and for scripts (tsv)."""

from __future__ import annotations

import hashlib
import html
from collections.abc import Sequence
from dataclasses import dataclass

from aten_codegen.plan import Plans
from aten_codegen.selection import Selected, Selection
from aten_codegen.sharding import shard_of

_COLUMNS = ("operator", "asked by", "shard", "kernel", "backends", "declared in")


@dataclass(frozen=True)
class Report:
    """`rows` has one tuple per operator, in the order of `_COLUMNS`."""

    digest: str
    rows: tuple[tuple[str, ...], ...]
    notes: tuple[str, ...]


def make_report(
    plans: Plans,
    selections: Sequence[Selection],
    selected: Sequence[Selected],
    shards: int,
) -> Report:
    rows = tuple(_row(item, plans, shards) for item in selected)
    names = "\n".join(row[0] for row in rows)
    without_kernel = sum(not plan.has_kernel for plan in plans.operators)
    notes = [
        f"{len(rows)} of {len(plans.operators)} operators selected",
        f"{without_kernel} have no kernel for {', '.join(plans.backends)} and cannot be selected",
    ]
    for title, values in (
        ("custom classes", [name for s in selections for name in s.custom_classes]),
        ("build features", [name for s in selections for name in s.build_features]),
        ("debug info", [name for s in selections for name in s.debug_info]),
    ):
        if values:
            notes.append(f"{title}: {', '.join(sorted(set(values)))}")
    return Report(hashlib.sha256(names.encode()).hexdigest(), rows, tuple(notes))


def _row(item: Selected, plans: Plans, shards: int) -> tuple[str, ...]:
    plan = item.plan
    if plan.operator.boxed is not None:
        kernel, backends = f"{plan.operator.boxed} (boxed)", "any"
    else:
        kernel = ", ".join(dict.fromkeys(str(target.kernel) for target in plan.targets))
        backends = ", ".join(dict.fromkeys(target.backend for target in plan.targets))
    return (
        plan.full_name,
        "; ".join(item.asked_by),
        str(shard_of(plan.operator.name.root, shards)),
        kernel,
        backends,
        str(plan.operator.location),
    )


def to_tsv(report: Report) -> str:
    lines = [f"# selection {report.digest}", *(f"# {note}" for note in report.notes)]
    lines.append("\t".join(_COLUMNS))
    lines += ["\t".join(row) for row in report.rows]
    return "\n".join(lines) + "\n"


def to_html(report: Report) -> str:
    head = "".join(f"<th>{html.escape(column)}</th>" for column in _COLUMNS)
    rows = "\n".join(
        f"<tr>{''.join(f'<td>{html.escape(cell)}</td>' for cell in row)}</tr>"
        for row in report.rows
    )
    notes = "\n".join(f"<li>{html.escape(note)}</li>" for note in report.notes)
    return f"""<!DOCTYPE html>
<html lang="en">
<meta charset="utf-8">
<title>Selected operators</title>
<style>
body {{ font-family: sans-serif; }}
table {{ border-collapse: collapse; }}
td, th {{ border: 1px solid #ccc; padding: 2px 6px; text-align: left; }}
</style>
<h1>Selected operators</h1>
<p>Selection {report.digest}</p>
<ul>
{notes}
</ul>
<table>
<tr>{head}</tr>
{rows}
</table>
</html>
"""
