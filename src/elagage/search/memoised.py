"""Memoised minimax: a position that is met again is not searched again.

A game is often a graph and not a tree: the same position comes up after different moves. The memory keeps, for each
position, the best move, the value and the depth it was searched to. A position is explored again only if more depth is
asked of it than it had (and not even then if its value is the truth already). The price is memory: one entry for each
position.

Theorem. To the end of the game, and wherever a position is met at one depth only, the value is minimax's.

Without steps 2, 4 and 6.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, NamedTuple

from elagage.game import Game, Move, State
from elagage.result import MAX, Number, Result
from elagage.search.search_common import ESTIMATES, HITS, NODES, evaluate_end, evaluate_leaf, for_any_game, run
from elagage.trace import Trace

__all__ = ["Entry", "memoised", "memoised_value"]


class Entry(NamedTuple, Generic[Move]):
    """What is remembered of a position; its move is the first of the line."""

    line: tuple[Move, ...]
    value: Number
    depth: int
    exact: bool
    """Did no estimate take part? Then no depth can change the value."""


@for_any_game
def memoised(
    game: Game[State, Move],
    state: State | None = None,
    depth: int | None = None,
    *,
    memory: dict[State, Entry[Move]] | None = None,
    stop: Callable[[], bool] | None = None,
    trace: Trace | None = None,
) -> Result[Move]:
    """The best move and its value; a ``memory`` given is read and filled, so that later searches can go on from it."""
    known: dict[State, Entry[Move]] = {} if memory is None else memory

    def search(root: State, plies: int, line: list[Move], counts: list[int]) -> Number:
        return memoised_value(game, root, plies, line, known, counts, trace)

    return run("memoised", game, state, depth, trace, search, stop=stop)


def memoised_value(
    game: Game[State, Move],
    state: State,
    depth: int,
    line: list[Move],
    memory: dict[State, Entry[Move]],
    counts: list[int],
    trace: Trace | None,
) -> Number:
    """The value for Max; ``line`` becomes the best play for both."""
    counts[NODES] += 1
    if trace is not None:
        trace.enter(state, game.player(state), depth)

    # Step 3. Is the answer remembered, from at least this depth?
    entry = memory.get(state)
    if entry is not None and (entry.depth >= depth or entry.exact):
        counts[HITS] += 1
        if not entry.exact:
            counts[ESTIMATES] += 1
        line[:] = entry.line
        if trace is not None:
            trace.recall(entry.value)
        return entry.value

    # Step 1. A leaf: the game has ended, or the depth is used up.
    if game.over(state):
        value = evaluate_end(game, state, 1, counts, trace)
        memory[state] = Entry((), value, depth, True)
        return value
    if depth == 0:
        value = evaluate_leaf(game, state, 1, counts, trace)
        memory[state] = Entry((), value, depth, False)
        return value

    # Step 5. Look at every move, as minimax does.
    maximise = game.player(state) == MAX
    estimates = counts[ESTIMATES]
    best: Number = 0
    found = False
    for move in game.moves(state):
        if trace is not None:
            trace.descend(move)
        rest = line[:0]
        value = memoised_value(game, game.play(state, move), depth - 1, rest, memory, counts, trace)
        if not found or (value > best if maximise else value < best):
            found = True
            best = value
            line[:] = [move] + rest
            if trace is not None:
                trace.best(move, best)

    # Step 7. No successor: that is an end too. Otherwise remember the answer.
    if not found:
        value = evaluate_end(game, state, 1, counts, trace)
        memory[state] = Entry((), value, depth, True)
        return value
    memory[state] = Entry(tuple(line), best, depth, counts[ESTIMATES] == estimates)
    if trace is not None:
        trace.leave(best)
    return best
