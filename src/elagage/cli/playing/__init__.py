"""Commands to play, and to see what there is to play."""

from typing import TYPE_CHECKING

from elagage.lazy import export_lazily

if TYPE_CHECKING:
    from elagage.cli.playing.board_command import board
    from elagage.cli.playing.games_command import games
    from elagage.cli.playing.levels_command import levels
    from elagage.cli.playing.play_command import play
    from elagage.cli.playing.serve_command import serve

__all__ = ["board", "games", "levels", "play", "serve"]

export_lazily(
    __name__,
    {
        "board": "board_command",
        "games": "games_command",
        "levels": "levels_command",
        "play": "play_command",
        "serve": "serve_command",
    },
)
