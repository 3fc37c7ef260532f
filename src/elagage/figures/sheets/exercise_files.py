"""An exercise as a file: a sheet with its solution (.pdf, .svg, .png, .tex), or a page that asks and checks (.html)."""

from __future__ import annotations

from pathlib import Path

from elagage.errors import FileError
from elagage.exercises.posed import Posed, TreeMaterial, as_posed
from elagage.exercises.solved_exercise import Exercise
from elagage.figures.scene.pdf import scenes_pdf
from elagage.figures.scene.png import scene_png
from elagage.figures.scene.svg import scene_svg
from elagage.figures.sheets.exercise_pages import sheet_pages
from elagage.figures.sheets.exercise_tex import exercise_tex
from elagage.figures.trees.tree_scene import stack_scenes
from elagage.i18n import use_language
from elagage.record import write_file

__all__ = ["ENDINGS", "write_exercise"]

ENDINGS = (".pdf", ".tex", ".html", ".svg", ".png")


def write_exercise(
    path: Path,
    exercise: Exercise | Posed,
    *,
    lang: str,
    solution: bool = True,
    statement: bool = True,
    fragment: bool = False,
) -> None:
    """Write the exercise; an older file is replaced in one step. A quiz always knows its solution."""
    ending = path.suffix.lower()
    posed = as_posed(exercise)
    with use_language(lang):
        if ending == ".pdf":
            pages = sheet_pages(posed, solution, statement=statement)
            content = scenes_pdf(pages, title=posed.heading.text(), lang=lang)
        elif ending in (".svg", ".png"):
            scene = stack_scenes(sheet_pages(posed, solution, endless=True, statement=statement))
            content = scene_svg(scene).encode() if ending == ".svg" else scene_png(scene)
        elif ending == ".tex":
            content = exercise_tex(posed, solution, statement, fragment).encode()
        elif ending == ".html":
            content = exercise_page(posed, lang).encode()
        else:
            raise FileError(
                "{path} does not say what kind of picture to write: end its name with one of {endings}.",
                path=path,
                endings=", ".join(ENDINGS),
            )
    write_file(path, content)


def exercise_page(posed: Posed, lang: str) -> str:
    """The page that asks and checks: a tree is filled in where it is drawn, for all else there is a form."""
    from elagage.exercises.papers import Paper
    from elagage.figures.pages.form_page import form_page
    from elagage.figures.pages.quiz_page import quiz_page  # late: the page shares the sheet's sentences

    if isinstance(posed.material, TreeMaterial) and not posed.material.letters:
        return quiz_page(posed.material.exercise, lang=lang)
    return form_page([Paper("", (posed,))], posed.heading, lang=lang)
