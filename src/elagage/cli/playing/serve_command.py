"""``elagage serve``: the web app, on this machine."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import click

from elagage.cli import options
from elagage.i18n import _

__all__ = ["serve"]


@click.command(help=_("Open the web app: play, analyse and step through algorithms in a browser."))
@click.argument("game", metavar=_("[GAME_OR_FILE]"), required=False)
@click.option("--port", type=options.INTEGER, metavar="N", help=_("Listen on this port (a free one from 8462 on)."))
@click.option(
    "--host",
    metavar=_("ADDRESS"),
    default="127.0.0.1",
    show_default=True,
    help=_("Listen on this address; other machines than this one need the token that is printed."),
)
@click.option("--no-browser", is_flag=True, help=_("Print the address and open nothing."))
@options.solution
@options.lang
def serve(game: str | None, port: int | None, host: str, no_browser: bool, solution: Path | None) -> None:
    """Serve until Ctrl-C."""
    run(game, port, host, not no_browser, solution)


def run(
    game: str | None = None,
    port: int | None = None,
    host: str = "127.0.0.1",
    browser: bool = True,
    solution: Path | None = None,
) -> None:
    """Start the server and print its address."""
    if port is not None and not 0 <= port <= 65535:
        raise click.UsageError(_("There is no port {port}: give 0 to 65535.").format(port=port))
    from elagage.web.server import serve as start

    def say(address: str) -> None:
        click.echo(_("Élagage is at {address} (Ctrl-C ends it).").format(address=address))

    def say_own(address: str) -> None:
        click.echo(_("For you alone: {address}, with your games and the shelf that you share.").format(address=address))

    start(game, port=port, host=host, browser=browser, solution=solution, say=say, say_own=say_own)
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(0)  # at once: a thread that compiles can't be stopped, and there is nothing left to tidy up
