"""``elagage verify``: is a student's function right?"""

from __future__ import annotations

import json
from pathlib import Path

import click

from elagage.cli import options
from elagage.i18n import _

__all__ = ["verify"]


@click.command(
    help=_(
        "Run your minimax, negamax or alphabeta (in FILE) on hundreds of trees, and show the smallest on which it errs."
    )
)
@click.argument("file", type=click.Path(path_type=Path), metavar=_("FILE"))
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
    "--trees", type=click.IntRange(1, 5000), metavar="N", default=300, show_default=True, help=_("How many trees.")
)
@options.seed
@options.output(_("Draw the tree that was found (.svg, .pdf, .tex, .html, .txt)."))
@options.json_output
@options.lang
def verify(
    file: Path,
    function: str,
    style: str,
    strict: bool,
    trees: int,
    seed: int | None,
    output: Path | None,
    as_json: bool,
) -> None:
    """Print the verdict; exit with 1 if the function errs."""
    from dataclasses import asdict

    from elagage.cli.teaching.exercise_command import ENDINGS, lines
    from elagage.errors import FileError
    from elagage.exercises.examiner import verify_file
    from elagage.record import write_file

    if output is not None and output.suffix not in ENDINGS[1:]:
        raise FileError(
            "{path} can't be written: only files that end with {endings} can.",
            path=output,
            endings=", ".join(ENDINGS[1:]),
        )
    verdict = verify_file(file, function=function, style=style, strict=strict, trees=trees, seed=seed or 0)
    if as_json:
        click.echo(json.dumps({"file": str(file), "right": verdict.right, **asdict(verdict)}, ensure_ascii=False))
    else:
        click.echo(verdict.sentence)
        for note in verdict.notes:
            click.echo(note)
    found = verdict.exercise(strict)
    if output is not None and found is not None:
        if output.suffix == ".txt":
            write_file(output, ("\n".join(lines(found, True)) + "\n").encode())
        else:
            from elagage.figures.sheets.verdict_figure import write_verdict
            from elagage.i18n import current_language

            said = (verdict.sentence, *verdict.notes)
            write_verdict(output, found, said, verdict.visited, lang=current_language())
    if not verdict.right:
        raise click.exceptions.Exit(1)
