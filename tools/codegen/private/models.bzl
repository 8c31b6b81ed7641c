"""Reading operators from models in an action, for the rules that take models."""

load("//tools/codegen/private:actions.bzl", "GENERATOR_ENV")

# Both kinds of file that PyTorch's mobile exporters write: a zip archive, or a flatbuffer.
MODEL_FILES = [".ptl", ".ff"]

MODEL_ATTRS = {
    "models": attr.label_list(
        allow_files = MODEL_FILES,
        doc = """Lite-interpreter models whose operators are selected, with what their upgraders call
when they are old, and their custom classes.""",
    ),
    "_ptl": attr.label(
        cfg = "exec",
        default = Label("//tools/ptl"),
        executable = True,
    ),
}

def read_models(ctx, output, target):
    """One action: the operators of ctx.files.models as a selection.

    Args:
      ctx: of a rule with MODEL_ATTRS.
      output: the selection, which says of each operator which models have it.
      target: what the selection gives as the target that asks.
    """
    args = ctx.actions.args()
    args.add("ops")
    args.add("--format", "yaml")
    args.add("--requested_by", target)
    args.add("--output", output)
    args.add_all(ctx.files.models)
    ctx.actions.run(
        executable = ctx.executable._ptl,
        arguments = [args],
        inputs = ctx.files.models,
        outputs = [output],
        env = GENERATOR_ENV,
        use_default_shell_env = False,
        mnemonic = "AtenModelOperators",
        progress_message = "Reading the operators of models for %{label}",
    )
