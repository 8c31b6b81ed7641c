"""Damaged models kept outside of the repository: bad_models_test.py PREDICTOR INDEX.

INDEX is a Markdown table of file, what is wrong, and the right behaviour; the files lie beside it.
A behaviour that begins with "error" and offers nothing else, or with "must refuse", is exit code 1
and a message; files named ok_* must run with ones of the shape that the table gives.
"""

from __future__ import annotations

import os
import re
import sys

from predictor_process import DONE, REFUSED, run


def rows(index: str) -> list[list[str]]:
    """The table's rows whose file is there."""
    with open(index, encoding="utf-8") as file:
        cells = [[c.strip() for c in line.strip().strip("|").split("|")] for line in file]
    folder = os.path.dirname(index)
    return [c for c in cells if len(c) == 3 and os.path.isfile(os.path.join(folder, c[0]))]


def arguments_for(behaviour: str, text: str) -> list[str]:
    shape = re.search(r"forward\(x\[([\d,]+)\]", behaviour + text)
    return ["--input_dims", shape.group(1)] if shape else []


def allowed(name: str, behaviour: str) -> tuple[int, ...]:
    if name.startswith("ok_"):
        return (DONE,)
    if re.match(r"(error|must refuse)(?!.* or )", behaviour):
        return (REFUSED,)
    return (DONE, REFUSED)


def main(predictor: str, index: str) -> int:
    problems = []
    cases = rows(index)
    shapes = [arguments_for(behaviour, "") for _, _, behaviour in cases]
    usual = next((s for s in shapes if s), [])
    for (name, _, behaviour), shape in zip(cases, shapes):
        path = os.path.join(os.path.dirname(index), name)
        outcome = run(predictor, [path, "--max_steps", "1000000", *(shape or usual)])
        problem = outcome.problem(allowed(name, behaviour))
        print(f"{name}: {outcome.code} {outcome.error.strip()[:150]}")
        if problem:
            problems.append(f"{name}: {problem.strip()} (right: {behaviour})")
    for problem in problems:
        print(f"WRONG {problem}")
    print(f"{len(cases)} files, {len(problems)} problems")
    return 1 if problems or not cases else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
