"""Élagage: write the rules of a game in plain Python; it plays it, solves it and shows how it thinks.

>>> import elagage
>>> game = elagage.load("tictactoe")
>>> elagage.analyse(game, game.parse_state("a1b2c3"), depth=9).score
Score(outcome=0, value=0, plies=None)

Importing this needs the standard library alone. The rooms (``paths``, ``solvers``, ``figures``, ...) are imported when they are first used.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from elagage.analysis import analyse
from elagage.check import check_game
from elagage.errors import ElagageError, NotationError, RulesError
from elagage.game import MAX, MIN, WIN, Game, with_heuristic
from elagage.loading import load
from elagage.result import Info, Limits, MoveScore, Result, Score
from elagage.trace import Trace

if TYPE_CHECKING:
    from elagage import arena, exercises, figures, games, paths, search, solvers
    from elagage.solvers.solution import Solution, load_solution
    from elagage.solvers.solve import solve

__all__ = [
    "MAX", "MIN", "WIN", "ElagageError", "Game", "Info", "Limits", "MoveScore", "NotationError", "Result", "RulesError", "Score", "Solution",
    "Trace", "analyse", "arena", "check_game", "exercises", "figures", "games", "load", "load_solution", "paths", "search", "solve", "solvers",
    "with_heuristic",
]  # fmt: skip

__version__ = "0.1.0"

ROOMS = {"arena", "exercises", "figures", "games", "paths", "search", "solvers"}
LATE = {"Solution": "solvers", "load_solution": "solvers", "solve": "solvers"}
"""Names that are imported with their room, when they are first used."""


def __getattr__(name: str) -> Any:
    if name in ROOMS:
        return import_module(f"elagage.{name}")
    if name in LATE:
        value = getattr(import_module(f"elagage.{LATE[name]}"), name)
        globals()[name] = value
        return value
    raise AttributeError(name)


def __dir__() -> list[str]:
    return sorted({*globals(), *ROOMS, *LATE})


def _draw_trace(trace: Trace) -> str:
    return str(import_module("elagage.figures").notebook_figure(trace))


Trace.drawer = _draw_trace
