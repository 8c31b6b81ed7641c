"""Tests of aten_codegen.report_page: what is on a page, and that nothing escapes from a cell."""

import re
import unittest
from typing import Any

from aten_codegen.report_page import Column, Page, render


def page(**changes):
    values: dict[str, Any] = {
        "title": "Selected operators",
        "subtitle": "//app:ops",
        "facts": [("2", "operators")],
        "columns": [Column("operator", "name"), Column("bytes", "number"), Column("by", "list")],
        "rows": [("aten::add.Tensor", "12345", "//a:b; m.ptl"), ("aten::relu", "", "//a:b")],
    }
    values.update(changes)
    return render(Page(**values))


class ReportPage(unittest.TestCase):
    def test_cells_have_their_kind(self):
        text = page()
        self.assertIn('<td class="name">aten::<wbr>add.<wbr>Tensor</td>', text)
        self.assertIn('<td class="number" data-value="12345">12\u202f345</td>', text)
        self.assertIn(
            '<span class="chip">//<wbr>a:b</span> <span class="chip">m.<wbr>ptl</span>', text
        )
        self.assertEqual(text.count("<tr>"), 3)

    def test_values_are_escaped(self):
        evil = '"><script>alert(1)</script>'
        text = page(
            title=evil,
            subtitle=evil,
            facts=[(evil, evil)],
            rows=[(evil, evil, evil)],
            columns=[Column(evil, "name"), Column(evil, "number"), Column(evil, "list", evil)],
            parts=[(evil, 3)],
        )
        self.assertNotIn("<script>alert", text)
        self.assertEqual(text.count("<script>"), 1)

    def test_nothing_is_loaded_from_elsewhere(self):
        self.assertIsNone(re.search(r"https?:|\bsrc=|<link|@import|url\(", page()))

    def test_parts_are_shown_in_proportion(self):
        text = page(parts=[("native", 300), ("core", 100)])
        self.assertIn("width:75.00%", text)
        self.assertIn("core <span>100 (25.0 %)</span>", text)
        self.assertNotIn('class="bar"', page())


if __name__ == "__main__":
    unittest.main()
