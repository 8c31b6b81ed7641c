"""Compiles what the generators make of PyTorch's own native_functions.yaml.

    python3 tools/codegen/tests/upstream_check.py [--backends CPU QuantizedCPU] [--jobs N]

A check to run by hand and in .ci/full, not a Bazel test: it wants torchgen and a C++ compiler
($CXX, else c++). Kernels are only declared, so nothing is linked. Prints how many operators have a
wrapper.
"""

from __future__ import annotations

import argparse
import importlib.util
import os
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

_CODEGEN = Path(os.path.abspath(__file__)).parents[1]
_WORKSPACE = _CODEGEN.parents[1]


def torchgen_source() -> str:
    spec = importlib.util.find_spec("torchgen")
    folders = spec.submodule_search_locations if spec else None
    if not folders:
        sys.exit("upstream_check: torchgen is not installed; pip install torch brings it")
    return os.path.join(folders[0], "packaged", "ATen")


def generate(folder: str, backends: list[str]) -> str:
    source = torchgen_source()
    report = os.path.join(folder, "report.tsv")
    common = ["-s", source, "-d", f"{folder}/ATen", "--static_dispatch_backend", *backends]
    for command in (["gen.py", *common], ["gen_unboxing.py", *common, "--report-tsv", report]):
        subprocess.run([sys.executable, str(_CODEGEN / command[0]), *command[1:]], check=True)
    lines = Path(report).read_text(encoding="utf-8").split("\n")
    return "\n".join(line[2:] for line in lines if line.startswith("# "))


def compile_one(folder: str, source: Path) -> tuple[str, str]:
    """The name of the file and what the compiler has to say against it."""
    command = [
        *(os.environ.get("CXX", "c++"), "-std=c++17", "-fsyntax-only", "-Wall", "-Wextra"),
        *("-Werror", f"-I{folder}", f"-I{_WORKSPACE}", str(source)),
    ]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    return source.name, result.stderr if result.returncode else ""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else None)
    parser.add_argument("--backends", nargs="+", default=["CPU"])
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    options = parser.parse_args()
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        print(generate(folder, options.backends))
        sources = sorted(Path(folder, "ATen").glob("*.cpp"))
        with ThreadPoolExecutor(options.jobs) as pool:
            for name, problem in pool.map(lambda path: compile_one(folder, path), sources):
                print(f"{name}: {'failed' if problem else 'ok'}")
                failed += bool(problem)
                if problem:
                    print(problem, file=sys.stderr)
    print(f"{len(sources) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
