"""Exports TorchLibrary.ptl, whose operators torch_library_test.cpp registers. Needs torch."""

from __future__ import annotations

import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent / "recording")]

import torch  # noqa: E402
from recording import export  # noqa: E402
from torch import Tensor, nn  # noqa: E402


def define_operators() -> torch.library.Library:
    """The operators of torch_library_test.cpp, for PyTorch."""
    library = torch.library.Library("lib_example", "DEF")
    library.define("scale(Tensor x, float by=2.0) -> Tensor")
    library.define("split(Tensor x, int at) -> (Tensor, Tensor)")
    library.impl("scale", lambda x, by=2.0: x * by, "CPU")
    library.impl("split", lambda x, at: (x[:at], x[at:]), "CPU")
    return library


class TorchLibrary(nn.Module):
    def forward(self, x: Tensor):
        ops = torch.ops.lib_example
        head, tail = ops.split(x, 2)
        return ops.scale(head), ops.scale(tail, 0.5) + 1


def main() -> None:
    library = define_operators()
    model = HERE / "TorchLibrary.ptl"
    export(TorchLibrary(), model, "TorchLibrary")
    del library


if __name__ == "__main__":
    main()
