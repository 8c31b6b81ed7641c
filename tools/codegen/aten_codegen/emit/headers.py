"""ops/<root>.h, Functions.h, NativeFunctions.h, CPUFunctions.h and core/TensorBody.h."""

from __future__ import annotations

from collections.abc import Sequence

from aten_codegen import cpp_text
from aten_codegen.code_template import substitute
from aten_codegen.emit.common import (
    GeneratedFile,
    banner,
    declaration,
    includes,
    inline_definition,
    kernel_declarations,
    type_headers,
)
from aten_codegen.model import Origin, header_root
from aten_codegen.plan import OperatorPlan, Plans, body, needs_switch
from aten_codegen.signatures import (
    Signature,
    function_signatures,
    method_signatures,
    parameters,
    result_type,
)

TOOL = "gen.py"
_MEMBER = "  "


def has_api(plan: OperatorPlan) -> bool:
    """Whether at::op exists. Prim operators are reached through the table only."""
    op = plan.operator
    return bool(plan.targets) and op.origin is Origin.NATIVE and not op.manual_cpp_binding


def has_function(plan: OperatorPlan) -> bool:
    return has_api(plan) and plan.operator.is_function


def has_method(plan: OperatorPlan) -> bool:
    op = plan.operator
    return has_api(plan) and op.is_method and any(a.name == "self" for a in op.schema.arguments)


def has_callable(plan: OperatorPlan) -> bool:
    """Whether at::_ops::op_overload exists."""
    return bool(plan.targets) and plan.operator.origin is Origin.NATIVE


def cpu_signature(plan: OperatorPlan) -> Signature | None:
    """at::cpu::op exists for what has a kernel of the CPU backend."""
    if has_function(plan) and any(target.backend == "CPU" for target in plan.targets):
        return function_signatures(plan.operator)[0]
    return None


def header_of(plan: OperatorPlan) -> str:
    """Prim operators have headers of their own: they share root names with tensor operators."""
    folder = "ops/prim" if plan.operator.origin is Origin.PRIM else "ops"
    return f"{folder}/{header_root(plan.operator.name.root)}.h"


def by_header(plans: Sequence[OperatorPlan]) -> dict[str, list[OperatorPlan]]:
    result: dict[str, list[OperatorPlan]] = {}
    for plan in plans:
        if plan.has_kernel:
            result.setdefault(header_of(plan), []).append(plan)
    return dict(sorted(result.items()))


def operator_headers(plans: Plans, template: str, inputs: Sequence[str]) -> list[GeneratedFile]:
    return [
        GeneratedFile(path, _operator_header(group, template, inputs))
        for path, group in by_header(plans.operators).items()
    ]


def _operator_header(group: Sequence[OperatorPlan], template: str, inputs: Sequence[str]) -> str:
    operators = [plan.operator for plan in group]
    callables = [_callable(plan) for plan in group if has_callable(plan)]
    functions = [text for plan in group if has_function(plan) for text in _functions(plan)]
    headers = type_headers([*operators, *(plan.callee for plan in group)])
    if any(needs_switch(plan) for plan in group):
        headers.append("aten_lite/registry/static_dispatch.h")
    needs_options = any("at::TensorOptions" in text for text in functions)
    return substitute(
        template,
        {
            "banner": banner(TOOL, inputs),
            "root": header_root(operators[0].name.root),
            "includes": includes(
                ["ATen/core/TensorBody.h", *headers]
                + (["aten_lite/core/tensor_options.h"] if needs_options else [])
            ),
            "kernels": kernel_declarations(group),
            "callables": _namespace("at::_ops", "\n".join(callables)),
            "functions": _namespace("at", "\n\n".join(functions)),
        },
    )


def _namespace(name: str, text: str) -> str:
    return f"namespace {name} {{\n{text}\n}}  // namespace {name}" if text else ""


def callable_signature(plan: OperatorPlan) -> Signature:
    op = plan.operator
    arguments = parameters(op)
    values = {a.name: p.name for a, p in zip(op.schema.arguments, arguments)}
    return Signature("call", result_type(op), arguments, values)


def _callable(plan: OperatorPlan) -> str:
    call = cpp_text.declaration(
        f"static {result_type(plan.operator)} call",
        [p.declaration() for p in callable_signature(plan).parameters],
        ";",
        "  ",
    )
    return f"struct {plan.symbol} {{\n{call}\n}};"


def _functions(plan: OperatorPlan) -> list[str]:
    texts = []
    for index, signature in enumerate(function_signatures(plan.operator)):
        text = inline_definition(signature, body(plan, signature.values))
        if index == 0:
            text = f"{cpp_text.comment(_schema_text(plan))}\n{text}"
        texts.append(text)
    return texts


def _schema_text(plan: OperatorPlan) -> str:
    text = str(plan.operator.schema)
    return text if plan.operator.name.namespace else f"aten::{text}"


def umbrella_headers(plans: Plans, template: str, inputs: Sequence[str]) -> list[GeneratedFile]:
    headers = by_header(plans.operators)
    functions = [p for p, group in headers.items() if any(has_function(plan) for plan in group)]
    files = []
    for name, purpose, paths in (
        ("Functions.h", "Every at:: function.", functions),
        ("NativeFunctions.h", "Declarations of every kernel.", list(headers)),
    ):
        values = {
            "banner": banner(TOOL, inputs),
            "purpose": purpose,
            "includes": includes(["ATen/core/TensorBody.h", *(f"ATen/{path}" for path in paths)]),
        }
        files.append(GeneratedFile(name, substitute(template, values)))
    return files


def cpu_functions(plans: Plans, template: str, inputs: Sequence[str]) -> GeneratedFile:
    chosen = [plan for plan in plans.operators if cpu_signature(plan) is not None]
    declarations = [declaration(s) for s in map(cpu_signature, chosen) if s is not None]
    headers = type_headers(plan.operator for plan in chosen)
    values = {
        "banner": banner(TOOL, inputs),
        "includes": includes(
            ["ATen/core/TensorBody.h", "aten_lite/core/tensor_options.h", *headers]
        ),
        "declarations": "\n".join(declarations),
    }
    return GeneratedFile("CPUFunctions.h", substitute(template, values))


def tensor_body(plans: Plans, template: str, inputs: Sequence[str]) -> GeneratedFile:
    methods = []
    for plan in plans.operators:
        if has_method(plan):
            for signature in method_signatures(plan.operator):
                method = declaration(signature, suffix=" const;", indent=_MEMBER)
                methods.append(cpp_text.outdent(method, _MEMBER))
    return GeneratedFile(
        "core/TensorBody.h",
        substitute(
            template,
            {"banner": banner(TOOL, inputs), "method_declarations": "\n".join(methods)},
        ),
    )
