"""unboxing_codegen: wrappers and registration of selected operators."""

load("@rules_cc//cc/common:cc_common.bzl", "cc_common")
load("@rules_cc//cc/common:cc_info.bzl", "CcInfo")
load("//tools/codegen/private:actions.bzl", "BACKEND_ATTRS", "OPERATOR_ATTRS", "YAML", "backends", "declare", "label_text", "operator_sources", "output_root", "run_generator")
load("//tools/codegen/private:outputs.bzl", "DEFAULT_NUM_SHARDS", "unboxing_headers", "unboxing_registration", "unboxing_wrappers")
load("//tools/codegen/private:providers.bzl", "OpSelectionInfo", "UnboxingCodegenInfo")

# As a string of a Label: it means this repository wherever the rule is used.
_BACKENDS = str(Label("//aten_lite/config:static_dispatch_backend"))

_ATTRS = OPERATOR_ATTRS | BACKEND_ATTRS | {
    "custom_ops": attr.label_list(
        allow_files = YAML,
        doc = """Operators of your own, and kernels of your own for operators of ours, in the DSL of
native_functions.yaml with an explicit namespace. Models reach them in the place of ours; two
different kernels for one operator in one binary are a link error.""",
    ),
    "num_shards": attr.int(
        default = DEFAULT_NUM_SHARDS,
        doc = "How many sources the wrappers are cut into, and the registration as well.",
    ),
    "selection": attr.label(
        doc = """Which operators: an `op_selection` or `model_operators`. Without one, all operators
are selected; with `custom_ops`, all operators of those.""",
        providers = [OpSelectionInfo],
    ),
    "static_dispatch_backend": attr.string_list(
        doc = """Backends that the wrappers call, for this target only. Empty: what the flag
`--@aten_lite//aten_lite/config:static_dispatch_backend` says.""",
    ),
    "target": attr.string(
        doc = "For macros: what errors name as the target to edit, when there is no selection.",
    ),
    "_allowlist_function_transition": attr.label(
        default = "@bazel_tools//tools/allowlists/function_transition_allowlist",
    ),
    "_generator": attr.label(
        cfg = "exec",
        default = Label("//tools/codegen:gen_unboxing"),
        executable = True,
    ),
}

def _backend_transition_impl(settings, attr):
    return {_BACKENDS: attr.static_dispatch_backend or settings[_BACKENDS]}

_backend_transition = transition(
    implementation = _backend_transition_impl,
    inputs = [_BACKENDS],
    outputs = [_BACKENDS],
)

def _check(ctx):
    if ctx.attr.num_shards < 1:
        fail("{}: attribute 'num_shards' is {}; it must be at least 1. Remove it to use {}.".format(
            ctx.label,
            ctx.attr.num_shards,
            DEFAULT_NUM_SHARDS,
        ))

def _unboxing_codegen_impl(ctx):
    _check(ctx)
    selection = ctx.attr.selection[OpSelectionInfo] if ctx.attr.selection else None
    target = selection.target if selection else ctx.attr.target or label_text(ctx.label)
    custom_ops = depset(
        ctx.files.custom_ops,
        transitive = [selection.custom_ops] if selection else [],
    )
    headers = declare(ctx, unboxing_headers())
    wrappers = declare(ctx, unboxing_wrappers(ctx.attr.num_shards))
    registration = declare(ctx, unboxing_registration(ctx.attr.num_shards))
    report_tsv = ctx.actions.declare_file(ctx.label.name + "/report.tsv")
    report_html = ctx.actions.declare_file(ctx.label.name + "/report.html")
    report = [report_tsv, report_html]

    args = ctx.actions.args()
    args.add("--num-shards", ctx.attr.num_shards)
    args.add_all(custom_ops, before_each = "--custom_ops_yaml_path")
    if selection:
        args.add("--merged-selection", selection.yaml)
    args.add("--selection-target", target)
    args.add("--report-tsv", report_tsv)
    args.add("--report-html", report_html)
    run_generator(
        ctx,
        tool = ctx.executable._generator,
        args = args,
        inputs = depset(
            operator_sources(ctx) + ([selection.yaml] if selection else []),
            transitive = [custom_ops],
        ),
        outputs = headers + wrappers + registration + report,
        mnemonic = "AtenUnboxingCodegen",
        message = "Generating unboxing",
    )

    return [
        DefaultInfo(files = depset(headers + wrappers + registration)),
        OutputGroupInfo(
            headers = depset(headers),
            registration = depset(registration),
            report = depset(report),
            sources = depset(wrappers + registration),
            wrappers = depset(wrappers),
        ),
        UnboxingCodegenInfo(
            headers = depset(headers),
            include = output_root(ctx),
            num_shards = ctx.attr.num_shards,
            registration = depset(registration),
            report = depset(report),
            static_dispatch_backends = backends(ctx),
            table = report_tsv,
            target = target,
            wrappers = depset(wrappers),
        ),
        CcInfo(
            compilation_context = cc_common.create_compilation_context(
                headers = depset(headers),
                includes = depset([output_root(ctx)]),
            ),
        ),
    ]

unboxing_codegen = rule(
    implementation = _unboxing_codegen_impl,
    attrs = _ATTRS,
    cfg = _backend_transition,
    provides = [UnboxingCodegenInfo, CcInfo],
    doc = """Generates the unboxing wrappers of selected operators, and the table that registers them.

Most targets want `aten_lite_library`, which compiles them too.

```starlark
unboxing_codegen(
    name = "operators_codegen",
    selection = ":selection",
)
```

Outputs, below a folder of the target's name: `ATen/UnboxingFunctions.h`,
`ATen/UnboxingFunctions_N.cpp`, `ATen/RegisterCodegenUnboxedKernels_N.cpp` (N below `num_shards`),
`report.tsv`, `report.html`. Output groups: `headers`, `sources` (of which `wrappers` and
`registration` are the halves), `report`. As a dependency of a C++ target it brings the header.
""",
)
