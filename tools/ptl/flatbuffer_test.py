"""Tests of flatbuffer models: the same module as a zip says the same; damage is an error.

Arguments: the module as .ptl and as .ff, see test/mobile/recording/record_branches.py.
"""

import os
import random
import sys
import tempfile
import unittest

from aten_ptl.errors import PtlError
from aten_ptl.listing import code_listing, info_text, sizes_listing
from aten_ptl.model import read_model
from aten_ptl.selection import selection_list
from aten_ptl.tensors import read_records, read_tensors

_FLATBUFFER = sys.argv.pop()
_ZIP = sys.argv.pop()


class BothKinds(unittest.TestCase):
    def setUp(self):
        self.zip = read_model(_ZIP)
        self.flatbuffer = read_model(_FLATBUFFER)

    def test_operators(self):
        self.assertEqual(selection_list([self.flatbuffer]), selection_list([self.zip]))
        self.assertEqual(self.flatbuffer.operator_counts(), self.zip.operator_counts())

    def test_code(self):
        # The two writers put different blanks into the names of types.
        listings = [code_listing(m).replace(" ", "") for m in (self.flatbuffer, self.zip)]
        self.assertEqual(listings[0], listings[1])
        self.assertIn("DICT_CONSTRUCT", listings[0])

    def test_facts(self):
        # The first two lines are versions: this kind of file began with a later one.
        facts = [
            info_text(read_model(path), read_tensors(path)).replace(" ", "").split("\n")
            for path in (_FLATBUFFER, _ZIP)
        ]
        self.assertEqual(facts[0][2:], facts[1][2:])
        self.assertEqual(facts[0][0], "bytecodeversion9")

    def test_tensors(self):
        found = [(t.path, t.type, t.sizes) for t in read_tensors(_FLATBUFFER)]
        self.assertEqual(found, [(t.path, t.type, t.sizes) for t in read_tensors(_ZIP)])
        text = sizes_listing(read_tensors(_FLATBUFFER), read_records(_FLATBUFFER))
        self.assertIn("24 l.weight Float[2, 3]\n", text)
        self.assertIn("32 all storages\n", text)


class Hostile(unittest.TestCase):
    def setUp(self):
        with open(_FLATBUFFER, "rb") as file:
            self.data = file.read()
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = os.path.join(folder.name, "m.ff")

    def read_all(self, data):
        with open(self.path, "wb") as file:
            file.write(data)
        model, tensors = read_model(self.path), read_tensors(self.path)
        return code_listing(model) + info_text(model, tensors), read_records(self.path)

    def test_a_file_that_was_cut_off(self):
        refused = 0
        for size in range(8, len(self.data), 37):
            try:
                self.read_all(self.data[:size])
            except PtlError:
                refused += 1
        self.assertGreater(refused, 20)

    def test_damaged_bytes_are_read_or_refused_and_nothing_else(self):
        numbers = random.Random(7)
        refused = 0
        for _ in range(400):
            data = bytearray(self.data)
            for _ in range(numbers.choice((1, 2, 8))):
                data[numbers.randrange(8, len(data))] = numbers.choice((0, 1, 127, 128, 255))
            try:
                self.read_all(bytes(data))
            except PtlError as error:
                self.assertIn(self.path, str(error))
                refused += 1
        self.assertGreater(refused, 40)

    def test_a_version_that_is_not_supported(self):
        root = int.from_bytes(self.data[:4], "little")
        fields = root - int.from_bytes(self.data[root : root + 4], "little", signed=True)
        at = root + int.from_bytes(self.data[fields + 4 : fields + 6], "little")
        data = self.data[:at] + b"\x63\0\0\0" + self.data[at + 4 :]
        with self.assertRaisesRegex(PtlError, "bytecode version 99; supported are"):
            self.read_all(data)


if __name__ == "__main__":
    unittest.main()
