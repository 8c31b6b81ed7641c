"""Programs of one operator each, with the arguments that go wrong first. Needs torch.

thought_up.py   writes thought_up.tar.xz

Tensors without dims and without elements, broadcast, transposed, expanded and channels-last ones,
NaN, infinities and -0.0, integers that overflow, dims that are negative or out of range, calls in
place on views, out= of the wrong size. Whatever PyTorch's lite interpreter makes of them, an error
included, is the result. The archive holds NAME.DTYPE.ptl, and NAME.DTYPE.N.pt for each case.
"""

from __future__ import annotations

import itertools
import sys
import tempfile
import warnings
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from traced_calls import HERE, record, same, save_case, without_source, write_archive

import torch  # isort: skip

_INF = float("inf")
_NAN = float("nan")
_UNARY = """abs neg sign ceil floor round trunc frac sqrt rsqrt exp expm1 log log2 log10 log1p sin
cos tan asin acos atan sinh cosh tanh asinh acosh atanh erf erfc sigmoid relu reciprocal square
logical_not bitwise_not isnan isinf isfinite signbit nan_to_num positive""".split()
_IN_PLACE = """abs_ neg_ exp_ sqrt_ floor_ round_ sigmoid_ relu_ tanh_ reciprocal_ zero_
logical_not_ clamp_(0,2) fill_(3) mul_(2) add_(1.5) div_(2) pow_(2)""".split()
_BINARY = """add sub mul div true_divide floor_divide remainder fmod pow maximum minimum fmax fmin
atan2 eq ne lt le gt ge logical_and logical_or logical_xor bitwise_and bitwise_or bitwise_xor
hypot copysign nextafter xlogy""".split()
_REDUCTIONS = """sum mean prod amax amin any all argmax argmin logsumexp std var cumsum cumprod
max min median mode sort softmax log_softmax count_nonzero norm""".split()
# Programs of sizes, dims and indices: the text of forward, and its arguments besides x.
_SHAPES = {
    "view": ("x.view(a)", "a: List[int]"),
    "reshape": ("x.reshape(a)", "a: List[int]"),
    "expand": ("x.expand(a)", "a: List[int]"),
    "repeat": ("x.repeat(a)", "a: List[int]"),
    "permute": ("x.permute(a)", "a: List[int]"),
    "flip": ("x.flip(a)", "a: List[int]"),
    "roll": ("x.roll(1, a)", "a: List[int]"),
    "squeeze": ("x.squeeze(a[0])", "a: List[int]"),
    "unsqueeze": ("x.unsqueeze(a[0])", "a: List[int]"),
    "select": ("x.select(0, a[0])", "a: List[int]"),
    "narrow": ("x.narrow(0, a[0], 1)", "a: List[int]"),
    "slice": ("x[a[0]:]", "a: List[int]"),
    "transpose": ("x.transpose(0, a[0])", "a: List[int]"),
    "flatten": ("x.flatten(a[0])", "a: List[int]"),
    "chunk": ("x.chunk(a[0], -1)", "a: List[int]"),
    "split": ("x.split(a[0])", "a: List[int]"),
    "unbind": ("x.unbind(a[0])", "a: List[int]"),
    "stack": ("torch.stack([x, x], a[0])", "a: List[int]"),
    "cat": ("torch.cat([x, x], a[0])", "a: List[int]"),
    "index_select": ("x.index_select(0, torch.tensor(a))", "a: List[int]"),
    "index": ("x[torch.tensor(a)]", "a: List[int]"),
    "embedding": ("torch.embedding(x, torch.tensor(a))", "a: List[int]"),
    "sum_dims": ("x.sum(a)", "a: List[int]"),
    "pad": ("torch.nn.functional.pad(x, a)", "a: List[int]"),
    "as_strided": ("x.as_strided(a, a)", "a: List[int]"),
}
_LISTS = [[0], [1], [-1], [-3], [7], [2, 3], [3, -1], [6], [-1, -1], [0, 0], [1, 0], [5, 2, 3]]


def special_floats(dtype: torch.dtype) -> torch.Tensor:
    return torch.tensor([0.0, -0.0, 1.5, -2.5, 0.5, _INF, -_INF, _NAN, 1e-40, 3e38]).to(dtype)


def integers(dtype: torch.dtype) -> torch.Tensor:
    info = torch.iinfo(dtype)
    return torch.tensor([0, 1, 2, -3 if info.min else 3, 7, info.max, info.min], dtype=dtype)


def layouts() -> Iterator[torch.Tensor]:
    """Float tensors of all kinds of shapes and strides."""
    x = torch.arange(24.0).sub(11.5)
    yield torch.tensor(-1.25)
    yield torch.empty(0)
    yield torch.empty(2, 0, 3)
    yield x.view(4, 6).t()
    yield x.view(2, 3, 4)[:, 1:, ::2]
    yield x[:3].view(3, 1).expand(3, 4)
    yield x.view(1, 4, 2, 3).contiguous(memory_format=torch.channels_last)


def arguments() -> list[torch.Tensor]:
    """What a function of one tensor meets."""
    floats = [special_floats(d) for d in (torch.float32, torch.float64, torch.float16)]
    whole = [integers(d) for d in (torch.uint8, torch.int8, torch.int32, torch.int64)]
    return [*floats, *whole, torch.tensor([True, False]), *layouts()]


def pairs() -> list[tuple[torch.Tensor, torch.Tensor]]:
    """What a function of two tensors meets: types to promote, shapes to broadcast."""
    numbers = special_floats(torch.float32)
    whole = integers(torch.int64)
    x = torch.arange(6.0).view(2, 3)
    return [
        (numbers, numbers.flip(0)),
        (numbers, torch.tensor(0.0)),
        (whole, whole.flip(0)),
        (whole, torch.tensor(0)),
        (integers(torch.uint8), integers(torch.uint8).flip(0)),
        (integers(torch.int8), torch.tensor(2)),
        (integers(torch.int32), torch.tensor(2.5)),
        (torch.tensor([True, False]), torch.tensor([True, True])),
        (torch.tensor([True, False]), torch.tensor(3, dtype=torch.uint8)),
        (special_floats(torch.float16), torch.tensor(2, dtype=torch.int64)),
        (x, x.t()[:, :1].t()),
        (x.t(), torch.ones(1)),
        (x, torch.ones(2, 1)),
        (x, torch.ones(4)),
        (x.expand(2, 2, 3), torch.empty(0, 2, 3)),
        (torch.tensor(2.0), torch.tensor(3)),
    ]


def programs() -> Iterator[tuple[str, str, list[list[Any]]]]:
    """Name, code and cases of each program."""
    one = [[x] for x in arguments()]
    for name in _UNARY:
        yield name, f"def forward(self, x):\n  return torch.{name}(x)", one
    for call in _IN_PLACE:
        text = call if "(" in call else f"{call}()"
        code = f"def forward(self, x):\n  x[::2].{text}\n  return x"
        yield "view_" + call.partition("(")[0], code, [[x] for x in arguments()]
    for name in _BINARY:
        yield (
            name,
            f"def forward(self, x, y):\n  return torch.{name}(x, y)",
            list(map(list, pairs())),
        )
    wrong = torch.ones(7)
    for name in ("add", "mul", "div", "maximum", "eq"):
        code = f"def forward(self, x, y, o):\n  return torch.{name}(x, y, out=o)"
        yield f"{name}_out", code, [[x, y, o] for x, y in pairs() for o in (wrong, wrong[:0])]
    dims = (0, -1, 1, 2, -4)
    for name in _REDUCTIONS:
        code = f"def forward(self, x, d: int):\n  return torch.{name}(x, d)"
        if name == "norm":
            code = "def forward(self, x, d: int):\n  return torch.norm(x, 2.0, d)"
        if name in ("std", "var", "logsumexp", "amax", "amin", "mean"):
            code = code.replace("(x, d)", "(x, [d])")
        yield f"{name}_dim", code, [[x, d] for x, d in itertools.product(some(arguments()), dims)]
    for name in ("sum", "mean", "prod", "max", "min", "any", "all", "argmax", "std", "median"):
        yield f"{name}_all", f"def forward(self, x):\n  return torch.{name}(x)", one
    for name, (text, extra) in _SHAPES.items():
        code = f"def forward(self, x, {extra}):\n  return {text}"
        tensors = list(layouts())[3:]
        yield name, code, [[x, a] for x, a in itertools.product(tensors, _LISTS)]


def some(tensors: list[torch.Tensor]) -> Iterable[torch.Tensor]:
    """A few of many: those of float32, one of int64, one of bool."""
    return [t for t in tensors if t.dtype in (torch.float32, torch.int64, torch.bool)]


def write_program(name: str, code: str, cases: list[list[Any]], folder: Path) -> int:
    """Exports a program and records its cases; returns how many."""
    # A compilation unit of its own: all classes are called Program.
    program = torch._C.ScriptModule("Program", torch._C.CompilationUnit(), True)
    module = torch.jit._recursive.wrap_cpp_module(program)
    module.define(code + "\n")
    written = 0
    models = set()
    for inputs in cases:
        label = str(inputs[0].dtype).partition(".")[2]
        stem = f"{name}.{label}"
        model = folder / f"{stem}.ptl"
        if stem not in models:
            models.add(stem)
            module._save_for_lite_interpreter(str(model))
            model.write_bytes(without_source(model.read_bytes()))
        case = record(model, inputs)
        if same(case.get("expected"), record(model, inputs).get("expected")):
            save_case(case, folder / f"{stem}.{written}.pt")
            written += 1
    return written


def main() -> int:
    warnings.simplefilter("ignore")
    torch.set_num_threads(1)
    count = 0
    with tempfile.TemporaryDirectory() as name:
        for program, code, cases in programs():
            try:
                count += write_program(program, code, cases, Path(name))
            except RuntimeError as error:
                print(f"{program} is no TorchScript: {str(error).splitlines()[0]}")
        target = HERE / "thought_up.tar.xz"
        write_archive(Path(name), target)
    print(f"{count} cases, {target.stat().st_size} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
