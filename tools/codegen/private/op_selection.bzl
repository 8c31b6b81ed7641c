"""op_selection: which operators a library holds, and who asked for each."""

load("//tools/codegen/private:actions.bzl", "GENERATOR_ENV", "OPERATOR_ATTRS", "YAML", "check_names", "label_text", "operator_sources")
load("//tools/codegen/private:models.bzl", "MODEL_ATTRS", "read_models")
load("//tools/codegen/private:providers.bzl", "OpSelectionInfo")

_ATTRS = OPERATOR_ATTRS | MODEL_ATTRS | {
    "custom_ops": attr.label_list(
        allow_files = YAML,
        doc = """Declarations of your own operators that the selection names. A library with the
selection has them too.""",
    ),
    "deps": attr.label_list(
        doc = "Other selections: all that they select is selected here.",
        providers = [OpSelectionInfo],
    ),
    "include_all_operators": attr.bool(
        doc = "Select every operator that has a kernel.",
    ),
    "ops": attr.string_list(
        doc = """Operators, such as `aten::add.Tensor`. A name without overload stands for all its
overloads.""",
    ),
    "target": attr.string(
        doc = """For macros: the label that reports and errors name instead of this one.""",
    ),
    "yamls": attr.label_list(
        allow_files = YAML,
        doc = "Flat lists (`- aten::add.Tensor`) or PyTorch's selection yaml.",
    ),
    "_select": attr.label(
        cfg = "exec",
        default = Label("//tools/codegen:select_operators"),
        executable = True,
    ),
}

def _op_selection_impl(ctx):
    check_names(ctx, "ops")
    target = ctx.attr.target or label_text(ctx.label)
    selections = [dep[OpSelectionInfo] for dep in ctx.attr.deps]
    merged = [selection.yaml for selection in selections]
    if ctx.files.models:
        from_models = ctx.actions.declare_file(ctx.label.name + ".models.yaml")
        read_models(ctx, from_models, target)
        merged.append(from_models)
    custom_ops = depset(
        ctx.files.custom_ops,
        transitive = [selection.custom_ops for selection in selections],
    )

    yaml = ctx.actions.declare_file(ctx.label.name + ".yaml")
    origins = ctx.actions.declare_file(ctx.label.name + ".origins.tsv")
    args = ctx.actions.args()
    args.add("-s", ctx.file.native_functions.dirname)
    args.add("--target", target)
    args.add_all(custom_ops, before_each = "--custom-ops-yaml-path")
    args.add_all(ctx.files.yamls, before_each = "--op-selection-yaml-path")
    args.add_all(merged, before_each = "--merged-selection")
    if ctx.attr.ops:
        args.add_all("--op-registration-allowlist", ctx.attr.ops)
    if ctx.attr.include_all_operators:
        args.add("--include-all-operators")
    args.add("--output", yaml)
    args.add("--origins", origins)
    args.use_param_file("@%s", use_always = True)
    args.set_param_file_format("multiline")
    ctx.actions.run(
        executable = ctx.executable._select,
        arguments = [args],
        inputs = depset(
            operator_sources(ctx) + ctx.files.yamls + merged,
            transitive = [custom_ops],
        ),
        outputs = [yaml, origins],
        env = GENERATOR_ENV,
        use_default_shell_env = False,
        mnemonic = "AtenOpSelection",
        progress_message = "Selecting operators for %{label}",
    )
    return [
        DefaultInfo(files = depset([yaml])),
        OutputGroupInfo(origins = depset([origins])),
        OpSelectionInfo(
            custom_ops = custom_ops,
            models = depset(
                ctx.files.models,
                transitive = [selection.models for selection in selections],
            ),
            target = target,
            yaml = yaml,
        ),
    ]

op_selection = rule(
    implementation = _op_selection_impl,
    attrs = _ATTRS,
    provides = [OpSelectionInfo],
    doc = """Merges sources of operators into one selection; they add up.

```starlark
op_selection(
    name = "selection",
    models = ["classifier.ptl"],     # what the models call
    ops = ["aten::softmax"],         # names
    yamls = ["more.yaml"],           # files
    deps = ["//camera:selection"],   # other selections
)

aten_lite_library(
    name = "operators",
    selection = ":selection",
)
```

The output, `NAME.yaml`, is in PyTorch's format. The output group `origins` is `NAME.origins.tsv`: for
every operator the places that name it (file and line, or model) and their targets. A name that no
yaml declares, or that has no kernel for any backend, fails the build.
""",
)
