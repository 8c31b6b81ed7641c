"""Tests of default values."""

import unittest

from aten_codegen.defaults import Default, DefaultError, cpp_default, parse_default
from aten_codegen.schema import Argument, parse_schema


def argument(text: str) -> Argument:
    return parse_schema(f"f({text}) -> ()").arguments[0]


class Meaning(unittest.TestCase):
    def test_of_every_kind(self) -> None:
        for text, expected in (
            ("int x=3", Default("int", 3)),
            ("int x=-1", Default("int", -1)),
            ("int reduction=Mean", Default("int", 1)),
            ("int? x=None", Default("none")),
            ("bool x=True", Default("bool", True)),
            ("float x=1e-05", Default("float", 1e-05)),
            ("float x=2", Default("float", 2.0)),
            ("Scalar x=1", Default("int", 1)),
            ("Scalar x=0.5", Default("float", 0.5)),
            ("str x='mean'", Default("str", "mean")),
            ('str x="\\"\'\\\\"', Default("str", "\"'\\")),
            ("int[2] x=0", Default("int_list", (0, 0))),
            ("int[] x=[1, 2]", Default("int_list", (1, 2))),
            ("int[1] x=[]", Default("int_list", ())),
            ("int[1]? x=None", Default("none")),
            ("bool[2] x=[True, False]", Default("bool_list", (1, 0))),
            ("ScalarType? x=long", Default("int", 4)),
            ("MemoryFormat x=contiguous_format", Default("int", 0)),
            ("Tensor[] x=[]", Default("empty_list", ())),
        ):
            with self.subTest(text):
                self.assertEqual(parse_default(argument(text)), expected)

    def test_absent(self) -> None:
        self.assertIsNone(parse_default(argument("int x")))

    def test_wrong_ones_are_errors(self) -> None:
        for text in ("int x=a", "bool x=1", "float x=no", "int[] x=1", "str x=5", "Tensor x=1"):
            with self.subTest(text), self.assertRaises(DefaultError):
                parse_default(argument(text))


class Cpp(unittest.TestCase):
    def test_of_every_kind(self) -> None:
        for text, expected in (
            ("int x=3", "3"),
            ("int x=Mean", "1"),
            ("int? x=None", "std::nullopt"),
            ("bool x=False", "false"),
            ("float x=1e-05", "1e-05"),
            ("Scalar x=1", "1"),
            ("str x='mean'", '"mean"'),
            ('str x="\\"\'\\\\"', '"\\"\'\\\\"'),
            ("int[2] x=0", "0"),
            ("int[] x=[1, 2]", "{1, 2}"),
            ("bool[2] x=[True, False]", "{true, false}"),
            ("ScalarType? x=long", "at::kLong"),
            ("MemoryFormat x=contiguous_format", "at::MemoryFormat::Contiguous"),
        ):
            with self.subTest(text):
                self.assertEqual(cpp_default(argument(text)), expected)


if __name__ == "__main__":
    unittest.main()
