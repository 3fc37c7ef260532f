"""``elagage check``: is my game sound?"""

from __future__ import annotations

import json

import click

from elagage.cli import options
from elagage.i18n import _, ngettext

__all__ = ["check"]


@click.command(help=_("Check a game (a FILE or a name) on random games."))
@click.argument("game", metavar=_("FILE"))
@click.option(
    "--games",
    type=click.IntRange(1, 100_000),
    metavar="N",
    default=30,
    show_default=True,
    help=_("How many random games."),
)
@options.seed
@options.json_output
@options.lang
def check(game: str, games: int, seed: int | None, as_json: bool) -> None:
    """Print what was seen; a broken clause is an error that names it."""
    from dataclasses import asdict

    from elagage.analysis import can_compile
    from elagage.check import check_game
    from elagage.levels import levels_of
    from elagage.loading import load

    played = load(game)
    levels_of(played)
    report = check_game(played, games, seed or 0)
    problem = can_compile(played)
    if as_json:
        click.echo(
            json.dumps(
                {"game": played.spec, "sound": True, "compiles": not problem, "problem": problem, **asdict(report)}
            )
        )
        return
    click.echo(
        _(
            "{name} is sound: {games} random games, {positions} positions, at most {plies} plies and {moves} moves "
            "in a position."
        ).format(
            name=type(played).__name__,
            games=report.games,
            positions=report.positions,
            plies=report.longest,
            moves=report.most_moves,
        )
    )
    open_games = report.games - report.ended
    if open_games:
        text = ngettext(
            "{n} game did not end within the plies allowed: play may cycle.",
            "{n} games did not end within the plies allowed: play may cycle.",
            open_games,
        )
        click.echo(text.format(n=open_games))
    click.echo(problem or _("It compiles: searches run as native code."))
