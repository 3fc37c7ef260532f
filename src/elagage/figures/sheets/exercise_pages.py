"""The pages of exercises: what is asked and the blank figure, then the solution with its tables."""

from __future__ import annotations

import math
from collections.abc import Sequence

from elagage.exercises.papers import Paper
from elagage.exercises.posed import Posed, TreeMaterial, as_posed
from elagage.exercises.questions import ChoiceAnswer, NumberAnswer, Question, SequenceAnswer, SetAnswer
from elagage.exercises.solved_exercise import Exercise
from elagage.figures.scene.shapes import Scene, Text
from elagage.figures.scene.text_metrics import text_width
from elagage.figures.sheets.exercise_trees import GREY
from elagage.figures.sheets.material_figures import blank_material, fits_upright, solved_material, widest_figure
from elagage.figures.sheets.page_writer import MARGIN, PageWriter
from elagage.figures.trees.step_table import whole_table
from elagage.i18n import Message, _

__all__ = [
    "asks_on_figure", "head_exercise", "list_blanks", "list_reasons", "list_tables", "page_size", "paper_pages",
    "sheet_pages", "show_prompt",
]  # fmt: skip

SHORT, LONG = 595.0, 842.0
"""The sides of a page, A4."""
SMALL = 9.0


# The words


def asks_on_figure(posed: Posed) -> Message | None:
    """How the figure itself is filled in, where it is; the answers then need no other place."""
    if not isinstance(posed.material, TreeMaterial) or posed.material.letters:
        return None
    if posed.kind.name == "alphabeta":
        return Message(
            "Write the window in the brackets, the value in the node, and strike out the edges that are cut."
        )
    return Message("Write the value in the node.")


def list_blanks(posed: Posed) -> tuple[list[Question], list[Question]]:
    """The questions that have a place of their own on paper: with short answers, and with long ones."""
    asked = [question for question in posed.questions if asks_on_figure(posed) is None or question.part == "cuts"]
    short = [question for question in asked if isinstance(question.answer, NumberAnswer | ChoiceAnswer)]
    return short, [question for question in asked if question not in short]


def show_prompt(question: Question) -> str:
    """What is asked, before the place for the answer."""
    prompt = question.prompt.text()
    return prompt if prompt.endswith("?") else _("{prompt}:").format(prompt=prompt)


def list_reasons(posed: Posed) -> list[Message]:
    """Why each answer is what it is, in the order of the algorithm; a tree has a table of steps instead."""
    if isinstance(posed.material, TreeMaterial) and not posed.material.letters:
        return []
    ordered = sorted(posed.questions, key=lambda question: question.order)
    reasons: list[Message] = []
    for question in ordered:
        found = list(question.answer.reasons) if isinstance(question.answer, SequenceAnswer) else []
        if not found and not isinstance(question.answer, SetAnswer):
            found = [question.why]
        reasons += [reason for reason in found if reason not in reasons]
    return reasons


def list_tables(posed: Posed, steps: bool = True) -> list[tuple[Message | None, list[tuple[str, ...]]]]:
    """The tables of the solution, each with its title; ``steps``: that of the steps of a search too."""
    found: list[tuple[Message | None, list[tuple[str, ...]]]] = [
        (table.title, [tuple(map(str, row)) for row in table.rows]) for table in posed.tables
    ]
    if steps and isinstance(posed.material, TreeMaterial) and not posed.material.letters:
        found.append((None, [tuple(map(str, row)) for row in whole_table(posed.material.exercise.trace)]))
    return found


# The pages of one exercise


def page_size(posed: Posed, solution: bool) -> tuple[float, float]:
    """Upright if the figures can be read on such a page, else lying."""
    upright = fits_upright(posed.material, solution, SHORT - 2 * MARGIN)
    return (SHORT, LONG) if upright else (LONG, SHORT)


def sheet_pages(
    exercise: Exercise | Posed, solution: bool, endless: bool = False, statement: bool = True
) -> list[Scene]:
    """The pages; ``endless``: one page for the statement and one for the solution, as large as need be."""
    posed = as_posed(exercise)
    width, height = page_size(posed, solution)
    if endless:
        width, height = max(SHORT, widest_figure(posed.material, True) + 2 * MARGIN), math.inf
    sheet = PageWriter(width, height, posed.heading.text())
    if statement:
        write_head(sheet, sheet.title)
        write_statement(sheet, posed)
    if solution:
        if statement:
            end = sheet.y
            sheet.turn()
            sheet.pages[-2].height = min(sheet.pages[-2].height, end + MARGIN)
        title = _("Solution")
        sheet.say(f"{sheet.title} · {title}", 17, bold=True)
        sheet.y += 12
        write_solution(sheet, posed, "answer-")
        if posed.command:
            sheet.y += 4
            sheet.say(posed.command, 7.5, colour=GREY)
    sheet.pages[-1].height = min(height, sheet.y + MARGIN) if endless else height
    if not endless:
        for page in sheet.pages:
            page.height = height
        sheet.number_pages()
    return sheet.pages


def write_head(sheet: PageWriter, title: str, student: str = "") -> None:
    """The title, and who works: a line to write a name on, or the name."""
    sheet.say(title, 17, bold=True)
    end = sheet.width - MARGIN
    if not student and text_width(title, 17, bold=True) > sheet.inside - 200:
        sheet.y += 20
    if student:
        sheet.y += 4
        sheet.say(_("Name: {name}").format(name=student), 10.5, bold=True)
    else:
        sheet.rule(end - 150, end, sheet.y + 1)
        sheet.pages[-1].add(Text(end - 156, sheet.y, _("Name:"), 10.5, "end"))
    sheet.y += 12


def write_statement(sheet: PageWriter, posed: Posed, prefix: str = "") -> None:
    """What is asked, the blank figure, and places for the answers."""
    for sentence in posed.statement:
        sheet.say(sentence.text())
    hint = asks_on_figure(posed)
    if hint is not None:
        sheet.y += 3
        sheet.say(hint.text(), SMALL, colour="#555555")
    sheet.y += 10
    sheet.figures(*blank_material(posed.material, sheet.inside), prefix)
    short, long = list_blanks(posed)
    sheet.blanks([show_prompt(question) for question in short], [show_prompt(question) for question in long])
    sheet.y += 6


def write_solution(sheet: PageWriter, posed: Posed, prefix: str, steps: bool = True) -> None:
    """The solved figure, the answers in sentences, and the tables."""
    scenes, scale = solved_material(posed.material, sheet.inside)
    if scenes:
        sheet.figures(scenes, scale, prefix)
        sheet.y += 4
    for number, sentence in enumerate(posed.solution):
        sheet.say(sentence.text(), bold=number == 0)
    for title, rows in list_tables(posed, steps):
        sheet.y += 8
        if title is not None:
            sheet.keep(5 * 12.6)
            sheet.say(title.text(), 10.0, bold=True)
            sheet.y += 2
        sheet.table(rows)
    reasons = list_reasons(posed) if steps else []
    sheet.y += 8 if reasons else 0
    for reason in reasons:
        sheet.say(reason.text(), 8.5, colour="#444444")


# The pages of a class


def paper_pages(
    papers: Sequence[Paper],
    title: str,
    conventions: Sequence[str],
    *,
    statement: bool = True,
    solution: bool = True,
) -> list[Scene]:
    """The papers one after the other, then their solutions in the same order; each begins on a new page."""
    pages: list[Scene] = []
    for paper in papers if statement else ():
        sheet = PageWriter(SHORT, LONG, " · ".join(filter(None, (title, paper.student))))
        write_head(sheet, title, paper.student)
        for line in conventions:
            sheet.say(line, SMALL, colour="#555555")
        write_exercises(sheet, paper, solved=False)
        sheet.number_pages()
        pages += sheet.pages
    for paper in papers if solution else ():
        sheet = PageWriter(SHORT, LONG, " · ".join(filter(None, (title, _("Solution"), paper.student))))
        sheet.say(sheet.title, 15, bold=True)
        write_exercises(sheet, paper, solved=True)
        sheet.number_pages()
        pages += sheet.pages
    return pages


def write_exercises(sheet: PageWriter, paper: Paper, *, solved: bool) -> None:
    """The exercises of a paper, each under its number."""
    for number, posed in enumerate(paper.exercises, 1):
        sheet.y += 10
        scenes, scale = (solved_material if solved else blank_material)(posed.material, sheet.inside)
        tall = scale * max((scene.height for scene in scenes), default=0.0)
        sheet.keep(min(tall + 90, sheet.height - 2 * MARGIN))
        sheet.say(head_exercise(paper, number).text(), 12.5, bold=True)
        sheet.y += 4
        if solved:
            write_solution(sheet, posed, f"answer-{number}-", steps=False)
        else:
            write_statement(sheet, posed, f"exercise-{number}-")


def head_exercise(paper: Paper, number: int) -> Message:
    """The head of an exercise: its number, what it is about, what it counts."""
    titles = paper.titles or tuple(posed.kind.title for posed in paper.exercises)
    if not paper.points:
        return Message("Exercise {number}. {title}", number=number, title=titles[number - 1])
    points = paper.points[number - 1]
    return Message(
        "Exercise {number}. {title} ({points} point)",
        "Exercise {number}. {title} ({points} points)",
        count=math.ceil(points),
        number=number,
        title=titles[number - 1],
        points=f"{points:g}",
    )
