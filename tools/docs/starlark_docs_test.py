"""Tests of starlark_docs.py on files written here."""

import tempfile
import unittest
from pathlib import Path

import starlark_docs

DEFS = """
load("//private:rules.bzl", _macro = "macro", _my_rule = "my_rule", _Info = "Info")

Info = _Info
macro = _macro
my_rule = _my_rule
"""

RULES = '''
load("//private:attrs.bzl", "COMMON")

Info = provider(doc = "What it tells.", fields = {"files": "depset: all files."})

def _impl(ctx):
    return []

my_rule = rule(
    implementation = _impl,
    attrs = COMMON | {
        "count": attr.int(default = 5, doc = "How many | or few."),
        "_tool": attr.label(),
    },
    doc = """Does it.

    More of it.
    """,
)

def macro(name, items = [], size = "small", **kwargs):
    """Makes several.

    Args:
      name: the target.
      items: what to make,
        in two lines.
      size: of the test.
      **kwargs: the rest.
    """
    _impl(name)
'''

ATTRS = """
COMMON = {"srcs": attr.label_list(doc = "Sources.", mandatory = True)}
"""


class Docs(unittest.TestCase):
    def render(self, rules: str = RULES) -> str:
        with tempfile.TemporaryDirectory() as folder:
            root = Path(folder)
            (root / "private").mkdir()
            (root / "defs.bzl").write_text(DEFS)
            (root / "private/rules.bzl").write_text(rules)
            (root / "private/attrs.bzl").write_text(ATTRS)
            return starlark_docs.render(
                starlark_docs.entries(starlark_docs.Files(root), "defs.bzl")
            )

    def test_attributes_of_rules_with_kinds_and_defaults(self) -> None:
        text = self.render()
        self.assertIn("\n## my_rule\n\nDoes it.\n\nMore of it.\n\n| Attribute | | |\n", text)
        self.assertIn("| `count` | integer; `5` | How many \\| or few. |\n", text)
        self.assertIn("| `srcs` | list of labels; mandatory | Sources. |\n", text)
        self.assertNotIn("_tool", text)

    def test_arguments_of_macros(self) -> None:
        text = self.render()
        self.assertIn("\n## macro\n\nMakes several.\n", text)
        self.assertIn("| `name` | mandatory | the target. |\n", text)
        self.assertIn("| `items` |  | what to make, in two lines. |\n", text)
        self.assertIn('| `size` | `"small"` | of the test. |\n', text)
        self.assertIn("| `**kwargs` |  | the rest. |\n", text)

    def test_providers_come_last(self) -> None:
        text = self.render()
        self.assertIn("\n## Info\n\nWhat it tells.\n\n| Field | |\n", text)
        self.assertGreater(text.index("## Info"), text.index("## my_rule"))
        self.assertIn("- [my_rule](#my_rule): Does it.\n", text)

    def test_what_is_not_documented_is_refused(self) -> None:
        for documented, message in (
            ("      size: of the test.\n", "has arguments without documentation"),
            ('doc = "How many | or few."', "attribute 'count' has no doc"),
            ('doc = "What it tells.", ', "'Info' has no doc"),
        ):
            with self.assertRaisesRegex(starlark_docs.DocsError, message):
                self.render(RULES.replace(documented, ""))


if __name__ == "__main__":
    unittest.main()
