#!/usr/bin/env python3
"""peak_memory - the largest resident set that a Bazel server and all its processes had.

  .ci/peak_memory.py --output_base DIR --limit_gb N & watcher=$!
  bazel build --jobs=2 ...
  kill -TERM "$watcher"; wait "$watcher"

Samples /proc until it is told to end (SIGTERM); then prints the peak, and what took most at that
time. Exit status 1 when the peak is not below the limit, or nothing was seen. Pages that processes
share count once for each, so the truth is below.
"""

from __future__ import annotations

import argparse
import os
import signal
import sys
import time
from pathlib import Path
from types import FrameType

_SECONDS = 0.25


class _Told(Exception):
    """SIGTERM or SIGINT came."""


def _stop(_number: int, _frame: FrameType | None) -> None:
    raise _Told


def _processes() -> dict[int, tuple[int, int, str]]:
    """(parent, resident bytes, name) by process id."""
    page = os.sysconf("SC_PAGE_SIZE")
    found = {}
    for entry in Path("/proc").iterdir():
        if not entry.name.isdigit():
            continue
        try:
            stat = (entry / "stat").read_text(errors="replace")
        except OSError:
            continue  # it has ended
        name = stat[stat.find("(") + 1 : stat.rfind(")")]
        fields = stat[stat.rfind(")") + 2 :].split()
        found[int(entry.name)] = (int(fields[1]), int(fields[21]) * page, name)
    return found


def _tree(root: int) -> list[tuple[int, str]]:
    """(resident bytes, name) of a process and of all below it."""
    processes = _processes()
    children: dict[int, list[int]] = {}
    for pid, (parent, _, _) in processes.items():
        children.setdefault(parent, []).append(pid)
    found = []
    todo = [root] if root in processes else []
    while todo:
        pid = todo.pop()
        found.append((processes[pid][1], processes[pid][2]))
        todo += children.get(pid, [])
    return found


def _server(output_base: Path) -> int:
    """The server's process; 0 while there is none."""
    try:
        return int((output_base / "server" / "server.pid.txt").read_text())
    except (OSError, ValueError):
        return 0


def watch(output_base: Path) -> list[tuple[int, str]]:
    """The processes at the moment when they had most."""
    peak: list[tuple[int, str]] = []
    try:
        while True:
            now = _tree(_server(output_base))
            if sum(size for size, _ in now) > sum(size for size, _ in peak):
                peak = now
            time.sleep(_SECONDS)
    except _Told:
        return peak


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    parser.add_argument("--output_base", type=Path, required=True)
    parser.add_argument("--limit_gb", type=float, required=True)
    args = parser.parse_args()
    signal.signal(signal.SIGTERM, _stop)
    signal.signal(signal.SIGINT, _stop)
    peak = sorted(watch(args.output_base), reverse=True)
    gigabytes = sum(size for size, _ in peak) / 1e9
    largest = ", ".join(f"{name} {size / 1e9:.2f}" for size, name in peak[:4])
    print(f"peak memory: {gigabytes:.2f} GB in {len(peak)} processes ({largest})")
    if not peak or gigabytes >= args.limit_gb:
        print(f"it must be below {args.limit_gb:g} GB, and there must be a server")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
