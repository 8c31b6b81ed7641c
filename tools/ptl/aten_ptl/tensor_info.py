"""A tensor of a model, whichever kind of file it was read from."""

from __future__ import annotations

import math
from dataclasses import dataclass

_ELEMENT_BYTES = {
    "BoolStorage": 1,
    "ByteStorage": 1,
    "CharStorage": 1,
    "QInt8Storage": 1,
    "QUInt8Storage": 1,
    "BFloat16Storage": 2,
    "HalfStorage": 2,
    "ShortStorage": 2,
    "FloatStorage": 4,
    "IntStorage": 4,
    "QInt32Storage": 4,
    "ComplexFloatStorage": 8,
    "DoubleStorage": 8,
    "LongStorage": 8,
    "ComplexDoubleStorage": 16,
}


@dataclass(frozen=True)
class TensorInfo:
    """A tensor below an attribute path; several may share a storage."""

    path: str
    type: str
    sizes: tuple[int, ...]
    storage: str
    device: str

    @property
    def nbytes(self) -> int:
        return math.prod(self.sizes) * _ELEMENT_BYTES.get(f"{self.type}Storage", 0)
