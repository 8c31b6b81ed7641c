"""Which operators keep a piece: what would go away with one, and what several share.

What models reach begins at the rows of the operator table. A piece that nothing but one
operator's row leads to goes away when that operator is not selected any more.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from aten_size.link_map import LLD_INTERNAL
from aten_size.pieces import LINKER, Pieces
from aten_size.rooms import room_of

TABLE_SECTION = "aten_lite_operators"
_ROW_BYTES = 16
# What linkers put together from all objects, which belongs to whoever uses it.
_MERGED = (".rodata.str", ".eh_frame")


@dataclass(frozen=True)
class OperatorSize:
    """`alone`: bytes that only this operator needs. `share`: these, and its part of the others."""

    name: str
    alone: int
    share: int


@dataclass(frozen=True)
class Sizes:
    """Where the loaded bytes of a binary are. Rooms add up to `total`."""

    total: int
    zeroed: int
    operators: tuple[OperatorSize, ...]
    rooms: tuple[tuple[str, int], ...]
    # Bytes that are there whichever operators are selected.
    base: int


def attribute(pieces: Pieces, total: int, zeroed: int) -> Sizes:
    rows, tables = _rows(pieces)
    roots: dict[str, list[int]] = {}
    for name, targets in rows:
        found = roots.setdefault(name, [])
        found += [piece for piece in map(pieces.at, targets) if piece is not None]
    graph = [[] if i in tables else piece.uses for i, piece in enumerate(pieces.pieces)]
    sizes = [piece.size for piece in pieces.pieces]

    of_operators = _reach(graph, [p for found in roots.values() for p in found], frozenset())
    others = [i for i in range(len(graph)) if i not in of_operators]
    base = _reach(graph, others, frozenset())
    reached = {name: _reach(graph, found, base) for name, found in roots.items()}
    users = Counter(index for found in reached.values() for index in found)
    operators = []
    for name in sorted(reached):
        alone = sum(sizes[i] for i in reached[name] if users[i] == 1)
        shared = sum(sizes[i] / users[i] for i in reached[name] if users[i] > 1)
        operators.append(OperatorSize(name, alone, alone + round(shared)))

    return Sizes(
        total=total,
        zeroed=zeroed,
        operators=tuple(operators),
        rooms=_rooms(pieces, total),
        base=sum(sizes[i] for i in base) + total - sum(sizes),
    )


def _reach(
    graph: list[list[int]], roots: list[int], without: frozenset[int] | set[int]
) -> set[int]:
    found = {root for root in roots if root not in without}
    todo = list(found)
    while todo:
        for target in graph[todo.pop()]:
            if target not in found and target not in without:
                found.add(target)
                todo.append(target)
    return found


def _rows(pieces: Pieces) -> tuple[list[tuple[str, tuple[int, int]]], set[int]]:
    """(operator, (schema, wrapper)) of all rows, and the pieces that hold the rows."""
    rows: list[tuple[str, tuple[int, int]]] = []
    holders: set[int] = set()
    entries = [p for p in pieces.pieces if p.section.endswith(TABLE_SECTION)]
    for entry in entries:
        for address in range(entry.address, entry.address + entry.size, 8):
            table = pieces.pointers.get(address)
            first = pieces.pointers.get(table) if table is not None else None
            holder = pieces.at(first) if first is not None else None
            if first is None or holder is None:
                continue
            holders.add(holder)
            while True:
                schema = pieces.pointers.get(first)
                wrapper = pieces.pointers.get(first + 8)
                if schema is None or wrapper is None or pieces.at(first) != holder:
                    break
                rows.append((pieces.operator_name(schema), (schema, wrapper)))
                first += _ROW_BYTES
    return rows, holders


def _rooms(pieces: Pieces, total: int) -> tuple[tuple[str, int], ...]:
    """Bytes of each room. A merged string counts where it is used."""
    users: dict[int, set[str]] = {}
    for piece in pieces.pieces:
        for target in piece.uses:
            users.setdefault(target, set()).add(piece.object)
    rooms: Counter[str] = Counter()
    for index, piece in enumerate(pieces.pieces):
        room = room_of(piece.object)
        merged = piece.section.startswith(_MERGED) and piece.object != LINKER
        if merged or (piece.object == LLD_INTERNAL and piece.section == ".rodata"):
            found = {room_of(name) for name in users.get(index, ())}
            if found:
                room = found.pop() if len(found) == 1 else "several rooms"
        rooms[room] += piece.size
    # What the measured file has more than the file that was cut up: the linker's padding.
    rooms["linker"] += total - sum(rooms.values())
    return tuple(sorted(rooms.items(), key=lambda item: (-item[1], item[0])))
