"""The second half of tools/deps.bzl: what loads from the repositories defined there."""

load("//tools/python:pip_wheels.bzl", "pip_wheels_repository")

def aten_lite_setup():
    """Repositories made by rules of our own."""
    pip_wheels_repository(
        name = "pip_deps",
        requirements = Label("//tools/python:requirements_lock.txt"),
    )
