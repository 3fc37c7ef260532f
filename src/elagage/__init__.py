"""Élagage: write the rules of a game in plain Python; it plays it, solves it and shows how it thinks.

>>> import elagage
>>> game = elagage.load("tictactoe")
>>> elagage.analyse(game, game.parse_state("a1b2c3"), depth=9).score
Score(outcome=0, value=0, plies=None)

Importing this needs the standard library alone. The rooms (``paths``, ``solvers``, ``figures``, ...) are imported when
they are first used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from elagage.analysis import analyse, show
from elagage.errors import ElagageError, NotationError, RulesError
from elagage.game import MAX, MIN, WIN, Game, Side, Term
from elagage.lazy import export_lazily
from elagage.loading import load
from elagage.result import Info, Limits, MoveScore, Result, Score

if TYPE_CHECKING:
    from elagage import arena, exercises, figures, games, learn, paths, search, solvers
    from elagage.arena.contests import match
    from elagage.check import check_game
    from elagage.evaluation.heuristics import with_heuristic
    from elagage.solvers.solution import Solution, load_solution
    from elagage.solvers.solve import solve
    from elagage.trace import Trace
    from elagage.ways import jeu

__all__ = [
    "MAX", "MIN", "WIN", "ElagageError", "Game", "Info", "Limits", "MoveScore", "NotationError", "Result",
    "RulesError", "Score", "Side", "Solution", "Term", "Trace", "analyse", "arena", "check_game",
    "exercises", "figures", "games", "jeu", "learn", "load", "load_solution", "match", "paths", "search",
    "show", "solve", "solvers", "with_heuristic",
]  # fmt: skip

__version__ = "0.1.0"

export_lazily(
    __name__,
    {
        **dict.fromkeys(("arena", "exercises", "figures", "games", "learn", "paths", "search", "solvers"), ""),
        "Solution": "solvers",
        "Trace": "trace",
        "check_game": "check",
        "jeu": "ways",
        "load_solution": "solvers",
        "match": "arena",
        "solve": "solvers",
        "with_heuristic": "evaluation",
    },
)
