#!/usr/bin/env python3
"""Writes the at:: functions, Tensor methods, callables and schemas of native_functions.yaml.

tools/codegen/gen.py -d cg/torch/share/ATen --static_dispatch_backend CPU
"""

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from aten_codegen.cli import gen_main

if __name__ == "__main__":
    sys.exit(gen_main(doc=__doc__))
