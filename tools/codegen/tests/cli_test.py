"""Tests of the command lines: determinism, what is written when, and exit codes."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

_HERE = Path(os.path.abspath(__file__)).parent
_CODEGEN = _HERE.parent
_SOURCE = str(_HERE / "golden" / "input")


def snapshot(folder: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


class CommandLine(unittest.TestCase):
    def setUp(self) -> None:
        self._temporary = tempfile.TemporaryDirectory()
        self.folder = Path(self._temporary.name)
        self.out = self.folder / "out" / "ATen"

    def tearDown(self) -> None:
        self._temporary.cleanup()

    def run_tool(
        self, tool: str, *arguments: str, cwd: str | None = None, **env: str
    ) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, str(_CODEGEN / tool), *arguments],
            capture_output=True,
            text=True,
            check=False,
            cwd=cwd,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), **env},
        )

    def unboxing(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        return self.run_tool("gen_unboxing.py", "-s", _SOURCE, "-d", str(self.out), *arguments)

    def write(self, name: str, text: str) -> str:
        path = self.folder / name
        path.write_text(text, encoding="utf-8")
        return str(path)

    def registered(self) -> list[str]:
        text = "".join(
            path.read_text(encoding="utf-8") for path in self.out.glob("RegisterCodegen*.cpp")
        )
        return sorted(
            line.split("::")[-1].rstrip("},")
            for line in text.split("\n")
            if "{&at::schemas" in line
        )


class Determinism(CommandLine):
    def test_output_depends_on_nothing_but_the_inputs(self) -> None:
        snapshots = []
        for index, env in enumerate(
            (
                {"PYTHONHASHSEED": "1", "LC_ALL": "C"},
                {"PYTHONHASHSEED": "2", "LC_ALL": "C.UTF-8", "TZ": "Asia/Tokyo"},
            )
        ):
            folder = self.folder / ("deeper/" * index) / "ATen"
            for tool in ("gen.py", "gen_unboxing.py"):
                result = self.run_tool(
                    tool, "-s", _SOURCE, "-d", str(folder), cwd=str(self.folder), **env
                )
                self.assertEqual(result.returncode, 0, result.stderr)
            snapshots.append(snapshot(folder))
        self.assertEqual(snapshots[0], snapshots[1])
        for name, data in snapshots[0].items():
            self.assertNotIn(str(self.folder).encode(), data, name)
            self.assertNotIn(str(_CODEGEN).encode(), data, name)

    def test_unchanged_files_keep_their_time(self) -> None:
        self.unboxing()
        for path in self.out.iterdir():
            os.utime(path, (1, 1))
        self.unboxing("--op_registration_allowlist", "aten::add.Tensor")
        times = {path.name: path.stat().st_mtime for path in self.out.iterdir()}
        self.assertNotEqual(times["UnboxingFunctions.h"], 1)
        self.unboxing("--op_registration_allowlist", "aten::add.Tensor")
        self.assertEqual(times, {path.name: path.stat().st_mtime for path in self.out.iterdir()})

    def test_one_more_operator_changes_two_sources(self) -> None:
        self.unboxing("--op_registration_allowlist", "aten::add.Tensor")
        before = snapshot(self.out)
        self.unboxing("--op_registration_allowlist", "aten::add.Tensor", "aten::zeros")
        after = snapshot(self.out)
        changed = [name for name in after if after[name] != before[name] and name.endswith(".cpp")]
        self.assertEqual(len(changed), 2, changed)


class Selection(CommandLine):
    def test_no_option_or_an_empty_one_selects_all(self) -> None:
        for arguments in (
            (),
            ("--op_selection_yaml_path", ""),
            ("--op_registration_allowlist",),
            ("--op-registration-allowlist",),
        ):
            result = self.unboxing(*arguments)
            self.assertEqual(result.returncode, 0, result.stderr)
            self.assertEqual(len(self.registered()), 17)

    def test_an_empty_list_selects_nothing(self) -> None:
        empty = self.write("empty.yaml", "[]\n")
        for option in (
            "--op_selection_yaml_path",
            "--TEST_ONLY_op_registration_allowlist_yaml_path",
        ):
            result = self.unboxing(option, empty)
            self.assertEqual(result.returncode, 0, result.stderr)
            self.assertEqual(self.registered(), [])

    def test_sources_add_up(self) -> None:
        flat = self.write("flat.yaml", "- aten::add.Tensor\n")
        upstream = self.write("upstream.yaml", "operators:\n  aten::zeros: {}\n")
        result = self.unboxing(
            "--op_selection_yaml_path",
            flat,
            "--op-selection-yaml-path",
            upstream,
            "--op_registration_allowlist",
            "aten::max",
        )
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual(self.registered(), ["add_Tensor", "max_dim", "max_dim_max", "zeros"])

    def test_custom_operators_come_alone_unless_more_is_selected(self) -> None:
        custom = self.write(
            "custom.yaml", "- func: mine::f(Tensor self) -> Tensor\n  dispatch:\n    CPU: mine::f\n"
        )
        self.assertEqual(self.unboxing("--custom_ops_yaml_path", custom).returncode, 0)
        self.assertEqual(self.registered(), ["mine_f_from_mine_native_f"])

    def test_an_override_must_have_the_same_schema(self) -> None:
        custom = self.write(
            "custom.yaml",
            "- func: aten::bernoulli(Tensor self) -> Tensor\n  dispatch:\n    CPU: mine::f\n",
        )
        result = self.unboxing("--custom_ops_yaml_path", custom)
        self.assertEqual(result.returncode, 1)
        self.assertIn("another schema", result.stderr)


class Select(CommandLine):
    def select(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        outputs = [
            *("--output", str(self.folder / "merged.yaml")),
            *("--origins", str(self.folder / "origins.tsv")),
        ]
        return self.run_tool(
            "select_operators.py", "-s", _SOURCE, "--target", "//app:sel", *outputs, *arguments
        )

    def test_a_merged_selection_and_its_target_reach_the_generated_table(self) -> None:
        flat = self.write("flat.yaml", "- aten::add.Tensor\n")
        result = self.select("--op-selection-yaml-path", flat)
        self.assertEqual(result.returncode, 0, result.stderr)
        merged = str(self.folder / "merged.yaml")
        again = self.select("--merged-selection", merged)
        self.assertEqual(again.returncode, 0, again.stderr)
        report = self.folder / "report.tsv"
        result = self.unboxing(
            *("--merged-selection", merged),
            *("--selection-target", "//app:sel"),
            *("--report-tsv", str(report)),
        )
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual(self.registered(), ["add_Tensor"])
        self.assertIn(f"\t{flat}:1 (//app:sel)\t", report.read_text(encoding="utf-8"))
        tables = [path.read_text(encoding="utf-8") for path in self.out.glob("RegisterCodegen*")]
        self.assertIn('kRowsTable{kRows, 1, "//app:sel"};', "".join(tables))

    def test_all_operators_are_asked_for_by_the_target(self) -> None:
        self.assertEqual(self.select("--include-all-operators").returncode, 0)
        report = self.folder / "report.tsv"
        result = self.unboxing(
            *("--merged-selection", str(self.folder / "merged.yaml")),
            *("--selection-target", "//app:sel"),
            *("--report-tsv", str(report)),
        )
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("\t//app:sel (all operators)\t", report.read_text(encoding="utf-8"))

    def test_unknown_names_are_refused_with_place_nearest_names_and_what_to_do(self) -> None:
        flat = self.write("flat.yaml", "- aten::ad.Tensor\n")
        result = self.select(
            "--op-selection-yaml-path", flat, "--op-registration-allowlist", "aten::zeroes"
        )
        self.assertEqual(result.returncode, 1)
        for text in (
            f"{flat}:1: error: unknown operator 'aten::ad.Tensor'\n"
            "    Did you mean aten::add.Tensor, ",
            "Correct or remove the name, or declare the operator in a yaml of your own.\n",
            "attribute 'ops': error: unknown operator 'aten::zeroes'\n",
            "    Did you mean aten::zeros, ",
            "\n2 errors; //app:sel cannot be made\n",
        ):
            self.assertIn(text, result.stderr)
        self.assertFalse((self.folder / "merged.yaml").exists())

    def test_names_of_a_users_yaml_are_known(self) -> None:
        custom = self.write("c.yaml", "- func: mine::f(int a) -> int\n  dispatch: {CPU: f}\n")
        arguments = ("--op-registration-allowlist", "mine::f")
        self.assertEqual(self.select(*arguments).returncode, 1)
        result = self.select("--custom-ops-yaml-path", custom, *arguments)
        self.assertEqual(result.returncode, 0, result.stderr)


class Failure(CommandLine):
    def test_everything_is_reported_and_nothing_written(self) -> None:
        flat = self.write("flat.yaml", "- aten::ad.Tensor\n- aten::zeros\n- aten::zeros\n")
        mapping = self.write("mapping.yaml", "operatorz: {}\n")
        broken = self.write("broken.yaml", "a: [\n")
        result = self.unboxing(
            *("--op_selection_yaml_path", flat),
            *("--op_selection_yaml_path", mapping),
            *("--op_selection_yaml_path", broken),
        )
        self.assertEqual(result.returncode, 1)
        self.assertFalse(self.out.exists())
        self.assertNotIn("Traceback", result.stderr)
        for text in (
            f"{flat}:1: error: unknown operator 'aten::ad.Tensor'",
            f"{flat}:3: error: 'aten::zeros' is listed twice",
            f"{mapping}:1: error: unknown key 'operatorz'",
            f"{broken}:2: error: not valid YAML",
            "4 errors",
        ):
            self.assertIn(text, result.stderr)

    def test_missing_inputs(self) -> None:
        for arguments, text in (
            (("-s", "/nowhere"), "/nowhere: error: there is no native_functions.yaml"),
            (("--op_selection_yaml_path", "/nowhere.yaml"), "cannot be read"),
            (("--num-shards", "0"), "must be at least 1"),
            (("--static_dispatch_backend", "GPU"), "unknown backend 'GPU'"),
        ):
            result = self.unboxing(*arguments)
            self.assertEqual(result.returncode, 1, result.stderr)
            self.assertIn(text, result.stderr)

    def test_an_output_that_cannot_be_written(self) -> None:
        blocked = self.write("file", "")
        result = self.run_tool("gen_unboxing.py", "-s", _SOURCE, "-d", blocked)
        self.assertEqual(result.returncode, 1)
        self.assertIn("cannot be written", result.stderr)

    def test_wrong_usage_is_two(self) -> None:
        self.assertEqual(self.unboxing("--no-such-option").returncode, 2)


class Options(CommandLine):
    def test_dry_run_writes_the_list_of_outputs_only(self) -> None:
        listed = self.folder / "deps.cmake"
        result = self.unboxing("--dry-run", "-o", str(listed), "--num-shards", "2")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertFalse(self.out.exists())
        lines = listed.read_text(encoding="utf-8").split("\n")
        self.assertEqual(lines[:2], ["set(", "deps"])
        self.assertIn(f'"{self.out}/UnboxingFunctions_1.cpp"', lines)
        self.assertEqual(lines[-1], ")")
        self.assertEqual(len(lines), 3 + 5)

    def test_gen_lists_its_folders_apart(self) -> None:
        result = self.run_tool(
            *("gen.py", "-s", _SOURCE, "-d", str(self.out), "--dry-run"),
            *("-o", str(self.folder / "deps.cmake")),
        )
        self.assertEqual(result.returncode, 0, result.stderr)
        for name, output in (
            ("deps.cmake", "Operators_0.cpp"),
            ("core_deps.cmake", "core/TensorBody.h"),
            ("ops_deps.cmake", "ops/add.h"),
        ):
            self.assertIn(f'"{self.out}/{output}"', (self.folder / name).read_text("utf-8"))

    def test_gen_writes_the_asked_part(self) -> None:
        result = self.run_tool(
            "gen.py", "-s", _SOURCE, "-d", str(self.out), "--generate", "headers"
        )
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual(list(self.out.glob("*.cpp")), [])
        self.assertTrue((self.out / "ops" / "add.h").is_file())

    def test_command_lines_of_upstream_work(self) -> None:
        result = self.run_tool(
            *("gen.py", "--source-path", _SOURCE, "--install_dir", str(self.out)),
            *(
                "--per-operator-headers",
                "--generate",
                "sources",
                "--skip_dispatcher_op_registration",
            ),
            *("--static_dispatch_backend", "CPU", "--op_registration_whitelist", "aten::add"),
            *("--force_schema_registration", "--headeronly-install-dir", "elsewhere"),
        )
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertTrue((self.out / "RegisterCPU.cpp").is_file())

    def test_a_params_file_may_hold_anything(self) -> None:
        params = self.write(
            "params",
            "\n".join(
                [
                    *("-s", _SOURCE, "-d", str(self.out), "--requested-by", "@@//a:b"),
                    *("--report-tsv", str(self.folder / "r.tsv")),
                    *("--report-html", str(self.folder / "r.html")),
                    *("--op_registration_allowlist", "aten::zeros"),
                ]
            ),
        )
        result = self.run_tool("gen_unboxing.py", "@" + params)
        self.assertEqual(result.returncode, 0, result.stderr)
        rows = (self.folder / "r.tsv").read_text(encoding="utf-8").split("\n")
        self.assertTrue(any(row.startswith("aten::zeros\t@@//a:b\t") for row in rows), rows)
        self.assertIn("# 1 of 18 operators selected", rows)
        self.assertIn(
            '<td class="name">aten::<wbr>zeros</td>', (self.folder / "r.html").read_text("utf-8")
        )

    def test_help_is_worth_reading(self) -> None:
        for tool in ("gen.py", "gen_unboxing.py"):
            result = self.run_tool(tool, "--help")
            self.assertEqual(result.returncode, 0)
            self.assertIn("--static-dispatch-backend", result.stdout)


if __name__ == "__main__":
    unittest.main()
