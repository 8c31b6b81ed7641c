"""Which files of the extra models belong together, and which this version can run."""

# A network whose float32 layer norm lies so near a tie of the dynamic quantization after it that
# the last bit decides.
_UNSUPPORTED_STARTS = (
    "vit4mnist_",
)

def is_supported(model):
    """Whether this version can run a model, by its file name."""
    return not model.startswith(_UNSUPPORTED_STARTS)

def cases_of(model, files):
    """The case files of a model: of net.ptl and net.ptl.ff these are cases/net.N.pt."""
    stem = "cases/" + model.removesuffix(".ff").removesuffix(".ptl") + "."
    return [
        path
        for path in files
        if path.startswith(stem) and path.removeprefix(stem).removesuffix(".pt").isdigit()
    ]
