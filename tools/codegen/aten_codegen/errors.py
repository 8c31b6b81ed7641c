"""Where a problem is, what it is, and what to do about it.

Problems are values. A run collects all of them in a `Problems` list and reports them together, so
that a user who made three mistakes sees three lines and not one.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from dataclasses import dataclass, field


@dataclass(frozen=True, order=True)
class Location:
    """A line of an input file, as the user named that file. Line 0 means the file as a whole."""

    file: str
    line: int = 0

    def __str__(self) -> str:
        return f"{self.file}:{self.line}" if self.line else self.file


class CodegenError(Exception):
    """One problem that the user can fix."""

    def __init__(self, location: Location, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.location = location
        self.message = message
        self.hint = hint

    def __str__(self) -> str:
        hint = f"\n    {self.hint}" if self.hint else ""
        return f"{self.location}: error: {self.message}{hint}"


@dataclass
class Problems:
    """Collects the problems of a run."""

    errors: list[CodegenError] = field(default_factory=list)

    def add(self, error: CodegenError) -> None:
        self.errors.append(error)

    def report(self) -> str:
        """All problems in file order, each once, and a count."""
        ordered = sorted(self.errors, key=lambda e: (e.location, e.message))
        texts = list(dict.fromkeys(str(error) for error in ordered))
        noun = "error" if len(texts) == 1 else "errors"
        return "\n".join([*texts, f"{len(texts)} {noun}"])


def nearest(name: str, known: Iterable[str], limit: int = 3) -> list[str]:
    """The known names most like `name`, best first; those of the same root before others."""
    candidates = sorted(set(known))
    root = name.split(".")[0]
    same_root = [c for c in candidates if c.split(".")[0] == root]
    close = difflib.get_close_matches(name, same_root or candidates, n=limit, cutoff=0.5)
    return close or same_root[:limit]


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """A hint with the nearest names, or nothing."""
    names = nearest(name, known)
    return f"Did you mean {', '.join(names)}?" if names else ""
