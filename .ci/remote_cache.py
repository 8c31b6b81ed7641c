#!/usr/bin/env python3
"""remote_cache - builds through a shared cache, and shows that a second checkout takes all from it.

  .ci/remote_cache.py [--targets LABEL...] [--selection FILE]

A server that speaks the remote execution protocol (BuildGrid, from PyPI by the hashes of
.ci/remote/requirements_lock.txt) is started on this machine for it, on the loopback interface only,
and ends with it. A first clone of this checkout builds and fills the cache. A second one, in
another folder and with an output base of its own, must take every cacheable action from the cache.
Then one operator is added to a selection, and it is shown which actions ran.

What is counted comes from Bazel's execution log. Only what is committed is built.
Exit status 1 when the second checkout missed the cache.
"""

from __future__ import annotations

import argparse
import contextlib
import socket
import subprocess
import sys
import time
import venv
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from checkouts import ROOT, Checkout, Clock, Spawn, scratch

_REMOTE = ROOT / ".ci" / "remote"
# Few actions: a selection's generated sources, the tools that write them, and a little C++.
_TARGETS = ("//test/mobile/lightweight_dispatch:ops_codegen", "//aten_lite/parallel")
_SELECTION = "test/mobile/lightweight_dispatch/lightweight_dispatch_ops.yaml"
_ADDED = "aten::atanh"


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def _install(folder: Path) -> Path:
    """A virtual environment with BuildGrid; its `bgd`."""
    venv.create(folder, with_pip=True)
    subprocess.run(
        [
            *(str(folder / "bin" / "pip"), "install", "-qq", "--disable-pip-version-check"),
            *("--no-input", "--no-compile", "--no-deps", "--require-hashes"),
            *("--requirement", str(_REMOTE / "requirements_lock.txt")),
        ],
        check=True,
    )
    return folder / "bin" / "bgd"


@contextlib.contextmanager
def cache_server(folder: Path, clock: Clock) -> Iterator[str]:
    """The address of a cache that is there until the block ends."""
    clock.say("installing BuildGrid")
    bgd = _install(folder / "venv")
    port = _free_port()
    settings = (_REMOTE / "cache.yml.in").read_text(encoding="utf-8")
    config = folder / "cache.yml"
    config.write_text(
        settings.replace("@DATA@", str(folder)).replace("@PORT@", str(port)), encoding="utf-8"
    )
    (folder / "cas").mkdir()
    with (folder / "server.log").open("wb") as log:
        server = subprocess.Popen(
            [str(bgd), "server", "start", str(config)], stdout=log, stderr=subprocess.STDOUT
        )
        try:
            _wait_for(port, server, folder / "server.log")
            clock.say(f"the cache listens on 127.0.0.1:{port}")
            yield f"grpc://127.0.0.1:{port}"
        finally:
            server.terminate()
            try:
                server.wait(20)
            except subprocess.TimeoutExpired:
                server.kill()
                server.wait()


def _wait_for(port: int, server: subprocess.Popen[bytes], log: Path) -> None:
    for _ in range(900):
        if server.poll() is not None:
            break
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.2)
    raise SystemExit(f"BuildGrid did not start:\n{log.read_text(errors='replace')[-3000:]}")


def _summary(spawns: Sequence[Spawn]) -> str:
    hits = sum(s.cache_hit for s in spawns)
    cacheable = [s for s in spawns if s.cacheable]
    misses = sum(not s.cache_hit for s in cacheable)
    return (
        f"{len(spawns)} actions, {len(cacheable)} cacheable: {hits} hits, {misses} misses; "
        f"not cacheable: {len(spawns) - len(cacheable)}"
    )


def _list_actions(spawns: Sequence[Spawn]) -> None:
    ran = [s for s in spawns if not s.cache_hit]
    for mnemonic, count in sorted(Counter(s.mnemonic for s in ran).items()):
        print(f"  {count:4} {mnemonic}")
    for spawn in ran[:40]:
        print(f"       {spawn.mnemonic:22} {spawn.output.partition('/bin/')[2] or spawn.output}")


def add_operator(selection: Path, name: str) -> None:
    """Adds an operator to a file in either format, and checks that it was not there."""
    text = selection.read_text(encoding="utf-8")
    if name in text:
        raise SystemExit(f"{selection} has {name} already")
    if "\noperators:\n" in "\n" + text:
        entry = f"operators:\n  {name}:\n    is_root_operator: true\n"
        text = ("\n" + text).replace("\noperators:\n", "\n" + entry, 1)[1:]
    else:
        text = text.rstrip("\n") + f"\n- {name}\n"
    selection.write_text(text, encoding="utf-8")


def run(targets: Sequence[str], selection: str, folder: Path) -> int:
    clock = Clock()
    with cache_server(folder, clock) as address:
        options = (f"--remote_cache={address}", "--remote_upload_local_results")
        with Checkout(folder / "first") as first:
            clock.say(f"first checkout: {' '.join(targets)}")
            clock.say(f"first checkout: {_summary(first.build(targets, *options))}")
        with Checkout(folder / "another" / "place" / "second") as second:
            spawns = second.build(targets, *options)
            clock.say(f"second checkout: {_summary(spawns)}")
            missed = [s for s in spawns if s.cacheable and not s.cache_hit]
            if missed or not any(s.cache_hit for s in spawns):
                print("second checkout: these actions should have come from the cache:")
                _list_actions(missed)
                return 1
            add_operator(second.folder / selection, _ADDED)
            spawns = second.build(targets, *options)
            clock.say(f"with {_ADDED} added: {_summary(spawns)}; what ran:")
            _list_actions(spawns)
            if not spawns:
                print(f"no action ran; does a target depend on {selection}?")
                return 1
    clock.say("done")
    return 0


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    parser.add_argument("--targets", nargs="+", default=list(_TARGETS), metavar="LABEL")
    parser.add_argument(
        "--selection", default=_SELECTION, help="the file that an operator is added to"
    )
    args = parser.parse_args()
    with scratch("aten_lite-cache.") as folder:
        return run(args.targets, args.selection, folder)


if __name__ == "__main__":
    sys.exit(main())
