"""Writes the reference of the rules from the documentation in their Starlark files.

starlark_docs.py --root FOLDER --output rules.md tools/codegen/defs.bzl

The files are parsed, not run: Starlark is Python to a parser. What a file re-exports is looked for
where it is loaded from. Known forms: `rule(attrs = ..., doc = ...)`, `provider(fields = ...)`, and
functions with a docstring that has `Args:`.
"""

from __future__ import annotations

import argparse
import ast
import inspect
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

_HEAD = """# Rules

<!-- Written by `bazel run //docs:rules` from the documentation in tools/codegen. -->

```starlark
load("@aten_lite//tools/codegen:defs.bzl", "aten_lite_library")
```
"""

_TYPES = {
    "bool": "boolean",
    "int": "integer",
    "label": "label",
    "label_list": "list of labels",
    "string": "string",
    "string_list": "list of strings",
}


@dataclass(frozen=True)
class Parameter:
    """An attribute of a rule, an argument of a macro, or a field of a provider."""

    name: str
    doc: str
    kind: str = ""


@dataclass(frozen=True)
class Entry:
    """Something that users load."""

    name: str
    doc: str
    parameters: tuple[Parameter, ...]
    is_provider: bool = False


class DocsError(Exception):
    """Something public without documentation, or in a form that is not known here."""


@dataclass
class Module:
    """A .bzl file: what it assigns, defines and loads."""

    path: Path
    values: dict[str, ast.expr] = field(default_factory=dict)
    functions: dict[str, ast.FunctionDef] = field(default_factory=dict)
    loads: dict[str, tuple[str, str]] = field(default_factory=dict)


def _literal(node: ast.expr) -> str:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    raise DocsError(f"line {node.lineno}: a string is wanted here")


def parse(path: Path) -> Module:
    module = Module(path)
    for statement in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(statement, ast.FunctionDef):
            module.functions[statement.name] = statement
        elif isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Name):
            module.values[statement.targets[0].id] = statement.value
        elif isinstance(statement, ast.Expr) and _call_name(statement.value) == "load":
            assert isinstance(statement.value, ast.Call)
            label, *names = statement.value.args
            for name in names:
                module.loads[_literal(name)] = (_literal(label), _literal(name))
            for keyword in statement.value.keywords:
                module.loads[str(keyword.arg)] = (_literal(label), _literal(keyword.value))
    return module


def _call_name(node: ast.expr | None) -> str:
    return ast.unparse(node.func) if isinstance(node, ast.Call) else ""


class Files:
    """The .bzl files below a root, parsed once."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._modules: dict[Path, Module] = {}

    def module(self, name: str) -> Module:
        path = self._root / name.removeprefix("//").replace(":", "/")
        if path not in self._modules:
            self._modules[path] = parse(path)
        return self._modules[path]

    def find(self, module: Module, name: str) -> tuple[Module, ast.expr | ast.FunctionDef]:
        """What a name stands for, and the file that says so."""
        if name in module.functions:
            return module, module.functions[name]
        if name in module.loads:
            label, original = module.loads[name]
            return self.find(self.module(label), original)
        if name not in module.values:
            raise DocsError(f"{module.path}: '{name}' is not defined")
        value = module.values[name]
        return self.find(module, value.id) if isinstance(value, ast.Name) else (module, value)

    def attributes(self, module: Module, node: ast.expr) -> Iterator[tuple[str, ast.Call]]:
        """The entries of `{...} | NAME | ...`."""
        if isinstance(node, ast.BinOp):
            yield from self.attributes(module, node.left)
            yield from self.attributes(module, node.right)
        elif isinstance(node, ast.Name):
            owner, value = self.find(module, node.id)
            assert isinstance(value, ast.expr)
            yield from self.attributes(owner, value)
        elif isinstance(node, ast.Dict):
            for key, value in zip(node.keys, node.values):
                assert key is not None and isinstance(value, ast.Call)
                yield _literal(key), value
        else:
            raise DocsError(f"{module.path}:{node.lineno}: no dict of attributes")


def entries(files: Files, name: str) -> list[Entry]:
    """What the file offers, in alphabetical order; providers last."""
    module = files.module(name)
    found = []
    for public in sorted(module.values):
        owner, value = files.find(module, public)
        entry = _entry(files, owner, public, value)
        if entry is not None:
            found.append(entry)
    return sorted(found, key=lambda entry: (entry.is_provider, entry.name))


def _entry(
    files: Files, owner: Module, name: str, value: ast.expr | ast.FunctionDef
) -> Entry | None:
    if isinstance(value, ast.FunctionDef):
        return _macro(name, value)
    if not isinstance(value, ast.Call) or _call_name(value) not in ("rule", "provider"):
        return None
    keywords = {str(keyword.arg): keyword.value for keyword in value.keywords}
    if "doc" not in keywords:
        raise DocsError(f"{owner.path}:{value.lineno}: '{name}' has no doc")
    doc = inspect.cleandoc(_literal(keywords["doc"]))
    if _call_name(value) == "rule":
        pairs = sorted(files.attributes(owner, keywords["attrs"]), key=lambda pair: pair[0])
        attributes = [_attribute(key, call) for key, call in pairs if not key.startswith("_")]
        return Entry(name, doc, tuple(attributes))
    fields = keywords["fields"]
    assert isinstance(fields, ast.Dict)
    described = [
        Parameter(_literal(key), _literal(text))
        for key, text in zip(fields.keys, fields.values)
        if key is not None
    ]
    return Entry(name, doc, tuple(described), is_provider=True)


def _attribute(name: str, call: ast.Call) -> Parameter:
    keywords = {str(keyword.arg): keyword.value for keyword in call.keywords}
    if "doc" not in keywords:
        raise DocsError(f"line {call.lineno}: attribute '{name}' has no doc")
    kind = _TYPES[_call_name(call).removeprefix("attr.")]
    if "mandatory" in keywords:
        kind += "; mandatory"
    elif isinstance(keywords.get("default"), ast.Constant):
        kind += f"; `{ast.unparse(keywords['default'])}`"
    return Parameter(name, _literal(keywords["doc"]), kind)


def _macro(name: str, function: ast.FunctionDef) -> Entry:
    text, _, rest = inspect.cleandoc(ast.get_docstring(function) or "").partition("\nArgs:\n")
    documented = {
        match["name"].lstrip("*"): match["doc"]
        for match in re.finditer(r"^  (?P<name>[*\w]+): (?P<doc>.*(?:\n   .*)*)", rest, re.M)
    }
    arguments = function.args.args
    defaults = [None] * (len(arguments) - len(function.args.defaults)) + function.args.defaults
    if not text or {a.arg for a in arguments} - documented.keys():
        raise DocsError(f"line {function.lineno}: '{name}' has arguments without documentation")
    parameters = [
        Parameter(argument.arg, documented[argument.arg], _default(default))
        for argument, default in zip(arguments, defaults)
    ]
    if function.args.kwarg is not None:
        parameters.append(Parameter("**kwargs", documented["kwargs"]))
    return Entry(name, text.strip(), tuple(parameters))


def _default(node: ast.expr | None) -> str:
    if node is None:
        return "mandatory"
    text = ast.unparse(node)
    return "" if text in ("None", "[]") else f"`{text}`".replace("'", '"')


def render(found: list[Entry]) -> str:
    lines = [_HEAD]
    for entry in found:
        lines.append(f"- [{entry.name}](#{entry.name.lower()}): {_first_sentence(entry.doc)}")
    for entry in found:
        title = "Field" if entry.is_provider else "Attribute"
        lines += ["", f"## {entry.name}", "", entry.doc, ""]
        has_kinds = any(parameter.kind for parameter in entry.parameters)
        lines.append(f"| {title} | | |" if has_kinds else f"| {title} | |")
        lines.append("| --- | --- | --- |" if has_kinds else "| --- | --- |")
        for parameter in entry.parameters:
            cells = [f"`{parameter.name}`", *([parameter.kind] if has_kinds else [])]
            cells.append(" ".join(parameter.doc.split()).replace("|", "\\|"))
            lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def _first_sentence(doc: str) -> str:
    return " ".join(doc.split("\n\n")[0].split())


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=inspect.cleandoc(__doc__ or "").split("\n")[0])
    parser.add_argument("--root", type=Path, default=Path(), help="what labels are relative to")
    parser.add_argument("--output", type=Path, required=True, help="the file to write")
    parser.add_argument("file", help="the file that users load")
    options = parser.parse_args(arguments)
    try:
        text = render(entries(Files(options.root), options.file))
    except DocsError as error:
        print(f"starlark_docs: {error}", file=sys.stderr)
        return 1
    options.output.write_text(text, encoding="utf-8", newline="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
