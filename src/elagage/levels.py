"""Ten levels of play, from a child's first game to the best the machine can do.

A level is a depth and a controlled weakness: how often the move is drawn at random, or is even a bad one, instead of
what was found. The courses' beginner (3 plies), intermediate (7) and expert (10) are the usual levels 4, 7 and 9. A
time for each move keeps every level playable. A game's ``levels`` say how deep and how weak its first nine are; those
of our games were measured in the arena (docs/reference/levels.md).
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from elagage.analysis import ask
from elagage.errors import LimitsError, RulesError
from elagage.evaluation.heuristics import judge_best
from elagage.game import Game, Move, State, once_a_game
from elagage.i18n import Message
from elagage.question import Question, Wishes
from elagage.result import Limits, Result

__all__ = ["BLUNDER_DEPTH", "LEVELS", "Level", "check_level", "choose", "judge_as", "level_name", "levels_of"]


@dataclass(frozen=True)
class Level:
    """How strong to play: plies to look ahead (None: as many as the time allows), seconds a move, and a weakness."""

    number: int
    depth: int | None
    time: float
    weakness: float = 0.0
    """0 plays what it finds, 1 at random, 2 the worst that it sees; between them, at random, one or the other."""

    @property
    def error(self) -> float:
        """The chance that the move is drawn at random."""
        return min(self.weakness, 2 - self.weakness)

    @property
    def blunder(self) -> float:
        """The chance that the move is the worst that is seen."""
        return max(0.0, self.weakness - 1)


LEVELS: tuple[Level, ...] = (
    Level(1, 1, 1.0, 0.60),
    Level(2, 1, 1.0, 0.30),
    Level(3, 2, 1.0, 0.25),
    Level(4, 3, 2.0, 0.15),
    Level(5, 4, 2.0, 0.08),
    Level(6, 5, 3.0, 0.03),
    Level(7, 7, 4.0),
    Level(8, 8, 6.0),
    Level(9, 10, 8.0),
    Level(10, None, 12.0),
)
"""The levels of a game that says nothing of its own."""
OURS = "elagage.games."
BLUNDER_DEPTH = 3
"""How far a level looks for the worst move: to see what the other side can make of it."""


def check_level(number: int) -> int:
    """The number, if there is such a level."""
    if not 1 <= number <= len(LEVELS):
        raise LimitsError("There is no level {number}: levels go from 1 to {last}.", number=number, last=len(LEVELS))
    return number


def levels_of(game: Game[Any, Any]) -> tuple[Level, ...]:
    """The levels of a game: the usual ones, or its own depths and weaknesses for the first nine.

    >>> from elagage.loading import load
    >>> levels_of(load("connect4"))[9]
    Level(number=10, depth=None, time=12.0, weakness=0.0)
    """
    try:
        own = tuple(game.levels) if has_own_levels(game) else ()
        if not own:
            return LEVELS
        levels = tuple(
            replace(usual, depth=int(depth), weakness=float(weakness))
            for usual, (depth, weakness) in zip(LEVELS, own, strict=False)
        )
        right = len(own) == len(LEVELS) - 1 and all(
            level.depth is not None and 1 <= level.depth == given[0] and 0 <= level.weakness <= 2
            for level, given in zip(levels, own, strict=True)
        )
    except (TypeError, ValueError, OverflowError):
        right = False
    if not right:
        raise RulesError(
            "The levels of {game} are not nine pairs of a depth and a weakness from 0 to 2, as in (3, 0.15).",
            game=game.spec or type(game).__name__,
        )
    return (*levels, LEVELS[-1])


def has_own_levels(game: Game[Any, Any]) -> bool:
    """Do the levels that a game has hold for it?

    Those of our classes were measured without parameters, and hold for nothing else.
    """
    if "levels" in vars(game):
        return True
    giver = next(each for each in type(game).__mro__ if "levels" in vars(each)).__module__
    return not giver.startswith(OURS) or (type(game).__module__ == giver and is_usual(game))


@once_a_game(64)
def is_usual(game: Game[Any, Any]) -> bool:
    """Has a game of ours the parameters that it has if none are given?"""
    try:
        usual = vars(type(game)())
    except TypeError:
        return False
    return {name: value for name, value in vars(game).items() if name != "spec"} == {
        name: value for name, value in usual.items() if name != "spec"
    }


NAMES = (
    Message("first steps"), Message("curious"), Message("novice"), Message("beginner"), Message("amateur"),
    Message("regular"), Message("intermediate"), Message("strong"), Message("expert"), Message("best"),
)  # fmt: skip
"""What the levels are called."""


def level_name(number: int) -> str:
    """What a level is called, in the current language."""
    return NAMES[check_level(number) - 1].text()


def judge_as(game: Game[State, Move], level: int) -> Game[State, Move]:
    """The game as a level judges it: the one that time alone limits by shipped weights, if there are any."""
    return game if levels_of(game)[check_level(level) - 1].depth is not None else judge_best(game)


def look_up(game: Game[State, Move], state: State, limits: Limits) -> Result[Move] | None:
    """What the book of estimates that comes with the package says, where time alone is the limit."""
    if limits.depth is not None:
        return None
    from elagage.solvers.book import choose_book

    book = choose_book(game, None, limits)
    return None if book is None else book.result_of(game, state)


def choose(
    game: Game[State, Move],
    state: State,
    level: int,
    chooser: random.Random,
    *,
    time: float | None = None,
    timeless: bool = False,
    stop: Callable[[], bool] | None = None,
    on_wait: Callable[[], None] | None = None,
    plain: bool = False,
    threads: int = 1,
    memory: float = 64,
) -> tuple[Move, Result[Any] | None]:
    """The move that a level makes, and what its search found (None for a random or a bad one).

    ``time`` is a limit beside the level's own; ``timeless``: the depth alone decides, so that a busy machine plays the
    same.
    """
    strength = levels_of(game)[check_level(level) - 1]
    moves = list(game.moves(state))
    chance = chooser.random()
    if len(moves) == 1 or chance < strength.error:
        return chooser.choice(moves), None
    limit = None if timeless else strength.time if time is None else min(time, strength.time)
    blunders = chance < strength.error + strength.blunder
    limits = Limits(BLUNDER_DEPTH if blunders else strength.depth, limit)
    known = look_up(game, state, limits)
    if known is not None and known.move is not None:
        return known.move, known
    wishes = Wishes(every_move=blunders, plain=plain, threads=threads, memory=memory)
    result = ask(Question(judge_as(game, level), state, limits, wishes), on_wait=on_wait, stop=stop)
    if blunders:
        return (result.moves[-1].move if result.moves else chooser.choice(moves)), None
    return (moves[0] if result.move is None else result.move), result
