"""C++ signatures of an operator.

One schema gives up to five:

    add.out(Tensor self, Tensor other, *, Scalar alpha=1, Tensor(a!) out) -> Tensor(a!)

    kernel    Tensor& add_out(const Tensor& self, const Tensor& other, const Scalar& alpha,
                              Tensor& out)
    function  Tensor& add_out(Tensor& out, const Tensor& self, const Tensor& other,
                              const Scalar& alpha = 1)
    outf      Tensor& add_outf(const Tensor& self, ..., Tensor& out)

and, with `dtype, layout, device, pin_memory` among the arguments, one overload that takes a
TensorOptions in their place. Methods are functions whose `self` is the object.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from aten_codegen.defaults import cpp_default
from aten_codegen.model import Operator
from aten_codegen.names import identifier
from aten_codegen.schema import Argument, Return
from aten_codegen.types import cpp_type, type_key

OPTIONS_FIELDS = (
    ("dtype", "ScalarType?", "options.dtype_opt()"),
    ("layout", "Layout?", "options.layout_opt()"),
    ("device", "Device?", "options.device_opt()"),
    ("pin_memory", "bool?", "options.pinned_memory_opt()"),
)


@dataclass(frozen=True)
class Parameter:
    type: str
    name: str
    default: str | None = None

    def declaration(self) -> str:
        return f"{self.type} {self.name}" + (f" = {self.default}" if self.default else "")

    def definition(self) -> str:
        return f"{self.type} {self.name}"


@dataclass(frozen=True)
class Signature:
    """`values` maps each schema argument to the C++ expression that a body uses for it."""

    name: str
    result: str
    parameters: tuple[Parameter, ...]
    values: Mapping[str, str] = field(default_factory=dict)


def parameter(op: Operator, argument: Argument) -> Parameter:
    """The parameter of a kernel: no default."""
    type_ = cpp_type(argument.type).argument
    is_tensor = type_key(argument.type) == "Tensor"
    if is_tensor and argument.is_mutable and not op.const_ref_mutable:
        type_ = "at::Tensor&"
    return Parameter(type_, identifier(argument.name))


def parameters(op: Operator) -> tuple[Parameter, ...]:
    return tuple(parameter(op, argument) for argument in op.schema.arguments)


def _return_type(op: Operator, ret: Return) -> str:
    if type_key(ret.type) == "Tensor" and "!" in str(ret.type):
        return "const at::Tensor&" if op.const_ref_mutable else "at::Tensor&"
    return cpp_type(ret.type).result


def result_type(op: Operator) -> str:
    types = [_return_type(op, ret) for ret in op.schema.returns]
    if not types:
        return "void"
    if len(types) == 1:
        return types[0]
    return f"::std::tuple<{', '.join(types)}>"


def kernel_result_type(op: Operator) -> str:
    """A structured kernel fills its out arguments and returns nothing."""
    return "void" if op.structured else result_type(op)


def function_name(op: Operator) -> str:
    return identifier(op.name.root) + ("_out" if op.is_out else "")


def function_signatures(op: Operator) -> list[Signature]:
    """The overloads of at::op, the first being the one with defaults."""
    name = function_name(op)
    faithful = op.name.root + "_outf" if op.is_out else name
    signatures = [_api_signature(op, name, out_first=True, options=_options_at(op) is not None)]
    if op.is_out:
        if _options_at(op) is not None:
            signatures.append(_api_signature(op, name, out_first=True, options=False, plain=True))
        signatures.append(_api_signature(op, faithful, out_first=False, options=False, plain=True))
    elif _options_at(op) is not None:
        signatures.append(_api_signature(op, name, out_first=False, options=False, plain=True))
    return signatures


def method_signatures(op: Operator) -> list[Signature]:
    """As functions, without `self`."""
    signatures = []
    for signature in function_signatures(op):
        without_self = tuple(p for p in signature.parameters if p.name != "self")
        values = dict(signature.values)
        self_type = next(p.type for p in signature.parameters if p.name == "self")
        is_const = self_type.startswith("const ")
        values["self"] = "*this" if is_const else "const_cast<at::Tensor&>(*this)"
        signatures.append(Signature(signature.name, signature.result, without_self, values))
    return signatures


def _options_at(op: Operator) -> int | None:
    """Where the four arguments of TensorOptions begin, if they are all there."""
    arguments = op.schema.arguments
    for index in range(len(arguments) - len(OPTIONS_FIELDS) + 1):
        four = arguments[index : index + len(OPTIONS_FIELDS)]
        if all(
            argument.name == name and type_key(argument.type) == type_
            for argument, (name, type_, _) in zip(four, OPTIONS_FIELDS)
        ):
            return index
    return None


def _api_signature(
    op: Operator, name: str, out_first: bool, options: bool, plain: bool = False
) -> Signature:
    """`plain` signatures have no defaults, which keeps overloads apart."""
    arguments = [a for a in op.schema.arguments if not a.is_out]
    outs = [parameter(op, a) for a in op.schema.arguments if a.is_out]
    values = {a.name: identifier(a.name) for a in op.schema.arguments}
    inputs: list[Parameter] = []
    options_at = _options_at(op) if options else None
    for index, argument in enumerate(arguments):
        if options_at is not None and options_at <= index < options_at + len(OPTIONS_FIELDS):
            values[argument.name] = OPTIONS_FIELDS[index - options_at][2]
            if index == options_at:
                all_none = all(a.default is not None for a in arguments[index : index + 4])
                default = "{}" if all_none and not plain else None
                if argument.default == "long":
                    default = "at::kLong"
                inputs.append(Parameter("at::TensorOptions", "options", default))
            continue
        base = parameter(op, argument)
        keep = not plain and argument.name not in op.cpp_no_default_args
        inputs.append(Parameter(base.type, base.name, cpp_default(argument) if keep else None))
    inputs = _without_leading_defaults(inputs)
    ordered = [*outs, *inputs] if out_first else [*inputs, *outs]
    return Signature(name, result_type(op), tuple(ordered), values)


def _without_leading_defaults(inputs: list[Parameter]) -> list[Parameter]:
    """C++ allows defaults only at the end."""
    last_required = max((i for i, p in enumerate(inputs) if p.default is None), default=-1)
    return [Parameter(p.type, p.name) if i < last_required else p for i, p in enumerate(inputs)]
