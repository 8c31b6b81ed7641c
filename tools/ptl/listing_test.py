"""Tests of aten_ptl.listing and aten_ptl.tensors: what people read, on values made here."""

import unittest

from aten_ptl.errors import PtlError
from aten_ptl.listing import code_listing, info_text, sizes_listing, value_text
from aten_ptl.method import Argument, Instruction, Method, Operator
from aten_ptl.model import Model
from aten_ptl.pickle_reader import Call, Global, PersistentId
from aten_ptl.tensors import tensors_of


def tensor(key="0", sizes=(2, 3), kind="FloatStorage", device="cpu"):
    storage = PersistentId(("storage", Global("torch", kind), key, device, 6))
    return Call(Global("torch._utils", "_rebuild_tensor_v2"), (storage, 0, sizes, (3, 1), False))


def model(*instructions):
    method = Method(
        "__torch__.M.forward",
        tuple(Instruction(*i) for i in instructions),
        (Operator("aten::add", "Tensor"),),
        ("text", [1, 2, 3, 4, 5]),
        ("List[int]",),
        3,
        (Argument("self", "__torch__.M"), Argument("x", "Tensor")),
        (Argument("", "Tensor"),),
    )
    return Model("m.ptl", 8, 3, (method,), ("xnnpack.LinearOpContext",))


class Code(unittest.TestCase):
    def test_operands_are_explained(self):
        text = code_listing(
            model(
                ("OP", 0, 0),
                ("LOADC", 1, 0),
                ("LIST_CONSTRUCT", 0, 2),
                ("JF", -2, 0),
                ("RET", 0, 0),
            )
        )
        for expected in (
            "aten::add.Tensor",
            "[1, 2, 3, 4, ...]",
            "List[int]",
            "to 1",
            "3 registers",
        ):
            self.assertIn(expected, text)
        self.assertIn("forward(Tensor x) -> Tensor", text)

    def test_operands_out_of_range_are_shown_as_such(self):
        self.assertEqual(code_listing(model(("OP", 7, 0), ("OP", -1, 0))).count("no such entry"), 2)

    def test_one_method(self):
        self.assertEqual(code_listing(model(("RET", 0, 0)), "backward"), "")
        self.assertIn("RET", code_listing(model(("RET", 0, 0)), "forward"))

    def test_values_that_nest_or_are_large(self):
        deep: tuple[object, ...] = ()
        for _ in range(100000):
            deep = (deep,)
        self.assertEqual(value_text(deep), "(((...)))")
        self.assertLess(len(value_text("x" * 1000)), 100)
        self.assertEqual(value_text(1 << 100000), "a large number")
        self.assertEqual(value_text(tensor()), "a tensor")


class Tensors(unittest.TestCase):
    def test_paths_types_and_bytes(self):
        inner = Call(Global("__torch__", "N"), (), {"weight": tensor("1", (4, 2))}, True)
        tree = Call(Global("__torch__", "M"), (), {"bias": tensor(), "list": [inner]}, True)
        found = [(t.path, t.type, t.sizes, t.nbytes) for t in tensors_of(tree)]
        self.assertEqual(
            found, [("bias", "Float", (2, 3), 24), ("list.0.weight", "Float", (4, 2), 32)]
        )

    def test_parameters_around_tensors(self):
        parameter = Call(Global("torch._utils", "_rebuild_parameter"), (tensor(), True, ()))
        self.assertEqual([t.sizes for t in tensors_of({"p": parameter})], [(2, 3)])

    def test_a_module_that_holds_itself(self):
        tree = Call(Global("__torch__", "M"), (), {}, True)
        tree.state["self"] = tree
        self.assertEqual(tensors_of(tree), [])

    def test_sizes_that_are_no_integers(self):
        with self.assertRaisesRegex(PtlError, "no integers"):
            tensors_of(tensor(sizes=("a",)))


class Summaries(unittest.TestCase):
    def test_sizes(self):
        tensors = tensors_of({"a": tensor(), "b": tensor()})
        records = [("data/0", 24, 24), ("bytecode.pkl", 100, 40)]
        text = sizes_listing(tensors, records)
        self.assertIn("24 a Float[2, 3]\n", text)
        self.assertIn("24 b Float[2, 3] (shared)\n", text)
        self.assertIn("100 bytecode.pkl (40 compressed)\n", text)
        self.assertIn("124 all records\n", text)

    def test_info(self):
        text = info_text(model(("RET", 0, 0)), tensors_of({"a": tensor(device="cuda:0")}))
        for expected in (
            "bytecode version  8",
            "tensors           1, 24 bytes",
            "saved on          cuda:0",
            "xnnpack.LinearOpContext",
            "bundled inputs    no",
            "  forward(Tensor x) -> Tensor",
        ):
            self.assertIn(expected, text)


if __name__ == "__main__":
    unittest.main()
