"""Tests of templates, of wrapping, and of sharding."""

import unittest

from aten_codegen import cpp_text
from aten_codegen.code_template import substitute
from aten_codegen.files import tidy
from aten_codegen.plan import OperatorPlan
from aten_codegen.sharding import shard, shard_of
from aten_codegen.testing import plans


class Templates(unittest.TestCase):
    def test_placeholders_in_a_line(self) -> None:
        self.assertEqual(substitute("a $x ${y}z", {"x": "1", "y": "2"}), "a 1 2z")

    def test_blocks_keep_their_indentation(self) -> None:
        self.assertEqual(substitute("{\n  $x\n}", {"x": "a;\n\nb;"}), "{\n  a;\n\n  b;\n}")

    def test_empty_blocks_leave_no_line(self) -> None:
        self.assertEqual(substitute("a\n\n$x\nb", {"x": ""}), "a\nb")

    def test_a_value_is_not_searched_for_placeholders(self) -> None:
        self.assertEqual(substitute("$x", {"x": "$y"}), "$y")

    def test_missing_values_are_errors(self) -> None:
        with self.assertRaises(KeyError):
            substitute("$x", {})


class Wrapping(unittest.TestCase):
    def test_short_calls_stay_on_a_line(self) -> None:
        self.assertEqual(cpp_text.call("f", ["a", "b"], ";"), "f(a, b);")

    def test_long_calls_are_aligned(self) -> None:
        text = cpp_text.call("function", ["x" * 40] * 3, ";")
        self.assertEqual(text, f"function({'x' * 40}, {'x' * 40},\n         {'x' * 40});")

    def test_too_long_heads_break_after_the_parenthesis(self) -> None:
        lines = cpp_text.declaration("t" * 80, ["a" * 30, "b"], ";").split("\n")
        self.assertEqual(lines, ["t" * 80 + "(", "    " + "a" * 30 + ", b);"])

    def test_inner_calls_are_the_ones_wrapped(self) -> None:
        text = cpp_text.statement(f"outer(inner({'a' * 50}, {'b' * 50}));")
        self.assertEqual(text, f"  outer(inner({'a' * 50},\n              {'b' * 50}));")

    def test_strings_are_not_split(self) -> None:
        self.assertEqual(
            cpp_text.split_arguments('a<b, c>, "d, e", {f, g}'),
            [
                "a<b, c>",
                '"d, e"',
                "{f, g}",
            ],
        )

    def test_short_functions_are_one_line(self) -> None:
        self.assertEqual(cpp_text.function("int f()", ["return 1;"]), "int f() { return 1; }")

    def test_files_end_with_one_newline_and_have_no_empty_runs(self) -> None:
        self.assertEqual(tidy("a  \n\n\n\nb\n\n"), "a\n\nb\n")


class Sharding(unittest.TestCase):
    def names(self, group: list[OperatorPlan]) -> list[str]:
        return [plan.full_name for plan in group]

    def test_overloads_share_a_shard(self) -> None:
        groups = shard(
            plans("- func: f() -> ()\n- func: f.x() -> ()\n- func: f_() -> ()\n").operators, 5
        )
        self.assertEqual([len(g) for g in groups if g], [3])

    def test_is_the_same_everywhere(self) -> None:
        self.assertEqual([shard_of(root, 5) for root in ("add", "add_", "relu", "cat")], SHARDS)

    def test_one_more_operator_moves_no_other(self) -> None:
        before = shard(plans("- func: a() -> ()\n- func: b() -> ()\n").operators, 3)
        after = shard(
            plans("- func: a() -> ()\n- func: b() -> ()\n- func: c() -> ()\n").operators, 3
        )
        changed = [i for i in range(3) if self.names(before[i]) != self.names(after[i])]
        self.assertEqual(len(changed), 1)


# Changing these moves operators between the files of everybody's builds.
SHARDS = [3, 3, 0, 4]

if __name__ == "__main__":
    unittest.main()
