#!/usr/bin/env python3
"""Writes the unboxing wrappers of selected operators, and the table that registers them.

tools/codegen/gen_unboxing.py -d cg/torch/share/ATen --op_selection_yaml_path ops.yaml
"""

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from aten_codegen.cli import gen_unboxing_main

if __name__ == "__main__":
    sys.exit(gen_unboxing_main(doc=__doc__))
