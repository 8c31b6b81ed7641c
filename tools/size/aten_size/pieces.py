"""The smallest parts of a binary that a linker keeps or drops, and what refers to what.

A piece is a function, a variable, a string, or an entry of the unwind table: one section of an
object, where compilers give each function its own (-ffunction-sections), cut further where a
linker merges strings or where an entry describes one function.
"""

from __future__ import annotations

import re
import struct
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field

from aten_size.elf import Elf, Section
from aten_size.link_map import LLD_INTERNAL, Range

# Relative to the end of the four bytes that the linker fills in.
_PC_RELATIVE = (2, 4, 9, 41, 42)  # R_X86_64_PC32, PLT32, GOTPCREL, GOTPCRELX, REX_GOTPCRELX
_POINTER_FROM_HERE = 0x1B  # how .eh_frame writes addresses: 4 bytes, signed, from their own place
LINKER = "(linker)"
# Tables that linkers make; maps give them to the first object or to none.
_TABLES = re.compile(r"^\.(rela?\.|dyn|got|plt|gnu\.|hash|eh_frame_hdr|interp)")


@dataclass
class Piece:
    """Some bytes of the binary; `uses` has the indices of the pieces that it refers to."""

    address: int
    size: int
    section: str
    object: str
    uses: list[int] = field(default_factory=list)


class Pieces:
    """All loaded bytes of a binary, cut up. `at` finds the piece of an address."""

    def __init__(self, elf: Elf, ranges: list[Range]) -> None:
        self._elf = elf
        self.pieces: list[Piece] = []
        for section in elf.sections:
            if section.is_loaded and section.size:
                self._cut(section, [] if _TABLES.match(section.name) else ranges)
        self.pieces.sort(key=lambda piece: piece.address)
        self._starts = [piece.address for piece in self.pieces]
        # (address of a pointer, what it points to), for tables that are read below.
        self.pointers: dict[int, int] = {}
        self._connect()
        self._connect_unwinding()

    def at(self, address: int) -> int | None:
        index = bisect_right(self._starts, address) - 1
        if index < 0:
            return None
        piece = self.pieces[index]
        return index if address < piece.address + piece.size else None

    def operator_name(self, schema: int) -> str:
        """The name at the beginning of the schema's text, which a schema object points to."""
        text = self._elf.text_at(self.pointers.get(schema, 0))
        return text.partition("(")[0]

    def _cut(self, section: Section, ranges: list[Range]) -> None:
        """Pieces of a section: what the map says, and the linker's own bytes between."""
        end = section.address + section.size
        data = memoryview(self._elf.contents(section))
        at = section.address
        for part in (r for r in ranges if section.address <= r.address < end):
            size = min(part.size, end - part.address)
            if part.address < at or size <= 0:
                continue
            if part.address > at:
                self.pieces.append(Piece(at, part.address - at, section.name, LINKER))
            begin = part.address - section.address
            self.pieces += _split(section, part, bytes(data[begin : begin + size]))
            at = part.address + size
        if at < end:
            self.pieces.append(Piece(at, end - at, section.name, LINKER))

    def _connect(self) -> None:
        symbols = self._elf.symbols()
        for where, kind, index, addend in self._elf.relocations():
            symbol = symbols[index] if index < len(symbols) else None
            source = self.at(where)
            # Unwind entries are read below: linkers sort them without telling where they moved to.
            if symbol is None or source is None or self.pieces[source].section == ".eh_frame":
                continue
            target = symbol.address
            if symbol.is_section or kind not in _PC_RELATIVE:
                target += addend + (4 if kind in _PC_RELATIVE else 0)
            self.pointers[where] = target
            found = self.at(target)
            if found is not None and found != source:
                self.pieces[source].uses.append(found)

    def _connect_unwinding(self) -> None:
        """A function brings the entry that tells how to unwind it, and that its handlers' table."""
        section = next((s for s in self._elf.sections if s.name == ".eh_frame"), None)
        if section is None:
            return
        data = self._elf.contents(section)
        for function, entry, handlers in _unwind_entries(data, section.address):
            source, index = self.at(function), self.at(entry)
            if source is None or index is None:
                continue
            # The entry is there for the function, not the other way round.
            self.pieces[source].uses.append(index)
            table = self.at(handlers) if handlers else None
            if table is not None:
                self.pieces[index].uses.append(table)


def _split(section: Section, part: Range, data: bytes) -> Iterator[Piece]:
    merged = ".str" in part.section or part.object == LLD_INTERNAL
    if part.section.startswith(".rodata") and merged:
        cuts = _string_ends(data)
    elif section.name == ".eh_frame":
        cuts = _entry_ends(data)
    else:
        cuts = [len(data)]
    at = 0
    for cut in cuts:
        yield Piece(part.address + at, cut - at, part.section, part.object)
        at = cut


def _string_ends(data: bytes) -> list[int]:
    ends = []
    at = 0
    while at < len(data):
        end = data.find(b"\0", at)
        # Wide strings and padding: runs of zeros belong to the string before.
        at = len(data) if end < 0 else end + 1
        while at < len(data) and data[at] == 0:
            at += 1
        ends.append(at)
    return ends


def _entry_ends(data: bytes) -> list[int]:
    ends = []
    at = 0
    while at + 4 <= len(data):
        (length,) = struct.unpack_from("<I", data, at)
        at += 4 + length
        if length == 0xFFFFFFFF or at > len(data):
            break
        ends.append(at)
    if not ends or ends[-1] != len(data):
        ends.append(len(data))
    return ends


def _unwind_entries(data: bytes, address: int) -> Iterator[tuple[int, int, int]]:
    """(function, entry, table of handlers or 0) of all entries whose form is the usual one."""
    augmentations: dict[int, tuple[str, int]] = {}
    at = 0
    while at + 8 <= len(data):
        length, back = struct.unpack_from("<II", data, at)
        if length in (0, 0xFFFFFFFF) or at + 4 + length > len(data):
            at += 4
            continue
        if back == 0:
            augmentations[at] = _augmentation(data[at : at + 4 + length])
        else:
            text, encoding = augmentations.get(at + 4 - back, ("", -1))
            if encoding == _POINTER_FROM_HERE and length >= 12:
                (delta,) = struct.unpack_from("<i", data, at + 8)
                handlers = 0
                if "L" in text and length >= 17 and data[at + 16] == 4:
                    (pointer,) = struct.unpack_from("<i", data, at + 17)
                    handlers = address + at + 17 + pointer if pointer else 0
                yield address + at + 8 + delta, address + at, handlers
        at += 4 + length


def _augmentation(entry: bytes) -> tuple[str, int]:
    """The letters of a common entry, and how its function addresses are written (-1: unknown)."""
    end = entry.find(b"\0", 9)
    text = entry[9:end].decode("latin-1") if end > 0 else ""
    if not text.startswith("z"):
        return text, -1
    at = end + 1
    for _ in range(4):  # code and data alignment, return register, length
        while at < len(entry) and entry[at] & 0x80:
            at += 1
        at += 1
    for letter in text[1:]:
        if at >= len(entry):
            return text, -1
        if letter == "R":
            return text, entry[at]
        if letter == "P":
            at += 1 + (4 if entry[at] & 0x0F in (3, 0x0B) else 8)
        elif letter == "L":
            at += 1
        elif letter != "S":
            return text, -1
    return text, -1
