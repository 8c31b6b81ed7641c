"""Operators give PyTorch's results.

operators_test.py --predictor P --failing F --production F --yaml Y... --archives A...

Runs the recorded cases of all archives. FAILING lists those that are known to fail, one a line, and
why; the test fails for any other. Prints coverage figures, and the listed cases that pass by now.
Run by `bazel run //test/mobile/model_test:operators` it writes docs/operators.md, too.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from pathlib import Path

from operator_cases import run_cases, unpack
from operator_report import by_dtype, declared_operators, figures, production_counts, report


def known_failures(path: str) -> set[str]:
    """The first words of a file's lines."""
    lines = Path(path).read_text(encoding="utf-8").splitlines()
    return {line.split()[0] for line in lines if line.strip() and not line.startswith("#")}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    for name in ("predictor", "failing", "production"):
        parser.add_argument(f"--{name}", required=True)
    for name in ("yaml", "archives"):
        parser.add_argument(f"--{name}", required=True, nargs="+")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=os.environ.get("TEST_TMPDIR")) as name:
        folder = Path(name)
        left_out = unpack(args.archives, folder)
        outcomes = run_cases(args.predictor, folder)
    declared = declared_operators(args.yaml)
    production = production_counts(args.production)
    print(by_dtype(outcomes) + figures(outcomes, left_out, declared, production))
    known = known_failures(args.failing)
    new = [o for o in outcomes if o.problem and o.case not in known]
    for outcome in new:
        print(f"FAIL {outcome.case}: {outcome.problem}")
    for outcome in outcomes:
        if not outcome.problem and outcome.case in known:
            print(f"{outcome.case} passes by now: take it off {args.failing}")
    workspace = os.environ.get("BUILD_WORKSPACE_DIRECTORY")
    if workspace:
        page = report(outcomes, left_out, declared, production)
        (Path(workspace) / "docs/operators.md").write_text(page, encoding="utf-8")
        print("wrote docs/operators.md")
    return 1 if new or not outcomes else 0


if __name__ == "__main__":
    sys.exit(main())
