"""``elagage grade``: marks for a class."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from elagage.cli import options
from elagage.i18n import _

if TYPE_CHECKING:
    from elagage.exercises.class_marks import Grades

__all__ = ["grade"]


@click.command(help=_("Mark the answers of a class to an exercise (ANSWERS is a CSV or JSON file)."))
@click.argument("answers", type=click.Path(path_type=Path), metavar=_("ANSWERS"))
@click.option(
    "--exercise",
    "text",
    required=True,
    metavar=_("FILE_OR_OPTIONS"),
    help=_(
        "The exercise: the .json file, the .toml file of a sheet, or the options that made it, as in 'alphabeta "
        "--seed 7 --cuts 3'."
    ),
)
@click.option("--out-of", type=options.NUMBER, metavar="N", show_default="20", help=_("The best mark."))
@options.output(_("Write the marks to a file (.csv, .json)."))
@options.json_output
@options.lang
def grade(answers: Path, text: str, out_of: float | None, output: Path | None, as_json: bool) -> None:
    """Print the marks and each student's first error; exit with 2 if something could not be read."""
    from elagage.cli.output import table
    from elagage.cli.teaching.exercise_command import read_asked_exercise
    from elagage.errors import FileError, LimitsError
    from elagage.exercises.class_marks import grade as marked
    from elagage.exercises.class_marks import marks_json, summary, write_marks

    if out_of is not None and not 0 < out_of < 1e6:
        raise LimitsError("--out-of must be more than 0.")
    if output is not None and same_file(output, answers):
        raise FileError("{path} holds the answers: write the marks to another file.", path=output)
    if output is not None and text.strip().endswith((".json", ".toml")) and same_file(output, Path(text.strip())):
        raise FileError("{path} holds the exercise: write the marks to another file.", path=output)
    if text.strip().endswith(".toml"):
        grades = grade_sheet(answers, Path(text.strip()), out_of)
    else:
        grades = marked(answers, read_asked_exercise(text), 20 if out_of is None else out_of)
    if output is not None:
        write_marks(output, grades)
    if as_json:
        click.echo(marks_json(grades).decode(), nl=False)
    else:
        rows = [(_("student"), _("mark"), _("first error"))]
        rows += [(mark.student, f"{mark.mark:g}", mark.first_error) for mark in grades.marks]
        table(rows)
        click.echo(summary(grades))
    for problem in grades.problems + grades.notes:
        click.echo(_("elagage: {sentence}").format(sentence=problem), err=True)
    if grades.problems:
        raise click.exceptions.Exit(2)


def grade_sheet(answers: Path, file: Path, out_of: float | None) -> Grades:
    """The marks of a class whose students have papers of their own."""
    from elagage.exercises.answer_files import read_answers
    from elagage.exercises.class_marks import grade_papers
    from elagage.exercises.kinds.class_sheets import find_paper, make_papers, read_sheet

    sheet = read_sheet(file)
    papers = make_papers(sheet)
    rows, separator = read_answers(answers)
    grades = grade_papers(
        rows, papers, lambda student: find_paper(papers, student), sheet.out_of if out_of is None else out_of
    )
    grades.separator = separator
    return grades


def same_file(one: Path, other: Path) -> bool:
    try:
        return one.resolve() == other.resolve() or one.samefile(other)
    except (OSError, ValueError, RuntimeError):
        return False
