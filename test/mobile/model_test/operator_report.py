"""The table of operators that docs/operators.md keeps: what is there, and what its cases say."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path

from operator_cases import Outcome

_HEAD = """\
# Operators

What `//test/mobile/model_test:operators_test` found: each operator, the dtypes of its recorded
cases, how many of them give PyTorch's results (values, shapes, dtypes and strides), and how many of
PyTorch's production models call it. Written by

    bazel run //test/mobile/model_test:operators

The cases come from PyTorch's own samples (`op_db`), traced and run by its lite interpreter:
{caps} a sample and dtype, and besides the in-place variant and out= of one. Others were thought up:
`thought_up.py`.

"""
_ROW = "| {} | {} | {} | {} |\n"
_FUNC = re.compile(r"^- func: ['\"]?([\w:.]+)\(", re.MULTILINE)


def declared_operators(paths: Iterable[str]) -> set[str]:
    """The names that yaml files declare."""
    names: set[str] = set()
    for path in paths:
        names.update(_FUNC.findall(Path(path).read_text(encoding="utf-8")))
    return {name if "::" in name else f"aten::{name}" for name in names}


def production_counts(path: str) -> dict[str, int]:
    """How many production models call an operator: lines of name and count."""
    rows = (line.split() for line in Path(path).read_text(encoding="utf-8").splitlines())
    return {row[0]: int(row[1]) for row in rows if row and not row[0].startswith("#")}


def share(part: int, whole: int) -> str:
    return f"{part} of {whole} ({100 * part / whole:.1f} %)" if whole else "none"


def by_dtype(outcomes: Sequence[Outcome]) -> str:
    """Passed of all cases for each dtype."""
    counts: dict[str, list[int]] = defaultdict(lambda: [0, 0])
    for outcome in outcomes:
        counts[outcome.dtype][0] += not outcome.problem
        counts[outcome.dtype][1] += 1
    rows = "".join(f"| {d} | {p} | {n} |\n" for d, (p, n) in sorted(counts.items()))
    return "| dtype | passed | cases |\n|---|---|---|\n" + rows


def figures(
    outcomes: Sequence[Outcome],
    left_out: dict[str, str],
    declared: set[str],
    production: dict[str, int],
) -> str:
    """The coverage figures, a line each."""
    there = [name for name in production if name in declared]
    samples: dict[str, bool] = {}
    for outcome in outcomes:
        samples[outcome.sample] = samples.get(outcome.sample, True) and not outcome.problem
    passed = sum(not o.problem for o in outcomes)
    complete = sum(samples.values())
    called = frozenset().union(*(o.operators for o in outcomes))
    weight = sum(production[name] for name in there)
    lines = [
        f"cases that pass: {share(passed, len(outcomes))}",
        f"samples (operators of op_db and programs) whose cases all pass: "
        f"{share(complete, len(samples))}",
        f"operators of production models that are there: {share(len(there), len(production))}, "
        f"weighted by models {share(weight, sum(production.values()))}",
        f"operators that are there: {len(declared)}, of which cases call {len(called & declared)}",
        f"operators of op_db without any case: {len(left_out)}, listed below",
    ]
    return "".join(f"- {line}\n" for line in lines)


def operator_table(
    outcomes: Sequence[Outcome], declared: set[str], production: dict[str, int]
) -> str:
    """A row for each operator that a case or a production model calls."""
    dtypes: dict[str, set[str]] = defaultdict(set)
    counts: dict[str, list[int]] = defaultdict(lambda: [0, 0])
    for outcome in outcomes:
        for name in outcome.operators:
            dtypes[name].add(outcome.dtype)
            counts[name][0] += not outcome.problem
            counts[name][1] += 1
    text = _ROW.format("operator", "dtypes", "passed/all", "production models")
    text += _ROW.format(*["---"] * 4)
    for name in sorted({*counts, *production}):
        passed, total = counts.get(name, (0, 0))
        cases = f"{passed}/{total}" if total else "no case"
        if name not in declared:
            cases = "not there"
        text += _ROW.format(
            f"`{name}`", " ".join(sorted(dtypes[name])), cases, production.get(name, "")
        )
    return text


def report(
    outcomes: Sequence[Outcome],
    left_out: dict[str, str],
    declared: set[str],
    production: dict[str, int],
) -> str:
    """The whole page."""
    failed = "".join(f"- `{o.case}`\n" for o in outcomes if o.problem)
    without = "".join(f"- `{name}`: {reason}\n" for name, reason in sorted(left_out.items()))
    caps = "four of float32 and one of every other dtype"
    return (
        _HEAD.format(caps=caps)
        + figures(outcomes, left_out, declared, production)
        + "\n"
        + by_dtype(outcomes)
        + ("\n## Cases that differ\n\n`failing.txt` says why.\n\n" + failed if failed else "")
        + "\n## Operators of op_db without any case\n\n"
        + without
        + "\n## All operators\n\n"
        + operator_table(outcomes, declared, production)
    )
