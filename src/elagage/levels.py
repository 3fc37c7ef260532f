"""Ten levels of play, from a child's first game to the best the machine can do.

A level is a depth and a temperature. It gives every move the score that a search of that depth finds, and draws one of
those that are not much worse than the best: the higher the temperature, the more a good move and a fair one are alike
to it. So its errors are those of a person, who prefers what is a little worse and not what is absurd. From level 3 on
it never misses a win in one move, nor plays a move that loses to the next one if there is another; levels 1 and 2
sometimes overlook that. A time for each move keeps every level playable. A game's ``levels`` give those numbers for
its first nine; those of our games were measured (docs/reference/levels.md).
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from elagage.analysis import ask
from elagage.errors import LimitsError, RulesError
from elagage.evaluation.heuristics import judge_best
from elagage.evaluation.near_wins import loses_at_once, wins_at_once
from elagage.evaluation.usual_size import estimate_usual_size
from elagage.game import Game, Move, State
from elagage.i18n import Message
from elagage.lazy import once_a_game
from elagage.question import Question, Wishes
from elagage.result import MAX, Limits, MoveScore, Result

__all__ = [
    "LEVELS", "Level", "check_level", "choose", "draw", "judge_as", "level_name", "levels_of", "weigh_chances",
    "weigh_moves",
]  # fmt: skip


@dataclass(frozen=True)
class Level:
    """How strong to play: plies to look ahead (None: as many as the time allows), seconds a move, and how to err."""

    number: int
    depth: int | None
    time: float
    temperature: float = 0.0
    """In usual estimates of the game: of two moves that differ by so much, the worse one is played e times less often.
    0 plays what it finds."""
    inattention: float = 0.0
    """The chance that it overlooks the wins and losses that it sees otherwise."""

    @property
    def draws(self) -> bool:
        """Does it draw from all moves? One that plays what it finds does so too if it sees a single ply: it looks at
        the replies of the other side before it moves.
        """
        return self.temperature > 0 or self.inattention > 0 or self.depth == 1


LEVELS: tuple[Level, ...] = (
    Level(1, 1, 0.2, 1.0, 0.5),
    Level(2, 1, 0.2, 0.7, 0.25),
    Level(3, 2, 0.3, 0.6),
    Level(4, 2, 0.3, 0.4),
    Level(5, 3, 0.4, 0.3),
    Level(6, 4, 0.4, 0.2),
    Level(7, 12, 0.5, 0.15),
    Level(8, 14, 1.5, 0.1),
    Level(9, 16, 4.0, 0.05),
    Level(10, None, 12.0),
)
"""The levels of a game that says nothing of its own."""
OURS = "elagage.games."
JUDGES_BEST = 4
"""From this level on the best weights that are shipped judge; below, the game's own heuristic."""
MARGIN = 3.0
"""So many temperatures below the best, a move is out of the question."""
DECIDED, FADING = 6.0, 0.9
"""A win or a loss that is seen counts as so many usual estimates beyond all others, and less with every ply until it:
people see what is near.
"""


GLANCE = 1
"""Plies that a level looks ahead at least, even if it is to move at once."""


def check_level(number: int) -> int:
    """The number, if there is such a level."""
    if not 1 <= number <= len(LEVELS):
        raise LimitsError("There is no level {number}: levels go from 1 to {last}.", number=number, last=len(LEVELS))
    return number


def levels_of(game: Game[Any, Any]) -> tuple[Level, ...]:
    """The levels of a game: the usual ones, or its own depths and temperatures for the first nine.

    >>> from elagage.loading import load
    >>> levels_of(load("connect4"))[9]
    Level(number=10, depth=None, time=12.0, temperature=0.0, inattention=0.0)
    """
    try:
        own = tuple(game.levels) if has_own_levels(game) else ()
        if not own:
            return LEVELS
        levels = tuple(read_level(usual, *given) for usual, given in zip(LEVELS, own, strict=False))
        right = len(own) == len(LEVELS) - 1
    except (TypeError, ValueError, OverflowError):
        right = False
    if not right:
        raise RulesError(
            "The levels of {game} are not nine pairs of a depth and a temperature, 0 or more, as in (3, 0.15); "
            "a third number may be the chance to overlook a win.",
            game=game.spec or type(game).__name__,
        )
    return (*levels, LEVELS[-1])


def read_level(usual: Level, depth: Any, temperature: Any, inattention: Any = 0.0) -> Level:
    """A level with the numbers of a game; ValueError if they make no sense."""
    if int(depth) != depth or depth < 1 or not 0 <= temperature < math.inf or not 0 <= inattention <= 1:
        raise ValueError(depth, temperature, inattention)
    return replace(usual, depth=int(depth), temperature=float(temperature), inattention=float(inattention))


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
    """The game as a level judges it: the highest ones by shipped weights, if there are any."""
    return game if check_level(level) < JUDGES_BEST else judge_best(game)


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
    level: int | Level,
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
    """The move that a level makes, and what it thinks of it (None if there is no other).

    ``level`` is its number, or a level that the game has not. ``time`` is a limit beside the level's own; ``timeless``:
    the depth alone decides, so that a busy machine plays the same. Whoever stops it gets a move by what was found.
    """
    strength = level if isinstance(level, Level) else levels_of(game)[check_level(level) - 1]
    moves = list(game.moves(state))
    if len(moves) == 1:
        return moves[0], None
    limit = None if timeless else strength.time if time is None else min(time, strength.time)
    limits = Limits(strength.depth, limit)
    known = look_up(game, state, limits)
    if known is not None and known.move is not None:
        return known.move, known
    judged = judge_as(game, strength.number)
    wishes = Wishes(every_move=strength.draws, plain=plain, threads=threads, memory=memory)
    result = ask(Question(judged, state, limits, wishes), on_wait=on_wait, stop=stop)
    if not (result.depth or result.exact):  # stopped before it had found anything: a glance is better than nothing
        result = ask(Question(judged, state, Limits(GLANCE), replace(wishes, plain=True)))
    if not strength.draws:
        return (moves[0] if result.move is None else result.move), result
    overlooks = chooser.random() < strength.inattention
    worths = dict.fromkeys(moves, 0.0) | weigh_moves(judged, state, result.moves, strength.depth, blind=overlooks)
    move = draw(game, state, worths, strength.temperature, chooser, blind=overlooks)
    return move, tell_thought(result, move)


def tell_thought(result: Result[Move], move: Move) -> Result[Move] | None:
    """What a search found of the move that was drawn; None if it was ended before it found anything."""
    if move == result.move:
        return result
    found = next((entry for entry in result.moves if entry.move == move), None)
    if found is None:
        return None
    return replace(result, move=move, score=found.score, value=found.value, line=(move,), exact=found.exact)


@once_a_game(32)
def usual_size(game: Game[Any, Any]) -> float:
    """The same as ``estimate_usual_size``, computed once."""
    return estimate_usual_size(game)


def weigh_moves(
    game: Game[State, Move],
    state: State,
    scores: Sequence[MoveScore[Move]],
    depth: int | None,
    *,
    blind: bool = False,
) -> dict[Move, float]:
    """What each move is worth to the mover, in usual estimates; ``blind``: wins and losses are worth nothing special.

    A win is above every estimate and a loss below, the more the nearer they are. ``depth`` is how far away those are
    whose distance is not known.
    """
    sign, size = (1 if game.player(state) == MAX else -1), usual_size(game)
    most = 1e6 * size
    worths: dict[Move, float] = {}
    decided: list[tuple[Move, int, float, int]] = []
    for entry in scores:
        value = sign * float(max(-most, min(most, entry.score.value))) / size
        if entry.score.outcome:
            plies = (depth or 1) if entry.score.plies is None else entry.score.plies
            decided.append((entry.move, sign * entry.score.outcome, value if game.margins else 0.0, plies))
        else:
            worths[entry.move] = value
    known = list(worths.values())
    high, low = max([0.0, *known]), min([0.0, *known])
    middle = sum(known) / len(known) if known else 0.0
    for move, outcome, margin, plies in decided:
        distance = DECIDED * FADING ** max(0, plies - 1)
        worths[move] = middle if blind else margin + (high + distance if outcome > 0 else low - distance)
    return worths


def draw(
    game: Game[State, Move],
    state: State,
    worths: dict[Move, float],
    temperature: float,
    chooser: random.Random,
    *,
    blind: bool = False,
) -> Move:
    """One of the moves, the better the likelier; unless ``blind``, none that loses at once if there is another."""
    chances = weigh_chances(game, state, worths, temperature, blind=blind)
    while True:
        move = chooser.choices(list(chances), list(chances.values()))[0]
        if blind or len(chances) == 1 or not loses_at_once(game, state, move):
            return move
        del chances[move]


def weigh_chances(
    game: Game[State, Move], state: State, worths: dict[Move, float], temperature: float, *, blind: bool = False
) -> dict[Move, float]:
    """The moves to draw from, best first, and their shares of the chance.

    Unless ``blind``, they are the wins at once if there are any, else nothing better than the best move that does not
    lose at once; of the others those that lose at once are left to whoever draws, who may never look at them.
    """
    ranked = sorted(worths, key=lambda move: -worths[move])
    if not blind:
        ranked = [move for move in ranked if wins_at_once(game, state, move)] or ranked
        safe = next((place for place, move in enumerate(ranked) if not loses_at_once(game, state, move)), 0)
        ranked = ranked[safe:]
    best = worths[ranked[0]]
    near = [move for move in ranked if best - worths[move] <= MARGIN * temperature]
    return {move: math.exp((worths[move] - best) / temperature) if worths[move] != best else 1.0 for move in near}
