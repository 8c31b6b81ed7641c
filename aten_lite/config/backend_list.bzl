"""The build setting rule behind //aten_lite/config:static_dispatch_backend."""

load("@bazel_skylib//rules:common_settings.bzl", "BuildSettingInfo")

def _backend_list_impl(ctx):
    backends = ctx.build_setting_value
    problem = None
    if not backends:
        problem = "is empty; it needs at least one backend"
    elif len({backend: None for backend in backends}) != len(backends):
        problem = "names a backend twice: {}".format(",".join(backends))
    for backend in backends:
        if backend not in ctx.attr.values:
            problem = "has '{}', which is no backend".format(backend)
    if problem:
        fail("//{}:{}: the flag {}. Allowed: {}, separated by commas, in order of preference.".format(
            ctx.label.package,
            ctx.label.name,
            problem,
            ", ".join(ctx.attr.values),
        ))
    return BuildSettingInfo(value = backends)

backend_list = rule(
    implementation = _backend_list_impl,
    attrs = {
        "values": attr.string_list(doc = "Backends that may be named.", mandatory = True),
    },
    build_setting = config.string_list(flag = True),
    doc = "A list of dispatch keys, checked against the ones that have kernels.",
)
