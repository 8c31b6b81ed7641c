"""A binary holds what was selected and nothing else: absent_symbols_test.py BINARY."""

from __future__ import annotations

import re
import sys

from elf_symbols import symbols

# Parts of mangled names: wrappers, and kernels that only unselected operators reach.
_PRESENT = {
    "wrapper of aten::add.Tensor": r"2at8unboxing10add_Tensor",
    "wrapper of aten::conv2d": r"2at8unboxing6conv2d",
    "kernel of aten::argmax": r"2at6native10argmax_out",
}
_ABSENT = {
    "wrapper of aten::add.Scalar": r"2at8unboxing10add_Scalar",
    "wrapper of aten::conv1d": r"2at8unboxing6conv1d",
    "wrapper of aten::sort": r"2at8unboxing4sort",
    "kernel of aten::sort": r"2at6native8sort_out",
    "kernel of aten::conv_transpose2d": r"2at6native16conv_transpose2d",
    "kernel of aten::embedding_bag": r"2at6native13embedding_bag",
    "kernel of aten::lstm": r"2at6native4lstm",
    "kernel of aten::fft_rfft": r"2at6native8fft_rfft",
}


def main(binary: str) -> int:
    names = symbols(binary)
    problems = [
        f"{what} is {'missing' if wanted else 'there'}: {pattern}"
        for patterns, wanted in ((_PRESENT, True), (_ABSENT, False))
        for what, pattern in patterns.items()
        if any(re.search(pattern, name) for name in names) is not wanted
    ]
    for problem in problems:
        print(problem)
    wrappers = sum("2at8unboxing" in name for name in names)
    print(f"{len(names)} symbols, {wrappers} of wrappers; {len(problems)} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
