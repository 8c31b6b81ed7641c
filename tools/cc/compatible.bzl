"""Values for target_compatible_with: targets that a configuration leaves out.

Such targets are skipped by `bazel test //...`, which reports them as skipped.
"""

# Targets that run models.
NEEDS_LITE_INTERPRETER = select({
    Label("//aten_lite/config:lite_interpreter_is_built"): [],
    "//conditions:default": [Label("@platforms//:incompatible")],
})
