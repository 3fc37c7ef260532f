"""Grundy values: impartial games, in which both players have the same moves and who can't move loses,
are piles of Nim in disguise.

The value of a position is the least number that no successor has (``mex``). A position is lost for its mover if and
only if it is 0, and games played side by side add up by exclusive or (Sprague and Grundy): that is why Nim is won by
the exclusive or of its piles.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from elagage.errors import SearchError
from elagage.game import Game, canonical
from elagage.result import MAX

__all__ = ["grundy", "mex"]


def mex(numbers: Iterable[int]) -> int:
    """The least whole number, from 0 on, that is not among these.

    >>> mex([0, 1, 3, 1])
    2
    """
    present = set(numbers)
    least = 0
    while least in present:
        least += 1
    return least


def grundy(game: Game[Any, Any], state: Any = None, memory: dict[Any, int] | None = None) -> int:
    """The Grundy value of a position of an impartial game (its first one if None).

    ``memory`` keeps values from one call to the next.

    SearchError if an ended game was not lost by whoever was to move, as normal play has it, or if play can cycle.

    >>> from elagage import load
    >>> nim = load("nim:3,4,6")
    >>> grundy(nim), 3 ^ 4 ^ 6
    (1, 1)
    """
    known = {} if memory is None else memory
    root = canonical(game, game.start() if state is None else state)
    stack: list[tuple[Any, list[Any] | None]] = [(root, None)]
    open_states = set()
    while stack:
        place, children = stack.pop()
        if children is not None:
            known[place] = mex(known[child] for child in children)
            open_states.discard(place)
            continue
        if place in known:
            continue
        if place in open_states:
            raise SearchError("Play can cycle in this game, so it has no Grundy values.")
        if game.over(place):
            lost = game.score(place) < 0 if game.player(place) == MAX else game.score(place) > 0
            if not lost:
                raise SearchError(
                    "Grundy values are for games in which who can't move loses, and this one ends otherwise."
                )
        children = [canonical(game, game.play(place, move)) for move in game.moves(place)]
        open_states.add(place)
        stack.append((place, children))
        stack += [(child, None) for child in children if child not in known]
    return known[root]
