"""Reads the yaml files of a run. A file that is wrong is recorded; the others are still read."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from aten_codegen import files, names
from aten_codegen.errors import CodegenError, Location, Problems
from aten_codegen.model import DISPATCH_KEYS, Operator, Origin, parse_operators, parse_tags
from aten_codegen.schema import Schema
from aten_codegen.selection import Selection, everything, from_allowlist, parse_selection
from aten_codegen.yaml_loader import YamlNode, load_yaml

DEFAULT_SOURCE = os.path.normpath(
    os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "aten_lite")
)

# Those that this project has kernels for.
BACKENDS = ("CPU", "QuantizedCPU")


@dataclass
class Sources:
    """The operators of a run and the files that declare them."""

    operators: list[Operator] = field(default_factory=list)
    paths: list[str] = field(default_factory=list)

    def labels(self) -> list[str]:
        """File names without folders, which differ from machine to machine."""
        return sorted({os.path.basename(path) for path in self.paths})


def read_sources(source_path: str, custom: Sequence[str], problems: Problems) -> Sources:
    """native_functions.yaml, prim_functions.yaml and tags.yaml of a folder, and a user's files.

    The folder is upstream's `aten/src/ATen`, whose `native` holds the files, or holds them itself.
    """
    native, prim, tags_file = (
        _find(source_path, name)
        for name in ("native_functions.yaml", "prim_functions.yaml", "tags.yaml")
    )
    result = Sources()
    if native is None:
        problems.add(
            CodegenError(
                Location(source_path),
                "there is no native_functions.yaml in this folder or in its folder 'native'",
                "Give the folder with -s.",
            )
        )
    tags = None if tags_file is None else _read_tags(tags_file, problems)
    for path, origin in ((native, Origin.NATIVE), (prim, Origin.PRIM)):
        if path is not None:
            result.paths.append(path)
            result.operators += _read_operators(path, origin, tags, problems)
    for path in custom:
        result.paths.append(path)
        _override(result, _read_operators(path, Origin.CUSTOM, None, problems), problems)
    return result


def _find(source_path: str, name: str) -> str | None:
    candidates = [os.path.join(source_path, "native", name), os.path.join(source_path, name)]
    return next((path for path in candidates if os.path.isfile(path)), None)


def _load(path: str, problems: Problems) -> YamlNode | None:
    try:
        root, errors = load_yaml(files.read_text(path), path)
    except CodegenError as error:
        problems.add(error)
        return None
    problems.errors += errors
    return root


def _read_tags(path: str, problems: Problems) -> frozenset[str] | None:
    root = _load(path, problems)
    try:
        return None if root is None else parse_tags(root)
    except CodegenError as error:
        problems.add(error)
        return None


def _read_operators(
    path: str, origin: Origin, tags: frozenset[str] | None, problems: Problems
) -> list[Operator]:
    root = _load(path, problems)
    if root is None:
        return []
    operators, errors = parse_operators(root, origin, tags)
    problems.errors += errors
    return operators


def _override(sources: Sources, custom: Sequence[Operator], problems: Problems) -> None:
    """A user's entry for an operator of ours takes its place; the schema must be the same."""
    ours = {names.full_name(op.name): op for op in sources.operators}
    replaced = set()
    for op in custom:
        name = names.full_name(op.name)
        first = ours.get(name)
        if first is None or first.origin is Origin.CUSTOM:
            continue
        replaced.add(name)
        if _without_namespace(first.schema) != _without_namespace(op.schema):
            problems.add(
                CodegenError(
                    op.location,
                    f"'{name}' is declared with another schema than in {first.location}",
                    f"There it is: {first.schema}",
                )
            )
    sources.operators = [
        op
        for op in sources.operators
        if op.origin is Origin.CUSTOM or names.full_name(op.name) not in replaced
    ]
    sources.operators += custom


def _without_namespace(schema: Schema) -> str:
    return str(schema).partition("(")[2]


def backends_of(values: Sequence[str] | None, problems: Problems) -> tuple[str, ...]:
    """Accepts `CPU QuantizedCPU` and `CPU,QuantizedCPU`; none means CPU."""
    backends = [part for value in values or () for part in value.replace(",", " ").split()]
    for name in backends:
        if name not in DISPATCH_KEYS:
            problems.add(
                CodegenError(
                    Location("--static_dispatch_backend"),
                    f"unknown backend '{name}'",
                    "Known ones are CPU and QuantizedCPU.",
                )
            )
    return tuple(dict.fromkeys(backends)) or ("CPU",)


def read_selections(
    paths: Sequence[str] | None,
    allowlist: Sequence[str] | None,
    requested_by: str,
    has_custom: bool,
    problems: Problems,
    merged: tuple[str | None, str] = (None, ""),
) -> list[Selection]:
    """No option, or one without a value: everything, or everything custom.

    A file with an empty list selects nothing. `merged` is such a file and the target it is of.
    """
    given = [path for path in paths or () if path]
    selections = read_selection_files(given, problems)
    merged_path, target = merged
    if merged_path:
        selections += [
            replace(selection, location=Location(target or merged_path))
            for selection in read_selection_files([merged_path], problems, are_merged=True)
        ]
    if allowlist:
        selections.append(from_allowlist(allowlist, requested_by))
    if not given and not merged_path and not allowlist:
        selections.append(everything("no selection given", only_custom=has_custom))
    return selections


def read_selection_files(
    paths: Sequence[str], problems: Problems, are_merged: bool = False
) -> list[Selection]:
    selections = []
    for path in paths:
        root = _load(path, problems)
        if root is not None:
            selection, errors = parse_selection(root, are_merged)
            selections.append(selection)
            problems.errors += errors
    return selections
