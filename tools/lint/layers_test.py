"""The include rules, on made-up includes."""

from __future__ import annotations

import unittest

from layers import ALLOWED, include_problem


class LayersTest(unittest.TestCase):
    def test_lower_layers_may_be_included(self) -> None:
        self.assertIsNone(include_problem("aten_lite/mobile/a.cpp", "aten_lite/core/b.h"))
        self.assertIsNone(include_problem("aten_lite/core/a.cpp", "aten_lite/core/b.h"))

    def test_higher_and_sibling_layers_may_not(self) -> None:
        self.assertIsNotNone(include_problem("aten_lite/core/a.cpp", "aten_lite/native/b.h"))
        self.assertIsNotNone(include_problem("aten_lite/native/a.h", "aten_lite/serialization/b.h"))

    def test_only_tests_include_testing(self) -> None:
        self.assertIsNone(include_problem("aten_lite/core/a_test.cpp", "aten_lite/testing/b.h"))
        self.assertIsNotNone(include_problem("aten_lite/core/a.cpp", "aten_lite/testing/b.h"))

    def test_generated_headers_are_above_core(self) -> None:
        self.assertIsNone(include_problem("aten_lite/core/a.h", "ATen/core/TensorBody.h"))
        self.assertIsNotNone(include_problem("aten_lite/core/a.h", "ATen/ops/add.h"))
        self.assertIsNone(include_problem("aten_lite/native/a.cpp", "ATen/ops/add.h"))

    def test_unknown_folders_are_reported(self) -> None:
        self.assertIsNotNone(include_problem("aten_lite/misc/a.h", "aten_lite/core/b.h"))

    def test_the_layers_have_no_cycle(self) -> None:
        below = {layer: set(others) for layer, others in ALLOWED.items()}
        while below:
            free = [layer for layer, others in below.items() if not others & below.keys()]
            self.assertTrue(free, f"these include each other: {sorted(below)}")
            for layer in free:
                del below[layer]


if __name__ == "__main__":
    unittest.main()
