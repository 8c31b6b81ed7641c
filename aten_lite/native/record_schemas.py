"""Writes torch_schemas.txt.xz: the schema of every operator of PyTorch. Needs torch.

One a line, sorted: those of PyTorch's native_functions.yaml as they stand there, and those that are
registered by hand, as the registry prints them. schemas_test.py compares ours with it.
"""

from __future__ import annotations

import lzma
from pathlib import Path

import torch
import torchgen
import yaml


def declared_schemas() -> dict[str, str]:
    """Name -> schema, of the yaml inside the torch wheel."""
    path = Path(torchgen.__file__).parent / "packaged/ATen/native/native_functions.yaml"
    entries = yaml.safe_load(path.read_text(encoding="utf-8"))
    return {"aten::" + e["func"].partition("(")[0]: "aten::" + e["func"] for e in entries}


def registered_schemas() -> dict[str, str]:
    """Name -> schema, of all that PyTorch's JIT knows."""
    result = {}
    for schema in torch._C._jit_get_all_schemas():
        text = str(schema)
        result[text.partition("(")[0]] = text
    return result


def main() -> None:
    schemas = {**registered_schemas(), **declared_schemas()}
    lines = "".join(f"{schemas[name]}\n" for name in sorted(schemas))
    target = Path(__file__).resolve().parent / "torch_schemas.txt.xz"
    target.write_bytes(lzma.compress(lines.encode(), preset=9 | lzma.PRESET_EXTREME))
    print(f"{len(schemas)} schemas of torch {torch.__version__}")


if __name__ == "__main__":
    main()
