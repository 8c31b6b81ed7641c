"""Tests of C++ signatures."""

import unittest

from aten_codegen.emit.common import declaration, kernel_declaration
from aten_codegen.signatures import function_signatures, method_signatures
from aten_codegen.testing import operators, plan


def functions(schema: str) -> list[str]:
    return [declaration(s) for s in function_signatures(plan(schema).operator)]


def methods(schema: str) -> list[str]:
    return [declaration(s, " const;") for s in method_signatures(plan(schema).operator)]


class Kernels(unittest.TestCase):
    def test_arguments_as_in_pytorch(self) -> None:
        for schema, expected in (
            ("f(Tensor self) -> Tensor", "at::Tensor k(const at::Tensor& self);"),
            ("f_(Tensor(a!) self) -> Tensor(a!)", "at::Tensor& k(at::Tensor& self);"),
            (
                "f(Tensor? x) -> Tensor[]",
                "::std::vector<at::Tensor> k(const ::std::optional<at::Tensor>& x);",
            ),
            ("f(Tensor?[] x) -> ()", "void k(const c10::List<::std::optional<at::Tensor>>& x);"),
            (
                "f(int[2] x, SymInt y) -> (Tensor, int)",
                "::std::tuple<at::Tensor, int64_t> k(at::IntArrayRef x, int64_t y);",
            ),
            ("f(int default) -> ()", "void k(int64_t default_);"),
        ):
            with self.subTest(schema):
                self.assertEqual(kernel_declaration(plan(schema).operator, "k"), expected)

    def test_structured_kernels_return_nothing(self) -> None:
        (op,) = operators(
            "- func: f.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)\n"
            "  structured: True\n  dispatch:\n    CPU: f_out\n"
        )
        self.assertEqual(
            kernel_declaration(op, "f_out"), "void f_out(const at::Tensor& self, at::Tensor& out);"
        )


class Functions(unittest.TestCase):
    def test_out_comes_first_or_last(self) -> None:
        self.assertEqual(
            functions("f.out(Tensor self, int n=1, *, Tensor(a!) out) -> Tensor(a!)"),
            [
                "at::Tensor& f_out(at::Tensor& out, const at::Tensor& self, int64_t n = 1);",
                "at::Tensor& f_outf(const at::Tensor& self, int64_t n, at::Tensor& out);",
            ],
        )

    def test_tensor_options_stand_for_four_arguments(self) -> None:
        with_options, scattered = functions(
            "zeros(int[] size, *, ScalarType? dtype=None, Layout? layout=None, "
            "Device? device=None, bool? pin_memory=None) -> Tensor"
        )
        self.assertEqual(
            with_options, "at::Tensor zeros(at::IntArrayRef size, at::TensorOptions options = {});"
        )
        self.assertIn("::std::optional<at::ScalarType> dtype", scattered)
        self.assertNotIn("=", scattered)

    def test_defaults_are_only_at_the_end(self) -> None:
        self.assertEqual(functions("f(int a=1, int b) -> ()"), ["void f(int64_t a, int64_t b);"])


class Methods(unittest.TestCase):
    def test_self_is_the_object(self) -> None:
        self.assertEqual(
            methods("f_(Tensor(a!) self, int n=2) -> Tensor(a!)"),
            ["at::Tensor& f_(int64_t n = 2) const;"],
        )
        values = method_signatures(plan("f_(Tensor(a!) self) -> Tensor(a!)").operator)[0].values
        self.assertEqual(values["self"], "const_cast<at::Tensor&>(*this)")


if __name__ == "__main__":
    unittest.main()
