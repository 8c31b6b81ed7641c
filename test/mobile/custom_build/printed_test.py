"""printed_test.py PREDICTOR MODEL PRINTED SHA256: what a bare call of a predictor prints.

The model must be the very file that the expectation was recorded with.
"""

from __future__ import annotations

import hashlib
import subprocess
import sys
from pathlib import Path


def main(predictor: str, model: str, printed: str, digest: str) -> int:
    made = hashlib.sha256(Path(model).read_bytes()).hexdigest()
    wanted = Path(digest).read_text(encoding="utf-8").strip()
    if made != wanted:
        print(f"{model} is another file than the one recorded: {made} instead of {wanted}")
        return 1
    result = subprocess.run([predictor, model], capture_output=True, text=True, check=False)
    expected = Path(printed).read_text(encoding="utf-8")
    if result.returncode != 0 or result.stdout != expected:
        print(f"exit code {result.returncode}\n{result.stdout}{result.stderr}expected:\n{expected}")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
