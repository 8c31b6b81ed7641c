"""Small networks of the kinds that phones run, with what PyTorch computes. Needs torch.

record_small_networks.py   writes networks.tar.xz

Each is built in our own words with a few channels and random weights, scripted, saved for the lite
interpreter and run by it: NAME.float32.ptl with NAME.float32.N.pt for inputs of several sizes.
"""

from __future__ import annotations

import sys
import tempfile
import warnings
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "model_test"))

import torch  # noqa: E402
import torch.nn.functional as F  # noqa: E402
from torch import Tensor, nn  # noqa: E402
from traced_calls import record, save_case, without_source, write_archive  # noqa: E402


class Residual(nn.Module):
    """Two convolutions around a shortcut, as in ResNet."""

    def __init__(self, inputs: int, outputs: int, stride: int) -> None:
        super().__init__()
        self.first = nn.Conv2d(inputs, outputs, 3, stride, 1, bias=False)
        self.norm1 = nn.BatchNorm2d(outputs)
        self.second = nn.Conv2d(outputs, outputs, 3, 1, 1, bias=False)
        self.norm2 = nn.BatchNorm2d(outputs)
        self.shortcut = nn.Sequential(
            nn.Conv2d(inputs, outputs, 1, stride), nn.BatchNorm2d(outputs)
        )

    def forward(self, x: Tensor) -> Tensor:
        y = torch.relu(self.norm1(self.first(x)))
        return torch.relu(self.norm2(self.second(y)) + self.shortcut(x))


class ResNetLike(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.stem = nn.Conv2d(3, 8, 7, 2, 3)
        self.pool = nn.MaxPool2d(3, 2, 1)
        self.blocks = nn.Sequential(Residual(8, 8, 1), Residual(8, 16, 2))
        self.head = nn.Linear(16, 10)

    def forward(self, x: Tensor) -> Tensor:
        y = self.blocks(self.pool(F.relu(self.stem(x))))
        return self.head(torch.flatten(F.adaptive_avg_pool2d(y, [1, 1]), 1))


class Inverted(nn.Module):
    """Expansion, depthwise convolution, squeeze and excitation, as in MobileNetV3."""

    def __init__(self, channels: int) -> None:
        super().__init__()
        wide = channels * 3
        self.expand = nn.Sequential(
            nn.Conv2d(channels, wide, 1), nn.BatchNorm2d(wide), nn.Hardswish()
        )
        self.depthwise = nn.Conv2d(wide, wide, 5, 1, 2, groups=wide)
        self.squeeze = nn.Conv2d(wide, 4, 1)
        self.excite = nn.Conv2d(4, wide, 1)
        self.project = nn.Conv2d(wide, channels, 1)

    def forward(self, x: Tensor) -> Tensor:
        y = F.hardswish(self.depthwise(self.expand(x)))
        gate = F.hardsigmoid(self.excite(F.relu(self.squeeze(F.adaptive_avg_pool2d(y, 1)))))
        return x + self.project(y * gate)


class MobileNetLike(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.stem = nn.Conv2d(3, 8, 3, 2, 1)
        self.blocks = nn.Sequential(Inverted(8), Inverted(8))
        self.head = nn.Sequential(
            nn.Linear(8, 16), nn.Hardswish(), nn.Dropout(0.2), nn.Linear(16, 5)
        )

    def forward(self, x: Tensor) -> Tensor:
        return self.head(self.blocks(F.hardswish(self.stem(x))).mean([2, 3]))


class Detector(nn.Module):
    """Boxes and scores from a feature map; the best ones that do not overlap are kept."""

    def __init__(self) -> None:
        super().__init__()
        self.features = nn.Conv2d(3, 8, 3, 4, 1)
        self.boxes = nn.Conv2d(8, 4, 1)
        self.scores = nn.Conv2d(8, 1, 1)

    def forward(self, image: Tensor) -> dict[str, Tensor]:
        x = F.relu(self.features(image))
        raw = self.boxes(x).permute(0, 2, 3, 1).reshape(-1, 4)
        score = torch.sigmoid(self.scores(x)).reshape(-1)
        rows = torch.arange(x.size(2)).view(-1, 1).expand(x.size(2), x.size(3)).reshape(-1)
        columns = torch.arange(x.size(3)).repeat(x.size(2))
        centre = torch.stack([columns, rows], 1).to(torch.float32) + raw[:, :2]
        half = torch.exp(raw[:, 2:]).clamp(max=4.0)
        box = torch.cat([centre - half, centre + half], 1)
        order = torch.argsort(score, descending=True)
        area = (box[:, 2] - box[:, 0]) * (box[:, 3] - box[:, 1])
        kept: list[int] = []
        while order.numel() > 0 and len(kept) < 10:
            best = int(order[0].item())
            kept.append(best)
            others = order[1:]
            low = torch.maximum(box[others, :2], box[best, :2])
            high = torch.minimum(box[others, 2:], box[best, 2:])
            common = (high - low).clamp(min=0).prod(1)
            order = others[common / (area[others] + area[best] - common) <= 0.3]
        index = torch.tensor(kept, dtype=torch.long)
        return {"boxes": box[index], "scores": score[index]}


class Tagger(nn.Module):
    """Words to tags through an LSTM in both directions and a GRU."""

    def __init__(self) -> None:
        super().__init__()
        self.words = nn.Embedding(50, 8)
        self.lstm = nn.LSTM(8, 6, num_layers=2, bidirectional=True, batch_first=True)
        self.gru = nn.GRU(12, 5, batch_first=True)

    def forward(self, tokens: Tensor) -> tuple[Tensor, Tensor]:
        y, (hidden, _) = self.lstm(self.words(tokens))
        tags, _ = self.gru(y)
        return F.log_softmax(tags, 2), hidden


class Encoder(nn.Module):
    """A Transformer encoder over embedded tokens, with padding masked."""

    def __init__(self) -> None:
        super().__init__()
        self.words = nn.Embedding(40, 16)
        self.first = nn.MultiheadAttention(16, 4, batch_first=True)
        self.norm1 = nn.LayerNorm(16)
        self.feed = nn.Sequential(nn.Linear(16, 32), nn.GELU(), nn.Linear(32, 16))
        self.norm2 = nn.LayerNorm(16)

    def forward(self, tokens: Tensor) -> Tensor:
        x = self.words(tokens)
        y, _ = self.first(x, x, x, key_padding_mask=tokens == 0, need_weights=False)
        x = self.norm1(x + y)
        return self.norm2(x + self.feed(x))


class Speech(nn.Module):
    """Letters from a wave: short-time spectra, convolutions over time, greedy decoding."""

    def __init__(self) -> None:
        super().__init__()
        self.register_buffer("window", torch.hann_window(64))
        self.conv = nn.Conv1d(33, 16, 5, 2, 2)
        self.norm = nn.BatchNorm1d(16)
        self.head = nn.Linear(16, 9)

    def forward(self, wave: Tensor) -> tuple[Tensor, str]:
        spectrum = torch.stft(wave, 64, 32, 64, self.window, return_complex=True)
        power = torch.log1p(spectrum.real.square() + spectrum.imag.square())
        x = F.relu(self.norm(self.conv(power))).transpose(1, 2)
        log_probs = F.log_softmax(self.head(x), -1)
        text = ""
        last = 0
        letters: list[int] = log_probs[0].argmax(1).tolist()
        for best in letters:
            if best != last and best > 0:
                text += "_abcdefgh"[best]
            last = best
        return log_probs, text


def networks() -> dict[str, tuple[nn.Module, list[Tensor]]]:
    """Name -> network and its inputs."""
    images = [torch.rand(1, 3, 32, 32), torch.rand(2, 3, 45, 37)]
    tokens = [torch.tensor([[3, 7, 0, 0], [5, 1, 39, 2]]), torch.tensor([[9]])]
    waves = [torch.sin(torch.arange(800.0) / 7).view(1, -1), torch.rand(2, 333)]
    return {
        "ResNetLike": (ResNetLike(), images),
        "MobileNetLike": (MobileNetLike(), images),
        "Detector": (Detector(), [torch.rand(1, 3, 64, 48), torch.zeros(1, 3, 16, 16)]),
        "Tagger": (Tagger(), tokens),
        "Encoder": (Encoder(), tokens),
        "Speech": (Speech(), waves),
        "ResNetFrozen": (ResNetLike(), images),
        "MobileNetFrozen": (MobileNetLike(), images),
    }


def main() -> int:
    warnings.simplefilter("ignore")
    torch.manual_seed(1)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for network, (module, inputs) in networks().items():
            scripted = torch.jit.script(module.eval())
            if network.endswith("Frozen"):
                scripted = torch.jit.freeze(scripted)
            model = folder / f"{network}.float32.ptl"
            scripted._save_for_lite_interpreter(str(model))
            model.write_bytes(without_source(model.read_bytes()))
            for i, x in enumerate(inputs):
                case = record(model, [x])
                assert "error" not in case, case["error"]
                save_case(case, folder / f"{network}.float32.{i}.pt")
        target = HERE / "networks.tar.xz"
        write_archive(folder, target)
    print(f"{target.stat().st_size} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
