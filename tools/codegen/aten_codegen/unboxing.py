"""What a wrapper does, as data.

A wrapper takes its arguments in place on the stack, calls the kernel, and only then drops them and
pushes the results, so that when the kernel throws the arguments are still there to be described.

    aten::add.Tensor(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor

    arguments.push(at::native::add(arguments.tensor(0), arguments.tensor(1), arguments.scalar(2)));
                   ^ kernel        ^ one access per schema argument

    aten::add_.Tensor(Tensor(a!) self, Tensor other, *, Scalar alpha=1) -> Tensor(a!)

    at::native::add_(arguments.mutable_tensor(0), ...);
    arguments.keep(0);       the result is an argument, which stays where it is
"""

from __future__ import annotations

from dataclasses import dataclass

from aten_codegen.plan import OperatorPlan
from aten_codegen.schema import Argument, BaseType, Return
from aten_codegen.types import cpp_type, fixed_size, type_key


@dataclass(frozen=True)
class WrapperPlan:
    """`accesses` has the expression of each schema argument.

    `kept` are the positions of the arguments that are the results, or None where results are new.
    """

    plan: OperatorPlan
    accesses: dict[str, str]
    kept: tuple[int, ...] | None


def plan_wrapper(plan: OperatorPlan) -> WrapperPlan:
    accesses = {
        argument.name: access(plan, argument, index)
        for index, argument in enumerate(plan.operator.schema.arguments)
    }
    return WrapperPlan(plan, accesses, _kept(plan))


def access(plan: OperatorPlan, argument: Argument, index: int) -> str:
    accessor = cpp_type(argument.type).accessor
    is_tensor = type_key(argument.type) == "Tensor"
    if is_tensor and argument.is_mutable and not plan.operator.const_ref_mutable:
        accessor = "mutable_tensor"
    size = fixed_size(argument.type)
    if size is not None and accessor in ("int_list", "optional_int_list", "float_list"):
        return f"arguments.{accessor}({index}, {size})"
    return f"arguments.{accessor}({index})"


def _kept(plan: OperatorPlan) -> tuple[int, ...] | None:
    """Positions of the results among the arguments, if every result is an argument."""
    returns = plan.operator.schema.returns
    positions = [_argument_of(plan, ret) for ret in returns]
    if not positions or any(position is None for position in positions):
        return None
    return tuple(position for position in positions if position is not None)


def _argument_of(plan: OperatorPlan, ret: Return) -> int | None:
    if not isinstance(ret.type, BaseType) or not ret.type.is_mutable:
        return None
    for index, argument in enumerate(plan.operator.schema.arguments):
        if isinstance(argument.type, BaseType) and argument.type.alias == ret.type.alias:
            return index
    return None
