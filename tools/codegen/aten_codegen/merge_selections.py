"""Merges sources of operators into one selection, and keeps who asked for each of them.

The result is upstream's selection yaml. The `debug_info` of an operator has one string per place
that names it, `FILE:LINE (TARGET)`, which later runs show in reports and errors. A selection that
was merged before passes through with its strings unchanged. Names stay as they are written, a root
that stands for all its overloads as well: what has a kernel depends on the backends of a library.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from aten_codegen.errors import Location
from aten_codegen.plan import Plans
from aten_codegen.selection import Request, Selection, resolve


@dataclass
class MergedOperator:
    """The flags add up, as upstream's do when selections are combined."""

    is_root: bool = False
    is_used_for_training: bool = False
    all_overloads: bool = False
    origins: dict[str, None] = field(default_factory=dict)


@dataclass(frozen=True)
class Merged:
    """What all sources ask for together, sorted."""

    include_all: bool
    include_all_non_op_selectives: bool
    operators: Mapping[str, MergedOperator]
    custom_classes: tuple[str, ...]
    build_features: tuple[str, ...]
    debug_info: tuple[str, ...]
    kernel_metadata: Mapping[str, tuple[str, ...]]
    et_kernel_metadata: Mapping[str, tuple[str, ...]]


def merge(selections: Sequence[Selection], plans: Plans, target: str) -> Merged:
    """`target` is the label that the sources, apart from merged ones, belong to."""
    by_name = plans.by_name()
    operators: dict[str, MergedOperator] = {}
    for selection in selections:
        for request in selection.requests:
            merged = operators.setdefault(request.name, MergedOperator())
            merged.is_root |= request.is_root
            merged.is_used_for_training |= request.is_used_for_training
            merged.all_overloads |= _means_all(request, by_name)
            merged.origins.update(dict.fromkeys(_origins(request, target)))
    return Merged(
        include_all=any(s.include_all for s in selections),
        include_all_non_op_selectives=any(s.include_all_non_op_selectives for s in selections),
        operators={name: operators[name] for name in sorted(operators)},
        custom_classes=_union(s.custom_classes for s in selections),
        build_features=_union(s.build_features for s in selections),
        debug_info=_union(s.debug_info for s in selections),
        kernel_metadata=_union_of_lists(s.kernel_metadata for s in selections),
        et_kernel_metadata=_union_of_lists(s.et_kernel_metadata for s in selections),
    )


def _means_all(request: Request, by_name: Mapping[str, object]) -> bool:
    if request.bare == "exact-or-all":
        return "." not in request.name and request.name not in by_name
    return request.bare == "all"


def _origins(request: Request, target: str) -> tuple[str, ...]:
    if request.is_merged:
        return request.origins
    place = str(request.location)
    if request.debug_info:
        place += f", for {', '.join(request.debug_info)}"
    return (f"{place} ({target})",)


def _union(lists: Iterable[Sequence[str]]) -> tuple[str, ...]:
    return tuple(sorted({item for items in lists for item in items}))


def _union_of_lists(
    mappings: Iterable[Mapping[str, Sequence[str]]],
) -> Mapping[str, tuple[str, ...]]:
    result: dict[str, tuple[str, ...]] = {}
    for mapping in mappings:
        for key, items in mapping.items():
            result[key] = _union([result.get(key, ()), items])
    return {key: result[key] for key in sorted(result)}


def to_yaml(merged: Merged) -> str:
    lines = [
        f"include_all_operators: {_flag(merged.include_all)}",
        f"include_all_non_op_selectives: {_flag(merged.include_all_non_op_selectives)}",
        "operators:" if merged.operators else "operators: {}",
    ]
    for name, operator in merged.operators.items():
        lines += [
            f"  {name}:",
            f"    is_root_operator: {_flag(operator.is_root)}",
            f"    is_used_for_training: {_flag(operator.is_used_for_training)}",
            f"    include_all_overloads: {_flag(operator.all_overloads)}",
            "    debug_info:",
            *(f"    - {json.dumps(origin)}" for origin in operator.origins),
        ]
    lines += _list("custom_classes", merged.custom_classes)
    lines += _list("build_features", merged.build_features)
    lines += _list("debug_info", merged.debug_info)
    lines += _mapping("kernel_metadata", merged.kernel_metadata)
    lines += _mapping("et_kernel_metadata", merged.et_kernel_metadata)
    return "\n".join(lines) + "\n"


def _flag(value: bool) -> str:
    return "true" if value else "false"


def _list(key: str, items: Sequence[str]) -> list[str]:
    return [f"{key}:", *(f"- {json.dumps(item)}" for item in items)] if items else [f"{key}: []"]


def _mapping(key: str, items: Mapping[str, Sequence[str]]) -> list[str]:
    if not items:
        return [f"{key}: {{}}"]
    return [f"{key}:", *(f"  {json.dumps(k)}: {json.dumps(list(v))}" for k, v in items.items())]


def to_tsv(merged: Merged, plans: Plans) -> str:
    """A line per operator and place: the operators that are meant, place, target."""
    by_name = plans.by_name()
    overloads: dict[str, list[str]] = {}
    for name in by_name:
        overloads.setdefault(name.split(".")[0], []).append(name)
    lines = []
    for name, operator in merged.operators.items():
        request = Request(name, Location(""), "all" if operator.all_overloads else "exact")
        for found in resolve(request, by_name, overloads) if operator.is_root else ():
            for origin in operator.origins:
                place, _, target = origin.rpartition(" (")
                lines.append(f"{found}\t{place or origin}\t{target.rstrip(')')}")
    return "\n".join(["operator\tplace\ttarget", *dict.fromkeys(sorted(lines))]) + "\n"
