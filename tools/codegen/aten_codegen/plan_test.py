"""Tests of the plan: which kernel a call reaches, and what its body says."""

import unittest

from aten_codegen.plan import body, implied_backends, plan_operators
from aten_codegen.testing import operators, plan, plans

STRUCTURED = """
- func: f.out(Tensor self, int n, *, Tensor(a!) out) -> Tensor(a!)
  structured: True
  dispatch:
    CPU: f_out
- func: f(Tensor self, int n) -> Tensor
  structured_delegate: f.out
- func: f_(Tensor(a!) self, int n) -> Tensor(a!)
  structured_delegate: f.out
"""
VALUES = {"self": "self", "n": "n", "out": "out"}


class Bodies(unittest.TestCase):
    def test_a_plain_kernel_is_called(self) -> None:
        self.assertEqual(
            body(plan("f(Tensor self) -> Tensor"), VALUES), ["return at::native::k(self);"]
        )
        self.assertEqual(body(plan("f(Tensor self) -> ()"), VALUES), ["at::native::k(self);"])

    def test_a_structured_kernel_serves_three_variants(self) -> None:
        by_name = plans(STRUCTURED).by_name()
        self.assertEqual(
            body(by_name["aten::f"], VALUES),
            ["at::Tensor out_;", "at::native::f_out(self, n, out_);", "return out_;"],
        )
        self.assertEqual(
            body(by_name["aten::f_"], VALUES),
            ["at::native::f_out(self, n, self);", "return self;"],
        )
        self.assertEqual(
            body(by_name["aten::f.out"], VALUES),
            ["at::native::f_out(self, n, out);", "return out;"],
        )

    def test_several_backends_make_a_switch(self) -> None:
        text = "- func: f(Tensor self) -> Tensor\n  dispatch:\n    CPU: a\n    QuantizedCPU: b\n"
        planned = plans(text, "CPU", "QuantizedCPU").operators[0]
        code = "\n".join(body(planned, VALUES))
        self.assertIn("at::detail::static_dispatch_key(self)", code)
        self.assertIn("DispatchKey::CPU: {\n    return at::native::a(self);", code)
        self.assertIn("DispatchKey::QuantizedCPU: {\n    return at::native::b(self);", code)
        self.assertIn('unsupported_backend("aten::f", key_, "CPU, QuantizedCPU")', code)

    def test_a_missing_backend_is_an_error_at_run_time(self) -> None:
        text = "- func: f(Tensor self) -> Tensor\n  dispatch:\n    CPU: a\n"
        planned = plans(text, "CPU", "QuantizedCPU").operators[0]
        self.assertIn("unsupported_backend", "\n".join(body(planned, VALUES)))

    def test_a_composite_kernel_serves_all_backends(self) -> None:
        planned = plans("- func: f(Tensor self) -> Tensor\n", "CPU", "QuantizedCPU").operators[0]
        self.assertEqual(body(planned, VALUES), ["return at::native::f(self);"])

    def test_a_composite_kernel_is_the_default_of_a_switch(self) -> None:
        text = (
            "- func: f(Tensor self) -> Tensor\n"
            "  dispatch:\n    QuantizedCPU: b\n    CompositeExplicitAutograd: c\n"
        )
        planned = plans(text, "CPU", "QuantizedCPU").operators[0]
        code = "\n".join(body(planned, VALUES))
        self.assertIn("default: {\n    return at::native::c(self);", code)
        self.assertNotIn("unsupported_backend", code)


class Backends(unittest.TestCase):
    def implied(self, names: str, *backends: str) -> tuple[str, ...]:
        text = "".join(f"- func: {name}(Tensor self) -> Tensor\n" for name in names.split())
        return implied_backends(operators(text), backends)

    def test_a_selection_with_quantized_operators_calls_their_kernels(self) -> None:
        both = ("CPU", "QuantizedCPU")
        self.assertEqual(self.implied("relu quantize_per_tensor", "CPU"), both)
        self.assertEqual(self.implied("dequantize", "CPU"), both)
        self.assertEqual(self.implied("dequantize", "QuantizedCPU", "CPU"), ("QuantizedCPU", "CPU"))

    def test_others_do_not_pay_for_it(self) -> None:
        self.assertEqual(self.implied("relu quantile fake_quantize_x", "CPU"), ("CPU",))


class Kernels(unittest.TestCase):
    def test_operators_of_other_backends_have_none(self) -> None:
        planned = plans("- func: f(Tensor self) -> Tensor\n  dispatch:\n    CUDA: f\n")
        self.assertFalse(planned.operators[0].has_kernel)

    def test_operators_are_sorted_by_name(self) -> None:
        planned = plans("- func: b() -> ()\n- func: a() -> ()\n- func: a.x() -> ()\n")
        self.assertEqual(
            [p.full_name for p in planned.operators], ["aten::a", "aten::a.x", "aten::b"]
        )


class Mistakes(unittest.TestCase):
    def assert_error(self, text: str, message: str) -> None:
        _, errors = plan_operators(operators(text), ("CPU",))
        self.assertTrue(any(message in str(error) for error in errors), list(map(str, errors)))

    def test_delegates_must_be_there_and_structured(self) -> None:
        self.assert_error(
            "- func: f(Tensor self) -> Tensor\n  structured_delegate: f.out\n", "does not exist"
        )
        self.assert_error(
            "- func: f.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)\n"
            "- func: f(Tensor self) -> Tensor\n  structured_delegate: f.out\n",
            "is not 'structured: True'",
        )

    def test_unknown_types_name_operator_and_argument(self) -> None:
        self.assert_error(
            "- func: f(Tensr self) -> Tensor\n",
            "test.yaml:1: error: 'f', argument 'self': no C++ type is known",
        )

    def test_duplicates_name_the_first(self) -> None:
        self.assert_error("- func: f() -> ()\n- func: f() -> ()\n", "First in test.yaml:1.")

    def test_colliding_cpp_names(self) -> None:
        self.assert_error(
            "- func: f_x() -> ()\n- func: f.x() -> ()\n", "have the same C++ name 'f_x'"
        )

    def test_varargs_need_a_boxed_kernel(self) -> None:
        self.assert_error("- func: f(str self, ...) -> str\n", "variable number of values")


if __name__ == "__main__":
    unittest.main()
