"""Command: sizes of a linked binary, and whether they are within a budget.

size measure --label L --binary B --linked F --map M [--codegen_report R]... --tsv T --html H
size check --tsv T --budget N [--baseline F] [--update LABEL]
size record --tsv T --baseline PATH          writes the table into the source tree (`bazel run`)

F is B linked with --emit-relocs, M the map of that link; op_size_report makes both.
"""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

from aten_size.attribution import attribute
from aten_size.budget import check_budget
from aten_size.elf import Elf
from aten_size.errors import SizeError
from aten_size.link_map import read_map
from aten_size.page import to_html
from aten_size.pieces import Pieces
from aten_size.report import from_tsv, to_tsv


def _read(path: str) -> str:
    try:
        return Path(path).read_text(encoding="utf-8", errors="replace")
    except OSError as error:
        raise SizeError(f"{path}: {error.strerror}") from None


def _write(path: str, text: str) -> None:
    Path(path).write_bytes(text.encode())


def _measure(args: argparse.Namespace) -> int:
    binary = Elf(args.binary)
    pieces = Pieces(Elf(args.linked), read_map(_read(args.map), args.map))
    sizes = attribute(pieces, binary.loaded_bytes, binary.zeroed_bytes)
    _write(args.tsv, to_tsv(sizes, args.label))
    _write(args.html, to_html(sizes, args.label, [_read(r) for r in args.codegen_report]))
    return 0


def _check(args: argparse.Namespace) -> int:
    sizes = from_tsv(_read(args.tsv), args.tsv)
    baseline = from_tsv(_read(args.baseline), args.baseline) if args.baseline else None
    within, text = check_budget(sizes, args.budget, args.label, baseline, args.update)
    sys.stdout.write(text)
    return 0 if within else 1


def _record(args: argparse.Namespace) -> int:
    root = os.environ.get("BUILD_WORKSPACE_DIRECTORY")
    if not root:
        raise SizeError("nowhere to write to; use `bazel run`")
    target = os.path.join(root, args.baseline)
    _write(target, _read(args.tsv))
    print(f"wrote {target}")
    return 0


def _parse(argv: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="size", description=__doc__.split("\n", maxsplit=1)[0])
    commands = parser.add_subparsers(dest="command", required=True)
    measure = commands.add_parser("measure", help="where the bytes of a binary are")
    for name in ("label", "binary", "linked", "map", "tsv", "html"):
        measure.add_argument(f"--{name}", required=True)
    measure.add_argument("--codegen_report", action="append", default=[])
    measure.set_defaults(run=_measure)
    check = commands.add_parser("check", help="fail when the binary is over its budget")
    check.add_argument("--label", required=True)
    check.add_argument("--tsv", required=True)
    check.add_argument("--budget", type=int, required=True)
    check.add_argument("--baseline", default="")
    check.add_argument("--update", default="", help="the target that records a new baseline")
    check.set_defaults(run=_check)
    record = commands.add_parser("record", help="keep the table as the new baseline")
    record.add_argument("--tsv", required=True)
    record.add_argument("--baseline", required=True)
    record.set_defaults(run=_record)
    return parser.parse_args(argv)


def main(argv: list[str]) -> int:
    args = _parse(argv)
    try:
        code: int = args.run(args)
    except (SizeError, OSError) as error:
        print(f"size: {error}", file=sys.stderr)
        return 1
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
