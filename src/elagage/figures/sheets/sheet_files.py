"""A sheet as a file: its papers and their solutions for print, a page that marks, questions for Moodle, the key."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from elagage.errors import FileError
from elagage.exercises.papers import Paper, list_columns
from elagage.figures.pages.form_page import form_page
from elagage.figures.scene.pdf import scenes_pdf
from elagage.figures.sheets.exercise_pages import head_exercise, paper_pages
from elagage.figures.sheets.exercise_tex import papers_tex
from elagage.figures.sheets.exercise_text import exercise_lines
from elagage.figures.sheets.moodle_questions import moodle_gift, moodle_xml
from elagage.i18n import current_language
from elagage.record import write_file

__all__ = ["SHEET_ENDINGS", "papers_text", "write_papers"]

SHEET_ENDINGS = (".pdf", ".tex", ".html", ".xml", ".gift", ".txt", ".json")


def write_papers(
    path: Path,
    papers: Sequence[Paper],
    title: str,
    conventions: Sequence[str],
    *,
    statement: bool = True,
    solution: bool = True,
    fragment: bool = False,
    out_of: float = 20,
) -> None:
    """Write the papers; the ending of the name says how. What marks by itself always knows the answers."""
    ending = path.suffix.lower()
    if ending == ".pdf":
        pages = paper_pages(papers, title, conventions, statement=statement, solution=solution)
        content = scenes_pdf(pages, title=title, lang=current_language())
    elif ending == ".tex":
        content = papers_tex(
            papers, title, conventions, statement=statement, solution=solution, fragment=fragment
        ).encode()
    elif ending == ".html":
        content = form_page(papers, title, lang=current_language(), conventions=conventions, out_of=out_of).encode()
    elif ending == ".xml":
        content = moodle_xml(papers, title).encode()
    elif ending == ".gift":
        content = moodle_gift(papers, title).encode()
    elif ending == ".json":
        content = papers_json(papers, title)
    elif ending == ".txt":
        content = (papers_text(papers, title, conventions, statement, solution) + "\n").encode()
    else:
        raise FileError(
            "{path} can't be written: only files that end with {endings} can.",
            path=path,
            endings=", ".join((*SHEET_ENDINGS, ".csv")),
        )
    write_file(path, content)


def papers_text(
    papers: Sequence[Paper], title: str, conventions: Sequence[str], statement: bool, solution: bool
) -> str:
    """The papers as plain text."""
    lines: list[str] = []
    for paper in papers:
        lines += [" · ".join(filter(None, (title, paper.student))), *conventions, ""]
        for number, posed in enumerate(paper.exercises, 1):
            lines += [head_exercise(paper, number).text()]
            lines += [*exercise_lines(posed, asked=statement, solution=solution)[1:], ""]
    return "\n".join(lines).rstrip()


def papers_json(papers: Sequence[Paper], title: str) -> bytes:
    """The key: each student's exercises and the right answers, by the heads of their columns."""
    document = {
        "title": title,
        "papers": [
            {
                "student": paper.student,
                "exercises": [
                    {"kind": posed.kind.name, "seed": posed.seed, "options": dict(posed.options)}
                    for posed in paper.exercises
                ],
                "answers": {column: question.answer.text() for column, question in list_columns(paper)},
            }
            for paper in papers
        ],
    }
    return (json.dumps(document, indent=1, ensure_ascii=False) + "\n").encode()
