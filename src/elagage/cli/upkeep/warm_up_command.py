"""``elagage warm-up``: compile the games of the package now, so that nobody waits later."""

from __future__ import annotations

import time

import click

from elagage.cli import options
from elagage.i18n import _

__all__ = ["GAMES", "warm_up"]

GAMES = ("tictactoe", "connect4", "othello", "nim:3,4,5")
"""What is compiled by default: each game as people usually play it."""


@click.command("warm-up", help=_("Compile games now, so that nobody waits later."))
@click.argument("games", nargs=-1, metavar=_("[GAME]..."))
@options.lang
def warm_up(games: tuple[str, ...]) -> None:
    """Compile each game and say how long it took."""
    from elagage.analysis import can_compile, count
    from elagage.loading import load

    for spec in games or GAMES:
        game = load(spec)
        started = time.process_time()
        problem = can_compile(game)
        if not problem:
            count(game, game.start(), 1)
        spent = _("{seconds:.1f} s").format(seconds=time.process_time() - started)
        click.echo(f"{spec:<24} {problem or spent}")
