"""Records what PyTorch computes for the operators of prim_functions.yaml.

    python3 record_prim_cases.py prim_functions.yaml testdata/prim_cases.pt

Calls every operator with values that its schema's types suggest, each in a child process of its own
(some of PyTorch's operators crash or hang on hostile values; such cases are left out), and saves a
list of (operator, overload, arguments, result or None, error or None, first argument afterwards or
None). prim_cases_test.cpp runs them against our kernels. Needs torch and PyYAML.
"""

import copy
import functools
import itertools
import os
import pickle
import random
import re
import select
import signal
import sys
from typing import Any

import torch
import yaml

CASES_PER_OPERATOR = 8
TIMEOUT_SECONDS = 2.0

NAN = float("nan")
VALUES: dict[str, list[Any]] = {
    "int": [0, 1, -1, 3, -7, 2**40, 64],
    "float": [0.0, 1.0, -2.5, 3.5, 0.1, 1e300, NAN, float("inf"), -7.0],
    "bool": [True, False],
    "complex": [1 + 2j, 0j, -1.5 + 0j],
    "Scalar": [2, -7, 2.5, 0, 0.0, -1.5],
    "str": ["", "abc", "a b  c", "aXbXc", "Hello World", "12", " -3.5", "X", "b", "\tx\n"],
    "Tensor": [torch.tensor(3), torch.tensor(2.5), torch.tensor([1, 2, 3]), torch.ones(2, 3)],
    "Device": [torch.device("cpu")],
    "int[]": [[3, 1, 2], [1], [-7, 0, 3, 3], [2, 3]],
    "float[]": [[2.5, 1.0], [0.0], [3.5, -2.5, 1.0]],
    "bool[]": [[True, False], [False]],
    "complex[]": [[1j, 2 + 0j]],
    "str[]": [["b", "a"], ["X"], ["abc", "", "b"]],
    "Tensor[]": [[torch.tensor([1.0]), torch.tensor([2.0])], [torch.tensor(3)]],
}
KEYS: dict[str, list[Any]] = {
    "int": [0, 3, -7],
    "float": [0.0, 3.5, -2.5],
    "bool": [True, False],
    "complex": [1j, 0j],
    "str": ["a", "X", "b"],
}
# Not a function of its arguments, or not for a process like this one.
SKIPPED = {
    "aten::_get_cpu_capability", "aten::is_grad_enabled", "aten::set_grad_enabled", "prim::id",
    "aten::hash", "aten::Generator", "aten::seed", "aten::initial_seed", "aten::manual_seed",
    "aten::warn", "aten::cuda", "prim::Print", "prim::RaiseException", "prim::grad", "prim::name",
    "prim::Uninitialized", "prim::TupleUnpack", "prim::tolist", "prim::ModuleContainerIndex",
    "aten::__is__", "aten::__isnot__", "aten::has_torch_function", "aten::is_strides_like_format",
    "aten::Size", "prim::layout", "aten::device",
}  # fmt: skip

# PyTorch narrows the integers of these operators to 32 bits.
TRUNCATING = {
    "aten::Complex", "aten::as_tensor", "aten::divmod", "aten::factorial", "aten::tensor",
    "aten::to",
}  # fmt: skip


def candidates(kind, bound):
    """Values of a schema type, with the IR type that each has."""
    kind = re.sub(r"\([a-z](!|\s*->\s*\*|)\)|\(\*\)|\([a-z]\|[a-z]\)", "", kind).strip()
    if kind.endswith("?"):
        return [(None, "NoneType"), *candidates(kind[:-1], bound)]
    if kind in ("t", "tVal"):
        return [(v, bound) for v in VALUES[bound]]
    if kind in ("t[]", "Any[]"):
        return [(v, bound + "[]") for v in VALUES[bound + "[]"]]
    match = re.fullmatch(r"Dict\((\w+), (\w+)\)", kind)
    if match:
        key, value = match[1], bound if match[2] in ("t", "tVal") else match[2]
        if key not in KEYS:
            return []
        keys = KEYS[key]
        return [
            (
                {k: VALUES[value][i % len(VALUES[value])] for i, k in enumerate(keys[:size])},
                f"Dict({key}, {value})",
            )
            for size in (1, 2)
        ]
    match = re.fullmatch(r"\((\w+), (\w+)\)\[\]", kind)
    if match:
        if match[1] not in KEYS:
            return []
        return [([(k, VALUES[bound][0]) for k in KEYS[match[1]]], f"({match[1]}, {bound})[]")]
    if kind == "Any":
        return [((1, "a"), "(int, str)"), (torch.ones(2), "Tensor")]
    if kind in ("ScalarType",):
        return [(v, "int") for v in (3, 4, 6, 7)]
    return [(v, kind) for v in VALUES.get(kind, [])]


def split_arguments(text):
    parts, depth, current = [], 0, ""
    for char in text:
        depth += {"(": 1, "[": 1, ")": -1, "]": -1}.get(char, 0)
        if char == "," and depth == 0:
            parts.append(current.strip())
            current = ""
        else:
            current += char
    if current.strip():
        parts.append(current.strip())
    return [p for p in parts if p != "*"]


def is_left_out(full, values):
    """What PyTorch computes only by accident: where it truncates integers or misses a check."""
    name = full.split(".")[0]
    if name == "aten::to" and values[-1]:
        return True
    if name in TRUNCATING:
        return 2**40 in [v for v in values if isinstance(v, int)]
    if full.startswith(("aten::log.complex_", "aten::log.float_c", "aten::log.int_c")):
        return True
    if full.startswith("aten::pow") and any(isinstance(v, complex) for v in values):
        return any(isinstance(v, float) and abs(v) > 1e200 for v in values)
    if name in ("aten::mul", "prim::rangelist"):
        return any(isinstance(v, int) and v < 0 for v in values)
    # An empty separator.
    searches = ("partition", "rpartition", "split", "rsplit", "replace", "count")
    return name.split("::")[1] in searches and values[1:2] == [""]


def call(name, values, types, result_type, mutates):
    """Result and first argument after the call, through a graph of one node."""
    values = copy.deepcopy(values)
    inputs = ", ".join(f"%a{i} : {t}" for i, t in enumerate(types))
    names = ", ".join(f"%a{i}" for i in range(len(values)))
    lines, out = "", "%a0"
    if result_type is None:
        lines = f"  {name}({names})\n"
    elif isinstance(result_type, list):
        results = [f"%r{i}" for i in range(len(result_type))]
        typed = ", ".join(f"{r} : {t}" for r, t in zip(results, result_type))
        lines = f"  {typed} = {name}({names})\n"
        lines += f"  %r : ({', '.join(result_type)}) = prim::TupleConstruct({', '.join(results)})\n"
        out = "%r"
    else:
        lines, out = f"  %r : {result_type} = {name}({names})\n", "%r"
        if mutates:
            lines += f"  %t : ({result_type}, {types[0]}) = prim::TupleConstruct(%r, %a0)\n"
            out = "%t"
    graph = torch._C.parse_ir(f"graph({inputs}):\n{lines}  return ({out})")
    result = torch._C._create_function_from_graph("forward", graph)(*values)
    if result_type is None:
        return None, result if mutates else None
    return result if mutates else (result, None)


def outcome_of(function):
    try:
        return "value", function()
    except Exception as error:
        return "error", str(error).strip().splitlines()[-1][:200]


def in_child(functions):
    """What each function returns or throws; None for those whose process does not survive."""
    read_end, write_end = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            data = pickle.dumps([outcome_of(function) for function in functions])
        except Exception:
            data = b""
        with os.fdopen(write_end, "wb") as pipe:
            pipe.write(data)
        os._exit(0)
    os.close(write_end)
    ready, _, _ = select.select([read_end], [], [], TIMEOUT_SECONDS)
    with os.fdopen(read_end, "rb") as pipe:
        data = pipe.read() if ready else b""
    if not ready:
        os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    if data:
        return pickle.loads(data)
    # One of them took the process down: each on its own.
    return [None] if len(functions) == 1 else [in_child([f])[0] for f in functions]


def substitute(text, bound):
    text = re.sub(r"\([a-z](!|\s*->\s*\*|)\)|\(\*\)|\([a-z]\|[a-z]\)", "", text).strip()
    return re.sub(r"\bt(Val)?\b", bound, text)


def record(entry, cases):
    schema = entry["func"]
    full, rest = schema.split("(", 1)
    arguments, returns = rest.rsplit(") -> ", 1)
    name, _, overload = full.partition(".")
    if name in SKIPPED or full.startswith("aten_lite::") or "..." in schema:
        return
    if re.search(r"Generator|Storage|Layout|MemoryFormat", arguments):
        return
    generic = re.search(r"\bt(Val)?\b|Any\[\]", schema)
    chooser = random.Random(full)
    for bound in ("int", "str", "float") if generic else (None,):
        specs = [re.sub(r"\s\w+(=.*)?$", "", a) for a in split_arguments(arguments)]
        options = [candidates(s, bound) for s in specs]
        if not all(options) and options:
            continue
        combinations = [
            c
            for c in itertools.islice(itertools.product(*options), 5000)
            if not is_left_out(full, [v for v, _ in c])
        ]
        chooser.shuffle(combinations)
        mutates = bool(specs) and "!)" in specs[0]
        inner = returns.strip()
        if inner == "()":
            result_type = None
        elif inner.startswith("((") or not inner.startswith("("):
            stripped = inner[1:-1] if inner.startswith("((") else inner
            result_type = substitute(stripped, bound or "t")
        else:
            result_type = [substitute(r, bound or "t") for r in split_arguments(inner[1:-1])]
        chosen = combinations[:CASES_PER_OPERATOR]
        calls = [
            functools.partial(
                call, name, [v for v, _ in c], [t for _, t in c], result_type, mutates
            )
            for c in chosen
        ]
        for combination, outcome in zip(chosen, in_child(calls)):
            if outcome is None:
                continue
            kind, value = outcome
            # Not the operator's own error.
            if kind == "error" and re.search(r"return \(%|INTERNAL ASSERT|HERE", value):
                continue
            result, after = value if kind == "value" else (None, None)
            error = value if kind == "error" else None
            cases.append((name, overload, tuple(v for v, _ in combination), result, error, after))


def main():
    source, target = sys.argv[1:]
    torch.set_num_threads(1)
    cases: list[Any] = []
    with open(source, encoding="utf-8") as file:
        for entry in yaml.safe_load(file):
            record(entry, cases)
    torch.save(cases, target)
    print(len(cases), "cases of", len({c[:2] for c in cases}), "operators")


if __name__ == "__main__":
    main()
