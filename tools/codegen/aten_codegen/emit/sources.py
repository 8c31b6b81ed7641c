"""Operators_N.cpp and RegisterCPU.cpp: the out-of-line callables."""

from __future__ import annotations

from collections.abc import Sequence

from aten_codegen.code_template import substitute
from aten_codegen.emit.common import GeneratedFile, banner, definition, includes
from aten_codegen.emit.headers import (
    TOOL,
    callable_signature,
    cpu_signature,
    has_callable,
    has_method,
    header_of,
)
from aten_codegen.plan import OperatorPlan, Plans, body
from aten_codegen.sharding import DEFAULT_SHARDS, shard
from aten_codegen.signatures import method_signatures


def operators_sources(plans: Plans, template: str, inputs: Sequence[str]) -> list[GeneratedFile]:
    chosen = [plan for plan in plans.operators if has_callable(plan)]
    files = []
    for index, group in enumerate(shard(chosen, DEFAULT_SHARDS)):
        values = {
            "banner": banner(TOOL, inputs),
            "includes": includes(
                ["ATen/core/TensorBody.h", *(f"ATen/{header_of(plan)}" for plan in group)]
            ),
            "callables": "\n\n".join(_callable(plan) for plan in group),
            "methods": "\n\n".join(m for plan in group if has_method(plan) for m in _methods(plan)),
        }
        files.append(GeneratedFile(f"Operators_{index}.cpp", substitute(template, values)))
    return files


def _callable(plan: OperatorPlan) -> str:
    signature = callable_signature(plan)
    return definition(signature, f"{plan.symbol}::", body(plan, signature.values))


def _methods(plan: OperatorPlan) -> list[str]:
    return [
        definition(signature, "Tensor::", body(plan, signature.values), " const")
        for signature in method_signatures(plan.operator)
    ]


def register_cpu(plans: Plans, template: str, inputs: Sequence[str]) -> GeneratedFile:
    chosen = [plan for plan in plans.operators if cpu_signature(plan) is not None]
    definitions = []
    for plan in chosen:
        signature = cpu_signature(plan)
        if signature is not None:
            cpu = tuple(target for target in plan.targets if target.backend == "CPU")
            only_cpu = OperatorPlan(plan.operator, plan.callee, cpu)
            definitions.append(definition(signature, "", body(only_cpu, signature.values)))
    values = {
        "banner": banner(TOOL, inputs),
        "includes": includes(
            ["ATen/CPUFunctions.h", *(f"ATen/{header_of(plan)}" for plan in chosen)]
        ),
        "definitions": "\n\n".join(definitions),
    }
    return GeneratedFile("RegisterCPU.cpp", substitute(template, values))
