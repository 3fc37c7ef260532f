"""Exercises as plain text, for a terminal or a file."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from elagage.exercises.posed import BoardMaterial, GraphMaterial, Material, PathMaterial, Posed, TreeMaterial
from elagage.exercises.solution_text import draw_tree, statement
from elagage.figures.sheets.exercise_pages import list_reasons, list_tables, show_prompt
from elagage.figures.trees.trace_text import trace_text
from elagage.i18n import _
from elagage.paths.problem import arcs
from elagage.result import MAX, format_number

__all__ = ["exercise_lines"]


def exercise_lines(posed: Posed, *, asked: bool = True, solution: bool = True) -> list[str]:
    """What is asked, and the solution."""
    lines = [posed.heading.text(), ""]
    if asked:
        lines += list(statement_lines(posed))
    if solution:
        lines += ["", _("Solution"), ""] if asked else [_("Solution"), ""]
        lines += list(solution_lines(posed))
    return lines


def statement_lines(posed: Posed) -> Iterator[str]:
    """What is asked."""
    if isinstance(posed.material, TreeMaterial) and not posed.material.letters:
        yield from statement(posed.material.exercise)
        return
    yield from (sentence.text() for sentence in posed.statement)
    yield ""
    yield from material_lines(posed.material)
    yield ""
    yield from (f"{show_prompt(question)} …" for question in posed.questions)


def solution_lines(posed: Posed) -> Iterator[str]:
    """The answers, the tables, and why."""
    if isinstance(posed.material, TreeMaterial) and not posed.material.letters:
        yield from trace_text(posed.material.exercise.trace).split("\n")
        yield ""
        for sentence in posed.solution[1:]:
            yield sentence.text()
            yield ""
    else:
        yield from (f"{show_prompt(question)} {question.answer.text()}" for question in posed.questions)
        yield ""
        yield from (sentence.text() for sentence in posed.solution)
    for title, rows in list_tables(posed):
        if title is not None:
            yield ""
            yield title.text()
        yield from table_lines(rows)
    reasons = list_reasons(posed)
    if reasons:
        yield ""
        yield from (reason.text() for reason in reasons)


def material_lines(material: Material) -> Iterator[str]:
    """What is shown, in signs."""
    if isinstance(material, TreeMaterial):
        yield from draw_tree(material.exercise, material.letters)
    elif isinstance(material, BoardMaterial):
        yield from material.game.text(material.state).split("\n")
    elif isinstance(material, GraphMaterial):
        for vertex, heads in material.graph.items():
            mover = "" if material.owner is None or not heads else " Max" if material.owner[vertex] == MAX else " Min"
            note = f" ({material.notes[vertex]})" if vertex in material.notes else ""
            yield f"{vertex}{mover}{note}: {' '.join(heads) or '-'}"
    elif isinstance(material, PathMaterial):
        for vertex in material.problem.graph:
            steps = ", ".join(f"{head} {format_number(cost)}" for head, cost in arcs(material.problem, vertex))
            note = f" ({material.notes[vertex]})" if vertex in material.notes else ""
            yield f"{vertex}{note}: {steps or '-'}"


def table_lines(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        yield "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
