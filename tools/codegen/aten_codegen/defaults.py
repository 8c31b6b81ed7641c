"""Default values of schema arguments: what they mean, and how they are written in C++.

The schema keeps a default as text. `parse_default` turns it into a value of the argument's type,
from which both the C++ default argument and the constant in RegisterSchema.cpp are made.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass

from aten_codegen.schema import Argument, ListType, OptionalType, Type
from aten_codegen.types import fixed_size, type_key

# c10::ScalarType, c10::MemoryFormat, c10::Layout and at::Reduction as PyTorch numbers them.
_NAMED_INTEGERS = {"Mean": 1, "Sum": 2, "contiguous_format": 0, "strided": 0, "long": 4, "float": 6}
_CPP_NAMES = {
    ("MemoryFormat", "contiguous_format"): "at::MemoryFormat::Contiguous",
    ("ScalarType", "long"): "at::kLong",
    ("ScalarType", "float"): "at::kFloat",
    ("Layout", "strided"): "at::kStrided",
}


class DefaultError(ValueError):
    """A default that is no value of its argument's type."""


@dataclass(frozen=True)
class Default:
    """kind: none, bool, int, float, str, int_list, float_list, bool_list."""

    kind: str
    value: bool | int | float | str | tuple[int, ...] | tuple[float, ...] | None = None


def parse_default(argument: Argument) -> Default | None:
    if argument.default is None:
        return None
    return _parse(argument.type, argument.default)


def _parse(type_: Type, text: str) -> Default:
    if isinstance(type_, OptionalType):
        return Default("none") if text == "None" else _parse(type_.element, text)
    if text == "None":
        return Default("none")
    if isinstance(type_, ListType):
        return _parse_list(type_, text)
    key = type_key(type_)
    if key == "bool" and text in ("True", "False"):
        return Default("bool", text == "True")
    if key == "str" and text[0] in "'\"":
        return Default("str", str(ast.literal_eval(text)))
    if key in ("int", "ScalarType", "MemoryFormat", "Layout", "DeviceIndex", "QScheme"):
        return Default("int", _integer(text))
    if key == "float":
        return Default("float", _number(text))
    if key == "Scalar":
        if text in ("True", "False"):
            return Default("bool", text == "True")
        is_integer = text.lstrip("-").isdigit()
        return Default("int", int(text)) if is_integer else Default("float", _number(text))
    raise DefaultError(f"'{text}' is no default that a {type_} can have")


def _parse_list(type_: ListType, text: str) -> Default:
    element = type_key(type_.element)
    kind = {"int": "int_list", "float": "float_list", "bool": "bool_list"}.get(element)
    if kind is None and text == "[]":
        kind = "int_list" if element == "Scalar" else "empty_list"
    if kind is None:
        raise DefaultError(f"'{text}' is no default that a {type_} can have")
    if not text.startswith("["):
        if type_.size is None:
            raise DefaultError(f"{type_} has no fixed size, so its default must be a list")
        items = [text] * type_.size
    else:
        items = [part.strip() for part in text[1:-1].split(",") if part.strip()]
    if kind == "float_list":
        return Default(kind, tuple(_number(item) for item in items))
    if kind == "bool_list":
        return Default(kind, tuple(int(_boolean(item)) for item in items))
    return Default(kind, tuple(_integer(item) for item in items))


def _boolean(text: str) -> bool:
    if text not in ("True", "False"):
        raise DefaultError(f"'{text}' is neither True nor False")
    return text == "True"


def _integer(text: str) -> int:
    if text in _NAMED_INTEGERS:
        return _NAMED_INTEGERS[text]
    try:
        return int(text)
    except ValueError:
        raise DefaultError(f"'{text}' is no integer") from None


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise DefaultError(f"'{text}' is no number") from None


def cpp_string(text: str) -> str:
    """A C++ string literal."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


def cpp_default(argument: Argument) -> str | None:
    """The default argument of a C++ declaration."""
    default = parse_default(argument)
    if default is None or argument.default is None:
        return None
    if default.kind == "none":
        return "std::nullopt"
    base = argument.type.element if isinstance(argument.type, OptionalType) else argument.type
    named = _CPP_NAMES.get((type_key(base), argument.default))
    if named is not None:
        return named
    if default.kind == "bool":
        return "true" if default.value else "false"
    if default.kind == "str":
        return cpp_string(str(default.value))
    if isinstance(default.value, tuple):
        return _cpp_list(argument, default)
    return str(default.value) if default.kind == "int" else argument.default


def _cpp_list(argument: Argument, default: Default) -> str:
    values = default.value if isinstance(default.value, tuple) else ()
    # `int[2] padding=0` is written as one number: kernels expand it, as in PyTorch.
    is_number = argument.default is not None and not argument.default.startswith("[")
    if is_number and default.kind == "int_list" and fixed_size(argument.type) is not None:
        return str(values[0])
    if default.kind == "bool_list":
        return "{" + ", ".join("true" if value else "false" for value in values) + "}"
    return "{" + ", ".join(str(value) for value in values) + "}"
