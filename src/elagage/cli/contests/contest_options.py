"""What the commands of the arena share: their options, the progress they show, and how they end."""

from __future__ import annotations

import os
import shlex
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from elagage.cli import options
from elagage.i18n import _, ngettext

if TYPE_CHECKING:
    from elagage.arena.plan_runner import Course
    from elagage.arena.report import ContestReport, MatchReport, TournamentReport
    from elagage.figures.scene.shapes import Scene

__all__ = [
    "FAILED",
    "REJECTED",
    "UNDECIDED",
    "arena_options",
    "clock_options",
    "contest_setting",
    "draw_plot",
    "finish",
    "games_option",
    "plot_option",
    "progress",
    "warn_of_repeats",
]  # fmt: skip

REJECTED, UNDECIDED, FAILED, INTERRUPTED = 1, 3, 4, 130
"""Exit codes: a test accepted the lower bound; it is not decided; a player failed three times in a row; Ctrl-C."""

Command = TypeVar("Command", bound=Callable[..., Any])


def arena_options(function: Command) -> Command:
    """The options that all commands of the arena have."""
    wanted = (
        click.option(
            "--seed", type=options.INTEGER, default=0, metavar="N", show_default=True,
            help=_("Seed of all that is drawn at random."),
        ),
        click.option(
            "--openings", metavar=_("FILE|K"),
            help=_(
                "Begin after K plies, or from the positions or moves of FILE, one a line; "
                "by default, enough for all pairs."
            ),
        ),
        options.workers,
        options.cluster,
        click.option(
            "--store", type=click.Path(path_type=Path), metavar=_("FILE"),
            help=_("Keep the games there; the same command goes on from them."),
        ),
        options.json_output,
        options.lang,
    )  # fmt: skip
    for option in reversed(wanted):
        function = option(function)
    return function


def games_option(default: int, text: str) -> Callable[[Command], Command]:
    """``--games``."""
    return click.option("--games", type=options.INTEGER, default=default, metavar="N", show_default=True, help=text)


def clock_options(function: Command) -> Command:
    """``--time``, ``--patience`` and ``--adjudicate``: how long a move may take, and when no more are made."""
    time = click.option(
        "--time", "clock", type=options.NUMBER, metavar="S",
        help=_("Allow S seconds a move; who takes longer loses the game.")
    )  # fmt: skip
    patience = click.option(
        "--patience", type=options.NUMBER, metavar="S", help=_("Give a player up that does not answer in S seconds.")
    )
    adjudicate = click.option(
        "--adjudicate", type=options.INTEGER, default=0, metavar="N", show_default=True,
        help=_("End a game with its exact result as soon as the solver finds it within N positions; 0: play on."),
    )  # fmt: skip
    return time(patience(adjudicate(function)))


def plot_option(text: str) -> Callable[[Command], Command]:
    """``--plot``: what was measured as a drawing, if its file's name has an ending that can be drawn."""
    return click.option("--plot", type=click.Path(path_type=Path), callback=check_plot, metavar=_("FILE"), help=text)


def check_plot(_context: click.Context, _option: click.Parameter, path: Path | None) -> Path | None:
    """The name of a file for a drawing, refused before any game is played."""
    if path is not None:
        from elagage.figures.scene.scene_files import check_ending

        check_ending(path)
        options.check_folder(path)
    return path


def draw_plot(path: Path, scene: Scene, title: str) -> None:
    """Write a drawing, and say where it is."""
    from elagage.figures.scene.scene_files import write_scene
    from elagage.i18n import current_language

    write_scene(path, scene, title=title, lang=current_language())
    click.echo(_("The plot is in {path}.").format(path=path), err=True)


@contextmanager
def contest_setting(workers: int | None, cluster: str | None) -> Iterator[dict[str, Any]]:
    """What the library's functions are given so that a person sees progress and Ctrl-C ends the games in good order."""
    from elagage.arena.execution.executor import executor_for
    from elagage.cli.output import stoppable

    with stoppable() as stop, progress() as news, executor_for(workers, cluster) as (executor, count):
        yield {"on_progress": after_welcome(news), "stop": stop, "executor": executor, "workers": count}


def after_welcome(news: Callable[[Course], None]) -> Callable[[Course], None]:
    """News that begin with how many games of a contest are there already, if some are."""
    begun: set[int] = set()

    def tell(course: Course) -> None:
        if id(course) not in begun:
            begun.add(id(course))
            if 0 < course.done < course.plan.total:
                sentence = ngettext(
                    "{n} game is there already; the rest follows.",
                    "{n} games are there already; the rest follows.",
                    course.done,
                )
                click.echo(sentence.format(n=course.done), err=True)
        news(course)

    return tell


@contextmanager
def progress() -> Iterator[Callable[[Course], None]]:
    """Inside, a person at a terminal sees how far the games are, and a log hears of it now and then."""
    if not sys.stderr.isatty():
        yield make_progress_log()
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    from elagage.arena.report import format_bar

    columns = (TextColumn(_("games")), BarColumn(), TextColumn("{task.fields[count]}"), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", count="")

        def news(course: Course) -> None:
            text = f"{course.done}/{course.plan.total}"
            if course.plan.kind == "match" and course.tally.number:
                text += f"  {100 * course.tally.score:.1f} %"
            test = course.plan.test
            if test is not None:
                text += "  LLR " + format_bar(test.llr(course.tally), test.lower, test.upper)
            bar.update(task, completed=course.done, total=course.plan.total, count=text)

        yield news


def make_progress_log() -> Callable[[Course], None]:
    """News for a log: a line in half a minute."""
    last = time.monotonic()

    def news(course: Course) -> None:
        nonlocal last
        if time.monotonic() - last > 30:
            last = time.monotonic()
            click.echo(_("{done} of {total} games").format(done=course.done, total=course.plan.total), err=True)

    return news


def warn_of_repeats(report: MatchReport | TournamentReport) -> None:
    """Tell a person that fewer games were played than it seems."""
    if report.repeats and report.games:
        click.echo(
            _(
                "Only {distinct} of the {games} games are distinct, so the intervals are too narrow: "
                "give longer or more openings, or fewer games."
            ).format(distinct=report.distinct, games=report.games),
            err=True,
        )


def finish(report: ContestReport, again: Sequence[str], store: Path | None) -> int:
    """Say how it ended and what to type next; the exit code."""
    command = " ".join(map(shlex.quote, ["elagage", *again]))
    kept = command if store is None else f"{command} --store {shlex.quote(os.fspath(store))}"
    if report.ended == "failures":
        if report.failing:
            sentence = _(
                "{player} failed three times in a row ({reason}), so the games were stopped: mend it, then go on."
            )
        else:
            sentence = _(
                "Workers died three times in a row, so the games were stopped: give them more memory, then go on."
            )
        click.echo(sentence.format(player=report.failing, reason=report.reason), err=True)
    if report.ended in ("stopped", "failures"):
        if store is None:
            click.echo(
                _("Nothing was kept: with --store FILE the same command goes on where it was stopped."), err=True
            )
        else:
            click.echo(_("To go on: {command}").format(command=kept), err=True)
        return FAILED if report.ended == "failures" else INTERRUPTED
    if report.reproducible:
        click.echo(_("To play the same again: {command}").format(command=command), err=True)
    else:
        click.echo(
            _("To play again: {command} (not the same games: a player goes by the clock or is another program)").format(
                command=command
            ),
            err=True,
        )
    return 0
