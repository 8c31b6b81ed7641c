"""model_operators: the operators of models, as a selection."""

load("//tools/codegen/private:actions.bzl", "label_text")
load("//tools/codegen/private:models.bzl", "MODEL_ATTRS", "read_models")
load("//tools/codegen/private:providers.bzl", "OpSelectionInfo")

def _model_operators_impl(ctx):
    if not ctx.files.models:
        fail("{}: attribute 'models' is empty; name at least one .ptl file.".format(ctx.label))
    target = label_text(ctx.label)
    yaml = ctx.actions.declare_file(ctx.label.name + ".yaml")
    read_models(ctx, yaml, target)
    return [
        DefaultInfo(files = depset([yaml])),
        OpSelectionInfo(
            custom_ops = depset(),
            models = depset(ctx.files.models),
            target = target,
            yaml = yaml,
        ),
    ]

model_operators = rule(
    implementation = _model_operators_impl,
    attrs = MODEL_ATTRS,
    provides = [OpSelectionInfo],
    doc = """Reads which operators models call, in an action that needs no PyTorch.

```starlark
model_operators(
    name = "camera_models",
    models = glob(["models/*.ptl"]),
)
```

The output, `NAME.yaml`, is a selection: for `deps` of an `op_selection` or as the `selection` of a
library. Names are not checked here; what uses the selection does that.
""",
)
