"""The command lines of gen.py and gen_unboxing.py: upstream's options, and a few of our own."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Sequence

from aten_codegen import files, report
from aten_codegen.emit import headers, register_schema, sources, unboxing_functions
from aten_codegen.emit.common import GeneratedFile
from aten_codegen.errors import CodegenError, Location, Problems
from aten_codegen.inputs import DEFAULT_SOURCE, backends_of, read_selections, read_sources
from aten_codegen.plan import OperatorPlan, Plans, implied_backends, plan_operators
from aten_codegen.selection import select
from aten_codegen.sharding import DEFAULT_SHARDS


def _parser(program: str, description: str | None) -> argparse.ArgumentParser:
    """What both programs take."""
    parser = argparse.ArgumentParser(
        prog=program,
        description=description,
        epilog="A single argument @FILE stands for the lines of that file.",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add(
        "-s",
        "--source-path",
        default=DEFAULT_SOURCE,
        help="folder with native/native_functions.yaml, or with native_functions.yaml itself",
    )
    add(
        "-d",
        "--install-dir",
        "--install_dir",
        default="build/aten/src/ATen",
        help="output folder",
    )
    add(
        "-o",
        "--output-dependencies",
        help="write the list of output files into this file, in CMake's syntax",
    )
    add("--dry-run", action="store_true", help="write nothing but the list of output files")
    add(
        "--static-dispatch-backend",
        "--static_dispatch_backend",
        nargs="*",
        help="backends that calls are dispatched to; default: CPU",
    )
    return parser


def parse_arguments(
    parser: argparse.ArgumentParser, arguments: Sequence[str] | None
) -> argparse.Namespace:
    """Bazel passes a params file, whose lines may begin with anything, `@` included."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    if len(given) == 1 and given[0].startswith("@"):
        given = files.read_text(given[0][1:]).splitlines()
    return parser.parse_args(given)


def gen_main(arguments: Sequence[str] | None = None, doc: str | None = None) -> int:
    parser = _parser("gen.py", doc)
    _ignore_options_of_upstream(parser)
    parser.add_argument(
        "--generate",
        nargs="*",
        choices=["headers", "sources", "declarations_yaml"],
        default=["headers", "sources"],
        help="generate a part of the files only",
    )
    return guarded(lambda: _gen(parse_arguments(parser, arguments)))


def _ignore_options_of_upstream(parser: argparse.ArgumentParser) -> None:
    """So that command lines written for PyTorch's gen.py keep working.

    What they ask for holds anyway (headers per operator, nothing registered with a dispatcher), is
    for backends that are not here, or selects what nothing that gen.py writes depends on.
    """
    for name in (
        *("force-schema-registration", "mps", "mtia", "per-operator-headers", "rocm", "xpu"),
        *("skip-dispatcher-op-registration",),
    ):
        spellings = dict.fromkeys([f"--{name}", f"--{name.replace('-', '_')}"])
        parser.add_argument(*spellings, action="store_true", help=argparse.SUPPRESS)
    for name in (
        *("aoti-install-dir", "backend-whitelist", "headeronly-install-dir"),
        *("op-registration-whitelist", "op-selection-yaml-path"),
    ):
        spellings = dict.fromkeys([f"--{name}", f"--{name.replace('-', '_')}"])
        parser.add_argument(*spellings, nargs="*", help=argparse.SUPPRESS)


def _gen(options: argparse.Namespace) -> int:
    problems = Problems()
    plans, labels = _plans(options, (), problems)
    if problems.errors:
        return fail(problems)
    generated = [
        file
        for file in generate_all(plans, labels)
        if ("headers" if file.path.endswith(".h") else "sources") in options.generate
    ]
    if not options.dry_run:
        files.write_files(options.install_dir, generated)
    _write_dependencies(options, generated, ("", "core/", "ops/"))
    return 0


def generate_all(plans: Plans, labels: Sequence[str]) -> list[GeneratedFile]:
    template = files.template
    return [
        *headers.operator_headers(plans, template("Operator.h"), labels),
        *headers.umbrella_headers(plans, template("Umbrella.h"), labels),
        headers.cpu_functions(plans, template("CPUFunctions.h"), labels),
        headers.tensor_body(plans, template("TensorBody.h"), labels),
        *sources.operators_sources(plans, template("Operators.cpp"), labels),
        sources.register_cpu(plans, template("RegisterCPU.cpp"), labels),
        register_schema.register_schema(plans, template("RegisterSchema.cpp"), labels),
    ]


def gen_unboxing_main(arguments: Sequence[str] | None = None, doc: str | None = None) -> int:
    parser = _parser("gen_unboxing.py", doc)
    add = parser.add_argument
    add(
        "--op-selection-yaml-path",
        "--op_selection_yaml_path",
        action="append",
        help="a flat list of operators or upstream's selection yaml; may be given several times",
    )
    add(
        "--op-registration-allowlist",
        "--op_registration_allowlist",
        "--op-registration-whitelist",
        "--op_registration_whitelist",
        nargs="*",
        help="operators to select; a name without overload stands for all its overloads; "
        "without any name the option has no effect",
    )
    add(
        "--TEST-ONLY-op-registration-allowlist-yaml-path",
        "--TEST_ONLY_op_registration_allowlist_yaml_path",
        action="append",
        dest="op_selection_yaml_path",
        metavar="FILE",
        help="another name of --op_selection_yaml_path",
    )
    add(
        "--custom-ops-yaml-path",
        "--custom_ops_yaml_path",
        action="append",
        default=[],
        help="a native_functions.yaml of your own, with your namespaces; all of it is selected "
        "unless a selection is given",
    )
    add(
        "--merged-selection",
        help="a selection that select_operators.py wrote: its debug_info says who asks",
    )
    add(
        "--selection-target",
        default="",
        help="the Bazel target to edit when an operator is missing: errors at run time name it",
    )
    add(
        "--requested-by",
        default="--op_registration_allowlist",
        help="who asks for the operators of the allowlist, for the report and for errors",
    )
    add("--num-shards", type=int, default=DEFAULT_SHARDS, help="number of generated sources")
    add("--report-tsv", help="write a table of the selected operators")
    add("--report-html", help="the same as a page")
    return guarded(lambda: _gen_unboxing(parse_arguments(parser, arguments)))


def _gen_unboxing(options: argparse.Namespace) -> int:
    problems = Problems()
    if options.num_shards < 1:
        problems.add(
            CodegenError(
                Location("--num-shards"), f"is {options.num_shards}; it must be at least 1"
            )
        )
    selections = read_selections(
        options.op_selection_yaml_path,
        options.op_registration_allowlist,
        options.requested_by,
        bool(options.custom_ops_yaml_path),
        problems,
        merged=(options.merged_selection, options.selection_target),
    )
    plans, labels = _plans(options, options.custom_ops_yaml_path, problems)
    selected, errors = select(selections, plans)
    problems.errors += errors
    if problems.errors:
        return fail(problems)
    backends = implied_backends((s.plan.operator for s in selected), plans.backends)
    if backends != plans.backends:
        plans, _ = plan_operators([plan.operator for plan in plans.operators], backends)
        selected, _ = select(selections, plans)
    generated = generate_unboxing(
        [s.plan for s in selected], labels, options.num_shards, options.selection_target
    )
    if not options.dry_run:
        files.write_files(options.install_dir, generated)
        result = report.make_report(plans, selections, selected, options.num_shards)
        for path, text in (
            (options.report_tsv, report.to_tsv(result)),
            (options.report_html, report.to_html(result)),
        ):
            if path:
                files.write_text(path, text)
    _write_dependencies(options, generated, ("",))
    return 0


def generate_unboxing(
    plans: Sequence[OperatorPlan], labels: Sequence[str], shards: int, target: str = ""
) -> list[GeneratedFile]:
    emit = unboxing_functions
    template = files.template
    return [
        emit.unboxing_header(plans, template("UnboxingFunctions.h"), labels),
        *emit.unboxing_sources(plans, template("UnboxingFunctions.cpp"), labels, shards),
        *emit.registration_sources(
            plans, template("RegisterCodegenUnboxedKernels.cpp"), labels, shards, target
        ),
    ]


def _plans(
    options: argparse.Namespace, custom: Sequence[str], problems: Problems
) -> tuple[Plans, list[str]]:
    inputs = read_sources(options.source_path, custom, problems)
    backends = backends_of(options.static_dispatch_backend, problems)
    plans, errors = plan_operators(inputs.operators, backends)
    problems.errors += errors
    return plans, inputs.labels()


def _write_dependencies(
    options: argparse.Namespace, generated: Sequence[GeneratedFile], folders: Sequence[str]
) -> None:
    """As upstream: one CMake list per folder of outputs, named after the given file."""
    if not options.output_dependencies:
        return
    folder, name = os.path.split(options.output_dependencies)
    stem = os.path.splitext(name)[0]
    for part in folders:
        prefix = part.replace("/", "_")
        paths = sorted(
            f"{options.install_dir}/{file.path}"
            for file in generated
            if (file.path.startswith(part) if part else "/" not in file.path)
        )
        text = "\n".join(["set(", prefix + stem, *(f'"{path}"' for path in paths), ")"])
        files.write_text(os.path.join(folder, prefix + name), text)


def fail(problems: Problems, what: str = "") -> int:
    """`what` goes wrong by it, for runs whose inputs do not tell."""
    print(problems.report() + (f"; {what}" if what else ""), file=sys.stderr)
    return 1


def guarded(run: Callable[[], int]) -> int:
    """A problem outside of the inputs, such as a full disk, is reported in the same way."""
    try:
        return run()
    except CodegenError as error:
        print(error, file=sys.stderr)
        return 1
