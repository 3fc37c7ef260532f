"""``elagage sheet``: several exercises on one sheet, an instance of its own for each student, and the key."""

from __future__ import annotations

from pathlib import Path

import click

from elagage.cli import options
from elagage.i18n import _

__all__ = ["sheet"]


@click.command(
    help=_("Make a sheet of exercises for a class from a TOML file."),
    epilog=_(
        "FILE has title, seed, students (a list, or a CSV file), conventions, and for each exercise [[exercise]] with "
        "its kind, its points and the options of elagage exercise."
    ),
)
@click.argument("file", type=click.Path(path_type=Path), metavar=_("FILE"))
@click.option("--student", metavar=_("NAME"), help=_("The paper of this student alone."))
@click.option("--statement", is_flag=True, help=_("Without the solution."))
@click.option("--answers", is_flag=True, help=_("The solution alone."))
@click.option("--fragment", is_flag=True, help=_("A .tex file without a preamble, for \\input."))
@options.output(
    _(
        "Write to a file; the ending says how: .pdf, .tex, .html (a quiz), .xml (Moodle), .gift, .txt, .json (the "
        "key), .csv (a table of answers)."
    )
)
@options.lang
def sheet(file: Path, student: str | None, statement: bool, answers: bool, fragment: bool, output: Path | None) -> None:
    """Make the papers, and print them or write them."""
    from elagage.cli.output import can_draw
    from elagage.cli.teaching.exercise_command import refuse_together
    from elagage.errors import LimitsError
    from elagage.exercises.kinds.class_sheets import answer_table, find_paper, make_papers, read_sheet
    from elagage.figures.sheets.sheet_files import papers_text, write_papers
    from elagage.figures.trees.trace_text import to_ascii
    from elagage.record import write_file

    refuse_together(statement, answers, fragment, output)
    read = read_sheet(file)
    papers = make_papers(read)
    if student is not None:
        one = find_paper(papers, student)
        if one is None:
            raise LimitsError("{student} is not on the list of the sheet.", student=student)
        papers = [one]
    if output is None:
        text = papers_text(papers, read.title, read.conventions, not answers, not statement)
        click.echo(text if can_draw() else to_ascii(text))
    elif output.suffix.lower() == ".csv":
        write_file(output, answer_table(papers, not statement))
    else:
        write_papers(
            output,
            papers,
            read.title,
            read.conventions,
            statement=not answers,
            solution=not statement,
            fragment=fragment,
            out_of=read.out_of,
        )
