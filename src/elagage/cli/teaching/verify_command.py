"""``elagage verify``: are students' programs right?"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from elagage.cli import options
from elagage.i18n import _

if TYPE_CHECKING:
    from elagage.exercises.examiner import Verdict

__all__ = ["verify"]


@click.command(
    help=_(
        "Try students' programs (.py or .ipynb files, or folders of them): minimax, negamax and alphabeta on hundreds "
        "of trees and shared graphs, attracteur, positions_gagnantes, dijkstra, astar and a heuristic on graphs. The "
        "smallest on which one errs is shown, with the typical error that explains it. -o writes all verdicts to a CSV "
        "file."
    )
)
@click.argument("files", type=click.Path(path_type=Path), metavar=_("FILE..."), nargs=-1, required=True)
@click.option("--function", metavar=_("NAME"), default="", help=_("Which function of the file."))
@click.option(
    "--style",
    type=click.Choice(("auto", "lists", "game", "dict")),
    default="auto",
    show_default=True,
    help=_("How trees are given: nested lists, positions with the functions of a game, a dict."),
)
@click.option("--strict", is_flag=True, help=_("Alpha-beta: cut on α > β and not yet on α = β."))
@click.option(
    "--trees",
    type=click.IntRange(1, 5000),
    metavar="N",
    default=300,
    show_default=True,
    help=_("How many trees and graphs."),
)
@click.option(
    "--workers",
    type=click.IntRange(1, 64),
    metavar="N",
    help=_("How many programs at a time; two, unless you say more."),
)
@options.seed
@options.output(_("Draw the tree that was found (.svg, .pdf, .tex, .html, .txt), or write all verdicts (.csv)."))
@options.json_output
@options.lang
def verify(
    files: tuple[Path, ...],
    function: str,
    style: str,
    strict: bool,
    trees: int,
    workers: int | None,
    seed: int | None,
    output: Path | None,
    as_json: bool,
) -> None:
    """Print the verdicts; exit with 1 if a program errs."""
    from elagage.cli.teaching.exercise_command import ENDINGS
    from elagage.errors import FileError

    wishes: dict[str, Any] = {"function": function, "style": style, "strict": strict, "trees": trees, "seed": seed or 0}
    several = len(files) > 1 or files[0].is_dir() or (output is not None and output.suffix.casefold() == ".csv")
    endings = (".csv",) if several else ENDINGS[1:]
    if output is not None and output.suffix.casefold() not in endings:
        raise FileError(
            "{path} can't be written: only files that end with {endings} can.",
            path=output,
            endings=", ".join(endings),
        )
    if output is not None:
        options.check_folder(output)
    right = (
        verify_class(files, workers, output, as_json, wishes)
        if several
        else verify_one(files[0], output, as_json, wishes)
    )
    if not right:
        raise click.exceptions.Exit(1)


def verify_one(file: Path, output: Path | None, as_json: bool, wishes: dict[str, Any]) -> bool:
    """One program, and the tree on which it errs as a figure."""
    from elagage.exercises.examiner import verify_file
    from elagage.exercises.posed import as_posed
    from elagage.figures.sheets.exercise_text import exercise_lines
    from elagage.record import write_file

    verdict = verify_file(file, **wishes)
    if as_json:
        click.echo(json.dumps(as_document(file, verdict), ensure_ascii=False))
    else:
        for text in sentences_of(verdict):
            click.echo(text)
    found = verdict.exercise(wishes["strict"])
    if output is not None and found is not None:
        if output.suffix == ".txt":
            write_file(output, ("\n".join(exercise_lines(as_posed(found))) + "\n").encode())
        else:
            from elagage.figures.sheets.verdict_figure import write_verdict
            from elagage.i18n import current_language

            write_verdict(output, found, sentences_of(verdict), verdict.visited, lang=current_language())
    return verdict.right


def verify_class(
    paths: tuple[Path, ...], workers: int | None, output: Path | None, as_json: bool, wishes: dict[str, Any]
) -> bool:
    """Several programs: a line each as they are done, then all verdicts in the order of the files.

    After Ctrl-C those that were found are printed and written, and the others are said not to be examined.
    """
    from elagage.exercises.examiner import Verdict
    from elagage.exercises.examiner.class_verdicts import verdicts_csv, verify_many
    from elagage.exercises.examiner.program_files import find_programs
    from elagage.i18n import ngettext
    from elagage.record import write_file

    files = find_programs(paths)
    found: dict[Path, Verdict] = {}

    def show(done: int, file: Path, verdict: Verdict) -> None:
        found[file] = verdict
        if sys.stderr.isatty():
            click.echo(f"{done}/{len(files)} {file.name}: {verdict.verdict}", err=True)

    try:
        verify_many(files, workers=workers, on_progress=show, **wishes)
    except KeyboardInterrupt:
        text = _("Interrupted: {n} of {count} programs were examined.")
        click.echo(text.format(n=len(found), count=len(files)), err=True)
    interrupted = len(found) < len(files)
    missing = Verdict("unexamined", _("Not examined: it was interrupted."))
    verdicts = [(file, found.get(file, missing)) for file in files]
    if output is not None:
        write_file(output, verdicts_csv(verdicts))
    if as_json:
        click.echo(json.dumps([as_document(file, verdict) for file, verdict in verdicts], ensure_ascii=False))
    else:
        for file, verdict in verdicts:
            click.echo(f"{file}: {verdict.sentence}" + (f" {verdict.explanation}" if verdict.explanation else ""))
        right = sum(verdict.right for _file, verdict in verdicts)
        click.echo(
            ngettext("{n} program, {right} right", "{n} programs, {right} right", len(verdicts)).format(
                n=len(verdicts), right=right
            )
        )
    if interrupted:
        raise KeyboardInterrupt
    return all(verdict.right for _file, verdict in verdicts)


def sentences_of(verdict: Verdict) -> tuple[str, ...]:
    """All that is said, a sentence each."""
    return (verdict.sentence, *((verdict.explanation,) if verdict.explanation else ()), *verdict.notes)


def as_document(file: Path, verdict: Verdict) -> dict[str, Any]:
    from dataclasses import asdict

    return {"file": str(file), "right": verdict.right, **asdict(verdict)}
