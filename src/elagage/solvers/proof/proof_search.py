"""Proof-number search, depth first (df-pn): can this player force a win?

The search goes where the fewest questions are left.

A node's proof number is the least number of leaves that must be shown to be won to prove the win, its disproof number
the least number that must not. At the winner's own nodes (OR) one child is enough to prove and all are needed to
disprove; at the opponent's (AND) the reverse. The search descends to the leaf that both numbers point at, and comes
back when another one has become more promising.

Play can cycle. A position met again on the path counts as not won: who can force a win can do so without passing twice
through a position. A proof never rests on that. A disproof may, and then it is remembered for this very path alone.

Theorem. If the answer is yes, the winner can force a win; if it is no, it can't. (``search/and_or.py`` asks the same
question in order of moves.)
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from elagage.errors import SearchError
from elagage.game import Game

__all__ = ["Proof", "prove"]

INFINITE = 1 << 30
NOWHERE = 1 << 60
"""Where on the path a disproof rests that rests on nothing there."""
PATIENCE = 1000
"""After so many rounds at one position the next child is worked on until it is decided: where play cycles,
numbers may chase each other.
"""


@dataclass(frozen=True)
class Proof:
    """The answer to "can this player force a win?": ``won`` is None if the limit was met first."""

    won: bool | None
    nodes: int
    move: Any = None
    """A move that keeps the win, or that keeps the opponent from it; None where there is none."""


class Limit(Exception):
    """The limit of nodes was met, or somebody asked to stop."""


def prove(
    game: Game[Any, Any],
    state: Any,
    winner: int,
    *,
    nodes: int | None = None,
    stop: Callable[[], bool] | None = None,
) -> Proof:
    """Can ``winner`` force a win from here? At most ``nodes`` positions are looked at."""
    search = Search(game, winner, nodes, stop)
    try:
        search.expand(state, INFINITE, INFINITE, (), 0)
    except Limit:
        return Proof(None, search.nodes)
    except RecursionError:
        raise SearchError("The game is too deep for the plain proof-number search.") from None
    proof, _disproof, _rest = search.numbers(state, (), 0)
    move = None
    if not game.over(state):
        for candidate in game.moves(state):
            child_proof, child_disproof, _rest = search.numbers(
                game.play(state, candidate), (state,), search.step(0, state)
            )
            if (child_proof if proof == 0 else child_disproof) == 0:
                move = candidate
                break
    return Proof(proof == 0, search.nodes, move)


class Search:
    """What a search remembers."""

    def __init__(self, game: Game[Any, Any], winner: int, limit: int | None, stop: Callable[[], bool] | None) -> None:
        self.game, self.winner, self.limit, self.stop = game, winner, limit, stop
        self.nodes = 0
        self.memory: dict[Any, tuple[int, int]] = {}
        """Proof and disproof number of a position, whatever the path."""
        self.on_path: dict[tuple[Any, int], int] = {}
        """Disproofs that hold on one path alone, and where on it they rest."""
        self.paths: dict[tuple[int, Any], int] = {}
        """A number for each path: the number of the path before, and its last position."""

    def step(self, path: int, state: Any) -> int:
        """The number of a path that goes on to a state."""
        return self.paths.setdefault((path, state), len(self.paths) + 1)

    def numbers(self, state: Any, above: tuple[Any, ...], path: int) -> tuple[int, int, int]:
        """Proof number, disproof number, and where on the path a disproof rests, as far as is known."""
        known = self.memory.get(state)
        if known is not None and 0 in known:
            return *known, NOWHERE
        if state in above:
            return INFINITE, 0, above.index(state)
        rest = self.on_path.get((state, path))
        if rest is not None:
            return INFINITE, 0, rest
        if known is not None:
            return *known, NOWHERE
        if self.game.over(state):
            score = self.game.score(state)
            won = score > 0 if self.winner == 0 else score < 0
            self.memory[state] = (0, INFINITE) if won else (INFINITE, 0)
            return *self.memory[state], NOWHERE
        return 1, 1, NOWHERE

    def expand(self, state: Any, most_proof: int, most_disproof: int, above: tuple[Any, ...], path: int) -> None:
        """Work below a position until one of its numbers reaches its limit."""
        if self.limit is not None and self.nodes >= self.limit:
            raise Limit
        self.nodes += 1
        if self.stop is not None and self.nodes % 1024 == 0 and self.stop():
            raise Limit
        game = self.game
        if game.over(state):
            self.numbers(state, above, path)
            return
        mine = game.player(state) == self.winner
        children = [game.play(state, move) for move in game.moves(state)]
        line, here = (*above, state), self.step(path, state)
        rounds = 0
        while True:
            # Step 1. The numbers of the position from those of its children: the least of one kind, the sum of the
            # other.
            least, second, total, rest, chosen, chosen_other = INFINITE, INFINITE, 0, NOWHERE, 0, 0
            leaning = NOWHERE
            for number, child in enumerate(children):
                proof, disproof, child_rest = self.numbers(child, line, here)
                one, other = (proof, disproof) if mine else (disproof, proof)
                # What is not decided stays below infinity: where lines meet again, sums double with every ply.
                total = INFINITE if INFINITE in (total, other) else min(INFINITE - 1, total + other)
                if proof == INFINITE and disproof == 0:
                    rest = min(rest, child_rest)
                if one < least:
                    least, second, chosen, chosen_other, leaning = one, least, number, other, child_rest
                elif one < second:
                    second = one
            proof, disproof = (least, total) if mine else (total, least)

            # Step 2. Enough? A disproof rests where its children's do: all of them at an OR node, the one at an AND
            # node.
            if proof >= most_proof or disproof >= most_disproof or proof == 0 or disproof == 0:
                lean = (rest if mine else leaning) if disproof == 0 else NOWHERE
                if lean < len(above):
                    self.on_path[state, path] = lean
                else:
                    self.memory[state] = (proof, disproof)
                return

            # Step 3. Work below the most promising child, until another one is, by a margin that keeps them from taking
            # turns.
            rounds += 1
            most_one, most_other = (most_proof, most_disproof) if mine else (most_disproof, most_proof)
            first = min(most_one, second + second // 4 + 1)
            other_limit = INFINITE if most_other == INFINITE else most_other - total + chosen_other
            if rounds > PATIENCE:
                first = other_limit = INFINITE
            limits = (first, other_limit) if mine else (other_limit, first)
            self.expand(children[chosen], *limits, line, here)
