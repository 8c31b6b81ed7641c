"""unboxing_library: unboxing_codegen and the C++ libraries around it."""

load("@rules_cc//cc:defs.bzl", "cc_library")
load("//tools/cc:copts.bzl", "ATEN_COPTS", "ATEN_LINKOPTS")
load("//tools/codegen/private:unboxing_codegen.bzl", "unboxing_codegen")

# What wrappers and rows are made of, and what they call.
_RUNTIME = [
    Label("//aten_lite/native:operators"),
    Label("//aten_lite/native:schemas"),
    Label("//aten_lite/registry:unboxing"),
]
_REGISTRY = [Label("//aten_lite/registry:operator_table")]

def unboxing_library(
        name,
        deps = [],
        visibility = None,
        testonly = None,
        tags = None,
        target_compatible_with = None,
        **kwargs):
    """A C++ library that brings selected operators into a binary.

    ```starlark
    unboxing_library(
        name = "ops",
        selection = ["ops.yaml"],
    )

    cc_binary(
        name = "app",
        srcs = ["app.cpp"],
        deps = [":ops", "@aten_lite//aten_lite:runtime"],
    )
    ```

    Nothing else is to be said: linking the library is what makes models find the operators.

    Args:
      name: the library.
      deps: libraries with the kernels that `custom_ops` names.
      visibility: of the library; its parts are private.
      testonly: as everywhere.
      tags: as everywhere.
      target_compatible_with: as everywhere.
      **kwargs: attributes of `unboxing_codegen`: `models`, `selection`, `operators`,
        `custom_ops`, `num_shards`, `static_dispatch_backend`.
    """
    common = {
        "tags": tags,
        "target_compatible_with": target_compatible_with,
        "testonly": testonly,
    }

    # Parts are built when the library is, and not by //... a second time.
    parts = dict(common, tags = (tags or []) + ["manual"], visibility = ["//visibility:private"])
    codegen = name + "_codegen"
    unboxing_codegen(name = codegen, **dict(parts, **kwargs))
    for group in ["wrappers", "registration"]:
        native.filegroup(
            name = "{}_{}_srcs".format(name, group),
            srcs = [":" + codegen],
            output_group = group,
            **parts
        )

    cc_library(
        name = name + "_wrappers",
        srcs = [":{}_wrappers_srcs".format(name)],
        copts = ATEN_COPTS,
        linkstatic = True,
        deps = _RUNTIME + deps,
        **parts
    )

    # The rows refer to the wrappers, and nothing refers to the rows: only these need alwayslink.
    cc_library(
        name = name,
        srcs = [":{}_registration_srcs".format(name)],
        alwayslink = True,
        copts = ATEN_COPTS,
        linkopts = ATEN_LINKOPTS,
        linkstatic = True,
        visibility = visibility,
        deps = [
            ":" + codegen,
            ":{}_wrappers".format(name),
        ] + _REGISTRY,
        **common
    )
