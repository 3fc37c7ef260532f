"""The slices of an analysis on disk: each is one file, sealed, whole or not there at all.

plan                    what is analysed and how; another plan's slices are never used
layer-T-P               the keys of tier T that are P plies from the beginning, in order
reached-T-P-N           what the Nth part of them leads to, by tier
states-T                all keys of tier T, in order, with their plies
edges-T-N               what the Nth part of them leads to: numbers inside the tier, events for later ones
values-T                their values
merged                  all keys and values, as a solution has them
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from elagage.array_files import read_arrays, write_arrays
from elagage.errors import FileError
from elagage.i18n import Message

__all__ = ["KIND", "SUFFIX", "LongArray", "SliceFolder"]

KIND = "slice 1"
SUFFIX = ".slice"
WHAT = Message("a slice of a solver's work")
KEPT = 256
"""Files that stay open in a process."""


@lru_cache(maxsize=KEPT)
def open_slice(path: Path, secret: bytes, _changed: tuple[int, int]) -> tuple[dict[str, Any], dict[str, memoryview]]:
    """A slice, checked when it is opened first."""
    return read_arrays(path, KIND, WHAT, secret)


class SliceFolder:
    """The folder of an analysis by tiers; whoever reads it knows the ``secret`` that it is sealed with."""

    def __init__(self, folder: Path, secret: bytes) -> None:
        self.folder, self.secret = folder, secret

    def path(self, name: str) -> Path:
        """Where a slice is, or will be."""
        return self.folder / (name + SUFFIX)

    def write(self, name: str, facts: Mapping[str, Any], arrays: Mapping[str, Any]) -> None:
        """Keep a slice."""
        given = {key: np.ascontiguousarray(array).view(np.uint8) for key, array in arrays.items()}
        write_arrays(self.path(name), KIND, facts, given, self.secret)

    def has(self, name: str) -> bool:
        """Is that slice there, and whole? What is not is made anew."""
        try:
            self.facts(name)
        except FileError:
            return False
        return True

    def open(self, name: str) -> tuple[dict[str, Any], dict[str, memoryview]]:
        """The facts of a slice, and its arrays, mapped."""
        path = self.path(name)
        try:
            status = path.stat()
        except OSError:
            raise FileError("There is no file {path}.", path=path) from None
        return open_slice(path, self.secret, (status.st_mtime_ns, status.st_size))

    def facts(self, name: str) -> dict[str, Any]:
        """The facts of a slice."""
        return self.open(name)[0]

    def array(self, name: str, key: str, kind: Any) -> Any:
        """An array of a slice, mapped."""
        held = self.open(name)[1][key]
        return np.frombuffer(held, dtype=kind) if len(held) else np.zeros(0, dtype=kind)

    def empty(self) -> None:
        """Remove every slice, and the folder if nothing else is in it."""
        for path in self.folder.glob("*" + SUFFIX):
            path.unlink(missing_ok=True)
        try:
            self.folder.rmdir()
        except OSError:  # somebody keeps something else there
            return


class LongArray:
    """An array that is made of pieces: one is kept in memory, several in a file, which goes with ``remove``.

    What lies there at first was left by a process that was killed.
    """

    def __init__(self, path: Path, kind: Any) -> None:
        self.path, self.kind = path, np.dtype(kind)
        self.pieces: list[Any] = []
        self.length = 0
        self.remove()

    def add(self, piece: Any) -> None:
        """Put a piece to the end."""
        self.pieces.append(piece)
        self.length += len(piece)
        if len(self.pieces) > 1 or self.path.exists():
            with self.path.open("ab") as file:
                for each in self.pieces:
                    np.ascontiguousarray(each).tofile(file)
            self.pieces.clear()

    def whole(self) -> Any:
        """All of it, mapped if it is in a file."""
        if self.pieces or not self.length:
            return self.pieces[0] if self.pieces else np.zeros(0, dtype=self.kind)
        return np.memmap(self.path, self.kind, "r", shape=(self.length,))

    def remove(self) -> None:
        """Remove the file."""
        self.path.unlink(missing_ok=True)
