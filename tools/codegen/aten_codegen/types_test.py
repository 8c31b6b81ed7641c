"""Tests of schema types in C++."""

import unittest

from aten_codegen.schema import Type, parse_schema
from aten_codegen.types import UnknownTypeError, cpp_type, fixed_size, type_key

# The appendix of PyTorch's RFC-0020, and what has come since.
KNOWN = """
Device Device? DeviceIndex Dimname Dimname[1] Dimname[] Dimname[]? Generator? Layout Layout?
MemoryFormat MemoryFormat? Scalar Scalar? ScalarType ScalarType? Scalar[] Storage Stream Tensor
Tensor(a!) Tensor(a!)[] Tensor(a) Tensor? Tensor?[] Tensor[] SymInt SymInt? SymInt[] SymInt[]?
SymInt[2] SymInt[1]? bool bool? bool[2] bool[3] bool[4] float float? float[]? int int? int[1]
int[6] int[1]? int[2]? int[] int[]? str str? complex QScheme Any t t[] Dict(str,t) __torch__.a.B
""".split()


def parsed(text: str) -> Type:
    return parse_schema(f"f({text} x) -> ()").arguments[0].type


class Types(unittest.TestCase):
    def test_every_type_of_the_rfc_is_known(self) -> None:
        for text in KNOWN:
            with self.subTest(text):
                self.assertTrue(cpp_type(parsed(text)).argument)

    def test_unknown_ones_are_errors(self) -> None:
        for text in ("Tensr", "int[][]", "Storage?", "float??"):
            with self.subTest(text), self.assertRaises(UnknownTypeError):
                cpp_type(parsed(text))

    def test_keys_have_no_aliases_sizes_or_symbols(self) -> None:
        self.assertEqual(type_key(parsed("Tensor(a!)[]")), "Tensor[]")
        self.assertEqual(type_key(parsed("SymInt[2]?")), "int[]?")
        self.assertEqual(type_key(parsed("bool[3]")), "bool[3]")

    def test_generic_types_are_values(self) -> None:
        for text in ("t", "Dict(str, int)", "(int, str)", "__torch__.torch.classes.a.B", "Any"):
            self.assertEqual(cpp_type(parsed(text)).argument, "const c10::IValue&")

    def test_sizes(self) -> None:
        self.assertEqual(fixed_size(parsed("int[2]?")), 2)
        self.assertIsNone(fixed_size(parsed("int[]")))


if __name__ == "__main__":
    unittest.main()
