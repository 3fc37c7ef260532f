"""Checkpoints of a long analysis: written now and then, and when somebody stops it, so that it can go on from there.

What a checkpoint says is handed to native code as it is, so it is sealed: with a secret of the user's cache folder, so
that nothing but what this program wrote for this user is ever read.
"""

from __future__ import annotations

import hashlib
import time as clock_time
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

from elagage.array_files import read_arrays, refuse_foreign, write_arrays
from elagage.errors import ElagageWarning, FileError, Stopped
from elagage.folders import cache_folder
from elagage.game import Game
from elagage.i18n import Message
from elagage.sealed_files import FolderProblem, folder_secret

__all__ = ["CheckpointWriter", "check_target", "default_checkpoint", "read_checkpoint", "read_secret"]

CHECKPOINT = "checkpoint 2"
WHAT = Message("a checkpoint of a solver")
SECRETS = "solve"
"""The folder of the cache that has the secret, and the checkpoints that got no name."""
SHARE = 20
"""A snapshot is taken when the time since the last is this many times what it took."""


class CheckpointWriter:
    """Takes snapshots of a compiled analysis: now and then, and when it is stopped."""

    def __init__(self, path: Path | None, every: float, stop: Callable[[], bool] | None) -> None:
        self.path, self.every, self.stop = path, every, stop
        self.last = clock_time.monotonic()
        self.cost = 0.0

    def __call__(self, run: Any) -> None:
        """Between two slices."""
        if self.stop is not None and self.stop():
            self.leave(run)
        waited = clock_time.monotonic() - self.last
        if self.path is not None and waited >= max(self.every, SHARE * self.cost):
            try:
                self.take(run)
            except FileError as error:  # a checkpoint that can't be kept is no reason to lose the work
                warnings.warn(ElagageWarning(error.message), stacklevel=2)
                self.path = None

    def take(self, run: Any) -> None:
        """A snapshot now."""
        assert self.path is not None
        began = clock_time.monotonic()
        write_arrays(self.path, CHECKPOINT, run.facts(), run.arrays(), read_secret(self.path))
        self.last = clock_time.monotonic()
        self.cost = self.last - began

    def leave(self, run: Any) -> None:
        """A last snapshot."""
        if self.path is None:
            raise Stopped("The solver was stopped before it had an answer.")
        self.take(run)
        raise Stopped("The solver was stopped; what it found is kept in {path}.", path=self.path)


def read_secret(path: Path) -> bytes:
    """The secret that checkpoints are sealed with; FileError if there is no place to keep one."""
    try:
        return folder_secret(SECRETS)
    except (OSError, FolderProblem) as error:
        reason = error.message if isinstance(error, FolderProblem) else error.strerror or str(error)
        raise FileError(
            "{path} can't be sealed, since {folder} can't be used ({reason}): ELAGAGE_CACHE may name another folder.",
            path=path,
            folder=cache_folder(SECRETS),
            reason=reason,
        ) from None


def check_target(path: Path) -> None:
    """FileError if there is a file of that name that is no checkpoint."""
    refuse_foreign(path, CHECKPOINT, WHAT)


def read_checkpoint(path: Path) -> tuple[dict[str, Any], dict[str, memoryview]]:
    """The facts and arrays of a checkpoint that this user's work left; FileError if it is anything else."""
    return read_arrays(path, CHECKPOINT, WHAT, read_secret(path))


def default_checkpoint(game: Game[Any, Any], state: Any, symmetric: bool) -> Path | None:
    """Where a checkpoint is kept if no place is named; None if the user's cache folder can't be written."""
    text = f"{game.spec} {'' if state is None else game.state_name(state)} {symmetric}"
    folder = cache_folder(SECRETS)
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError:
        return None
    return folder / f"{hashlib.sha256(text.encode()).hexdigest()[:16]}.part"
