"""Takes the weights out of a model file, and puts made ones in. Needs no torch.

weights.py strip MODEL STRIPPED   keeps all records but the storages, compressed
weights.py fill STRIPPED MODEL    the model again, with made weights

A large network is kept in a repository stripped, a few kilobytes of it, and
filled where it is needed. The filled file is the same to the byte everywhere:

Element i of a storage comes from bytes 4i to 4i+3 of SHAKE-128 of the tensor's
name, read as a little-endian number; its upper 24 bits, divided by 2^23 and less
1, give u, evenly spread over [-1, 1). Tensor names are attribute paths
(features.0.0.weight). What u becomes depends on the last part of the name:

    running_var             1 + u / 4
    running_mean, bias      u / 8
    weight, one dimension   1 + u / 8
    weight, more            u * sqrt(g / n), n: elements that one output sums, g: see _GAIN
    integers                0

The arithmetic is in doubles, rounded once to the storage's type.
"""

from __future__ import annotations

import argparse
import hashlib
import math
import struct
import sys
import zipfile
from array import array
from dataclasses import dataclass
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[3] / "tools/ptl"))

from aten_ptl.archive import Archive
from aten_ptl.errors import PtlError
from aten_ptl.pickle_reader import Call, Global, PersistentId

# Of values evenly spread over [-1, 1), g = 6 keeps the variance through a layer followed by a
# ReLU, g = 3 through one that is not. 4.4 keeps residual networks of both kinds within range.
_GAIN = 4.4
_STORAGE_FOLDERS = ("data/", "constants/")
_ALIGNMENT = 64
_FIXED_TIME = (1980, 1, 1, 0, 0, 0)


@dataclass(frozen=True)
class Weight:
    """A storage and the tensor that names it."""

    key: str
    name: str
    type: str
    numel: int
    sizes: tuple[int, ...]


def weights_of(value: Any) -> list[Weight]:
    """All storages of a data.pkl value, each named by the first tensor that uses it."""
    found: dict[str, Weight] = {}
    todo = [("", value)]
    while todo:
        path, item = todo.pop()
        if not isinstance(item, Call):
            continue
        if isinstance(item.func, Global) and item.func.name.startswith("_rebuild_tensor"):
            storage, _, sizes = item.args[:3]
            if not isinstance(storage, PersistentId):
                raise PtlError(f"tensor {path} has no storage")
            _, kind, key, _, numel = storage.value
            found.setdefault(key, Weight(key, path, kind.name, numel, sizes))
        elif isinstance(item.state, dict):
            # Last first, as todo is a stack: tensors are met in the order of the file.
            for name, child in reversed(item.state.items()):
                todo.append((f"{path}.{name}" if path else name, child))
    return list(found.values())


def made_bytes(weight: Weight) -> bytes:
    """The contents of a storage."""
    sizes = {"FloatStorage": 4, "LongStorage": 8, "IntStorage": 4}
    if weight.type not in sizes:
        raise PtlError(f"tensor {weight.name}: storages of type {weight.type} are not made")
    if weight.type != "FloatStorage":
        return bytes(weight.numel * sizes[weight.type])
    center, spread = 0.0, 0.125
    last = weight.name.rpartition(".")[2]
    if last == "running_var":
        center, spread = 1.0, 0.25
    elif last == "weight" and len(weight.sizes) == 1:
        center = 1.0
    elif last == "weight":
        spread = math.sqrt(_GAIN / math.prod(weight.sizes[1:]))
    bits = array("I", hashlib.shake_128(weight.name.encode()).digest(4 * weight.numel))
    if sys.byteorder == "big":
        bits.byteswap()
    values = array("f", [center + spread * ((b >> 8) / 8388608.0 - 1.0) for b in bits])
    if sys.byteorder == "big":
        values.byteswap()
    return values.tobytes()


def _add(archive: zipfile.ZipFile, name: str, data: bytes, compressed: bool) -> None:
    """Adds a record; stored ones start at a multiple of 64 bytes, as in PyTorch's archives."""
    info = zipfile.ZipInfo(name, _FIXED_TIME)
    info.create_system = 3
    info.compress_type = zipfile.ZIP_DEFLATED if compressed else zipfile.ZIP_STORED
    if not compressed:
        assert archive.fp is not None  # it is open
        start = archive.fp.tell() + 30 + len(name.encode()) + 4
        padding = -start % _ALIGNMENT
        info.extra = struct.pack("<2sH", b"FB", padding) + b"Z" * padding
    archive.writestr(info, data)


def strip(model: str, stripped: str) -> None:
    """Writes the records of `model` but its storages and its source code."""
    with Archive(model) as source, zipfile.ZipFile(stripped, "w") as target:
        for name in source.names:
            if not name.startswith((*_STORAGE_FOLDERS, "code/")):
                _add(target, f"{source.root}/{name}", source.read(name), compressed=True)


def fill(stripped: str, model: str) -> None:
    """Writes `model`: the records of `stripped` and made storages."""
    with Archive(stripped) as source, zipfile.ZipFile(model, "w") as target:
        for name in source.names:
            _add(target, f"{source.root}/{name}", source.read(name), compressed=False)
        for weight in weights_of(source.read_pickle("data.pkl")):
            _add(target, f"{source.root}/data/{weight.key}", made_bytes(weight), compressed=False)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("command", choices=("strip", "fill"))
    parser.add_argument("source")
    parser.add_argument("target")
    args = parser.parse_args()
    try:
        {"strip": strip, "fill": fill}[args.command](args.source, args.target)
    except (PtlError, OSError) as error:
        print(f"weights: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
