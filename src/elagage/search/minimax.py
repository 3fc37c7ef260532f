"""Minimax: the value of a position when both sides play their best.

Max takes the largest of the successors' values, Min the smallest; an ended game has its final score, and where the
depth is used up the heuristic speaks. Without a depth the whole tree is searched, and the answer is the truth.

Theorem (von Neumann, 1928; Zermelo, 1913). If no game goes on for ever, Max can make sure of at least this value, and
Min of at most it.

Without steps 2, 3, 4 and 6.
"""

from __future__ import annotations

from collections.abc import Callable

from elagage.game import Game, Move, State
from elagage.result import MAX, Number, Result
from elagage.search.search_common import NODES, evaluate_end, evaluate_leaf, for_any_game, run
from elagage.trace import Trace

__all__ = ["minimax", "minimax_value"]


@for_any_game
def minimax(
    game: Game[State, Move],
    state: State | None = None,
    depth: int | None = None,
    *,
    stop: Callable[[], bool] | None = None,
    trace: Trace | None = None,
) -> Result[Move]:
    """The best move and its value, ``depth`` plies deep or to the end; among equals the first move wins.

    >>> from elagage.games.tree import Tree
    >>> minimax(Tree("((5 6) (7 4 5))")).score
    Score(outcome=None, value=5, plies=None)
    """

    def search(root: State, plies: int, line: list[Move], counts: list[int]) -> Number:
        return minimax_value(game, root, plies, line, counts, trace)

    return run("minimax", game, state, depth, trace, search, stop=stop)


def minimax_value(
    game: Game[State, Move], state: State, depth: int, line: list[Move], counts: list[int], trace: Trace | None
) -> Number:
    """The value for Max; ``line`` becomes the best play for both."""
    counts[NODES] += 1
    if trace is not None:
        trace.enter(state, game.player(state), depth)

    # Step 1. A leaf: the game has ended, or the depth is used up.
    if game.over(state):
        return evaluate_end(game, state, 1, counts, trace)
    if depth == 0:
        return evaluate_leaf(game, state, 1, counts, trace)

    # Step 5. Look at every move; keep the largest value for Max, the smallest for Min, the first among equals.
    maximise = game.player(state) == MAX
    best: Number = 0
    found = False
    rest = line.copy()
    for move in game.moves(state):
        if trace is not None:
            trace.descend(move)
        rest.clear()
        value = minimax_value(game, game.play(state, move), depth - 1, rest, counts, trace)
        if not found or (value > best if maximise else value < best):
            found = True
            best = value
            line.clear()
            line.append(move)
            line.extend(rest)
            if trace is not None:
                trace.best(move, best)

    # Step 7. No successor: that is an end too. Otherwise the best value is the node's.
    if not found:
        return evaluate_end(game, state, 1, counts, trace)
    if trace is not None:
        trace.leave(best)
    return best
