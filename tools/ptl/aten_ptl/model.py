"""What a lite-interpreter model says: methods, operators, constants, types.

bytecode.pkl holds (version, method, method, ...), each method being
(name, code table, schema table); a table is a tuple of (key, value) pairs.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from typing import Any

from aten_ptl.archive import Archive
from aten_ptl.errors import PtlError
from aten_ptl.flatbuffer_model import FlatbufferModel, flatbuffer_of
from aten_ptl.method import Argument, Instruction, Method, Operator
from aten_ptl.pickle_reader import Call, Global

MIN_BYTECODE_VERSION = 4
MAX_BYTECODE_VERSION = 9

_CUSTOM_CLASS = re.compile(r"__torch__\.torch\.classes\.([A-Za-z_]\w*\.[A-Za-z_]\w*)")


@dataclass(frozen=True)
class Model:
    """A model file, without its tensors."""

    path: str
    bytecode_version: int
    operator_version: int
    methods: tuple[Method, ...]
    custom_classes: tuple[str, ...]

    @property
    def operators(self) -> frozenset[str]:
        """Full names of all root operators, for instance aten::add.Tensor."""
        return frozenset(op.full_name for method in self.methods for op in method.operators)

    def operator_counts(self) -> Counter[str]:
        """How many instructions call each operator; 0 for one that none calls."""
        counts: Counter[str] = Counter(dict.fromkeys(self.operators, 0))
        for method in self.methods:
            for instruction in method.instructions:
                if instruction.op in ("OP", "OPN") and 0 <= instruction.x < len(method.operators):
                    counts[method.operators[instruction.x].full_name] += 1
        return counts


class _Reader:
    """Turns the values of bytecode.pkl into methods; `where` names the place in errors."""

    def __init__(self, where: str) -> None:
        self.where = where

    def check(self, value: Any, kind: Any, what: str) -> Any:
        if not isinstance(value, kind) or isinstance(value, bool):
            raise PtlError(f"{self.where}: {what} is a {type(value).__name__}")
        return value

    def table(self, value: Any, what: str) -> dict[str, Any]:
        result = {}
        for pair in self.check(value, tuple, what):
            if not isinstance(pair, tuple) or len(pair) != 2 or not isinstance(pair[0], str):
                raise PtlError(f"{self.where}: {what} is no table of (key, value) pairs")
            result[pair[0]] = pair[1]
        return result

    def entry(self, table: dict[str, Any], key: str, kind: Any, what: str) -> Any:
        if key not in table:
            raise PtlError(f"{self.where}: {what} has no entry '{key}'")
        return self.check(table[key], kind, f"'{key}' of {what}")

    def instruction(self, value: Any) -> Instruction:
        op, x, n = self.record(value, (3,), "an instruction")
        return Instruction(
            self.check(op, str, "an opcode"),
            self.check(x, int, "the X operand of an instruction"),
            self.check(n, int, "the N operand of an instruction"),
        )

    def operator(self, value: Any) -> Operator:
        fields = self.record(value, (2, 3), "an operator")
        name = self.check(fields[0], str, "an operator name")
        overload = self.check(fields[1], str, "an overload name")
        count = self.check(fields[2], int, "an argument count") if len(fields) == 3 else None
        return Operator(name, overload, count)

    def record(self, value: Any, lengths: tuple[int, ...], what: str) -> tuple[Any, ...]:
        values: tuple[Any, ...] = self.check(value, tuple, what)
        if len(values) not in lengths:
            raise PtlError(f"{self.where}: {what} has {len(values)} fields")
        return values

    def arguments(self, value: Any) -> tuple[Argument, ...]:
        result = []
        for item in self.check(value, tuple, "an argument list"):
            table = self.table(item, "an argument")
            result.append(
                Argument(
                    self.entry(table, "name", str, "an argument"),
                    self.entry(table, "type", str, "an argument"),
                    table.get("default_value"),
                )
            )
        return tuple(result)

    def method(self, value: Any) -> Method:
        fields = self.record(value, (2, 3), "a method")
        name = self.check(fields[0], str, "a method name")
        self.where = f"{self.where}: {name}"
        code = self.table(fields[1], "the code table")
        arguments: tuple[Argument, ...] = ()
        returns: tuple[Argument, ...] = ()
        if len(fields) == 3:
            schema = self.table(fields[2], "the schema table")
            arguments = self.arguments(schema.get("arguments", ()))
            returns = self.arguments(schema.get("returns", ()))
        types = self.entry(code, "types", tuple, "the code table")
        return Method(
            name,
            tuple(map(self.instruction, self.entry(code, "instructions", tuple, "the code table"))),
            tuple(map(self.operator, self.entry(code, "operators", tuple, "the code table"))),
            tuple(self.entry(code, "constants", tuple, "the code table")),
            tuple(self.check(t, str, "a type") for t in types),
            self.entry(code, "register_size", int, "the code table"),
            arguments,
            returns,
        )


def _global_names(value: Any) -> set[str]:
    """All globals below a value. Without recursion: the file chooses the depth."""
    names = set()
    seen = set()
    todo = [value]
    while todo:
        item = todo.pop()
        if isinstance(item, Global):
            names.add(str(item))
        elif isinstance(item, (Call, tuple, list, dict)) and id(item) not in seen:
            seen.add(id(item))
            if isinstance(item, Call):
                todo += [item.func, item.args, item.state, *item.elements]
                todo += [part for pair in item.items for part in pair]
            elif isinstance(item, dict):
                todo += [*item.keys(), *item.values()]
            else:
                todo += item
    return names


def _read_operator_version(archive: Archive) -> int:
    for name in (".data/version", "version"):
        if name in archive:
            text = archive.read(name).decode("ascii", "replace").strip()
            if not text.isdecimal():
                raise PtlError(f"{archive.path}: record '{name}' holds no number but {text!r}")
            return int(text)
    return 0


def _checked_version(version: object, where: str) -> int:
    if type(version) is int and MIN_BYTECODE_VERSION <= version <= MAX_BYTECODE_VERSION:
        return version
    found = version if type(version) is int else f"of type {type(version).__name__}"
    raise PtlError(
        f"{where}: bytecode version {found}; supported are "
        f"{MIN_BYTECODE_VERSION} to {MAX_BYTECODE_VERSION}"
    )


def _read_methods(archive: Archive) -> tuple[int, tuple[Method, ...]]:
    if "bytecode.pkl" not in archive:
        kind = "a full TorchScript archive" if "data.pkl" in archive else "no model"
        raise PtlError(
            f"{archive.path}: {kind} (no bytecode.pkl): export it with _save_for_lite_interpreter"
        )
    where = f"{archive.path}: bytecode.pkl"
    values = archive.read_pickle("bytecode.pkl")
    if not isinstance(values, tuple) or not values:
        raise PtlError(f"{where}: is no tuple of methods")
    version = values[0]
    return _checked_version(version, where), tuple(
        _Reader(where).method(value) for value in values[1:]
    )


def _custom_classes(names: set[str]) -> tuple[str, ...]:
    return tuple(sorted({c for name in names for c in _CUSTOM_CLASS.findall(name)}))


def _type_names(methods: tuple[Method, ...]) -> set[str]:
    names = {text for method in methods for text in method.types}
    return names | {arg.type for m in methods for arg in (*m.arguments, *m.returns)}


def _flatbuffer_model(file: FlatbufferModel) -> Model:
    version = _checked_version(file.bytecode_version, file.path)
    methods = file.methods()
    names = _type_names(methods) | file.class_names()
    return Model(file.path, version, file.operator_version, methods, _custom_classes(names))


def read_model(path: str) -> Model:
    """Reads the model file at `path`, of either kind; PtlError says what is wrong with it."""
    flatbuffer = flatbuffer_of(path)
    if flatbuffer is not None:
        return _flatbuffer_model(flatbuffer)
    with Archive(path) as archive:
        version, methods = _read_methods(archive)
        names = _type_names(methods)
        for record in ("data.pkl", "constants.pkl"):
            if record in archive:
                names |= _global_names(archive.read_pickle(record))
        for method in methods:
            names |= _global_names(method.constants)
        operator_version = _read_operator_version(archive)
        return Model(path, version, operator_version, methods, _custom_classes(names))
