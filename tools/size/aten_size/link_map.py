"""A linker's map: from which object, and from which section of it, each range of bytes is.

GNU ld's and lld's, told apart by their first lines.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from aten_size.errors import SizeError


@dataclass(frozen=True)
class Range:
    """Bytes that one section of one object put into the binary."""

    address: int
    size: int
    section: str
    object: str


_GNU_START = "Linker script and memory map"
_GNU_NAME = re.compile(r"^ (\S+)$")
_GNU_RANGE = re.compile(r"^(?: (\S+))?\s+0x([0-9a-f]+)\s+0x([0-9a-f]+) (\S.*)$")
_LLD_START = re.compile(r"^\s*VMA\s+LMA\s+Size\s+Align\s+Out\s+In\s+Symbol")
_LLD_RANGE = re.compile(r"^\s*([0-9a-f]+)\s+[0-9a-f]+\s+([0-9a-f]+)\s+\d+ {9}(\S.*):\((.*)\)$")
_LLD_NOT_LOADED = (".rela.", ".debug", ".comment", ".note.GNU-stack")
# What lld makes itself: merged strings, unwind tables.
LLD_INTERNAL = "<internal>"


def read_map(text: str, path: str) -> list[Range]:
    """The ranges, sorted by address, without empty ones and ones that are not loaded."""
    lines = text.splitlines()
    if any(_LLD_START.match(line) for line in lines[:3]):
        found = _lld(lines)
    elif _GNU_START in lines:
        found = _gnu(lines[lines.index(_GNU_START) :])
    else:
        raise SizeError(f"{path}: neither GNU ld's map nor lld's; link with one of them")
    return sorted((r for r in found if r.size and r.address), key=lambda r: r.address)


def _gnu(lines: list[str]) -> Iterator[Range]:
    """A section's name of more than 14 characters has a line of its own."""
    name = ""
    for line in lines:
        alone = _GNU_NAME.match(line)
        if alone:
            name = alone.group(1)
            continue
        match = _GNU_RANGE.match(line)
        if match and not match.group(4).startswith("(size before"):
            section = match.group(1) or name
            if section and not section.startswith("*"):
                yield Range(int(match[2], 16), int(match[3], 16), section, match[4])
        name = ""


def _lld(lines: list[str]) -> Iterator[Range]:
    for line in lines:
        match = _LLD_RANGE.match(line)
        # Sections that are not loaded are listed at addresses, too: offsets from 0.
        if match and not (match[4].startswith(_LLD_NOT_LOADED) and match[3] != LLD_INTERNAL):
            yield Range(int(match[1], 16), int(match[2], 16), match[4], match[3])
