"""The errors that a person can cause. Each message is one sentence that names the cause and the remedy.

An error holds its sentence as a message, an id of the catalogue with its arguments, and becomes text where a person
reads it: ``LoadError("There is no level {number}.", number=7)`` is in whichever language ``str`` is asked in. The
command line prints the sentence alone and exits with 2; no traceback is shown for these.
"""

from __future__ import annotations

import re
import sys
from copyreg import __newobj__  # type: ignore[attr-defined]
from pathlib import Path
from typing import Any

from elagage.i18n import Message

__all__ = [
    "IN_BROWSER",
    "BrowserError",
    "ElagageError",
    "ElagageWarning",
    "FileError",
    "LimitsError",
    "LoadError",
    "MessageException",
    "NotationError",
    "OutOfNodes",
    "RulesError",
    "SearchError",
    "Stopped",
    "TooManyStates",
    "refuse_in_browser",
    "shorten_repr",
]

IN_BROWSER = sys.platform == "emscripten"
"""Does this Python run inside a browser (Pyodide)? It has no threads, no processes and no native code of ours then."""


class MessageException(Exception):
    """An exception whose sentence is a message: ``message`` is in no language yet, ``str`` in the current one."""

    def __init__(self, message: str | Message, /, **arguments: Any) -> None:
        self.message = message if isinstance(message, Message) else Message(message, **arguments)
        super().__init__(self.message)

    def __str__(self) -> str:
        return self.message.text()

    def __reduce__(self) -> tuple[Any, ...]:
        """Whatever a subclass's constructor asks for, an error crosses to another process with all that it holds."""
        return __newobj__, (type(self), *self.args), self.__dict__


class ElagageError(MessageException):
    """What every error of this package derives from."""


class ElagageWarning(MessageException, UserWarning):
    """Something that costs time and no answer, and that a person may want to mend."""


class RulesError(ElagageError):
    """A game breaks a clause of the contract; ``rule`` names the method, ``state`` and ``move`` the place.

    They fill the fields of the sentence that have their names, unless the message is made already.
    """

    def __init__(
        self, message: str | Message, /, rule: str = "", state: Any = None, move: Any = None, **arguments: Any
    ) -> None:
        fields = {"rule": rule, "state": shorten_repr(state), "move": move, **arguments}
        super().__init__(message, **(fields if isinstance(message, str) else {}))
        self.rule = rule
        self.state = state
        self.move = move


ADDRESS = re.compile(r" at 0x[0-9a-fA-F]+")
"""Where an object lies in memory, which says nothing to a person."""


def shorten_repr(value: Any) -> str:
    """A state or another value, short enough to read in a sentence."""
    text = ADDRESS.sub("", " ".join(repr(value).split()))
    return text if len(text) <= 160 else text[:157] + "..."


class NotationError(ElagageError, ValueError):
    """A text is not a move or a position of this game."""


class LimitsError(ElagageError, ValueError):
    """A depth, a time or a number of nodes makes no sense."""


class LoadError(ElagageError, ValueError):
    """A name or a file does not lead to a game."""


class SearchError(ElagageError):
    """A search can't go on: too deep for the interpreter, or too large for its trace."""


class OutOfNodes(SearchError):
    """The positions that a proof was allowed to look at are used up; ``nodes`` is how many it has looked at."""

    def __init__(self, message: str | Message, /, nodes: int = 0, **arguments: Any) -> None:
        super().__init__(message, nodes=nodes, **arguments)
        self.nodes = nodes


class TooManyStates(LimitsError):
    """A state space does not fit into the memory; ``size`` is the bytes that it is expected to take."""

    def __init__(self, message: str | Message, /, size: float = 0, **arguments: Any) -> None:
        super().__init__(message, **arguments)
        self.size = size


class Stopped(ElagageError):
    """Somebody stopped the work; ``path`` is the checkpoint to go on from, if there is one."""

    def __init__(self, message: str | Message, /, path: Path | None = None, **arguments: Any) -> None:
        super().__init__(message, path=path, **arguments)
        self.path = path


class BrowserError(ElagageError):
    """Something that a Python inside a browser can't do."""


class FileError(ElagageError):
    """A file can't be read, can't be written, or doesn't hold what it should."""


def refuse_in_browser(what: Message | str) -> None:
    """BrowserError, if this is a browser; ``what`` begins the sentence: a noun in the singular, or a name."""
    if IN_BROWSER:
        raise BrowserError(
            "{what} can't be had inside a browser: install Élagage on a computer for that, with pip install elagage.",
            what=what,
        )
