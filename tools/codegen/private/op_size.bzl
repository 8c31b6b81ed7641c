"""op_size_report and op_size_test: where the bytes of a binary are, and a budget for them."""

load("@rules_python//python:defs.bzl", "py_binary", "py_test")
load("//tools/codegen/private:actions.bzl", "GENERATOR_ENV")
load("//tools/codegen/private:providers.bzl", "UnboxingCodegenInfo")

_SizeInputsInfo = provider(
    doc = "What a binary's sizes are read from.",
    fields = {
        "linked": "File: the binary, linked once more with relocations and symbols; None for a library.",
        "map": "File: the map of that link; None for a library.",
        "reports": "depset of File: tables of the operators that were selected into it.",
    },
)

def _link_again(target, ctx):
    """Links the binary with the same objects; the flags that keep what sizes need come last."""
    for action in target.actions:
        if action.mnemonic == "CppLink" and action.argv and "-shared" not in action.argv:
            outputs = [f.path for f in action.outputs.to_list()]
            linked = ctx.actions.declare_file(ctx.label.name + ".size/linked")
            link_map = ctx.actions.declare_file(ctx.label.name + ".size/linked.map")
            args = ctx.actions.args()
            for argument in action.argv[1:]:
                if argument in outputs:
                    args.add(linked)
                elif argument not in ["-s", "-Wl,-s", "-Wl,-S", "-Wl,--strip-all", "-Wl,--strip-debug"]:
                    args.add(argument)
            args.add("-Wl,--emit-relocs")
            args.add(link_map, format = "-Wl,-Map=%s")
            args.use_param_file("@%s")
            args.set_param_file_format("multiline")
            ctx.actions.run(
                executable = action.argv[0],
                arguments = [args],
                inputs = action.inputs,
                outputs = [linked, link_map],
                env = action.env,
                mnemonic = "AtenSizeLink",
                progress_message = "Linking %{label} for its sizes",
            )
            return linked, link_map
    return None, None

def _size_inputs_impl(target, ctx):
    linked, link_map = _link_again(target, ctx)
    reports = []
    for dep in getattr(ctx.rule.attr, "deps", []):
        if _SizeInputsInfo in dep:
            reports.append(dep[_SizeInputsInfo].reports)
    own = target[UnboxingCodegenInfo].report.to_list() if UnboxingCodegenInfo in target else []
    return [_SizeInputsInfo(
        linked = linked,
        map = link_map,
        reports = depset([f for f in own if f.extension == "tsv"], transitive = reports),
    )]

_size_inputs = aspect(
    implementation = _size_inputs_impl,
    attr_aspects = ["deps"],
    doc = "Links a binary again for its sizes, and collects what its operators were selected for.",
)

def _op_size_report_impl(ctx):
    info = ctx.attr.binary[_SizeInputsInfo]
    if not info.linked:
        fail("{}: attribute 'binary' is {}, which links no program; name a cc_binary or cc_test.".format(
            ctx.label,
            ctx.attr.binary.label,
        ))
    tsv = ctx.actions.declare_file(ctx.label.name + ".tsv")
    page = ctx.actions.declare_file(ctx.label.name + ".html")
    args = ctx.actions.args()
    args.add("measure")
    args.add("--label", str(ctx.attr.binary.label).lstrip("@"))
    args.add("--binary", ctx.executable.binary)
    args.add("--linked", info.linked)
    args.add("--map", info.map)
    args.add_all(info.reports, before_each = "--codegen_report")
    args.add("--tsv", tsv)
    args.add("--html", page)
    ctx.actions.run(
        executable = ctx.executable._size,
        arguments = [args],
        inputs = depset([ctx.executable.binary, info.linked, info.map], transitive = [info.reports]),
        outputs = [tsv, page],
        env = GENERATOR_ENV,
        mnemonic = "AtenSizeReport",
        progress_message = "Measuring %{label}",
    )
    return [
        DefaultInfo(files = depset([tsv, page])),
        OutputGroupInfo(report = depset([tsv, page]), tsv = depset([tsv])),
    ]

op_size_report = rule(
    implementation = _op_size_report_impl,
    attrs = {
        "binary": attr.label(
            aspects = [_size_inputs],
            doc = "The program: a cc_binary or cc_test.",
            executable = True,
            cfg = "target",
            mandatory = True,
        ),
        "_size": attr.label(
            cfg = "exec",
            default = Label("//tools/size"),
            executable = True,
        ),
    },
    doc = """Tells where the bytes of a program are: in which rooms, and for which operators.

```starlark
op_size_report(
    name = "app_sizes",
    binary = ":app",
)
```

Writes `NAME.tsv` and `NAME.html`. Bytes are those that are loaded: the same whether the program is
stripped or not. An operator has the bytes that nothing else needs, which is what leaving it out
saves, and its share of what several operators need. The program is linked once more for it, so
that it is known what refers to what; nothing is compiled again. For ELF, with GNU ld or lld.
""",
)

def op_size_test(name, binary, budget, baseline = None, tags = None, **kwargs):
    """Fails when a program has more bytes than its budget, and says what grew.

    ```starlark
    op_size_test(
        name = "app_size_test",
        baseline = "app_sizes.tsv",
        binary = ":app",
        budget = 1500000,
    )
    ```

    `bazel run :app_size_test.update` records the sizes of now as the baseline, a file of the source
    tree; differences to it are printed in every run, and what grew most when the test fails.
    `NAME_report` is an `op_size_report`.

    Args:
      name: the test.
      binary: the program: a cc_binary or cc_test.
      budget: how many bytes it may have when it is loaded; symbols do not count.
      baseline: a file of this package that `NAME.update` writes.
      tags: as everywhere.
      **kwargs: as for all tests: `target_compatible_with`, `visibility` and so on.
    """
    report = name + "_report"
    program = Label("//tools/size:size.py")
    common = {
        key: kwargs[key]
        for key in ["target_compatible_with", "testonly"]
        if key in kwargs
    }
    op_size_report(
        name = report,
        binary = binary,
        tags = (tags or []) + ["manual"],
        **dict(common, testonly = True)
    )
    table = report + "_table"
    native.filegroup(
        name = table,
        srcs = [report],
        output_group = "tsv",
        tags = (tags or []) + ["manual"],
        visibility = ["//visibility:private"],
        **dict(common, testonly = True)
    )
    deps = [Label("//tools/size:aten_size")]
    label = str(native.package_relative_label(binary)).lstrip("@")
    args = [
        "check",
        "--label=" + label,
        "--tsv=$(rootpath :{})".format(table),
        "--budget={}".format(budget),
    ]
    data = [":" + table]
    if baseline:
        update = name + ".update"
        args += [
            "--baseline=$(rootpath {})".format(baseline),
            "--update=" + str(native.package_relative_label(":" + update)).lstrip("@"),
        ]
        py_binary(
            name = update,
            srcs = [program],
            args = [
                "record",
                "--tsv=$(rootpath :{})".format(table),
                "--baseline={}/{}".format(native.package_name(), baseline),
            ],
            data = [":" + table],
            main = program,
            tags = (tags or []) + ["manual"],
            deps = deps,
            **dict(common, testonly = True)
        )
        data.append(baseline)
    kwargs.setdefault("size", "small")
    py_test(
        name = name,
        srcs = [program],
        args = args,
        data = data,
        main = program,
        tags = tags,
        deps = deps,
        **kwargs
    )
