"""A small template engine: `$name` and `${name}` are replaced, nothing else happens.

A placeholder alone on its line stands for a block: every line of its value gets the indentation of
the placeholder, and an empty value removes the line. Templates are real .h and .cpp files.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

_PLACEHOLDER = re.compile(r"\$(?:\{(\w+)\}|([a-z_]\w*))")
_BLOCK = re.compile(r"^([ ]*)\$(?:\{(\w+)\}|([a-z_]\w*))[ ]*$")


def substitute(template: str, values: Mapping[str, str]) -> str:
    """The template with every placeholder replaced; a placeholder without a value is an error."""
    lines: list[str] = []
    for line in template.split("\n"):
        block = _BLOCK.match(line)
        if block is None:
            lines.append(_PLACEHOLDER.sub(lambda m: values[m[1] or m[2]], line))
            continue
        value = values[block[2] or block[3]].rstrip("\n")
        if value:
            lines.extend(block[1] + part if part else "" for part in value.split("\n"))
        elif lines and not lines[-1]:
            lines.pop()
    return "\n".join(lines)
