"""Analysis tests of the rules: outputs, actions, providers, messages."""

load("@bazel_skylib//lib:unittest.bzl", "analysistest", "asserts")
load("@rules_cc//cc:defs.bzl", "cc_library")
load("@rules_cc//cc/common:cc_info.bzl", "CcInfo")
load("//tools/codegen:defs.bzl", "AtenCodegenInfo", "OpSelectionInfo", "UnboxingCodegenInfo", "aten_codegen", "aten_lite_library", "model_fits_test", "model_operators", "op_selection", "unboxing_codegen")

def _names(files):
    return sorted([f.basename for f in files.to_list()])

def _action(env, mnemonic):
    found = [a for a in analysistest.target_actions(env) if a.mnemonic == mnemonic]
    asserts.equals(env, 1, len(found), "number of {} actions".format(mnemonic))
    return found[0]

# --- unboxing_codegen -------------------------------------------------------------------------

def _outputs_impl(ctx):
    env = analysistest.begin(ctx)
    target = analysistest.target_under_test(env)
    groups = target[OutputGroupInfo]
    asserts.equals(env, ["UnboxingFunctions.h"], _names(groups.headers))
    asserts.equals(
        env,
        ["UnboxingFunctions_0.cpp", "UnboxingFunctions_1.cpp", "UnboxingFunctions_2.cpp"],
        _names(groups.wrappers),
    )
    asserts.equals(
        env,
        [
            "RegisterCodegenUnboxedKernels_0.cpp",
            "RegisterCodegenUnboxedKernels_1.cpp",
            "RegisterCodegenUnboxedKernels_2.cpp",
        ],
        _names(groups.registration),
    )
    asserts.equals(env, _names(groups.wrappers) + _names(groups.registration), sorted(
        _names(groups.sources),
        key = lambda name: (name.startswith("Register"), name),
    ))
    asserts.equals(env, ["report.html", "report.tsv"], _names(groups.report))
    asserts.equals(env, 7, len(target[DefaultInfo].files.to_list()))
    return analysistest.end(env)

outputs_follow_num_shards_test = analysistest.make(_outputs_impl)

def _default_shards_impl(ctx):
    env = analysistest.begin(ctx)
    info = analysistest.target_under_test(env)[UnboxingCodegenInfo]
    asserts.equals(env, 5, info.num_shards)
    asserts.equals(env, 5, len(info.wrappers.to_list()))
    asserts.equals(env, 5, len(info.registration.to_list()))
    asserts.equals(env, ["CPU"], info.static_dispatch_backends)
    return analysistest.end(env)

five_shards_by_default_test = analysistest.make(_default_shards_impl)

def _action_impl(ctx):
    env = analysistest.begin(ctx)
    action = _action(env, "AtenUnboxingCodegen")
    asserts.equals(env, {
        "LC_ALL": "C.UTF-8",
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYTHONHASHSEED": "0",
    }, action.env)
    inputs = _names(action.inputs)
    for name in ["native_functions.yaml", "prim_functions.yaml", "selection.yaml"]:
        asserts.true(env, name in inputs, "{} is no input of the action".format(name))
    command = "\n".join(action.argv)
    for part in [
        "--num-shards\n3\n",
        "bin/tools/codegen/tests/selection.yaml\n--selection-target",
        "--selection-target\n//tools/codegen/tests:selection\n",
        "-s\naten_lite/native\n",
        "tools/codegen/tests/three_shards/ATen\n",
        "--static_dispatch_backend\nCPU",
    ]:
        asserts.true(env, part in command, "no '{}' in the command line".format(part))
    return analysistest.end(env)

action_is_hermetic_test = analysistest.make(_action_impl)

def _attribute_impl(ctx):
    env = analysistest.begin(ctx)
    action = _action(env, "AtenUnboxingCodegen")
    asserts.true(env, "CPU,QuantizedCPU" in action.argv, "the action gets the target's backends")
    info = analysistest.target_under_test(env)[UnboxingCodegenInfo]
    asserts.equals(env, ["CPU", "QuantizedCPU"], info.static_dispatch_backends)
    return analysistest.end(env)

attribute_sets_backends_test = analysistest.make(_attribute_impl)

def _flag_impl(ctx):
    env = analysistest.begin(ctx)
    info = analysistest.target_under_test(env)[UnboxingCodegenInfo]
    asserts.equals(env, ["QuantizedCPU", "CPU"], info.static_dispatch_backends)
    return analysistest.end(env)

flag_sets_backends_test = analysistest.make(
    _flag_impl,
    config_settings = {
        str(Label("//aten_lite/config:static_dispatch_backend")): ["QuantizedCPU", "CPU"],
    },
)

def _failure_impl(ctx):
    env = analysistest.begin(ctx)
    for text in ctx.attr.texts:
        asserts.expect_failure(env, text)
    return analysistest.end(env)

_failure_test = analysistest.make(
    _failure_impl,
    attrs = {"texts": attr.string_list()},
    expect_failure = True,
)

# --- op_selection, model_operators --------------------------------------------------------------

def _selection_impl(ctx):
    env = analysistest.begin(ctx)
    target = analysistest.target_under_test(env)
    info = target[OpSelectionInfo]
    asserts.equals(env, "//tools/codegen/tests:everything", info.target)
    asserts.equals(env, ["model.ptl", "other.ptl"], _names(info.models))
    asserts.equals(env, ["mine.yaml"], _names(info.custom_ops))
    asserts.equals(env, [info.yaml], target[DefaultInfo].files.to_list())
    asserts.equals(env, ["everything.origins.tsv"], _names(target[OutputGroupInfo].origins))

    models = _action(env, "AtenModelOperators")
    asserts.true(env, "model.ptl" in _names(models.inputs), "the model is an input")
    asserts.false(env, "other.ptl" in _names(models.inputs), "a dependency reads its own models")
    command = "\n".join(_action(env, "AtenOpSelection").argv)
    for part in [
        "--target\n//tools/codegen/tests:everything\n",
        "/tools/codegen/tests/mine.yaml\n--op-selection-yaml-path\n",
        "--op-selection-yaml-path\ntools/codegen/tests/selection.yaml\n",
        "tools/codegen/tests/from_other_model.yaml\n--merged-selection\n",
        models.outputs.to_list()[0].path + "\n",
        "--op-registration-allowlist\naten::relu\naten::mul.Tensor\n--include-all-operators\n",
    ]:
        asserts.true(env, part in command, "no '{}' in the command line".format(part))
    return analysistest.end(env)

selection_adds_up_test = analysistest.make(_selection_impl)

def _library_selection_impl(ctx):
    env = analysistest.begin(ctx)
    info = analysistest.target_under_test(env)[UnboxingCodegenInfo]
    asserts.equals(env, ctx.attr.target, info.target)
    return analysistest.end(env)

library_names_target_test = analysistest.make(
    _library_selection_impl,
    attrs = {"target": attr.string()},
)

# --- aten_lite_library --------------------------------------------------------------------------

def _library_impl(ctx):
    env = analysistest.begin(ctx)
    linking = analysistest.target_under_test(env)[CcInfo].linking_context
    whole = {}
    for linker_input in linking.linker_inputs.to_list():
        for library in linker_input.libraries:
            whole[linker_input.owner.name] = library.alwayslink
    asserts.equals(env, True, whole["library_rows"], "rows are linked whole")
    asserts.equals(env, False, whole["library_wrappers"], "wrappers are not")
    asserts.equals(env, False, whole["operators"], "kernels are not")
    asserts.equals(
        env,
        ["report.html", "report.tsv"],
        _names(analysistest.target_under_test(env)[OutputGroupInfo].report),
    )
    return analysistest.end(env)

only_rows_are_linked_whole_test = analysistest.make(_library_impl)

def _library_backends_impl(ctx):
    env = analysistest.begin(ctx)
    info = analysistest.target_under_test(env)[UnboxingCodegenInfo]
    asserts.equals(env, ["CPU", "QuantizedCPU"], info.static_dispatch_backends)

    # The transition is on the wrappers only: kernels are those of the flag, compiled once.
    for linker_input in analysistest.target_under_test(env)[CcInfo].linking_context.linker_inputs.to_list():
        for library in linker_input.libraries:
            archive = library.static_library or library.pic_static_library
            asserts.false(env, "-ST-" in archive.path, "{} is built again".format(archive.path))
    return analysistest.end(env)

library_dispatches_test = analysistest.make(_library_backends_impl)

# --- aten_codegen -----------------------------------------------------------------------------

def _aten_impl(ctx):
    env = analysistest.begin(ctx)
    target = analysistest.target_under_test(env)
    info = target[AtenCodegenInfo]
    asserts.equals(
        env,
        ["CPUFunctions.h", "Functions.h", "NativeFunctions.h", "TensorBody.h", "ops"],
        _names(info.headers),
    )
    asserts.true(env, [f for f in info.headers.to_list() if f.basename == "ops"][0].is_directory)
    asserts.equals(
        env,
        ["Operators_{}.cpp".format(i) for i in range(5)] + ["RegisterCPU.cpp"],
        _names(target[OutputGroupInfo].sources),
    )
    asserts.equals(env, ["RegisterSchema.cpp"], _names(target[OutputGroupInfo].schemas))
    asserts.true(env, info.include in target[CcInfo].compilation_context.includes.to_list())
    _action(env, "AtenCodegen")
    return analysistest.end(env)

aten_outputs_test = analysistest.make(_aten_impl)

# --- the suite --------------------------------------------------------------------------------

def rules_test_suite(name):
    """All tests of this file.

    Args:
      name: of the test suite.
    """
    op_selection(
        name = "selection",
        tags = ["manual"],
        yamls = ["selection.yaml"],
    )
    unboxing_codegen(
        name = "three_shards",
        num_shards = 3,
        selection = ":selection",
        tags = ["manual"],
    )
    outputs_follow_num_shards_test(
        name = "outputs_follow_num_shards_test",
        size = "small",
        target_under_test = ":three_shards",
    )
    action_is_hermetic_test(
        name = "action_is_hermetic_test",
        size = "small",
        target_under_test = ":three_shards",
    )

    unboxing_codegen(
        name = "defaults",
        tags = ["manual"],
    )
    five_shards_by_default_test(
        name = "five_shards_by_default_test",
        size = "small",
        target_under_test = ":defaults",
    )
    flag_sets_backends_test(
        name = "flag_sets_backends_test",
        size = "small",
        target_under_test = ":defaults",
    )

    unboxing_codegen(
        name = "two_backends",
        selection = ":selection",
        static_dispatch_backend = ["CPU", "QuantizedCPU"],
        tags = ["manual"],
    )
    attribute_sets_backends_test(
        name = "attribute_sets_backends_test",
        size = "small",
        target_under_test = ":two_backends",
    )

    unboxing_codegen(
        name = "no_shards",
        num_shards = 0,
        tags = ["manual"],
    )
    _failure_test(
        name = "zero_shards_are_refused_test",
        size = "small",
        target_under_test = ":no_shards",
        texts = ["tests:no_shards: attribute 'num_shards' is 0; it must be at least 1. Remove it to use 5."],
    )

    op_selection(
        name = "no_namespace",
        ops = ["relu"],
        tags = ["manual"],
    )
    _failure_test(
        name = "missing_namespace_is_refused_test",
        size = "small",
        target_under_test = ":no_namespace",
        texts = ["attribute 'ops' has 'relu', which has no namespace. Write 'aten::relu'."],
    )

    unboxing_codegen(
        name = "unknown_backend",
        static_dispatch_backend = ["GPU"],
        tags = ["manual"],
    )
    _failure_test(
        name = "unknown_backend_is_refused_test",
        size = "small",
        target_under_test = ":unknown_backend",
        texts = ["static_dispatch_backend: the flag has 'GPU', which is no backend."],
    )

    # Only their names matter here: nothing is built.
    for file in ["model.ptl", "other.ptl", "mine.yaml"]:
        native.genrule(
            name = file + "_file",
            outs = [file],
            cmd = "touch $@",
            tags = ["manual"],
        )
    model_operators(
        name = "from_other_model",
        models = ["other.ptl"],
        tags = ["manual"],
    )
    op_selection(
        name = "everything",
        custom_ops = ["mine.yaml"],
        include_all_operators = True,
        models = ["model.ptl"],
        ops = ["aten::relu", "aten::mul.Tensor"],
        tags = ["manual"],
        yamls = ["selection.yaml"],
        deps = [":from_other_model"],
    )
    selection_adds_up_test(
        name = "selection_adds_up_test",
        size = "small",
        target_under_test = ":everything",
    )
    model_operators(
        name = "no_models",
        tags = ["manual"],
    )
    _failure_test(
        name = "no_models_are_refused_test",
        size = "small",
        target_under_test = ":no_models",
        texts = ["tests:no_models: attribute 'models' is empty; name at least one .ptl file."],
    )

    aten_lite_library(
        name = "library",
        selection = ":selection",
        tags = ["manual"],
    )
    only_rows_are_linked_whole_test(
        name = "only_rows_are_linked_whole_test",
        size = "small",
        target_under_test = ":library",
    )
    library_names_target_test(
        name = "library_names_selection_test",
        size = "small",
        target = "//tools/codegen/tests:selection",
        target_under_test = ":library",
    )
    aten_lite_library(
        name = "model_library",
        models = ["model.ptl"],
        static_dispatch_backend = ["CPU", "QuantizedCPU"],
        tags = ["manual"],
    )
    library_dispatches_test(
        name = "library_dispatches_test",
        size = "small",
        target_under_test = ":model_library",
    )
    library_names_target_test(
        name = "library_names_itself_test",
        size = "small",
        target = "//tools/codegen/tests:model_library",
        target_under_test = ":model_library",
    )

    cc_library(
        name = "no_operators",
        tags = ["manual"],
    )
    model_fits_test(
        name = "fits_nothing",
        library = ":no_operators",
        model = "model.ptl",
        tags = ["manual"],
    )
    _failure_test(
        name = "library_without_operators_is_refused_test",
        size = "small",
        target_under_test = ":fits_nothing_operators",
        texts = [":no_operators, which has no aten_lite_library among its dependencies."],
    )

    aten_codegen(
        name = "aten",
        tags = ["manual"],
    )
    aten_outputs_test(
        name = "aten_outputs_test",
        size = "small",
        target_under_test = ":aten",
    )

    native.test_suite(
        name = name,
        tests = [
            ":action_is_hermetic_test",
            ":aten_outputs_test",
            ":attribute_sets_backends_test",
            ":five_shards_by_default_test",
            ":flag_sets_backends_test",
            ":library_dispatches_test",
            ":library_names_itself_test",
            ":library_names_selection_test",
            ":library_without_operators_is_refused_test",
            ":missing_namespace_is_refused_test",
            ":no_models_are_refused_test",
            ":only_rows_are_linked_whole_test",
            ":outputs_follow_num_shards_test",
            ":selection_adds_up_test",
            ":unknown_backend_is_refused_test",
            ":zero_shards_are_refused_test",
        ],
    )
