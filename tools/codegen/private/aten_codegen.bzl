"""aten_codegen: the at:: functions, Tensor methods, callables and schemas of all operators."""

load("@rules_cc//cc/common:cc_common.bzl", "cc_common")
load("@rules_cc//cc/common:cc_info.bzl", "CcInfo")
load("//tools/codegen/private:actions.bzl", "BACKEND_ATTRS", "OPERATOR_ATTRS", "declare", "operator_sources", "output_root", "run_generator")
load("//tools/codegen/private:outputs.bzl", "aten_headers", "aten_schema_sources", "aten_sources")
load("//tools/codegen/private:providers.bzl", "AtenCodegenInfo")

_ATTRS = OPERATOR_ATTRS | BACKEND_ATTRS | {
    "deps": attr.label_list(
        doc = "C++ libraries whose headers the generated ones include.",
        providers = [CcInfo],
    ),
    "_generator": attr.label(
        cfg = "exec",
        default = Label("//tools/codegen:gen"),
        executable = True,
    ),
}

def _aten_codegen_impl(ctx):
    headers = declare(ctx, aten_headers())

    # One header per root name: which ones there are is known to the generator only.
    tree = ctx.actions.declare_directory(ctx.label.name + "/ATen/ops")
    sources = declare(ctx, aten_sources())
    schemas = declare(ctx, aten_schema_sources())

    run_generator(
        ctx,
        tool = ctx.executable._generator,
        args = ctx.actions.args(),
        inputs = operator_sources(ctx),
        outputs = headers + [tree] + sources + schemas,
        mnemonic = "AtenCodegen",
        message = "Generating operators",
    )

    all_headers = depset(headers + [tree])
    own = CcInfo(
        compilation_context = cc_common.create_compilation_context(
            headers = all_headers,
            includes = depset([output_root(ctx)]),
        ),
    )
    return [
        DefaultInfo(files = all_headers),
        OutputGroupInfo(
            headers = all_headers,
            schemas = depset(schemas),
            sources = depset(sources),
        ),
        AtenCodegenInfo(
            headers = all_headers,
            include = output_root(ctx),
            schemas = depset(schemas),
            sources = depset(sources),
        ),
        cc_common.merge_cc_infos(
            direct_cc_infos = [own],
            cc_infos = [dep[CcInfo] for dep in ctx.attr.deps],
        ),
    ]

aten_codegen = rule(
    implementation = _aten_codegen_impl,
    attrs = _ATTRS,
    provides = [AtenCodegenInfo, CcInfo],
    doc = """Generates what does not depend on a selection, once for all binaries.

```starlark
aten_codegen(name = "aten")

cc_library(
    name = "kernels",
    srcs = ["add.cpp", ":aten_sources"],
    deps = [":aten"],
)

filegroup(
    name = "aten_sources",
    srcs = [":aten"],
    output_group = "sources",
)
```

As a dependency of a C++ target it brings the headers: `ATen/ops/ROOT.h` (a tree),
`ATen/Functions.h`, `ATen/NativeFunctions.h`, `ATen/CPUFunctions.h`, `ATen/core/TensorBody.h`.
Output groups: `headers`, `sources` (Operators_N.cpp and RegisterCPU.cpp, which belong into one
library with the kernels), `schemas` (RegisterSchema.cpp).
""",
)
