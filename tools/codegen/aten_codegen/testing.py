"""What the unit tests share: operators and plans from a few lines of yaml."""

from __future__ import annotations

from aten_codegen.errors import CodegenError
from aten_codegen.model import Operator, Origin, parse_operators
from aten_codegen.plan import OperatorPlan, Plans, plan_operators
from aten_codegen.yaml_loader import load_yaml


def operators(text: str, origin: Origin = Origin.NATIVE) -> list[Operator]:
    """Operators of yaml without mistakes."""
    root, errors = load_yaml(text, "test.yaml")
    parsed, more = parse_operators(root, origin, None)
    assert not errors + more, [str(error) for error in errors + more]
    return parsed


def operator_errors(text: str, origin: Origin = Origin.NATIVE) -> list[CodegenError]:
    root, errors = load_yaml(text, "test.yaml")
    return errors + parse_operators(root, origin, None)[1]


def plans(text: str, *backends: str, origin: Origin = Origin.NATIVE) -> Plans:
    planned, errors = plan_operators(operators(text, origin), backends or ("CPU",))
    assert not errors, [str(error) for error in errors]
    return planned


def plan(schema: str, kernel: str = "k", origin: Origin = Origin.NATIVE) -> OperatorPlan:
    """One operator with a CPU kernel."""
    text = f"- func: {schema}\n  variants: function, method\n  dispatch:\n    CPU: {kernel}\n"
    return plans(text, origin=origin).operators[0]
