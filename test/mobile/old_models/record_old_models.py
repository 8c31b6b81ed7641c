"""Writes OldDivision.ptl and the results of its calls. Needs torch.

It is exported as models are now, and its record of the operators' version is set back to one in
which the division of whole numbers was another. PyTorch runs it with what it calls upgraders.
"""

from __future__ import annotations

import sys
import tempfile
import zipfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "recording"))

import torch  # noqa: E402
from recording import export, record, save_case  # noqa: E402
from torch import nn  # noqa: E402

VERSION = b"3\n"


class OldDivision(nn.Module):
    def forward(self, a: torch.Tensor, b: torch.Tensor, n: int) -> list[torch.Tensor]:
        c = a.clone()
        c /= b
        return [a / b, a / n, c]


def set_back(source: Path, target: Path) -> None:
    """A copy of the archive with another version."""
    with zipfile.ZipFile(source) as old, zipfile.ZipFile(target, "w") as new:
        for name in old.namelist():
            data = VERSION if name.rpartition("/")[2] == "version" else old.read(name)
            new.writestr(zipfile.ZipInfo(name), data)


def main() -> None:
    model = HERE / "OldDivision.ptl"
    with tempfile.TemporaryDirectory() as folder:
        exported = Path(folder) / model.name
        export(OldDivision(), exported, "OldDivision")
        set_back(exported, model)
    whole = torch.tensor([7, -7, 8]), torch.tensor([2, 2, -3]), 2
    fractions = torch.tensor([7.0, -7.0, 8.0]), torch.tensor([2.0, 2.0, -3.0]), 4
    for number, inputs in enumerate((whole, fractions)):
        save_case(record(model, inputs), HERE / f"OldDivision.{number}.pt")


if __name__ == "__main__":
    main()
