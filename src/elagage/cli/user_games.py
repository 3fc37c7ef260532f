"""A game as a command takes it; one in a user's file is glanced at first, so that a mistake in it is named at once."""

from __future__ import annotations

from typing import Any

from elagage.game import Game

__all__ = ["load_game"]


def load_game(text: str) -> Game[Any, Any]:
    """The game that a text names; RulesError if a random game shows that its rules break the contract."""
    from elagage import loading

    game = loading.load(text)
    if loading.is_user_module(type(game).__module__):
        from elagage.check import glance

        glance(game)
    return game
