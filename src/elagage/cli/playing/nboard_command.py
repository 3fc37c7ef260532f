"""``elagage nboard``: a program that shows Othello asks us, line by line."""

from __future__ import annotations

import click

from elagage.cli import options
from elagage.cli.playing.server_options import judge, read_limits, server_options
from elagage.i18n import _

__all__ = ["nboard"]


@click.command(help=_("Speak NBoard on standard input and output, for programs that show Othello."))
@server_options
def nboard(
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
    from elagage.protocols import NboardServer

    limits = read_limits(depth, time, nodes, level)
    server = NboardServer(judge(options.load_game("othello"), heuristic, level), limits)
    serve(server, make_thinker(level, threads, memory, plain, seed))
