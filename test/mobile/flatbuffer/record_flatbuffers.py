"""Exports the flatbuffer models of this folder and records their results. Needs torch.

record_flatbuffers.py     writes *.ff and *.N.pt
"""

import sys
from pathlib import Path
from typing import Any, Optional

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent / "recording")]

import torch  # noqa: E402
from recording import export, record, save_case  # noqa: E402
from torch import Tensor, nn  # noqa: E402


class Scaled(nn.Module):
    """A module with a state of its own."""

    def __init__(self) -> None:
        super().__init__()
        self.weight = torch.arange(4.0).view(2, 2)

    @torch.jit.export
    def __getstate__(self) -> tuple[Tensor, bool]:
        return (self.weight, self.training)

    @torch.jit.export
    def __setstate__(self, state: tuple[Tensor, bool]) -> None:
        self.weight = state[0] + 1
        self.training = state[1]

    def forward(self, x: Tensor) -> Tensor:
        return x @ self.weight


class FlatValues(nn.Module):
    """Attributes and constants of every kind that a flatbuffer can hold."""

    empty: list[int]
    nothing: Optional[int]
    some: list[Optional[int]]

    def __init__(self) -> None:
        super().__init__()
        self.ints = [1, 2, 3]
        self.floats = [1.5, 2.5]
        self.bools = [True, False]
        self.texts = ["a", "b"]
        self.tensors = [torch.ones(1), torch.zeros(2)]
        self.pair = (1, "x", torch.ones(2))
        self.by_text = {"k": 1, "l": 2}
        self.by_int = {1: [1.0], 2: [2.0, 3.0]}
        self.lists = [[1], [2, 3]]
        self.empty = torch.jit.annotate(list[int], [])
        self.nothing = torch.jit.annotate(Optional[int], None)
        self.some = torch.jit.annotate(list[Optional[int]], [1, None])
        self.device = torch.device("cpu")
        self.number = 1 + 2j
        self.factor = 0.5
        self.scaled = Scaled()
        self.nhwc = torch.arange(24.0).view(1, 2, 3, 4).to(memory_format=torch.channels_last)
        self.view = torch.arange(10.0)[2:5]
        self.half = torch.ones(2, dtype=torch.half)
        self.flags = torch.tensor([True, False])
        self.nil = torch.zeros(0)
        self.scalar = torch.tensor(3.0)
        self.weight = nn.Parameter(torch.ones(2))

    def forward(self, x: Tensor, k: int = 2, m: Optional[int] = None, name: str = "q"):
        y = self.scaled(x) * self.factor + self.scalar + self.weight + k
        if m is not None:
            y = y + self.ints[m] + self.by_text["k"]
        containers = (self.floats, self.bools, self.texts, self.tensors, self.pair)
        dicts = (self.by_text, self.by_int, self.lists, self.empty, self.nothing, self.some)
        tensors = (self.nhwc, self.view, self.half, self.flags, self.nil)
        return y, containers, dicts, tensors, self.device, self.number, name, [1, 2], "const", 1.5


class FlatQuantized(nn.Module):
    """Quantized attributes, per tensor and per channel."""

    def __init__(self) -> None:
        super().__init__()
        x = torch.arange(6.0).view(3, 2) - 2.5
        self.whole = torch.quantize_per_tensor(x, 0.1, 30, torch.quint8)
        scales = torch.tensor([0.1, 0.2, 0.3])
        self.rows = torch.quantize_per_channel(x, scales, torch.tensor([0, 1, 2]), 0, torch.qint8)

    def forward(self, x: Tensor):
        return x + 1, self.whole, self.rows


class FlatDivision(nn.Module):
    """An operator whose meaning the version in the file decides."""

    def forward(self, x: Tensor, y: Tensor):
        return x / y, torch.full([2], 1)


MODELS: dict[type[nn.Module], list[list[Any]]] = {
    FlatValues: [[torch.ones(1, 2)], [torch.ones(3, 2), 5, 1, "name"]],
    FlatQuantized: [[torch.ones(3, 2)]],
    FlatDivision: [[torch.tensor([7, -7]), torch.tensor([2, 2])]],
}


def main() -> None:
    for cls, inputs in MODELS.items():
        model = HERE / f"{cls.__name__}.ff"
        export(cls(), model, cls.__name__)
        for number, arguments in enumerate(inputs):
            save_case(record(model, arguments), HERE / f"{cls.__name__}.{number}.pt")


if __name__ == "__main__":
    main()
