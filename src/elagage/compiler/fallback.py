"""Compiled where it can be, plain where not: the one place that decides it, and the compiler's refusal.

Importing this needs no backend.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from functools import cache
from typing import Any, TypeVar

from elagage.compiler.workers import Abandoned, heed_stop, run_compilation
from elagage.errors import IN_BROWSER, ElagageWarning, MessageException
from elagage.i18n import Message

__all__ = ["CannotCompile", "UnheldScore", "is_available", "prefer_compiled"]

Answer = TypeVar("Answer")


class CannotCompile(MessageException):
    """The game can only be interpreted; ``rule`` and ``line`` say where, the message why."""

    def __init__(self, message: str | Message, /, rule: str = "", line: int | None = None, **arguments: Any) -> None:
        super().__init__(message, **arguments)
        self.rule, self.line = rule, line

    def sentence(self) -> Message:
        """One sentence for a person."""
        if self.line is not None:
            return Message(
                "Not compiled: in {rule}, line {line}, {reason}.", rule=self.rule, line=self.line, reason=self.message
            )
        if self.rule:
            return Message("Not compiled: in {rule}, {reason}.", rule=self.rule, reason=self.message)
        return Message("Not compiled: {reason}.", reason=self.message)


class UnheldScore(CannotCompile):
    """The rules compile, and yet a search met a score that native code can't hold exactly."""

    def __init__(self) -> None:
        reason = Message("it gives a fraction, or a number too large, that compiled searches don't hold exactly")
        super().__init__(reason, "score")


@cache
def is_available() -> bool:
    """Is the backend installed, and does it load?"""
    return not IN_BROWSER and run_compilation(load_backend)


def load_backend() -> bool:
    """Import what the compiler needs; in a worker, since an import that Ctrl-C breaks off can't be done again."""
    try:
        import llvmlite.binding  # noqa: F401
        import numpy  # noqa: F401
    except ImportError:
        return False
    return True


def prefer_compiled(
    rules: Any,
    compiled: Callable[[], Answer],
    plain: Callable[[], Answer],
    *,
    wanted: bool = True,
    on_refusal: Callable[[CannotCompile], None] | None = None,
    stop: Callable[[], bool] | None = None,
) -> Answer:
    """What ``compiled`` gives for a game or a problem; what ``plain`` gives where that is not wanted or not possible.

    ``on_refusal`` is told why the rules did not compile. Where ``stop`` ends the compilation, the plain way is asked,
    which hears of it too and gives what is known by then.

    That a score of rules that compile does not fit is found late, and costs the time of an interpreted search:
    everybody is told.
    """
    if wanted and rules.compiles:
        try:
            with heed_stop(stop):
                if is_available():
                    return compiled()
        except Abandoned:
            pass
        except CannotCompile as error:
            if on_refusal is not None:
                on_refusal(error)
            elif isinstance(error, UnheldScore):
                warnings.warn(ElagageWarning(error.sentence()), stacklevel=2)
    return plain()
