"""Values of a flatbuffer, each read only after it was found to lie inside of the file.

A table says which of its fields are there, and where; what it says is never trusted. Nothing here
knows what the fields mean: that is flatbuffer_model.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterator
from typing import Any, TypeVar

from aten_ptl.errors import PtlError

_T = TypeVar("_T")


class Buffer:
    """The bytes of a file; `where` names it in errors."""

    def __init__(self, data: bytes, where: str) -> None:
        self.data = data
        self.where = where

    def unpack(self, form: str, at: int, what: str) -> tuple[Any, ...]:
        size = struct.calcsize(form)
        if at < 0 or at + size > len(self.data):
            raise PtlError(f"{self.where}: {what} lies outside of the file")
        return struct.unpack_from(form, self.data, at)

    def follow(self, at: int, what: str) -> int:
        """Where the reference at `at` leads to; references lead forward only."""
        (offset,) = self.unpack("<I", at, what)
        if offset == 0 or at + offset >= len(self.data):
            raise PtlError(f"{self.where}: the reference to {what} leads out of the file")
        return at + int(offset)

    def text(self, at: int, what: str) -> str:
        (size,) = self.unpack("<I", at, what)
        if size > len(self.data) - at - 4:
            raise PtlError(f"{self.where}: {what} claims {size} bytes")
        return self.data[at + 4 : at + 4 + size].decode("utf-8", "replace")

    def root(self) -> Table:
        return Table(self, self.follow(0, "the root table"), "the root table")


class Table:
    """A table; fields are asked for by their number in the schema. `what` names it in errors."""

    def __init__(self, buffer: Buffer, at: int, what: str) -> None:
        (back,) = buffer.unpack("<i", at, what)
        self._buffer = buffer
        self._at = at
        self._fields = at - back
        self.what = what
        (self._fields_size, size) = buffer.unpack("<HH", self._fields, f"the layout of {what}")
        if self._fields_size < 4 or self._fields_size % 2 or size < 4:
            raise PtlError(f"{buffer.where}: the layout of {what} is damaged")
        buffer.unpack(f"<{self._fields_size}x", self._fields, f"the layout of {what}")
        buffer.unpack(f"<{size}x", at, what)
        self._size = size

    def _field(self, number: int, size: int) -> int | None:
        """Where a field is; None when the table leaves it out."""
        entry = 4 + 2 * number
        if entry + 2 > self._fields_size:
            return None
        (offset,) = self._buffer.unpack("<H", self._fields + entry, self.what)
        if offset == 0:
            return None
        if offset + size > self._size:
            raise PtlError(
                f"{self._buffer.where}: field {number} of {self.what} lies outside of it"
            )
        return self._at + int(offset)

    def number(self, number: int, form: str, default: int) -> int:
        at = self._field(number, struct.calcsize("<" + form))
        return default if at is None else int(self._buffer.unpack("<" + form, at, self.what)[0])

    def _target(self, number: int, what: str) -> int | None:
        at = self._field(number, 4)
        return None if at is None else self._buffer.follow(at, what)

    def text(self, number: int, what: str) -> str:
        at = self._target(number, what)
        return "" if at is None else self._buffer.text(at, what)

    def table(self, number: int, what: str) -> Table | None:
        at = self._target(number, what)
        return None if at is None else Table(self._buffer, at, what)

    def struct(self, number: int, form: str, what: str) -> tuple[Any, ...] | None:
        """A value that a union refers to and that is no table."""
        at = self._target(number, what)
        return None if at is None else self._buffer.unpack(form, at, what)

    def structs(self, number: int, form: str, what: str) -> list[tuple[Any, ...]]:
        """A vector of numbers or of structs."""
        at = self._target(number, what)
        if at is None:
            return []
        (count,) = self._buffer.unpack("<I", at, what)
        size = struct.calcsize(form)
        data = self._buffer.data
        if count * size > len(data) - at - 4:
            raise PtlError(f"{self._buffer.where}: {what} claim {count} entries")
        return list(struct.iter_unpack(form, data[at + 4 : at + 4 + count * size]))

    def _references(self, number: int, what: str) -> Iterator[int]:
        at = self._target(number, what)
        if at is not None:
            for index in range(len(self.structs(number, "<I", what))):
                yield self._buffer.follow(at + 4 + 4 * index, what)

    def _vector(self, number: int, what: str, read: Callable[[int], _T]) -> list[_T]:
        return [read(at) for at in self._references(number, what)]

    def tables(self, number: int, what: str) -> list[Table]:
        return self._vector(number, what, lambda at: Table(self._buffer, at, what))

    def texts(self, number: int, what: str) -> list[str]:
        return self._vector(number, what, lambda at: self._buffer.text(at, what))
