"""The command lines of gen.py and gen_unboxing.py: upstream's options, and a few of our own."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from aten_codegen import files
from aten_codegen.emit import headers, register_schema, sources, unboxing_functions
from aten_codegen.emit.common import GeneratedFile
from aten_codegen.errors import CodegenError, Location, Problems
from aten_codegen.model import DISPATCH_KEYS, Operator, Origin, parse_operators, parse_tags
from aten_codegen.plan import OperatorPlan, Plans, plan_operators
from aten_codegen.yaml_loader import load_yaml

_DEFAULT_SOURCE = os.path.normpath(
    os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "aten_lite")
)


@dataclass
class Sources:
    """The yaml files of a run and their operators."""

    operators: list[Operator] = field(default_factory=list)
    paths: list[str] = field(default_factory=list)

    def labels(self) -> list[str]:
        """File names without folders, which differ from machine to machine."""
        return sorted({os.path.basename(path) for path in self.paths} - {"tags.yaml"})


def read_sources(source_path: str, custom: Sequence[str], problems: Problems) -> Sources:
    """Reads native_functions.yaml, prim_functions.yaml and tags.yaml of a folder, and custom files.

    The folder is upstream's `aten/src/ATen`, whose `native/` holds the files, or holds them itself.
    """
    result = Sources()
    found = {}
    for name in ("native_functions.yaml", "prim_functions.yaml", "tags.yaml"):
        found[name] = files.first_existing(
            os.path.join(source_path, folder, name) for folder in ("native", "")
        )
    if found["native_functions.yaml"] is None and not custom:
        problems.add(
            CodegenError(
                Location(source_path),
                "there is no native_functions.yaml in this folder or in its 'native' folder",
                "Give the folder with -s.",
            )
        )
        return result
    tags = _read(found["tags.yaml"], result, problems, lambda path: parse_tags(_load(path)))
    inputs = [
        (found["native_functions.yaml"], Origin.NATIVE),
        (found["prim_functions.yaml"], Origin.PRIM),
        *((path, Origin.CUSTOM) for path in custom),
    ]
    for path, origin in inputs:
        parsed = _read(path, result, problems, lambda p: parse_operators(_load(p), origin, tags))
        if parsed is not None:
            result.operators += parsed[0]
            for error in parsed[1]:
                problems.add(error)
    return result


def _load(path: str):  # type: ignore[no-untyped-def]
    return load_yaml(files.read_text(path), path)


def _read(path, result, problems, parse):  # type: ignore[no-untyped-def]
    """Reads one file if there is one; a problem is recorded and not raised."""
    if path is None:
        return None
    result.paths.append(path)
    try:
        return parse(path)
    except CodegenError as error:
        problems.add(error)
        return None


def backends_of(values: Sequence[str] | None, problems: Problems) -> tuple[str, ...]:
    """Accepts `CPU QuantizedCPU` and `CPU,QuantizedCPU`; none means CPU."""
    names = [part for value in values or () for part in value.replace(",", " ").split()]
    for name in names:
        if name not in DISPATCH_KEYS:
            problems.add(
                CodegenError(Location("--static_dispatch_backend"), f"unknown backend '{name}'")
            )
    return tuple(dict.fromkeys(names)) or ("CPU",)


def generate_all(plans: Plans, labels: Sequence[str]) -> list[GeneratedFile]:
    """What gen.py writes."""
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


def gen_main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="gen.py")
    parser.add_argument("-s", "--source-path", default=_DEFAULT_SOURCE)
    parser.add_argument("-d", "--install-dir", "--install_dir", default="build/aten/src/ATen")
    parser.add_argument("--static-dispatch-backend", "--static_dispatch_backend", nargs="*")
    options = parser.parse_args(arguments)
    problems = Problems()
    inputs = read_sources(options.source_path, [], problems)
    backends = backends_of(options.static_dispatch_backend, problems)
    plans, errors = plan_operators(inputs.operators, backends)
    problems.errors += errors
    if problems.errors:
        print(problems.report(), file=sys.stderr)
        return 1
    files.write_files(options.install_dir, generate_all(plans, inputs.labels()))
    return 0


def generate_unboxing(
    selected: Sequence[OperatorPlan], labels: Sequence[str], shards: int
) -> list[GeneratedFile]:
    """What gen_unboxing.py writes."""
    emit = unboxing_functions
    template = files.template
    return [
        emit.unboxing_header(selected, template("UnboxingFunctions.h"), labels),
        *emit.unboxing_sources(selected, template("UnboxingFunctions.cpp"), labels, shards),
        *emit.registration_sources(
            selected, template("RegisterCodegenUnboxedKernels.cpp"), labels, shards
        ),
    ]


def gen_unboxing_main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="gen_unboxing.py")
    parser.add_argument("-s", "--source-path", default=_DEFAULT_SOURCE)
    parser.add_argument("-d", "--install-dir", "--install_dir", default="build/aten/src/ATen")
    parser.add_argument("--static-dispatch-backend", "--static_dispatch_backend", nargs="*")
    parser.add_argument("--num-shards", type=int, default=5)
    options = parser.parse_args(arguments)
    problems = Problems()
    inputs = read_sources(options.source_path, [], problems)
    backends = backends_of(options.static_dispatch_backend, problems)
    plans, errors = plan_operators(inputs.operators, backends)
    problems.errors += errors
    if problems.errors:
        print(problems.report(), file=sys.stderr)
        return 1
    selected = [plan for plan in plans.operators if plan.has_kernel]
    files.write_files(
        options.install_dir, generate_unboxing(selected, inputs.labels(), options.num_shards)
    )
    return 0
