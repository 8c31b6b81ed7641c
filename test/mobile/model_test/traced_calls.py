"""Calls of operators as models, and archives of them. Needs torch.

A call's tensors become the inputs of a module; all other arguments are constants of its code.
"""

from __future__ import annotations

import io
import lzma
import os
import sys
import tarfile
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "recording"))

import torch  # noqa: E402
from recording import copied, record, same, save_case  # noqa: E402
from torch import nn  # noqa: E402

_MAX_ELEMENTS = 2000


class Call(nn.Module):
    """A call of an operator whose tensors are the module's inputs."""

    def __init__(self, function: Any, structure: Any) -> None:
        super().__init__()
        self.function = function
        self.structure = structure

    def forward(self, *tensors: torch.Tensor) -> Any:
        args, kwargs = filled(self.structure, iter(tensors))
        return self.function(*args, **kwargs)


class Place:
    """Stands for a tensor in a call's arguments."""


def emptied(value: Any, tensors: list[torch.Tensor]) -> Any:
    """The same arguments with a Place for each tensor, which goes to `tensors`."""
    if isinstance(value, torch.Tensor):
        tensors.append(value.detach())
        return Place()
    if isinstance(value, (list, tuple)) and type(value) in (list, tuple):
        return type(value)(emptied(v, tensors) for v in value)
    if isinstance(value, dict):
        return {k: emptied(v, tensors) for k, v in value.items()}
    return value


def filled(value: Any, tensors: Iterator[torch.Tensor]) -> Any:
    """The arguments again."""
    if isinstance(value, Place):
        return next(tensors)
    if isinstance(value, (list, tuple)) and type(value) in (list, tuple):
        return type(value)(filled(v, tensors) for v in value)
    if isinstance(value, dict):
        return {k: filled(v, tensors) for k, v in value.items()}
    return value


def without_source(data: bytes) -> bytes:
    """An exported model without what only a debugger reads."""
    target = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(target, "w") as new:
        for name in old.namelist():
            if "/code/" not in name and not name.endswith("/serialization_id"):
                new.writestr(zipfile.ZipInfo(name), old.read(name))
    return target.getvalue()


def holds_only_tensors(value: Any) -> bool:
    """Whether a result is a tensor, or lists and tuples of them."""
    if isinstance(value, (list, tuple)):
        return all(map(holds_only_tensors, value))
    # The runtimes have next to no operators for half complex numbers.
    return (
        isinstance(value, torch.Tensor) and not value.is_sparse and value.dtype != torch.complex32
    )


def write_call(function: Any, args: Any, kwargs: Any, folder: Path, name: str) -> str:
    """Exports and records one call; returns "" or why it was left out."""
    tensors: list[torch.Tensor] = []
    structure = emptied((args, kwargs), tensors)
    if not tensors:
        return "no tensors"
    if sum(t.numel() for t in tensors) > _MAX_ELEMENTS:
        return "too large"
    model = folder / f"{name}.ptl"
    try:
        with torch.no_grad():
            traced = torch.jit.trace(
                Call(function, structure), tuple(copied(tensors)), check_trace=False
            )
            traced._save_for_lite_interpreter(str(model))
    except Exception:
        return "not traced"
    model.write_bytes(without_source(model.read_bytes()))
    case = record(model, tensors)
    again = record(model, tensors)
    if not holds_only_tensors(case.get("expected")):
        reason = "no such tensor comes out"
    elif not same(case.get("expected"), again.get("expected")):
        reason = "random"
    else:
        save_case(case, folder / f"{name}.pt")
        return ""
    model.unlink()
    return reason


def write_archive(folder: Path, target: Path) -> int:
    """All files as one archive, sorted, the same from the same files."""
    names = sorted(os.listdir(folder))
    with (
        lzma.open(target, "wb", preset=9 | lzma.PRESET_EXTREME) as packed,
        tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as archive,
    ):
        for name in names:
            data = (folder / name).read_bytes()
            info = tarfile.TarInfo(name)
            info.size = len(data)
            archive.addfile(info, io.BytesIO(data))
    return len(names)
