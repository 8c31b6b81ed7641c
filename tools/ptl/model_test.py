"""Tests of aten_ptl.model on archives written here, record by record."""

import os
import pickle
import tempfile
import unittest
import zipfile

from aten_ptl.errors import PtlError
from aten_ptl.method import Instruction
from aten_ptl.model import read_model
from aten_ptl.selection import selection_list, selection_yaml


def code(**changes):
    table = {
        "instructions": (("STORE", 1, 0), ("OP", 0, 0), ("OP", 1, 0), ("OP", 0, 0), ("RET", 0, 0)),
        "operators": (("aten::add", "Tensor", 3), ("aten::relu", ""), ("aten::len", "t")),
        "constants": (1,),
        "types": ("__torch__.torch.classes.xnnpack.LinearOpContext",),
        "register_size": 2,
    }
    table.update(changes)
    return tuple((key, value) for key, value in table.items() if value is not None)


SCHEMA = (
    (
        "arguments",
        (
            (("name", "self"), ("type", "__torch__.M"), ("default_value", None)),
            (("name", "x"), ("type", "Tensor"), ("default_value", None)),
            (("name", "n"), ("type", "int"), ("default_value", 3)),
        ),
    ),
    ("returns", ((("name", ""), ("type", "Tensor"), ("default_value", None)),)),
)


class ModelTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = os.path.join(folder.name, "m.ptl")

    def write(self, bytecode, **records):
        with zipfile.ZipFile(self.path, "w") as archive:
            archive.writestr("m/bytecode.pkl", pickle.dumps(bytecode, 2))
            for name, data in records.items():
                archive.writestr(f"m/{name}", data)

    def read(self, method_code=None, version=8, schema=SCHEMA):
        self.write((version, ("__torch__.M.forward", method_code or code(), schema)), version="3\n")
        return read_model(self.path)

    def refused(self, pattern):
        return self.assertRaisesRegex(PtlError, pattern)

    def test_what_a_method_holds(self):
        model = self.read()
        self.assertEqual((model.bytecode_version, model.operator_version), (8, 3))
        (method,) = model.methods
        self.assertEqual(method.instructions[0], Instruction("STORE", 1, 0))
        self.assertEqual(method.operators[0].num_args, 3)
        self.assertEqual(method.signature, "forward(Tensor x, int n=3) -> Tensor")
        self.assertTrue(method.is_public)

    def test_operators_and_their_counts(self):
        model = self.read()
        counts = {"aten::add.Tensor": 2, "aten::relu": 1, "aten::len.t": 0}
        self.assertEqual(model.operators, set(counts))
        self.assertEqual(model.operator_counts(), counts)

    def test_custom_classes_come_from_types(self):
        self.assertEqual(self.read().custom_classes, ("xnnpack.LinearOpContext",))

    def test_selections_are_sorted(self):
        model = self.read()
        self.assertEqual(
            selection_list([model]), "- aten::add.Tensor\n- aten::len.t\n- aten::relu\n"
        )
        self.assertIn("  aten::len.t:\n    is_root_operator: true\n", selection_yaml([model]))
        self.assertIn(f'    debug_info: ["{model.path} (//a)"]\n', selection_yaml([model], "//a"))
        self.assertIn("custom_classes:\n- xnnpack.LinearOpContext\n", selection_yaml([model]))

    def test_bytecode_versions(self):
        for version in (4, 9):
            self.assertEqual(self.read(version=version).bytecode_version, version)
        for other in (3, 10, "8", True, None, 1 << 40):
            with self.subTest(version=other), self.refused("bytecode version .*4 to 9"):
                self.read(version=other)

    def test_damaged_tables_name_the_method_and_the_entry(self):
        cases = {
            "no entry 'operators'": code(operators=None),
            "'register_size' .*is a str": code(register_size="2"),
            "an instruction has 2 fields": code(instructions=(("OP", 1),)),
            "the X operand .*is a str": code(instructions=(("OP", "1", 0),)),
            "an operator has 1 fields": code(operators=(("aten::add",),)),
            "a type is a int": code(types=(1,)),
        }
        for problem, damaged in cases.items():
            with self.subTest(problem), self.refused(f"__torch__.M.forward: .*{problem}"):
                self.read(damaged)

    def test_files_that_are_something_else(self):
        contents = {
            "Git LFS": b"version https://git-lfs.github.com/spec/v1\n",
            "a pickle": b"\x80\x04.",
            "not a zip": b"hello",
            "damaged zip": b"PK\x03\x04",
        }
        for problem, data in contents.items():
            with open(self.path, "wb") as file:
                file.write(data)
            with self.subTest(problem), self.refused(problem):
                read_model(self.path)
        with self.refused("No such file"):
            read_model(self.path + ".none")

    def test_full_torchscript_is_named(self):
        with zipfile.ZipFile(self.path, "w") as archive:
            archive.writestr("m/data.pkl", b"N.")
        with self.refused("full TorchScript.*_save_for_lite_interpreter"):
            read_model(self.path)


if __name__ == "__main__":
    unittest.main()
