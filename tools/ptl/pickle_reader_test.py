"""Tests of aten_ptl.pickle_reader: values read back, hostile input refused, nothing executed."""

import collections
import pickle
import unittest

from aten_ptl.errors import PtlError
from aten_ptl.pickle_reader import Call, Global, parse_pickle


class Plain(unittest.TestCase):
    def test_values_of_all_protocols(self):
        value = ("text", -1, 300, 70000, 1 << 70, 2.5, True, None, b"bytes", [1, [2]], {"k": (1,)})
        for protocol in (2, 3, 4, 5):
            # Protocol 2 writes bytes as a call of codecs.encode.
            value_here = value[:8] + value[9:] if protocol == 2 else value
            with self.subTest(protocol=protocol):
                self.assertEqual(parse_pickle(pickle.dumps(value_here, protocol), "t"), value_here)

    def test_shared_objects_stay_shared(self):
        inner = [1]
        first, second = parse_pickle(pickle.dumps((inner, inner), 2), "t")
        self.assertIs(first, second)

    def test_calls_are_described_not_made(self):
        result = parse_pickle(pickle.dumps(collections.OrderedDict(a=1), 2), "t")
        self.assertIsInstance(result, Call)
        self.assertEqual(result.func, Global("collections", "OrderedDict"))
        self.assertEqual(result.items, [("a", 1)])

    def test_a_dangerous_global_is_only_a_name(self):
        result = parse_pickle(b"cos\nsystem\n(X\x04\x00\x00\x00exittR.", "t")
        self.assertEqual(str(result.func), "os.system")
        self.assertEqual(result.args, ("exit",))


class Hostile(unittest.TestCase):
    def test_each_problem_names_the_record(self):
        cases = {
            b"": "bytes are needed",
            b"\x80\x02": "bytes are needed",
            b"\x80\x09.": "newer",
            b".": "empty stack",
            b"\x80\x02h\x05.": "never set",
            b"\x80\x02\x8a\xff\x00.": "bytes are needed",
            b"\x80\x02\xff.": "unknown pickle opcode 0xff",
            b"K\x01e.": "mark is missing",
            b"(K\x01K\x02e.": "empty stack",
            b"K\x01K\x02a.": "elements are added to a int",
            b"K\x01(K\x02u.": "without a value",
            b"}]K\x01s.": "cannot be hashed",
            b"cno_newline": "has no end",
            b"X\x01\x00\x00\x00\x80.": "not UTF-8",
            b"N\x85K\x01\x93.": "no string",
            b"T\xff\xff\xff\xff.": "bytes are needed",
        }
        for data, problem in cases.items():
            refused = self.assertRaisesRegex(PtlError, f"^record: .*{problem}")
            with self.subTest(data=data), refused:
                parse_pickle(data, "record")

    def test_deep_nesting_is_no_recursion(self):
        value = parse_pickle(b"\x80\x02)" + b"\x85" * 100000 + b".", "t")
        self.assertIsInstance(value, tuple)


if __name__ == "__main__":
    unittest.main()
