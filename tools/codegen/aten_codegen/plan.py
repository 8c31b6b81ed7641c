"""Which kernel a call of an operator reaches, and how.

`Planner` resolves every operator once: its kernels per backend, structured delegation, and problems
that only the whole set of operators shows (a delegate that does not exist, two operators whose
generated names collide).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from aten_codegen import names
from aten_codegen.defaults import DefaultError, parse_default
from aten_codegen.errors import CodegenError, did_you_mean
from aten_codegen.model import Kernel, Operator, Origin
from aten_codegen.schema import Argument
from aten_codegen.signatures import result_type
from aten_codegen.types import UnknownTypeError, cpp_type

_QUANTIZED = "QuantizedCPU"


@dataclass(frozen=True)
class Target:
    """A kernel and the backend that it is for; composite kernels serve every backend."""

    backend: str
    kernel: Kernel


@dataclass(frozen=True)
class OperatorPlan:
    """`callee` declares the kernels: the operator itself, or the out variant it delegates to."""

    operator: Operator
    callee: Operator
    targets: tuple[Target, ...]
    is_partial: bool = False  # there are tensors, and a backend for which there is no kernel

    @property
    def has_kernel(self) -> bool:
        return bool(self.targets) or self.operator.boxed is not None

    @property
    def symbol(self) -> str:
        return names.symbol(self.operator.name)

    @property
    def full_name(self) -> str:
        return names.full_name(self.operator.name)

    @property
    def is_structured(self) -> bool:
        return self.callee.structured

    @property
    def is_custom(self) -> bool:
        """A user's kernel takes the place of ours, and of no other user's."""
        return self.operator.origin is Origin.CUSTOM

    @property
    def wrapper(self) -> str:
        """The wrapper's name. Names a user's kernel as well: see emit/unboxing_functions.py."""
        if not self.is_custom:
            return self.symbol
        kernels = [self.operator.boxed, *(target.kernel for target in self.targets)]
        parts = [str(kernel).strip(":").replace("::", "_") for kernel in kernels if kernel]
        return "_".join([self.symbol, "from", *dict.fromkeys(parts)])

    @property
    def schema_constant(self) -> str:
        return f"{self.wrapper}_schema"


@dataclass(frozen=True)
class Plans:
    """All operators of a run, sorted by name."""

    operators: tuple[OperatorPlan, ...]
    backends: tuple[str, ...]

    def by_name(self) -> dict[str, OperatorPlan]:
        return {plan.full_name: plan for plan in self.operators}


def plan_operators(
    operators: Sequence[Operator], backends: tuple[str, ...]
) -> tuple[Plans, list[CodegenError]]:
    by_name = {names.full_name(op.name): op for op in operators}
    plans: list[OperatorPlan] = []
    errors = [*_duplicates(operators)]
    for op in operators:
        try:
            _check_types(op)
            plans.append(_plan(op, by_name, backends))
        except CodegenError as error:
            errors.append(error)
    plans.sort(key=lambda plan: plan.full_name)
    return Plans(tuple(plans), backends), errors


def implied_backends(operators: Iterable[Operator], backends: tuple[str, ...]) -> tuple[str, ...]:
    """The backends that wrappers of a selection call: those asked for, and QuantizedCPU for CPU
    where an operator of the selection makes quantized tensors or takes them.

    So a model with quantized operators runs without a flag, and others pay nothing.
    """
    if "CPU" in backends and _QUANTIZED not in backends and any(map(_is_quantized, operators)):
        return (*backends, _QUANTIZED)
    return backends


def _is_quantized(op: Operator) -> bool:
    root = op.name.root.lstrip("_")
    return op.name.namespace == "quantized" or (
        "quantize" in root and not root.startswith("fake_quantize")
    )


def _plan(op: Operator, by_name: Mapping[str, Operator], backends: tuple[str, ...]) -> OperatorPlan:
    callee = op
    if op.structured_delegate is not None and op.kernel(backends) is None:
        callee = _delegate(op, by_name)
    targets: list[Target] = []
    for backend in backends:
        kernel = op.kernel((backend,)) or callee.kernel((backend,))
        if kernel is not None:
            is_own = backend in callee.dispatch
            targets.append(Target(backend if is_own else "composite", kernel))
    has_tensors = any("Tensor" in str(argument.type) for argument in op.schema.arguments)
    is_partial = 0 < len(targets) < len(backends) and has_tensors
    return OperatorPlan(op, callee, tuple(dict.fromkeys(targets)), is_partial)


def _delegate(op: Operator, by_name: Mapping[str, Operator]) -> Operator:
    assert op.structured_delegate is not None
    # A delegate is named without its namespace, which is the operator's own.
    name = names.full_name(replace(op.structured_delegate, namespace=op.name.namespace))
    delegate = by_name.get(name)
    if delegate is None or not delegate.structured:
        problem = "does not exist" if delegate is None else "is not 'structured: True'"
        raise CodegenError(
            op.location,
            f"'{op.name}' delegates to '{op.structured_delegate}', which {problem}",
            did_you_mean(name, by_name),
        )
    mine = {argument.name for argument in op.schema.arguments}
    for argument in delegate.schema.arguments:
        if not argument.is_out and argument.name not in mine:
            raise CodegenError(
                op.location,
                f"'{op.name}' delegates to '{delegate.name}', whose argument '{argument.name}' "
                "it does not have",
            )
    return delegate


def _check_types(op: Operator) -> None:
    for argument in op.schema.arguments:
        try:
            cpp_type(argument.type)
            parse_default(argument)
        except (UnknownTypeError, DefaultError) as error:
            raise CodegenError(
                op.location,
                f"'{op.name}', argument '{argument.name}': {error}",
                "tools/codegen/aten_codegen/types.py lists the types that have a wrapper.",
            ) from None
    try:
        result_type(op)
    except UnknownTypeError as error:
        raise CodegenError(op.location, f"'{op.name}', result: {error}") from None
    if (op.schema.vararg or op.schema.varret) and op.boxed is None:
        raise CodegenError(
            op.location,
            f"'{op.name}' takes or returns a variable number of values",
            "Only a kernel named with 'boxed:' can do that.",
        )


def _duplicates(operators: Sequence[Operator]) -> list[CodegenError]:
    errors: list[CodegenError] = []
    by_symbol: dict[str, Operator] = {}
    for op in operators:
        symbol = names.symbol(op.name)
        first = by_symbol.setdefault(symbol, op)
        if first is op:
            continue
        if names.full_name(first.name) == names.full_name(op.name):
            message = f"'{names.full_name(op.name)}' is declared twice"
            hint = f"First in {first.location}."
        else:
            message = f"'{op.name}' and '{first.name}' have the same C++ name '{symbol}'"
            hint = f"The other is in {first.location}; rename one overload."
        errors.append(CodegenError(op.location, message, hint))
    return errors


def needs_switch(plan: OperatorPlan) -> bool:
    """Whether the backend is only known at run time.

    An operator with a kernel for one backend out of several keeps the switch, for its error.
    """
    return len(plan.targets) > 1 or plan.is_partial


def body(plan: OperatorPlan, values: Mapping[str, str]) -> list[str]:
    """Statements that call the operator's kernel and return what the operator returns.

    `values` has a C++ expression for each schema argument.
    """
    if not needs_switch(plan):
        return _call_and_return(plan, plan.targets[0].kernel, values)
    lines = [
        f"const auto key_ = at::detail::static_dispatch_key({', '.join(_tensors(plan, values))});",
        "switch (key_) {",
    ]
    for target in _ordered(plan.targets):
        is_default = target.backend == "composite"
        label = "default" if is_default else f"case at::detail::DispatchKey::{target.backend}"
        lines.append(f"  {label}: {{")
        lines += [f"    {line}" for line in _call_and_return(plan, target.kernel, values)]
        lines.append("  }")
    if all(target.backend != "composite" for target in plan.targets):
        supported = ", ".join(target.backend for target in plan.targets)
        lines.append("  default:")
        lines.append(
            f'    at::detail::unsupported_backend("{plan.full_name}", key_, "{supported}");'
        )
    lines.append("}")
    return lines


def _ordered(targets: Sequence[Target]) -> list[Target]:
    return sorted(targets, key=lambda target: target.backend == "composite")


def _tensors(plan: OperatorPlan, values: Mapping[str, str]) -> list[str]:
    return [values[a.name] for a in plan.operator.schema.arguments if "Tensor" in str(a.type)]


def _call_and_return(plan: OperatorPlan, kernel: Kernel, values: Mapping[str, str]) -> list[str]:
    op = plan.operator
    if not plan.is_structured:
        arguments = ", ".join(values[a.name] for a in op.schema.arguments)
        returns = "return " if op.schema.returns else ""
        return [f"{returns}{kernel}({arguments});"]
    inputs = [values[a.name] for a in plan.callee.schema.arguments if not a.is_out]
    outs = plan.callee.schema.out_arguments
    if op.is_out or op.is_inplace:
        return _structured_in_place(op, kernel, values, inputs)
    if len(outs) == 1:
        return [
            "at::Tensor out_;",
            f"{kernel}({', '.join([*inputs, 'out_'])});",
            "return out_;",
        ]
    parts = [f"::std::get<{index}>(out_)" for index in range(len(outs))]
    return [
        f"{result_type(op)} out_;",
        f"{kernel}({', '.join([*inputs, *parts])});",
        "return out_;",
    ]


def _structured_in_place(
    op: Operator, kernel: Kernel, values: Mapping[str, str], inputs: list[str]
) -> list[str]:
    outs = [values[a.name] for a in _written(op)]
    call = f"{kernel}({', '.join([*inputs, *outs])});"
    if not op.schema.returns:
        return [call]
    if len(outs) == 1:
        return [call, f"return {outs[0]};"]
    return [call, f"return {result_type(op)}({', '.join(outs)});"]


def _written(op: Operator) -> list[Argument]:
    return [a for a in op.schema.arguments if (a.is_out if op.is_out else a.is_mutable)]
