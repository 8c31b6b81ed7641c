#!/usr/bin/env python3
"""determinism - generated files and action keys are the same wherever and by whom they are built.

  .ci/determinism.py [--targets LABEL...] [--generated LABEL...]

Two clones at paths of different length, each with an output base of its own, built with another
hash seed, HOME, user name, umask, locale and time zone. Compared: every action of --targets with
its key and environment (`bazel aquery`, nothing is built), the files that --generated writes, and
what a shared cache's keys of the actions that wrote them are made of, inputs included.
Exit status 1 and the differences when there are any.
"""

from __future__ import annotations

import argparse
import difflib
import hashlib
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from checkouts import Checkout, Clock, scratch

_TARGETS = ("//aten_lite:lite_predictor",)
_LOCAL_ONLY = ("SourceSymlinkManifest", "SymlinkTree")
_GENERATED = ("//aten_lite/native:aten", "//test/mobile/lightweight_dispatch:ops_codegen")


def _files(checkout: Checkout, labels: Sequence[str]) -> dict[str, str]:
    """The digest of each file that the labels write, reports included."""
    found = {}
    for label in labels:
        package, _, name = label.lstrip("/").partition(":")
        root = checkout.output(f"{package}/{name}")
        for path in sorted(p for p in root.rglob("*") if p.is_file()):
            digest = hashlib.sha256(path.read_bytes()).hexdigest()
            found[f"{package}/{name}/{path.relative_to(root)}"] = digest
    return found


def _shareable(actions: str) -> list[str]:
    """The lines of `aquery`, without actions that never leave a machine.

    Trees of symbolic links are made of absolute paths, by Bazel itself, and are in no cache.
    """
    blocks = actions.split("\n\n")
    shared = [b for b in blocks if not any(f"Mnemonic: {m}\n" in b for m in _LOCAL_ONLY)]
    return "\n\n".join(shared).splitlines()


def _describe(
    folder: Path, environment: dict[str, str], umask: int, options: argparse.Namespace
) -> tuple[list[str], dict[str, str], dict[str, str]]:
    """(actions, digests of generated files, cache keys) of a fresh checkout."""
    before = os.umask(umask)
    try:
        with Checkout(folder, environment) as checkout:
            query = " + ".join(f"deps({label})" for label in options.targets)
            actions = _shareable(checkout.bazel("aquery", "--config=ci", "--disk_cache=", query))
            groups = "--output_groups=+report,+sources,+schemas"
            spawns = checkout.build(options.generated, groups)
            keys = {f"{s.mnemonic} {s.output}": s.key for s in spawns}
            return actions, _files(checkout, options.generated), keys
    finally:
        os.umask(before)


def _differences(first: dict[str, str], second: dict[str, str]) -> list[str]:
    names = sorted({*first, *second})
    return [
        f"{n}: {first.get(n, 'absent')} {second.get(n, 'absent')}"
        for n in names
        if first.get(n) != second.get(n)
    ]


def run(options: argparse.Namespace, folder: Path) -> int:
    clock = Clock()
    homes = [folder / "home-a", folder / "home-b"]
    for home in homes:
        home.mkdir()
    common = {"PYTHONHASHSEED": "1", "USER": "ada", "LOGNAME": "ada", "HOME": str(homes[0])}
    other = {
        "PYTHONHASHSEED": "4242",
        "USER": "grace",
        "LOGNAME": "grace",
        "HOME": str(homes[1]),
        "TZ": "Pacific/Chatham",
        "LC_ALL": "C",
        "HOSTNAME": "elsewhere",
    }
    clock.say("first checkout")
    first = _describe(folder / "a", common, 0o022, options)
    clock.say("second checkout")
    second = _describe(folder / "a-longer" / "path" / "b", other, 0o077, options)
    problems = [
        *difflib.unified_diff(first[0], second[0], "first", "second", lineterm="", n=1),
        *_differences(first[1], second[1]),
        *_differences(first[2], second[2]),
    ]
    keys = sum("ActionKey:" in line for line in first[0])
    clock.say(
        f"{keys} actions by their keys, {len(first[1])} generated files, "
        f"{len(first[2])} cache keys: {'different' if problems else 'the same'}"
    )
    print("\n".join(problems[:60]), end="\n" if problems else "")
    if not (keys and first[1] and first[2]):
        print("nothing was compared: do the labels still exist?")
        return 1
    return 1 if problems else 0


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    parser.add_argument("--targets", nargs="+", default=list(_TARGETS), metavar="LABEL")
    parser.add_argument("--generated", nargs="+", default=list(_GENERATED), metavar="LABEL")
    options = parser.parse_args()
    with scratch("aten_lite-determinism.") as folder:
        return run(options, folder)


if __name__ == "__main__":
    sys.exit(main())
