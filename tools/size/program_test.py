"""Test of a table that was measured from a real program: linked, cut up and attributed.

Arguments: the table.
"""

import sys
import unittest
from pathlib import Path

from aten_size.report import from_tsv

_TABLE = Path(sys.argv.pop())


class Program(unittest.TestCase):
    def setUp(self):
        self.sizes = from_tsv(_TABLE.read_text(encoding="utf-8"), str(_TABLE))

    def test_rooms_add_up(self):
        self.assertEqual(sum(size for _, size in self.sizes.rooms), self.sizes.total)
        rooms = dict(self.sizes.rooms)
        for room in ("aten_lite/core", "aten_lite/registry", "generated", "external/googletest"):
            self.assertGreater(rooms.get(room, 0), 0, room)

    def test_operators_and_the_rest_add_up(self):
        # Shares are rounded, one by one.
        operators = sum(operator.share for operator in self.sizes.operators)
        self.assertAlmostEqual(
            operators + self.sizes.base, self.sizes.total, delta=len(self.sizes.operators)
        )

    def test_each_operator_has_a_wrapper_and_a_schema_of_its_own(self):
        names = [operator.name for operator in self.sizes.operators]
        self.assertTrue(names)
        self.assertEqual(names, sorted(set(names)))
        for operator in self.sizes.operators:
            self.assertIn("::", operator.name)
            self.assertGreater(operator.alone, 100, operator)
            self.assertGreaterEqual(operator.share, operator.alone)


if __name__ == "__main__":
    unittest.main()
