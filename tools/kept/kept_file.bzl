"""Files that are kept up to date."""

load("@bazel_skylib//rules:diff_test.bzl", "diff_test")
load("@rules_shell//shell:sh_binary.bzl", "sh_binary")

def kept_file(name, kept, made):
    """A file that the repository keeps although a target makes it.

    `bazel run` of `name` writes it; `name`_test fails when it is out of date.

    Args:
      name: the target to run.
      kept: the file in this package.
      made: the target that makes it.
    """
    label = "//{}:{}".format(native.package_name(), name)
    sh_binary(
        name = name,
        srcs = [Label("//tools/kept:write_kept.sh")],
        args = ["$(rootpath {})".format(made), native.package_name() + "/" + kept],
        data = [made],
    )
    diff_test(
        name = name + "_test",
        failure_message = "{} is out of date. Run: bazel run {}".format(kept, label),
        file1 = kept,
        file2 = made,
        size = "small",
    )
