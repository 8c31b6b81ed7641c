"""Tests of selections."""

import unittest

from aten_codegen.selection import Selected, from_allowlist, parse_selection, select
from aten_codegen.testing import plans
from aten_codegen.yaml_loader import load_yaml

OPERATORS = """
- func: add.Tensor(Tensor self, Tensor other) -> Tensor
- func: add.Scalar(Tensor self, Scalar other) -> Tensor
- func: add_.Tensor(Tensor(a!) self, Tensor other) -> Tensor(a!)
- func: relu(Tensor self) -> Tensor
- func: relu.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)
- func: cuda_only(Tensor self) -> Tensor
  dispatch:
    CUDA: cuda_only
- func: packed(Tensor self) -> Tensor
- func: linear(Tensor self) -> Tensor
  companions: ['aten::packed']
"""


def run(*texts: str) -> tuple[list[Selected], list[str]]:
    selections = []
    errors = []
    for index, text in enumerate(texts):
        root, found = load_yaml(text, f"s{index}.yaml")
        selection, more = parse_selection(root)
        selections.append(selection)
        errors += found + more
    selected, found = select(selections, plans(OPERATORS))
    return selected, [str(error) for error in errors + found]


class Formats(unittest.TestCase):
    def assert_selected(self, text: str, *expected: str) -> None:
        selected, errors = run(text)
        self.assertEqual(errors, [])
        self.assertEqual([s.plan.full_name for s in selected], list(expected))

    def test_a_flat_list_is_exact(self) -> None:
        self.assert_selected("- aten::add.Tensor\n- aten::relu\n", "aten::add.Tensor", "aten::relu")

    def test_a_bare_root_of_a_list_that_is_no_operator_means_its_overloads(self) -> None:
        self.assert_selected("- aten::add\n", "aten::add.Scalar", "aten::add.Tensor")

    def test_nothing_is_selected_by_empty_files_and_lists(self) -> None:
        for text in ("", "[]\n", "# none\n", "operators: {}\n", "operators:\n", "{}\n"):
            self.assert_selected(text)

    def test_flags_of_upstreams_yaml_are_true_when_absent(self) -> None:
        self.assert_selected("operators:\n  aten::relu: {}\n", "aten::relu", "aten::relu.out")
        self.assert_selected("operators:\n  aten::relu:\n", "aten::relu", "aten::relu.out")

    def test_include_all_overloads(self) -> None:
        self.assert_selected(
            "operators:\n  aten::relu:\n    include_all_overloads: false\n", "aten::relu"
        )

    def test_only_root_operators_are_wrapped(self) -> None:
        self.assert_selected(
            "operators:\n  aten::relu: {is_root_operator: false}\n  aten::add.Tensor: {}\n",
            "aten::add.Tensor",
        )

    def test_include_all_operators_leaves_out_what_has_no_kernel(self) -> None:
        selected, errors = run("include_all_operators: true\n")
        self.assertEqual(errors, [])
        names = [s.plan.full_name for s in selected]
        self.assertEqual(len(names), 7)
        self.assertNotIn("aten::cuda_only", names)

    def test_all_keys_of_upstream(self) -> None:
        root, _ = load_yaml(
            "include_all_operators: false\n"
            "include_all_non_op_selectives: true\n"
            "debug_info: [model.ptl]\n"
            "operators:\n"
            "  aten::relu:\n"
            "    is_root_operator: true\n"
            "    is_used_for_training: false\n"
            "    include_all_overloads: false\n"
            "    debug_info: [a, b]\n"
            "kernel_metadata:\n  add_kernel: [Float, Int]\n"
            "et_kernel_metadata:\n  aten::add: [v1/6]\n"
            "custom_classes: [ns.Class]\n"
            "build_features: [feature]\n",
            "s.yaml",
        )
        selection, errors = parse_selection(root)
        self.assertEqual(errors, [])
        self.assertTrue(selection.include_all_non_op_selectives)
        self.assertEqual(selection.debug_info, ("model.ptl",))
        self.assertEqual(selection.kernel_metadata, {"add_kernel": ("Float", "Int")})
        self.assertEqual(selection.et_kernel_metadata, {"aten::add": ("v1/6",)})
        self.assertEqual(selection.custom_classes, ("ns.Class",))
        self.assertEqual(selection.build_features, ("feature",))
        (request,) = selection.requests
        self.assertFalse(request.is_used_for_training)
        self.assertEqual(request.debug_info, ("a", "b"))

    def test_an_allowlist_takes_bare_roots_as_all_overloads(self) -> None:
        selection = from_allowlist(["aten::relu", "aten::add.Tensor;aten::add_"], "option")
        selected, errors = select([selection], plans(OPERATORS))
        self.assertEqual(errors, [])
        self.assertEqual(
            [s.plan.full_name for s in selected],
            ["aten::add.Tensor", "aten::add_.Tensor", "aten::relu", "aten::relu.out"],
        )


class Composition(unittest.TestCase):
    def test_selections_add_up_and_everybody_is_named(self) -> None:
        selected, errors = run(
            "- aten::relu\n", "operators:\n  aten::relu: {debug_info: [m.ptl]}\n"
        )
        self.assertEqual(errors, [])
        self.assertEqual(selected[0].asked_by, ("s0.yaml:1", "s1.yaml:2 (m.ptl)"))

    def test_companions_come_along(self) -> None:
        selected, _ = run("- aten::linear\n")
        self.assertEqual(
            [(s.plan.full_name, s.asked_by[0]) for s in selected],
            [("aten::linear", "s0.yaml:1"), ("aten::packed", "companion of aten::linear")],
        )


class Mistakes(unittest.TestCase):
    def assert_error(self, text: str, *messages: str) -> None:
        _, errors = run(text)
        for message in messages:
            self.assertTrue(any(message in error for error in errors), errors)

    def test_all_are_reported_together(self) -> None:
        _, errors = run("- aten::ad.Tensor\n- aten::relu\n- aten::relu\n- relu\n")
        self.assertEqual(len(errors), 3)

    def test_unknown_operators_get_the_nearest_names(self) -> None:
        self.assert_error(
            "- aten::add.Tensr\n",
            "s0.yaml:1: error: unknown operator 'aten::add.Tensr'\n"
            "    Did you mean aten::add.Tensor",
        )

    def test_names_run_together(self) -> None:
        self.assert_error("- aten::relu aten::add.Tensor\n", "more than one operator name")
        self.assert_error("- aten::relu\n  aten::add.Tensor\n", "more than one operator name")
        self.assert_error("- aten::relu- aten::add.Tensor\n", "more than one operator name")

    def test_operators_without_a_kernel(self) -> None:
        self.assert_error(
            "- aten::cuda_only\n", "has no kernel for CPU: it has kernels for CUDA only"
        )

    def test_unknown_keys(self) -> None:
        self.assert_error("operatorz: {}\n", "s0.yaml:1: error: unknown key 'operatorz'")
        self.assert_error(
            "operators:\n  aten::relu:\n    is_root: true\n",
            "s0.yaml:3: error: unknown key 'is_root' of operator 'aten::relu'\n"
            "    Did you mean is_root_operator?",
        )

    def test_duplicates(self) -> None:
        self.assert_error(
            "- aten::relu\n- aten::relu\n", "s0.yaml:2: error: 'aten::relu' is listed"
        )
        self.assert_error(
            "operators:\n  aten::relu: {}\n  aten::relu: {}\n", "duplicate key 'aten::relu'"
        )

    def test_wrong_kinds(self) -> None:
        self.assert_error("text\n", "a selection is a list of operators or a mapping")
        self.assert_error("- [a]\n", "an operator name must be a string")
        self.assert_error("include_all_operators: maybe\n", "must be true or false")
        self.assert_error("operators: [a]\n", "'operators' must be a mapping")
        self.assert_error("debug_info: x\n", "'debug_info' must be a list")

    def test_a_missing_namespace(self) -> None:
        self.assert_error("- relu\n", "Did you mean 'aten::relu'?")


if __name__ == "__main__":
    unittest.main()
