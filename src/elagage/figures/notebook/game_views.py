"""A game and a position, as boards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from elagage.figures.boards.board_scene import board_scene
from elagage.figures.notebook.html_parts import heading, paragraph, picture
from elagage.games.spoken import label_side, read_rules
from elagage.i18n import Message, _

if TYPE_CHECKING:
    from elagage.game import Game
    from elagage.question import Position

__all__ = ["draw_game", "draw_position"]


def draw_game(game: Game[Any, Any]) -> str:
    """What a game is called, its rules, and where it begins."""
    rules = read_rules(game)
    return (
        heading(game.spec or type(game).__name__)
        + paragraph(rules.text() if isinstance(rules, Message) else str(rules))
        + picture(board_scene(game, game.start()))
    )


def draw_position(position: Position[Any, Any]) -> str:
    """A board, and whose turn it is."""
    game, state = position.game, position.state
    if game.over(state):
        who = _("The game has ended.")
    else:
        who = Message("{player} to move", player=label_side(game, game.player(state))).text()
    return picture(board_scene(game, state, last=position.last)) + paragraph(who)
