"""The function schema language: parse and print.

    aten::add.out(Tensor self, Tensor other, *, Scalar alpha=1, Tensor(a!) out) -> Tensor(a!)

Models the schema, not C++. `str(parse_schema(text)) == text` for every schema in canonical
spacing; nothing is normalised away, so a schema can be compared with PyTorch's as text.
Includes what PyTorch's JIT registers by hand: generic types, dictionaries, tuples and varargs.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass


class SchemaError(ValueError):
    """A schema that does not follow the grammar."""


@dataclass(frozen=True)
class Type:
    """A schema type. `alias` is the text inside the parentheses that follow it: `a!`, `a -> *`."""

    alias: str

    def _suffix(self) -> str:
        return f"({self.alias})" if self.alias else ""

    @property
    def is_mutable(self) -> bool:
        return "!" in self.alias


@dataclass(frozen=True)
class BaseType(Type):
    """`Tensor`, `int`, a type variable, or a class such as `__torch__.torch.classes.ns.Name`."""

    name: str

    def __str__(self) -> str:
        return self.name + self._suffix()


@dataclass(frozen=True)
class ListType(Type):
    """`int[]`, `int[2]`, `Tensor(a!)[]`."""

    element: Type
    size: int | None

    def __str__(self) -> str:
        size = "" if self.size is None else str(self.size)
        return f"{self.element}[{size}]{self._suffix()}"


@dataclass(frozen=True)
class OptionalType(Type):
    """`int?`"""

    element: Type

    def __str__(self) -> str:
        return f"{self.element}?{self._suffix()}"


@dataclass(frozen=True)
class GenericType(Type):
    """`Dict(str, t)`, `Future(t)`."""

    name: str
    arguments: tuple[Type, ...]

    def __str__(self) -> str:
        return f"{self.name}({', '.join(map(str, self.arguments))}){self._suffix()}"


@dataclass(frozen=True)
class TupleType(Type):
    """`(str, t)` as a type."""

    elements: tuple[Type, ...]

    def __str__(self) -> str:
        return f"({', '.join(map(str, self.elements))}){self._suffix()}"


@dataclass(frozen=True)
class Argument:
    """`Scalar alpha=1`. The default is kept as written."""

    type: Type
    name: str
    default: str | None
    kwarg_only: bool

    def __str__(self) -> str:
        default = "" if self.default is None else f"={self.default}"
        return f"{self.type} {self.name}{default}"

    @property
    def is_mutable(self) -> bool:
        return type_is_mutable(self.type)

    @property
    def is_out(self) -> bool:
        """Out arguments are the keyword-only ones that an operator writes to."""
        return self.kwarg_only and self.is_mutable


@dataclass(frozen=True)
class Return:
    type: Type
    name: str | None

    def __str__(self) -> str:
        return str(self.type) if self.name is None else f"{self.type} {self.name}"


@dataclass(frozen=True)
class OperatorName:
    """`aten::add.Tensor`. A schema without a namespace has an empty one."""

    namespace: str
    root: str
    overload: str

    def __str__(self) -> str:
        prefix = f"{self.namespace}::" if self.namespace else ""
        suffix = f".{self.overload}" if self.overload else ""
        return prefix + self.root + suffix


@dataclass(frozen=True)
class Schema:
    name: OperatorName
    arguments: tuple[Argument, ...]
    returns: tuple[Return, ...]
    vararg: bool = False
    varret: bool = False

    def __str__(self) -> str:
        parts: list[str] = []
        star_seen = False
        for argument in self.arguments:
            if argument.kwarg_only and not star_seen:
                parts.append("*")
                star_seen = True
            parts.append(str(argument))
        if self.vararg:
            parts.append("...")
        return f"{self.name}({', '.join(parts)}) -> {self._returns()}"

    def _returns(self) -> str:
        if self.varret:
            return "..."
        if len(self.returns) == 1 and not str(self.returns[0]).startswith("("):
            return str(self.returns[0])
        return f"({', '.join(map(str, self.returns))})"

    @property
    def out_arguments(self) -> tuple[Argument, ...]:
        return tuple(a for a in self.arguments if a.is_out)


def type_is_mutable(type_: Type) -> bool:
    """Whether the type or anything in it carries a `!`."""
    return any(part.is_mutable for part in walk(type_))


def walk(type_: Type) -> Iterator[Type]:
    """The type and everything inside it, outermost first."""
    yield type_
    if isinstance(type_, (ListType, OptionalType)):
        yield from walk(type_.element)
    elif isinstance(type_, GenericType):
        for part in type_.arguments:
            yield from walk(part)
    elif isinstance(type_, TupleType):
        for part in type_.elements:
            yield from walk(part)


_NAME = re.compile(
    r"(?:(?P<ns>[A-Za-z_]\w*)::)?(?P<root>[A-Za-z_]\w*)(?:\.(?P<overload>[A-Za-z_0-9]\w*))?"
)
_IDENTIFIER = re.compile(r"[A-Za-z_]\w*")
_DOTTED = re.compile(r"[A-Za-z_][\w.]*")
_ALIAS = re.compile(
    r"\(((?:[a-z]\w*|\*)(?:\|[a-z]\w*)*!?(?: -> (?:\*|[a-z]\w*(?:\|[a-z]\w*)*))?)\)"
)
_QUOTED = re.compile(r"'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\"")


def parse_operator_name(text: str) -> OperatorName:
    match = _NAME.fullmatch(text)
    if match is None:
        raise SchemaError(f"'{text}' is not an operator name such as aten::add.Tensor")
    return OperatorName(match["ns"] or "", match["root"], match["overload"] or "")


def parse_schema(text: str) -> Schema:
    """Parses one schema; raises `SchemaError` that quotes the rest of the text on a mistake."""
    return _Parser(text).schema()


class _Parser:
    """Recursive descent over one schema."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0

    def schema(self) -> Schema:
        match = _NAME.match(self._text)
        if match is None:
            raise self._error("an operator name")
        self._at = match.end()
        name = OperatorName(match["ns"] or "", match["root"], match["overload"] or "")
        arguments, vararg = self._arguments()
        self._expect("->")
        self._skip_spaces()
        varret = self._take("...")
        returns = () if varret else self._returns()
        self._skip_spaces()
        if self._at != len(self._text):
            raise self._error("the end of the schema")
        self._check(arguments)
        return Schema(name, arguments, returns, vararg, varret)

    def _arguments(self) -> tuple[tuple[Argument, ...], bool]:
        self._expect("(")
        arguments: list[Argument] = []
        kwarg_only = vararg = False
        if self._take(")"):
            return (), False
        while True:
            self._skip_spaces()
            if self._take("..."):
                vararg = True
            elif self._take("*"):
                if kwarg_only:
                    raise self._error("only one '*'")
                kwarg_only = True
            else:
                arguments.append(self._argument(kwarg_only))
            if self._take(")"):
                return tuple(arguments), vararg
            self._expect(",")
            if vararg:
                raise self._error("')' after '...'")

    def _argument(self, kwarg_only: bool) -> Argument:
        type_ = self.type()
        self._skip_spaces()
        name = self._identifier("an argument name")
        default = self._default() if self._take("=") else None
        return Argument(type_, name, default, kwarg_only)

    def _default(self) -> str:
        """A literal as written: quoted, bracketed, or anything up to the next ',' or ')'."""
        quoted = _QUOTED.match(self._text, self._at)
        if quoted is not None:
            self._at = quoted.end()
            return quoted.group()
        start = self._at
        end_at = "]" if self._text.startswith("[", start) else ",)"
        while self._at < len(self._text) and self._text[self._at] not in end_at:
            self._at += 1
        if end_at == "]":
            self._expect("]")
        default = self._text[start : self._at].strip()
        if not default:
            raise self._error("a default value")
        return default

    def _returns(self) -> tuple[Return, ...]:
        if not self._text.startswith("(", self._at) or self._is_single_tuple_return():
            return (self._return(),)
        self._expect("(")
        if self._take(")"):
            return ()
        returns = [self._return()]
        while self._take(","):
            self._skip_spaces()
            returns.append(self._return())
        self._expect(")")
        return tuple(returns)

    def _is_single_tuple_return(self) -> bool:
        """`(str, t)[]` is one result of a list type; `(str, t)` are two results."""
        depth = 0
        for index in range(self._at, len(self._text)):
            depth += {"(": 1, ")": -1}.get(self._text[index], 0)
            if depth == 0:
                return index + 1 < len(self._text) and self._text[index + 1] in "[?"
        return False

    def _return(self) -> Return:
        type_ = self.type()
        self._skip_spaces()
        match = _IDENTIFIER.match(self._text, self._at)
        if match is None:
            return Return(type_, None)
        self._at = match.end()
        return Return(type_, match.group())

    def type(self) -> Type:
        type_ = self._primary()
        while True:
            if self._take("?"):
                type_ = OptionalType(self._alias(), type_)
            elif self._take("["):
                match = re.compile(r"\d*").match(self._text, self._at)
                digits = match.group() if match else ""
                self._at += len(digits)
                self._expect("]")
                type_ = ListType(self._alias(), type_, int(digits) if digits else None)
            else:
                return type_

    def _primary(self) -> Type:
        if self._take("("):
            elements = self._type_list()
            return TupleType(self._alias(), elements)
        match = _DOTTED.match(self._text, self._at)
        if match is None:
            raise self._error("a type")
        self._at = match.end()
        name = match.group().rstrip(".")
        self._at -= len(match.group()) - len(name)
        if name in ("Dict", "Future", "Await", "RRef") and self._take("("):
            arguments = self._type_list()
            return GenericType(self._alias(), name, arguments)
        return BaseType(self._alias(), name)

    def _type_list(self) -> tuple[Type, ...]:
        types = [self.type()]
        while self._take(","):
            self._skip_spaces()
            types.append(self.type())
        self._expect(")")
        return tuple(types)

    def _alias(self) -> str:
        match = _ALIAS.match(self._text, self._at)
        if match is None:
            return ""
        self._at = match.end()
        return match.group(1)

    def _identifier(self, what: str) -> str:
        match = _IDENTIFIER.match(self._text, self._at)
        if match is None:
            raise self._error(what)
        self._at = match.end()
        return match.group()

    def _take(self, token: str) -> bool:
        if self._text.startswith(token, self._at):
            self._at += len(token)
            return True
        return False

    def _expect(self, token: str) -> None:
        self._skip_spaces()
        if not self._take(token):
            raise self._error(f"'{token}'")

    def _skip_spaces(self) -> None:
        while self._at < len(self._text) and self._text[self._at] == " ":
            self._at += 1

    def _error(self, expected: str) -> SchemaError:
        rest = self._text[self._at : self._at + 40] or "the end"
        return SchemaError(f"expected {expected} at '{rest}'")

    def _check(self, arguments: tuple[Argument, ...]) -> None:
        names = [a.name for a in arguments]
        for name in names:
            if names.count(name) > 1:
                raise SchemaError(f"argument '{name}' is declared twice")
