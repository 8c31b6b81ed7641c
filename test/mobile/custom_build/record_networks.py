"""Exports the networks without weights and records what PyTorch computes with made ones.

Needs torch. Writes, for each network, NAME.stripped.ptl, NAME.sha256 (of the filled file),
NAME.expected.pt (of an image of ones), NAME.printed.txt (its first five values) and NAME.0.pt (a
case with an image of many values).
"""

from __future__ import annotations

import hashlib
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "recording"), str(HERE.parents[2] / "tools/ptl")]

import torch  # noqa: E402
from networks import MobileNetV2, ResNet18  # noqa: E402
from recording import record, save_case  # noqa: E402
from torch.jit.mobile import _load_for_lite_interpreter  # noqa: E402
from weights import fill, strip  # noqa: E402

# A printed value this close to where its third decimal changes would make the test fickle.
_CLEARANCE = 2e-5


def image(size: int) -> torch.Tensor:
    """A picture of waves."""
    y, x = torch.meshgrid(torch.arange(size) / 7.0, torch.arange(size) / 11.0, indexing="ij")
    return torch.stack([torch.sin(x + y), torch.cos(x - y), torch.sin(x) * torch.cos(y)])[None]


def make(name: str, network: torch.nn.Module, folder: Path) -> None:
    exported = folder / f"{name}.ptl"
    with torch.no_grad():
        traced = torch.jit.trace(network.eval(), torch.ones(1, 3, 224, 224))
    traced._save_for_lite_interpreter(str(exported))
    stripped = HERE / f"{name}.stripped.ptl"
    strip(str(exported), str(stripped))
    filled = folder / f"{name}.filled.ptl"
    fill(str(stripped), str(filled))
    digest = hashlib.sha256(filled.read_bytes()).hexdigest()
    (HERE / f"{name}.sha256").write_text(digest + "\n", encoding="utf-8")

    output = _load_for_lite_interpreter(str(filled)).forward(torch.ones(1, 3, 224, 224))
    low, high = output.min(), output.max()
    print(f"{name}: deviation {output.std():.3f}, from {low:.3f} to {high:.3f}")
    first = output.flatten()[:5].tolist()
    for value in first:
        distance = abs((value * 1000) % 1 - 0.5) / 1000
        assert distance > _CLEARANCE, f"{name}: {value} is too close to a rounding boundary"
    torch.save(output, HERE / f"{name}.expected.pt")
    (HERE / f"{name}.printed.txt").write_text("".join(f"{v:.3f}\n" for v in first))
    save_case(record(filled, [image(96)], tol=1e-4), HERE / f"{name}.0.pt")


def main() -> int:
    with tempfile.TemporaryDirectory() as folder:
        make("mobilenet_v2", MobileNetV2(), Path(folder))
        make("resnet18", ResNet18(), Path(folder))
    return 0


if __name__ == "__main__":
    sys.exit(main())
