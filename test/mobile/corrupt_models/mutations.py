"""Damaged copies of a model file, each of one kind that a reader must survive.

A Mutation is a name, the bytes of the file and whether the file must be refused. One that need
not be refused may load, run and even be right (a flipped bit of a weight): it must only not
crash, hang or grow without bounds.
"""

from __future__ import annotations

import io
import pickle
import random
import struct
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from aten_ptl.archive import Archive
from aten_ptl.pickle_reader import parse_pickle


@dataclass(frozen=True)
class Mutation:
    name: str
    data: bytes
    refused: bool


Records = dict[str, bytes]

OPCODES = (
    "OP OPN LOAD MOVE STORE STOREN DROP DROPR LOADC JF JMP LOOP RET CALL INTERFACE_CALL GET_ATTR "
    "SET_ATTR LIST_UNPACK LIST_CONSTRUCT TUPLE_CONSTRUCT NAMED_TUPLE_CONSTRUCT TUPLE_SLICE "
    "TUPLE_INDEX DICT_CONSTRUCT DICT_INDEX CREATE_OBJECT ISINSTANCE RAISE_EXCEPTION "
    "UNCHECKED_CAST __IS__ __ISNOT__ __NOT__ UN_INITIALIZED FORMAT DEVICE DTYPE DIM IS_CUDA "
    "TO_LIST NUM_TO_TENSOR WARN"
).split()

# Pickles that no record may be made to read beyond its means by.
HOSTILE_PICKLES = {
    "empty": b"",
    "stop_only": b"\x80\x02.",
    "no_stop": b"\x80\x02N",
    "unknown_opcode": b"\x80\x02\xff.",
    "pop_of_nothing": b"\x80\x020.",
    "append_to_nothing": b"\x80\x02a.",
    "appends_without_mark": b"\x80\x02]e.",
    "tuple_without_mark": b"\x80\x02t.",
    "tuple3_of_one": b"\x80\x02N\x87.",
    "mark_as_value": b"\x80\x02(.",
    "setitem_on_none": b"\x80\x02NNNs.",
    "setitems_odd": b"\x80\x02}(Nu.",
    "memo_never_set": b"\x80\x02h\x05.",
    "memo_far_away": b"\x80\x02Nr\xff\xff\xff\xff.",
    "long_memo_never_set": b"\x80\x02j\xff\xff\xff\x7f.",
    "unicode_too_long": b"\x80\x02X\xff\xff\xff\x7fab.",
    "long1_too_long": b"\x80\x02\x8a\xff\x01.",
    "long1_too_large": b"\x80\x02\x8a\x10" + b"\x7f" * 16 + b".",
    "global_without_end": b"\x80\x02cos",
    "global_os_system": b"\x80\x02cos\nsystem\nX\x04\x00\x00\x00true\x85R.",
    "global_unknown": b"\x80\x02c__torch__\nNowhere\n)R.",
    "reduce_of_a_number": b"\x80\x02K\x01)R.",
    "reduce_without_arguments": b"\x80\x02R.",
    "build_of_a_number": b"\x80\x02K\x01}b.",
    "persistent_id_of_none": b"\x80\x02NQ.",
    "list_in_itself": b"\x80\x02]q\x00h\x00a.",
    "tuple_of_itself": b"\x80\x02]q\x00h\x00\x85a.",
    "deep_tuples": b"\x80\x02)" + b"\x85" * 300000 + b".",
    "deep_lists": b"\x80\x02" + b"]" * 300000 + b"a" * 299999 + b".",
    "many_marks": b"\x80\x02" + b"(" * 300000 + b"t.",
    "protocol_of_the_future": b"\x80\x99N.",
}


def read_records(path: str) -> tuple[str, Records]:
    """The folder and the records of an archive."""
    with Archive(path) as archive:
        return archive.root, {name: archive.read(name) for name in archive.names}


def write_archive(root: str, records: Records) -> bytes:
    """An archive without compression or alignment."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name, data in records.items():
            archive.writestr(zipfile.ZipInfo(f"{root}/{name}"), data)
    return buffer.getvalue()


def of_bytes(data: bytes, generator: random.Random) -> Iterator[Mutation]:
    """Cuts and flipped bytes, anywhere in the file."""
    for part in range(32):
        yield Mutation(f"cut_{part}_of_32", data[: len(data) * part // 32], True)
    for count in (1, 300, 70000):
        yield Mutation(f"append_{count}", data + bytes(count), False)
    for number in range(96):
        damaged = bytearray(data)
        for _ in range(1 + number % 3):
            damaged[generator.randrange(len(data))] ^= 1 << generator.randrange(8)
        yield Mutation(f"flip_{number}", bytes(damaged), False)


def of_archive(data: bytes, generator: random.Random) -> Iterator[Mutation]:
    """The end of an archive cut off or overwritten."""
    for count in (1, 4, 22, 100):
        yield Mutation(f"cut_last_{count}", data[:-count], True)
    # The directory at the end is where offsets, sizes and counts are.
    start = data.rfind(b"PK\x01\x02", 0, len(data) - 22)
    for number in range(96):
        damaged = bytearray(data)
        at = generator.randrange(start, len(data) - 4)
        value = generator.choice((0, 1, 0x7FFFFFFF, 0xFFFFFFFF, 0x80000000, len(data)))
        struct.pack_into("<I", damaged, at, value)
        yield Mutation(f"directory_{number}", bytes(damaged), False)


def of_flatbuffer(data: bytes, generator: random.Random) -> Iterator[Mutation]:
    """Offsets, lengths and numbers of a flatbuffer overwritten."""
    for number in range(384):
        damaged = bytearray(data)
        at = generator.randrange(len(data) // 4) * 4
        value = generator.choice((0, 1, 4, 0x7FFFFFFF, 0xFFFFFFFF, 0x80000000, len(data) - at))
        struct.pack_into("<I", damaged, at, value)
        yield Mutation(f"word_{number}", bytes(damaged), False)


def of_records(root: str, records: Records) -> Iterator[Mutation]:
    """Records that are missing, empty, or something else."""
    for name in records:
        if name.startswith(("code/", ".data/")) or name in ("byteorder", "version"):
            continue
        rest = {key: value for key, value in records.items() if key != name}
        yield Mutation(f"without_{name}", write_archive(root, rest), True)
        empty = write_archive(root, {**records, name: b""})
        # Nobody reads constants.pkl where bytecode.pkl has the constants.
        yield Mutation(f"empty_{name}", empty, name != "constants.pkl")
    for name in ("bytecode.pkl", "data.pkl", "constants.pkl"):
        for kind, data in HOSTILE_PICKLES.items():
            archive = write_archive(root, {**records, name: data})
            # A pickle without harm is a problem only where another value is needed.
            harmless = name == "constants.pkl" or kind.startswith(("deep", "list_in", "tuple_of"))
            yield Mutation(f"{name}_{kind}", archive, not harmless)


class Bytecode:
    """bytecode.pkl as values that can be changed and packed again."""

    def __init__(self, root: str, records: Records) -> None:
        self._root = root
        self._records = records
        self._value = parse_pickle(records["bytecode.pkl"], "bytecode.pkl")

    @property
    def methods(self) -> int:
        return len(self._value) - 1

    def table(self, method: int) -> dict[str, Any]:
        return dict(self._value[1 + method][1])

    def packed(self, value: Any) -> bytes:
        records = {**self._records, "bytecode.pkl": pickle.dumps(value, 2)}
        return write_archive(self._root, records)

    def with_version(self, version: Any) -> bytes:
        return self.packed((version, *self._value[1:]))

    def with_entry(self, method: int, key: str, entry: Any) -> bytes:
        """The file with one entry of a method's code table replaced; None removes it."""
        name, code, *schema = self._value[1 + method]
        changed = tuple((k, entry if k == key else v) for k, v in code)
        if entry is None:
            changed = tuple(pair for pair in code if pair[0] != key)
        methods = list(self._value[1:])
        methods[method] = (name, changed, *schema)
        return self.packed((self._value[0], *methods))


def of_instructions(bytecode: Bytecode, method: int) -> Iterator[Mutation]:
    """Each instruction with operands out of range and with other opcodes."""
    instructions = bytecode.table(method)["instructions"]
    for index, (op, x, n) in enumerate(instructions):
        changes = [(op, -1, n), (op, 1000, n), (op, x, 65535), (op, x - 2, n)]
        changes += [(OPCODES[(index * 3 + i) % len(OPCODES)], x, n) for i in range(3)]
        changes += [("NO_SUCH_OPCODE", x, n), ("ENTER", x, n)]
        for number, change in enumerate(changes):
            changed = (*instructions[:index], change, *instructions[index + 1 :])
            data = bytecode.with_entry(method, "instructions", changed)
            yield Mutation(f"instruction_{method}_{index}_{number}", data, number >= 7)
    for index in range(len(instructions)):
        shorter = instructions[:index] + instructions[index + 1 :]
        data = bytecode.with_entry(method, "instructions", shorter)
        yield Mutation(f"instruction_{method}_{index}_removed", data, False)


def of_tables(bytecode: Bytecode, method: int) -> Iterator[Mutation]:
    """Tables of a method with wrong contents."""
    table = bytecode.table(method)
    for key in table:
        yield Mutation(f"{key}_missing", bytecode.with_entry(method, key, None), True)
        for name, value in (("number", 7), ("text", "x"), ("pair", ((),))):
            if key != "register_size" or name != "number":
                refused = key != "constants"
                data = bytecode.with_entry(method, key, value)
                yield Mutation(f"{key}_is_{name}", data, refused or name != "pair")
    for size in (0, -1, 1 << 20, 1 << 31, 1 << 40, 1 << 62, 2.5, True):
        data = bytecode.with_entry(method, "register_size", size)
        yield Mutation(f"register_size_{size}", data, size != 1 << 20)
    operators = table["operators"]
    for name, entry in {
        "unknown": ("aten::no_such_operator", ""),
        "unknown_overload": (operators[0][0], "no_such_overload"),
        "no_name": ("", ""),
        "other": ("aten::relu", ""),
        "negative_count": (*operators[0][:2], -1),
        "large_count": (*operators[0][:2], 1 << 40),
        "text_count": (*operators[0][:2], "2"),
    }.items():
        data = bytecode.with_entry(method, "operators", (entry, *operators[1:]))
        yield Mutation(f"operator_{name}", data, name != "other")
    yield Mutation("no_constants", bytecode.with_entry(method, "constants", ()), True)
    strings = ("x",) * len(table["constants"])
    yield Mutation("text_constants", bytecode.with_entry(method, "constants", strings), False)
    for number, text in enumerate(
        ("", "List[", "Tensor]", "__torch__.No", "Dict[int]", "A" * 9999)
    ):
        types = (text,) * max(1, len(table["types"]))
        data = bytecode.with_entry(method, "types", types)
        yield Mutation(f"type_{number}", data, bool(table["types"]))


def of_model(path: str, seed: int) -> Iterator[Mutation]:
    """All mutations of the model at `path`, which has one method with operators and constants."""
    with open(path, "rb") as file:
        data = file.read()
    generator = random.Random(seed)
    yield from of_bytes(data, generator)
    if path.endswith(".ff"):
        yield from of_flatbuffer(data, generator)
        return
    yield from of_archive(data, generator)
    root, records = read_records(path)
    yield from of_records(root, records)
    bytecode = Bytecode(root, records)
    for version in (0, 3, 10, 99, -1, 1 << 40, None, "8", 8.0, True):
        yield Mutation(f"version_{version!r}", bytecode.with_version(version), True)
    for method in range(bytecode.methods):
        if bytecode.table(method)["operators"]:
            yield from of_instructions(bytecode, method)
            yield from of_tables(bytecode, method)
