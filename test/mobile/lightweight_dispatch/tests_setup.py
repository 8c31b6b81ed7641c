"""Exports the models of this folder and records their results. Needs torch.

tests_setup.py           writes models/*.ptl, models/*.N.pt and lightweight_dispatch_ops.yaml
tests_setup.py --check   exports again, elsewhere, and compares operators, instructions and results
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "recording"), str(HERE.parents[2] / "tools/ptl")]

import torch  # noqa: E402
from aten_ptl.model import read_model  # noqa: E402
from aten_ptl.selection import selection_yaml  # noqa: E402
from recording import describe_difference, export, record, save_case  # noqa: E402
from zoo import ZOO  # noqa: E402


def write_models(folder: Path) -> None:
    """Exports every model and records every case into `folder`."""
    for name, entry in ZOO.items():
        model = folder / f"{name}.ptl"
        export(entry.factory(), model, name)
        for number, inputs in enumerate(entry.inputs):
            save_case(record(model, inputs), folder / f"{name}.{number}.pt")


def differences(kept: Path, made: Path) -> list[str]:
    """What differs between the kept files and those exported now, beyond bytes."""
    problems = []
    names = {path.name for folder in (kept, made) for path in folder.glob("*.pt*")}
    for name in sorted(names):
        old, new = kept / name, made / name
        if not old.exists() or not new.exists():
            problems.append(f"{name}: only in {'the repository' if old.exists() else 'the export'}")
        elif name.endswith(".ptl"):
            before, now = read_model(str(old)), read_model(str(new))
            if before.operators != now.operators:
                changed = sorted(before.operators ^ now.operators)
                problems.append(f"{name}: operators differ: {', '.join(changed)}")
            for a, b in zip(before.methods, now.methods):
                if (a.signature, a.instructions) != (b.signature, b.instructions):
                    problems.append(f"{name}: {a.name}: instructions differ")
            if len(before.methods) != len(now.methods):
                problems.append(f"{name}: {len(before.methods)} against {len(now.methods)} methods")
        else:
            cases = [torch.load(path, weights_only=False) for path in (old, new)]
            problem = describe_difference(*cases)
            if problem:
                problems.append(f"{name}: {problem}")
    return problems


def check(kept: Path) -> int:
    with tempfile.TemporaryDirectory() as folder:
        write_models(Path(folder))
        problems = differences(kept, Path(folder))
    for problem in problems:
        print(problem, file=sys.stderr)
    print(f"{len(ZOO)} models exported again, {len(problems)} differences")
    return 1 if problems else 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--check", action="store_true", help="compare instead of writing")
    args = parser.parse_args()
    models = HERE / "models"
    if args.check:
        return check(models)
    for old in models.glob("*.pt*"):
        old.unlink()
    write_models(models)
    selection = selection_yaml([read_model(str(models / f"{name}.ptl")) for name in sorted(ZOO)])
    (HERE / "lightweight_dispatch_ops.yaml").write_text(selection, encoding="utf-8")
    return 0


if __name__ == "__main__":
    if os.environ.get("PYTHONHASHSEED") != "0":
        # torch iterates over sets of names: with other seeds the same model has other bytes.
        os.environ["PYTHONHASHSEED"] = "0"
        os.execv(sys.executable, [sys.executable, *sys.argv])
    sys.exit(main())
