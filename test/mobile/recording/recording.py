"""Exports modules as .ptl files and records what PyTorch computes with them.

Needs torch; the tests that use the recorded files do not. A case file is
torch.save of a dictionary:

    method    the method to call
    inputs    list of arguments
    expected  the result, or `error` with the text of the exception
    after     the arguments after the call, where the call changes them
"""

from __future__ import annotations

import contextlib
import io
import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import torch
import torch._sources
import torch.jit.frontend
from torch.jit.mobile import _load_for_lite_interpreter


@contextlib.contextmanager
def neutral_source_names() -> Iterator[None]:
    """Keeps folder names of this machine out of the debug records of exported files."""
    original = torch._sources.get_source_lines_and_file

    def relative(obj: Any, error_msg: str | None = None) -> tuple[Any, Any, Any]:
        lines, first, name = original(obj, error_msg)
        parts = Path(name).parts if name else ()
        if "torch" in parts:
            name = str(Path(*parts[parts.index("torch") :]))
        elif parts:
            name = parts[-1]
        return lines, first, name

    modules = (torch._sources, torch.jit.frontend)
    for module in modules:
        module.get_source_lines_and_file = relative
    try:
        yield
    finally:
        for module in modules:
            module.get_source_lines_and_file = original


def export(module: torch.nn.Module, path: Path, name: str) -> None:
    """Scripts `module` and saves it for the lite interpreter; `name` becomes its class name.

    A path that ends in .ff gives a flatbuffer.
    """
    with neutral_source_names(), torch.no_grad():
        scripted = module
        if not isinstance(module, torch.jit.ScriptModule):
            torch._C._jit_clear_class_registry()
            scripted = torch.jit.script(module.eval())
        # The archive's inner folder is named after the file.
        assert path.stem == name
        scripted._save_for_lite_interpreter(str(path), _use_flatbuffer=path.suffix == ".ff")


def copied(value: Any) -> Any:
    """A deep copy in which tensors that share a storage still share one."""
    buffer = io.BytesIO()
    torch.save(value, buffer)
    buffer.seek(0)
    return torch.load(buffer, weights_only=False)


def growing(value: Any) -> Any:
    """Storages of loaded tensors cannot grow, which out= asks of tensors without elements."""
    if isinstance(value, torch.Tensor) and value.numel() == 0 and value.layout == torch.strided:
        return torch.empty_strided(value.shape, value.stride(), dtype=value.dtype)
    return value


def same(a: Any, b: Any) -> bool:
    """Whether two results are the same to the bit: values, types, shapes, strides."""
    if isinstance(a, torch.Tensor):
        return (
            isinstance(b, torch.Tensor)
            and a.dtype == b.dtype
            and a.shape == b.shape
            and a.stride() == b.stride()
            and torch.equal(torch.nan_to_num(a), torch.nan_to_num(b))
        )
    if isinstance(a, (list, tuple)):
        return type(a) is type(b) and len(a) == len(b) and all(map(same, a, b))
    if isinstance(a, dict):
        return isinstance(b, dict) and list(a) == list(b) and all(same(a[k], b[k]) for k in a)
    return type(a) is type(b) and a == b


def record(model: Path, inputs: Sequence[Any], method: str = "forward", **extra: Any) -> Any:
    """The case of calling `method` of the exported `model` with `inputs`."""
    case: dict[str, Any] = {"method": method, "inputs": list(inputs), **extra}
    arguments = [growing(value) for value in copied(list(inputs))]
    loaded = _load_for_lite_interpreter(str(model))
    try:
        with torch.no_grad():
            # Tensors of a flatbuffer model die with it.
            case["expected"] = copied(loaded.run_method(method, *arguments))
    except (RuntimeError, IndexError, NotImplementedError, TypeError, ValueError) as error:
        lines = [line.strip() for line in str(error).splitlines()]
        case["error"] = [line for line in lines if line and not line.startswith("Debug info")][-1]
    if not same(arguments, list(inputs)):
        case["after"] = arguments
    return case


def save_case(case: dict[str, Any], path: Path) -> None:
    """Writes a case file."""
    torch.save(case, os.fspath(path))


def describe_difference(a: Any, b: Any, where: str = "case") -> str | None:
    """Where two cases differ beyond rounding, or None."""
    if isinstance(a, torch.Tensor) and isinstance(b, torch.Tensor):
        try:
            torch.testing.assert_close(a, b, equal_nan=True, check_stride=True)
        except AssertionError as error:
            return f"{where}: {str(error).splitlines()[0]}"
        return None
    if type(a) is not type(b):
        return f"{where}: {type(a).__name__} against {type(b).__name__}"
    if isinstance(a, dict):
        if list(a) != list(b):
            return f"{where}: keys {list(a)} against {list(b)}"
        pairs = [(f"{where}[{key!r}]", a[key], b[key]) for key in a]
    elif isinstance(a, (list, tuple)):
        if len(a) != len(b):
            return f"{where}: {len(a)} against {len(b)} elements"
        pairs = [(f"{where}[{i}]", *pair) for i, pair in enumerate(zip(a, b))]
    else:
        return None if a == b or where.endswith("['error']") else f"{where}: {a!r} against {b!r}"
    return next((d for name, x, y in pairs if (d := describe_difference(x, y, name))), None)
