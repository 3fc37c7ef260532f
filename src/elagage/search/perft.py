"""Counting: positions at a depth (perft), their split by first move, and the distinct positions of a whole game.

Published counts are the best test of rules: a wrong rule almost never gives the right number of positions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from elagage.game import Game, Move, State, canonical
from elagage.search.search_common import stopped_search

__all__ = ["divide", "perft", "reachable"]


def perft(
    game: Game[State, Move],
    state: State,
    depth: int,
    *,
    ended: bool = False,
    stop: Callable[[], bool] | None = None,
) -> int:
    """How many lines of exactly ``depth`` plies start here; a pass is a ply.

    A game that ends sooner does not count, as in chess; with ``ended`` it counts once, as Othello players count.
    """
    if depth == 0:
        return 1
    if game.over(state):
        return 1 if ended else 0
    if depth == 1:
        return sum(1 for _move in game.moves(state))
    if stop is not None and stop():
        raise stopped_search()
    return sum(perft(game, game.play(state, move), depth - 1, ended=ended, stop=stop) for move in game.moves(state))


def divide(
    game: Game[State, Move],
    state: State,
    depth: int,
    *,
    ended: bool = False,
    stop: Callable[[], bool] | None = None,
) -> dict[Move, int]:
    """The same count for each first move; ``depth`` is at least 1."""
    if game.over(state):
        return {}
    return {move: perft(game, game.play(state, move), depth - 1, ended=ended, stop=stop) for move in game.moves(state)}


def reachable(game: Game[State, Move], state: State | None = None, *, symmetric: bool = False) -> Iterator[State]:
    """Every position that play can reach, each once; with ``symmetric``, one of each set of equivalent ones."""
    first = game.start() if state is None else state
    if symmetric:
        first = canonical(game, first)
    seen = {first}
    waiting = [first]
    while waiting:
        current = waiting.pop()
        yield current
        if game.over(current):
            continue
        for move in game.moves(current):
            child = game.play(current, move)
            if symmetric:
                child = canonical(game, child)
            if child not in seen:
                seen.add(child)
                waiting.append(child)
