"""Properties that hold for every operator: of our yaml, and of upstream's where torchgen is there.

torchgen's folder is taken from $TORCHGEN_DIR, or from the interpreter that runs the test.
"""

from __future__ import annotations

import importlib.util
import os
import unittest
from functools import cache
from pathlib import Path

from aten_codegen.cli import generate_all, generate_unboxing
from aten_codegen.errors import Problems
from aten_codegen.inputs import read_sources
from aten_codegen.plan import Plans, plan_operators
from aten_codegen.schema import parse_schema

_PACKAGE = Path(os.path.abspath(__file__)).parent
_OURS = str(_PACKAGE.parents[2] / "aten_lite" / "native")


def torchgen_source() -> str | None:
    """The folder with upstream's native_functions.yaml."""
    folder = os.environ.get("TORCHGEN_DIR")
    if not folder:
        spec = importlib.util.find_spec("torchgen")
        folder = (
            spec.submodule_search_locations[0] if spec and spec.submodule_search_locations else ""
        )
    source = os.path.join(folder, "packaged", "ATen")
    return source if os.path.isdir(source) else None


@cache
def plans_of(source: str, backends: tuple[str, ...] = ("CPU",)) -> tuple[Plans, str]:
    problems = Problems()
    inputs = read_sources(source, (), problems)
    plans, errors = plan_operators(inputs.operators, backends)
    problems.errors += errors
    return plans, problems.report() if problems.errors else ""


class Properties(unittest.TestCase):
    """Inherited per yaml."""

    source = ""

    @classmethod
    def setUpClass(cls) -> None:
        if not cls.source:
            raise unittest.SkipTest("there is no yaml to look at")

    def test_all_entries_are_planned(self) -> None:
        _, report = plans_of(self.source)
        self.assertEqual(report, "")

    def test_schemas_print_as_they_were_written(self) -> None:
        for path in sorted(Path(self.source).rglob("*_functions.yaml")):
            for line in path.read_text(encoding="utf-8").split("\n"):
                if line.startswith("- func:"):
                    text = line[len("- func:") :].strip()
                    text = text[1:-1].replace("''", "'") if text.startswith("'") else text
                    with self.subTest(text):
                        self.assertEqual(str(parse_schema(text)), text)

    def test_everything_renders(self) -> None:
        for backends in (("CPU",), ("CPU", "QuantizedCPU")):
            plans, _ = plans_of(self.source, backends)
            with_kernel = [plan for plan in plans.operators if plan.has_kernel]
            for file in [*generate_all(plans, ["f"]), *generate_unboxing(with_kernel, ["f"], 5)]:
                self.assertNotIn("$", file.text.replace("$banner", "?"), file.path)


class Ours(Properties):
    source = _OURS

    def test_every_operator_has_a_kernel(self) -> None:
        plans, _ = plans_of(self.source, ("CPU", "QuantizedCPU"))
        self.assertEqual([p.full_name for p in plans.operators if not p.has_kernel], [])


class Upstreams(Properties):
    source = torchgen_source() or ""

    def test_is_the_whole_file(self) -> None:
        plans, _ = plans_of(self.source)
        self.assertGreater(len(plans.operators), 2500)
        without = [plan for plan in plans.operators if not plan.has_kernel]
        self.assertLess(len(without), 200)

    def test_our_schemas_are_upstreams(self) -> None:
        upstream = plans_of(self.source)[0].by_name()
        for name, plan in plans_of(_OURS)[0].by_name().items():
            theirs = upstream.get(name)
            if theirs is not None and not plan.operator.name.namespace:
                with self.subTest(name):
                    self.assertEqual(str(plan.operator.schema), str(theirs.operator.schema))


def load_tests(
    loader: unittest.TestLoader, _: unittest.TestSuite, __: str | None
) -> unittest.TestSuite:
    """Without the base class, which has nothing to look at."""
    return unittest.TestSuite(map(loader.loadTestsFromTestCase, (Ours, Upstreams)))


if __name__ == "__main__":
    unittest.main()
