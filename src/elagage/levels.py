"""Ten levels of play, from a child's first game to the best the machine can do.

A level is a depth and a controlled error: how often the move is drawn at random instead of searched. The courses' beginner (3 plies),
intermediate (7) and expert (10) lie at level 4, between 6 and 7, and at level 8. A time for each move keeps every level playable.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from elagage.analysis import analyse
from elagage.errors import LimitsError
from elagage.game import Game, Move, State
from elagage.i18n import _
from elagage.result import Result

__all__ = ["LEVELS", "Level", "choose", "level_name", "level_of"]


@dataclass(frozen=True)
class Level:
    """How strong to play: plies to look ahead (None: as many as the time allows), the chance of a random move, seconds a move."""

    number: int
    depth: int | None
    error: float
    time: float


LEVELS: tuple[Level, ...] = (
    Level(1, 1, 0.60, 1.0),
    Level(2, 1, 0.30, 1.0),
    Level(3, 2, 0.25, 1.0),
    Level(4, 3, 0.15, 2.0),
    Level(5, 4, 0.08, 2.0),
    Level(6, 6, 0.03, 3.0),
    Level(7, 8, 0.0, 4.0),
    Level(8, 10, 0.0, 6.0),
    Level(9, 12, 0.0, 8.0),
    Level(10, None, 0.0, 12.0),
)
"""From 4 plies on the depths are even: many heuristics favour whoever moved last, and an odd depth would play to that."""


def level_of(number: int) -> Level:
    """The level of that number."""
    if not 1 <= number <= len(LEVELS):
        raise LimitsError(
            _("There is no level {number}: levels go from 1 to {last}.").format(number=number, last=len(LEVELS))
        )
    return LEVELS[number - 1]


def level_name(number: int) -> str:
    """What a level is called, in the current language."""
    names = (
        _("first steps"), _("curious"), _("novice"), _("beginner"), _("amateur"),
        _("regular"), _("intermediate"), _("strong"), _("expert"), _("best"),
    )  # fmt: skip
    return names[level_of(number).number - 1]


def choose(
    game: Game[State, Move],
    state: State,
    level: int,
    chooser: random.Random,
    *,
    stop: Callable[[], bool] | None = None,
    on_wait: Callable[[], None] | None = None,
    plain: bool = False,
    threads: int = 1,
    memory: float = 64,
) -> tuple[Move, Result[Any] | None]:
    """The move that a level makes, and what its search found (None for a move drawn at random)."""
    strength = level_of(level)
    moves = list(game.moves(state))
    if len(moves) == 1 or chooser.random() < strength.error:
        return chooser.choice(moves), None
    result = analyse(
        game,
        state,
        depth=strength.depth,
        time=strength.time,
        stop=stop,
        on_wait=on_wait,
        plain=plain,
        threads=threads,
        memory=memory,
    )
    return (moves[0] if result.move is None else result.move), result
