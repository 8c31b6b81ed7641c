"""What a selection holds and why, for people (html) and for scripts (tsv)."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass

from aten_codegen.plan import Plans
from aten_codegen.report_page import Column, Page, grouped, render
from aten_codegen.selection import Selected, Selection
from aten_codegen.sharding import shard_of

_COLUMNS = ("operator", "asked by", "shard", "kernel", "backends", "declared in")


_PAGE_COLUMNS = (
    Column("operator", "name"),
    Column("asked by", "list", "The targets, models and files that select it"),
    Column("shard", "number", "The generated source that has its wrapper"),
    Column("kernel", "name"),
    Column("backends"),
    Column("declared in", "quiet"),
)


@dataclass(frozen=True)
class Report:
    """`rows` has one tuple per operator, in the order of `_COLUMNS`.

    `notes` are for the table, `facts` (value, what it is) for the page.
    """

    digest: str
    rows: tuple[tuple[str, ...], ...]
    notes: tuple[str, ...]
    facts: tuple[tuple[str, str], ...]


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
    facts = [
        (grouped(len(rows)), f"of {grouped(len(plans.operators))} operators selected"),
        (grouped(len({item.plan.operator.name.root for item in selected})), "names"),
        (grouped(len(_askers(selected))), "files, models and targets that ask"),
        (", ".join(plans.backends), "backends, preferred first"),
        (str(shards), "shards"),
    ]
    for title, values in (
        ("custom classes", [name for s in selections for name in s.custom_classes]),
        ("build features", [name for s in selections for name in s.build_features]),
        ("debug info", [name for s in selections for name in s.debug_info]),
    ):
        if values:
            found = ", ".join(sorted(set(values)))
            notes.append(f"{title}: {found}")
            facts.append((found, title))
    return Report(hashlib.sha256(names.encode()).hexdigest(), rows, tuple(notes), tuple(facts))


def _askers(selected: Sequence[Selected]) -> set[str]:
    """Who asks, without the lines of files."""
    return {re.sub(r":\d+$", "", who) for item in selected for who in item.asked_by}


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
    return render(
        Page(
            title="Selected operators",
            subtitle=f"Selection {report.digest[:16]}",
            facts=report.facts,
            columns=_PAGE_COLUMNS,
            rows=report.rows,
        )
    )
