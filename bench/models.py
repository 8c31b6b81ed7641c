"""Writes the models that compare.py measures, and an input of each.

    python bench/models.py DIR

Needs torch; writes NAME.ptl, as users save them, NAME.npy, and NAME.onnx and NAME.pte where the
exporters are installed. Weights are random, from a fixed seed.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import torch
from torch import nn
from torch.nn import functional


def conv_norm(inputs: int, outputs: int, kernel: int, stride: int = 1, groups: int = 1) -> list:
    conv = nn.Conv2d(inputs, outputs, kernel, stride, kernel // 2, groups=groups, bias=False)
    return [conv, nn.BatchNorm2d(outputs)]


class Inverted(nn.Module):
    """MobileNetV2's block: widen, filter each channel, narrow."""

    def __init__(self, inputs: int, outputs: int, stride: int, widen: int) -> None:
        super().__init__()
        inner = inputs * widen
        layers = [*conv_norm(inputs, inner, 1), nn.ReLU6()] if widen > 1 else []
        layers += [*conv_norm(inner, inner, 3, stride, inner), nn.ReLU6()]
        self.layers = nn.Sequential(*layers, *conv_norm(inner, outputs, 1))
        self.adds = stride == 1 and inputs == outputs

    def forward(self, x):
        return x + self.layers(x) if self.adds else self.layers(x)


def mobilenet_v2() -> nn.Module:
    plan = [(1, 16, 1, 1), (6, 24, 2, 2), (6, 32, 3, 2), (6, 64, 4, 2)]
    plan += [(6, 96, 3, 1), (6, 160, 3, 2), (6, 320, 1, 1)]
    layers = [*conv_norm(3, 32, 3, 2), nn.ReLU6()]
    channels = 32
    for widen, outputs, count, stride in plan:
        for i in range(count):
            layers.append(Inverted(channels, outputs, stride if i == 0 else 1, widen))
            channels = outputs
    layers += [*conv_norm(320, 1280, 1), nn.ReLU6(), nn.AdaptiveAvgPool2d(1), nn.Flatten()]
    return nn.Sequential(*layers, nn.Dropout(0.2), nn.Linear(1280, 1000))


class Residual(nn.Module):
    """ResNet-18's block."""

    def __init__(self, inputs: int, outputs: int, stride: int) -> None:
        super().__init__()
        self.first = nn.Sequential(*conv_norm(inputs, outputs, 3, stride), nn.ReLU())
        self.second = nn.Sequential(*conv_norm(outputs, outputs, 3))
        same = stride == 1 and inputs == outputs
        self.short = (
            nn.Identity() if same else nn.Sequential(*conv_norm(inputs, outputs, 1, stride))
        )

    def forward(self, x):
        return functional.relu(self.second(self.first(x)) + self.short(x))


def resnet18() -> nn.Module:
    layers = [*conv_norm(3, 64, 7, 2), nn.ReLU(), nn.MaxPool2d(3, 2, 1)]
    channels = 64
    for outputs in (64, 128, 256, 512):
        layers.append(Residual(channels, outputs, 1 if outputs == 64 else 2))
        layers.append(Residual(outputs, outputs, 1))
        channels = outputs
    return nn.Sequential(*layers, nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(512, 1000))


class Attention(nn.Module):
    """One layer of an encoder with 4 heads of 64."""

    def __init__(self) -> None:
        super().__init__()
        self.query, self.key, self.value, self.out = (nn.Linear(256, 256) for _ in range(4))
        self.norm1, self.norm2 = nn.LayerNorm(256), nn.LayerNorm(256)
        self.widen, self.narrow = nn.Linear(256, 1024), nn.Linear(1024, 256)

    def heads(self, x):
        return x.view(x.size(0), x.size(1), 4, 64).transpose(1, 2)

    def forward(self, x):
        q, k, v = self.heads(self.query(x)), self.heads(self.key(x)), self.heads(self.value(x))
        weights = torch.softmax(torch.matmul(q, k.transpose(-1, -2)) / 8, dim=-1)
        y = torch.matmul(weights, v).transpose(1, 2).contiguous().view(x.size(0), x.size(1), 256)
        x = self.norm1(x + self.out(y))
        return self.norm2(x + self.narrow(functional.gelu(self.widen(x))))


class BertTiny(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.tokens = nn.Embedding(2000, 256)
        self.places = nn.Parameter(torch.randn(1, 128, 256) * 0.02)
        self.layers = nn.Sequential(*[Attention() for _ in range(4)])
        self.out = nn.Linear(256, 16)

    def forward(self, ids):
        return self.out(self.layers(self.tokens(ids) + self.places)[:, 0])


class Lstm(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.lstm = nn.LSTM(80, 256, 2, batch_first=True)
        self.out = nn.Linear(256, 30)

    def forward(self, x):
        y, _ = self.lstm(x)
        return self.out(y[:, -1])


class AddTiny(nn.Module):
    def forward(self, x):
        for _ in range(1000):
            x = x + 1
        return x


class ScalarLoop(nn.Module):
    def forward(self, x):
        s = 1
        for i in range(100000):
            s = (s * 3 + i) % 1000003
        return x + s


MODELS: dict[str, tuple[Callable[[], nn.Module], torch.Tensor]] = {
    "mobilenet_v2": (mobilenet_v2, torch.randn(1, 3, 224, 224)),
    "resnet18": (resnet18, torch.randn(1, 3, 224, 224)),
    "bert_tiny": (BertTiny, torch.randint(0, 2000, (1, 128))),
    "lstm": (Lstm, torch.randn(1, 100, 80)),
    "add_tiny": (AddTiny, torch.zeros(1)),
    "scalar_loop": (ScalarLoop, torch.zeros(1, dtype=torch.int64)),
}


def settle(model: nn.Module, x: torch.Tensor) -> None:
    """Gives batch norms statistics, so that numbers neither vanish nor explode."""
    norms = [m for m in model.modules() if isinstance(m, nn.BatchNorm2d)]
    for norm in norms:
        norm.momentum = None
    if norms:
        model.train()
        model(torch.randn(4, *x.shape[1:]))
    for norm in norms:
        norm.momentum = 0.1
    model.eval()


def export_onnx(model: nn.Module, x: torch.Tensor, path: Path) -> None:
    scripted = torch.jit.script(model) if isinstance(model, (AddTiny, ScalarLoop)) else model
    torch.onnx.export(scripted, (x,), str(path), dynamo=False, opset_version=17)


def export_executorch(model: nn.Module, x: torch.Tensor, path: Path) -> None:
    from executorch.backends.xnnpack.partition.xnnpack_partitioner import XnnpackPartitioner
    from executorch.exir import to_edge_transform_and_lower

    program = torch.export.export(model, (x,))
    lowered = to_edge_transform_and_lower(program, partitioner=[XnnpackPartitioner()])
    path.write_bytes(lowered.to_executorch().buffer)


def main(directory: Path) -> None:
    directory.mkdir(parents=True, exist_ok=True)
    for name, (make, x) in MODELS.items():
        torch.manual_seed(0)
        model = make()
        with torch.no_grad():
            settle(model, x)
            np.save(directory / f"{name}.npy", x.numpy())
            torch.jit.script(model)._save_for_lite_interpreter(str(directory / f"{name}.ptl"))
            for suffix, export in ((".onnx", export_onnx), (".pte", export_executorch)):
                try:
                    export(model, x, directory / (name + suffix))
                except Exception as error:
                    print(f"{name}{suffix}: not written: {error!r}"[:200])
        print(f"{name}: written")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
