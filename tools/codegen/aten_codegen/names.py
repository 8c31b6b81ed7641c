"""Every generated name is decided here."""

from __future__ import annotations

from aten_codegen.schema import OperatorName

_CPP_KEYWORDS = frozenset(
    """alignas alignof and and_eq asm auto bitand bitor bool break case catch char class compl const
    const_cast constexpr continue decltype default delete do double dynamic_cast else enum explicit
    export extern false float for friend goto if inline int long mutable namespace new noexcept not
    not_eq nullptr operator or or_eq private protected public register reinterpret_cast return short
    signed sizeof static static_assert static_cast struct switch template this thread_local throw
    true try typedef typeid typename union unsigned using virtual void volatile wchar_t while xor
    xor_eq""".split()
)


def identifier(name: str) -> str:
    """A name of the schema as a C++ identifier."""
    return name + "_" if name in _CPP_KEYWORDS else name


def symbol(name: OperatorName) -> str:
    """`add_Tensor` for aten::add.Tensor, `prim_min_int` for prim::min.int.

    Flat, so that no namespace of a user's can hide `std`, `at` or `c10` inside generated code.
    """
    parts = [] if name.namespace in ("", "aten") else [name.namespace]
    parts.append(name.root)
    if name.overload:
        parts.append(name.overload)
    return identifier("_".join(parts))


def qualified(name: OperatorName) -> str:
    """`aten::add`, without the overload."""
    return f"{name.namespace or 'aten'}::{name.root}"


def full_name(name: OperatorName) -> str:
    """`aten::add.Tensor`: the name that models and selections use."""
    return qualified(name) + (f".{name.overload}" if name.overload else "")
