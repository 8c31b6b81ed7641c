"""Tests of aten_ptl.shrink: what is pasted, and what becomes of BUILD files of several forms."""

import os
import tempfile
import unittest

from aten_ptl.errors import PtlError
from aten_ptl.package import folder_of
from aten_ptl.shrink import name_for, rule_text, snippet, update_build_file

_RULE = """lite_predictor_binary(
    name = "m_predictor",
    models = ["m.ptl"],
)
"""
_LOAD = 'load("@aten_lite//tools/codegen:defs.bzl", "lite_predictor_binary")\n'


class Shrink(unittest.TestCase):
    def test_what_to_paste(self):
        self.assertEqual(snippet("m_predictor", ["m.ptl"]), _LOAD + "\n" + _RULE)
        self.assertIn(
            'models = [\n        "a.ptl",\n        "b.ff",\n    ],\n',
            rule_text("x", ["b.ff", "a.ptl"]),
        )
        self.assertEqual(name_for(["sub/my-net.v2.ptl"]), "my_net_predictor")

    def test_an_empty_file(self):
        self.assertEqual(update_build_file("", "m_predictor", ["m.ptl"]), _LOAD + "\n" + _RULE)

    def test_a_load_comes_after_the_others(self):
        text = '# The app.\n\nload("//a:b.bzl", "c")\n\nc(name = "d")\n'
        self.assertEqual(
            update_build_file(text, "m_predictor", ["m.ptl"]),
            f'# The app.\n\nload("//a:b.bzl", "c")\n{_LOAD}\nc(name = "d")\n\n{_RULE}',
        )

    def test_a_second_binary_needs_no_second_load(self):
        text = update_build_file(_LOAD + "\n" + _RULE, "n_predictor", ["n.ptl"])
        self.assertEqual(text.count("load("), 1)
        self.assertEqual(text.count("lite_predictor_binary("), 2)

    def test_the_same_binary_keeps_its_other_attributes(self):
        rule = _RULE.replace(")\n", '    visibility = ["//visibility:public"],\n)\n')
        text = update_build_file(_LOAD + "\n" + rule, "m_predictor", ["m.ptl", "n.ptl"])
        self.assertEqual(
            text,
            _LOAD
            + "\n"
            + rule.replace('["m.ptl"]', '[\n        "m.ptl",\n        "n.ptl",\n    ]'),
        )
        self.assertEqual(update_build_file(text, "m_predictor", ["m.ptl", "n.ptl"]), text)

    def test_another_target_of_that_name(self):
        with self.assertRaisesRegex(PtlError, "another target 'm_predictor'.*--name"):
            update_build_file(
                'cc_binary(\n    name = "m_predictor",\n)\n', "m_predictor", ["m.ptl"]
            )

    def test_packages_and_their_files(self):
        with tempfile.TemporaryDirectory() as root:
            app = os.path.join(root, "app")
            self.assertEqual(folder_of("//app", [os.path.join(app, "m.ptl")], root), app)
            for package, model, problem in (
                ("app", "m.ptl", "name a package"),
                ("//app:x", "m.ptl", "name a package"),
                ("//../b", "m.ptl", "outside of the workspace"),
                ("//app", os.path.join(root, "m.ptl"), "is not below"),
            ):
                with self.subTest(package), self.assertRaisesRegex(PtlError, problem):
                    folder_of(package, [model], root)


if __name__ == "__main__":
    unittest.main()
