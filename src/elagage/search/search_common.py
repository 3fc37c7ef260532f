"""What the algorithms share: how a leaf is judged, how work is counted, how a result is put together.

The recursive functions of this folder are plain: integers, lists, a game. They count into a list (``counts[NODES] +=
1``) and write the principal variation into the list ``line`` that their caller gives them, emptied or not.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from functools import wraps
from typing import Any, TypeVar, cast

from elagage.errors import SearchError, Stopped
from elagage.game import Game, Move, State, estimate_value, final_value
from elagage.loading import load, read_position
from elagage.question import Position
from elagage.result import MAX, WIN, MoveScore, Number, Result, Score, check_depth
from elagage.trace import Conventions, Trace

__all__ = [
    "ALPHA_CUTS",
    "BETA_CUTS",
    "ESTIMATES",
    "HITS",
    "INFINITY",
    "LEAVES",
    "NODES",
    "TO_THE_END",
    "evaluate_end",
    "evaluate_leaf",
    "for_any_game",
    "is_exact",
    "make_result",
    "new_counts",
    "player_sign",
    "rank_moves",
    "run",
    "score_of",
    "skip_rest",
    "stopped_search",
]

Search = TypeVar("Search", bound=Callable[..., Any])

NODES, LEAVES, ESTIMATES, ALPHA_CUTS, BETA_CUTS, HITS = range(6)
INFINITY = float("inf")
BETWEEN_LOOKS = 256
"""Positions between two questions whether to stop."""
TO_THE_END = 1 << 30
"""A depth that no game reaches."""


def for_any_game(search: Search) -> Search:
    """Let a search take whatever says a game (a text, a dict, functions) and a position in the game's notation, and let
    its result say what it is about.
    """

    @wraps(search)
    def search_game(game: Any, state: Any = None, *arguments: Any, **wishes: Any) -> Any:
        if not isinstance(game, Game):
            game = load(game)
            state = read_position(game, state)
        result = search(game, state, *arguments, **wishes)
        if not isinstance(result, Result):
            return result
        return result.about(Position(game, game.start() if state is None else state))

    return cast(Search, search_game)


class WatchedCounts(list[int]):
    """Counters that ask now and then whether to stop, as positions are counted:
    the recursive functions know nothing of it.
    """

    def __init__(self, stop: Callable[[], bool]) -> None:
        super().__init__([0] * 6)
        self.stop = stop

    def __setitem__(self, index: Any, value: Any) -> None:
        super().__setitem__(index, value)
        if index == NODES and value % BETWEEN_LOOKS == 0 and self.stop():
            raise stopped_search()


def new_counts(stop: Callable[[], bool] | None = None) -> list[int]:
    """Counters at zero, which raise Stopped as soon as ``stop`` says so."""
    return [0] * 6 if stop is None else WatchedCounts(stop)


def stopped_search() -> Stopped:
    """The error of a search that was asked to end."""
    return Stopped("The search was stopped before it had an answer.")


def player_sign(game: Game[State, Move], state: State) -> int:
    """1 where Max is to move, -1 where Min is: what turns Max's numbers into the mover's."""
    return 1 if game.player(state) == MAX else -1


def evaluate_end(game: Game[State, Move], state: State, sign: int, counts: list[int], trace: Trace | None) -> Number:
    """The value of a leaf where the game has ended."""
    counts[LEAVES] += 1
    value = sign * final_value(game, state)
    if trace is not None:
        trace.leaf(value, True)
    return value


def evaluate_leaf(game: Game[State, Move], state: State, sign: int, counts: list[int], trace: Trace | None) -> Number:
    """The value of a leaf where the search stops and the heuristic speaks."""
    counts[LEAVES] += 1
    counts[ESTIMATES] += 1
    value = sign * estimate_value(game, state)
    if trace is not None:
        trace.leaf(value, False)
    return value


def skip_rest(
    moves: Iterator[Any], kind: int, value: Number, limit: Number, counts: list[int], trace: Trace | None
) -> None:
    """Skip the moves that are left because ``value`` has met ``limit``; it is a cut only if there are any."""
    for move in moves:
        counts[kind] += 1
        if trace is not None:
            trace.cut(value, limit, (move, *moves))
        return


def is_exact(game: Game[Any, Any], value: Number, counts: list[int]) -> bool:
    """Is the value the true one? Yes if no estimate took part, or if a win was forced and its size doesn't matter."""
    return counts[ESTIMATES] == 0 or (abs(value) >= WIN and not game.margins and not game.payoffs)


def run(
    algorithm: str,
    game: Game[State, Move],
    state: State | None,
    depth: int | None,
    trace: Trace | None,
    search: Callable[[State, int, list[Move], list[int]], Number],
    conventions: Conventions | None = None,
    stop: Callable[[], bool] | None = None,
) -> Result[Move]:
    """Check what is asked, run ``search(state, depth, line, counts)``,
    and make a result of the value (for Max) it gives.
    """
    check_depth(depth)
    root = game.start() if state is None else state
    line: list[Move] = []
    counts = new_counts(stop)
    if trace is not None:
        trace.begin(game, algorithm, root, conventions)
    started = time.perf_counter()
    try:
        value = search(root, TO_THE_END if depth is None else depth, line, counts)
    except RecursionError:
        raise SearchError(
            "The game goes deeper than the {limit} nested calls that Python allows: give a depth.",
            limit=sys.getrecursionlimit(),
        ) from None
    return make_result(algorithm, game, depth, value, line, counts, time.perf_counter() - started)


def make_result(
    algorithm: str,
    game: Game[State, Move],
    depth: int | None,
    value: Number,
    line: list[Move],
    counts: list[int],
    seconds: float,
    *,
    exact: bool | None = None,
    moves: tuple[MoveScore[Move], ...] = (),
) -> Result[Move]:
    """A result from what a search counted and found."""
    if exact is None:
        exact = is_exact(game, value, counts)
    return Result(
        move=line[0] if line else None,
        score=score_of(game, value, exact),
        value=value,
        line=tuple(line),
        depth=depth,
        nodes=counts[NODES],
        leaves=counts[LEAVES],
        alpha_cuts=counts[ALPHA_CUTS],
        beta_cuts=counts[BETA_CUTS],
        hits=counts[HITS],
        seconds=seconds,
        exact=exact,
        moves=moves,
        algorithm=algorithm,
    )


def score_of(game: Game[State, Move], value: Number, exact: bool) -> Score:
    """The score for people; how far away the end is, plain values don't tell."""
    if exact and value == game._even and not game.payoffs:
        return Score.draw()
    return Score.of_value(value, exact=exact, margins=game.margins, payoffs=game.payoffs)


def rank_moves(game: Game[State, Move], state: State, scores: list[MoveScore[Move]]) -> tuple[MoveScore[Move], ...]:
    """The moves, best first for the player to move; equals keep their order."""
    return tuple(sorted(scores, key=lambda entry: entry.score, reverse=game.player(state) == MAX))
