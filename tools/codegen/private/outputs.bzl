"""Names of generated files, decided once: rules, C++ targets and tests read them from here."""

DEFAULT_NUM_SHARDS = 5

# gen.py cuts the callables of all operators into this many sources; it is no attribute because
# nothing depends on a selection there.
OPERATORS_SHARDS = 5

def _sharded(stem, count):
    return ["{}_{}.cpp".format(stem, index) for index in range(count)]

def unboxing_headers():
    return ["UnboxingFunctions.h"]

def unboxing_wrappers(num_shards):
    """Sources of the wrappers; an ordinary library."""
    return _sharded("UnboxingFunctions", num_shards)

def unboxing_registration(num_shards):
    """Sources of the operator table's rows; nothing refers to them, so they need alwayslink."""
    return _sharded("RegisterCodegenUnboxedKernels", num_shards)

def aten_headers():
    """Headers of gen.py apart from the per-root ones, which are a tree."""
    return [
        "CPUFunctions.h",
        "Functions.h",
        "NativeFunctions.h",
        "core/TensorBody.h",
    ]

def aten_sources():
    """Sources that belong into one archive with the kernels: they call each other."""
    return _sharded("Operators", OPERATORS_SHARDS) + ["RegisterCPU.cpp"]

def aten_schema_sources():
    return ["RegisterSchema.cpp"]
