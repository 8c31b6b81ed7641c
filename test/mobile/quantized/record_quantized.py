"""Exports the quantized models of this folder and records their results. Needs torch.

record_quantized.py     writes *.ptl and *.N.pt

The engine is qnnpack, as on phones, where it can be.
"""

import sys
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent / "recording")]

import torch  # noqa: E402
from recording import export, neutral_source_names, record, save_case  # noqa: E402
from torch import Tensor, nn  # noqa: E402
from torch.ao import quantization  # noqa: E402
from torch.ao.nn import quantized as nnq  # noqa: E402

warnings.filterwarnings("ignore")


class QuantizedStatic(nn.Module):
    """A network quantized after calibration: convolutions, sums, joins, pooling, linear."""

    def __init__(self) -> None:
        super().__init__()
        self.quant = quantization.QuantStub()
        self.first = nn.Sequential(nn.Conv2d(3, 8, 3, 2, 1), nn.BatchNorm2d(8), nn.ReLU())
        self.depth = nn.Sequential(nn.Conv2d(8, 8, 3, 1, 1, groups=8), nn.BatchNorm2d(8), nn.ReLU())
        self.point = nn.Conv2d(8, 8, 1)
        self.grouped = nn.Conv2d(8, 6, 3, dilation=2, padding=2, groups=2)
        self.add = nnq.FloatFunctional()
        self.cat = nnq.FloatFunctional()
        self.mul = nnq.FloatFunctional()
        self.pool = nn.AdaptiveAvgPool2d(1)
        self.fc = nn.Linear(14, 5)
        self.dequant = quantization.DeQuantStub()

    def forward(self, x: Tensor) -> Tensor:
        x = self.first(self.quant(x))
        x = self.add.add_relu(x, self.point(self.depth(x)))
        x = self.cat.cat([nn.functional.max_pool2d(x, 3, 1, 1), self.grouped(x)], 1)
        x = self.mul.mul_scalar(torch.flatten(self.pool(x), 1), 0.5)
        return self.dequant(self.fc(x))

    @staticmethod
    def make() -> nn.Module:
        model = QuantizedStatic().eval()
        pairs = [["first.0", "first.1", "first.2"], ["depth.0", "depth.1", "depth.2"]]
        quantization.fuse_modules(model, pairs, inplace=True)
        model.qconfig = quantization.get_default_qconfig("qnnpack")
        quantization.prepare(model, inplace=True)
        for _ in range(4):
            model(torch.randn(2, 3, 17, 15))
        return quantization.convert(model)


class QuantizedDynamic(nn.Module):
    """Weights of 8 bits, or float16, for layers of real numbers: linear, LSTM, GRU and cells."""

    def __init__(self) -> None:
        super().__init__()
        self.fc = nn.Linear(6, 8)
        self.lstm = nn.LSTM(8, 5, num_layers=2, bidirectional=True)
        self.gru = nn.GRU(10, 4, batch_first=True)
        self.lstm_cell = nn.LSTMCell(4, 3)
        self.gru_cell = nn.GRUCell(4, 3)
        self.rnn_cell = nn.RNNCell(4, 3)

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor, Tensor, Tensor, Tensor, Tensor]:
        x = torch.relu(self.fc(x))
        x, (h, c) = self.lstm(x)
        x, _last = self.gru(x)
        step = x[0]
        cell_h, cell_c = self.lstm_cell(step)
        return x, h, c, cell_h + cell_c, self.gru_cell(step), self.rnn_cell(step)

    @staticmethod
    def make(dtype: torch.dtype = torch.qint8) -> nn.Module:
        layers = {nn.Linear, nn.LSTM, nn.GRU}
        if dtype == torch.qint8:
            layers |= {nn.LSTMCell, nn.GRUCell, nn.RNNCell}
        return quantization.quantize_dynamic(QuantizedDynamic().eval(), layers, dtype)


class QuantizedEmbedding(nn.Module):
    """Rows of 8, 4 and 2 bits, alone and in bags."""

    def __init__(self) -> None:
        super().__init__()
        self.bytes = nn.Embedding(10, 12)
        self.bag = nn.EmbeddingBag(10, 12, mode="sum", include_last_offset=True)
        ops = torch.ops.quantized
        # quint4x2 tensors do not survive in a model of PyTorch's; their packed rows do.
        self.nibbles = ops.embedding_bag_4bit_prepack(torch.randn(10, 12))
        self.pairs = ops.embedding_bag_2bit_prepack(torch.randn(10, 12))

    def forward(self, rows: Tensor, offsets: Tensor) -> list[Tensor]:
        ops = torch.ops.quantized
        last = offsets[:-1]
        return [
            self.bytes(rows),
            self.bag(rows, offsets),
            ops.embedding_bag_4bit_rowwise_offsets(self.nibbles, rows, last),
            ops.embedding_bag_2bit_rowwise_offsets(self.pairs, rows, last),
            ops.embedding_bag_byte_unpack(ops.embedding_bag_byte_prepack(self.bytes(rows))),
            ops.embedding_bag_4bit_unpack(self.nibbles),
        ]

    @staticmethod
    def make() -> nn.Module:
        model = QuantizedEmbedding().eval()
        whole = quantization.float_qparams_weight_only_qconfig
        model.bytes.qconfig = model.bag.qconfig = whole
        quantization.prepare(model, inplace=True)
        return quantization.convert(model)


class QuantizedConvolutions(nn.Module):
    """Convolutions of one, two and three dimensions, scales per channel, transposed ones."""

    def __init__(self) -> None:
        super().__init__()
        self.one = nnq.Conv1d(4, 6, 3, stride=2, padding=1)
        self.two = nnq.Conv2d(4, 6, (3, 2), padding=(2, 0), groups=2)
        self.up_one = nnq.ConvTranspose1d(4, 3, 3, stride=2, output_padding=1)
        self.up_two = nnq.ConvTranspose2d(4, 6, 3, stride=2, padding=1, groups=2)
        for layer in (self.one, self.two, self.up_one, self.up_two):
            shape = layer.weight().shape
            axis = 1 if isinstance(layer, nnq.modules.conv._ConvTransposeNd) else 0
            weight = torch.quantize_per_tensor(torch.randn(shape), 0.02, 0, torch.qint8)
            if axis == 0:
                scales = torch.rand(shape[0]) * 0.02 + 0.01
                zeros = torch.zeros(shape[0], dtype=torch.long)
                weight = torch.quantize_per_channel(
                    torch.randn(shape), scales, zeros, 0, torch.qint8
                )
            layer.set_weight_bias(weight, torch.randn(layer.out_channels))
            layer.scale, layer.zero_point = 0.05, 100

    def forward(self, line: Tensor, image: Tensor) -> list[Tensor]:
        a = torch.quantize_per_tensor(line, 0.03, 120, torch.quint8)
        b = torch.quantize_per_tensor(image, 0.03, 120, torch.quint8)
        return [self.one(a), self.up_one(a), self.two(b), self.up_two(b)]


class QuantizedFunctions(nn.Module):
    """quantized:: operators with a scale and zero point of their own."""

    def forward(self, x: Tensor, y: Tensor) -> list[Tensor]:
        a = torch.quantize_per_tensor(x, 0.04, 90, torch.quint8)
        b = torch.quantize_per_tensor(y, 0.03, 130, torch.quint8)
        ops = torch.ops.quantized
        ones = torch.ones(3)
        out = [ops.add(a, b, 0.06, 120), ops.add_relu(a, b, 0.06, 20), ops.mul(a, b, 0.05, 110)]
        out += [ops.add_scalar(a, 0.5), ops.add_scalar(a, 50.0), ops.mul_scalar(a, 2.0)]
        out += [ops.mul_scalar(a, -2.0), ops.cat([a, b], 1, 0.05, 100), ops.hardswish(a, 0.03, 20)]
        out += [ops.sigmoid(a, 0.00390625, 0), ops.leaky_relu(a, 0.2, False, 0.04, 60)]
        out += [ops.elu(a, 0.04, 30), ops.celu(a, 0.04, 30), ops.relu6(a), ops.clamp(a, -0.5, 0.5)]
        out += [ops.batch_norm2d(a, ones, ones, ones * 0.1, ones * 2, 1e-5, 0.04, 70)]
        out += [ops.instance_norm(a, ones, ones, 1e-5, 0.03, 110)]
        out += [ops.group_norm(a, 3, ones, ones, 1e-5, 0.03, 110)]
        out += [ops.layer_norm(a, [4, 5], None, None, 1e-5, 0.03, 128)]
        out += [ops.matmul(a, b.transpose(2, 3), 0.1, 100), ops.threshold(a, 0.3, 0.1)]
        return out


def image(*shape: int) -> Tensor:
    return torch.randn(shape)


def half() -> nn.Module:
    return QuantizedDynamic.make(torch.float16)


Model = tuple[Callable[[], nn.Module], list[Any], str, float]


def models() -> dict[str, Model]:
    """What makes each model, its inputs, the engine, and the tolerance of its results."""
    rows, offsets = torch.tensor([0, 3, 9, 3, 1]), torch.tensor([0, 2, 2, 5])
    pair = [image(2, 3, 4, 5), image(2, 3, 4, 5)]
    return {
        "QuantizedStatic": (QuantizedStatic.make, [image(2, 3, 17, 15)], "qnnpack", 0),
        "QuantizedDynamic": (QuantizedDynamic.make, [image(3, 2, 6)], "qnnpack", 1e-4),
        # qnnpack has no weights of float16.
        "QuantizedHalf": (half, [image(3, 2, 6)], "fbgemm", 1e-4),
        "QuantizedEmbedding": (QuantizedEmbedding.make, [rows, offsets], "qnnpack", 0),
        "QuantizedConvolutions": (
            QuantizedConvolutions,
            [image(2, 4, 9), image(2, 4, 6, 5)],
            "qnnpack",
            0,
        ),
        "QuantizedFunctions": (QuantizedFunctions, pair, "qnnpack", 0),
    }


def main() -> None:
    torch.manual_seed(0)
    for name, (make, inputs, engine, tolerance) in models().items():
        torch.backends.quantized.engine = engine
        model = HERE / f"{name}.ptl"
        # Scripted here: export() would forget the classes of packed weights.
        with neutral_source_names():
            scripted = torch.jit.script(make().eval())
        export(scripted, model, name)
        case = record(model, inputs)
        if tolerance:
            case["tol"] = tolerance
        save_case(case, HERE / f"{name}.0.pt")


if __name__ == "__main__":
    main()
