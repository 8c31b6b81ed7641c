"""model_fits_test: whether a library has a model's operators, without running either."""

load("@rules_cc//cc/common:cc_info.bzl", "CcInfo")
load("@rules_python//python:defs.bzl", "py_test")
load("//tools/codegen/private:providers.bzl", "UnboxingCodegenInfo")

_TablesInfo = provider(
    doc = "What selects the operators of a C++ target.",
    fields = {
        "tables": "depset of File: the report.tsv of each aten_lite_library that it links.",
        "targets": "depset of string: the targets to edit.",
    },
)

def _tables_aspect_impl(target, ctx):
    if UnboxingCodegenInfo in target:
        codegen = target[UnboxingCodegenInfo]
        return [_TablesInfo(
            tables = depset([codegen.table]),
            targets = depset([codegen.target]),
        )]
    found = []
    for name in ["actual", "deps", "implementation_deps"]:
        value = getattr(ctx.rule.attr, name, None) or []
        for dep in value if type(value) == "list" else [value]:
            if _TablesInfo in dep:
                found.append(dep[_TablesInfo])
    return [_TablesInfo(
        tables = depset(transitive = [info.tables for info in found]),
        targets = depset(transitive = [info.targets for info in found]),
    )]

# Through the C++ targets in between, so that a test may name a program as well.
_tables_aspect = aspect(
    implementation = _tables_aspect_impl,
    attr_aspects = ["actual", "deps", "implementation_deps"],
)

def _library_operators_impl(ctx):
    info = ctx.attr.library[_TablesInfo]
    targets = info.targets.to_list()
    if not targets:
        fail("{}: attribute 'library' is {}, which has no aten_lite_library among its dependencies.".format(
            ctx.label,
            ctx.attr.library.label,
        ))
    output = ctx.actions.declare_file(ctx.label.name + ".params")
    args = ctx.actions.args()
    args.add_all(targets, before_each = "--target")
    args.add_all(info.tables, before_each = "--table", map_each = _runfiles_path, allow_closure = True)
    args.set_param_file_format("multiline")
    ctx.actions.write(output, args)
    return [DefaultInfo(
        files = depset([output]),
        runfiles = ctx.runfiles([output], transitive_files = info.tables),
    )]

def _runfiles_path(file):
    return file.short_path

_library_operators = rule(
    implementation = _library_operators_impl,
    attrs = {
        "library": attr.label(
            aspects = [_tables_aspect],
            doc = "A C++ target.",
            mandatory = True,
            providers = [CcInfo],
        ),
    },
    doc = "The options of model_fits.py that say what a library has.",
)

def model_fits_test(name, model, library, size = "small", testonly = True, tags = None, **kwargs):
    """Fails when a model calls operators that a library lacks, and lists them. Runs nothing.

    ```starlark
    model_fits_test(
        name = "new_model_fits_test",
        library = ":operators",
        model = "new_model.ptl",
    )
    ```

    No kernel is compiled for it, so it can stand in a presubmit that builds little.

    Args:
      name: the test.
      model: the .ptl file.
      library: an `aten_lite_library`, or a C++ target that depends on some.
      size: as everywhere.
      testonly: as everywhere.
      tags: as everywhere.
      **kwargs: attributes of every test.
    """
    _library_operators(
        name = name + "_operators",
        testonly = testonly,
        library = library,
        tags = (tags or []) + ["manual"],
        visibility = ["//visibility:private"],
    )
    py_test(
        name = name,
        size = size,
        testonly = testonly,
        srcs = [Label("//tools/ptl:model_fits.py")],
        args = [
            "--operators=$(rootpath :{}_operators)".format(name),
            "$(rootpath {})".format(model),
        ],
        data = [
            model,
            ":{}_operators".format(name),
        ],
        main = Label("//tools/ptl:model_fits.py"),
        tags = tags,
        deps = [Label("//tools/ptl:aten_ptl")],
        **kwargs
    )
