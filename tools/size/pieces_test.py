"""Tests of what is read from a linker: maps of both kinds, files that are damaged, rooms."""

import os
import struct
import tempfile
import unittest

from aten_size.elf import Elf
from aten_size.errors import SizeError
from aten_size.link_map import Range, read_map
from aten_size.pieces import LINKER, _entry_ends, _string_ends
from aten_size.rooms import room_of

_GNU = """Archive member included to satisfy reference by file (symbol)

Discarded input sections

 .text.gone     0x0000000000000000       0x10 a.o

Linker script and memory map

.text           0x0000000000001120     0x2000
 *(.text.unlikely .text.*_unlikely)
 .text.main     0x0000000000001120       0x20 a.o
 *fill*         0x0000000000001140        0x3
 .text._ZN2at6native3add
                0x0000000000001150      0x1a0 bazel-out/k8-opt/bin/lib.a(add.o)
                0x0000000000001150                at::native::add()
 .rodata.str1.1
                0x0000000000002000       0x10 a.o
                                         0x20 (size before relaxing)
"""
_LLD = """             VMA              LMA     Size Align Out     In      Symbol
            1120             1120     2000    16 .text
            1120             1120       20    16         a.o:(.text.main)
            1120             1120       20     1                 main
            1150             1150      1a0    16         lib.a(add.o):(.text.add)
              40               40       18     8         lib.a(add.o):(.rela.text.add)
"""


class Maps(unittest.TestCase):
    def test_gnu_ld(self):
        self.assertEqual(
            read_map(_GNU, "m"),
            [
                Range(0x1120, 0x20, ".text.main", "a.o"),
                Range(
                    *(0x1150, 0x1A0, ".text._ZN2at6native3add"), "bazel-out/k8-opt/bin/lib.a(add.o)"
                ),
                Range(0x2000, 0x10, ".rodata.str1.1", "a.o"),
            ],
        )

    def test_lld(self):
        self.assertEqual(
            read_map(_LLD, "m"),
            [
                Range(0x1120, 0x20, ".text.main", "a.o"),
                Range(0x1150, 0x1A0, ".text.add", "lib.a(add.o)"),
            ],
        )

    def test_another_kind(self):
        with self.assertRaisesRegex(SizeError, "neither GNU ld's map nor lld's"):
            read_map("# Path: app\n", "m")


class Cuts(unittest.TestCase):
    def test_strings_with_their_padding(self):
        self.assertEqual(_string_ends(b"ab\0c\0\0\0d"), [3, 7, 8])

    def test_unwind_entries_cover_all_bytes(self):
        entry = struct.pack("<II", 4, 0)
        self.assertEqual(_entry_ends(entry + entry + b"\0\0\0\0"), [8, 16, 20])
        self.assertEqual(_entry_ends(b"\xff\xff\xff\xff1234"), [8])


class Rooms(unittest.TestCase):
    def test_objects(self):
        output = "bazel-out/k8-opt/bin/"
        for path, room in {
            output + "aten_lite/native/liboperators.a(add.o)": "aten_lite/native",
            output + "aten_lite/mobile/_objs/mobile/loader.pic.o": "aten_lite/mobile",
            output + "external/aten_lite~/aten_lite/core/libcore.a(a.o)": "aten_lite/core",
            output + "external/aten_lite+/aten_lite/core/libcore.a(a.o)": "aten_lite/core",
            output + "external/zlib~/libz.a(inflate.o)": "external/zlib",
            output + "app/libops.lo(RegisterCodegenUnboxedKernels_0.o)": "generated",
            output + "aten_lite/native/liboperators.a(Operators_3.o)": "generated",
            output + "app/ui/_objs/app/main.o": "app/ui",
            output + "_objs/app/main.o": "the main package",
            "/usr/lib/gcc/x86_64-linux-gnu/16/libstdc++.a(new.o)": "toolchain",
            LINKER: "linker",
            "<internal>": "linker",
        }.items():
            with self.subTest(path=path):
                self.assertEqual(room_of(path), room)


class Files(unittest.TestCase):
    def refused(self, data, problem):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "app")
            with open(path, "wb") as file:
                file.write(data)
            with self.assertRaisesRegex(SizeError, problem):
                Elf(path)

    def test_damaged_ones_are_refused(self):
        header = b"\x7fELF\x02\x01" + bytes(34)
        self.refused(b"MZ", "no 64-bit little-endian ELF")
        self.refused(header, "header lies beyond the end")
        self.refused(header + struct.pack("<QIHHHHHH", 0, 0, 64, 0, 0, 0, 0, 0), "stripped")
        self.refused(
            header + struct.pack("<QIHHHHHH", 1 << 60, 0, 64, 0, 0, 64, 2, 1), "beyond the end"
        )

    def test_missing(self):
        with self.assertRaisesRegex(SizeError, "No such file"):
            Elf("/no/such/file")


if __name__ == "__main__":
    unittest.main()
