"""What stands on a board: discs, marks, pawns and chess pieces, each named by its look and made of plain shapes.

A look is written in words: a colour and a shape (``white disc``, ``black king``, ``orange disc F`` with a letter on it,
``ringed red disc``), or a shape that has its own colours (``cross``, ``ring``, ``chocolate``, ``poison``). Anything
else is written as the text that it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from elagage.figures.scene.shapes import INK, Disc, Line, Point, Polygon, Rect, Shape, Style, Text
from elagage.figures.scene.text_metrics import text_width
from elagage.game import Game
from elagage.games.spoken import read_sides

__all__ = ["MARK", "Look", "fit_text", "glyph", "looks_of", "piece", "side_colours", "tint"]

COLOURS = {
    "black": ("#222222", "#111111", "#ffffff"),
    "white": ("#ffffff", "#222222", "#222222"),
    "yellow": ("#f8d648", "#8a6a00", "#222222"),
    "red": ("#bf2a26", "#6d1210", "#ffffff"),
    "blue": ("#0072b2", "#003f63", "#ffffff"),
    "orange": ("#f2a53d", "#7a4a00", "#222222"),
    "green": ("#1f7a4d", "#0d4429", "#ffffff"),
    "grey": ("#9a9a9a", "#444444", "#222222"),
}
"""Of each colour: what a piece is filled with, its edge, and what is drawn on it."""
SHAPES = ("disc", "pawn", "king", "queen", "rook", "cross", "ring", "chocolate", "poison")
USUAL: Mapping[str, str] = {"X": "cross", "O": "ring"}
"""How marks look in a game that says nothing of them."""
CROSS, RING = "#0072b2", "#d55e00"
MARK = "#d55e00"
"""The colour that shows the last move."""
GLYPHS = {
    "black disc": "●", "white disc": "○", "cross": "×", "ring": "○", "chocolate": "■", "white king": "♔",
    "white queen": "♕",
    "white rook": "♖", "black king": "♚", "black queen": "♛", "black rook": "♜", "white pawn": "♙", "black pawn": "♟",
    "yellow disc": "○", "red disc": "●",
}  # fmt: skip
ROOK = (
    (-0.30, 0.36), (-0.30, 0.28), (-0.21, 0.21), (-0.17, -0.12), (-0.26, -0.18), (-0.26, -0.36), (-0.14, -0.36),
    (-0.14, -0.28),
    (-0.06, -0.28), (-0.06, -0.36), (0.06, -0.36), (0.06, -0.28), (0.14, -0.28), (0.14, -0.36), (0.26, -0.36),
    (0.26, -0.18),
    (0.17, -0.12), (0.21, 0.21), (0.30, 0.28), (0.30, 0.36),
)  # fmt: skip
QUEEN = (
    (-0.25, 0.36), (-0.23, 0.18), (-0.36, -0.15), (-0.18, 0.04), (-0.20, -0.27), (-0.07, 0.00), (0.00, -0.31),
    (0.07, 0.00),
    (0.20, -0.27), (0.18, 0.04), (0.36, -0.15), (0.23, 0.18), (0.25, 0.36),
)  # fmt: skip
KING = (
    (-0.25, 0.36), (-0.24, 0.19), (-0.33, 0.08), (-0.37, -0.04), (-0.33, -0.14), (-0.24, -0.19), (-0.13, -0.16),
    (-0.07, -0.09),
    (0.00, -0.25), (0.07, -0.09), (0.13, -0.16), (0.24, -0.19), (0.33, -0.14), (0.37, -0.04), (0.33, 0.08),
    (0.24, 0.19),
    (0.25, 0.36),
)  # fmt: skip
PAWN = (
    (-0.27, 0.36), (-0.27, 0.28), (-0.13, 0.14), (-0.08, -0.08), (0.08, -0.08), (0.13, 0.14), (0.27, 0.28),
    (0.27, 0.36),
)  # fmt: skip
TIPS = ((-0.36, -0.15), (-0.20, -0.27), (0.00, -0.31), (0.20, -0.27), (0.36, -0.15))


@dataclass(frozen=True)
class Look:
    """A look, taken apart; ``shape`` is empty where it is only a text."""

    shape: str = ""
    colour: str = "black"
    letter: str = ""
    ringed: bool = False


def looks_of(game: Game[Any, Any]) -> Mapping[str, str]:
    """The looks of a game's pieces, by what its grid writes for them."""
    return game.piece_looks or USUAL


def look_of(text: str) -> Look:
    """The look that the words describe.

    >>> look_of("orange disc F")
    Look(shape='disc', colour='orange', letter='F', ringed=False)
    """
    words = text.split()
    shape = next((word for word in words if word in SHAPES), "")
    colour = next((word for word in words if word in COLOURS), "")
    if not shape or (not colour and shape in ("disc", "pawn", "king", "queen", "rook")):
        return Look(letter=text)
    rest = [word for word in words if word not in (shape, colour, "ringed")]
    return Look(shape, colour or "black", " ".join(rest), "ringed" in words)


def side_colours(game: Game[Any, Any]) -> list[str]:
    """The colours of the two sides, ``#rrggbb`` each: what the game says, else that of the pieces with their marks,
    else empty.
    """
    found = []
    for side, mark in zip(read_sides(game), game.players, strict=True):
        look = look_of(looks_of(game).get(mark, ""))
        own = {"cross": CROSS, "ring": RING}.get(look.shape, COLOURS[look.colour][0] if look.shape else "")
        named = COLOURS[side.colour][0] if side.colour in COLOURS else side.colour
        found.append(named if re.fullmatch("#[0-9a-f]{6}", named, re.IGNORECASE) else own)
    return found


def tint(colour: str) -> str:
    """The same colour, light enough for black letters on it.

    >>> tint("#0072b2"), tint("")
    ('#cce3f0', '#d9e6f0')
    """
    if not colour:
        return "#d9e6f0"
    parts = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    return "#" + "".join(f"{round(0.8 * 255 + 0.2 * part):02x}" for part in parts)


def glyph(text: str) -> str:
    """A sign for the look on a terminal; empty if there is none."""
    look = look_of(text)
    return "" if look.letter else GLYPHS.get(f"{look.colour} {look.shape}", GLYPHS.get(look.shape, ""))


def fit_text(text: str, x: float, y: float, room: float, size: float, colour: str = INK, bold: bool = False) -> Text:
    """A text with its middle at a point, made smaller or shorter until it fits the room."""
    wide = text_width(text, size, bold)
    size = max(size * min(1.0, room / wide), 0.45 * size) if wide > 0 else size
    while len(text) > 1 and text_width(text, size, bold) > room:
        text = text[: -2 if text.endswith("…") else -1] + "…" if len(text) > 2 else text[:1]
    return Text(x, y + 0.36 * size, text, size, bold=bold, style=Style(fill=colour, stroke=""))


def piece(text: str, x: float, y: float, size: float, wide: float = 0.0) -> Iterator[Shape]:
    """The shapes of a piece with its middle at a point, in a cell of that size; a text may be ``wide``."""
    look = look_of(text)
    fill, edge, ink = COLOURS[look.colour]
    thin = Style(fill=fill, stroke=edge, width=size / 30)

    def at(points: tuple[Point, ...]) -> tuple[Point, ...]:
        return tuple((x + right * size, y + down * size) for right, down in points)

    def band(down: float, half: float) -> Line:
        return Line(at(((-half, down), (half, down))), style=Style(stroke=ink, width=size / 30))

    match look.shape:
        case "disc":
            yield Disc(x, y, 0.38 * size, style=thin)
            if look.ringed:
                yield Disc(x, y, 0.24 * size, style=Style(stroke=ink, width=size / 20))
            if look.letter:
                yield fit_text(look.letter, x, y, 0.56 * size, 0.42 * size, ink, bold=True)
        case "cross":
            stroke = Style(stroke=CROSS, width=size / 9)
            yield Line(at(((-0.25, -0.25), (0.25, 0.25))), style=stroke)
            yield Line(at(((-0.25, 0.25), (0.25, -0.25))), style=stroke)
        case "ring":
            yield Disc(x, y, 0.27 * size, style=Style(stroke=RING, width=size / 9))
        case "pawn":
            yield Polygon(at(PAWN), style=thin)
            yield Disc(x, y - 0.18 * size, 0.15 * size, style=thin)
            yield band(0.28, 0.22)
        case "rook":
            yield Polygon(at(ROOK), style=thin)
            yield band(-0.13, 0.14)
            yield band(0.22, 0.18)
        case "queen":
            yield Polygon(at(QUEEN), style=thin)
            for right, down in TIPS:
                yield Disc(x + right * size, y + down * size, 0.045 * size, style=thin)
            yield band(0.20, 0.19)
            yield band(0.28, 0.20)
        case "king":
            for ends in (((0.0, -0.44), (0.0, -0.2)), ((-0.07, -0.37), (0.07, -0.37))):
                yield Line(at(ends), style=Style(stroke=edge, width=size / 18))
            yield Polygon(at(KING), style=thin)
            yield band(0.20, 0.20)
            yield band(0.28, 0.21)
        case "chocolate" | "poison":
            yield from chocolate(x, y, size, look.shape == "poison")
        case _:
            yield fit_text(look.letter, x, y, max(wide, size) - 0.14 * size, 0.44 * size)


def chocolate(x: float, y: float, size: float, poisoned: bool) -> Iterator[Shape]:
    """A square of a bar, the poisoned one with a skull."""
    half, inner = 0.47 * size, 0.33 * size
    brown = Style(fill="#7b4a2b", stroke="#4a2a16", width=size / 30)
    yield Rect(x - half, y - half, 2 * half, 2 * half, 0.1 * size, style=brown)
    yield Rect(
        x - inner, y - inner, 2 * inner, 2 * inner, 0.06 * size,
        style=Style(fill="#8d5a37", stroke="#5c361e", width=size / 40),
    )  # fmt: skip
    if poisoned:
        bone = Style(fill="#ffffff", stroke="")
        yield Disc(x, y - 0.05 * size, 0.19 * size, style=bone)
        yield Rect(x - 0.1 * size, y + 0.05 * size, 0.2 * size, 0.17 * size, 0.03 * size, style=bone)
        for side in (-1, 1):
            yield Disc(x + side * 0.075 * size, y - 0.04 * size, 0.05 * size, style=Style(fill=INK, stroke=""))
            ends = ((x + side * 0.033 * size, y + 0.13 * size), (x + side * 0.033 * size, y + 0.21 * size))
            yield Line(ends, style=Style(width=size / 50))
