"""Other ways to say a game than a class: functions of a position, a graph as a dict, a board that is changed in place.

Each becomes an ordinary game, in a file of its own; ``find_game`` says which way a file goes. ``frozen_game.py`` is the
border that lets the states of any game be lists, dicts, sets or objects.
"""

from __future__ import annotations

from elagage.ways.find_game import find_game, jeu
from elagage.ways.frozen_game import add_border, freeze_position, game_as_written, position_as_written

__all__ = ["add_border", "find_game", "freeze_position", "game_as_written", "jeu", "position_as_written"]
