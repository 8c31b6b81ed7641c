"""Models as text for people: bytecode, sizes, and what a model is."""

from __future__ import annotations

from typing import Any

from aten_ptl.method import Instruction, Method
from aten_ptl.model import Model
from aten_ptl.pickle_reader import Call, Global, PersistentId
from aten_ptl.tensor_info import TensorInfo

_MAX_TEXT = 60
_MAX_DEPTH = 3
_MAX_SHOWN = 4

# Which table the X operand of an instruction points into.
_OF_OPERATORS = ("OP", "OPN")
_OF_CONSTANTS = ("LOADC",)
_OF_TYPES = (
    *("LIST_CONSTRUCT", "DICT_CONSTRUCT", "NAMED_TUPLE_CONSTRUCT", "CREATE_OBJECT"),
    *("ISINSTANCE", "UNCHECKED_CAST", "TO_LIST", "UN_INITIALIZED"),
)
_JUMPS = ("JF", "JMP", "LOOP")


def value_text(value: Any, depth: int = 0) -> str:
    """A value, shortened: a file may nest them as deep as it likes."""
    if isinstance(value, (list, tuple, dict)) and depth >= _MAX_DEPTH:
        return "..."
    if isinstance(value, (list, tuple)):
        parts = [value_text(item, depth + 1) for item in value[:_MAX_SHOWN]]
        parts += ["..."] if len(value) > _MAX_SHOWN else []
        inside = ", ".join(parts)
        return f"[{inside}]" if isinstance(value, list) else f"({inside})"
    if isinstance(value, dict):
        return f"a dictionary of {len(value)}"
    if isinstance(value, Call):
        name = value.func.name if isinstance(value.func, Global) else "something"
        return "a tensor" if name.startswith("_rebuild_tensor") else f"{name}(...)"
    if isinstance(value, (Global, PersistentId)):
        return str(value) if isinstance(value, Global) else "a storage"
    if isinstance(value, int) and value.bit_length() > 200:
        return "a large number"
    text = repr(value)
    return text if len(text) <= _MAX_TEXT else text[: _MAX_TEXT - 3] + "..."


def _entry(table: tuple[Any, ...], index: int) -> Any:
    return table[index] if 0 <= index < len(table) else "<no such entry>"


def _note(method: Method, index: int, instruction: Instruction) -> str:
    """What the operands of an instruction mean."""
    op, x = instruction.op, instruction.x
    if op in _OF_OPERATORS:
        found = _entry(method.operators, x)
        return found if isinstance(found, str) else found.full_name
    if op in _OF_CONSTANTS:
        return value_text(_entry(method.constants, x))
    if op in _OF_TYPES:
        return str(_entry(method.types, x))
    if op in _JUMPS:
        return f"to {index + x}"
    return ""


def code_listing(model: Model, only: str | None = None) -> str:
    """The instructions of all methods, or of those whose short or full name is `only`."""
    blocks = []
    for method in model.methods:
        if only and only not in (method.name, method.name.rpartition(".")[2]):
            continue
        lines = [f"{method.name}", f"  {method.signature}, {method.register_size} registers"]
        for index, instruction in enumerate(method.instructions):
            operands = f"{instruction.x:6} {instruction.n:4}"
            note = _note(method, index, instruction)
            lines.append(f"  {index:4} {instruction.op:22}{operands}  {note}".rstrip())
        blocks.append("\n".join(lines) + "\n")
    return "\n".join(blocks)


def sizes_listing(tensors: list[TensorInfo], records: list[tuple[str, int, int]]) -> str:
    """Bytes of each tensor, largest first, and of the records that are no storages."""
    lines = []
    counted = set()
    for info in sorted(tensors, key=lambda t: (-t.nbytes, t.path)):
        shared = "" if info.storage not in counted else " (shared)"
        counted.add(info.storage)
        shape = ", ".join(map(str, info.sizes))
        lines.append(f"{info.nbytes:12} {info.path} {info.type}[{shape}]{shared}")
    storages = ("data/", "constants/")
    for name, size, packed in sorted(records, key=lambda r: (-r[1], r[0])):
        if not name.startswith(storages):
            note = f" ({packed} compressed)" if packed != size else ""
            lines.append(f"{size:12} {name}{note}")
    total = sum(size for name, size, _ in records if name.startswith(storages))
    lines.append(f"{total:12} all storages")
    lines.append(f"{sum(size for _, size, _ in records):12} all records")
    return "\n".join(lines) + "\n"


def info_text(model: Model, tensors: list[TensorInfo]) -> str:
    """What a model is and offers, in a few lines."""
    public = [method for method in model.methods if method.is_public]
    top = min(
        (m.name.rpartition(".")[0] for m in public if m.name.endswith(".forward")), default=""
    )
    lines = [
        f"bytecode version  {model.bytecode_version}",
        f"operator version  {model.operator_version}",
        f"operators         {len(model.operators)}",
        f"functions         {len(model.methods)}",
        f"instructions      {sum(len(m.instructions) for m in model.methods)}",
        f"tensors           {len(tensors)}, {sum(t.nbytes for t in tensors)} bytes",
    ]
    devices = sorted({t.device for t in tensors if t.device != "cpu"})
    if devices:
        lines.append(f"saved on          {', '.join(devices)}")
    if model.custom_classes:
        lines.append(f"custom classes    {', '.join(model.custom_classes)}")
    bundled = any(m.name.endswith(".get_all_bundled_inputs") for m in model.methods)
    lines.append(f"bundled inputs    {'yes' if bundled else 'no'}")
    lines.append("methods")
    lines += [f"  {m.signature}" for m in public if not top or m.name.startswith(top + ".")]
    return "\n".join(lines) + "\n"
