"""Which files the linters look at: everything in the checkout that git does not ignore."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path


def workspace_root(marker: Path) -> Path:
    """The checkout that a file came from, when Bazel shows it through symbolic links."""
    return Path(os.path.realpath(marker)).parent


def source_files(root: Path) -> list[str]:
    """Sorted paths of all files, tracked or new, relative to the root."""
    names = _from_git(root)
    if names is None:
        names = _from_folders(root)
    # Tracked but deleted files are still listed by git.
    return sorted(name for name in set(names) if (root / name).is_file())


def _from_git(root: Path) -> list[str] | None:
    # Whoever owns the checkout: nothing of git's configuration in it is run.
    command = ["git", "-c", "safe.directory=*", "ls-files", "-z", "--cached", "--others"]
    command.append("--exclude-standard")
    try:
        result = subprocess.run(command, cwd=root, capture_output=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return None  # an unpacked source archive
    return result.stdout.decode().rstrip("\0").split("\0")


def _from_folders(root: Path) -> list[str]:
    names: list[str] = []
    for folder, folders, files in os.walk(root):
        folders[:] = [d for d in folders if not d.startswith("bazel-") and d != "__pycache__"]
        names += [os.path.relpath(os.path.join(folder, name), root) for name in files]
    return names
