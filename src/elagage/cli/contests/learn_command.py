"""``elagage learn``: an evaluation of a game, from games against itself."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click
from click.core import ParameterSource

from elagage.cli import options
from elagage.cli.contests.contest_options import INTERRUPTED
from elagage.i18n import _

if TYPE_CHECKING:
    from elagage.learn.generations import Course, Generation
    from elagage.learn.report_values import LearningReport

__all__ = ["learn"]


@click.command(
    help=_("Learn an evaluation of a game from games against itself, with nothing but its rules."),
    epilog=_("Then: elagage analyse GAME --heuristic FILE, or a player 'engine depth=6 heuristic=FILE'."),
)
@options.game
@click.option(
    "-o", "--output", "path", type=click.Path(path_type=Path), metavar=_("FILE"),
    help=_("Keep the weights there (the name ends with .weights), or the model of --cuts (.cuts)."),
)  # fmt: skip
@click.option(
    "--report", type=click.Path(path_type=Path), metavar=_("FILE"),
    help=_("Draw Elo and error by generation and the worth of the cells (.html, .svg, .png, .pdf or .tex)."),
)  # fmt: skip
@click.option(
    "--heuristic", metavar=_("NAME|FILE"),
    help=_("Learn nothing: draw the --report of this heuristic (learned, a file of weights), or fit --cuts to it."),
)  # fmt: skip
@click.option(
    "--generations", type=options.INTEGER, default=4, metavar="N", show_default=True,
    help=_("Play, fit and compare N times; new weights are kept if they win."),
)  # fmt: skip
@click.option(
    "--positions", type=options.INTEGER, default=200_000, metavar="N", show_default=True,
    help=_("Learn from N positions in each generation."),
)  # fmt: skip
@click.option(
    "--depth", type=options.INTEGER, metavar="N",
    help=_("Look N plies ahead in these games; by default 3, and fewer where there are many moves."),
)  # fmt: skip
@click.option(
    "--seed", type=options.INTEGER, default=0, metavar="N", show_default=True,
    help=_("Seed of all that is drawn at random."),
)  # fmt: skip
@click.option(
    "--resume", is_flag=True, help=_("Go on with what is in FILE; otherwise a file that exists is left alone.")
)
@click.option(
    "--cuts", is_flag=True, help=_("Fit a model of statistical cuts instead, to --positions (by default 600).")
)
@click.option(
    "--sure", type=float, default=1.2, metavar="X", show_default=True,
    help=_("With --cuts: cut where a check clears the bound by X deviations."),
)  # fmt: skip
@options.workers
@options.cluster
@options.json_output
@options.lang
def learn(
    game: str,
    path: Path | None,
    report: Path | None,
    heuristic: str | None,
    generations: int,
    positions: int,
    depth: int | None,
    seed: int,
    resume: bool,
    cuts: bool,
    sure: float,
    workers: int | None,
    cluster: str | None,
    as_json: bool,
) -> None:
    """Learn, then say what came of it; or say it of what was learned before."""
    if cuts:
        from elagage.cli.contests.learn_cuts import learn_cuts
        from elagage.learn.fit_cuts import CutLesson

        given = click.get_current_context().get_parameter_source("positions") == ParameterSource.COMMANDLINE
        lesson_of_cuts = CutLesson(positions if given else CutLesson.positions, sure=sure, seed=seed)
        if path is None:
            raise click.UsageError(_("Say with -o where the model is to be kept."))
        learn_cuts(game, heuristic, path, lesson_of_cuts, as_json)
        return
    if report is not None:
        from elagage.figures.scene.scene_files import check_ending

        options.check_folder(report)
        check_ending(report, more=(".html",))
    if heuristic is not None:
        if report is None or path is not None:
            raise click.UsageError(_("--heuristic goes with --report and without -o, or with --cuts."))
        describe_named(game, heuristic, report)
        return
    if path is None:
        raise click.UsageError(_("Say with -o where the weights are to be kept."))
    from elagage.arena.execution.executor import executor_for
    from elagage.cli.output import stoppable
    from elagage.evaluation.heuristics import SUFFIX
    from elagage.learn.generations import Lesson
    from elagage.learn.generations import learn as learn_game
    from elagage.loading import load

    if path.suffix != SUFFIX:
        raise click.UsageError(_("{path} must end with {suffix}.").format(path=path, suffix=SUFFIX))
    options.check_folder(path)
    if path.exists() and not resume:
        raise click.UsageError(_("{path} exists: go on with --resume, or give another name.").format(path=path))
    lesson = Lesson(generations, positions, depth, seed)
    lesson.check()
    played = load(game)
    with stoppable() as stop, show_course() as course, executor_for(workers, cluster) as (executor, count):
        found = learn_game(
            played, path, lesson, resume=resume, executor=executor, workers=count, on_course=course,
            on_generation=None if as_json else show_generation, stop=stop,
        )  # fmt: skip
    history = found.facts["generations"]
    if report is not None and history:
        from elagage.learn.description import describe_learning

        write_report(describe_learning(played, found), report)
    if as_json:
        facts = {"game": played.spec, "features": found.features, "phases": found.phases, **found.facts}
        click.echo(json.dumps({**facts, "file": str(path)}, ensure_ascii=False))
    if len(history) < generations:
        click.echo(_("Stopped; the same command with --resume goes on."), err=True)
        raise click.exceptions.Exit(INTERRUPTED)
    if not as_json:
        click.echo(_("The weights are in {path}.").format(path=path), err=True)


def describe_named(game: str, heuristic: str, path: Path) -> None:
    """Draw the report of a heuristic by its name, or of weights in a file."""
    from elagage.evaluation.heuristics import find_evaluation, with_heuristic
    from elagage.learn.description import describe_heuristic, describe_learning
    from elagage.loading import load

    played = load(game)
    judged = with_heuristic(played, heuristic)
    evaluation = find_evaluation(played, heuristic)
    write_report(describe_heuristic(judged) if evaluation is None else describe_learning(played, evaluation), path)


def write_report(report: LearningReport, path: Path) -> None:
    """Write the report as the ending of the name says, and say where it is."""
    from elagage.figures.pages.report_page import report_page
    from elagage.figures.plots.learning_report import learning_scene
    from elagage.figures.scene.scene_files import write_scene
    from elagage.record import write_file

    if path.suffix.lower() == ".html":
        write_file(path, report_page(report).encode())
    else:
        write_scene(path, learning_scene(report))
    click.echo(_("The report is in {path}.").format(path=path), err=True)


def show_generation(generation: Generation) -> None:
    """One line a generation."""
    sentence = _("Generation {n}: {positions} positions, error {error:.3f}, {score:.1f} % of {games} games, {kept}")
    click.echo(
        sentence.format(
            n=generation.number,
            positions=generation.positions,
            error=generation.error,
            score=100 * generation.score,
            games=generation.games,
            kept=_("kept") if generation.kept else _("not kept"),
        )
    )


@contextmanager
def show_course() -> Iterator[Callable[[Course], None]]:
    """Inside, a person at a terminal sees how far learning is and how long it will take."""
    if not sys.stderr.isatty():
        yield lambda _course: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    names = {"play": _("playing"), "fit": _("fitting"), "match": _("comparing")}
    shares = {"play": (0.0, 0.5), "fit": (0.5, 0.2), "match": (0.7, 0.3)}
    columns = (TextColumn("{task.description}"), BarColumn(), TimeRemainingColumn(elapsed_when_finished=True))
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=1.0)

        def news(course: Course) -> None:
            first, share = shares[course.doing]
            done = (course.generation - 1 + first + share * course.part) / course.generations
            text = _("generation {n} of {all}: {doing}")
            bar.update(
                task,
                completed=done,
                description=text.format(n=course.generation, all=course.generations, doing=names[course.doing]),
            )

        yield news
