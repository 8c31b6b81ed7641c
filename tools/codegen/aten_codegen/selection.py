"""Which operators a build holds, and who asked for each.

Two formats, told apart by their shape:

    - aten::add.Tensor                     a flat list: exactly these operators. A bare root
    - aten::relu                           (`aten::add`) that has no operator of that very name
                                           stands for all its overloads.

    include_all_operators: false           upstream's selection yaml, with upstream's defaults
    operators:
      aten::add.Tensor: {}                 the three flags are true when absent
      aten::mul:                           a bare root with include_all_overloads: all overloads
        is_root_operator: true
        is_used_for_training: false
        include_all_overloads: true
        debug_info: [model.ptl]

Selections compose: a run selects the union. Only root operators get a wrapper.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from aten_codegen.errors import CodegenError, Location, did_you_mean
from aten_codegen.plan import OperatorPlan, Plans
from aten_codegen.schema import SchemaError, parse_operator_name
from aten_codegen.yaml_loader import YamlEntry, YamlNode

_TOP_LEVEL_KEYS = (
    "build_features",
    "custom_classes",
    "debug_info",
    "et_kernel_metadata",
    "include_all_non_op_selectives",
    "include_all_operators",
    "kernel_metadata",
    "operators",
)
_OPERATOR_KEYS = (
    "debug_info",
    "include_all_overloads",
    "is_root_operator",
    "is_used_for_training",
    "name",
)


@dataclass(frozen=True)
class Request:
    """A line that names an operator. `bare`: what a name without overload stands for."""

    name: str
    location: Location
    bare: str  # "exact", "all", or "exact-or-all"
    is_root: bool = True
    is_used_for_training: bool = True
    debug_info: tuple[str, ...] = ()
    is_merged: bool = False  # then `debug_info` says where the name was written first

    @property
    def origins(self) -> tuple[str, ...]:
        """Who asks: lines of files, with the models that a selection says they are for."""
        if self.is_merged and self.debug_info:
            return self.debug_info
        return (f"{self.location}{self.for_whom}",)

    @property
    def for_whom(self) -> str:
        return f" ({', '.join(self.debug_info)})" if self.debug_info else ""


@dataclass(frozen=True)
class Selection:
    """One source of operators."""

    location: Location
    include_all: bool = False
    only_custom: bool = False  # `include_all` means all operators of the user's own yaml files
    requests: tuple[Request, ...] = ()
    debug_info: tuple[str, ...] = ()
    include_all_non_op_selectives: bool = False
    custom_classes: tuple[str, ...] = ()
    build_features: tuple[str, ...] = ()
    kernel_metadata: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    et_kernel_metadata: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


@dataclass(frozen=True)
class Selected:
    """An operator of the build, and the lines that asked for it."""

    plan: OperatorPlan
    asked_by: tuple[str, ...]


def everything(origin: str, only_custom: bool = False) -> Selection:
    return Selection(Location(origin), include_all=True, only_custom=only_custom)


def from_allowlist(names: Sequence[str], origin: str) -> Selection:
    """`--op_registration_allowlist`: as upstream, a bare name stands for all its overloads."""
    location = Location(origin)
    unique = dict.fromkeys(part for name in names for part in name.replace(";", " ").split())
    requests = tuple(Request(name, location, "all", is_used_for_training=False) for name in unique)
    return Selection(location, requests=requests, include_all_non_op_selectives=True)


def parse_selection(
    root: YamlNode, is_merged: bool = False
) -> tuple[Selection, list[CodegenError]]:
    """Either format; an empty file selects nothing. `is_merged`: written by merge_selections."""
    if root.is_empty:
        return Selection(root.location), []
    if isinstance(root.value, tuple):
        return _parse_list(root)
    if isinstance(root.value, Mapping):
        return _parse_mapping(root, is_merged)
    hint = "Begin every line with '- ', or use upstream's 'operators:' mapping."
    error = CodegenError(root.location, "a selection is a list of operators or a mapping", hint)
    return Selection(root.location), [error]


def _parse_list(root: YamlNode) -> tuple[Selection, list[CodegenError]]:
    requests: dict[str, Request] = {}
    errors: list[CodegenError] = []
    for node in root.sequence("a selection"):
        try:
            name = node.text("an operator name")
            check_name(name, node.location)
            if name in requests:
                raise CodegenError(
                    node.location,
                    f"'{name}' is listed twice",
                    f"First in line {requests[name].location.line}; remove one.",
                )
            requests[name] = Request(name, node.location, "exact-or-all")
        except CodegenError as error:
            errors.append(error)
    return Selection(root.location, requests=tuple(requests.values())), errors


def check_name(name: str, location: Location) -> None:
    """Whether the text can be an operator's name at all."""
    if name.count("::") > 1:
        raise CodegenError(
            location,
            f"'{name}' is more than one operator name",
            "Write one name per line, each after '- '.",
        )
    if "::" not in name:
        raise CodegenError(location, f"'{name}' has no namespace", f"Did you mean 'aten::{name}'?")
    try:
        parse_operator_name(name)
    except SchemaError as error:
        raise CodegenError(location, str(error)) from None


def _parse_mapping(root: YamlNode, is_merged: bool) -> tuple[Selection, list[CodegenError]]:
    fields = root.mapping("a selection")
    errors: list[CodegenError] = [
        CodegenError(entry.location, f"unknown key '{key}'", did_you_mean(key, _TOP_LEVEL_KEYS))
        for key, entry in fields.items()
        if key not in _TOP_LEVEL_KEYS
    ]
    reader = _Reader(fields, errors)
    selection = Selection(
        location=root.location,
        include_all=reader.flag("include_all_operators", False),
        requests=_requests(fields.get("operators"), is_merged, errors),
        debug_info=reader.strings("debug_info"),
        include_all_non_op_selectives=reader.flag("include_all_non_op_selectives", False),
        custom_classes=reader.strings("custom_classes"),
        build_features=reader.strings("build_features"),
        kernel_metadata=reader.string_lists("kernel_metadata"),
        et_kernel_metadata=reader.string_lists("et_kernel_metadata"),
    )
    return selection, errors


def _requests(
    entry: YamlEntry | None, is_merged: bool, errors: list[CodegenError]
) -> tuple[Request, ...]:
    if entry is None or entry.value.is_empty:
        return ()
    try:
        operators = entry.value.mapping("'operators'")
    except CodegenError as error:
        errors.append(error)
        return ()
    return tuple(_request(operator, is_merged, errors) for operator in operators.values())


def _request(entry: YamlEntry, is_merged: bool, errors: list[CodegenError]) -> Request:
    fields: Mapping[str, YamlEntry] = {}
    try:
        check_name(entry.key, entry.location)
        if not entry.value.is_empty:
            fields = entry.value.mapping(f"'{entry.key}'")
    except CodegenError as error:
        errors.append(error)
    errors += [
        CodegenError(
            value.location,
            f"unknown key '{key}' of operator '{entry.key}'",
            did_you_mean(key, _OPERATOR_KEYS),
        )
        for key, value in fields.items()
        if key not in _OPERATOR_KEYS
    ]
    reader = _Reader(fields, errors)
    return Request(
        name=entry.key,
        location=entry.location,
        bare="all" if reader.flag("include_all_overloads", True) else "exact",
        is_root=reader.flag("is_root_operator", True),
        is_used_for_training=reader.flag("is_used_for_training", True),
        debug_info=reader.strings("debug_info"),
        is_merged=is_merged,
    )


@dataclass
class _Reader:
    """Typed fields of a mapping; a wrong type is recorded and the default taken."""

    fields: Mapping[str, YamlEntry]
    errors: list[CodegenError]

    def flag(self, key: str, default: bool) -> bool:
        entry = self.fields.get(key)
        if entry is None:
            return default
        try:
            return entry.value.boolean(f"'{key}'")
        except CodegenError as error:
            self.errors.append(error)
            return default

    def strings(self, key: str) -> tuple[str, ...]:
        entry = self.fields.get(key)
        if entry is None or entry.value.is_empty:
            return ()
        return self._strings(entry)

    def _strings(self, entry: YamlEntry) -> tuple[str, ...]:
        try:
            nodes = entry.value.sequence(f"'{entry.key}'")
            return tuple(node.text(f"an item of '{entry.key}'") for node in nodes)
        except CodegenError as error:
            self.errors.append(error)
            return ()

    def string_lists(self, key: str) -> Mapping[str, tuple[str, ...]]:
        entry = self.fields.get(key)
        if entry is None or entry.value.is_empty:
            return {}
        try:
            items = entry.value.mapping(f"'{key}'")
        except CodegenError as error:
            self.errors.append(error)
            return {}
        return {name: self._strings(item) for name, item in items.items()}


def select(
    selections: Sequence[Selection], plans: Plans
) -> tuple[list[Selected], list[CodegenError]]:
    """The selected operators, sorted by name, with what each request could not be given for."""
    by_name = plans.by_name()
    overloads: dict[str, list[str]] = {}
    for name in by_name:
        overloads.setdefault(name.split(".")[0], []).append(name)
    asked_by: dict[str, list[str]] = {}
    errors: list[CodegenError] = []
    for selection in selections:
        if selection.include_all:
            for name, plan in by_name.items():
                if plan.has_kernel and (plan.is_custom or not selection.only_custom):
                    asked_by.setdefault(name, []).append(f"{selection.location} (all operators)")
        for request in selection.requests:
            if not request.is_root:
                continue
            found = resolve(request, by_name, overloads)
            error = _refusal(request, found, by_name, plans.backends)
            if error is not None:
                errors.append(error)
                continue
            for name in found:
                if by_name[name].has_kernel:
                    asked_by.setdefault(name, []).extend(request.origins)
    _add_companions(asked_by, by_name, errors)
    selected = [Selected(by_name[name], tuple(asked_by[name])) for name in sorted(asked_by)]
    return selected, errors


def resolve(
    request: Request, by_name: Mapping[str, OperatorPlan], overloads: Mapping[str, list[str]]
) -> list[str]:
    """The operators that a name stands for; none when it is unknown."""
    exact = [request.name] if request.name in by_name else []
    if "." in request.name or request.bare == "exact":
        return exact
    if request.bare == "exact-or-all" and exact:
        return exact
    return overloads.get(request.name, [])


def _refusal(
    request: Request,
    found: Sequence[str],
    by_name: Mapping[str, OperatorPlan],
    backends: Sequence[str],
) -> CodegenError | None:
    location, for_whom = request.location, request.for_whom
    if request.is_merged:
        # The merged file is nobody's to edit: the line that first had the name is.
        location = Location(request.origins[0])
        others = request.origins[1:]
        for_whom = f" (also {', '.join(others)})" if others else ""
    if not found:
        nearest = did_you_mean(request.name, by_name)
        hint = f"{nearest} " if nearest else ""
        return CodegenError(
            location,
            f"unknown operator '{request.name}'{for_whom}",
            f"{hint}Correct or remove the name, or declare the operator in a yaml of your own.",
        )
    if not any(by_name[name].has_kernel for name in found):
        known = sorted({key for name in found for key in by_name[name].operator.dispatch})
        has = f"it has kernels for {', '.join(known)} only" if known else "it has no kernel at all"
        return CodegenError(
            location,
            f"operator '{request.name}' has no kernel for {', '.join(backends)}: {has}{for_whom}",
            "Remove the name, or give the operator a kernel in a yaml of your own.",
        )
    return None


def _add_companions(
    asked_by: dict[str, list[str]],
    by_name: Mapping[str, OperatorPlan],
    errors: list[CodegenError],
) -> None:
    """Operators that the preparation of a model may put in the place of a selected one."""
    pending = sorted(asked_by)
    while pending:
        name = pending.pop()
        operator = by_name[name].operator
        for companion in operator.companions:
            if companion not in by_name:
                errors.append(
                    CodegenError(
                        operator.location,
                        f"'{name}' has an unknown companion '{companion}'",
                        did_you_mean(companion, by_name),
                    )
                )
            elif companion not in asked_by and by_name[companion].has_kernel:
                asked_by[companion] = [f"companion of {name}"]
                pending.append(companion)
