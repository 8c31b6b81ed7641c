"""Sizes as a table of text, which is also what a baseline is; and what differs between two."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from aten_size.attribution import OperatorSize, Sizes
from aten_size.errors import SizeError

_HEAD = "kind\tname\tbytes\twith its share"


def to_tsv(sizes: Sizes, label: str) -> str:
    lines = [
        f"# {label}: bytes that are loaded, without symbols and debug information",
        "# operator: bytes that nothing else needs; and with its share of what operators share",
        _HEAD,
        f"total\tloaded\t{sizes.total}\t",
        f"total\tzeroed memory\t{sizes.zeroed}\t",
        f"total\twithout any operator\t{sizes.base}\t",
    ]
    lines += [f"room\t{name}\t{size}\t" for name, size in sizes.rooms]
    lines += [f"operator\t{o.name}\t{o.alone}\t{o.share}" for o in sizes.operators]
    return "\n".join(lines) + "\n"


def from_tsv(text: str, path: str) -> Sizes:
    """What to_tsv wrote, perhaps long ago."""
    totals: dict[str, int] = {}
    rooms: list[tuple[str, int]] = []
    operators: list[OperatorSize] = []
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    if not lines or lines[0] != _HEAD:
        raise SizeError(f"{path}: no table of sizes; record it again with the .update target")
    for number, line in enumerate(lines[1:], 2):
        fields = line.split("\t")
        try:
            kind, name, size = fields[0], fields[1], int(fields[2])
            if kind == "total":
                totals[name] = size
            elif kind == "room":
                rooms.append((name, size))
            else:
                operators.append(OperatorSize(name, size, int(fields[3])))
        except (IndexError, ValueError):
            raise SizeError(f"{path}: row {number} is no row of sizes: {line}") from None
    if "loaded" not in totals:
        raise SizeError(f"{path}: has no row 'loaded'; record it again with the .update target")
    return Sizes(
        total=totals["loaded"],
        zeroed=totals.get("zeroed memory", 0),
        operators=tuple(operators),
        rooms=tuple(rooms),
        base=totals.get("without any operator", 0),
    )


@dataclass(frozen=True)
class Change:
    """A room or an operator whose size differs; `before` is None for one that is new."""

    name: str
    before: int | None
    after: int | None

    @property
    def growth(self) -> int:
        return (self.after or 0) - (self.before or 0)


def changes(before: Mapping[str, int], after: Mapping[str, int]) -> list[Change]:
    """What differs, the largest growth first."""
    names = sorted({*before, *after})
    found = [Change(name, before.get(name), after.get(name)) for name in names]
    return sorted((c for c in found if c.before != c.after), key=lambda c: (-c.growth, c.name))
