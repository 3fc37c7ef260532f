"""Exercises in LaTeX: a document of their own, with babel, or a fragment for another one to take in."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from elagage.exercises.papers import Paper
from elagage.exercises.posed import Posed, as_posed
from elagage.exercises.solved_exercise import Exercise
from elagage.figures.scene.shapes import Scene
from elagage.figures.scene.tikz import scene_tikz, tex_text
from elagage.figures.sheets.exercise_pages import (
    asks_on_figure,
    head_exercise,
    list_blanks,
    list_reasons,
    list_tables,
    page_size,
    show_prompt,
)
from elagage.figures.sheets.material_figures import blank_material, solved_material
from elagage.figures.sheets.page_writer import MARGIN
from elagage.i18n import LANGUAGES, _, current_language
from elagage.result import format_number

__all__ = ["exercise_tex", "papers_tex"]

HEAD = r"""\documentclass[11pt]{article}
\usepackage[utf8]{inputenc}
\usepackage[T1]{fontenc}
\IfFileExists{lmodern.sty}{\usepackage{lmodern}}{\usepackage{fix-cm}}
\usepackage[a4paper, margin=%spt%s]{geometry}
\usepackage{longtable}
\usepackage{tikz}
\usetikzlibrary{babel}
\usepackage[%s]{babel}
\setlength{\parindent}{0pt}
\begin{document}
"""
TAIL = "\\end{document}\n"
BABEL = dict(zip(LANGUAGES, ("english", "french"), strict=True))
NEEDS = r"% \usepackage{tikz} \usetikzlibrary{babel} \usepackage{longtable}"
"""What the document that takes a fragment in must load."""
INSIDE = 595 - 2 * MARGIN - 4
"""The width of a text on an upright page; TeX's points are a little smaller."""


def exercise_tex(
    exercise: Exercise | Posed, solution: bool = True, statement: bool = True, fragment: bool = False
) -> str:
    """An exercise, in the language spoken now."""
    posed = as_posed(exercise)
    width, height = page_size(posed, solution)
    inside = width - 2 * MARGIN - 4
    title = tex_text(posed.heading.text())
    lines: list[str] = []
    if statement:
        lines += [
            rf"{{\Large\bfseries {title}}}\hfill {tex_text(_('Name:'))} \underline{{\hspace{{5cm}}}}", "", r"\bigskip",
            *statement_lines(posed, inside),
        ]  # fmt: skip
    if solution:
        lines += [r"\clearpage"] if statement else []
        lines += [rf"{{\Large\bfseries {title} -- {tex_text(_('Solution'))}}}", "", r"\bigskip"]
        lines += solution_lines(posed, inside, steps=True)
    return wrap_document(lines, fragment, ", landscape" if width > height else "")


def papers_tex(
    papers: Sequence[Paper],
    title: str,
    conventions: Sequence[str],
    *,
    statement: bool = True,
    solution: bool = True,
    fragment: bool = False,
) -> str:
    """The papers of a class one after the other, then their solutions."""
    lines: list[str] = []
    for solved in [False] * statement + [True] * solution:
        for paper in papers:
            lines += [r"\clearpage"] if lines else []
            head = [title, _("Solution")] if solved else [title]
            lines.append(rf"{{\Large\bfseries {tex_text(' · '.join(head))}}}\hfill {name_line(paper)}")
            lines += ["", r"\bigskip"]
            if not solved and conventions:
                lines += [r"{\small", *(rf"{tex_text(line)}\par" for line in conventions), "}", ""]
            for number, posed in enumerate(paper.exercises, 1):
                heading = tex_text(head_exercise(paper, number).text())
                lines += [r"\medskip", rf"{{\large\bfseries {heading}}}", "", r"\smallskip"]
                lines += solution_lines(posed, INSIDE, steps=False) if solved else statement_lines(posed, INSIDE)
    return wrap_document(lines, fragment, "")


def name_line(paper: Paper) -> str:
    """Who works: the name, or a line to write one on."""
    if paper.student:
        return tex_text(paper.student)
    return rf"{tex_text(_('Name:'))} \underline{{\hspace{{5cm}}}}"


def wrap_document(lines: Sequence[str], fragment: bool, landscape: str) -> str:
    body = "\n".join(lines) + "\n"
    if fragment:
        return f"{NEEDS}\n{body}"
    return HEAD % (format_number(MARGIN), landscape, BABEL[current_language()]) + body + TAIL


def statement_lines(posed: Posed, inside: float) -> Iterator[str]:
    """What is asked, the blank figure, and places for the answers."""
    yield r"\begin{itemize}"
    for sentence in posed.statement:
        yield rf"\item {tex_text(sentence.text())}"
    yield r"\end{itemize}"
    yield ""
    hint = asks_on_figure(posed)
    if hint is not None:
        yield rf"{{\small {tex_text(hint.text())}}}"
        yield ""
    yield from pictures(*blank_material(posed.material, inside))
    short, long = list_blanks(posed)
    for question in short:
        prompt = tex_text(show_prompt(question))
        yield rf"\mbox{{{prompt} \underline{{\hspace{{1.6cm}}}}}}\hspace{{1em plus 1fil}}\rule{{0pt}}{{1.6em}}"
    yield ""
    for question in long:
        prompt = tex_text(show_prompt(question))
        yield rf"{prompt}\rule{{0pt}}{{1.6em}}~\hrulefill\par"
    yield ""


def solution_lines(posed: Posed, inside: float, *, steps: bool) -> Iterator[str]:
    """The solved figure, the answers in sentences, and the tables."""
    yield from pictures(*solved_material(posed.material, inside))
    for sentence in posed.solution:
        yield tex_text(sentence.text())
        yield ""
    for title, rows in list_tables(posed, steps):
        if title is not None:
            yield rf"\textbf{{{tex_text(title.text())}}}"
            yield ""
        yield from tabular(rows, title is None)
    for reason in list_reasons(posed) if steps else ():
        yield rf"{{\footnotesize {tex_text(reason.text())}\par}}"


def pictures(scenes: Sequence[Scene], scale: float) -> list[str]:
    lines = []
    for scene in scenes:
        sized = Scene(scene.width * scale, scene.height * scale, scene.title)
        sized.place(scene, 0.0, 0.0, scale)
        lines += [r"\begin{center}", scene_tikz(sized, standalone=False).rstrip(), r"\end{center}", ""]
    return lines


def tabular(rows: list[tuple[str, ...]], steps: bool) -> list[str]:
    """A table; the numbers of that of steps are at the right."""
    wide = max(len(cell) for row in rows for cell in row) > 60
    count = len(rows[0])
    columns = "rll" + "r" * (count - 3) if steps else "l" * (count - 1) + (r"p{0.75\linewidth}" if wide else "l")
    cells = [" & ".join(map(tex_text, row)) + r" \\" for row in rows]
    start = [r"{\small", rf"\begin{{longtable}}{{{columns}}}", r"\hline", cells[0], r"\hline", r"\endhead"]
    return [*start, *cells[1:], r"\hline", r"\end{longtable}", "}"]
