"""What aten_lite depends on, for builds without bzlmod.

    load("@aten_lite//tools:deps.bzl", "aten_lite_dependencies")
    aten_lite_dependencies()
    load("@aten_lite//tools:deps_setup.bzl", "aten_lite_setup")
    aten_lite_setup()

MODULE.bazel says the same for builds with it; keep the versions in step. A repository that the
consumer has defined already is left alone.
"""

load("@bazel_tools//tools/build_defs/repo:http.bzl", "http_archive")
load("@bazel_tools//tools/build_defs/repo:utils.bzl", "maybe")

_GITHUB = "https://github.com/"

def _archive(name, path, sha256, **kwargs):
    maybe(http_archive, name = name, urls = [_GITHUB + path], sha256 = sha256, **kwargs)

def aten_lite_dependencies():
    """Rules, and the libraries that the runtime links."""
    _archive(
        name = "bazel_skylib",
        path = "bazelbuild/bazel-skylib/releases/download/1.8.2/bazel-skylib-1.8.2.tar.gz",
        sha256 = "6e78f0e57de26801f6f564fa7c4a48dc8b36873e416257a92bbb0937eeac8446",
    )
    _archive(
        name = "platforms",
        path = "bazelbuild/platforms/releases/download/1.0.0/platforms-1.0.0.tar.gz",
        sha256 = "29742e87275809b5e598dc2f04d86960cc7a55b3067d97221c9abbc9926bff0f",
    )
    _archive(
        name = "rules_cc",
        path = "bazelbuild/rules_cc/releases/download/0.1.5/rules_cc-0.1.5.tar.gz",
        sha256 = "b8b918a85f9144c01f6cfe0f45e4f2838c7413961a8ff23bc0c6cdf8bb07a3b6",
        strip_prefix = "rules_cc-0.1.5",
    )
    _archive(
        name = "rules_license",
        path = "bazelbuild/rules_license/releases/download/1.0.0/rules_license-1.0.0.tar.gz",
        sha256 = "26d4021f6898e23b82ef953078389dd49ac2b5618ac564ade4ef87cced147b38",
    )
    _archive(
        name = "rules_python",
        path = "bazel-contrib/rules_python/releases/download/1.7.0/rules_python-1.7.0.tar.gz",
        sha256 = "f609f341d6e9090b981b3f45324d05a819fd7a5a56434f849c761971ce2c47da",
        strip_prefix = "rules_python-1.7.0",
    )
    _archive(
        name = "rules_shell",
        path = "bazelbuild/rules_shell/releases/download/v0.6.1/rules_shell-v0.6.1.tar.gz",
        sha256 = "e6b87c89bd0b27039e3af2c5da01147452f240f75d505f5b6880874f31036307",
        strip_prefix = "rules_shell-0.6.1",
    )
    _archive(
        name = "highway",
        path = "google/highway/releases/download/1.3.0/highway-1.3.0.tar.gz",
        sha256 = "e8d696900b45f4123be8a9d6866f4e7b6831bf599f4b9c178964d968e6a58a69",
        strip_prefix = "highway-1.3.0",
    )
    _archive(
        name = "zlib",
        path = "madler/zlib/releases/download/v1.3.2/zlib-1.3.2.tar.gz",
        sha256 = "bb329a0a2cd0274d05519d61c667c062e06990d72e125ee2dfa8de64f0119d16",
        strip_prefix = "zlib-1.3.2",
    )

def aten_lite_dev_dependencies():
    """Tests and benchmarks of aten_lite itself; consumers need none of them."""
    _archive(
        name = "googletest",
        path = "google/googletest/releases/download/v1.17.0/googletest-1.17.0.tar.gz",
        sha256 = "65fab701d9829d38cb77c14acdc431d2108bfdbf8979e40eb8ae567edf10b27c",
        strip_prefix = "googletest-1.17.0",
    )
    _archive(
        name = "google_benchmark",
        path = "google/benchmark/archive/refs/tags/v1.9.4.tar.gz",
        sha256 = "b334658edd35efcf06a99d9be21e4e93e092bd5f95074c1673d5c8705d95c104",
        strip_prefix = "benchmark-1.9.4",
    )
