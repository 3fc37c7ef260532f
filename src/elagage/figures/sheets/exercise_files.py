"""An exercise as a file: a sheet with its solution (.pdf, .svg, .tex), or a page that asks and checks (.html)."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from elagage.errors import FileError
from elagage.exercises.solved_exercise import Exercise
from elagage.figures.scene.pdf import scenes_pdf
from elagage.figures.scene.shapes import Scene
from elagage.figures.scene.svg import scene_svg
from elagage.figures.scene.tikz import scene_tikz, tex_text
from elagage.figures.sheets.exercise_pages import (
    MARGIN,
    counts_text,
    heading,
    page_size,
    sentences,
    sheet_pages,
)
from elagage.figures.sheets.exercise_trees import blank_figures, draw_solved_figures
from elagage.figures.trees.step_table import whole_table
from elagage.figures.trees.tree_scene import stack_scenes
from elagage.i18n import _, use_language
from elagage.record import write_file
from elagage.result import format_number

__all__ = ["ENDINGS", "exercise_tex", "write_exercise"]

ENDINGS = (".pdf", ".tex", ".html", ".svg")
HEAD = r"""\documentclass[11pt]{article}
\usepackage[utf8]{inputenc}
\usepackage[T1]{fontenc}
\IfFileExists{lmodern.sty}{\usepackage{lmodern}}{\usepackage{fix-cm}}
\usepackage[a4paper, margin=%spt%s]{geometry}
\usepackage{longtable}
\usepackage{tikz}
\setlength{\parindent}{0pt}
\begin{document}
"""
TAIL = "\\end{document}\n"


def write_exercise(path: Path, exercise: Exercise, *, lang: str, solution: bool = True) -> None:
    """Write the exercise; an older file is replaced in one step. A quiz always knows its solution."""
    ending = path.suffix.lower()
    with use_language(lang):
        if ending == ".pdf":
            content = scenes_pdf(sheet_pages(exercise, solution), title=heading(exercise).text(), lang=lang)
        elif ending == ".svg":
            content = scene_svg(stack_scenes(sheet_pages(exercise, solution, endless=True))).encode()
        elif ending == ".tex":
            content = exercise_tex(exercise, solution).encode()
        elif ending == ".html":
            from elagage.figures.pages.quiz_page import quiz_page  # late: the page shares the sheet's sentences

            content = quiz_page(exercise, lang=lang).encode()
        else:
            raise FileError(
                "{path} does not say what kind of picture to write: end its name with one of {endings}.",
                path=path,
                endings=", ".join(ENDINGS),
            )
    write_file(path, content)


def exercise_tex(exercise: Exercise, solution: bool = True) -> str:
    """The sheet as a LaTeX document, in the language spoken now."""
    width, height = page_size(exercise, solution)
    inside = width - 2 * MARGIN - 4  # TeX's points are a little smaller
    lines = [HEAD % (format_number(MARGIN), ", landscape" if width > height else "")]
    lines += [
        rf"{{\Large\bfseries {tex_text(heading(exercise).text())}}}\hfill {tex_text(_('Name:'))} "
        rf"\underline{{\hspace{{5cm}}}}"
    ]
    lines += ["", r"\bigskip", r"\begin{itemize}"]
    lines += [rf"\item {tex_text(sentence.text())}" for sentence in sentences(exercise)]
    lines += [r"\end{itemize}", ""]
    lines += pictures(*blank_figures(exercise, inside))
    if solution:
        lines += [
            r"\clearpage",
            rf"{{\Large\bfseries {tex_text(heading(exercise).text())} -- {tex_text(_('Solution'))}}}",
            "",
        ]
        lines += [r"\bigskip", *pictures(*draw_solved_figures(exercise, inside))]
        lines += [tex_text(_("Value of the root for Max: {value}").format(value=format_number(exercise.value))), ""]
        lines += [tex_text(counts_text(exercise)), ""] if counts_text(exercise) else []
        lines += tabular([tuple(map(str, row)) for row in whole_table(exercise.trace)])
    return "\n".join(lines) + "\n" + TAIL


def pictures(scenes: Sequence[Scene], scale: float) -> list[str]:
    lines = []
    for scene in scenes:
        sized = Scene(scene.width * scale, scene.height * scale, scene.title)
        sized.place(scene, 0.0, 0.0, scale)
        lines += [r"\begin{center}", scene_tikz(sized, standalone=False).rstrip(), r"\end{center}", ""]
    return lines


def tabular(rows: list[tuple[str, ...]]) -> list[str]:
    columns = "rll" + "r" * (len(rows[0]) - 3)
    cells = [" & ".join(map(tex_text, row)) + r" \\" for row in rows]
    start = [r"{\small", rf"\begin{{longtable}}{{{columns}}}", r"\hline", cells[0], r"\hline", r"\endhead"]
    return [*start, *cells[1:], r"\hline", r"\end{longtable}", "}"]
