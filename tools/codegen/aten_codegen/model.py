"""Operators as declared in native_functions.yaml and prim_functions.yaml.

Immutable after construction. `Operator.from_yaml` takes every key that upstream's file knows; a key
that is left over is an error, so that a misspelt `dispacth` is not silently ignored.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from aten_codegen.errors import CodegenError, Location, did_you_mean
from aten_codegen.schema import OperatorName, Schema, SchemaError, parse_schema
from aten_codegen.yaml_loader import YamlEntry, YamlNode

COMPOSITE_KEYS = (
    "CompositeExplicitAutogradNonFunctional",
    "CompositeExplicitAutograd",
    "CompositeImplicitAutograd",
)
DISPATCH_KEYS = frozenset(
    [
        *COMPOSITE_KEYS,
        "CompositeImplicitAutogradNestedTensor",
        *(
            prefix + backend
            for prefix in ("", "Sparse", "SparseCsr", "Quantized", "NestedTensor")
            for backend in ("CPU", "CUDA", "MPS", "XPU", "HPU", "MTIA", "Meta", "PrivateUse1")
        ),
        "MkldnnCPU",
        "ZeroTensor",
        "Vulkan",
        "Metal",
        "XLA",
        "Lazy",
        "IPU",
        "Generic",
        "ScalarOnly",
    ]
)
# Keys that say nothing about code that we generate. Accepted, so that upstream's file parses.
_IGNORED_KEYS = (
    "autogen",
    "category_override",
    "device_check",
    "device_guard",
    "precomputed",
    "python_module",
    "structured_inherits",
)
_KNOWN_KEYS = frozenset(
    [
        *_IGNORED_KEYS,
        "boxed",
        "companions",
        "cpp_no_default_args",
        "dispatch",
        "func",
        "manual_cpp_binding",
        "structured",
        "structured_delegate",
        "tags",
        "ufunc_inner_loop",
        "use_const_ref_for_mutable_tensors",
        "variants",
    ]
)


class Origin(Enum):
    """Which kind of file declares an operator; decides linkage and what is generated for it."""

    NATIVE = "native"
    PRIM = "prim"
    CUSTOM = "custom"


@dataclass(frozen=True)
class Kernel:
    """A C++ function: `at::native::add`."""

    namespace: str
    name: str

    def __str__(self) -> str:
        # A user's namespace may have the name of one inside of at::.
        is_ours = self.namespace.split("::")[0] == "at"
        return f"{'' if is_ours else '::'}{self.namespace}::{self.name}"


@dataclass(frozen=True)
class Operator:
    """One entry of the yaml."""

    schema: Schema
    location: Location
    origin: Origin
    dispatch: Mapping[str, Kernel]
    is_function: bool
    is_method: bool
    structured: bool
    structured_delegate: OperatorName | None
    manual_cpp_binding: bool
    const_ref_mutable: bool
    cpp_no_default_args: frozenset[str]
    boxed: Kernel | None
    tags: tuple[str, ...]
    companions: tuple[str, ...]

    @property
    def name(self) -> OperatorName:
        return self.schema.name

    @property
    def is_out(self) -> bool:
        return bool(self.schema.out_arguments)

    @property
    def is_inplace(self) -> bool:
        return is_inplace_root(self.name.root) and not self.is_out

    def kernel(self, backends: tuple[str, ...]) -> Kernel | None:
        """The kernel that a call reaches: a backend's own before a composite one."""
        for key in (*backends, *COMPOSITE_KEYS):
            if key in self.dispatch:
                return self.dispatch[key]
        return None


def is_inplace_root(root: str) -> bool:
    """`add_` and `__iadd__` work in place, `__add__` does not."""
    if root.startswith("__") and root.endswith("__"):
        return root[2:-2] in (
            "iadd",
            "isub",
            "imul",
            "idiv",
            "iand",
            "ior",
            "ixor",
            "ilshift",
            "irshift",
        )
    return root.endswith("_")


def header_root(root: str) -> str:
    """The root whose header holds an operator: in-place operators live beside functional ones."""
    if root.endswith("_") and not root.endswith("__"):
        return root[:-1]
    return root


@dataclass(frozen=True)
class OperatorSet:
    """All operators of a run, in file order."""

    operators: tuple[Operator, ...]

    def by_name(self) -> dict[str, Operator]:
        return {str(op.name): op for op in self.operators}


def parse_operators(
    root: YamlNode, origin: Origin, tags: frozenset[str] | None
) -> tuple[list[Operator], list[CodegenError]]:
    """All entries of a file, and the problems of those that are wrong."""
    operators: list[Operator] = []
    errors: list[CodegenError] = []
    if root.is_empty:
        return operators, errors
    try:
        entries = root.sequence("the file")
    except CodegenError as error:
        return operators, [error]
    for entry in entries:
        try:
            operators.append(parse_operator(entry, origin, tags))
        except CodegenError as error:
            errors.append(error)
    return operators, errors


def parse_operator(node: YamlNode, origin: Origin, tags: frozenset[str] | None = None) -> Operator:
    fields = node.mapping("an operator")
    for key, entry in fields.items():
        if key not in _KNOWN_KEYS:
            raise CodegenError(
                entry.location, f"unknown key '{key}'", did_you_mean(key, _KNOWN_KEYS)
            )
    if "func" not in fields:
        raise CodegenError(node.location, "an operator needs a 'func' with its schema")
    location = fields["func"].location
    schema = _schema(fields["func"])
    if schema.name.namespace == "" and origin is not Origin.NATIVE:
        raise CodegenError(
            location,
            f"'{schema.name}' has no namespace",
            "Only native_functions.yaml may leave out 'aten::'.",
        )
    variants = _variants(fields.get("variants"))
    structured = _flag(fields, "structured")
    delegate = _delegate(fields.get("structured_delegate"))
    boxed = _boxed(fields.get("boxed"))
    dispatch = dict(_dispatch(fields.get("dispatch"), schema, boxed, delegate))
    if "ufunc_inner_loop" in fields:
        # Upstream generates this kernel from the inner loop.
        dispatch.setdefault("CPU", Kernel("at::native", f"ufunc_{schema.name.root}_CPU"))
    if structured and not schema.out_arguments:
        raise CodegenError(location, "'structured: True' belongs on the out variant")
    return Operator(
        schema=schema,
        location=location,
        origin=origin,
        dispatch=dispatch,
        is_function="function" in variants,
        is_method="method" in variants,
        structured=structured,
        structured_delegate=delegate,
        manual_cpp_binding=_flag(fields, "manual_cpp_binding"),
        const_ref_mutable=_flag(fields, "use_const_ref_for_mutable_tensors"),
        cpp_no_default_args=frozenset(_names(fields.get("cpp_no_default_args"))),
        boxed=boxed,
        tags=_tags(fields.get("tags"), tags),
        companions=_names(fields.get("companions")),
    )


def parse_tags(root: YamlNode) -> frozenset[str]:
    """The names that `tags:` may use, from tags.yaml."""
    names = []
    for entry in root.sequence("the file"):
        fields = entry.mapping("a tag")
        if "tag" not in fields:
            raise CodegenError(entry.location, "a tag needs a 'tag' with its name")
        names.append(fields["tag"].value.text("'tag'"))
    return frozenset(names)


def _schema(entry: YamlEntry) -> Schema:
    text = entry.value.text("'func'")
    try:
        return parse_schema(text)
    except SchemaError as error:
        raise CodegenError(entry.location, f"bad schema: {error}", f"In: {text}") from None


def _flag(fields: Mapping[str, YamlEntry], key: str) -> bool:
    entry = fields.get(key)
    return entry is not None and entry.value.boolean(f"'{key}'")


def _names(entry: YamlEntry | None) -> tuple[str, ...]:
    """A list, or a comma-separated string, of names."""
    if entry is None:
        return ()
    if isinstance(entry.value.value, tuple):
        return tuple(node.text(f"an item of '{entry.key}'") for node in entry.value.value)
    return tuple(part.strip() for part in entry.value.text(f"'{entry.key}'").split(","))


def _variants(entry: YamlEntry | None) -> tuple[str, ...]:
    if entry is None:
        return ("function",)
    variants = _names(entry)
    for variant in variants:
        if variant not in ("function", "method"):
            raise CodegenError(
                entry.location, f"unknown variant '{variant}'", "Use 'function', 'method' or both."
            )
    return variants


def _delegate(entry: YamlEntry | None) -> OperatorName | None:
    if entry is None:
        return None
    text = entry.value.text("'structured_delegate'")
    root, _, overload = text.partition(".")
    return OperatorName("", root, overload)


def _kernel(text: str) -> Kernel:
    """`k` is at::native::k; `mine::k` is mine::native::k, as upstream has it."""
    namespace, _, name = text.rpartition("::")
    return Kernel(f"{namespace or 'at'}::native", name)


def _boxed(entry: YamlEntry | None) -> Kernel | None:
    return None if entry is None else _kernel(entry.value.text("'boxed'"))


def _dispatch(
    entry: YamlEntry | None, schema: Schema, boxed: Kernel | None, delegate: OperatorName | None
) -> Mapping[str, Kernel]:
    if entry is None:
        if boxed is not None or delegate is not None:
            return {}
        name = schema.name.root + ("_out" if schema.out_arguments else "")
        return {"CompositeImplicitAutograd": Kernel("at::native", name)}
    if boxed is not None:
        raise CodegenError(entry.location, "'boxed' and 'dispatch' exclude each other")
    kernels: dict[str, Kernel] = {}
    for keys, value in entry.value.mapping("'dispatch'").items():
        for key in (part.strip() for part in keys.split(",")):
            if key not in DISPATCH_KEYS:
                raise CodegenError(
                    value.location,
                    f"unknown dispatch key '{key}'",
                    did_you_mean(key, DISPATCH_KEYS),
                )
            if key in kernels:
                raise CodegenError(value.location, f"dispatch key '{key}' is given twice")
            kernels[key] = _kernel(value.value.text(f"the kernel of '{key}'"))
    return kernels


def _tags(entry: YamlEntry | None, known: frozenset[str] | None) -> tuple[str, ...]:
    if entry is None:
        return ()
    tags = _names(entry)
    for tag in tags:
        if known is not None and tag not in known:
            raise CodegenError(entry.location, f"unknown tag '{tag}'", did_you_mean(tag, known))
    return tags
