"""Estimates for a book of first plies: what a search of one depth says of a position.

For each side in turn: where it moves, play goes on with the move that the search found; where the other side moves,
with every move. A reply that gives away more than a margin is an end of the book: what follows is left to the player's
own search. What a book holds depends on the game, the depth, the heuristic and the margin alone.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from elagage.analysis import ask
from elagage.errors import LimitsError
from elagage.evaluation import with_heuristic
from elagage.evaluation.weights import POINT
from elagage.game import MAX, Game, read_state
from elagage.question import Question, Wishes
from elagage.result import Limits, Score
from elagage.solvers.book.book_file import Entry
from elagage.solvers.book.book_making import Wanted

__all__ = ["EstimateSolver"]


class EstimateSolver:
    """Searches positions for a book; ``margin`` is in points of the game where learned weights count them."""

    def __init__(
        self, game: Game[Any, Any], depth: int, heuristic: str = "", margin: float = 4, memory: float = 64
    ) -> None:
        if depth < 1 or margin < 0:
            raise LimitsError("A book of estimates needs a depth of 1 at least, and a margin of 0 or more.")
        self.game = with_heuristic(game, heuristic) if heuristic else game
        self.limits = Limits(depth=depth)
        self.memory = memory
        self.margin = margin * POINT if hasattr(self.game, "learned_weights") else margin

    def solve(self, wanted: Wanted, stop: Callable[[], bool] | None = None) -> Entry:
        """What the book says of a position."""
        game, state = self.game, read_state(self.game, wanted.name)
        result = ask(Question(game, state, self.limits, Wishes(memory=self.memory)), stop=stop)
        assert result.move is not None
        return Entry(result.score, (game.move_name(state, result.move),), self.goes_on(state, wanted, result.score))

    def goes_on(self, state: Any, wanted: Wanted, score: Score) -> bool:
        """Is the position still open, and did the reply before it give away no more than the margin?"""
        if score.is_decided:
            return False
        if wanted.least is None or wanted.least[0] is not None:
            return True
        gained = score.value - wanted.least[1]
        return (gained if self.game.player(state) == MAX else -gained) <= self.margin
