"""Whether a binary is within its budget, and in words what made it grow."""

from __future__ import annotations

from aten_size.attribution import Sizes
from aten_size.report import Change, changes

_SHOWN = 10


def check_budget(
    sizes: Sizes, budget: int, binary: str, baseline: Sizes | None, update: str
) -> tuple[bool, str]:
    """(within the budget, what to print)."""
    if sizes.total <= budget:
        room = budget - sizes.total
        text = f"{binary}: {sizes.total} bytes, {room} below the budget of {budget}\n"
        return True, text + (_growth(sizes, baseline) if baseline else "")
    lines = [
        f"{binary}: {sizes.total} bytes, {sizes.total - budget} over the budget of {budget}.",
    ]
    if baseline is not None:
        lines.append(_growth(sizes, baseline).rstrip("\n"))
    else:
        lines.append("The largest rooms:")
        lines += [f"  {size:10} {name}" for name, size in sizes.rooms[:_SHOWN]]
        lines.append("The largest operators (bytes that nothing else needs):")
        largest = sorted(sizes.operators, key=lambda o: (-o.alone, o.name))
        lines += [f"  {o.alone:10} {o.name}" for o in largest[:_SHOWN]]
    lines.append(
        "Select fewer operators or leave out what is not needed; or raise 'budget'"
        + (f", and then: bazel run {update}" if update else "")
        + "."
    )
    return False, "\n".join(lines) + "\n"


def _growth(sizes: Sizes, baseline: Sizes) -> str:
    growth = sizes.total - baseline.total
    if growth == 0 and sizes == baseline:
        return "Nothing changed since the baseline.\n"
    lines = [f"Since the baseline: {growth:+} bytes."]
    rooms = changes(dict(baseline.rooms), dict(sizes.rooms))
    operators = changes(
        {o.name: o.alone for o in baseline.operators}, {o.name: o.alone for o in sizes.operators}
    )
    for title, found in (("Rooms", rooms), ("Operators", operators)):
        if found:
            lines.append(f"{title} that changed:")
            lines += [_line(change) for change in found[:_SHOWN]]
            if len(found) > _SHOWN:
                rest = sum(change.growth for change in found[_SHOWN:])
                lines.append(f"  {rest:+10} {len(found) - _SHOWN} others")
    return "\n".join(lines) + "\n"


def _line(change: Change) -> str:
    note = " (new)" if change.before is None else " (gone)" if change.after is None else ""
    return f"  {change.growth:+10} {change.name}{note}"
