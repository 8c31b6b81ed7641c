"""The command line of select_operators.py."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from aten_codegen import files, merge_selections
from aten_codegen.cli import fail, guarded, parse_arguments
from aten_codegen.errors import Problems
from aten_codegen.inputs import BACKENDS, DEFAULT_SOURCE, read_selection_files, read_sources
from aten_codegen.plan import plan_operators
from aten_codegen.selection import everything, from_allowlist, select


def select_main(arguments: Sequence[str] | None = None, doc: str | None = None) -> int:
    parser = argparse.ArgumentParser(prog="select_operators.py", description=doc)
    add = parser.add_argument
    add("-s", "--source-path", default=DEFAULT_SOURCE, help="as of gen_unboxing.py")
    add("--custom-ops-yaml-path", action="append", default=[], help="as of gen_unboxing.py")
    add("--target", required=True, help="the label that the following belong to")
    add("--op-registration-allowlist", nargs="*", default=[], help="names of operators")
    add("--op-selection-yaml-path", action="append", default=[], help="a list or selection yaml")
    add("--include-all-operators", action="store_true", help="every operator that has a kernel")
    add("--merged-selection", action="append", default=[], help="what this program wrote before")
    add("--output", required=True, help="the merged selection, in upstream's format")
    add("--origins", required=True, help="a table of who asks for which operator")
    return guarded(lambda: _select(parse_arguments(parser, arguments)))


def _select(options: argparse.Namespace) -> int:
    problems = Problems()
    selections = read_selection_files(options.op_selection_yaml_path, problems)
    selections += read_selection_files(options.merged_selection, problems, are_merged=True)
    if options.op_registration_allowlist:
        selections.append(from_allowlist(options.op_registration_allowlist, "attribute 'ops'"))
    if options.include_all_operators:
        selections.append(everything(options.target))
    inputs = read_sources(options.source_path, options.custom_ops_yaml_path, problems)
    # Any backend's kernel will do here; a library refuses what its own backends have none for.
    plans, errors = plan_operators(inputs.operators, BACKENDS)
    problems.errors += errors
    if not errors:
        problems.errors += select(selections, plans)[1]
    if problems.errors:
        return fail(problems, f"{options.target} cannot be made")
    merged = merge_selections.merge(selections, plans, options.target)
    files.write_text(options.output, merge_selections.to_yaml(merged))
    files.write_text(options.origins, merge_selections.to_tsv(merged, plans))
    return 0
