"""Models from outside the repository: --repo_env=ATEN_LITE_EXTRA_MODELS=DIR.

The repository @extra_models shows the files of that folder to tests, under files/:

    load("@extra_models//:defs.bzl", "EXTRA_MODELS")

    [model_test(name = ..., model = "@extra_models//:files/" + path) for path in EXTRA_MODELS]

EXTRA_MODELS is a sorted list of paths below the folder, [] where the variable is not set;
@extra_models//:models is a filegroup of them all. The folder is not copied.
"""

_VARIABLE = "ATEN_LITE_EXTRA_MODELS"

_BUILD = """\
package(default_visibility = ["//visibility:public"])

exports_files({models})

filegroup(
    name = "models",
    srcs = {models},
)
"""

# Breadth of the walk: deeper trees than this are a mistake in the variable.
_MAX_DEPTH = 8

def _files_below(folder):
    """Paths of all files below a folder, relative to it, sorted."""
    files = []
    todo = [(folder, "")]
    for _ in range(_MAX_DEPTH):
        next_level = []
        for path, prefix in todo:
            for entry in path.readdir():
                name = prefix + entry.basename
                if entry.basename.startswith(".") or " " in entry.basename or ":" in entry.basename:
                    continue  # not expressible as a label
                if entry.is_dir:
                    next_level.append((entry, name + "/"))
                else:
                    files.append(name)
        todo = next_level
    if todo:
        fail("{}: {} is more than {} folders deep; is it the right folder?".format(_VARIABLE, folder, _MAX_DEPTH))
    return sorted(files)

def _extra_models_repository_impl(rctx):
    folder = rctx.os.environ.get(_VARIABLE, "")
    models = []
    if folder:
        path = rctx.path(folder) if folder.startswith("/") else None
        if not path or not path.exists or not path.is_dir:
            fail("{}={}: no such folder; give an absolute path".format(_VARIABLE, folder))
        rctx.watch_tree(path)
        models = _files_below(path)
        rctx.symlink(path, "files")
    rctx.file("BUILD.bazel", _BUILD.format(models = ["files/" + model for model in models]))
    rctx.file("defs.bzl", '"""Models outside the repository."""\n\nEXTRA_MODELS = {}\n'.format(models))

extra_models_repository = repository_rule(
    implementation = _extra_models_repository_impl,
    doc = "The files below the folder that the environment names, or none.",
    environ = [_VARIABLE],
)

def _extra_models_impl(_mctx):
    extra_models_repository(name = "extra_models")

extra_models = module_extension(implementation = _extra_models_impl)
