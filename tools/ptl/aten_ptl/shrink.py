"""A BUILD file's text with a lite_predictor_binary for models. Text in, text out."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence

from aten_ptl.errors import PtlError

_LOAD = '"@aten_lite//tools/codegen:defs.bzl"'
_OWN_LOAD = '"//tools/codegen:defs.bzl"'
_RULE = "lite_predictor_binary"


def rule_text(name: str, models: Sequence[str]) -> str:
    """The rule, as buildifier would write it."""
    listed = sorted(models)
    if len(listed) == 1:
        value = f'["{listed[0]}"]'
    else:
        value = "[\n" + "".join(f'        "{model}",\n' for model in listed) + "    ]"
    return f'{_RULE}(\n    name = "{name}",\n    models = {value},\n)\n'


def name_for(models: Sequence[str]) -> str:
    """`classifier_predictor` for classifier.ptl; several models share the first one's name."""
    stem = os.path.basename(sorted(models)[0]).partition(".")[0]
    return re.sub(r"[^A-Za-z0-9_]", "_", stem) + "_predictor"


def snippet(name: str, models: Sequence[str], is_own: bool = False) -> str:
    """What to paste into a BUILD file that has nothing of it yet."""
    load = _OWN_LOAD if is_own else _LOAD
    return f'load({load}, "{_RULE}")\n\n' + rule_text(name, models)


def update_build_file(text: str, name: str, models: Sequence[str], is_own: bool = False) -> str:
    """The BUILD file with the rule in it: replaced when there is one of that name, else added."""
    rule = re.compile(
        rf'^{_RULE}\(\n(?:    .*\n)*?    name = "{re.escape(name)}",\n(?:    .*\n)*?\)\n',
        re.MULTILINE,
    )
    found = rule.search(text)
    if found:
        return text[: found.start()] + _with_models(found.group(), models) + text[found.end() :]
    if re.search(rf'\bname = "{re.escape(name)}"', text):
        raise PtlError(f"there is another target '{name}'; choose one with --name")
    loaded = re.search(rf'^load\([^)]*"{_RULE}"[^)]*\)', text, re.MULTILINE)
    if loaded:
        return text.rstrip("\n") + "\n\n" + rule_text(name, models)
    load = f'load({_OWN_LOAD if is_own else _LOAD}, "{_RULE}")\n'
    loads = list(re.finditer(r"^load\([^)]*\)\n", text, re.MULTILINE))
    at = loads[-1].end() if loads else _end_of_head(text)
    before, after = text[:at], text[at:].strip("\n")
    parts = [before + load, after + "\n" if after else "", rule_text(name, models)]
    return "\n".join(part for part in parts if part)


def _with_models(rule: str, models: Sequence[str]) -> str:
    """The rule as it is, but for its models."""
    value = rule_text("x", models).partition("models = ")[2].rpartition(",\n)")[0]
    new, count = re.subn(r"models = \[[^\]]*\]", lambda _: f"models = {value}", rule, count=1)
    return new if count else rule.replace("\n)\n", f"\n    models = {value},\n)\n")


def _end_of_head(text: str) -> int:
    """After the comment or docstring that a file begins with."""
    head = re.match(r'(?:#[^\n]*\n|\s*\n)*(?:"""(?:.|\n)*?"""\n\s*)?', text)
    return head.end() if head else 0
