"""The table of upgrades is the runtime's, and selections of old models have what it names."""

import re
import sys
import unittest
from pathlib import Path

from aten_ptl.model import Method, Model, Operator
from aten_ptl.selection import selection_list, selection_yaml
from aten_ptl.upgrades import UPGRADES, called_operators

_ENTRY = re.compile(r'\{"([\w:]+)", "(\w*)", (\d+), "([\w:]+)"\}')


def model(operator_version: int) -> Model:
    operators = (Operator("aten::div", "Tensor"), Operator("aten::relu", ""))
    method = Method("__torch__.M.forward", (), operators, (), (), 1)
    return Model("m.ptl", 4, operator_version, (method,), ())


class Upgrades(unittest.TestCase):
    table = ""

    def test_the_table_is_that_of_the_runtime(self) -> None:
        entries = {
            f"{name}.{overload}".rstrip("."): (int(last), row)
            for name, overload, last, row in _ENTRY.findall(Path(self.table).read_text())
        }
        self.assertEqual(entries, UPGRADES)

    def test_an_old_model_calls_what_stands_for_its_operators(self) -> None:
        self.assertEqual(called_operators(model(3)), {"aten_lite::div_Tensor_0_3", "aten::relu"})
        self.assertEqual(called_operators(model(4)), {"aten::div.Tensor", "aten::relu"})

    def test_selections_have_both(self) -> None:
        self.assertEqual(
            selection_list([model(3)]),
            "- aten::div.Tensor\n- aten::relu\n- aten_lite::div_Tensor_0_3\n",
        )
        self.assertEqual(selection_list([model(4)]), "- aten::div.Tensor\n- aten::relu\n")
        text = selection_yaml([model(3)], requested_by="//app:operators")
        self.assertIn("  aten_lite::div_Tensor_0_3:\n", text)
        self.assertEqual(text.count('debug_info: ["m.ptl (//app:operators)"]'), 3)


if __name__ == "__main__":
    Upgrades.table = sys.argv.pop(1)
    unittest.main()
