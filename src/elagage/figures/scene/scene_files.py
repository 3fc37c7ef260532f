"""Scenes as files: the ending of the name says which kind."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from elagage.errors import FileError
from elagage.figures.scene.pdf import scenes_pdf
from elagage.figures.scene.png import scene_png
from elagage.figures.scene.shapes import Scene
from elagage.figures.scene.svg import scene_svg
from elagage.figures.scene.tikz import scene_tikz
from elagage.i18n import current_language
from elagage.record import write_file

__all__ = ["ENDINGS", "check_ending", "write_scene"]

ENDINGS = (".svg", ".png", ".pdf", ".tex")


def check_ending(path: Path, count: int = 1, more: Sequence[str] = ()) -> str:
    """The ending of a file for so many scenes, or one ``more``; FileError if no such file can be written."""
    ending = path.suffix.lower()
    if ending in more:
        return ending
    if ending not in ENDINGS:
        raise FileError(
            "{path} does not say what kind of picture to write: end its name with one of {endings}.",
            path=path,
            endings=", ".join((*more, *ENDINGS)),
        )
    if ending != ".pdf" and count != 1:
        raise FileError(
            "A {ending} file holds one picture and there are {count}: end the name with .pdf, which has a page for "
            "each.",
            ending=ending,
            count=count,
        )
    return ending


def write_scene(path: Path | str, scenes: Sequence[Scene] | Scene, *, title: str = "", lang: str = "") -> None:
    """Write one scene, or several on the pages of a .pdf; an older file is replaced in one step.

    The title and the language are those of a .pdf, by default the first scene's title and the current language.
    """
    shown = [scenes] if isinstance(scenes, Scene) else list(scenes)
    path = Path(path)
    ending = check_ending(path, len(shown))
    if ending == ".svg":
        content = scene_svg(shown[0]).encode()
    elif ending == ".png":
        content = scene_png(shown[0])
    elif ending == ".tex":
        content = scene_tikz(shown[0]).encode()
    else:
        content = scenes_pdf(shown, title=title or shown[0].title, lang=lang or current_language())
    write_file(path, content)
