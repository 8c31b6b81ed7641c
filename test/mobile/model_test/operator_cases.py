"""Runs recorded cases of operators: archives of models of one call each, with their results.

A case NAME.DTYPE.KIND.pt belongs to the model NAME.DTYPE.KIND.ptl, or else, where one model has
several cases, to NAME.DTYPE.ptl.
"""

from __future__ import annotations

import re
import subprocess
import tarfile
from collections import defaultdict
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from aten_ptl.model import read_model

_SECONDS = 120
# Their results are whatever memory held.
_UNINITIALISED = re.compile(r"(new_)?empty")


@dataclass(frozen=True)
class Outcome:
    """How a case went."""

    case: str
    operators: frozenset[str]
    problem: str  # in one line, or nothing

    @property
    def sample(self) -> str:
        """The name of op_db, or of the program that was thought up."""
        return self.case.split(".")[0]

    @property
    def dtype(self) -> str:
        return self.case.split(".")[1]


def unpack(archives: Iterable[str], folder: Path) -> dict[str, str]:
    """All files of the archives, in one folder; returns the samples left out, and why.

    Archives name their cases each for itself: those of thought_up.tar.xz become thought_up_NAME.
    """
    left_out: dict[str, str] = {}
    for archive in archives:
        stem = Path(archive).name.partition(".")[0]
        prefix = "" if stem.startswith("op_db_") else f"{stem}_"
        with tarfile.open(archive) as packed:
            for member in packed:
                data = packed.extractfile(member)
                if data is None or "/" in member.name or _UNINITIALISED.match(member.name):
                    continue
                content = data.read()
                if member.name == "left_out.txt":
                    rows = (line.partition("\t") for line in content.decode().splitlines())
                    left_out.update((name, reason) for name, _, reason in rows)
                else:
                    (folder / f"{prefix}{member.name}").write_bytes(content)
    return left_out


def model_of(case: Path) -> Path:
    """The model that a case calls."""
    own = case.with_suffix(".ptl")
    return own if own.exists() else case.with_name(case.stem.rpartition(".")[0] + ".ptl")


def problem_of(predictor: str, cases: list[Path]) -> str:
    """What went wrong with cases of one model, in one line, or nothing."""
    command = [predictor, str(model_of(cases[0])), "--check_strides", "--threads=1"]
    command += [f"--case={case}" for case in cases]
    try:
        result = subprocess.run(
            command, capture_output=True, text=True, timeout=_SECONDS, check=False
        )
    except subprocess.TimeoutExpired:
        return f"not done after {_SECONDS} s"
    if result.returncode == 0:
        return ""
    lines = [line.strip() for line in (result.stderr + result.stdout).splitlines()]
    text = " ".join(line for line in lines if line)[:300].replace(f"{cases[0].parent}/", "")
    return f"exit code {result.returncode}: {text}"


def outcomes_of(predictor: str, cases: list[Path]) -> list[Outcome]:
    """Runs the cases of one model: together, and each alone where that goes wrong."""
    operators = read_model(str(model_of(cases[0]))).operators
    together = problem_of(predictor, cases)
    return [
        Outcome(
            case.stem,
            operators,
            problem_of(predictor, [case]) if together and len(cases) > 1 else together,
        )
        for case in cases
    ]


def run_cases(predictor: str, folder: Path) -> list[Outcome]:
    """Runs all cases of a folder, in the order of their names."""
    by_model: dict[Path, list[Path]] = defaultdict(list)
    for case in sorted(folder.glob("*.pt")):
        by_model[model_of(case)].append(case)
    with ThreadPoolExecutor(max_workers=2) as pool:
        lists = pool.map(lambda cases: outcomes_of(predictor, cases), by_model.values())
        return sorted((o for outcomes in lists for o in outcomes), key=lambda o: o.case)
