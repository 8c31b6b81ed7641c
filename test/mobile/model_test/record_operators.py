"""Records what PyTorch computes for its own samples of every operator. Needs torch.

record_operators.py [--only REGEX] [--seconds N]   writes op_db.tar.xz

For each operator of torch.testing's op_db, each dtype of _SAMPLES that it supports and as many of
its sample inputs as are told there, the call is traced, exported and run by PyTorch's lite
interpreter. The archive holds OPERATOR.DTYPE.N.ptl and OPERATOR.DTYPE.N.pt (see
../recording/recording.py). Left out: calls that cannot be traced or exported, results that are no
tensors, operators whose results differ from run to run, and those that N seconds were too short
for: transforms and decompositions, which models rarely have, come last.
"""

from __future__ import annotations

import argparse
import io
import lzma
import os
import re
import sys
import tarfile
import tempfile
import time
import warnings
import zipfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "recording"))

import torch  # noqa: E402
from recording import copied, record, same, save_case  # noqa: E402
from torch import nn  # noqa: E402
from torch.testing._internal.common_methods_invocations import op_db  # noqa: E402

# How many samples of each dtype; 1 tests little more than the dtype.
_SAMPLES = {torch.float32: 2, torch.int64: 1, torch.bool: 1}
_MAX_ELEMENTS = 2000
# Sparse and nested tensors, and functions of the test suite's own.
_LAST = re.compile("linalg|fft|special|signal")
_SKIPPED = re.compile(r"sparse|nested|jiterator|_refs|ops\.nvprims|masked\.|cuda|geqrf|to_sparse")


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
        tensors.append(value)
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


def write_sample(function: Any, sample: Any, folder: Path, name: str) -> str:
    """Exports and records one call; returns "" or why it was left out."""
    tensors: list[torch.Tensor] = []
    structure = emptied(((sample.input, *sample.args), sample.kwargs), tensors)
    if not tensors or sum(t.numel() for t in tensors) > _MAX_ELEMENTS:
        return "no tensors" if not tensors else "too large"
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
    expected = case.get("expected")
    results = expected if isinstance(expected, (list, tuple)) else [expected]
    if not all(isinstance(r, torch.Tensor) and not r.is_sparse for r in results):
        reason = "no tensor comes out"
    elif not same(expected, again.get("expected")):
        reason = "random"
    else:
        save_case(case, folder / f"{name}.pt")
        return ""
    model.unlink()
    return reason


def write_operator(op: Any, folder: Path, left_out: Counter[str]) -> None:
    name = re.sub(
        r"\W", "_", op.name + (f"_{op.variant_test_name}" if op.variant_test_name else "")
    )
    for dtype, most in _SAMPLES.items():
        if dtype not in op.supported_dtypes("cpu"):
            continue
        torch.manual_seed(0)
        written = 0
        for sample in op.sample_inputs("cpu", dtype):
            file = f"{name}.{str(dtype).partition('.')[2]}.{written}"
            reason = write_sample(op.op, sample, folder, file)
            if reason:
                left_out[reason] += 1
            else:
                written += 1
            if written == most or reason in ("random", "no tensor comes out"):
                break


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


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--only", default="", help="operators whose name matches")
    parser.add_argument("--seconds", type=float, default=1e9, help="stop after that long")
    parser.add_argument("--output", type=Path, default=HERE / "op_db.tar.xz")
    args = parser.parse_args()
    warnings.simplefilter("ignore")
    left_out: Counter[str] = Counter()
    operators = [
        op for op in op_db if re.search(args.only, op.name) and not _SKIPPED.search(op.name)
    ]
    operators.sort(key=lambda op: bool(_LAST.match(op.name)))
    end = time.monotonic() + args.seconds
    with tempfile.TemporaryDirectory() as folder:
        for op in operators:
            if time.monotonic() < end:
                write_operator(op, Path(folder), left_out)
            else:
                left_out["operators for want of time"] += 1
        count = write_archive(Path(folder), args.output)
    print(f"{count // 2} cases, {args.output.stat().st_size} bytes; left out: {dict(left_out)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
