#!/usr/bin/env python3
"""Merges lists of operators, selection files and models' operators into one selection.

tools/codegen/select_operators.py --target app --op-selection-yaml-path ops.yaml \
    --output merged.yaml --origins origins.tsv
"""

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from aten_codegen.select_cli import select_main

if __name__ == "__main__":
    sys.exit(select_main(doc=__doc__))
