"""A Python that has torch, for tests that compare with PyTorch itself: --repo_env=ATEN_LITE_TORCH_PYTHON=PATH.

    load("@host_torch//:defs.bzl", "NEEDS_TORCH", "TORCH_PYTHON")

TORCH_PYTHON is the interpreter's path, "" where the variable is not set. NEEDS_TORCH is for
target_compatible_with: without such a Python the tests are skipped, and reported as skipped.
"""

_VARIABLE = "ATEN_LITE_TORCH_PYTHON"

_DEFS = '''\
"""The Python that has torch, if there is one."""

TORCH_PYTHON = {python}

NEEDS_TORCH = {needs}
'''

def _host_torch_repository_impl(rctx):
    python = rctx.os.environ.get(_VARIABLE, "")
    if python:
        tried = rctx.execute([python, "-c", "import torch; print(torch.__version__)"])
        if tried.return_code != 0:
            fail("{}={}: this Python cannot import torch:\n{}".format(_VARIABLE, python, tried.stderr))
    rctx.file("BUILD.bazel", "")
    rctx.file("defs.bzl", _DEFS.format(
        needs = repr([] if python else ["@platforms//:incompatible"]),
        python = repr(python),
    ))

host_torch_repository = repository_rule(
    implementation = _host_torch_repository_impl,
    doc = "Where the Python with torch is, or that there is none.",
    environ = [_VARIABLE],
    local = True,
)

def _host_torch_impl(_mctx):
    host_torch_repository(name = "host_torch")

host_torch = module_extension(implementation = _host_torch_impl)
