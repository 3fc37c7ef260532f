"""MTD(f): find the value by yes-or-no questions alone.

A test asks whether the value is at least some number. It needs no window, cuts as much as can be cut, and gives back a
bound. From a first guess, tests close in on the value from both sides; a memory of bounds keeps each from redoing the
last one's work.

A test answers for any numbers, not only for integers: it asks "at least g?" or, when it must step past a bound, "above
g?".

Theorem (Plaat and others, 1996). Each test's answer r is a lower bound on the value if it passes and an upper bound if
it does not; when the two meet, they are minimax's value.

Without steps 2 and 4.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, NamedTuple

from elagage.game import Game, Move, State
from elagage.result import MAX, Number, Result
from elagage.search.search_common import (
    ALPHA_CUTS,
    BETA_CUTS,
    HITS,
    INFINITY,
    NODES,
    evaluate_end,
    evaluate_leaf,
    for_any_game,
    run,
    skip_rest,
)
from elagage.trace import LOWER, UPPER, Trace

__all__ = ["Bounds", "mtdf", "test_value"]


class Bounds(NamedTuple, Generic[Move]):
    """What tests have shown of a position at one depth, each bound with the line that leads to it."""

    low: Number
    high: Number
    low_line: tuple[Move, ...]
    high_line: tuple[Move, ...]


@for_any_game
def mtdf(
    game: Game[State, Move],
    state: State | None = None,
    depth: int | None = None,
    *,
    guess: Number = 0,
    stop: Callable[[], bool] | None = None,
    trace: Trace | None = None,
) -> Result[Move]:
    """The best move and its value, found by tests that begin at ``guess``; with the right one two tests are enough."""

    def search(root: State, plies: int, line: list[Move], counts: list[int]) -> Number:
        memory: dict[tuple[State, int], Bounds[Move]] = {}
        low, high, value = -INFINITY, INFINITY, guess
        number = 0
        while low < high:
            number += 1
            asked, above = value, value == low
            if trace is not None:
                trace.round(number, depth, asked, above)
            tested: list[Move] = []
            value = test_value(game, root, plies, asked, above, tested, memory, counts, trace)
            passed = passes(value, asked, above)
            if passed:
                low = value
            else:
                high = value
            # The line is that of the best move's own bound; where the mover can have nothing better than the
            # worst there is, no test says more than that, and every move is a best one.
            if passed == (game.player(root) == MAX) or not line or abs(value) == INFINITY:
                line[:] = tested
        return value

    return run("mtdf", game, state, depth, trace, search, stop=stop)


def passes(value: Number, asked: Number, above: bool) -> bool:
    """Is the value at least what is asked, or above it?"""
    return value > asked if above else value >= asked


def test_value(
    game: Game[State, Move],
    state: State,
    depth: int,
    asked: Number,
    above: bool,
    line: list[Move],
    memory: dict[tuple[State, int], Bounds[Move]],
    counts: list[int],
    trace: Trace | None,
) -> Number:
    """A bound on the value for Max: a lower one if it passes, an upper one if not."""
    counts[NODES] += 1
    if trace is not None:
        trace.enter(state, game.player(state), depth, asked, asked)

    # Step 1. A leaf: the game has ended, or the depth is used up.
    if game.over(state):
        return evaluate_end(game, state, 1, counts, trace)
    if depth == 0:
        return evaluate_leaf(game, state, 1, counts, trace)

    # Step 3. Does an earlier test answer this one?
    known = memory.get((state, depth), Bounds(-INFINITY, INFINITY, (), ()))
    for value, bound, way in ((known.low, LOWER, known.low_line), (known.high, UPPER, known.high_line)):
        if passes(value, asked, above) == (bound == LOWER) and abs(value) < INFINITY:
            counts[HITS] += 1
            line[:] = way
            if trace is not None:
                trace.recall(value, bound)
            return value

    # Step 5. Look at the moves until one of them answers for the node.
    maximise = game.player(state) == MAX
    best: Number = 0
    found = False
    moves = iter(game.moves(state))
    for move in moves:
        if trace is not None:
            trace.descend(move)
        rest = line[:0]
        value = test_value(game, game.play(state, move), depth - 1, asked, above, rest, memory, counts, trace)
        if not found or (value > best if maximise else value < best):
            found = True
            best = value
            line[:] = [move] + rest
            if trace is not None:
                trace.best(move, best, asked, asked)

            # Step 6. One passing move is enough for Max, one failing move for Min.
            if passes(best, asked, above) == maximise:
                skip_rest(moves, BETA_CUTS if maximise else ALPHA_CUTS, best, asked, counts, trace)
                break

    # Step 7. No successor: that is an end too. Otherwise remember the bound.
    if not found:
        return evaluate_end(game, state, 1, counts, trace)
    if passes(best, asked, above):
        memory[state, depth] = known._replace(low=best, low_line=tuple(line))
    else:
        memory[state, depth] = known._replace(high=best, high_line=tuple(line))
    if trace is not None:
        trace.leave(best, LOWER if passes(best, asked, above) else UPPER)
    return best
