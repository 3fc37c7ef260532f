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
    show_default="127.0.0.1",
    help=_("Listen on this address; other machines than this one need the token that is printed."),
)
@click.option(
    "--class",
    "with_class",
    is_flag=True,
    help=_("For a class: other machines can come, and you steer a board that everybody sees."),
)
@click.option("--no-browser", is_flag=True, help=_("Print the address and open nothing."))
@options.solution
@options.lang
def serve(
    game: str | None, port: int | None, host: str | None, with_class: bool, no_browser: bool, solution: Path | None
) -> None:
    """Serve until Ctrl-C."""
    everywhere = "0.0.0.0" if with_class else "127.0.0.1"
    run(game, port, host or everywhere, not no_browser, solution, with_class)


def run(
    game: str | None = None,
    port: int | None = None,
    host: str = "127.0.0.1",
    browser: bool = True,
    solution: Path | None = None,
    with_class: bool = False,
) -> None:
    """Start the server and print its address."""
    if port is not None and not 0 <= port <= 65535:
        raise click.UsageError(_("There is no port {port}: give 0 to 65535.").format(port=port))
    from elagage.web.server import serve as start

    def say(address: str) -> None:
        click.echo(_("Élagage is at {address} (Ctrl-C ends it).").format(address=address))

    def say_own(address: str) -> None:
        click.echo(_("For you alone: {address}, with your games and the shelf that you share.").format(address=address))

    start(
        game, port=port, host=host, browser=browser, solution=solution, say=say, say_own=say_own, with_class=with_class
    )
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(0)  # at once: a thread that compiles can't be stopped, and there is nothing left to tidy up
