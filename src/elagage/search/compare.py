"""Algorithms side by side on one position: the same value, very different work."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar

from elagage.game import Game, Move, State, estimate_value, final_value
from elagage.i18n import _
from elagage.lazy import Shown
from elagage.result import MAX, MIN, Number, Result
from elagage.search.alphabeta import alphabeta
from elagage.search.deepening import deepening
from elagage.search.memoised import memoised
from elagage.search.minimax import minimax
from elagage.search.mtdf import mtdf
from elagage.search.negamax import negamax
from elagage.search.pvs import pvs
from elagage.search.search_common import INFINITY, for_any_game

__all__ = ["ALGORITHMS", "Comparison", "compare", "minimal_leaves"]

ALGORITHMS: dict[str, Callable[..., Result[Any]]] = {
    "minimax": minimax,
    "negamax": negamax,
    "memoised": memoised,
    "alphabeta": alphabeta,
    "pvs": pvs,
    "mtdf": mtdf,
    "deepening": deepening,
}
"""The algorithms that give minimax's value, by name; each takes a game, a state and a depth."""


@dataclass(frozen=True)
class Comparison(Shown):
    """One result an algorithm, and the least number of leaves that one without a memory could do with."""

    _drawer: ClassVar[str] = "draw_comparison"

    results: tuple[Result[Any], ...]
    minimum: int
    """Knuth and Moore's minimum for this very tree: the leaves of the smallest proof of its value,
    if nothing is remembered.
    """

    def rows(self) -> list[tuple[str, str, str, str, str, str, str]]:
        """The table, as text: a header, then a row an algorithm."""
        header = (_("algorithm"), _("value"), _("nodes"), _("leaves"), _("cuts"), _("table hits"), _("seconds"))
        body = [
            (r.algorithm, str(r.score), str(r.nodes), str(r.leaves), str(r.cuts), str(r.hits), f"{r.seconds:.3f}")
            for r in self.results
        ]
        return [
            header,
            *body,
            (_("minimum without memory"), str(self.results[0].score), "", str(self.minimum), "", "", ""),
        ]

    def __str__(self) -> str:
        rows = self.rows()
        widths = [max(len(row[i]) for row in rows) for i in range(7)]
        lines = [
            "  ".join(
                cell.ljust(width) if i < 2 else cell.rjust(width)
                for i, (cell, width) in enumerate(zip(row, widths, strict=True))
            )
            for row in rows
        ]
        return "\n".join(line.rstrip() for line in lines)


@for_any_game
def compare(
    game: Game[State, Move],
    state: State | None = None,
    depth: int | None = None,
    algorithms: tuple[str, ...] = tuple(ALGORITHMS),
    *,
    stop: Callable[[], bool] | None = None,
) -> Comparison:
    """Run the algorithms on the same position at the same depth."""
    root = game.start() if state is None else state
    results = tuple(ALGORITHMS[name](game, root, depth, stop=stop) for name in algorithms)
    return Comparison(results, minimal_leaves(game, root, depth, results[0].value))


def minimal_leaves(game: Game[State, Move], state: State, depth: int | None, value: Number) -> int:
    """The leaves of the smallest proof that the position has this value.

    Such a proof is a strategy of Max that reaches at least the value and a strategy of Min that concedes at most it.
    The two share exactly one leaf. An infinite value needs one of them only. On a uniform tree the number is Knuth and
    Moore's b^ceil(d/2) + b^floor(d/2) - 1.
    """
    sides = [player for player in (MAX, MIN) if value != (INFINITY if player == MIN else -INFINITY)]
    return sum(strategy_leaves(game, state, depth, value, player) for player in sides) - (len(sides) - 1)


def strategy_leaves(game: Game[State, Move], state: State, depth: int | None, value: Number, owner: int) -> int:
    """The fewest leaves of a strategy with which its owner makes sure of the value; huge if there is none."""
    if depth == 0 or game.over(state):
        reached = final_value(game, state) if game.over(state) else estimate_value(game, state)
        enough = reached >= value if owner == MAX else reached <= value
        return 1 if enough else IMPOSSIBLE
    rest = None if depth is None else depth - 1
    leaves = (strategy_leaves(game, game.play(state, move), rest, value, owner) for move in game.moves(state))
    return min(leaves) if game.player(state) == owner else min(sum(leaves), IMPOSSIBLE)


IMPOSSIBLE = 1 << 62
