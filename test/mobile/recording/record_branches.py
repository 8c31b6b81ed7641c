"""Writes branches.ptl and branches.ff beside itself: one module as both kinds of file. Needs torch.

python3 tools/ptl/testdata/record_models.py
"""

import os
import sys
from typing import Optional

import torch


class Branches(torch.nn.Module):
    """Loops, branches, containers, an exception: most of the instructions that models have."""

    def __init__(self):
        super().__init__()
        self.l = torch.nn.Linear(3, 2)
        self.n = 0

    def forward(self, x):
        y: list[torch.Tensor] = []
        d: dict[str, int] = {}
        for i in range(3):
            if i % 2 == 0:
                y.append(self.l(x))
            else:
                d["a"] = i
        self.n += 1
        t = torch.stack(y)
        if t.sum() > 100:
            raise RuntimeError("x")
        return t, d

    @torch.jit.export
    def other(self, x: Optional[int]):
        if x is None:
            return [1, 2]
        return [x]


if __name__ == "__main__":
    stem = os.path.join(sys.argv[1], "branches")
    module = torch.jit.script(Branches())
    module._save_for_lite_interpreter(stem + ".ptl")
    module._save_for_lite_interpreter(stem + ".ff", _use_flatbuffer=True)
