"""Measures aten_lite and every other runtime that is installed, side by side.

    bazel build -c opt //bench:worker
    python bench/compare.py --worker bazel-bin/bench/worker --models DIR [--rounds 5] [--out docs]

DIR holds what models.py wrote. Each measurement is a fresh process, and the runtimes take turns,
round by round. A round in which other programs used the processor is left out, and how many were
is told. Two figures compare: the ratio of minima, and the median of the ratios of rounds. What
the machine can do at best is measured in the same run.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

HERE = Path(__file__).resolve().parent
OURS = "aten_lite"
UNPREPARED = "aten_lite (not prepared)"
# The file that each runtime loads.
SUFFIXES = {
    OURS: ".ptl",
    UNPREPARED: ".ptl",
    "torch_lite": ".ptl",
    "onnxruntime": ".onnx",
    "executorch": ".pte",
}
KINDS = {
    "mobilenet_v2": "image",
    "resnet18": "image",
    "bert_tiny": "ids",
    "lstm": "sequence",
    "add_tiny": "one",
    "scalar_loop": "integer",
}
# Cores that other programs may use in a round that counts.
QUIET = 0.15


@dataclass
class Rounds:
    """The rounds of one runtime, model and number of threads; None for those left out."""

    results: list[dict[str, float] | None] = field(default_factory=list)

    def kept(self) -> list[dict[str, float]]:
        return [r for r in self.results if r is not None]

    def least(self, key: str) -> float:
        return min(r[key] for r in self.kept())


def busy_seconds() -> tuple[float, float]:
    """Processor seconds of the machine so far, and of this process's children."""
    with open("/proc/stat", encoding="ascii") as file:
        ticks = [int(n) for n in file.readline().split()[1:9]]
    own = os.times()
    total = (sum(ticks) - ticks[3] - ticks[4]) / os.sysconf("SC_CLK_TCK")
    return total, own.user + own.system + own.children_user + own.children_system


def run(command: list[str], threads: int) -> tuple[dict[str, float] | None, float]:
    """A measurement, or None where it failed, and the cores that others used meanwhile."""
    env = dict(os.environ, OMP_NUM_THREADS=str(threads), MKL_NUM_THREADS=str(threads))
    total, own = busy_seconds()
    began = os.times().elapsed
    done = subprocess.run(command, capture_output=True, text=True, env=env, check=False)
    seconds = max(os.times().elapsed - began, 1e-3)
    total_after, own_after = busy_seconds()
    others = max(0.0, (total_after - total - (own_after - own)) / seconds)
    lines = done.stdout.strip().splitlines()
    if done.returncode != 0 or not lines:
        print(f"  failed: {' '.join(command)}: {done.stderr.strip()[-300:]}", file=sys.stderr)
        return None, others
    result: dict[str, float] = json.loads(lines[-1])
    return result, others


def commands(args: argparse.Namespace, model: str, threads: int) -> dict[str, list[str]]:
    """What measures each runtime that is there and has a file of the model."""
    found = {}
    for runtime, suffix in SUFFIXES.items():
        path = Path(args.models) / (model + suffix)
        if not path.exists():
            continue
        if runtime in (OURS, UNPREPARED):
            command = [args.worker, str(path), str(threads), KINDS[model], str(args.seconds)]
            found[runtime] = command + (["--no_prepare"] if runtime == UNPREPARED else [])
            continue
        python = args.pythons.get(runtime, sys.executable)
        worker = [python, "-W", "ignore", str(HERE / "worker.py")]
        if subprocess.run([*worker, "--available", runtime], check=False).returncode == 0:
            inputs = str(Path(args.models) / (model + ".npy"))
            found[runtime] = [*worker, runtime, str(path), str(threads), inputs, str(args.seconds)]
    return found


def measure(args: argparse.Namespace, model: str, threads: int) -> tuple[dict[str, Rounds], int]:
    """All rounds of a model, and how many more were left out."""
    every = commands(args, model, threads)
    rounds = {runtime: Rounds() for runtime in every}
    left_out = 0
    while (
        len(next(iter(rounds.values())).results) < args.rounds
        and left_out < args.rounds * args.patience
    ):
        results = {}
        noise = 0.0
        for runtime, command in every.items():
            results[runtime], others = run(command, threads)
            noise = max(noise, others)
        if noise > args.quiet:
            left_out += 1
            continue
        for runtime, result in results.items():
            rounds[runtime].results.append(result)
    return {k: v for k, v in rounds.items() if v.kept()}, left_out


def paired_ratio(ours: Rounds, theirs: Rounds) -> float:
    ratios = [
        a["median_ms"] / b["median_ms"]
        for a, b in zip(ours.results, theirs.results)
        if a is not None and b is not None
    ]
    return statistics.median(ratios) if ratios else float("nan")


def table(model: str, threads: int, rounds: dict[str, Rounds], left_out: int) -> list[str]:
    lines = [
        f"### {model}, {threads} thread{'s' if threads > 1 else ''}",
        "",
        f"{len(next(iter(rounds.values())).results)} rounds, {left_out} more left out.",
        "",
        "| runtime | min ms | median ms | load ms | first ms | memory rise MB "
        "| ours / it: minima | median of rounds |",
        "| --- | --- | --- | --- | --- | --- | --- | --- |",
    ]
    ours = rounds[OURS]
    for runtime, result in rounds.items():
        ratio = ours.least("min_ms") / result.least("min_ms")
        lines.append(
            f"| {runtime} | {result.least('min_ms'):.3f} | {result.least('median_ms'):.3f} "
            f"| {result.least('load_ms'):.2f} | {result.least('first_ms'):.2f} "
            f"| {result.least('rise_mb'):.1f} | {ratio:.3f} | {paired_ratio(ours, result):.3f} |"
        )
    return [*lines, ""]


def chart(bars: list[tuple[str, float]]) -> str:
    """Bars of ratios, ours to the fastest other runtime; shorter is better, the line is 1."""
    row, left, scale = 26, 210, 260
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{left + 2 * scale + 20}" '
        f'height="{row * len(bars) + 30}" font-family="sans-serif" font-size="13">'
    ]
    for i, (label, ratio) in enumerate(bars):
        y = 10 + i * row
        width = min(ratio, 2) * scale
        color = "#2a7" if ratio <= 0.8 else "#c93"
        parts.append(f'<text x="{left - 8}" y="{y + 15}" text-anchor="end">{label}</text>')
        parts.append(
            f'<rect x="{left}" y="{y}" width="{width:.0f}" height="{row - 6}" fill="{color}"/>'
        )
        parts.append(f'<text x="{left + 6}" y="{y + 15}" fill="#fff">{ratio:.2f}</text>')
    x = left + scale
    parts.append(f'<line x1="{x}" y1="4" x2="{x}" y2="{row * len(bars) + 8}" stroke="#555"/>')
    return "\n".join([*parts, "</svg>", ""])


def parse(argv: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    parser.add_argument("--worker", required=True, help="the program of //bench:worker")
    parser.add_argument("--models", required=True, help="what models.py wrote")
    parser.add_argument("--only", default="", help="models, with commas between them")
    parser.add_argument("--threads", default="1,2")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--patience", type=int, default=3, help="rounds to leave out, per round")
    parser.add_argument("--quiet", type=float, default=QUIET, help="cores that others may use")
    parser.add_argument("--seconds", type=float, default=1.0, help="of one measurement")
    parser.add_argument("--python", action="append", default=[], help="RUNTIME=PYTHON")
    parser.add_argument("--out", default="", help="writes benchmarks.md and .svg there")
    args = parser.parse_args(argv)
    args.pythons = dict(p.split("=", 1) for p in args.python)
    return args


def main(argv: list[str]) -> int:
    args = parse(argv)
    lines: list[str] = []
    bars: list[tuple[str, float]] = []
    for threads in (int(n) for n in args.threads.split(",")):
        limits, _ = run([args.worker, "--limits", str(threads)], threads)
        if limits is not None:
            lines += [
                f"At best, {threads} thread(s): {limits['gflops']:.1f} GFLOP/s in fused fp32 "
                f"operations, {limits['read_gb']:.1f} GB/s read from memory.",
                "",
            ]
        for model in args.only.split(",") if args.only else KINDS:
            if not commands(args, model, threads):
                continue
            rounds, left_out = measure(args, model, threads)
            if OURS not in rounds:
                continue
            lines += table(model, threads, rounds, left_out)
            print("\n".join(lines[-len(rounds) - 7 :]), flush=True)
            others = [r for name, r in rounds.items() if name not in (OURS, UNPREPARED)]
            if others:
                fastest = min(r.least("min_ms") for r in others)
                bars.append((f"{model}, {threads}", rounds[OURS].least("min_ms") / fastest))
    if args.out:
        text = "\n".join(
            ["# Benchmarks", "", "Made by `bench/compare.py`, which says how.", "", *lines]
        )
        picture = "![ours to the fastest other runtime](benchmarks.svg)\n" if bars else ""
        Path(args.out, "benchmarks.md").write_text(text + picture, encoding="utf-8")
        if bars:
            Path(args.out, "benchmarks.svg").write_text(chart(bars), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
