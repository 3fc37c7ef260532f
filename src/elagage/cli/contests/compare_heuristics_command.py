"""``elagage compare-heuristics``: a game's heuristics against each other, at equal depth and at equal time."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from elagage.cli import options
from elagage.cli.contests.contest_options import (
    arena_options,
    contest_setting,
    draw_plot,
    finish,
    games_option,
    plot_option,
    warn_of_repeats,
)
from elagage.i18n import _

if TYPE_CHECKING:
    from elagage.arena.heuristic_match import Comparison

__all__ = ["compare_heuristics"]


@click.command(
    "compare-heuristics", help=_("Play a game's heuristics against each other, at equal depth and at equal time.")
)
@options.game
@games_option(40, _("Play N games each pairing, colours swapped."))
@click.option(
    "--depth",
    type=options.INTEGER,
    default=4,
    metavar="N",
    show_default=True,
    help=_("The equal depth, in plies (0: none)."),
)
@click.option(
    "--time",
    type=options.NUMBER,
    default=0.05,
    metavar="S",
    show_default=True,
    help=_("The equal time, in seconds a move (0: none)."),
)
@plot_option(_("Draw the ratings (.svg, .png, .pdf or .tex)."))
@arena_options
def compare_heuristics(
    game: str,
    games: int,
    depth: int,
    time: float,
    plot: Path | None,
    seed: int,
    openings: str | None,
    workers: int | None,
    cluster: str | None,
    store: Path | None,
    as_json: bool,
) -> None:
    """Play both tournaments, then print their tables."""
    from elagage.arena.heuristic_match import compare_heuristics as compare
    from elagage.arena.heuristic_match import heuristic_players
    from elagage.cli.contests.tournament_command import show
    from elagage.loading import load

    if not depth and not time:
        raise click.UsageError(_("There is nothing to play without a depth and without a time: give one of them."))
    played = load(game)
    heuristic_players(played, f"depth={depth}" if depth else f"time={time}")  # refused before any process is started
    with contest_setting(workers, cluster) as setting:
        found = compare(
            played,
            depth=depth or None,
            time=time or None,
            games=games,
            seed=seed,
            openings=openings,
            store=store,
            **setting,
        )
    if as_json:
        click.echo(json.dumps({"game": played.spec, **found.as_json()}, ensure_ascii=False))
    else:
        titles = (
            _("At equal depth ({depth} plies)").format(depth=depth),
            _("At equal time ({time:g} s)").format(time=time),
        )
        for title, report in zip(titles, (found.by_depth, found.by_time), strict=True):
            if report is not None:
                click.echo(title)
                show(report)
                click.echo()
    for report in found.reports:
        warn_of_repeats(report)
    if plot is not None:
        draw(found, played.spec, depth, time, plot)
    again = [
        "compare-heuristics",
        game,
        "--games",
        str(games),
        "--depth",
        str(depth),
        "--time",
        str(time),
        "--seed",
        str(seed),
    ]
    again += [] if openings is None else ["--openings", openings]
    raise click.exceptions.Exit(finish(found.reports[-1], again, store))


def draw(found: Comparison, game: str, depth: int, time: float, path: Path) -> None:
    from elagage.arena.players.player_specs import parse_player
    from elagage.figures.plots.arena_plots import Measured, rating_plot

    rows = []
    labels = _("depth {depth}").format(depth=depth), f"{time:g} s"
    for label, report in zip(labels, (found.by_depth, found.by_time), strict=True):
        for row in () if report is None else report.ratings.rows:
            name = parse_player(row.name).get("heuristic", "heuristic")
            rows.append(Measured(f"{name}, {label}", row.value, row.low, row.high))
    title = _("Heuristics of {game}").format(game=game)
    draw_plot(path, rating_plot(rows, title), title)
