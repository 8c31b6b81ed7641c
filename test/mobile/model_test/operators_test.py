"""Operators give PyTorch's results: operators_test.py PREDICTOR ARCHIVE FAILING.

ARCHIVE holds models of one call each with their recorded results (record_operators.py). FAILING
lists the cases that are known to fail, one a line; the test fails for any other. Prints the
operators that are not complete, and the listed cases that pass by now.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tarfile
import tempfile
from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

_SECONDS = 120


def problem_of(predictor: str, case: Path) -> str:
    """What went wrong with a case, in one line, or nothing."""
    model = case.with_suffix(".ptl")
    command = [predictor, str(model), "--check_strides", "--threads=1", f"--case={case}"]
    try:
        result = subprocess.run(
            command, capture_output=True, text=True, timeout=_SECONDS, check=False
        )
    except subprocess.TimeoutExpired:
        return f"not done after {_SECONDS} s"
    if result.returncode == 0:
        return ""
    lines = [line.strip() for line in (result.stderr + result.stdout).splitlines()]
    text = " ".join(line for line in lines if line)[:300].replace(str(case.parent) + "/", "")
    return f"exit code {result.returncode}: {text}"


def print_table(outcomes: dict[str, str]) -> None:
    """Cases passed of all cases, by operator; only those where some failed."""
    count: dict[str, list[int]] = defaultdict(lambda: [0, 0])
    for case, problem in outcomes.items():
        operator = case.partition(".")[0]
        count[operator][0] += not problem
        count[operator][1] += 1
    complete = sum(passed == total for passed, total in count.values())
    for operator, (passed, total) in sorted(count.items()):
        if passed < total:
            print(f"  {operator}: {passed} of {total}")
    passed = sum(not problem for problem in outcomes.values())
    print(f"{passed} of {len(outcomes)} cases pass, all of {complete} of {len(count)} operators")


def main(predictor: str, archive: str, failing: str) -> int:
    known = {
        line.split()[0]
        for line in Path(failing).read_text(encoding="utf-8").splitlines()
        if line.strip() and not line.startswith("#")
    }
    with tempfile.TemporaryDirectory(dir=os.environ.get("TEST_TMPDIR")) as folder:
        with tarfile.open(archive) as packed:
            for member in packed:
                data = packed.extractfile(member)
                if data is not None and "/" not in member.name:
                    (Path(folder) / member.name).write_bytes(data.read())
        cases = sorted(Path(folder).glob("*.pt"))
        with ThreadPoolExecutor(max_workers=2) as pool:
            problems = pool.map(lambda case: problem_of(predictor, case), cases)
            outcomes = {case.stem: problem for case, problem in zip(cases, problems)}
    print_table(outcomes)
    new = {case: p for case, p in outcomes.items() if p and case not in known}
    for case, problem in sorted(new.items()):
        print(f"FAIL {case}: {problem}")
    fixed = sorted(case for case in known if not outcomes.get(case, "not in the archive"))
    for case in fixed:
        print(f"{case} passes by now: take it off {failing}")
    return 1 if new or not outcomes else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
