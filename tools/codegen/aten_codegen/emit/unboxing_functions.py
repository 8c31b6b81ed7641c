"""UnboxingFunctions.h, UnboxingFunctions_N.cpp and RegisterCodegenUnboxedKernels_N.cpp.

Linkage. Wrappers are weak: two libraries that select an operator have the same one, and the linker
keeps either. The wrapper of a user's operator has the kernel's name in its own, so that it is not
the same function as ours; its row is in a table that is searched before ours.

Two users' kernels for one operator are an error that only the linker can see. Each row of a user's
operator defines a strong symbol named after the operator, in a group of sections named after the
wrapper: of groups with the same name the linker keeps one, and groups with different names collide
in the symbol. They are in the rows' objects, which are always linked, whatever else is selected.
"""

from __future__ import annotations

from collections.abc import Sequence

from aten_codegen import cpp_text, names
from aten_codegen.code_template import substitute
from aten_codegen.emit.common import (
    GeneratedFile,
    banner,
    includes,
    kernel_declarations,
    type_headers,
)
from aten_codegen.emit.register_schema import schema_constant, schema_text
from aten_codegen.plan import OperatorPlan, body, needs_switch
from aten_codegen.sharding import shard
from aten_codegen.unboxing import WrapperPlan, plan_wrapper

TOOL = "gen_unboxing.py"


def unboxing_header(
    plans: Sequence[OperatorPlan], template: str, inputs: Sequence[str]
) -> GeneratedFile:
    values = {
        "banner": banner(TOOL, inputs),
        "declarations": "\n".join(_declaration(plan) for plan in plans),
    }
    return GeneratedFile("UnboxingFunctions.h", substitute(template, values))


def unboxing_sources(
    plans: Sequence[OperatorPlan], template: str, inputs: Sequence[str], shards: int
) -> list[GeneratedFile]:
    return [
        GeneratedFile(f"UnboxingFunctions_{index}.cpp", _source(group, template, inputs))
        for index, group in enumerate(shard(plans, shards))
    ]


def registration_sources(
    plans: Sequence[OperatorPlan],
    template: str,
    inputs: Sequence[str],
    shards: int,
    target: str = "",
) -> list[GeneratedFile]:
    """`target` is the Bazel target whose selection this is."""
    return [
        GeneratedFile(
            f"RegisterCodegenUnboxedKernels_{index}.cpp",
            _registration(group, template, inputs, target),
        )
        for index, group in enumerate(shard(plans, shards))
    ]


def _source(group: Sequence[OperatorPlan], template: str, inputs: Sequence[str]) -> str:
    headers = type_headers([*(p.operator for p in group), *(p.callee for p in group)])
    if any(needs_switch(plan) for plan in group):
        headers.append("aten_lite/registry/static_dispatch.h")
    constants = [
        schema_constant(plan) if plan.is_custom else _schema_declaration(plan) for plan in group
    ]
    values = {
        "banner": banner(TOOL, inputs),
        "includes": includes(["ATen/core/TensorBody.h", "aten_lite/registry/unboxing.h", *headers]),
        "kernels": kernel_declarations(group),
        "schemas": _namespace("at::schemas", "\n".join(constants)),
        "wrappers": "\n\n".join(_wrapper(plan) for plan in group),
    }
    return substitute(template, values)


def _registration(
    group: Sequence[OperatorPlan], template: str, inputs: Sequence[str], target: str
) -> str:
    rows = sorted(group, key=lambda p: (names.qualified(p.operator.name), p.operator.name.overload))
    tables = []
    for name, is_custom in (("Rows", False), ("CustomRows", True)):
        chosen = [plan for plan in rows if plan.is_custom == is_custom]
        if chosen:
            tables += _table(name, chosen, target)
    table = "\n".join(["namespace {", *tables, "}  // namespace"]) if tables else ""
    custom = [
        f'ATEN_LITE_ONE_KERNEL("{plan.symbol}", "{plan.wrapper}");'
        for plan in rows
        if plan.is_custom
    ]
    values = {
        "banner": banner(TOOL, inputs),
        "schemas": _namespace("at::schemas", "\n".join(map(_schema_declaration, rows))),
        "wrappers": _namespace("at::unboxing", "\n".join(map(_declaration, rows))),
        "table": "\n".join([table, *custom]),
    }
    return substitute(template, values)


def _table(name: str, rows: Sequence[OperatorPlan], target: str) -> list[str]:
    """The constant rows and the object that is registered."""
    fields = [f"k{name}", str(len(rows))]
    if target or rows[0].is_custom:
        fields.append(f'"{target}"')
    if rows[0].is_custom:
        fields.append("true")
    lines = [
        f"    {{&at::schemas::{plan.schema_constant}, at::unboxing::{plan.wrapper}}},"
        for plan in rows
    ]
    return [
        f"constexpr at::registry::OperatorRow k{name}[] = {{",
        *(_fit(line) for line in lines),
        "};",
        f"constexpr at::registry::OperatorTable k{name}Table{{{', '.join(fields)}}};",
        f"ATEN_LITE_REGISTER_OPERATORS(k{name}Table);",
    ]


def _fit(row: str) -> str:
    if len(row) <= 100:
        return row
    first, second = row.strip().split(", at::unboxing")
    return f"    {first},\n     at::unboxing{second}"


def _namespace(name: str, text: str) -> str:
    return f"namespace {name} {{\n{text}\n}}  // namespace {name}" if text else ""


def _declaration(plan: OperatorPlan) -> str:
    return f"void {plan.wrapper}(torch::jit::Stack& stack);"


def _schema_declaration(plan: OperatorPlan) -> str:
    return f"extern const OperatorSchema {plan.schema_constant};"


def _wrapper(plan: OperatorPlan) -> str:
    head = f"ATEN_LITE_WEAK void {plan.wrapper}(torch::jit::Stack& stack)"
    lines = [f"{plan.operator.boxed}(stack);"]
    if plan.operator.boxed is None:
        lines = _wrapper_body(plan_wrapper(plan))
    return f"{cpp_text.comment(schema_text(plan.operator))}\n{cpp_text.function(head, lines)}"


def _wrapper_body(wrapper: WrapperPlan) -> list[str]:
    plan = wrapper.plan
    head = f"Arguments arguments(stack, schemas::{plan.schema_constant});"
    calls = body(plan, wrapper.accesses)
    lines = [head]
    for line in calls:
        lines += _with_results(line, wrapper)
    if not plan.operator.schema.returns:
        lines.append("arguments.drop();")
    return lines


def _with_results(line: str, wrapper: WrapperPlan) -> list[str]:
    """Turns `return x;` into what puts the results on the stack."""
    stripped = line.lstrip(" ")
    if not stripped.startswith("return "):
        return [line]
    indent = line[: len(line) - len(stripped)]
    value = stripped[len("return ") : -1]
    ends_case = [f"{indent}return;"] if indent else []
    if wrapper.kept is None:
        moved = f"::std::move({value})" if value == "out_" else value
        return [f"{indent}arguments.push({moved});", *ends_case]
    keep = f"{indent}arguments.keep({', '.join(map(str, wrapper.kept))});"
    if wrapper.plan.is_structured:
        return [keep, *ends_case]
    return [f"{indent}{value};", keep, *ends_case]
