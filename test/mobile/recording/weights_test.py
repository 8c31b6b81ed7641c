"""Tests of weights.py on a small archive written here."""

import hashlib
import os
import pickle
import tempfile
import unittest
import zipfile
from array import array

from aten_ptl.errors import PtlError
from aten_ptl.pickle_reader import Call, Global, PersistentId
from weights import Weight, fill, made_bytes, strip, weights_of


def tensor(key, kind, numel, sizes):
    storage = PersistentId(("storage", Global("torch", kind), key, "cpu", numel))
    return Call(Global("torch._utils", "_rebuild_tensor_v2"), (storage, 0, sizes, (1,), False))


def module(**state):
    return Call(Global("__torch__", "M"), (), state, True)


def values(weight):
    return array("f", made_bytes(weight))


class Made(unittest.TestCase):
    def test_the_documented_numbers(self):
        # First bytes of SHAKE-128("a.bias"), as any implementation gives them.
        made = values(Weight("0", "a.bias", "FloatStorage", 4, (4,)))
        raw = hashlib.shake_128(b"a.bias").digest(16)
        for i, value in enumerate(made):
            bits = int.from_bytes(raw[4 * i : 4 * i + 4], "little") >> 8
            self.assertEqual(value, (bits / 2**23 - 1) / 8)

    def test_ranges_follow_the_name_and_the_shape(self):
        cases = {
            "n.running_var": ((500,), 0.75, 1.25),
            "n.running_mean": ((500,), -0.125, 0.125),
            "n.weight": ((500,), 0.875, 1.125),
            "l.weight": ((50, 10), -0.6634, 0.6634),
            "c.weight": ((20, 1, 5, 5), -0.4196, 0.4196),
        }
        for name, (sizes, low, high) in cases.items():
            with self.subTest(name):
                made = values(Weight("0", name, "FloatStorage", 500, sizes))
                self.assertTrue(low <= min(made) and max(made) <= high)
                self.assertGreater(max(made) - min(made), 0.97 * (high - low))

    def test_integers_are_zero_and_others_refused(self):
        self.assertEqual(made_bytes(Weight("0", "n", "LongStorage", 2, (2,))), bytes(16))
        with self.assertRaisesRegex(PtlError, "HalfStorage"):
            made_bytes(Weight("0", "n", "HalfStorage", 2, (2,)))


class Names(unittest.TestCase):
    def test_a_shared_storage_is_named_once_by_the_first(self):
        shared = tensor("1", "FloatStorage", 6, (2, 3))
        tree = module(
            layer=module(weight=tensor("0", "FloatStorage", 4, (4,)), tied=shared),
            head=module(weight=shared),
        )
        names = {w.key: w.name for w in weights_of(tree)}
        self.assertEqual(names, {"0": "layer.weight", "1": "layer.tied"})


class Files(unittest.TestCase):
    def test_strip_then_fill(self):
        with tempfile.TemporaryDirectory() as folder:
            paths = [os.path.join(folder, name) for name in ("m.ptl", "stripped", "one", "two")]
            with zipfile.ZipFile(paths[0], "w") as archive:
                archive.writestr("m/data.pkl", pickle.dumps(None, 2))
                archive.writestr("m/code/m.py", "pass")
                archive.writestr("m/data/0", bytes(40))
                archive.writestr("m/version", "3\n")
            strip(paths[0], paths[1])
            fill(paths[1], paths[2])
            fill(paths[1], paths[3])
            with zipfile.ZipFile(paths[2]) as archive:
                self.assertEqual(archive.namelist(), ["m/data.pkl", "m/version"])
            with open(paths[2], "rb") as one, open(paths[3], "rb") as two:
                self.assertEqual(one.read(), two.read())


if __name__ == "__main__":
    unittest.main()
