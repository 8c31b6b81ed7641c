"""Fresh clones of this repository with a Bazel server of their own each, and Bazel's own logs.

Shared by the checks that need more than one checkout: remote_cache.py, determinism.py. No setting
of the user's and no cache of the machine's reaches the builds (--nohome_rc, --disk_cache=).
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(os.path.abspath(__file__)).parent.parent


@dataclass(frozen=True)
class Spawn:
    """A process that an action needed, from the execution log: run here, or taken from a cache."""

    mnemonic: str
    target: str
    output: str
    runner: str
    cache_hit: bool
    cacheable: bool
    # Of what a cache's key is made of: command line, environment, platform, outputs, all inputs.
    key: str


class Checkout:
    """A clone of what is committed. A context manager that stops its server."""

    def __init__(self, folder: Path, environment: Mapping[str, str] | None = None) -> None:
        self.folder = folder / "checkout"
        self._output_base = folder / "output"
        self._log = folder / "execution.json"
        self._environment = {**os.environ, "BAZELW_QUIET": "1", **(environment or {})}
        # Where bazelw keeps its own Bazel, whatever HOME is in `environment`.
        cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
        self._environment["XDG_CACHE_HOME"] = str(cache)
        folder.mkdir(parents=True)
        subprocess.run(
            ["git", "clone", "--quiet", "--no-hardlinks", str(ROOT), str(self.folder)], check=True
        )

    def __enter__(self) -> Checkout:
        return self

    def __exit__(self, *unused: object) -> None:
        self.bazel("shutdown")

    def bazel(self, *arguments: str) -> str:
        """Runs it; its standard output, or an error with what it said."""
        startup = ["--nohome_rc", f"--output_base={self._output_base}", "--max_idle_secs=60"]
        command = [str(self.folder / "bazelw"), *startup, *arguments]
        result = subprocess.run(
            command,
            cwd=self.folder,
            env=self._environment,
            capture_output=True,
            text=True,
            errors="replace",
            check=False,
        )
        if result.returncode != 0:
            raise SystemExit(
                f"{' '.join(arguments)}: exit status {result.returncode}\n{result.stderr[-6000:]}"
            )
        return result.stdout

    def build(self, targets: Sequence[str], *options: str, command: str = "build") -> list[Spawn]:
        """Builds the targets; the processes that it took."""
        self._log.unlink(missing_ok=True)
        self.bazel(
            command,
            "--config=ci",
            "--disk_cache=",
            f"--execution_log_json_file={self._log}",
            *options,
            "--",
            *targets,
        )
        return list(read_execution_log(self._log))

    def output(self, path: str) -> Path:
        """A file that was built."""
        return self.folder / "bazel-bin" / path


def read_execution_log(path: Path) -> Iterator[Spawn]:
    """The processes of a build. The log is one JSON object after another."""
    text = path.read_text(encoding="utf-8")
    decoder = json.JSONDecoder()
    at = 0
    while at < len(text):
        if text[at].isspace():
            at += 1
            continue
        entry, at = decoder.raw_decode(text, at)
        yield _spawn(entry)


def _spawn(entry: Mapping[str, Any]) -> Spawn:
    outputs = entry.get("listedOutputs") or ["?"]
    parts = ("commandArgs", "environmentVariables", "platform", "listedOutputs", "inputs")
    made_of = [entry.get(part) for part in parts]
    return Spawn(
        mnemonic=entry.get("mnemonic", "?"),
        target=entry.get("targetLabel", "?"),
        output=outputs[0],
        runner=entry.get("runner", "?"),
        cache_hit=bool(entry.get("cacheHit")),
        cacheable=bool(entry.get("cacheable")) and bool(entry.get("remoteCacheable")),
        key=hashlib.sha256(json.dumps(made_of, sort_keys=True).encode()).hexdigest(),
    )


@contextlib.contextmanager
def scratch(prefix: str) -> Iterator[Path]:
    """A folder that goes away with all that is in it; what Bazel builds is read-only."""
    folder = Path(tempfile.mkdtemp(prefix=prefix)).resolve()
    try:
        yield folder
    finally:
        subprocess.run(["chmod", "-R", "u+w", str(folder)], check=False)
        shutil.rmtree(folder, ignore_errors=True)


class Clock:
    """Says what is being done, with the seconds since the beginning."""

    def __init__(self) -> None:
        self._begun = time.monotonic()

    def say(self, text: str) -> None:
        print(f"[{time.monotonic() - self._begun:4.0f} s] {text}", flush=True)
