"""Records of a model archive: a zip file with one folder at the top."""

from __future__ import annotations

import zipfile
import zlib
from typing import Any

from aten_ptl.errors import PtlError
from aten_ptl.pickle_reader import parse_pickle

# Pickles and source are text-like and small; only storages are large, and those
# are never read through here. A record that claims more is refused unread.
_MAX_RECORD_BYTES = 256 << 20


def _describe(path: str, head: bytes) -> str:
    """What the file looks like instead, for people who picked the wrong one."""
    if head.startswith(b"version https://git-lfs"):
        return f"{path}: a Git LFS pointer, not the model itself: run `git lfs pull`"
    if head[:1] == b"\x80":
        return f"{path}: a pickle, not a model archive; save with _save_for_lite_interpreter"
    return f"{path}: not a zip archive; save the model with _save_for_lite_interpreter"


class Archive:
    """A zip archive with all its records below one folder. A context manager."""

    def __init__(self, path: str) -> None:
        self.path = path
        try:
            self._file = open(path, "rb")  # noqa: SIM115 (closed with the archive)
        except OSError as error:
            raise PtlError(f"{path}: {error.strerror}") from None
        try:
            self._zip = zipfile.ZipFile(self._file)
            self._index()
        except (zipfile.BadZipFile, ValueError, OSError, NotImplementedError) as error:
            self._file.seek(0)
            head = self._file.read(64)
            self._file.close()
            if head[:2] != b"PK":
                raise PtlError(_describe(path, head)) from None
            raise PtlError(f"{path}: damaged zip archive: {error}") from None
        except PtlError:
            self._file.close()
            raise

    def _index(self) -> None:
        self.infos: dict[str, zipfile.ZipInfo] = {}
        roots = []
        for info in self._zip.infolist():
            root, slash, name = info.filename.partition("/")
            if not slash:
                raise PtlError(f"{self.path}: record '{info.filename}' is in no folder")
            if root not in roots:
                roots.append(root)
            if root != roots[0]:
                continue
            if name in self.infos:
                raise PtlError(f"{self.path}: record '{name}' is there twice")
            if name and not name.endswith("/"):
                self.infos[name] = info
        if not roots:
            raise PtlError(f"{self.path}: the archive is empty")
        self.root = roots[0]

    def __enter__(self) -> Archive:
        return self

    def __exit__(self, *unused: object) -> None:
        self._zip.close()
        self._file.close()

    def __contains__(self, name: str) -> bool:
        return name in self.infos

    @property
    def names(self) -> list[str]:
        """All record names, without the folder, in the order of the file."""
        return list(self.infos)

    def read(self, name: str) -> bytes:
        """The bytes of a record."""
        info = self.infos.get(name)
        if info is None:
            raise PtlError(f"{self.path}: record '{name}' is missing")
        if info.file_size > _MAX_RECORD_BYTES:
            raise PtlError(f"{self.path}: record '{name}' claims {info.file_size} bytes")
        try:
            with self._zip.open(info) as stream:
                return stream.read(info.file_size)
        except (zipfile.BadZipFile, zlib.error, EOFError, OSError, ValueError) as error:
            raise PtlError(f"{self.path}: record '{name}' is damaged: {error}") from None

    def read_pickle(self, name: str) -> Any:
        """The value of a pickle record."""
        return parse_pickle(self.read(name), f"{self.path}: {name}")
