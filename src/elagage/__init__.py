"""Élagage: write the rules of a game in plain Python; it plays it, solves it and shows how it thinks.

>>> import elagage
>>> game = elagage.load("tictactoe")
>>> elagage.analyse(game, game.parse_state("a1b2c3"), depth=9).score
Score(outcome=0, value=0, plies=None)

Importing this needs the standard library alone.
"""

from elagage import games, paths, search, solvers, view
from elagage.analysis import analyse
from elagage.check import check_game
from elagage.errors import ElagageError, NotationError, RulesError
from elagage.game import MAX, MIN, WIN, Game, with_heuristic
from elagage.loading import load
from elagage.result import Info, Limits, MoveScore, Result, Score
from elagage.solvers import Solution, load_solution, solve
from elagage.trace import Trace

__all__ = [
    "MAX", "MIN", "WIN", "ElagageError", "Game", "Info", "Limits", "MoveScore", "NotationError", "Result", "RulesError", "Score",
    "Solution", "Trace", "analyse", "check_game", "games", "load", "load_solution", "paths", "search", "solve", "solvers", "view", "with_heuristic",
]  # fmt: skip

__version__ = "0.1.0"
