"""Tests of operators as read from yaml."""

import unittest

from aten_codegen.model import Kernel, Origin, header_root, is_inplace_root, parse_tags
from aten_codegen.testing import operator_errors, operators
from aten_codegen.yaml_loader import load_yaml


class Kernels(unittest.TestCase):
    def test_without_dispatch_the_root_names_a_composite_kernel(self) -> None:
        functional, out = operators(
            "- func: f(Tensor self) -> Tensor\n"
            "- func: f.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)\n"
        )
        self.assertEqual(str(functional.kernel(("CPU",))), "at::native::f")
        self.assertEqual(str(out.kernel(("CPU",))), "at::native::f_out")

    def test_a_backend_comes_before_a_composite_kernel(self) -> None:
        (op,) = operators(
            "- func: f(Tensor self) -> Tensor\n"
            "  dispatch:\n    CPU, CUDA: fast\n    CompositeExplicitAutograd: slow\n"
        )
        self.assertEqual(str(op.kernel(("CPU",))), "at::native::fast")
        self.assertEqual(str(op.kernel(("QuantizedCPU",))), "at::native::slow")

    def test_a_namespace_is_the_users(self) -> None:
        (op,) = operators(
            "- func: mine::f(Tensor self) -> Tensor\n  dispatch:\n    CPU: mine::f\n", Origin.CUSTOM
        )
        self.assertEqual(op.kernel(("CPU",)), Kernel("mine::native", "f"))
        self.assertEqual(str(op.kernel(("CPU",))), "::mine::native::f")

    def test_boxed_kernels_need_no_dispatch(self) -> None:
        (op,) = operators("- func: aten::f(Any x) -> Any\n  boxed: g\n", Origin.PRIM)
        self.assertEqual(op.boxed, Kernel("at::native", "g"))
        self.assertIsNone(op.kernel(("CPU",)))


class Roots(unittest.TestCase):
    def test_in_place_roots(self) -> None:
        self.assertTrue(is_inplace_root("add_"))
        self.assertTrue(is_inplace_root("__iadd__"))
        self.assertFalse(is_inplace_root("__and__"))
        self.assertFalse(is_inplace_root("add"))

    def test_in_place_operators_share_a_header_with_functional_ones(self) -> None:
        self.assertEqual(header_root("add_"), "add")
        self.assertEqual(header_root("__and__"), "__and__")


class Mistakes(unittest.TestCase):
    def assert_error(self, text: str, message: str, origin: Origin = Origin.NATIVE) -> None:
        errors = [str(error) for error in operator_errors(text, origin)]
        self.assertTrue(any(message in error for error in errors), errors)

    def test_a_misspelt_key_is_found(self) -> None:
        self.assert_error(
            "- func: f() -> ()\n  dispacth:\n    CPU: f\n",
            "test.yaml:2: error: unknown key 'dispacth'\n    Did you mean dispatch?",
        )

    def test_an_unknown_dispatch_key(self) -> None:
        self.assert_error(
            "- func: f() -> ()\n  dispatch:\n    CPUU: f\n", "test.yaml:3: error: unknown dispatch"
        )

    def test_a_bad_schema_is_quoted(self) -> None:
        self.assert_error("- func: f(\n", "test.yaml:1: error: bad schema")

    def test_the_rest(self) -> None:
        self.assert_error("- variants: method\n", "needs a 'func'")
        self.assert_error("- func: f() -> ()\n  variants: methd\n", "unknown variant 'methd'")
        self.assert_error("- func: f() -> ()\n  structured: True\n", "belongs on the out variant")
        self.assert_error(
            "- func: aten::f() -> ()\n  boxed: f\n  dispatch:\n    CPU: f\n", "exclude each other"
        )
        self.assert_error("- func: f() -> ()\n", "has no namespace", Origin.PRIM)
        self.assert_error("f: 1\n", "the file must be a list")

    def test_all_of_a_file_are_reported(self) -> None:
        errors = operator_errors("- func: f(\n- func: g() -> ()\n- func: h(\n")
        self.assertEqual([error.location.line for error in errors], [1, 3])


class Tags(unittest.TestCase):
    def test_names_come_from_the_file(self) -> None:
        root, _ = load_yaml("- tag: core\n  desc: |\n    Text.\n- tag: view_copy\n", "tags.yaml")
        self.assertEqual(parse_tags(root), frozenset(["core", "view_copy"]))


if __name__ == "__main__":
    unittest.main()
