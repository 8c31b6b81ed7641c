"""How a schema type is written in C++, and how a wrapper takes it from the stack.

`TYPES` has one row per schema type. A type that has no row is an error that names file and line.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from aten_codegen.schema import (
    BaseType,
    GenericType,
    ListType,
    OptionalType,
    TupleType,
    Type,
    walk,
)


class UnknownTypeError(ValueError):
    """A schema type with no C++ counterpart."""


@dataclass(frozen=True)
class CppType:
    """`argument`: parameter type. `result`: by-value type. `accessor`: member of Arguments."""

    argument: str
    result: str
    accessor: str
    header: str = ""


# What ATen/core/TensorBody.h does not bring already.
_COMPLEX = "aten_lite/core/complex.h"
_STORAGE = "aten_lite/core/storage.h"
_IVALUE = "aten_lite/core/ivalue.h"


def _value(name: str, accessor: str, header: str = "") -> CppType:
    return CppType(name, name, accessor, header)


def _optional(name: str, accessor: str, header: str = "") -> CppType:
    return _value(f"::std::optional<{name}>", accessor, header)


TYPES: dict[str, CppType] = {
    "Tensor": CppType("const at::Tensor&", "at::Tensor", "tensor"),
    "Tensor?": CppType(
        "const ::std::optional<at::Tensor>&", "::std::optional<at::Tensor>", "optional_tensor"
    ),
    "Tensor[]": CppType("at::TensorList", "::std::vector<at::Tensor>", "tensor_list"),
    "Tensor?[]": CppType(
        "const c10::List<::std::optional<at::Tensor>>&",
        "c10::List<::std::optional<at::Tensor>>",
        "optional_tensor_list",
    ),
    "int": _value("int64_t", "integer"),
    "int?": _optional("int64_t", "optional_integer"),
    "int[]": CppType("at::IntArrayRef", "::std::vector<int64_t>", "int_list"),
    "int[]?": CppType(
        "at::OptionalIntArrayRef",
        "::std::optional<::std::vector<int64_t>>",
        "optional_int_list",
    ),
    "float": _value("double", "floating"),
    "float?": _optional("double", "optional_floating"),
    "float[]": CppType("at::ArrayRef<double>", "::std::vector<double>", "float_list"),
    "float[]?": CppType(
        "::std::optional<at::ArrayRef<double>>",
        "::std::optional<::std::vector<double>>",
        "optional_float_list",
    ),
    "bool": _value("bool", "boolean"),
    "bool?": _optional("bool", "optional_boolean"),
    "bool[]": CppType("at::ArrayRef<bool>", "::std::vector<bool>", "bool_list"),
    "complex": _value("c10::complex<double>", "complex_number", _COMPLEX),
    "complex[]": CppType(
        "at::ArrayRef<c10::complex<double>>",
        "::std::vector<c10::complex<double>>",
        "complex_list",
        _COMPLEX,
    ),
    "Scalar": CppType("const at::Scalar&", "at::Scalar", "scalar"),
    "Scalar?": CppType(
        "const ::std::optional<at::Scalar>&", "::std::optional<at::Scalar>", "optional_scalar"
    ),
    "Scalar[]": CppType("at::ArrayRef<at::Scalar>", "::std::vector<at::Scalar>", "scalar_list"),
    "str": CppType("c10::string_view", "::std::string", "string"),
    "str?": CppType(
        "::std::optional<c10::string_view>", "::std::optional<::std::string>", "optional_string"
    ),
    "str[]": CppType(
        "at::ArrayRef<c10::string_view>", "::std::vector<::std::string>", "string_list"
    ),
    "ScalarType": _value("at::ScalarType", "scalar_type"),
    "ScalarType?": _optional("at::ScalarType", "optional_scalar_type"),
    "Layout": _value("at::Layout", "layout"),
    "Layout?": _optional("at::Layout", "optional_layout"),
    "Device": _value("at::Device", "device"),
    "Device?": _optional("at::Device", "optional_device"),
    "DeviceIndex": _value("c10::DeviceIndex", "device_index"),
    "MemoryFormat": _value("at::MemoryFormat", "memory_format"),
    "MemoryFormat?": _optional("at::MemoryFormat", "optional_memory_format"),
    "QScheme": _value("c10::QScheme", "qscheme"),
    "Generator": _value("at::Generator", "generator"),
    "Generator?": _optional("at::Generator", "optional_generator"),
    "Storage": _value("at::Storage", "storage", _STORAGE),
    "Stream": _value("c10::Stream", "stream"),
    "Dimname": _value("at::Dimname", "dimname"),
    "Dimname?": _optional("at::Dimname", "optional_dimname"),
    "Dimname[]": CppType("at::DimnameList", "::std::vector<at::Dimname>", "dimname_list"),
    "Dimname[]?": CppType(
        "::std::optional<at::DimnameList>",
        "::std::optional<::std::vector<at::Dimname>>",
        "optional_dimname_list",
    ),
}
# A value whose type is only known at run time: `t`, `Any`, dictionaries, tuples, custom classes.
GENERIC = CppType("const c10::IValue&", "c10::IValue", "value", _IVALUE)

_SYMBOLIC = {"SymInt": "int", "SymBool": "bool", "SymFloat": "float", "number": "Scalar"}
_GENERIC_NAMES = frozenset(
    ["Any", "AnyClassType", "AnyEnumType", "AnyListType", "AnyTupleType", "NoneType", "None"]
)
_TYPE_VARIABLE = re.compile(r"t|t\d|tVal|[a-z]|[a-z]Val|[A-Z]")


def type_key(type_: Type) -> str:
    """The type without aliases and sizes, symbolic numbers as plain ones: `int[]?`.

    Only `bool[3]` keeps its size, which decides its C++ type.
    """
    if isinstance(type_, BaseType):
        return _SYMBOLIC.get(type_.name, type_.name)
    if isinstance(type_, OptionalType):
        return type_key(type_.element) + "?"
    if isinstance(type_, ListType):
        element = type_key(type_.element)
        size = str(type_.size) if element == "bool" and type_.size is not None else ""
        return f"{element}[{size}]"
    return str(type_)


def is_generic(type_: Type) -> bool:
    """Whether only the run time knows what values of the type are."""
    for part in walk(type_):
        if isinstance(part, (GenericType, TupleType)):
            return True
        if isinstance(part, BaseType) and (
            part.name in _GENERIC_NAMES
            or "." in part.name
            or _TYPE_VARIABLE.fullmatch(part.name) is not None
        ):
            return True
    return False


def cpp_type(type_: Type) -> CppType:
    key = type_key(type_)
    if key in TYPES:
        return TYPES[key]
    sized_bool = re.fullmatch(r"bool\[(\d+)\]", key)
    if sized_bool is not None:
        array = f"::std::array<bool, {sized_bool.group(1)}>"
        return CppType(array, array, f"bool_array<{sized_bool.group(1)}>")
    if is_generic(type_):
        return GENERIC
    raise UnknownTypeError(f"no C++ type is known for schema type '{type_}'")


def fixed_size(type_: Type) -> int | None:
    """The 2 of `int[2]` and `int[2]?`."""
    if isinstance(type_, OptionalType):
        return fixed_size(type_.element)
    return type_.size if isinstance(type_, ListType) else None
