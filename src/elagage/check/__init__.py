"""Is a game sound? Random games are played and every clause of the contract is tried on the way.

The first clause that breaks is named, with the rule, the state and the move; what is merely odd is noted. Nothing here
is fast: rules themselves check nothing.
"""

from __future__ import annotations

from elagage.check.random_games import Report, check_game, glance

__all__ = ["Report", "check_game", "glance"]
