"""Targets of linkage_test: the same test over different sets of generated libraries."""

load("@rules_cc//cc:defs.bzl", "cc_library", "cc_test")
load("//tools/cc:copts.bzl", "ATEN_COPTS", "ATEN_LINKOPTS")
load("//tools/codegen:defs.bzl", "op_selection", "unboxing_codegen")

_NATIVE = "testdata/linkage/native_functions.yaml"
_PRIM = "testdata/linkage/prim_functions.yaml"

def generated_library(name, kernels, ops = [], **kwargs):
    """Wrappers and rows of operators of testdata/linkage, as aten_lite_library makes them.

    Args:
      name: the library.
      kernels: targets with the kernels and schemas.
      ops: names of operators; all without any.
      **kwargs: attributes of unboxing_codegen.
    """
    if ops:
        op_selection(
            name = name + "_selection",
            custom_ops = kwargs.get("custom_ops", []),
            native_functions = _NATIVE,
            ops = ops,
            prim_functions = _PRIM,
            testonly = True,
        )
        kwargs["selection"] = ":{}_selection".format(name)
    common = {
        "copts": ATEN_COPTS,
        "linkstatic": True,
        "testonly": True,
    }
    unboxing_codegen(
        name = name + "_codegen",
        native_functions = _NATIVE,
        num_shards = 1,
        prim_functions = _PRIM,
        testonly = True,
        **kwargs
    )
    for group in ["wrappers", "registration"]:
        native.filegroup(
            name = "{}_{}".format(name, group),
            srcs = [":{}_codegen".format(name)],
            output_group = group,
            testonly = True,
        )
    cc_library(
        name = name + "_calls",
        srcs = [":{}_wrappers".format(name)],
        deps = [":unboxing"] + kernels,
        **common
    )
    cc_library(
        name = name,
        srcs = [":{}_registration".format(name)],
        alwayslink = True,
        deps = [
            ":{}_calls".format(name),
            ":{}_codegen".format(name),
            ":operator_table",
        ],
        **common
    )

def linkage_test(name, define, deps):
    """One build of linkage_test.cpp.

    Args:
      name: the test.
      define: which part of it.
      deps: generated libraries, in the linker's order.
    """
    cc_test(
        name = name,
        size = "small",
        srcs = ["linkage_test.cpp"],
        copts = ATEN_COPTS,
        linkopts = ATEN_LINKOPTS,
        linkstatic = True,
        local_defines = [define],
        # Small programs with operators, which sizes are measured of.
        visibility = ["//tools/size:__pkg__"],
        deps = deps + [
            ":operator_table",
            "//aten_lite/core",
            "@googletest//:gtest",
            "@googletest//:gtest_main",
        ],
    )
