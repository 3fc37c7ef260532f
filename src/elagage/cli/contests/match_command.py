"""``elagage match``: two players, many games, and what they say of who is better."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from elagage.cli import options
from elagage.cli.contests.contest_options import (
    REJECTED,
    UNDECIDED,
    arena_options,
    clock_options,
    contest_setting,
    draw_plot,
    finish,
    games_option,
    plot_option,
    warn_of_repeats,
)
from elagage.i18n import _, ngettext

if TYPE_CHECKING:
    from elagage.arena.report import MatchReport

__all__ = ["match", "read_bounds"]


@click.command(help=_("Play many games between two players."), epilog=options.players_help())
@options.game
@click.argument("one", metavar=_("PLAYER"))
@click.argument("other", metavar=_("PLAYER"))
@games_option(100, _("Play N games, in pairs with colours swapped."))
@clock_options
@click.option(
    "--sprt",
    metavar=_("LOW,HIGH"),
    help=_("Stop when a sequential test has decided between two bounds in normalised Elo."),
)
@plot_option(_("Draw the course of the test, or the score without one (.svg, .png, .pdf or .tex)."))
@arena_options
def match(
    game: str,
    one: str,
    other: str,
    games: int,
    clock: float | None,
    patience: float | None,
    adjudicate: int,
    sprt: str | None,
    plot: Path | None,
    seed: int,
    openings: str | None,
    workers: int | None,
    cluster: str | None,
    store: Path | None,
    as_json: bool,
) -> None:
    """Play, then print the score and what it means."""
    from elagage.arena import match as play_match

    bounds = None if sprt is None else read_bounds(sprt)
    with contest_setting(workers, cluster) as setting:
        report = play_match(
            game, one, other, games, seed=seed, openings=openings, time=clock, patience=patience, sprt=bounds,
            adjudicate=adjudicate, store=store, **setting,
        )  # fmt: skip
    if as_json:
        click.echo(json.dumps({"game": report.game, **report.as_json(), "ended": report.ended}, ensure_ascii=False))
    else:
        show(report)
    if plot is not None:
        draw(report, plot)
    warn_of_repeats(report)
    again = ["match", game, *report.players, "--games", str(games), "--seed", str(seed)]
    for name, value in (("--openings", openings), ("--time", clock), ("--patience", patience), ("--sprt", sprt)):
        again += [] if value is None else [name, str(value)]
    again += ["--adjudicate", str(adjudicate)] if adjudicate else []
    code = finish(report, again, store)
    if code == 0 and report.bounds is not None:
        code = {"H0": REJECTED, "H1": 0}.get(report.verdict, UNDECIDED)
    raise click.exceptions.Exit(code)


def read_bounds(text: str) -> tuple[float, float]:
    """The two bounds of a test."""
    try:
        low, high = (float(part) for part in text.split(","))
    except ValueError:
        raise click.UsageError(
            _("--sprt takes two bounds in Elo, as in --sprt 0,10; '{text}' is something else.").format(text=text)
        ) from None
    return low, high


def show(report: MatchReport) -> None:
    from elagage.cli.output import table

    click.echo(report.title)
    click.echo()
    table([(_("what"), _("result")), *report.rows()])
    for line in report.failure_lines(report.players):
        click.echo(line)
    failed = sum(sum(counts.values()) for counts in report.failures)
    if failed:
        click.echo(ngettext("{n} failure.", "{n} failures.", failed).format(n=failed))


def draw(report: MatchReport, path: Path) -> None:
    """Draw how the LLR went; without a test, the score of both with its interval."""
    from elagage.figures.plots.arena_plots import Measured, llr_plot, score_plot

    title = f"{report.title}, {report.game}"
    if report.bounds is not None:
        draw_plot(path, llr_plot(report.llrs, *report.bounds, title), title)
        return
    one, other = report.players
    value, low, high = report.tally.score_interval
    rows = [Measured(one, value, low, high), Measured(other, 1 - value, 1 - high, 1 - low)]
    draw_plot(path, score_plot(rows, title), title)
