"""``elagage tournament``: many players, ratings for all with intervals, a cross table and a plot."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from elagage.cli import options
from elagage.cli.contests.contest_options import (
    arena_options,
    clock_options,
    draw_plot,
    failure_lines,
    finish,
    games_option,
    players_help,
    plot_option,
    run,
    warn_of_repeats,
)
from elagage.i18n import _

if TYPE_CHECKING:
    from elagage.arena.report import TournamentReport

__all__ = ["show", "tournament"]

KINDS = ("round-robin", "gauntlet", "swiss", "ladder")


@click.command(help=_("Play a tournament and rate the players."), epilog=players_help())
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
    plot: Path | None,
    seed: int,
    openings: str | None,
    workers: int | None,
    cluster: str | None,
    store: Path | None,
    as_json: bool,
) -> None:
    """Play, then print the tables."""
    from elagage.arena.report import tournament_report
    from elagage.arena.schedule import make_plan

    plan = make_plan(game, players, games, seed=seed, openings=openings, kind=kind, clock=clock, patience=patience)
    course = run(plan, store, workers, cluster)
    report = tournament_report(course)
    if as_json:
        click.echo(json.dumps({"game": plan.game, **report.as_json(), "ended": course.ended}, ensure_ascii=False))
    else:
        show(report)
    if plot is not None:
        from elagage.figures.plots.arena_plots import rating_plot

        title = _("Ratings, {game}").format(game=plan.game)
        draw_plot(plot, rating_plot(report.ratings.rows, title), title)
    warn_of_repeats(report.games, report.distinct, report.repeats)
    again = ["tournament", game, *plan.players, "--games", str(games), "--kind", kind, "--seed", str(seed)]
    for name, value in (("--openings", openings), ("--time", clock), ("--patience", patience)):
        again += [] if value is None else [name, str(value)]
    sys.exit(finish(course, again, store))


def show(report: TournamentReport) -> None:
    """Print the tables for a person."""
    from elagage.cli.output import table

    table(report.standings())
    if report.ratings.note:
        click.echo(report.ratings.note)
    click.echo()
    table(report.cross())
    for line in failure_lines(report.players, report.failures):
        click.echo(line)
