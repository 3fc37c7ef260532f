"""``elagage match``: two players, many games, and what they say of who is better."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from elagage.cli import options
from elagage.cli.contests.contest_options import (
    REJECTED,
    UNDECIDED,
    arena_options,
    bar_of,
    clock_options,
    draw_plot,
    failure_lines,
    finish,
    games_option,
    pick,
    players_help,
    plot_option,
    run,
    warn_of_repeats,
)
from elagage.i18n import _, ngettext

if TYPE_CHECKING:
    from elagage.arena.match import Course
    from elagage.arena.report import MatchReport

__all__ = ["match", "read_bounds"]


@click.command(help=_("Play many games between two players."), epilog=players_help())
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
    from elagage.arena.report import match_report
    from elagage.arena.schedule import make_plan

    bounds = None if sprt is None else read_bounds(sprt)
    plan = make_plan(
        game, [one, other], games, seed=seed, openings=openings, clock=clock, patience=patience, sprt=bounds
    )
    course = run(plan, store, workers, cluster)
    report = match_report(course)
    if as_json:
        click.echo(json.dumps({"game": plan.game, **report.as_json(), "ended": course.ended}, ensure_ascii=False))
    else:
        show(report)
    if plot is not None:
        draw(course, report, plot)
    warn_of_repeats(report.games, report.distinct, report.repeats)
    again = ["match", game, *plan.players, "--games", str(games), "--seed", str(seed)]
    for name, value in (("--openings", openings), ("--time", clock), ("--patience", patience), ("--sprt", sprt)):
        again += [] if value is None else [name, str(value)]
    code = finish(course, again, store)
    if code == 0 and report.bounds is not None:
        code = {"H0": REJECTED, "H1": 0}.get(report.verdict, UNDECIDED)
    sys.exit(code)


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
    """Print a match for a person."""
    from elagage.cli.output import table

    one, other = report.players
    click.echo(_("{one} against {other}").format(one=one, other=other))
    click.echo()
    value, low, high = report.tally.elo
    normal = report.tally.normalised
    points = report.wins + report.draws / 2
    shares = [
        (_("games"), str(report.games)),
        (_("won"), str(report.wins)),
        (_("drawn"), str(report.draws)),
        (_("lost"), str(report.losses)),
        (_("score"), f"{points:g}/{report.games} ({100 * points / max(1, report.games):.1f} %)"),
        ("Elo", _("{value} ({low} to {high})").format(value=pick(value), low=pick(low), high=pick(high))),
        (_("normalised Elo"), _("{value} ({low} to {high})").format(value=pick(normal[0]), low=pick(normal[1]), high=pick(normal[2]))),
        (_("chance to be better"), f"{100 * report.tally.superiority:.1f} %"),
        (_("pairs with 0, ½, 1, 1½, 2 points"), " ".join(map(str, report.tally.counts))),
    ]  # fmt: skip
    if report.llr is not None and report.bounds is not None:
        shares.append(("LLR", bar_of(report.llr, *report.bounds) + "  " + verdict_text(report.verdict)))
    shares += [
        (_("distinct games"), str(report.distinct)),
        (_("plies a game"), _("{mean:.1f} ({least} to {most})").format(mean=report.plies[1], least=report.plies[0], most=report.plies[2])),
        (_("positions a move"), f"{report.nodes[0]:g}, {report.nodes[1]:g}"),
        (_("seconds a move"), f"{report.seconds[0]:.4f}, {report.seconds[1]:.4f}"),
    ]  # fmt: skip
    table([(_("what"), _("result")), *shares])
    for line in failure_lines(report.players, report.failures):
        click.echo(line)
    failed = sum(sum(counts.values()) for counts in report.failures)
    if failed:
        click.echo(ngettext("{n} failure.", "{n} failures.", failed).format(n=failed))


def draw(course: Course, report: MatchReport, path: Path) -> None:
    """Draw how the LLR went; without a test, the score of both with its interval."""
    from elagage.figures.plots.arena_plots import Measured, llr_plot, score_plot

    one, other = report.players
    title = _("{one} against {other}").format(one=one, other=other) + f", {course.plan.game}"
    if report.bounds is not None:
        draw_plot(path, llr_plot(course.llrs, *report.bounds, title), title)
        return
    value, low, high = report.tally.score_interval
    rows = [Measured(one, value, low, high), Measured(other, 1 - value, 1 - high, 1 - low)]
    draw_plot(path, score_plot(rows, title), title)


def verdict_text(verdict: str) -> str:
    """What a sequential test says."""
    if verdict == "continue":
        return _("not decided")
    return _("the upper bound is accepted") if verdict == "H1" else _("the lower bound is accepted")
