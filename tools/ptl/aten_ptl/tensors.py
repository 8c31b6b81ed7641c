"""The tensors of a model: where they hang, what they are, how many bytes they take."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from aten_ptl.archive import Archive
from aten_ptl.errors import PtlError
from aten_ptl.flatbuffer_model import flatbuffer_of
from aten_ptl.pickle_reader import Call, Global, PersistentId
from aten_ptl.tensor_info import TensorInfo


def _children(path: str, item: Any) -> Iterator[tuple[str, Any]]:
    prefix = f"{path}." if path else ""
    if isinstance(item, Call):
        if isinstance(item.state, dict):
            yield from ((f"{prefix}{name}", child) for name, child in item.state.items())
        elif item.has_state:
            yield path, item.state
        yield from ((f"{prefix}{name}", child) for name, child in item.items)
        yield path, item.args
    elif isinstance(item, dict):
        yield from ((f"{prefix}{name}", child) for name, child in item.items())
    elif isinstance(item, (list, tuple)):
        yield from ((f"{prefix}{index}", child) for index, child in enumerate(item))


def tensors_of(value: Any) -> list[TensorInfo]:
    """All tensors below a value of data.pkl. Without recursion: the file chooses the depth."""
    found = []
    seen = set()
    todo = [("", value)]
    while todo:
        path, item = todo.pop()
        if isinstance(item, (Call, list, dict)):
            if id(item) in seen:
                continue
            seen.add(id(item))
        func = item.func if isinstance(item, Call) else None
        if isinstance(func, Global) and func.name.startswith("_rebuild_"):
            info = _tensor(path, item)
            if info is not None:
                found.append(info)
                continue
        todo += reversed(list(_children(path, item)))
    return found


def _tensor(path: str, item: Call) -> TensorInfo | None:
    args = item.args
    if not (isinstance(args, tuple) and len(args) > 2 and isinstance(args[0], PersistentId)):
        return None  # a parameter around a tensor
    storage = args[0].value
    sizes = args[2]
    if not (isinstance(storage, tuple) and len(storage) >= 4 and isinstance(storage[1], Global)):
        raise PtlError(f"tensor {path}: its storage is no tuple of kind, type, key and device")
    if not isinstance(sizes, tuple) or not all(isinstance(size, int) for size in sizes):
        raise PtlError(f"tensor {path}: its sizes are no integers")
    kind = storage[1].name
    if kind.endswith("Storage"):
        kind = kind[: -len("Storage")]
    return TensorInfo(path, kind, sizes, str(storage[2]), str(storage[3]))


def read_tensors(path: str) -> list[TensorInfo]:
    """The tensors of the attributes of the model at `path`."""
    flatbuffer = flatbuffer_of(path)
    if flatbuffer is not None:
        return flatbuffer.tensors()
    with Archive(path) as archive:
        return tensors_of(archive.read_pickle("data.pkl")) if "data.pkl" in archive else []


def read_records(path: str) -> list[tuple[str, int, int]]:
    """Name, size and size in the file of every record of the model at `path`."""
    flatbuffer = flatbuffer_of(path)
    if flatbuffer is not None:
        return flatbuffer.records()
    with Archive(path) as archive:
        return [(name, i.file_size, i.compress_size) for name, i in archive.infos.items()]
