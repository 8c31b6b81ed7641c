"""Records what PyTorch computes for its own samples of every operator. Needs torch.

record_operators.py [--only REGEX]   writes op_db_FAMILY.tar.xz for each family

For each operator of torch.testing's op_db and each dtype of _SAMPLES that it supports, as many of
its sample inputs as are told there, spread over all that there are, are traced, exported and run by
PyTorch's lite interpreter; so is the in-place variant of one, and one with out=. An archive holds
OPERATOR.DTYPE.N.ptl and OPERATOR.DTYPE.N.pt (see ../recording/recording.py), and left_out.txt: the
operators without any case, and why. Left out are calls that cannot be traced or exported, results
that are no tensors, results that differ from run to run, and more than _MAX_ELEMENTS inputs.
"""

from __future__ import annotations

import argparse
import re
import sys
import tempfile
import warnings
from collections import Counter
from pathlib import Path
from typing import Any

from traced_calls import HERE, copied, write_archive, write_call

import torch  # isort: skip
from torch.testing._internal.common_methods_invocations import op_db  # isort: skip

# How many samples of each dtype.
_SAMPLES = {
    torch.float32: 4,
    torch.int64: 1,
    torch.bool: 1,
    torch.float64: 1,
    torch.float16: 1,
    torch.bfloat16: 1,
    torch.complex64: 1,
}
# Samples looked at, of which those are chosen.
_LOOKED_AT = 16
# Sparse and nested tensors, functions of the test suite's own, and what leaves memory as it is.
_SKIPPED = re.compile(r"sparse|nested|jiterator|_refs|ops\.nvprims|cuda|^(new_)?empty")
_FAMILIES = ("linalg", "fft", "special", "nn", "other")


def family_of(name: str) -> str:
    """The archive that an operator's cases go to."""
    first = re.split(r"[._]", name.strip("_"))[0]
    return first if first in _FAMILIES else "other"


def spread(samples: list[Any], count: int) -> list[Any]:
    """The samples in an order that takes the first, and others far from one another, first."""
    step = max(1, len(samples) // count)
    chosen = samples[::step]
    return chosen + [s for i, s in enumerate(samples) if i % step]


def copied_sample(sample: Any) -> Any:
    """The input and arguments, safe from what a call in place does to them."""
    return copied((sample.input, *sample.args)), copied(sample.kwargs)


def write_out_call(op: Any, sample: Any, folder: Path, name: str) -> None:
    """The call with out=, where the result is one tensor; `out` is empty and grows."""
    args, kwargs = copied_sample(sample)
    try:
        with torch.no_grad():
            result = op.op(*args, **kwargs)
    except Exception:
        return
    if isinstance(result, torch.Tensor):
        args, kwargs = copied_sample(sample)
        out = torch.empty(0, dtype=result.dtype)
        write_call(op.op, args, {**kwargs, "out": out}, folder, name)


def write_operator(op: Any, folder: Path) -> str:
    """All cases of an operator; returns why there are none, or nothing."""
    name = re.sub(
        r"\W", "_", op.name + (f"_{op.variant_test_name}" if op.variant_test_name else "")
    )
    reasons: Counter[str] = Counter()
    total = 0
    for dtype, most in _SAMPLES.items():
        if dtype not in op.supported_dtypes("cpu"):
            continue
        torch.manual_seed(0)
        label = str(dtype).partition(".")[2]
        samples = []
        try:
            for sample in op.sample_inputs("cpu", dtype):
                samples.append(sample)
                if len(samples) == _LOOKED_AT:
                    break
        except Exception:
            reasons["no samples"] += 1
        written = 0
        for sample in spread(samples, most):
            args = (sample.input, *sample.args)
            reason = write_call(op.op, args, sample.kwargs, folder, f"{name}.{label}.{written}")
            if reason:
                reasons[reason] += 1
            else:
                written += 1
            if written == most or reason in ("random", "no such tensor comes out"):
                break
        total += written
        if written and dtype in (torch.float32, torch.int64):
            if op.inplace_variant is not None:
                args, kwargs = copied_sample(samples[0])
                write_call(op.inplace_variant, args, kwargs, folder, f"{name}.{label}.inplace")
            if op.supports_out:
                write_out_call(op, samples[0], folder, f"{name}.{label}.out")
    return "" if total else max(reasons, key=lambda r: reasons[r], default="no dtype")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--only", default="", help="operators whose name matches")
    parser.add_argument("--families", nargs="+", default=_FAMILIES, help="archives to write")
    parser.add_argument("--output", type=Path, default=HERE, help="folder of the archives")
    args = parser.parse_args()
    warnings.simplefilter("ignore")
    torch.set_num_threads(1)
    for family in args.families:
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            left_out = []
            for op in op_db:
                if _SKIPPED.search(op.name) or family_of(op.name) != family:
                    continue
                if re.search(args.only, op.name):
                    reason = write_operator(op, folder)
                    if reason:
                        left_out.append(f"{op.name}\t{reason}")
            lines = sorted(set(left_out))
            (folder / "left_out.txt").write_text("".join(f"{line}\n" for line in lines))
            target = args.output / f"op_db_{family}.tar.xz"
            count = write_archive(folder, target)
            print(f"{family}: {count // 2} cases, {target.stat().st_size} bytes; without any:")
            print("\n".join(f"  {line}" for line in lines), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
