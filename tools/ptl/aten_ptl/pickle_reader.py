"""A pickle as plain values: parsed, never executed.

Python's own pickle module calls what the file names. This reader calls
nothing: a global is a Global, a call is a Call, a persistent id a
PersistentId, and what they mean is up to the caller. It reads the opcodes that
PyTorch's pickler writes and those that CPython writes in protocols 2 to 4.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass, field
from typing import Any, Callable

from aten_ptl.errors import PtlError


@dataclass(frozen=True)
class Global:
    """A name of a class or function, for instance collections.OrderedDict."""

    module: str
    name: str

    def __str__(self) -> str:
        return f"{self.module}.{self.name}"


@dataclass(eq=False)
class Call:
    """The result of func(*args), not computed; `state` is what BUILD gave it."""

    func: Any
    args: Any
    state: Any = None
    has_state: bool = False
    items: list[tuple[Any, Any]] = field(default_factory=list)
    elements: list[Any] = field(default_factory=list)


@dataclass(frozen=True, eq=False)
class PersistentId:
    """A reference to something outside of the pickle: in models, a storage."""

    value: Any


class _Mark:
    """Marks a place on the stack."""


class _Parser:
    def __init__(self, data: bytes, what: str) -> None:
        self._data = data
        self._at = 0
        self._what = what
        self._stack: list[Any] = []
        self._memo: dict[int, Any] = {}

    def fail(self, problem: str) -> PtlError:
        return PtlError(f"{self._what}: {problem} at byte {self._at} of {len(self._data)}")

    def take(self, count: int) -> bytes:
        if count < 0 or count > len(self._data) - self._at:
            raise self.fail(f"{count} bytes are needed, which the pickle does not have,")
        begin = self._at
        self._at += count
        return self._data[begin : self._at]

    def number(self, code: str) -> Any:
        return struct.unpack("<" + code, self.take(struct.calcsize("<" + code)))[0]

    def text(self, count: int) -> str:
        try:
            return self.take(count).decode("utf-8", "surrogatepass")
        except UnicodeDecodeError as error:
            raise self.fail(f"text is not UTF-8 ({error.reason})") from None

    def line(self) -> str:
        end = self._data.find(b"\n", self._at)
        if end < 0:
            raise self.fail("a line has no end")
        text = self.text(end - self._at)
        self._at += 1
        return text

    def push(self, value: Any) -> None:
        self._stack.append(value)

    def pop(self) -> Any:
        if not self._stack or isinstance(self._stack[-1], _Mark):
            raise self.fail("a value is taken from an empty stack")
        return self._stack.pop()

    def top(self) -> Any:
        value = self.pop()
        self._stack.append(value)
        return value

    def pop_to_mark(self) -> list[Any]:
        for index in range(len(self._stack) - 1, -1, -1):
            if isinstance(self._stack[index], _Mark):
                values = self._stack[index + 1 :]
                del self._stack[index:]
                return values
        raise self.fail("a mark is missing")

    def remember(self, key: int) -> None:
        self._memo[key] = self.top()

    def recall(self, key: int) -> None:
        if key not in self._memo:
            raise self.fail(f"memo entry {key} was never set,")
        self.push(self._memo[key])

    def integer(self, count: int) -> None:
        self.push(int.from_bytes(self.take(count), "little", signed=True))

    def tuple_of(self, count: int) -> None:
        values = [self.pop() for _ in range(count)]
        self.push(tuple(reversed(values)))

    def append(self, values: list[Any]) -> None:
        target = self.top()
        if isinstance(target, list):
            target.extend(values)
        elif isinstance(target, Call):
            target.elements.extend(values)
        else:
            raise self.fail(f"elements are added to a {type(target).__name__}")

    def set_items(self, values: list[Any]) -> None:
        if len(values) % 2:
            raise self.fail("a dictionary gets a key without a value")
        target = self.top()
        pairs = list(zip(values[::2], values[1::2]))
        if isinstance(target, Call):
            target.items.extend(pairs)
            return
        if not isinstance(target, dict):
            raise self.fail(f"items are set on a {type(target).__name__}")
        for key, value in pairs:
            try:
                target[key] = value
            except (TypeError, RecursionError):
                raise self.fail("a dictionary key cannot be hashed") from None

    def build(self) -> None:
        state = self.pop()
        target = self.pop()
        if isinstance(target, Call):
            target.state = state
            target.has_state = True
            self.push(target)
        else:
            # A global (torch writes `torch.device` so) or a plain value.
            self.push(Call(target, (), state, True))

    def call(self) -> None:
        args = self.pop()
        func = self.pop()
        self.push(Call(func, args))

    def stack_global(self) -> None:
        name = self.pop()
        module = self.pop()
        if not isinstance(name, str) or not isinstance(module, str):
            raise self.fail("the name of a global is no string")
        self.push(Global(module, name))

    def parse(self) -> Any:
        while True:
            code = self.take(1)
            if code == b".":
                return self.pop()
            action = _ACTIONS.get(code)
            if action is None:
                raise self.fail(f"unknown pickle opcode 0x{code[0]:02x}")
            action(self)


def _protocol(parser: _Parser) -> None:
    version = parser.take(1)[0]
    if version > 5:
        raise parser.fail(f"pickle protocol {version} is newer than 5")


_ACTIONS: dict[bytes, Callable[[_Parser], object]] = {
    b"\x80": _protocol,
    b"\x95": lambda p: p.take(8),  # FRAME
    b"(": lambda p: p.push(_Mark()),
    b"0": lambda p: p.pop(),  # POP
    b"1": lambda p: p.pop_to_mark(),  # POP_MARK
    b"2": lambda p: p.push(p.top()),  # DUP
    b"N": lambda p: p.push(None),
    b"\x88": lambda p: p.push(True),
    b"\x89": lambda p: p.push(False),
    b"J": lambda p: p.push(p.number("i")),
    b"K": lambda p: p.push(p.number("B")),
    b"M": lambda p: p.push(p.number("H")),
    b"\x8a": lambda p: p.integer(p.number("B")),  # LONG1
    b"\x8b": lambda p: p.integer(p.number("i")),  # LONG4
    b"G": lambda p: p.push(struct.unpack(">d", p.take(8))[0]),
    b"X": lambda p: p.push(p.text(p.number("I"))),
    b"\x8c": lambda p: p.push(p.text(p.number("B"))),
    b"\x8d": lambda p: p.push(p.text(p.number("Q"))),
    b"B": lambda p: p.push(p.take(p.number("I"))),
    b"C": lambda p: p.push(p.take(p.number("B"))),
    b"T": lambda p: p.push(p.take(p.number("i"))),  # BINSTRING
    b"U": lambda p: p.push(p.take(p.number("B"))),  # SHORT_BINSTRING
    b"c": lambda p: p.push(Global(p.line(), p.line())),
    b"\x93": _Parser.stack_global,
    b"R": _Parser.call,
    b"\x81": _Parser.call,  # NEWOBJ
    b"b": _Parser.build,
    b"Q": lambda p: p.push(PersistentId(p.pop())),
    b"]": lambda p: p.push([]),
    b"l": lambda p: p.push(p.pop_to_mark()),
    b"a": lambda p: p.append([p.pop()]),
    b"e": lambda p: p.append(p.pop_to_mark()),
    b"}": lambda p: p.push({}),
    b"s": lambda p: p.set_items([p.pop(), p.pop()][::-1]),
    b"u": lambda p: p.set_items(p.pop_to_mark()),
    b")": lambda p: p.push(()),
    b"t": lambda p: p.push(tuple(p.pop_to_mark())),
    b"\x85": lambda p: p.tuple_of(1),
    b"\x86": lambda p: p.tuple_of(2),
    b"\x87": lambda p: p.tuple_of(3),
    b"q": lambda p: p.remember(p.number("B")),
    b"r": lambda p: p.remember(p.number("I")),
    b"\x94": lambda p: p.remember(len(p._memo)),  # MEMOIZE
    b"h": lambda p: p.recall(p.number("B")),
    b"j": lambda p: p.recall(p.number("I")),
}


def parse_pickle(data: bytes, what: str) -> Any:
    """The value that the pickle `data` describes; `what` names it in errors."""
    return _Parser(data, what).parse()
