"""The three-line call: a game, a position, a limit, and the best move comes out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from elagage.game import Game
from elagage.loading import load
from elagage.result import Info, Result
from elagage.search.deepening import deepening

__all__ = ["analyse"]


def analyse(
    game: str | Game[Any, Any],
    state: Any = None,
    *,
    depth: int | None = None,
    time: float | None = None,
    nodes: int | None = None,
    every_move: bool = False,
    on_info: Callable[[Info[Any]], None] | None = None,
    stop: Callable[[], bool] | None = None,
) -> Result[Any]:
    """The best move of a position (the first one if None), within the limits; 3 seconds if there are none.

    ``state`` may also be a text in the game's notation. ``every_move`` scores each legal move too.

    >>> analyse("tictactoe", "X.X/OO./...", depth=3).score
    Score(outcome=1, value=1, plies=1)
    """
    played = load(game)
    position = played.parse_state(state) if isinstance(state, str) else state
    if depth is None and time is None and nodes is None:
        time = 3.0
    return deepening(played, position, depth, time=time, nodes=nodes, every_move=every_move, on_info=on_info, stop=stop)
