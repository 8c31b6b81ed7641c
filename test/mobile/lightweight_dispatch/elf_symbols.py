"""Names in the symbol table of an ELF file."""

from __future__ import annotations

import struct
from pathlib import Path

_SYMTAB = 2


def symbols(path: str) -> set[str]:
    """All names of the symbol table; ValueError where there is no such table."""
    data = Path(path).read_bytes()
    if data[:5] != b"\x7fELF\x02" or data[5] not in (1, 2):
        raise ValueError(f"{path} is no 64-bit ELF file")
    order = "<" if data[5] == 1 else ">"
    (table,) = struct.unpack_from(order + "Q", data, 40)
    entry_size, count = struct.unpack_from(order + "HH", data, 58)
    sections = [
        struct.unpack_from(order + "IIQQQQII", data, table + i * entry_size) for i in range(count)
    ]
    names = set()
    for _, kind, _, _, offset, size, link, _ in sections:
        if kind != _SYMTAB:
            continue
        strings = sections[link][4]
        for at in range(offset, offset + size, 24):
            (name,) = struct.unpack_from(order + "I", data, at)
            names.add(data[strings + name : data.index(b"\0", strings + name)].decode())
    if not names:
        raise ValueError(f"{path} has no symbol table; was it stripped?")
    return names
