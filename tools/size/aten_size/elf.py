"""Reads a 64-bit ELF file as far as sizes need it: sections, symbols, relocations.

Every offset that the file names is checked against its length: a damaged file is an error.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass

from aten_size.errors import SizeError

_SHT_SYMTAB = 2
_SHT_RELA = 4
_SHT_NOBITS = 8
_SHF_ALLOC = 2
_SHF_STRINGS = 0x20
_STT_SECTION = 3
_STT_TLS = 6
_SHN_UNDEF = 0
_SHN_RESERVED = 0xFF00


@dataclass(frozen=True)
class Section:
    """A section that is loaded when the program starts, or one that describes such a one."""

    name: str
    kind: int
    flags: int
    address: int
    offset: int
    size: int
    link: int
    info: int

    @property
    def is_loaded(self) -> bool:
        """Whether it takes room in the file and in memory; zeroed memory takes none in the file."""
        return bool(self.flags & _SHF_ALLOC) and self.kind != _SHT_NOBITS

    @property
    def is_zeroed(self) -> bool:
        return bool(self.flags & _SHF_ALLOC) and self.kind == _SHT_NOBITS

    @property
    def holds_strings(self) -> bool:
        return bool(self.flags & _SHF_STRINGS)


@dataclass(frozen=True)
class Symbol:
    """A name for an address."""

    name: str
    address: int
    is_section: bool


class Elf:
    """One file, held in memory."""

    def __init__(self, path: str) -> None:
        self.path = path
        try:
            with open(path, "rb") as file:
                self._data = file.read()
        except OSError as error:
            raise SizeError(f"{path}: {error.strerror}") from None
        if self._data[:6] != b"\x7fELF\x02\x01":
            raise SizeError(
                f"{path}: no 64-bit little-endian ELF file; sizes are measured on Linux only"
            )
        self.sections = self._sections()

    def _bytes(self, offset: int, size: int, what: str) -> bytes:
        if offset + size > len(self._data):
            raise SizeError(f"{self.path}: {what} lies beyond the end of the file")
        return self._data[offset : offset + size]

    def _sections(self) -> list[Section]:
        header = struct.unpack("<QIHHHHHH", self._bytes(40, 24, "the file header"))
        offset, count, names_index = header[0], header[6], header[7]
        if header[5] != 64 or names_index >= count:
            raise SizeError(f"{self.path}: no section headers; a fully stripped file has none")
        table = self._bytes(offset, 64 * count, "the section table")
        rows = list(struct.iter_unpack("<IIQQQQIIQQ", table))
        names = self._bytes(rows[names_index][4], rows[names_index][5], "the section names")
        return [
            Section(_text(names, row[0]), row[1], row[2], row[3], row[4], row[5], row[6], row[7])
            for row in rows
        ]

    @property
    def loaded_bytes(self) -> int:
        """What the program takes in a stripped file, and in memory at its start."""
        return sum(section.size for section in self.sections if section.is_loaded)

    @property
    def zeroed_bytes(self) -> int:
        """Memory that the program gets zeroed at its start."""
        return sum(section.size for section in self.sections if section.is_zeroed)

    def contents(self, section: Section) -> bytes:
        return self._bytes(section.offset, section.size, f"section {section.name}")

    def text_at(self, address: int) -> str:
        """The text, up to its zero byte, at an address of the running program."""
        for section in self.sections:
            if section.is_loaded and section.address <= address < section.address + section.size:
                return _text(self.contents(section), address - section.address)
        return ""

    def symbols(self) -> list[Symbol | None]:
        """By index; None for those that stand for no address of this file."""
        table = next((s for s in self.sections if s.kind == _SHT_SYMTAB), None)
        if table is None or table.link >= len(self.sections):
            raise SizeError(f"{self.path}: no symbol table; it was stripped")
        names = self.contents(self.sections[table.link])
        found: list[Symbol | None] = []
        for name, info, _, index, value, _ in struct.iter_unpack("<IBBHQQ", self.contents(table)):
            kind = info & 15
            absent = kind == _STT_TLS or index == _SHN_UNDEF or index >= _SHN_RESERVED
            found.append(
                None if absent else Symbol(_text(names, name), value, kind == _STT_SECTION)
            )
        return found

    def relocations(self) -> Iterator[tuple[int, int, int, int]]:
        """(address, type, symbol's index, addend) of what the linker filled in.

        They are there when the linker was told --emit-relocs.
        """
        for section in self.sections:
            if section.kind != _SHT_RELA or section.flags & _SHF_ALLOC:
                continue
            if section.info < len(self.sections) and self.sections[section.info].is_loaded:
                for where, info, addend in struct.iter_unpack("<QQq", self.contents(section)):
                    yield where, info & 0xFFFFFFFF, info >> 32, addend


def _text(table: bytes, offset: int) -> str:
    end = table.find(b"\0", offset)
    return table[offset : end if end >= 0 else len(table)].decode("utf-8", "replace")
