"""Tests of what model_fits.py says."""

import contextlib
import io
import os
import pickle
import tempfile
import unittest
import zipfile
from pathlib import Path

import model_fits

TABLE = "# 2 of 9 operators selected\noperator\tasked by\naten::relu\tx\naten::div.Tensor\tx\n"


class Fits(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.model = os.path.join(folder.name, "m.ptl")
        self.table = os.path.join(folder.name, "report.tsv")
        self.options = os.path.join(folder.name, "options")
        Path(self.table).write_text(TABLE, encoding="utf-8")
        lines = ["--target", "//app:sel", "--table", self.table]
        Path(self.options).write_text("\n".join(lines) + "\n", encoding="utf-8")

    def write_model(self, operators: tuple[tuple[str, str], ...], version: int = 10) -> None:
        code = {
            "instructions": (),
            "operators": operators,
            "constants": (),
            "types": (),
            "register_size": 1,
        }
        with zipfile.ZipFile(self.model, "w") as archive:
            method = ("__torch__.M.forward", tuple(code.items()))
            archive.writestr("m/bytecode.pkl", pickle.dumps((5, method), 2))
            archive.writestr("m/version", f"{version}\n")

    def run_tool(self) -> tuple[int, str]:
        output = io.StringIO()
        with contextlib.redirect_stdout(output), contextlib.redirect_stderr(output):
            status = model_fits.main([f"--operators={self.options}", self.model])
        return status, output.getvalue().replace(self.model, "m.ptl")

    def test_a_model_that_fits(self) -> None:
        self.write_model((("aten::relu", ""), ("aten::div", "Tensor")))
        self.assertEqual(self.run_tool(), (0, "m.ptl fits: all of its 2 operators are there\n"))

    def test_everything_that_is_lacking_is_listed_with_the_edit(self) -> None:
        self.write_model((("aten::relu", ""), ("aten::mul", "Tensor"), ("aten::add", "Tensor")))
        self.assertEqual(
            self.run_tool(),
            (
                1,
                "m.ptl does not fit //app:sel, which lacks 2 of its 3 operators:\n"
                "  aten::add.Tensor\n"
                "  aten::mul.Tensor\n"
                "Add the model to `models` of //app:sel, or these lines to `ops`:\n"
                '  "aten::add.Tensor",\n'
                '  "aten::mul.Tensor",\n',
            ),
        )

    def test_an_old_model_needs_what_stands_for_its_operators(self) -> None:
        self.write_model((("aten::div", "Tensor"),), version=3)
        status, text = self.run_tool()
        self.assertEqual(status, 1)
        self.assertIn("  aten_lite::div_Tensor_0_3\n", text)

    def test_a_file_that_is_no_model(self) -> None:
        Path(self.model).write_text("no model", encoding="utf-8")
        status, text = self.run_tool()
        self.assertEqual(status, 1)
        self.assertRegex(text, r"^m\.ptl: .*zip")
        self.assertNotIn("Traceback", text)


if __name__ == "__main__":
    unittest.main()
