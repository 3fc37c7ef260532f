"""What all writers of scenes measure alike: how wide a text is, in which of our fonts it is set,
and the heads of arrows.

There are four fonts. A text that is ``mono`` is set in that one, otherwise a bold one in bold, otherwise an italic one
in italic. No font file is read here. The fonts have no kerning, so a text is as wide as its letters together.
"""

from __future__ import annotations

import math
from functools import cache, lru_cache
from itertools import groupby
from pathlib import Path
from typing import Literal

from elagage.figures.scene.font_widths import ASCENT as UNITS_UP
from elagage.figures.scene.font_widths import DESCENT as UNITS_DOWN
from elagage.figures.scene.font_widths import UNITS, WIDTHS
from elagage.figures.scene.shapes import Point, Rect, Scene

__all__ = [
    "ASCENT",
    "DESCENT",
    "FONT_FILES",
    "arrow_head",
    "clean_text",
    "corner",
    "fit_scene",
    "font_name",
    "font_runs",
    "text_height",
    "text_width",
]

Font = Literal["plain", "bold", "italic", "mono"]

ASCENT = UNITS_UP / UNITS
"""How far a line of text of size 1 reaches above its base line."""
DESCENT = UNITS_DOWN / UNITS
"""How far it reaches below."""
FOLDER = Path(__file__).parent / "fonts"
FONT_FILES: dict[Font, Path] = {
    "plain": FOLDER / "DejaVuSans.ttf",
    "bold": FOLDER / "DejaVuSans-Bold.ttf",
    "italic": FOLDER / "DejaVuSans-Oblique.ttf",
    "mono": FOLDER / "DejaVuSansMono.ttf",
}
HEAD_LENGTH, HEAD_HALF = 5.5, 2.2
"""An arrow's head, for a line of width 1."""
OVERLAP = 0.8
"""The part of a head's length that its line does not enter."""
NEAR = 1e-6
"""Points that are nearer to each other than this show no direction."""
LARGEST_PAGE = 14400.0
"""Points. A PDF page can't be larger for many readers, and TeX counts only a little further."""
KEPT = "\u00a0\u2007\u2009\u202f"
"""Spaces that are drawn as they are: hard, figure and thin ones."""


def font_name(bold: bool = False, italic: bool = False, mono: bool = False) -> Font:
    """The font of a text."""
    return "mono" if mono else "bold" if bold else "italic" if italic else "plain"


class Widths(dict[str, float]):
    """The widths of letters of size 1; a letter that the font lacks is taken from the plain one."""

    def __init__(self, font: Font) -> None:
        super().__init__()
        self.spare = 0.0
        for part in WIDTHS[font].split():
            code, _colon, widths = part.partition(":")
            at = int(code, 16) if code else -1
            for width in widths.split(","):
                units, _star, times = width.partition("*")
                for _time in range(int(times or 1)):
                    if at < 0:
                        self.spare = int(units) / UNITS
                    else:
                        self[chr(at)] = int(units) / UNITS
                        at += 1
        self.own = frozenset(self)
        self.font = font

    def __missing__(self, letter: str) -> float:
        """The width of a letter that the font lacks."""
        return self.spare if self.font == "plain" else load_widths("plain")[letter]


@cache
def load_widths(font: Font) -> Widths:
    return Widths(font)


@lru_cache(maxsize=65536)
def unit_width(text: str, font: Font) -> float:
    """How wide a text of size 1 is."""
    return math.fsum(map(load_widths(font).__getitem__, clean_text(text)))


def text_width(text: str, size: float, bold: bool = False, italic: bool = False, mono: bool = False) -> float:
    """How wide a line of text is."""
    return size * unit_width(text, font_name(bold, italic, mono))


def text_height(size: float) -> float:
    """How high a line of text is, from its highest letters to its lowest."""
    return size * (ASCENT + DESCENT)


def clean_text(text: str) -> str:
    """The text as one line: line ends and tabs are spaces, and what no file can hold is replaced by a sign."""
    if text.isprintable():
        return text
    return "".join(
        letter if letter.isprintable() or letter in KEPT else " " if letter.isspace() else "\ufffd" for letter in text
    )


def font_runs(text: str, font: Font) -> list[tuple[Font, str]]:
    """The text in pieces that one font holds: what the font lacks is set in the plain one,
    which shows a sign for what it lacks too.
    """
    own = load_widths(font).own
    if font == "plain" or own.issuperset(text):
        return [(font, text)]
    return [(font if held else "plain", "".join(run)) for held, run in groupby(text, own.__contains__)]


def arrow_head(points: tuple[Point, ...], width: float) -> tuple[tuple[Point, ...], tuple[Point, Point, Point]]:
    """An arrow's head, and its line without the part that the head covers.

    ``points`` are those of a line, or the start, the handles and the end of a curve; ``width`` is the line's.
    """
    tip = points[-1]
    before = next((point for point in reversed(points) if math.dist(point, tip) > NEAR), (tip[0] - 1.0, tip[1]))
    length = math.hypot(tip[0] - before[0], tip[1] - before[1])
    x, y = (tip[0] - before[0]) / length, (tip[1] - before[1]) / length
    long, half = HEAD_LENGTH * width, HEAD_HALF * width
    back = min(OVERLAP * long, length)
    head = (
        tip,
        (tip[0] - long * x - half * y, tip[1] - long * y + half * x),
        (tip[0] - long * x + half * y, tip[1] - long * y - half * x),
    )
    return (*points[:-1], (tip[0] - back * x, tip[1] - back * y)), head


def corner(rect: Rect) -> float:
    """The radius of a rectangle's corners: no more than what makes its short sides round."""
    return min(rect.radius, rect.width / 2, rect.height / 2)


def fit_scene(scene: Scene) -> Scene:
    """The scene, made smaller if no page could hold it."""
    largest = max(scene.width, scene.height)
    if largest <= LARGEST_PAGE:
        return scene
    scale = LARGEST_PAGE / largest
    small = Scene(scene.width * scale, scene.height * scale, scene.title, description=scene.description)
    small.place(scene, 0.0, 0.0, scale)
    return small
