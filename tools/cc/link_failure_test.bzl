"""A test that a program cannot be linked, and of what the linker says."""

load("@rules_cc//cc:action_names.bzl", "CPP_LINK_EXECUTABLE_ACTION_NAME")
load("@rules_cc//cc:find_cc_toolchain.bzl", "find_cc_toolchain", "use_cc_toolchain")
load("@rules_cc//cc/common:cc_common.bzl", "cc_common")
load("@rules_cc//cc/common:cc_info.bzl", "CcInfo")

_SCRIPT = """
set -eu
log=$1
shift
if "$@" >"$log" 2>&1; then
  echo "the link was to fail" >&2
  exit 1
fi
"""

_TEST = """#!/bin/sh
status=0
while read -r text; do
  grep -F -- "$text" "{log}" >/dev/null || {{ echo "the linker did not say: $text"; status=1; }}
done <<'END'
{texts}
END
[ $status = 0 ] || cat "{log}"
exit $status
"""

def _archives(infos):
    """Archives in the linker's order, and flags; what is alwayslink is linked whole."""
    flags = []
    files = []
    for linker_input in depset(
        transitive = [info.linking_context.linker_inputs for info in infos],
        order = "topological",
    ).to_list():
        for library in linker_input.libraries:
            archive = library.static_library or library.pic_static_library
            files.append(archive)
            if library.alwayslink:
                flags += ["-Wl,--whole-archive", archive.path, "-Wl,--no-whole-archive"]
            else:
                flags.append(archive.path)
    return flags, files

def _link_failure_test_impl(ctx):
    toolchain = find_cc_toolchain(ctx)
    features = cc_common.configure_features(ctx = ctx, cc_toolchain = toolchain)
    linker = cc_common.get_tool_for_action(
        action_name = CPP_LINK_EXECUTABLE_ACTION_NAME,
        feature_configuration = features,
    )
    flags, files = _archives([dep[CcInfo] for dep in ctx.attr.deps])
    log = ctx.actions.declare_file(ctx.label.name + ".log")
    ctx.actions.run_shell(
        # Into one object rather than a program, for which the libraries need not be complete.
        arguments = [log.path, linker, "-nostdlib", "-r", "-o", log.path + ".o"] + flags,
        command = _SCRIPT,
        inputs = depset(files, transitive = [toolchain.all_files]),
        mnemonic = "LinkFailure",
        outputs = [log],
        progress_message = "Failing to link %{label}",
        use_default_shell_env = True,
    )
    ctx.actions.write(
        ctx.outputs.executable,
        _TEST.format(log = log.short_path, texts = "\n".join(ctx.attr.texts)),
        is_executable = True,
    )
    return [DefaultInfo(runfiles = ctx.runfiles([log]))]

_link_failure_test = rule(
    implementation = _link_failure_test_impl,
    attrs = {
        "deps": attr.label_list(doc = "The libraries.", mandatory = True, providers = [CcInfo]),
        "texts": attr.string_list(doc = "What the linker says.", mandatory = True),
    },
    fragments = ["cpp"],
    test = True,
    toolchains = use_cc_toolchain(),
)

def link_failure_test(name, **kwargs):
    """Fails when libraries can be linked together, or the linker does not say why not.

    Args:
      name: the test.
      **kwargs: `deps`, libraries whose archives are linked; `texts`, what the linker says.
    """
    _link_failure_test(
        name = name,
        size = "small",
        target_compatible_with = ["@platforms//os:linux"],
        **kwargs
    )
