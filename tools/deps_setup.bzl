"""The second half of tools/deps.bzl: what loads from the repositories defined there."""

load("//tools/models:extra_models.bzl", "extra_models_repository")
load("//tools/python:pip_wheels.bzl", "pip_wheels_repository")

def aten_lite_setup():
    """Repositories made by rules of our own."""
    pip_wheels_repository(
        name = "pip_deps",
        requirements = Label("//tools/python:requirements_lock.txt"),
    )

def aten_lite_dev_setup():
    """The same for tests of aten_lite itself."""
    extra_models_repository(name = "extra_models")
