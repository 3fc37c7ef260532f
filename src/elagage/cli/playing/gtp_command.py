"""``elagage gtp``: another program plays against us, or has us play, line by line."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from elagage.cli import options
from elagage.cli.playing.server_options import judge, read_limits, server_options
from elagage.i18n import _

if TYPE_CHECKING:
    from elagage.game import Game

__all__ = ["gtp"]


@click.command(help=_("Speak GTP on standard input and output, for programs that play games whose moves are squares."))
@click.argument("game", metavar=_("[GAME]"), default="othello")
@server_options
def gtp(
    game: str,
    depth: int | None,
    time: float | None,
    nodes: int | None,
    level: int | None,
    heuristic: str | None,
    seed: int | None,
    plain: bool,
    threads: int,
    memory: float,
) -> None:
    """Serve until the input ends."""
    from elagage.cli.playing.protocol_session import make_thinker, serve
    from elagage.errors import LoadError
    from elagage.loading import load
    from elagage.protocols import GtpServer

    played = options.load_game(game)

    def resize(size: int) -> Game[Any, Any]:
        other = load(f"{played.spec.partition(':')[0]}:{size}")
        if len(other.grid(other.start())) != size:
            raise LoadError("A board of {size} rows is not available.", size=size)
        return judge(other, heuristic, level)

    limits = read_limits(depth, time, nodes, level)
    server = GtpServer(judge(played, heuristic, level), limits, resize)
    serve(server, make_thinker(level, threads, memory, plain, seed))
