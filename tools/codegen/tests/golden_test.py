"""Compares what the generators write for a small yaml with files kept in golden/output.

After an intended change:

    cd tools/codegen && GOLDEN_UPDATE=1 python3 -m tests.golden_test

and read the difference before committing it.
"""

import os
import shutil
import tempfile
import unittest
from pathlib import Path

from aten_codegen.cli import gen_main, gen_unboxing_main

_GOLDEN = Path(os.path.abspath(__file__)).parent / "golden"


def generate(folder: str) -> None:
    source = str(_GOLDEN / "input")
    assert gen_main(["-s", source, "-d", folder]) == 0
    assert gen_unboxing_main(["-s", source, "-d", folder, "--num-shards", "1"]) == 0


def read_all(folder: Path) -> dict[str, str]:
    """Texts by name, but of the class at::Tensor: most of that is a template."""
    return {
        str(path.relative_to(folder)): path.read_text(encoding="utf-8")
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.name != "TensorBody.h"
    }


class Golden(unittest.TestCase):
    maxDiff = None

    def test_output_is_what_is_kept(self) -> None:
        kept = read_all(_GOLDEN / "output")
        with tempfile.TemporaryDirectory() as folder:
            generate(folder)
            written = read_all(Path(folder))
        self.assertEqual(sorted(written), sorted(kept))
        for name, text in written.items():
            with self.subTest(name):
                self.assertEqual(text, kept[name])

    def test_methods_are_declared_with_defaults(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            generate(folder)
            text = (Path(folder) / "core" / "TensorBody.h").read_text(encoding="utf-8")
        for line in (
            "at::Tensor add(const at::Tensor& other, const at::Scalar& alpha = 1) const;",
            "at::Tensor& add_(const at::Tensor& other, const at::Scalar& alpha = 1) const;",
            "at::Tensor bernoulli(::std::optional<at::Generator> generator = std::nullopt) const;",
        ):
            self.assertIn(f"\n  {line}\n", text)
        self.assertNotIn("data() const;", text)

    def test_lines_are_short_and_clean(self) -> None:
        for name, text in read_all(_GOLDEN / "output").items():
            for number, line in enumerate(text.split("\n"), 1):
                with self.subTest(f"{name}:{number}"):
                    self.assertLessEqual(len(line), 100)
                    self.assertEqual(line, line.rstrip())
                    self.assertNotIn("\t", line)


if __name__ == "__main__":
    if os.environ.get("GOLDEN_UPDATE"):
        shutil.rmtree(_GOLDEN / "output", ignore_errors=True)
        generate(str(_GOLDEN / "output"))
        shutil.rmtree(_GOLDEN / "output" / "core")
    else:
        unittest.main()
