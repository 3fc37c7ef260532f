"""What one or two plies show: wins at once, and moves that allow one. Levels and hints look for it in any game."""

from __future__ import annotations

from elagage.game import Game, Move, State
from elagage.result import MAX

__all__ = ["loses_at_once", "wins_at_once"]


def wins_at_once(game: Game[State, Move], state: State, move: Move) -> bool:
    """Does a move end the game with a win of whoever makes it?"""
    return outcome_for(game, game.play(state, move), game.player(state)) > 0


def loses_at_once(game: Game[State, Move], state: State, move: Move) -> bool:
    """Does a move lose the game, or let the other side win it with the next one?"""
    mover, child = game.player(state), game.play(state, move)
    if game.over(child):
        return outcome_for(game, child, mover) < 0
    if game.player(child) == mover:
        return False
    return any(wins_at_once(game, child, reply) for reply in game.moves(child))


def outcome_for(game: Game[State, Move], state: State, player: int) -> int:
    """1 if that player has won, -1 if the other has, 0 if neither has yet, or if it is about amounts."""
    if game.payoffs or not game.over(state):
        return 0
    score = game.score(state) if player == MAX else -game.score(state)
    return (score > 0) - (score < 0)
