"""RegisterSchema.cpp: one constant per operator, with its arguments and defaults.

Names and types are slices of the schema's text, so a schema costs its text, ten bytes an argument
and one pointer. Every array is a named constant: with data sections the linker drops, whole, the
schemas that no registration row points to.
"""

from __future__ import annotations

from collections.abc import Sequence

from aten_codegen import cpp_text, names
from aten_codegen.code_template import substitute
from aten_codegen.defaults import Default, cpp_string, parse_default
from aten_codegen.emit.common import GeneratedFile, banner
from aten_codegen.model import Operator
from aten_codegen.plan import OperatorPlan, Plans
from aten_codegen.schema import Argument

TOOL = "gen.py"


def register_schema(plans: Plans, template: str, inputs: Sequence[str]) -> GeneratedFile:
    chosen = [plan for plan in plans.operators if plan.has_kernel]
    values = {
        "banner": banner(TOOL, inputs),
        "schemas": "\n\n".join(schema_constant(plan) for plan in chosen),
    }
    return GeneratedFile("RegisterSchema.cpp", substitute(template, values))


def schema_text(op: Operator) -> str:
    text = str(op.schema)
    return text if op.name.namespace else f"aten::{text}"


def schema_constant(plan: OperatorPlan) -> str:
    """Definitions of the text, the arguments and the schema object of one operator."""
    op = plan.operator
    text = schema_text(op)
    symbol = plan.symbol
    lines = [cpp_text.comment(plan.full_name)]
    lines += _text_constant(f"constexpr char {symbol}_text[] =", text)
    arguments = "nullptr"
    if op.schema.arguments:
        arguments = f"{symbol}_arguments"
        lists, rows = _arguments(op, text)
        lines += lists
        lines.append(f"constexpr ArgumentSchema {arguments}[] = {{")
        lines += [f"    {row}," for row in rows]
        lines.append("};")
    constant = plan.schema_constant
    # A user's schema is defined beside the wrapper, in each library that selects it.
    linkage = "ATEN_LITE_WEAK extern" if plan.is_custom else "extern"
    lines.append(f"{linkage} const OperatorSchema {constant};")
    fields = [
        f"{symbol}_text",
        arguments,
        str(len(text)),
        str(len(names.qualified(op.name))),
        str(len(names.full_name(op.name))),
        str(len(op.schema.arguments)),
        str(len(op.schema.returns)),
        "true" if op.schema.vararg else "false",
        "true" if op.schema.varret else "false",
    ]
    head = f"constexpr OperatorSchema {constant}"
    lines.append(cpp_text.braced(head, fields, ";"))
    return "\n".join(lines)


def _text_constant(head: str, text: str) -> list[str]:
    """The text cut into pieces that fit a line each."""
    one_line = f"{head} {cpp_string(text)};"
    if len(one_line) <= cpp_text.COLUMNS:
        return [one_line]
    pieces = [text[start : start + 84] for start in range(0, len(text), 84)]
    literals = [f"    {cpp_string(piece)}" for piece in pieces]
    return [head, *literals[:-1], f"{literals[-1]};"]


def _arguments(op: Operator, text: str) -> tuple[list[str], list[str]]:
    lists: list[str] = []
    rows: list[str] = []
    at = text.index("(") + 1
    for argument in op.schema.arguments:
        written = str(argument)
        at = text.index(written, at)
        type_size = len(str(argument.type))
        name_at = at + type_size + 1
        default = parse_default(argument)
        value = _default_value(op, argument, default, lists)
        fields = [str(at), str(type_size), str(name_at), str(len(argument.name)), _flags(argument)]
        rows.append("{" + ", ".join(fields + ([value] if value else [])) + "}")
        at += len(written)
    return lists, rows


def _flags(argument: Argument) -> str:
    if argument.is_out:
        return "kOutArgument"
    if argument.is_mutable:
        return "kMutableArgument"
    return "kKeywordArgument" if argument.kwarg_only else "kPositionalArgument"


def _default_value(
    op: Operator, argument: Argument, default: Default | None, lists: list[str]
) -> str:
    if default is None:
        return ""
    value = default.value
    if isinstance(value, tuple):
        return _list_value(op, argument, default.kind, value, lists)
    text = {
        "none": "",
        "bool": "true" if value else "false",
        "int": str(value),
        "float": repr(value),
        "str": cpp_string(str(value)),
    }[default.kind]
    return f"default_{default.kind}({text})"


def _list_value(
    op: Operator,
    argument: Argument,
    kind: str,
    value: Sequence[float],
    lists: list[str],
) -> str:
    if not value:
        return f"default_{kind}(nullptr, 0)"
    name = f"{names.symbol(op.name)}_{argument.name}"
    element = "double" if kind == "float_list" else "int64_t"
    items = ", ".join(repr(item) for item in value)
    lists.append(f"constexpr {element} {name}[] = {{{items}}};")
    return f"default_{kind}({name}, {len(value)})"
