"""YAML with line numbers.

The one module that knows the YAML library. Returns nodes that remember their line, rejects
duplicate keys, and turns syntax errors into `CodegenError`s.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Union

import yaml

from aten_codegen.errors import CodegenError, Location

Scalar = Union[str, bool, None]


@dataclass(frozen=True)
class YamlEntry:
    """A value of a mapping together with the place of its key."""

    key: str
    location: Location
    value: YamlNode


@dataclass(frozen=True)
class YamlNode:
    """A scalar, a sequence or a mapping. Numbers stay text: nobody here calculates with them."""

    location: Location
    value: Scalar | tuple[YamlNode, ...] | Mapping[str, YamlEntry]

    def text(self, what: str) -> str:
        if isinstance(self.value, str):
            return self.value
        raise CodegenError(self.location, f"{what} must be a string")

    def boolean(self, what: str) -> bool:
        if isinstance(self.value, bool):
            return self.value
        raise CodegenError(self.location, f"{what} must be true or false")

    def sequence(self, what: str) -> tuple[YamlNode, ...]:
        if isinstance(self.value, tuple):
            return self.value
        raise CodegenError(self.location, f"{what} must be a list")

    def mapping(self, what: str) -> Mapping[str, YamlEntry]:
        if isinstance(self.value, Mapping):
            return self.value
        raise CodegenError(self.location, f"{what} must be a mapping of keys to values")

    @property
    def is_empty(self) -> bool:
        return self.value is None


def load_yaml(text: str, file: str) -> tuple[YamlNode, list[CodegenError]]:
    """Parses one document. An empty file is a node whose value is None.

    A syntax error is raised; duplicate keys are returned, and the first one counts.
    """
    loader_class = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    try:
        root = yaml.compose(text, Loader=loader_class)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        line = mark.line + 1 if mark is not None else 0
        problem = " ".join(filter(None, [error.context, error.problem]))
        raise CodegenError(Location(file, line), f"not valid YAML: {problem}") from None
    except yaml.YAMLError as error:
        raise CodegenError(Location(file), f"not valid YAML: {error}") from None
    errors: list[CodegenError] = []
    if root is None:
        return YamlNode(Location(file), None), errors
    return _convert(root, file, errors), errors


def _convert(node: yaml.Node, file: str, errors: list[CodegenError]) -> YamlNode:
    location = Location(file, node.start_mark.line + 1)
    if isinstance(node, yaml.ScalarNode):
        return YamlNode(location, _scalar(node))
    if isinstance(node, yaml.SequenceNode):
        return YamlNode(location, tuple(_convert(item, file, errors) for item in node.value))
    entries: dict[str, YamlEntry] = {}
    for key_node, value_node in node.value:
        key_location = Location(file, key_node.start_mark.line + 1)
        if not isinstance(key_node, yaml.ScalarNode):
            errors.append(CodegenError(key_location, "a key must be a plain string"))
            continue
        key = str(key_node.value)
        if key in entries:
            hint = f"It was first given in line {entries[key].location.line}."
            errors.append(CodegenError(key_location, f"duplicate key '{key}'", hint))
            continue
        entries[key] = YamlEntry(key, key_location, _convert(value_node, file, errors))
    return YamlNode(location, entries)


def _scalar(node: yaml.ScalarNode) -> Scalar:
    if node.tag == "tag:yaml.org,2002:null":
        return None
    if node.tag == "tag:yaml.org,2002:bool":
        return str(node.value).lower() in ("true", "yes", "on")
    return str(node.value)
