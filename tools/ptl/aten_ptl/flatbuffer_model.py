"""The flatbuffer kind of model files: methods, operators, tensors. Field numbers are PyTorch's."""

from __future__ import annotations

from typing import Any

from aten_ptl.errors import PtlError
from aten_ptl.flatbuffer import Buffer, Table
from aten_ptl.method import Argument, Instruction, Method, Operator
from aten_ptl.opcodes import OPCODES
from aten_ptl.pickle_reader import Call, Global
from aten_ptl.tensor_info import TensorInfo

IDENTIFIER = b"PTMF"

# What an entry of the table of values is, by its number.
_NONE, _INT, _BOOL, _DOUBLE, _COMPLEX, _TENSOR, _STRING, _LIST, _TUPLE, _DICT = range(10)
_OBJECT, _INT_LIST, _DOUBLE_LIST, _BOOL_LIST, _DEVICE, _ENUM, _FUNCTION = range(10, 17)

_STRUCTS = {_INT: "<q", _BOOL: "<?", _DOUBLE: "<d", _COMPLEX: "<dd"}
_NUMBER_LISTS = {_INT_LIST: "<q", _DOUBLE_LIST: "<d", _BOOL_LIST: "<?"}

# Names of element types by their number, as the zip kind of models spells them.
_TYPES = {
    0: "Byte",
    1: "Char",
    2: "Short",
    3: "Int",
    4: "Long",
    5: "Half",
    6: "Float",
    7: "Double",
    9: "ComplexFloat",
    10: "ComplexDouble",
    11: "Bool",
    12: "QInt8",
    13: "QUInt8",
    14: "QInt32",
    15: "BFloat16",
}

_MAX_DEPTH = 4  # of constants that are shown


def flatbuffer_of(path: str) -> FlatbufferModel | None:
    """The model at `path` when it is of this kind; None for the other one."""
    try:
        with open(path, "rb") as file:
            head = file.read(8)
            if head[4:] != IDENTIFIER:
                return None
            return FlatbufferModel(head + file.read(), path)
    except OSError as error:
        raise PtlError(f"{path}: {error.strerror}") from None


class FlatbufferModel:
    """What a file says, read when it is asked for."""

    def __init__(self, data: bytes, path: str) -> None:
        self.path = path
        self._root = Buffer(data, path).root()
        self._values = self._root.tables(4, "the values")
        self._types = self._root.tables(7, "the object types")

    @property
    def bytecode_version(self) -> int:
        return self._root.number(0, "I", 0)

    @property
    def operator_version(self) -> int:
        return self._root.number(10, "I", 0)

    def methods(self) -> tuple[Method, ...]:
        found = []
        for (index,) in self._root.structs(2, "<I", "the methods"):
            kind, table = self._value(index, "a method")
            if kind != _FUNCTION or table is None:
                raise PtlError(f"{self.path}: value {index} is listed as a method but is none")
            found.append(self._method(table))
        return tuple(found)

    def class_names(self) -> set[str]:
        return {table.text(0, "the name of a class") for table in self._types}

    def _value(self, index: int, what: str) -> tuple[int, Table | None]:
        """(kind, its table unless it is a plain value) of an entry of the table of values."""
        if not 0 <= index < len(self._values):
            raise PtlError(
                f"{self.path}: {what} is value {index}, of which there are {len(self._values)}"
            )
        kind = self._values[index].number(0, "B", 0)
        if kind > _FUNCTION:
            raise PtlError(f"{self.path}: value {index} is of unknown kind {kind}")
        is_table = kind >= _TENSOR
        return kind, self._values[index].table(1, f"value {index}") if is_table else None

    def _method(self, table: Table) -> Method:
        name = table.text(0, "the name of a method")
        schema = table.table(6, f"the schema of {name}")
        arguments = schema.tables(0, f"the arguments of {name}") if schema else []
        returns = schema.tables(1, f"the results of {name}") if schema else []
        return Method(
            name,
            tuple(
                Instruction(self._opcode(op, name), x, n)
                for op, n, x in table.structs(1, "<BxHi", f"the instructions of {name}")
            ),
            tuple(self._operator(o) for o in table.tables(2, f"the operators of {name}")),
            tuple(
                self.plain(index) for (index,) in table.structs(3, "<I", f"the constants of {name}")
            ),
            tuple(table.texts(4, f"the types of {name}")),
            table.number(5, "i", 0),
            tuple(self._argument(a) for a in arguments),
            tuple(self._argument(a) for a in returns),
        )

    def _opcode(self, op: int, method: str) -> str:
        if op >= len(OPCODES):
            raise PtlError(f"{self.path}: {method}: there is no instruction {op}")
        return OPCODES[op]

    def _operator(self, table: Table) -> Operator:
        count = table.number(2, "i", -1)
        return Operator(
            table.text(0, "the name of an operator"),
            table.text(1, "the name of an overload"),
            count if count >= 0 else None,
        )

    def _argument(self, table: Table) -> Argument:
        default = self.plain(table.number(2, "I", 0))
        name, kind = table.text(0, "an argument's name"), table.text(1, "an argument's type")
        return Argument(name, kind, default)

    def plain(self, index: int, depth: int = 0) -> Any:
        """A value for people to read, in the form that the zip kind of models gives."""
        kind, table = self._value(index, "a constant")
        if kind == _NONE or depth > _MAX_DEPTH:
            return None
        if kind in _STRUCTS:
            found = self._values[index].struct(1, _STRUCTS[kind], f"value {index}")
            if found is None:
                raise PtlError(f"{self.path}: value {index} is empty")
            return complex(*found) if kind == _COMPLEX else found[0]
        if table is None:
            raise PtlError(f"{self.path}: value {index} is empty")
        if kind in (_STRING, _DEVICE):
            return table.text(0, f"value {index}")
        if kind in _NUMBER_LISTS:
            return [n for (n,) in table.structs(0, _NUMBER_LISTS[kind], f"value {index}")]
        if kind in (_LIST, _TUPLE, _DICT):
            items = [
                self.plain(item, depth + 1) for (item,) in table.structs(0, "<I", f"value {index}")
            ]
            return items if kind == _LIST else tuple(items) if kind == _TUPLE else {"keys": items}
        name = {_TENSOR: "_rebuild_tensor_v2", _FUNCTION: table.text(0, "a name")}.get(kind)
        return Call(Global("torch", name or "object"), ())

    def tensors(self) -> list[TensorInfo]:
        """All tensors below the attributes. Without recursion: the file nests as it likes."""
        found: list[TensorInfo] = []
        seen: set[int] = set()
        todo = [("", self._root.number(3, "I", 0))]
        while todo:
            path, index = todo.pop()
            if index in seen:
                continue
            kind, table = self._value(index, f"attribute {path or 'self'}")
            if table is None:
                continue
            if kind == _TENSOR:
                found.append(self._tensor(path, table))
                continue
            seen.add(index)
            todo += reversed(list(self._children(path, kind, table)))
        return found

    def _children(self, path: str, kind: int, table: Table) -> list[tuple[str, int]]:
        prefix = f"{path}." if path else ""
        what = f"the parts of {path or 'the module'}"
        if kind == _OBJECT:
            attributes = [index for (index,) in table.structs(2, "<I", what)]
            number = table.number(0, "I", 0)
            names = self._types[number].texts(2, what) if number < len(self._types) else []
            names += [str(i) for i in range(len(names), len(attributes))]
            state = table.number(1, "I", 0)
            return [(path, state)] * (state != 0) + [
                (prefix + name, index) for name, index in zip(names, attributes)
            ]
        if kind in (_LIST, _TUPLE):
            items = table.structs(0, "<I", what)
            return [(f"{prefix}{i}", index) for i, (index,) in enumerate(items)]
        if kind == _DICT:
            keys = [str(self.plain(key)) for (key,) in table.structs(0, "<I", what)]
            values = [index for (index,) in table.structs(1, "<I", what)]
            return [(prefix + key, index) for key, index in zip(keys, values)]
        return []

    def _tensor(self, path: str, table: Table) -> TensorInfo:
        kind = table.number(1, "b", 0)
        sizes = tuple(size for (size,) in table.structs(3, "<i", f"the sizes of {path}"))
        if any(size < 0 for size in sizes):
            raise PtlError(f"{self.path}: tensor {path} has a negative size")
        return TensorInfo(
            path, _TYPES.get(kind, f"type {kind}"), sizes, str(table.number(0, "I", 0)), "cpu"
        )

    def records(self) -> list[tuple[str, int, int]]:
        """Storages and files inside of the model, by name and size."""
        found = []
        for index, table in enumerate(self._root.tables(6, "the storages")):
            size = len(table.structs(0, "<B", "a storage"))
            found.append((f"data/{index}", size, size))
        for number, folder in ((1, "extra/"), (8, "code/")):
            for table in self._root.tables(number, "files inside of the model"):
                size = len(table.text(1, "a file").encode())
                found.append((folder + table.text(0, "a file's name"), size, size))
        return found
