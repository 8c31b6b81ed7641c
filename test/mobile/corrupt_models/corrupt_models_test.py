"""A predictor survives damaged models: corrupt_models_test.py PREDICTOR MODEL CASE [MODEL CASE]...

Makes the mutations of each model and runs the predictor on them: one that must be refused gives
exit code 1 and a message; any other may load, but must not crash, hang or grow without bounds.
"""

from __future__ import annotations

import os
import sys
import tempfile
import zlib

from mutations import of_model
from predictor_process import DIFFERS, DONE, REFUSED, run

MAX_SHOWN = 20


def main(predictor: str, *models: str) -> int:
    problems = []
    count = refused = 0
    with tempfile.TemporaryDirectory(dir=os.environ.get("TEST_TMPDIR")) as folder:
        damaged = os.path.join(folder, "damaged.ptl")
        for model, case in zip(models[::2], models[1::2]):
            arguments = [damaged, "--max_steps", "100000", "--threads", "1", "--case", case]
            outcome = run(predictor, [model, *arguments[1:]])
            if outcome.problem((DONE,)):
                print(f"{model}: the model itself: {outcome.problem((DONE,))}")
                return 1
            name = os.path.basename(model)
            # The seed is the model's, so that a failure can be seen again.
            for mutation in of_model(model, zlib.crc32(name.encode())):
                with open(damaged, "wb") as file:
                    file.write(mutation.data)
                outcome = run(predictor, arguments)
                allowed = (REFUSED,) if mutation.refused else (DONE, REFUSED, DIFFERS)
                problem = outcome.problem(allowed)
                count += 1
                refused += outcome.code == REFUSED
                if problem:
                    problems.append(f"{name}: {mutation.name}: {problem}")
    for problem in problems[:MAX_SHOWN]:
        print(problem.strip())
    print(f"{count} damaged models, {refused} refused, {len(problems)} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
