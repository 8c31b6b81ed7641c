"""The second half of tools/deps.bzl: what loads from the repositories defined there."""

load("//tools/lint:buildifier.bzl", "buildifier_repository")
load("//tools/models:extra_models.bzl", "extra_models_repository")
load("//tools/python:host_torch.bzl", "host_torch_repository")
load("//tools/python:pip_wheels.bzl", "pip_wheels_repository")

def aten_lite_setup():
    """Repositories made by rules of our own."""
    pip_wheels_repository(
        name = "pip_deps",
        requirements = Label("//tools/python:requirements_lock.txt"),
    )

def aten_lite_dev_setup():
    """The same for tests and linters of aten_lite itself."""
    buildifier_repository(name = "buildifier")
    extra_models_repository(name = "extra_models")
    host_torch_repository(name = "host_torch")
    pip_wheels_repository(
        name = "pip_lint",
        requirements = Label("//tools/lint:requirements_lock.txt"),
    )
