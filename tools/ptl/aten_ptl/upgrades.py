"""Operators whose meaning has changed, and what a model of an older version calls instead.

The runtime decides by the same table (aten_lite/mobile/upgrade_table.cpp; a test compares them): a
binary for an old model needs the rows that are named here.
"""

from __future__ import annotations

from aten_ptl.model import Model

# From the operator to the last version of its old meaning and the row that still has it.
UPGRADES = {
    "aten::div.Scalar": (3, "aten_lite::div_Scalar_0_3"),
    "aten::div.Tensor": (3, "aten_lite::div_Tensor_0_3"),
    "aten::div.out": (3, "aten_lite::div_out_0_3"),
    "aten::div_.Scalar": (3, "aten_lite::div__Scalar_0_3"),
    "aten::div_.Tensor": (3, "aten_lite::div__Tensor_0_3"),
    "aten::full": (4, "aten_lite::full_0_4"),
    "aten::gelu": (9, "aten_lite::gelu_0_9"),
    "aten::gelu.out": (9, "aten_lite::gelu_out_0_9"),
    "aten::linspace": (7, "aten_lite::linspace_0_7"),
    "aten::linspace.out": (7, "aten_lite::linspace_out_0_7"),
    "aten::logspace": (8, "aten_lite::logspace_0_8"),
    "aten::logspace.out": (8, "aten_lite::logspace_out_0_8"),
}


def called_operators(model: Model) -> frozenset[str]:
    """What the runtime looks up for the model: each operator, or what stands for it."""
    return frozenset(_called(name, model.operator_version) for name in model.operators)


def selected_operators(model: Model) -> frozenset[str]:
    """What a selection for the model holds: its operators and what stands for them."""
    return model.operators | called_operators(model)


def _called(name: str, operator_version: int) -> str:
    last, row = UPGRADES.get(name, (-1, name))
    return row if operator_version <= last else name
