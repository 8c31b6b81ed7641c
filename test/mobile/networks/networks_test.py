"""Small networks give PyTorch's results: networks_test.py PREDICTOR ARCHIVE."""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

from operator_cases import run_cases, unpack


def main(predictor: str, archive: str) -> int:
    with tempfile.TemporaryDirectory(dir=os.environ.get("TEST_TMPDIR")) as folder:
        unpack([archive], Path(folder))
        outcomes = run_cases(predictor, Path(folder))
    for outcome in outcomes:
        print(f"{outcome.case}: {outcome.problem or 'passes'}")
    return 1 if not outcomes or any(o.problem for o in outcomes) else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
