"""The players of the arena: their texts, what a player is, the ones that are built in, and other programs."""

from elagage.arena.players.built_in_players import make_player
from elagage.arena.players.player_specs import PlayerSpec, check_player, parse_player
from elagage.arena.players.player_types import Choice, Failure, Player, Resigned, Resources, Turn

__all__ = [
    "Choice",
    "Failure",
    "Player",
    "PlayerSpec",
    "Resigned",
    "Resources",
    "Turn",
    "check_player",
    "make_player",
    "parse_player",
]
