"""Selections of operators made from models, in the formats that the generator reads."""

from __future__ import annotations

import json

from aten_ptl.model import Model
from aten_ptl.upgrades import selected_operators


def selection_list(models: list[Model]) -> str:
    """A flat list: one `- namespace::name.overload` a line."""
    names = sorted({name for model in models for name in selected_operators(model)})
    return "".join(f"- {name}\n" for name in names) or "[]\n"


def selection_yaml(models: list[Model], requested_by: str = "") -> str:
    """Upstream's selection format: operators with flags, and custom classes.

    `requested_by`, a Bazel target, adds a debug_info: `MODEL (TARGET)` for each model that has the
    operator, as tools/codegen/select_operators.py writes it.
    """
    names = sorted({name for model in models for name in selected_operators(model)})
    classes = sorted({name for model in models for name in model.custom_classes})
    lines = ["include_all_operators: false", "include_all_non_op_selectives: false"]
    lines.append("operators:" if names else "operators: {}")
    for name in names:
        lines.append(f"  {name}:")
        lines.append("    is_root_operator: true")
        lines.append("    is_used_for_training: false")
        lines.append("    include_all_overloads: false")
        if requested_by:
            paths = sorted(model.path for model in models if name in selected_operators(model))
            origins = [f"{path} ({requested_by})" for path in paths]
            lines.append(f"    debug_info: {json.dumps(origins)}")
    lines.append("custom_classes:" if classes else "custom_classes: []")
    lines += [f"- {name}" for name in classes]
    return "\n".join(lines) + "\n"
