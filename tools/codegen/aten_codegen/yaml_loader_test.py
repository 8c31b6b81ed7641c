"""Tests of YAML with line numbers."""

import unittest

from aten_codegen.errors import CodegenError
from aten_codegen.yaml_loader import load_yaml


class Values(unittest.TestCase):
    def test_scalars_keep_their_text_unless_bool_or_null(self) -> None:
        root, errors = load_yaml("[a, 1, 1.50, true, False, null, '1']", "f.yaml")
        self.assertEqual(errors, [])
        self.assertEqual(
            [node.value for node in root.sequence("it")],
            ["a", "1", "1.50", True, False, None, "1"],
        )

    def test_everything_knows_its_line(self) -> None:
        root, _ = load_yaml("# comment\n- func: a\n- func: b\n  tags: [x,\n    y]\n", "f.yaml")
        second = root.sequence("it")[1].mapping("it")
        self.assertEqual(str(second["func"].location), "f.yaml:3")
        self.assertEqual(second["tags"].value.sequence("it")[1].location.line, 5)

    def test_an_empty_file_is_empty(self) -> None:
        for text in ("", "# only a comment\n", "---\n"):
            root, _ = load_yaml(text, "f.yaml")
            self.assertTrue(root.is_empty)


class Mistakes(unittest.TestCase):
    def test_duplicate_keys_are_all_returned(self) -> None:
        root, errors = load_yaml("a: 1\nb: 2\na: 3\nb: 4\n", "f.yaml")
        self.assertEqual(root.mapping("it")["a"].value.value, "1")
        self.assertEqual(
            [str(error).split("\n")[0] for error in errors],
            ["f.yaml:3: error: duplicate key 'a'", "f.yaml:4: error: duplicate key 'b'"],
        )

    def test_syntax_errors_have_a_line(self) -> None:
        with self.assertRaises(CodegenError) as context:
            load_yaml("a: [1,\nb: 2\n", "f.yaml")
        self.assertEqual(context.exception.location.file, "f.yaml")
        self.assertGreater(context.exception.location.line, 0)
        self.assertIn("not valid YAML", context.exception.message)

    def test_wrong_kinds_are_named(self) -> None:
        root, _ = load_yaml("a: 1\n", "f.yaml")
        with self.assertRaisesRegex(CodegenError, "'x' must be a list"):
            root.sequence("'x'")
        with self.assertRaisesRegex(CodegenError, "'x' must be true or false"):
            root.mapping("it")["a"].value.boolean("'x'")


if __name__ == "__main__":
    unittest.main()
