"""What `--//aten_lite/config:build_lite_interpreter=false` leaves: tensors and operators."""

load("@bazel_skylib//lib:unittest.bzl", "analysistest", "asserts")
load("@rules_cc//cc/common:cc_info.bzl", "CcInfo")

# Rooms that the library must not reach.
_LEFT_OUT = ["aten_lite/mobile/", "aten_lite/serialization/", "aten_lite/predictor/"]

def _impl(ctx):
    env = analysistest.begin(ctx)
    info = analysistest.target_under_test(env)[CcInfo]
    headers = [file.short_path for file in info.compilation_context.headers.to_list()]
    asserts.true(env, "aten_lite/core/tensor_base.h" in headers, "there are tensors")
    for room in _LEFT_OUT:
        found = [path for path in headers if path.startswith(room)]
        asserts.equals(env, [], found, "headers of " + room)
    libraries = [
        library.static_library or library.pic_static_library
        for linker_input in info.linking_context.linker_inputs.to_list()
        for library in linker_input.libraries
    ]
    for room in _LEFT_OUT:
        found = [file.short_path for file in libraries if file and file.short_path.startswith(room)]
        asserts.equals(env, [], found, "libraries of " + room)
    return analysistest.end(env)

aten_without_interpreter_test = analysistest.make(
    _impl,
    config_settings = {str(Label("//aten_lite/config:build_lite_interpreter")): False},
)
