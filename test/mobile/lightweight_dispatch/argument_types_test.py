"""Every argument type is met by a selected operator: argument_types_test.py SELECTION YAML.

The types are those of RFC-0020's appendix, in today's spelling (SymInt where an int may be
symbolic elsewhere).
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

# Types that no operator with a CPU kernel takes any more; the wrappers' own tests run them.
ELSEWHERE = {
    "Dimname",
    "Dimname[1]",
    "Dimname[]",
    "Dimname[]?",
    "Stream",
    "Storage",
    "Layout",
    "DeviceIndex",
    "bool[2]",
    "bool[4]",
    "int[2]?",
    "SymInt[5]",
}

WANTED = {
    *("Device", "Device?", "Generator?", "Layout?", "MemoryFormat", "MemoryFormat?"),
    *("Scalar", "Scalar?", "Scalar[]", "ScalarType", "ScalarType?"),
    *("Tensor", "Tensor(a!)", "Tensor(a!)[]", "Tensor(a)", "Tensor?", "Tensor?[]", "Tensor[]"),
    *("bool", "bool?", "bool[3]", "float", "float?", "float[]?"),
    *("int", "int?", "int[1]", "int[1]?", "int[2]", "int[3]", "int[]", "int[]?"),
    *("SymInt", "SymInt?", "SymInt[]", "SymInt[]?", "SymInt[2]", "SymInt[4]", "SymInt[6]"),
    *("str", "str?"),
}


def argument_types(schema: str) -> set[str]:
    """Types of the arguments of a schema such as `relu(Tensor self) -> Tensor`."""
    rest = schema.partition("(")[2]
    arguments = rest[: rest.rindex(") -> ")]
    types = set()
    depth = 0
    start = 0
    for at, char in enumerate(arguments + ","):
        depth += char in "(["
        depth -= char in ")]"
        if char == "," and depth == 0:
            words = arguments[start:at].split()
            if len(words) > 1:
                types.add(words[0])
            start = at + 1
    return types


def main(selection: str, yaml: str) -> int:
    text = Path(selection).read_text(encoding="utf-8")
    selected = set(re.findall(r"^  aten::([\w.]+):$", text, re.MULTILINE))
    met: set[str] = set()
    text = Path(yaml).read_text(encoding="utf-8")
    for schema in re.findall(r"^- func: (.*)$", text, re.MULTILINE):
        if schema.partition("(")[0] in selected:
            met |= argument_types(schema)
    missing = WANTED - met
    surplus = ELSEWHERE & met
    for kind in sorted(missing):
        print(f"no model has an operator with an argument of type {kind}")
    for kind in sorted(surplus):
        print(f"{kind} is listed as tested elsewhere, but a model has it: move it to WANTED")
    print(f"{len(met)} argument types met by {len(selected)} operators")
    return 1 if missing or surplus else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
