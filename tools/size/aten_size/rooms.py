"""Which room an object file belongs to, from the path that the linker was given."""

from __future__ import annotations

import re

from aten_size.link_map import LLD_INTERNAL
from aten_size.pieces import LINKER

_OUTPUT = re.compile(r"^(?:.*/)?bazel-out/[^/]+/bin/")
# The repositories of this project, when it is a dependency of another one.
_OURS = re.compile(r"^external/(?:_main|aten_lite)[~+]?[^/]*/")
_EXTERNAL = re.compile(r"^external/([A-Za-z0-9_.-]+)")
# Generated sources have names in PascalCase; these are all of them.
_GENERATED = re.compile(
    r"(?:UnboxingFunctions_\d+|RegisterCodegenUnboxedKernels_\d+|Operators_\d+|RegisterCPU"
    r"|RegisterSchema)(?:\.pic)?\.o\)?$"
)


def room_of(path: str) -> str:
    """`aten_lite/native`, `generated`, `external/zlib`, `toolchain`, or the package of a user's."""
    if path in (LINKER, LLD_INTERNAL):
        return "linker"
    inside, replaced = _OUTPUT.subn("", path)
    if not replaced:
        return "toolchain"
    if _GENERATED.search(inside):
        return "generated"
    inside = _OURS.sub("", inside)
    external = _EXTERNAL.match(inside)
    if external:
        return f"external/{external.group(1)}"
    folder = inside.partition("(")[0].rpartition("/")[0]
    folder = re.sub(r"(^|/)_objs/.*", "", folder)
    parts = folder.split("/")
    return "/".join(parts[:2]) if parts[0] == "aten_lite" else folder or "the main package"
