"""``elagage uci``: a program that shows chess asks us, line by line."""

from __future__ import annotations

import click

from elagage.cli import options
from elagage.cli.playing.server_options import judge, read_limits, server_options
from elagage.i18n import _

__all__ = ["uci"]


@click.command(
    help=_("Speak UCI on standard input and output, for programs that show chess; krk and kqk are its games here.")
)
@click.argument("game", metavar=_("[GAME]"), default="krk")
@server_options
def uci(
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
    from elagage.protocols import UciServer

    limits = read_limits(depth, time, nodes, level)
    server = UciServer(judge(options.load_game(game), heuristic, level), limits)
    serve(server, make_thinker(level, threads, memory, plain, seed))
