"""``elagage warm-up``: compile the games of the package now, so that nobody waits later; or clear what is kept."""

from __future__ import annotations

import time

import click

from elagage.cli import options
from elagage.folders import cache_folder
from elagage.i18n import _
from elagage.sealed_files import clear_sealed

__all__ = ["GAMES", "warm_up"]

GAMES = ("tictactoe", "connect4", "othello", "nim:3,4,5")
"""What is compiled by default: each game as people usually play it."""
KEPT = ("objects", "patterns", "native")
"""The kinds of what is cleared; ``native`` is what an earlier version kept."""


@click.command("warm-up", help=_("Compile games now, so that nobody waits later."))
@click.argument("games", nargs=-1, metavar=_("[GAME]..."))
@click.option("--clear", is_flag=True, help=_("Remove all native code and tables that are kept, and compile nothing."))
@options.lang
def warm_up(games: tuple[str, ...], clear: bool) -> None:
    """Compile each game and say how long it took; or clear the cache."""
    if clear:
        if games:
            raise click.UsageError(_("--clear takes no games: everything is removed."))
        freed = sum(clear_sealed(kind) for kind in KEPT)
        click.echo(
            _("{megabytes:.1f} MB were removed from {folder}.").format(megabytes=freed / 1e6, folder=cache_folder(""))
        )
        return
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
