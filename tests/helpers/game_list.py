"""The games of the tests, by one list made from the catalogue: a new game enters every property by itself.

A game whose usual board is large, or that has variants with rules of their own, is listed here with the boards to try.
Of what is more of the same, ``make test`` takes a share, and ``make test-all`` all.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Any

import pytest

from elagage.games import CATALOGUE

BOARDS: dict[str, tuple[str, ...]] = {
    "mnk": ("mnk:4,3,3", "mnk:5,4,4"),  # not square, so that rows and columns can't be exchanged unseen
    "connect4": ("connect4:4x4", "connect4"),
    "othello": ("othello:4", "othello:6", "othello"),  # passes are frequent on the small board alone
    "nim": ("nim:3,4", "nim:2,3,2:misere", "nim:9:max=3"),
    "wythoff": ("wythoff", "wythoff:2,1"),
    "chomp": ("chomp", "chomp:3x3", "chomp:1x4"),
    "hexapawn": ("hexapawn", "hexapawn:4x5", "hexapawn:8x8"),
    "kalah": ("kalah", "kalah:3,4:empty", "kalah:7,9"),
    "domineering": ("domineering:4x5", "domineering:3x1:horizontal", "domineering:8x8"),
    "dots_and_boxes": ("dots_and_boxes", "dots_and_boxes:1x2", "dots_and_boxes:5x5"),
    "fox_and_hounds": ("fox_and_hounds:4", "fox_and_hounds:6:hounds", "fox_and_hounds"),
    "morris": ("morris", "morris:fly", "morris:straight"),
    "quixo": ("quixo:3", "quixo:4", "quixo"),
    "tree": ("tree:((5 6) (7 4 5))", "tree:min:3^4#7"),  # there is no tree without its text
}
COMPILED_BOARDS: dict[str, str] = {
    "mnk": "mnk:4,3,3",
    "nim": "nim:3,4,5",
    "kalah": "kalah:4,4:empty",
    "domineering": "domineering:4x5",
    "dots_and_boxes": "dots_and_boxes:2x3",
    "quixo": "quixo:3",
    "tree": "tree:min:3^4#7",
}
"""One board of each game is compiled, since that takes seconds: the usual one, or this one, which ends soon."""

GAMES = tuple(board for name in CATALOGUE for board in BOARDS.get(name, (name,)))
COMPILED = tuple(COMPILED_BOARDS.get(name, name) for name in CATALOGUE)


def affordable_depth(game: Any, state: Any, nodes: int, most: int = 5) -> int:
    """How deep a full tree of about so many nodes is; less than a repetition takes where play can cycle."""
    branching = max(2, sum(1 for _move in game.moves(state)))
    depth = max(1, min(3 if game.cycles else most, int(math.log(nodes, branching))))
    while game.cycles and depth > 1 and comes_back(game, (state,), depth):
        depth -= 1
    return depth


def comes_back(game: Any, line: tuple[Any, ...], plies: int) -> bool:
    """Can play come back to a position of the line within so many plies?"""
    after = [game.play(line[-1], move) for move in game.moves(line[-1])] if plies else []
    return any(state in line or comes_back(game, (*line, state), plies - 1) for state in after)


def one_in(share: int, cases: Iterable[Any], ids: Sequence[str] = ()) -> list[Any]:
    """All cases, of which one in so many is not slow: more of the same."""
    names = list(ids)
    rows = [case if isinstance(case, tuple) else (case,) for case in cases]
    return [
        pytest.param(*row, id=names[at] if names else None, marks=[pytest.mark.slow] if at % share else [])
        for at, row in enumerate(rows)
    ]
