"""Commands to play, and to see what there is to play."""

from typing import TYPE_CHECKING

from elagage.lazy import export_lazily

if TYPE_CHECKING:
    from elagage.cli.playing.board_command import board
    from elagage.cli.playing.convert_command import convert
    from elagage.cli.playing.games_command import games
    from elagage.cli.playing.gtp_command import gtp
    from elagage.cli.playing.levels_command import levels
    from elagage.cli.playing.nboard_command import nboard
    from elagage.cli.playing.play_command import play
    from elagage.cli.playing.serve_command import serve
    from elagage.cli.playing.uci_command import uci

__all__ = ["board", "convert", "games", "gtp", "levels", "nboard", "play", "serve", "uci"]

export_lazily(
    __name__,
    {
        "board": "board_command",
        "convert": "convert_command",
        "games": "games_command",
        "gtp": "gtp_command",
        "levels": "levels_command",
        "nboard": "nboard_command",
        "play": "play_command",
        "serve": "serve_command",
        "uci": "uci_command",
    },
)
