"""Which folder of aten_lite may include which: the picture in docs/architecture.md, enforced.

Bazel's visibility says the same, but only for targets; this reads the #include lines.
"""

from __future__ import annotations

import re
from pathlib import Path

# Each layer, and the layers whose headers it may include besides its own.
_RUNTIME = ("core", "registry", "parallel", "native", "serialization", "mobile")
ALLOWED: dict[str, tuple[str, ...]] = {
    "core": (),
    "registry": ("core",),
    "parallel": ("core",),
    "native": ("core", "registry", "parallel"),
    "serialization": ("core", "registry", "parallel"),
    "mobile": _RUNTIME[:-1],
    "predictor": _RUNTIME,
    "testing": _RUNTIME,
    # PyTorch's include paths: may forward to anything, and nothing of ours relies on it.
    "compat": (*_RUNTIME, "predictor"),
}

# Generated headers are made from the operator declarations, which are above these layers.
# The Tensor class itself is what core's values hold.
_BELOW_GENERATED = ("core", "registry", "parallel", "serialization")
_GENERATED_FOR_ALL = "ATen/core/TensorBody.h"

_INCLUDE = re.compile(r'^\s*#\s*include\s+"([^"]+)"', re.MULTILINE)


def layer_problems(root: Path, files: list[str]) -> list[str]:
    """One line for each #include that points up or sideways."""
    problems: list[str] = []
    for path in files:
        parts = path.split("/")
        if parts[0] != "aten_lite" or len(parts) < 3 or not path.endswith((".h", ".cpp")):
            continue
        text = (root / path).read_text(encoding="utf-8", errors="replace")
        for match in _INCLUDE.finditer(text):
            problem = include_problem(path, match.group(1))
            if problem:
                line = text.count("\n", 0, match.start(1)) + 1
                problems.append(f"{path}:{line}: {problem}")
    return problems


def include_problem(path: str, included: str) -> str | None:
    """Why this file may not include that header, or None."""
    layer = path.split("/")[1]
    is_test = path.endswith(("_test.cpp", "_benchmark.cpp"))
    if layer not in ALLOWED:
        return f"aten_lite/{layer} is no layer that tools/lint/layers.py knows"
    if included.startswith("ATen/"):
        if layer in _BELOW_GENERATED and included != _GENERATED_FOR_ALL and not is_test:
            return f"{layer} is below the generated headers, but includes {included}"
        return None
    if not included.startswith("aten_lite/"):
        return None
    other = included.split("/")[1]
    if other == layer or other in ALLOWED[layer] or (other == "testing" and is_test):
        return None
    allowed = ", ".join(ALLOWED[layer]) or "nothing else"
    return f"{layer} includes {included}; it may include {allowed}"
