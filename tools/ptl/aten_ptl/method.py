"""What a method of a model is made of, whichever kind of file it was read from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Instruction:
    """One instruction: opcode name and its two operands."""

    op: str
    x: int
    n: int


@dataclass(frozen=True)
class Operator:
    """An entry of a method's operator table."""

    name: str
    overload: str
    num_args: int | None = None

    @property
    def full_name(self) -> str:
        return f"{self.name}.{self.overload}" if self.overload else self.name


@dataclass(frozen=True)
class Argument:
    """An argument or a result in a method's signature."""

    name: str
    type: str
    default: Any = None

    def __str__(self) -> str:
        text = f"{self.type} {self.name}".rstrip()
        return text if self.default is None else f"{text}={self.default}"


@dataclass(frozen=True)
class Method:
    """A method (or function) of the model with its code."""

    name: str
    instructions: tuple[Instruction, ...]
    operators: tuple[Operator, ...]
    constants: tuple[Any, ...]
    types: tuple[str, ...]
    register_size: int
    arguments: tuple[Argument, ...] = ()
    returns: tuple[Argument, ...] = ()

    @property
    def is_public(self) -> bool:
        """Whether it is a method of the top module, which an app can call by its short name."""
        owner = self.name.rpartition(".")[0]
        return owner.startswith("__torch__") and not owner.startswith("__torch__.torch.classes.")

    @property
    def signature(self) -> str:
        args = ", ".join(str(a) for a in self.arguments if a.name != "self")
        results = ", ".join(r.type for r in self.returns)
        result = results if len(self.returns) == 1 else f"({results})"
        return f"{self.name.rpartition('.')[2]}({args}) -> {result}"
