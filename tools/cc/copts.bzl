"""Compiler and link flags of our own C++ targets.

    load("//tools/cc:copts.bzl", "ATEN_COPTS", "ATEN_LINKOPTS")

    cc_library(name = "scalar", copts = ATEN_COPTS, linkopts = ATEN_LINKOPTS, ...)

They are here and not only in .bazelrc because a consumer's build reads this file but
not our .bazelrc. Code that is not ours is compiled with none of them.
"""

_WARNINGS = [
    "-Wall",
    "-Wextra",
]

_CODE_GENERATION = [
    "-std=c++17",
    # Results must not depend on whether the compiler fuses a multiplication and an addition.
    "-ffp-contract=off",
    # Whatever a model does not use is dropped by the linker, in every compilation mode.
    "-ffunction-sections",
    "-fdata-sections",
    # Symbols that only other objects of the same binary need.
    "-fvisibility-inlines-hidden",
]

ATEN_COPTS = _CODE_GENERATION + _WARNINGS + select({
    # Set in our .bazelrc: a warning of a consumer's newer compiler must not stop his build.
    Label("//aten_lite/config:warnings_are_errors"): ["-Werror"],
    "//conditions:default": [],
}) + select({
    Label("//aten_lite/config:simd_is_static"): ["-DHWY_COMPILE_ONLY_STATIC"],
    "//conditions:default": [],
})

ATEN_LINKOPTS = select({
    Label("@platforms//os:macos"): ["-Wl,-dead_strip"],
    "//conditions:default": ["-Wl,--gc-sections"],
}) + select({
    Label("@platforms//os:linux"): ["-pthread"],
    "//conditions:default": [],
})
