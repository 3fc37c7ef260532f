"""The errors that a person can cause. Each message is one sentence that names the cause and the remedy.

The command line prints the sentence alone and exits with 2; no traceback is shown for these.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

__all__ = [
    "ElagageError",
    "ElagageWarning",
    "FileError",
    "LimitsError",
    "LoadError",
    "NotationError",
    "OutOfNodes",
    "RulesError",
    "SearchError",
    "Stopped",
]


class ElagageError(Exception):
    """What every error of this package derives from."""


class ElagageWarning(UserWarning):
    """Something that costs time and no answer, and that a person may want to mend."""


class RulesError(ElagageError):
    """A game breaks a clause of the contract; ``rule`` names the method, ``state`` and ``move`` the place."""

    def __init__(self, message: str, rule: str = "", state: Any = None, move: Any = None) -> None:
        super().__init__(message)
        self.rule = rule
        self.state = state
        self.move = move


class NotationError(ElagageError, ValueError):
    """A text is not a move or a position of this game."""


class LimitsError(ElagageError, ValueError):
    """A depth, a time or a number of nodes makes no sense."""


class LoadError(ElagageError, ValueError):
    """A name or a file does not lead to a game."""


class SearchError(ElagageError):
    """A search can't go on: too deep for the interpreter, or too large for its trace."""


class OutOfNodes(SearchError):
    """The positions that a proof was allowed to look at are used up."""


class Stopped(ElagageError):
    """Somebody stopped the work; ``path`` is the checkpoint to go on from, if there is one."""

    def __init__(self, message: str, path: Path | None = None) -> None:
        super().__init__(message)
        self.path = path


class FileError(ElagageError):
    """A file can't be read, can't be written, or doesn't hold what it should."""
