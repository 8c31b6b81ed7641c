"""Every schema of ours is PyTorch's, to the letter: schemas_test.py YAML...

torch_schemas.txt.xz holds PyTorch's (record_schemas.py).
"""

from __future__ import annotations

import lzma
import re
import sys
from pathlib import Path

# Our own ones, and those that PyTorch registers only where XNNPACK is compiled in.
_NOT_IN_TORCH = ("aten_lite::", "prepacked::")
_FUNC = re.compile(r"^- func: (?P<quote>['\"]?)(?P<schema>.*?)(?P=quote)\s*$", re.MULTILINE)


def declared(path: Path) -> dict[str, str]:
    """Name -> schema, of a yaml file; names without a namespace are aten's."""
    result = {}
    for match in _FUNC.finditer(path.read_text(encoding="utf-8")):
        schema = match["schema"].replace("''", "'") if match["quote"] == "'" else match["schema"]
        if "::" not in schema.partition("(")[0]:
            schema = "aten::" + schema
        result[schema.partition("(")[0]] = schema
    return result


def main(paths: list[str]) -> int:
    recorded_file = Path(__file__).parent / "torch_schemas.txt.xz"
    lines = lzma.decompress(recorded_file.read_bytes()).decode().splitlines()
    recorded = {line.partition("(")[0]: line for line in lines}
    checked = 0
    problems = []
    for path in map(Path, paths):
        for name, schema in declared(path).items():
            if name.startswith(_NOT_IN_TORCH):
                continue
            checked += 1
            expected = recorded.get(name)
            if expected is None:
                problems.append(f"{path.name}: PyTorch has no operator {name}")
            elif schema != expected:
                problems.append(f"{path.name}: {schema}\n  PyTorch: {expected}")
    print("\n".join(problems))
    print(f"{checked} schemas compared with {len(recorded)} of PyTorch, {len(problems)} differ")
    return 1 if problems or not checked else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
