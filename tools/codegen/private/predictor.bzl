"""Programs and tests that run models: lite_predictor_binary, mobile_model_test."""

load("@rules_cc//cc:defs.bzl", "cc_binary")
load("@rules_shell//shell:sh_test.bzl", "sh_test")
load("//tools/cc:compatible.bzl", "NEEDS_LITE_INTERPRETER")
load("//tools/cc:copts.bzl", "ATEN_COPTS", "ATEN_LINKOPTS")
load("//tools/codegen/private:aten_lite_library.bzl", "aten_lite_library")

_NEEDS = NEEDS_LITE_INTERPRETER

def lite_predictor_binary(
        name,
        models = [],
        library = None,
        selection = None,
        ops = [],
        yamls = [],
        custom_ops = [],
        deps = [],
        static_dispatch_backend = [],
        num_shards = None,
        testonly = None,
        tags = None,
        target_compatible_with = [],
        **kwargs):
    """The program lite_predictor with the operators of some models and no others.

    ```starlark
    lite_predictor_binary(
        name = "classifier_predictor",
        models = ["classifier.ptl"],
    )
    ```

    `bazel run :classifier_predictor -- $PWD/classifier.ptl` runs the model on ones and prints the
    result; `--help` tells what else it can do. Its operators are in `NAME_operators`, an
    `aten_lite_library` whose output group `report` lists them.

    Args:
      name: the program.
      models: lite-interpreter models whose operators it has.
      library: an `aten_lite_library` in the place of `models` and the other sources of operators.
      selection: as of `aten_lite_library`, like the following.
      ops: names of operators.
      yamls: files that select operators.
      custom_ops: yaml files that declare operators of your own.
      deps: libraries with the kernels of these, and with custom classes.
      static_dispatch_backend: backends that wrappers call.
      num_shards: into how many sources the wrappers are cut.
      testonly: as everywhere.
      tags: as everywhere.
      target_compatible_with: in addition to what running a model needs.
      **kwargs: attributes of `cc_binary`, such as `visibility` and `linkopts`.
    """
    sources = [models, selection, ops, yamls, custom_ops]
    if library and [source for source in sources if source]:
        fail("{}: 'library' has operators already; leave it out, or select all of them there.".format(
            native.package_relative_label(name),
        ))
    if not library and not [source for source in sources if source]:
        fail("{}: no operators are selected; name 'models', or a 'library'.".format(
            native.package_relative_label(name),
        ))
    common = {
        "tags": tags,
        "target_compatible_with": target_compatible_with,
        "testonly": testonly,
    }
    if not library:
        library = ":{}_operators".format(name)
        aten_lite_library(
            name = name + "_operators",
            custom_ops = custom_ops,
            models = models,
            num_shards = num_shards,
            ops = ops,
            selection = selection,
            static_dispatch_backend = static_dispatch_backend,
            visibility = ["//visibility:private"],
            yamls = yamls,
            deps = deps,
            **common
        )
        deps = []
    common["target_compatible_with"] = target_compatible_with + _NEEDS
    cc_binary(
        name = name,
        copts = ATEN_COPTS,
        linkopts = ATEN_LINKOPTS + kwargs.pop("linkopts", []),
        deps = [library, Label("//aten_lite/predictor")] + deps,
        **dict(common, **kwargs)
    )

def mobile_model_test(
        name,
        model,
        library = None,
        case = None,
        cases = [],
        expect = None,
        rtol = None,
        atol = None,
        predictor = None,
        args = [],
        data = [],
        size = "small",
        tags = None,
        target_compatible_with = [],
        **kwargs):
    """Loads a model, runs it, and compares results, shapes and dtypes with recorded ones.

    ```starlark
    mobile_model_test(
        name = "classifier_test",
        case = "classifier.case.pt",
        library = ":operators",
        model = "classifier.ptl",
    )
    ```

    Without `case`, `cases` and `expect` the model is run on ones, which must succeed.

    Args:
      name: the test.
      model: the .ptl file.
      library: the `aten_lite_library` (or a cc_library that depends on it) under test.
      case: a recorded call: `torch.save({"inputs": (x,), "expected": module(x)}, path)`, see
        `lite_predictor --help`.
      cases: several of them.
      expect: a tensor that torch.save wrote: the result of forward on ones.
      rtol: relative tolerance; by default the predictor's, which depends on the dtype.
      atol: absolute tolerance.
      predictor: a `lite_predictor_binary` to run the test with, in the place of `library`; tests
        that share one are linked once.
      args: more flags of lite_predictor.
      data: files that these name.
      size: as everywhere.
      tags: as everywhere.
      target_compatible_with: in addition to what running a model needs.
      **kwargs: attributes of every test.
    """
    if (library == None) == (predictor == None):
        fail("{}: give either 'library' or 'predictor'.".format(native.package_relative_label(name)))
    if not predictor:
        predictor = ":{}_predictor".format(name)
        lite_predictor_binary(
            name = name + "_predictor",
            testonly = True,
            library = library,
            tags = (tags or []) + ["manual"],
            target_compatible_with = target_compatible_with,
            visibility = ["//visibility:private"],
        )
    cases = ([case] if case else []) + cases
    flags = ["--case=$(rootpath {})".format(recorded) for recorded in cases]
    if expect:
        flags.append("--expect=$(rootpath {})".format(expect))
    for flag, value in [("rtol", rtol), ("atol", atol)]:
        if value != None:
            flags.append("--{}={}".format(flag, value))
    sh_test(
        name = name,
        size = size,
        srcs = [Label("//tools/codegen/private:run_program.sh")],
        args = ["$(rootpath {})".format(label) for label in [predictor, model]] + flags + args,
        data = [predictor, model] + cases + ([expect] if expect else []) + data,
        tags = tags,
        target_compatible_with = target_compatible_with + _NEEDS,
        **kwargs
    )
