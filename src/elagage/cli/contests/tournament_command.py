"""``elagage tournament``: many players, ratings for all with intervals, a cross table and a plot."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from elagage.cli import options
from elagage.cli.contests.contest_options import (
    arena_options,
    clock_options,
    contest_setting,
    draw_plot,
    finish,
    games_option,
    plot_option,
    warn_of_repeats,
)
from elagage.i18n import _

if TYPE_CHECKING:
    from elagage.arena.report import TournamentReport

__all__ = ["show", "tournament"]

KINDS = ("round-robin", "gauntlet", "swiss", "ladder")


@click.command(help=_("Play a tournament and rate the players."), epilog=options.players_help())
@options.game
@click.argument("players", metavar=_("PLAYER..."), nargs=-1, required=True)
@games_option(20, _("Play N games each pairing, colours swapped."))
@click.option(
    "--kind",
    type=click.Choice(KINDS),
    default="round-robin",
    show_default=True,
    help=_("Who meets whom: in a gauntlet the first player all others, in a ladder each the next one."),
)
@clock_options
@plot_option(_("Draw the ratings (.svg, .png, .pdf or .tex)."))
@arena_options
def tournament(
    game: str,
    players: tuple[str, ...],
    games: int,
    kind: str,
    clock: float | None,
    patience: float | None,
    adjudicate: int,
    plot: Path | None,
    seed: int,
    openings: str | None,
    workers: int | None,
    cluster: str | None,
    store: Path | None,
    as_json: bool,
) -> None:
    """Play, then print the tables."""
    from elagage.arena import tournament as play_tournament

    with contest_setting(workers, cluster) as setting:
        report = play_tournament(
            game, players, games, kind=kind, seed=seed, openings=openings, time=clock, patience=patience,
            adjudicate=adjudicate, store=store, **setting,
        )  # fmt: skip
    if as_json:
        click.echo(json.dumps({"game": report.game, **report.as_json(), "ended": report.ended}, ensure_ascii=False))
    else:
        show(report)
    if plot is not None:
        from elagage.figures.plots.arena_plots import rating_plot

        title = _("Ratings, {game}").format(game=report.game)
        draw_plot(plot, rating_plot(report.ratings.rows, title), title)
    warn_of_repeats(report)
    again = ["tournament", game, *report.players, "--games", str(games), "--kind", kind, "--seed", str(seed)]
    for name, value in (("--openings", openings), ("--time", clock), ("--patience", patience)):
        again += [] if value is None else [name, str(value)]
    again += ["--adjudicate", str(adjudicate)] if adjudicate else []
    raise click.exceptions.Exit(finish(report, again, store))


def show(report: TournamentReport) -> None:
    """Print the tables for a person."""
    from elagage.cli.output import table

    table(report.standings())
    if report.ratings.note:
        click.echo(report.ratings.note)
    click.echo()
    table(report.cross())
    for line in report.failure_lines(report.players):
        click.echo(line)
