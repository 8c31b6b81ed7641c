"""Exports the models of the examples, with a recorded call each. Needs PyTorch; building does not.

python3 make_models.py
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "test/mobile/recording"))

import torch  # noqa: E402
from recording import export, record, save_case  # noqa: E402
from torch import nn  # noqa: E402


class Classifier(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.hidden = nn.Linear(4, 8)
        self.output = nn.Linear(8, 3)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return torch.softmax(self.output(torch.relu(self.hidden(x))), dim=-1)


class Edges(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.filter = nn.Conv2d(1, 2, 3, padding=1)

    def forward(self, image: torch.Tensor) -> torch.Tensor:
        return torch.sigmoid(self.filter(image)).mean(dim=[2, 3])


class Shop(nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return torch.ops.shop.scaled_add(x, x, 3.0) - torch.neg(x)


def save(module: nn.Module, path: Path, *inputs: torch.Tensor) -> None:
    export(module, path, path.stem)
    save_case(record(path, inputs), path.with_suffix(".case.pt"))


def main() -> None:
    torch.manual_seed(0)
    library = torch.library.Library("shop", "DEF")
    library.define("scaled_add(Tensor a, Tensor b, float scale=2.0) -> Tensor")
    library.impl("scaled_add", lambda a, b, scale=2.0: a + scale * b, "CompositeImplicitAutograd")

    save(Classifier(), HERE / "minimal_app/classifier.ptl", torch.rand(2, 4))
    save(Edges(), HERE / "selective_from_yaml/edges.ptl", torch.rand(1, 1, 8, 8))
    save(Shop(), HERE / "custom_op/model.ptl", torch.rand(2, 3))
    for model in ("minimal_app/classifier.ptl", "selective_from_yaml/edges.ptl"):
        shutil.copy(HERE / model, HERE / "two_models_one_binary")


if __name__ == "__main__":
    main()
