"""Exports the models with custom operators and records results. Needs torch.

CustomOperators.ptl   every other operator of custom_ops.yaml
OnStream.ptl          forward(Stream), a value that only C++ can make; so it has no recorded case
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "recording"))

import torch  # noqa: E402
from recording import export, record, save_case  # noqa: E402
from torch import nn  # noqa: E402


def weighted(value: list[int] | None = None) -> int:
    """Tells the place of a number apart as well as its value."""
    return -1 if value is None else sum((i + 1) * v for i, v in enumerate(value))


def define_operators() -> torch.library.Library:
    """The operators of custom_ops.yaml, for PyTorch."""
    library = torch.library.Library("argument_types", "DEF")
    for line in (HERE / "custom_ops.yaml").read_text(encoding="utf-8").splitlines():
        if line.startswith("- {func:"):
            library.define(line.split('"')[1].partition("::")[2])
    for name in ("bool2", "bool4", "int4", "int5", "optional_int2", "sym_int5"):
        library.impl(name, weighted, "CompositeImplicitAutograd")
    # PyTorch leaves out arguments that equal their defaults.
    twos = [2] * 6
    library.impl("int6", lambda value=twos: weighted(value), "CompositeImplicitAutograd")
    library.impl("layout", lambda value, times: "strided" * times, "CompositeImplicitAutograd")
    library.impl("device_index", lambda value: value, "CompositeImplicitAutograd")
    return library


class CustomOperators(nn.Module):
    def forward(self, a: bool, n: int):
        ops = torch.ops.argument_types
        return (
            [ops.bool2([a, not a]), ops.bool4([a, True, False, a])],
            [ops.int4([n, 2, 3, 4]), ops.int4(n), ops.int5([1, 2, 3, 4, n]), ops.int6()],
            [ops.optional_int2(None), ops.optional_int2([n, 1]), ops.sym_int5([n, 0, 0, 0, 1])],
            ops.layout(torch.strided, n),
            ops.device_index(n),
        )


class OnStream(nn.Module):
    pass


ON_STREAM = """
def forward(self, stream: Stream) -> int:
    return torch.ops.argument_types.stream(stream)
"""


def main() -> int:
    library = define_operators()
    model = HERE / "CustomOperators.ptl"
    export(CustomOperators(), model, model.stem)
    for number, inputs in enumerate(([True, 3], [False, 0])):
        save_case(record(model, inputs), HERE / f"CustomOperators.{number}.pt")
    scripted = torch.jit.script(OnStream())
    scripted.define(ON_STREAM)
    export(scripted, HERE / "OnStream.ptl", "OnStream")
    del library
    return 0


if __name__ == "__main__":
    if os.environ.get("PYTHONHASHSEED") != "0":
        # torch iterates over sets of names: with other seeds the same model has other bytes.
        os.environ["PYTHONHASHSEED"] = "0"
        os.execv(sys.executable, [sys.executable, *sys.argv])
    sys.exit(main())
