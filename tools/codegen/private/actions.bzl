"""What the rules share: attributes, checks, and the action that runs a generator."""

load("@bazel_skylib//rules:common_settings.bzl", "BuildSettingInfo")

# The generators run the same everywhere: no hash seed, locale or shell of the user's.
GENERATOR_ENV = {
    "LC_ALL": "C.UTF-8",
    "PYTHONDONTWRITEBYTECODE": "1",
    "PYTHONHASHSEED": "0",
}

YAML = [".yaml", ".yml"]

OPERATOR_ATTRS = {
    "native_functions": attr.label(
        allow_single_file = YAML,
        default = Label("//aten_lite/native:native_functions.yaml"),
        doc = "Tensor operators, in the DSL of PyTorch's file of that name.",
    ),
    "prim_functions": attr.label(
        allow_single_file = YAML,
        default = Label("//aten_lite/native:prim_functions.yaml"),
        doc = "Operators on numbers, strings, lists and dicts. In the folder of `native_functions`.",
    ),
}

BACKEND_ATTRS = {
    "_static_dispatch_backend": attr.label(
        default = Label("//aten_lite/config:static_dispatch_backend"),
        providers = [BuildSettingInfo],
    ),
}

def label_text(label):
    """A label as a user writes it: `//app:operators`, with the repository when it is another."""
    text = str(label)
    return text.lstrip("@") if text.lstrip("@").startswith("//") else text

def check_names(ctx, attribute):
    """Refuses names of operators that have no namespace.

    Args:
      ctx: of the rule.
      attribute: of type string_list.
    """
    for name in getattr(ctx.attr, attribute):
        if "::" not in name:
            fail("{}: attribute '{}' has '{}', which has no namespace. Write 'aten::{}'.".format(
                ctx.label,
                attribute,
                name,
                name,
            ))

def backends(ctx):
    """The backends that calls are dispatched to, highest priority first."""
    return ctx.attr._static_dispatch_backend[BuildSettingInfo].value

def output_root(ctx):
    """The folder that `ATen/...` is generated into."""
    parts = [ctx.bin_dir.path, ctx.label.workspace_root, ctx.label.package, ctx.label.name]
    return "/".join([part for part in parts if part])

def declare(ctx, names):
    """Declares outputs below `ATen`."""
    return [ctx.actions.declare_file("{}/ATen/{}".format(ctx.label.name, name)) for name in names]

def operator_sources(ctx):
    """The yaml files, checked to be in one folder, which the generator takes by name.

    Args:
      ctx: of a rule with OPERATOR_ATTRS.

    Returns:
      The files.
    """
    files = [f for f in [ctx.file.native_functions, ctx.file.prim_functions] if f]
    if len({f.dirname: None for f in files}) != 1:
        fail("{}: 'native_functions' and 'prim_functions' must be in one folder, but are {}.".format(
            ctx.label,
            " and ".join([f.short_path for f in files]),
        ))
    return files

def run_generator(ctx, tool, args, inputs, outputs, mnemonic, message):
    """One action: a generator with a params file.

    Args:
      ctx: of a rule with OPERATOR_ATTRS and BACKEND_ATTRS.
      tool: the executable.
      args: what is particular to the rule; the rest is added here.
      inputs: files that it reads.
      outputs: files that it writes, below output_root(ctx).
      mnemonic: of the action.
      message: what is being done, without the target's label.
    """
    args.add("-s", ctx.file.native_functions.dirname)
    args.add("-d", output_root(ctx) + "/ATen")
    args.add("--static_dispatch_backend")
    args.add_joined(backends(ctx), join_with = ",")
    args.use_param_file("@%s", use_always = True)
    args.set_param_file_format("multiline")
    ctx.actions.run(
        executable = tool,
        arguments = [args],
        inputs = inputs,
        outputs = outputs,
        env = GENERATOR_ENV,
        use_default_shell_env = False,
        mnemonic = mnemonic,
        progress_message = message + " for %{label}",
    )
