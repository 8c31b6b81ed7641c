"""aten_lite_library: selected operators as a C++ library."""

load("@rules_cc//cc:defs.bzl", "cc_library")
load("@rules_cc//cc/common:cc_info.bzl", "CcInfo")
load("//tools/cc:copts.bzl", "ATEN_COPTS", "ATEN_LINKOPTS")
load("//tools/codegen/private:op_selection.bzl", "op_selection")
load("//tools/codegen/private:providers.bzl", "UnboxingCodegenInfo")
load("//tools/codegen/private:unboxing_codegen.bzl", "unboxing_codegen")

# What wrappers and rows are made of, and what they call.
_RUNTIME = [
    Label("//aten_lite/native:operators"),
    Label("//aten_lite/native:schemas"),
    Label("//aten_lite/registry:unboxing"),
]
_REGISTRY = [Label("//aten_lite/registry:operator_table")]

# The dispatcher flavour: rows register themselves when the program starts.
_LIGHTWEIGHT = Label("//aten_lite/config:lightweight_dispatch_is_used")
_DISPATCHER_DEFINES = select({
    _LIGHTWEIGHT: [],
    "//conditions:default": ["ATEN_LITE_DISPATCHER"],
})
_DISPATCHER = select({
    _LIGHTWEIGHT: [],
    "//conditions:default": [Label("//aten_lite/registry:library")],
})

def _library_impl(ctx):
    codegen = ctx.attr.codegen[UnboxingCodegenInfo]
    return [
        DefaultInfo(
            files = ctx.attr.library[DefaultInfo].files,
            runfiles = ctx.attr.library[DefaultInfo].default_runfiles,
        ),
        ctx.attr.library[CcInfo],
        codegen,
        OutputGroupInfo(report = codegen.report),
        coverage_common.instrumented_files_info(ctx, dependency_attributes = ["library"]),
    ]

# The C++ library, and what there is to know about its operators, as one target.
_library = rule(
    implementation = _library_impl,
    attrs = {
        "codegen": attr.label(
            doc = "The unboxing_codegen that `library` is made of.",
            mandatory = True,
            providers = [UnboxingCodegenInfo],
        ),
        "library": attr.label(
            doc = "The cc_library with the rows.",
            mandatory = True,
            providers = [CcInfo],
        ),
    },
    provides = [CcInfo, UnboxingCodegenInfo],
)

def aten_lite_library(
        name,
        selection = None,
        models = [],
        ops = [],
        yamls = [],
        custom_ops = [],
        deps = [],
        static_dispatch_backend = [],
        num_shards = None,
        visibility = None,
        testonly = None,
        tags = None,
        target_compatible_with = [],
        **kwargs):
    """A C++ library that brings selected operators into a binary.

    ```starlark
    aten_lite_library(
        name = "operators",
        models = ["classifier.ptl"],
    )

    cc_binary(
        name = "app",
        srcs = ["app.cpp"],
        deps = [":operators", "@aten_lite//aten_lite:runtime"],
    )
    ```

    Depending on it is all there is to do: no link flag, no `alwayslink`, no reference from your code.
    A change of the selection compiles the shards it touches, two objects for one more operator, and
    no kernel. The sources of operators add up; without any of them all operators are selected, or,
    with `custom_ops`, all of those.

    The output group `report` has a table and a page of the operators: who asked for each, its kernel,
    backends and shard. The parts `NAME_selection` and `NAME_codegen` are private and `manual`.

    Args:
      name: the library.
      selection: an `op_selection` or `model_operators`.
      models: lite-interpreter models whose operators are selected.
      ops: names of operators, such as `aten::add.Tensor`; without overload, all overloads.
      yamls: files that select operators.
      custom_ops: yaml files that declare operators and kernels of your own.
      deps: libraries with the kernels that `custom_ops` names.
      static_dispatch_backend: backends that the wrappers call, highest priority first; what the
        flag `//aten_lite/config:static_dispatch_backend` says when empty.
      num_shards: into how many sources the wrappers are cut, and the registration as well; 5.
      visibility: of the library; its parts are private.
      testonly: as everywhere.
      tags: as everywhere.
      target_compatible_with: as everywhere.
      **kwargs: `native_functions` and `prim_functions`, to declare all operators yourself.
    """
    common = {
        "tags": tags,
        "target_compatible_with": target_compatible_with,
        "testonly": testonly,
    }

    # Parts are built when the library is, and not by //... a second time.
    parts = dict(common, tags = (tags or []) + ["manual"], visibility = ["//visibility:private"])

    label = str(native.package_relative_label(name))
    target = label.lstrip("@") if label.lstrip("@").startswith("//") else label
    if models or ops or yamls:
        op_selection(
            name = name + "_selection",
            custom_ops = custom_ops,
            models = models,
            ops = ops,
            target = target,
            yamls = yamls,
            deps = [selection] if selection else [],
            **dict(parts, **kwargs)
        )
        selection = ":{}_selection".format(name)

    codegen = name + "_codegen"
    if num_shards != None:
        kwargs = dict(kwargs, num_shards = num_shards)
    unboxing_codegen(
        name = codegen,
        custom_ops = custom_ops,
        selection = selection,
        static_dispatch_backend = static_dispatch_backend,
        target = target,
        **dict(parts, **kwargs)
    )
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
        name = name + "_rows",
        srcs = [":{}_registration_srcs".format(name)],
        alwayslink = True,
        copts = ATEN_COPTS,
        linkopts = ATEN_LINKOPTS,
        linkstatic = True,
        local_defines = _DISPATCHER_DEFINES,
        deps = [
            ":" + codegen,
            ":{}_wrappers".format(name),
        ] + _REGISTRY + _DISPATCHER,
        **parts
    )
    _library(
        name = name,
        codegen = ":" + codegen,
        library = ":{}_rows".format(name),
        visibility = visibility,
        **common
    )
