"""The first search of a game: interpreted at once, native as soon as the rules are compiled.

Only for searches that are given a time: whoever waits for the clock gets news from the first moment on.
"""

from __future__ import annotations

import time as clock_time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from elagage.compiler.fallback import CannotCompile
from elagage.compiler.link import retry_wider
from elagage.compiler.workers import Job
from elagage.game import Game, Move, State
from elagage.question import Question
from elagage.result import Info, Result
from elagage.search.compiled.companion import Companion
from elagage.search.compiled.driver import Engine, search_position
from elagage.search.deepening import deepen

__all__ = ["find_refusal", "search_meanwhile"]

SHORTEST = 0.05
"""Seconds that native code is given at least, once it is there."""


def search_meanwhile(
    question: Question[State, Move],
    *,
    on_info: Callable[[Info[Move]], None] | None = None,
    stop: Callable[[], bool] | None = None,
    beside: Companion | None = None,
) -> Result[Move]:
    """A best move within the time of a question; CannotCompile if the game can only be interpreted."""
    began = clock_time.perf_counter()
    limits = question.limits
    assert limits.time is not None
    deepest = 0

    def tell(info: Info[Move]) -> None:
        nonlocal deepest
        if on_info is not None and (info.exact or info.depth > deepest):
            deepest = info.depth
            on_info(info)

    ready = Job(find_refusal, (question.game,))
    ready.start()  # it goes on to its end if the search is interrupted
    first = deepen(
        question.game,
        question.position,
        limits,
        every_move=question.wishes.every_move,
        on_info=tell,
        stop=lambda: ready.ended or (stop is not None and stop()),
    )
    left = limits.time - (clock_time.perf_counter() - began)
    if not ready.ended or (stop is not None and stop()) or first.exact or left <= SHORTEST:
        return first
    refusal: Any = ready.result()
    if refusal is not None:
        raise refusal
    later = replace(question, limits=replace(limits, time=left))
    result = search_position(later, on_info=tell, stop=stop, beside=beside)
    return result if result.exact or (result.depth or 0) >= (first.depth or 0) else first


def find_refusal(game: Game[Any, Any]) -> CannotCompile | None:
    """Why the game can't be compiled; None if it can."""
    try:
        retry_wider(lambda widen: Engine(game, memory=1, widen=widen).compile())
    except CannotCompile as error:
        return error
    return None
