#!/usr/bin/env python3
"""Says which operators of a model a library lacks: the program of model_fits_test."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable
from pathlib import Path

from aten_ptl.errors import PtlError
from aten_ptl.model import read_model
from aten_ptl.upgrades import called_operators


def operators_of(tables: Iterable[str]) -> set[str]:
    """The first column of reports; lines before the heading are comments."""
    found = set()
    for table in tables:
        lines = Path(table).read_text(encoding="utf-8").split("\n")
        rows = [line.split("\t")[0] for line in lines if line and not line.startswith("#")]
        found.update(rows[1:])
    return found


def verdict(model: str, called: Iterable[str], has: set[str], targets: Iterable[str]) -> str:
    """Nothing when the model fits."""
    wanted = sorted(called)
    lacking = [name for name in wanted if name not in has]
    if not lacking:
        return ""
    names = " and ".join(targets)
    return "\n".join(
        [
            f"{model} does not fit {names}, "
            f"which lacks {len(lacking)} of its {len(wanted)} operators:",
            *(f"  {name}" for name in lacking),
            f"Add the model to `models` of {names}, or these lines to `ops`:",
            *(f'  "{name}",' for name in lacking),
        ]
    )


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--operators", help="a file with the options that follow, one a line")
    parser.add_argument("--target", action="append", default=[], help="what selects operators")
    parser.add_argument("--table", action="append", default=[], help="report.tsv of such a target")
    parser.add_argument("model")
    options = parser.parse_args(arguments)
    if options.operators:
        lines = Path(options.operators).read_text(encoding="utf-8").splitlines()
        options = parser.parse_args([*lines, options.model])
    try:
        called = called_operators(read_model(options.model))
    except PtlError as error:
        print(error, file=sys.stderr)
        return 1
    text = verdict(options.model, called, operators_of(options.table), options.target)
    if text:
        print(text, file=sys.stderr)
        return 1
    print(f"{options.model} fits: all of its {len(called)} operators are there")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
