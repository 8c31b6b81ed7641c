"""Tests of merged selections: what adds up, and who asked; reading them back changes nothing."""

import unittest

from aten_codegen.errors import Location
from aten_codegen.merge_selections import merge, to_tsv, to_yaml
from aten_codegen.selection import Selection, everything, from_allowlist, parse_selection, select
from aten_codegen.testing import plans
from aten_codegen.yaml_loader import load_yaml

OPERATORS = """
- func: add.Tensor(Tensor self, Tensor other) -> Tensor
- func: add.Scalar(Tensor self, Scalar other) -> Tensor
- func: relu(Tensor self) -> Tensor
- func: relu.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)
- func: cuda_only(Tensor self) -> Tensor
  dispatch:
    CUDA: cuda_only
"""
PLANS = plans(OPERATORS)


def parse(text: str, name: str = "s.yaml", is_merged: bool = False) -> Selection:
    root, errors = load_yaml(text, name)
    selection, more = parse_selection(root, is_merged)
    assert not errors + more, errors + more
    return selection


def merged_yaml(*selections: Selection, target: str = "//app:selection") -> str:
    return to_yaml(merge(selections, PLANS, target))


class Merging(unittest.TestCase):
    def test_every_place_that_names_an_operator_is_kept(self) -> None:
        models = 'operators:\n  aten::relu: {include_all_overloads: false, debug_info: ["m.ptl"]}\n'
        text = merged_yaml(
            parse("- aten::relu\n"), parse(models, "t.yaml"), from_allowlist(["aten::add"], "'ops'")
        )
        self.assertIn(
            "  aten::relu:\n"
            "    is_root_operator: true\n"
            "    is_used_for_training: true\n"
            "    include_all_overloads: false\n"
            "    debug_info:\n"
            '    - "s.yaml:1 (//app:selection)"\n'
            '    - "t.yaml:2, for m.ptl (//app:selection)"\n',
            text,
        )
        self.assertIn("  - \"'ops' (//app:selection)\"\n", text)

    def test_flags_add_up(self) -> None:
        exact = "operators:\n  aten::relu: {include_all_overloads: false}\n"
        training = "operators:\n  aten::relu: {is_root_operator: false}\n"
        operator = merge([parse(exact), parse(training)], PLANS, "//a").operators["aten::relu"]
        self.assertTrue(operator.is_root and operator.all_overloads)

    def test_a_bare_root_of_a_list_means_what_it_meant_there(self) -> None:
        merged = merge([parse("- aten::relu\n- aten::add\n")], PLANS, "//a")
        self.assertFalse(merged.operators["aten::relu"].all_overloads)
        self.assertTrue(merged.operators["aten::add"].all_overloads)

    def test_what_is_no_operator_adds_up_as_well(self) -> None:
        first = "custom_classes: [b.B]\nkernel_metadata: {add: [float]}\n"
        second = (
            "custom_classes: [a.A]\nkernel_metadata: {add: [int, float]}\nbuild_features: [x]\n"
        )
        merged = merge([parse(first), parse(second)], PLANS, "//a")
        self.assertEqual(merged.custom_classes, ("a.A", "b.B"))
        self.assertEqual(merged.kernel_metadata, {"add": ("float", "int")})
        self.assertEqual(merged.build_features, ("x",))
        self.assertFalse(merged.include_all)
        self.assertTrue(merge([everything("//a")], PLANS, "//a").include_all)

    def test_merging_again_keeps_places_and_targets(self) -> None:
        once = merged_yaml(parse("- aten::relu\n"), parse("custom_classes: [b.B]\n"))
        again = merged_yaml(parse(once, is_merged=True), target="//other:selection")
        self.assertEqual(once, again)

    def test_a_merged_selection_selects_the_same(self) -> None:
        sources = [parse("- aten::relu\n"), from_allowlist(["aten::add"], "'ops'")]
        merged = parse(merged_yaml(*sources), "bin/merged.yaml", is_merged=True)
        names = [[s.plan.full_name for s in select(x, PLANS)[0]] for x in (sources, [merged])]
        self.assertEqual(names[0], names[1])
        asked = {s.plan.full_name: s.asked_by for s in select([merged], PLANS)[0]}
        self.assertEqual(asked["aten::relu"], ("s.yaml:1 (//app:selection)",))

    def test_the_table_has_a_line_per_operator_and_place(self) -> None:
        text = to_tsv(
            merge([parse("- aten::add\n"), parse("- aten::add.Scalar\n", "t.yaml")], PLANS, "//a"),
            PLANS,
        )
        self.assertEqual(
            text,
            "operator\tplace\ttarget\n"
            "aten::add.Scalar\ts.yaml:1\t//a\n"
            "aten::add.Scalar\tt.yaml:1\t//a\n"
            "aten::add.Tensor\ts.yaml:1\t//a\n",
        )

    def test_errors_name_the_line_that_first_had_the_operator(self) -> None:
        for name, message in (
            ("aten::ad.Tensor", "unknown operator 'aten::ad.Tensor'"),
            ("aten::cuda_only", "operator 'aten::cuda_only' has no kernel for CPU"),
        ):
            lists = [parse(f"- {name}\n"), parse(f"- {name}\n", "t.yaml")]
            merged = parse(merged_yaml(*lists), "bin/merged.yaml", is_merged=True)
            errors = select([merged], PLANS)[1]
            self.assertEqual(errors[0].location, Location("s.yaml:1 (//app:selection)"))
            self.assertIn(message, errors[0].message)
            self.assertIn("(also t.yaml:1 (//app:selection))", errors[0].message)


if __name__ == "__main__":
    unittest.main()
