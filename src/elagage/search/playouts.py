"""Random games as a heuristic: who tends to win when both sides play at random?

It needs no knowledge of the game at all. From a position, some games are played to the end with random moves; the
estimate is Max's share of wins among the decided games, one half if none was decided.

Theorem. As the games grow in number the share tends to the chance that Max wins a decided random game; its error falls
like 1/sqrt(n).
"""

from __future__ import annotations

import random
from collections.abc import Callable

from elagage.game import Game, Move, State, derive
from elagage.result import Number

__all__ = ["PLIES", "playout", "playouts", "win_share"]

EVEN = 0.5
PLIES = 2000
"""A random game that is longer is given up as undecided."""


def playouts(game: Game[State, Move], games: int = 50, seed: int = 0) -> Game[State, Move]:
    """The same game, judged by ``games`` random games from each position; a position is always judged the same way.

    A share lies between 0 and 1 with one half for even, so an ended game that is drawn counts one half as well.
    """

    def heuristic(_self: Game[State, Move], state: State) -> Number:
        return win_share(game, state, games, seed)

    def final(_self: Game[State, Move], state: State) -> Number:
        value = game.final(state)
        return EVEN if value == 0 and not game.payoffs else value

    return derive(game, heuristic=heuristic, explain=Game.explain, final=final, _even=EVEN)


def win_share(game: Game[State, Move], state: State, games: int = 50, seed: int = 0) -> float:
    """Max's share of wins among the decided ones of some random games, one half if none is decided."""
    name = repr(state)
    if " at 0x" in name:  # an object without a text of its own: its hash must do
        name = str(hash(state))
    choose = random.Random(f"{seed} {name}").choice
    outcomes = [playout(game, state, choose) for _number in range(games)]
    won = sum(outcome > 0 for outcome in outcomes)
    lost = sum(outcome < 0 for outcome in outcomes)
    return won / (won + lost) if won + lost else EVEN


def playout(game: Game[State, Move], state: State, choose: Callable[[list[Move]], Move]) -> Number:
    """The final score of one random game, 0 if it was given up."""
    for _ply in range(PLIES):
        if game.over(state):
            return game.score(state)
        state = game.play(state, choose(list(game.moves(state))))
    return 0
