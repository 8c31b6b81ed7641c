"""Tests that run a program: a predictor on recorded cases."""

load("@host_torch//:defs.bzl", "NEEDS_TORCH", "TORCH_PYTHON")
load("@rules_shell//shell:sh_test.bzl", "sh_test")
load("//tools/cc:compatible.bzl", "NEEDS_LITE_INTERPRETER")

def command_test(
        name,
        program,
        args = [],
        data = [],
        size = "small",
        target_compatible_with = [],
        **kwargs):
    """A test that passes when a program ends with exit code 0.

    Args:
      name: the test.
      program: label of the program.
      args: its arguments; $(rootpath ...) names files.
      data: files that it reads.
      size: as everywhere.
      target_compatible_with: in addition to what running a model needs.
      **kwargs: attributes of every test.
    """
    sh_test(
        name = name,
        size = size,
        srcs = ["//test/mobile:run.sh"],
        args = ["$(rootpath {})".format(program)] + args,
        data = [program] + data,
        target_compatible_with = target_compatible_with +
                                 NEEDS_LITE_INTERPRETER,
        **kwargs
    )

def cases_test(name, model, cases, predictor = "//aten_lite:lite_predictor", args = [], **kwargs):
    """Runs recorded cases of a model: results must be PyTorch's, with their shapes and dtypes.

    They run prepared, as models do, and, in name_unprepared, as they are in the file.

    Args:
      name: the test.
      model: the .ptl file.
      cases: .pt files made by recording/recording.py.
      predictor: the lite_predictor to run them with.
      args: more flags for it.
      **kwargs: attributes of command_test.
    """
    for suffix, flags in [("", []), ("_unprepared", ["--no_prepare"])]:
        command_test(
            name = name + suffix,
            program = predictor,
            args = ["$(rootpath {})".format(model)] + flags + args +
                   ["--case=$(rootpath {})".format(case) for case in cases],
            data = [model] + cases,
            **kwargs
        )

def torch_test(name, script, srcs, args = [], data = [], size = "medium"):
    """Runs a script with the Python that has torch; skipped where there is none (tools/python/host_torch.bzl).

    Args:
      name: the test.
      script: the Python file to run.
      srcs: the modules of the project that it imports.
      args: its arguments.
      data: files that it reads.
      size: as everywhere.
    """
    sh_test(
        name = name,
        size = size,
        srcs = ["//test/mobile:run.sh"],
        args = [TORCH_PYTHON, "$(rootpath {})".format(script)] + args,
        data = [script] + srcs + data,
        # The interpreter and its packages are no inputs that Bazel knows of.
        tags = [
            "local",
            "no-cache",
        ],
        target_compatible_with = NEEDS_TORCH,
    )
