"""Command: what is in a lite-interpreter model. Needs no torch, executes nothing.

ptl ops [--format list|yaml|counts] [--output FILE] MODEL...   operators of all models
ptl code [--method NAME] MODEL                                 instructions
ptl sizes MODEL                                                bytes of tensors and records
ptl info MODEL                                                 versions, methods, what it holds
ptl shrink [--write] [--name NAME] //PACKAGE MODEL...          a predictor with their operators only
ptl update_ops [--file FILE] //PACKAGE MODEL...                writes a selection into a package
"""

from __future__ import annotations

import argparse
import os
import sys
from collections import Counter

from aten_ptl.errors import PtlError
from aten_ptl.listing import code_listing, info_text, sizes_listing
from aten_ptl.model import Model, read_model
from aten_ptl.package import Package
from aten_ptl.selection import selection_list, selection_yaml
from aten_ptl.tensors import read_records, read_tensors


def _ops(models: list[Model], form: str, requested_by: str) -> str:
    if form == "counts":
        counts: Counter[str] = sum((m.operator_counts() for m in models), Counter())
        names = sorted({name for m in models for name in m.operators})
        return "".join(f"{counts[name]:6} {name}\n" for name in names)
    return selection_yaml(models, requested_by) if form == "yaml" else selection_list(models)


def _show(args: argparse.Namespace) -> str:
    """The text of the commands about one model."""
    if args.command == "code":
        return code_listing(read_model(args.model), args.method)
    if args.command == "sizes":
        return sizes_listing(read_tensors(args.model), read_records(args.model))
    return info_text(read_model(args.model), read_tensors(args.model))


def _for_package(args: argparse.Namespace) -> str:
    """The text of the commands that are about a package, which may write into it."""
    package = Package(args.package, args.models)
    models = [read_model(path) for path in args.models]
    if args.command == "update_ops":
        return package.write_selection(args.file, selection_yaml(models))
    text = package.write_rule(args.name) if args.write else package.rule(args.name)
    operators = len({name for model in models for name in model.operators})
    return text + f"# {operators} operators\n"


def _parse(argv: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="ptl", description=__doc__.split("\n", maxsplit=1)[0])
    commands = parser.add_subparsers(dest="command", required=True)
    ops = commands.add_parser("ops", help="root operators of all models together, sorted")
    ops.add_argument("--format", choices=("list", "yaml", "counts"), default="list")
    ops.add_argument(
        "--requested_by",
        default="",
        metavar="TARGET",
        help="yaml: say for which models of that Bazel target each operator is",
    )
    ops.add_argument("--output", help="write there instead of to standard output")
    ops.add_argument("models", nargs="+", metavar="MODEL")
    code = commands.add_parser("code", help="instructions with what their operands mean")
    code.add_argument("--method", help="only the methods of that name")
    sizes = commands.add_parser("sizes", help="bytes of each tensor and of the other records")
    info = commands.add_parser("info", help="versions, methods, number of tensors")
    for command in (code, sizes, info):
        command.add_argument("model", metavar="MODEL")
    shrink = commands.add_parser("shrink", help="a lite_predictor_binary for the models")
    shrink.add_argument("--name", default="", help="of the binary; by default the model's")
    shrink.add_argument("--write", action="store_true", help="into the package's BUILD file")
    update = commands.add_parser("update_ops", help="write the models' operators into a package")
    update.add_argument("--file", default="operators.yaml", help="its name in the package")
    for command in (shrink, update):
        command.add_argument("package", metavar="//PACKAGE")
        command.add_argument("models", nargs="+", metavar="MODEL")
    return parser.parse_args(argv)


def main(argv: list[str]) -> int:
    args = _parse(argv)
    try:
        if args.command in ("shrink", "update_ops"):
            sys.stdout.write(_for_package(args))
            return 0
        if args.command != "ops":
            sys.stdout.write(_show(args))
            return 0
        text = _ops([read_model(path) for path in args.models], args.format, args.requested_by)
        if args.output:
            with open(args.output, "w", encoding="utf-8", newline="\n") as file:
                file.write(text)
        else:
            sys.stdout.write(text)
    except (PtlError, OSError) as error:
        print(f"ptl: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    # `bazel run` starts programs elsewhere; paths mean the caller's folder.
    os.chdir(os.environ.get("BUILD_WORKING_DIRECTORY", "."))
    sys.exit(main(sys.argv[1:]))
