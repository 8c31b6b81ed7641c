"""Tests of aten_size.budget and aten_size.report: what a person reads when a binary grew."""

import unittest

from aten_size.attribution import OperatorSize, Sizes
from aten_size.budget import check_budget
from aten_size.errors import SizeError
from aten_size.page import to_html
from aten_size.report import from_tsv, to_tsv


def sizes(total=1000, operators=(("aten::add.Tensor", 300, 350),), native=700):
    return Sizes(
        total=total,
        zeroed=8,
        operators=tuple(OperatorSize(*o) for o in operators),
        rooms=(("aten_lite/native", native), ("toolchain", total - native)),
        base=500,
    )


class Tables(unittest.TestCase):
    def test_a_table_reads_back(self):
        self.assertEqual(from_tsv(to_tsv(sizes(), "//:app"), "t"), sizes())

    def test_other_files_are_refused(self):
        head = "kind\tname\tbytes\twith its share\n"
        for text in ("", "hello", head, head + "room\tx\tmany\t\n", head + "operator\tx\t3\n"):
            with self.subTest(text=text), self.assertRaisesRegex(SizeError, "^b.tsv: "):
                from_tsv(text, "b.tsv")


class Budget(unittest.TestCase):
    def test_within(self):
        within, text = check_budget(sizes(), 1000, "//:app", None, "")
        self.assertTrue(within)
        self.assertEqual(text, "//:app: 1000 bytes, 0 below the budget of 1000\n")

    def test_over_without_a_baseline_names_the_largest(self):
        within, text = check_budget(sizes(), 999, "//:app", None, "")
        self.assertFalse(within)
        self.assertIn("//:app: 1000 bytes, 1 over the budget of 999.", text)
        self.assertIn("       700 aten_lite/native\n", text)
        self.assertIn("       300 aten::add.Tensor\n", text)

    def test_over_says_what_grew(self):
        grown = sizes(
            total=1500,
            native=1200,
            operators=(("aten::add.Tensor", 290, 350), ("aten::svd", 510, 520)),
        )
        within, text = check_budget(grown, 1200, "//:app", sizes(), "//:app_test.update")
        self.assertFalse(within)
        for expected in (
            "300 over the budget of 1200.",
            "Since the baseline: +500 bytes.",
            "        +500 aten_lite/native\n",
            "        +510 aten::svd (new)\n         -10 aten::add.Tensor\n",
            "bazel run //:app_test.update",
        ):
            self.assertIn(expected, text)
        self.assertNotIn("toolchain", text)

    def test_what_went_away_is_said_within_the_budget(self):
        _, text = check_budget(sizes(total=900, operators=(), native=600), 1000, "b", sizes(), "")
        self.assertIn("-300 aten::add.Tensor (gone)", text)

    def test_nothing_changed(self):
        self.assertIn("Nothing changed", check_budget(sizes(), 1000, "b", sizes(), "")[1])


class Page(unittest.TestCase):
    def test_who_asked_comes_from_all_tables(self):
        head = "# selection\noperator\tasked by\tshard\tkernel\tbackends\n"
        tables = [f"{head}aten::add.Tensor\t{who}\t0\tat::native::add\tCPU\n" for who in "ab"]
        page = to_html(sizes(), "//:app", tables)
        self.assertIn('<span class="chip">a</span> <span class="chip">b</span>', page)
        self.assertIn("aten_lite/native <span>700 (70.0 %)</span>", page)


if __name__ == "__main__":
    unittest.main()
