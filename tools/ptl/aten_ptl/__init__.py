"""Reads lite-interpreter models (.ptl) without torch and without executing them.

    from aten_ptl.model import read_model
    model = read_model("model.ptl")
    model.operators          # {"aten::add.Tensor", ...}

The modules, from bytes to meaning: pickle_reader (a pickle as plain values),
archive (records of the zip file), model (methods, operators, constants).
"""
