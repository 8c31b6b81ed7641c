"""Tests of the schema language."""

import unittest

from aten_codegen.schema import (
    BaseType,
    ListType,
    OperatorName,
    OptionalType,
    SchemaError,
    parse_operator_name,
    parse_schema,
)

ROUND_TRIPS = (
    "aten::add.out(Tensor self, Tensor other, *, Scalar alpha=1, Tensor(a!) out) -> Tensor(a!)",
    "relu(Tensor self) -> Tensor",
    "f() -> ()",
    "f(int[2] stride=[], bool[3] mask, float[]? scales=None) -> (Tensor, Tensor[])",
    "f(Tensor(a -> *) self, Tensor(b|c) other) -> Tensor(a)[]",
    "f(Tensor(a!)[] out, str reduction='mean', str pad=\"a,b)\") -> ()",
    "f(int[1] dim=[-2,-1], float eps=1e-05) -> (Tensor values, Tensor indices)",
    "aten::append.t(t[](a!) self, t(c -> *) el) -> t[](a!)",
    "aten::items.str(Dict(str, t) self) -> ((str, t)[])",
    "aten::popitem.str(Dict(str, t)(a!) self) -> ((str, t))",
    "aten::format(str self, ...) -> str",
    "prim::TupleUnpack(Any tup) -> ...",
    "prepacked::linear_clamp_run(Tensor X, __torch__.torch.classes.xnnpack.LinearOpContext W) -> "
    "Tensor Y",
    "f(*, Generator? generator=None) -> Tensor",
)


class RoundTrip(unittest.TestCase):
    def test_printing_a_parsed_schema_gives_its_text(self) -> None:
        for text in ROUND_TRIPS:
            with self.subTest(text):
                self.assertEqual(str(parse_schema(text)), text)

    def test_parsing_is_idempotent(self) -> None:
        for text in ROUND_TRIPS:
            self.assertEqual(parse_schema(str(parse_schema(text))), parse_schema(text))


class Structure(unittest.TestCase):
    def test_arguments_after_the_star_are_keyword_only(self) -> None:
        schema = parse_schema("f(int a, *, int b=2, Tensor(a!) out) -> Tensor(a!)")
        self.assertEqual([a.kwarg_only for a in schema.arguments], [False, True, True])
        self.assertEqual([a.default for a in schema.arguments], [None, "2", None])
        self.assertEqual([a.name for a in schema.out_arguments], ["out"])

    def test_a_mutable_positional_argument_is_no_out_argument(self) -> None:
        schema = parse_schema("f_(Tensor(a!) self) -> Tensor(a!)")
        self.assertTrue(schema.arguments[0].is_mutable)
        self.assertEqual(schema.out_arguments, ())

    def test_types_nest(self) -> None:
        argument = parse_schema("f(int[2]? x) -> ()").arguments[0]
        self.assertEqual(argument.type, OptionalType("", ListType("", BaseType("", "int"), 2)))

    def test_names_have_three_parts(self) -> None:
        self.assertEqual(parse_operator_name("aten::add.out"), OperatorName("aten", "add", "out"))
        self.assertEqual(parse_operator_name("add_"), OperatorName("", "add_", ""))


class Mistakes(unittest.TestCase):
    def assert_error(self, text: str, message: str) -> None:
        with self.assertRaises(SchemaError) as context:
            parse_schema(text)
        self.assertIn(message, str(context.exception))

    def test_name_what_was_expected_and_where(self) -> None:
        self.assert_error("f(Tensor self -> Tensor", "expected ','")
        self.assert_error("f(Tensor) -> Tensor", "expected an argument name at ') -> Tensor'")
        self.assert_error("f(Tensor self)", "expected '->' at 'the end'")
        self.assert_error("f(Tensor self) -> Tensor x y", "the end of the schema at 'y'")
        self.assert_error("f(int[x] a) -> ()", "expected ']'")
        self.assert_error("f(int a=) -> ()", "a default value")
        self.assert_error("f(*, *, int a) -> ()", "only one '*'")
        self.assert_error("f(..., int a) -> ()", "')' after '...'")
        self.assert_error("1f() -> ()", "an operator name")

    def test_an_argument_declared_twice(self) -> None:
        self.assert_error("f(int a, int a) -> ()", "argument 'a' is declared twice")


if __name__ == "__main__":
    unittest.main()
