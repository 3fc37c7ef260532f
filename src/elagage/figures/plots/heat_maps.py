"""Numbers on the cells of a board: the game's own board, each cell tinted by its number, which is written in it.

Blue is above 0 and orange below; the sign of each number says so without colours.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from elagage.figures.boards.board_scene import blank_board_scene
from elagage.figures.scene.shapes import INK, Disc, Line, Rect, Scene, Shape, Style, Text
from elagage.figures.scene.text_metrics import text_width
from elagage.game import Game

__all__ = ["digits_for", "draw_scale", "format_worth", "heat_map", "tint"]

Place = tuple[int, int]
ABOVE, BELOW, MIDDLE = (0x1F, 0x5F, 0xA8), (0xC9, 0x5B, 0x14), (0xF8, 0xF7, 0xF4)
SMALL_DISC = 8.0
"""A smaller disc marks a point; the tint gets one of its own."""
POINT_RADIUS = 15.0
NUMBER = 9.0
STEPS = 5


def tint(value: float, most: float) -> str:
    """The colour of a number, where ``most`` is the largest size of any."""
    part = min(1.0, abs(value) / most) if most else 0.0
    end = ABOVE if value > 0 else BELOW
    mixed = (round(low + (high - low) * part**0.8) for low, high in zip(MIDDLE, end, strict=True))
    return "#" + "".join(f"{channel:02x}" for channel in mixed)


def ink_on(value: float, most: float) -> str:
    return "#ffffff" if most and abs(value) / most > 0.55 else INK


def digits_for(most: float) -> int:
    """How many digits after the point tell numbers of that size apart."""
    return 0 if most >= 20 else 1 if most >= 1 else 2


def format_worth(value: float, digits: int) -> str:
    """A number with its sign, a true minus."""
    text = f"{abs(value):.{digits}f}"
    if float(text) == 0:
        return "0"
    return ("+" if value > 0 else "−") + text


def heat_map(game: Game[Any, Any], values: Mapping[Place, float], most: float, *, labels: bool = True) -> Scene:
    """The board with a number in each cell that has one."""
    board = blank_board_scene(game, dict.fromkeys(values, ""), labels=labels)
    digits = digits_for(most)
    names = {f"q{row}-{column}": value for (row, column), value in values.items()}
    numbers: list[Shape] = []
    shapes: list[Shape] = []
    for shape in board.shapes:
        if shape.id not in names:
            shapes.append(shape)
            continue
        value = names[shape.id]
        text = format_worth(value, digits)
        hint = f"{shape.hint} {text}".strip()
        shapes.append(paint_cell(shape, tint(value, most), hint))
        numbers += number_on(shape, text, ink_on(value, most))
    return Scene(board.width, board.height, board.title, shapes + numbers)


def paint_cell(shape: Shape, colour: str, hint: str) -> Shape:
    """The shape of a cell in the colour of its number."""
    match shape:
        case Disc(radius=radius) if radius < SMALL_DISC:
            edge = Style(fill=colour, stroke="#6b5a3a", width=1.0)
            return replace(shape, radius=POINT_RADIUS, style=edge, hint=hint)
        case Line():
            return replace(shape, style=Style(stroke=colour, width=9.0), hint=hint)
        case _:
            return replace(shape, style=replace(shape.style, fill=colour), hint=hint)


def number_on(shape: Shape, text: str, ink: str) -> list[Shape]:
    """The number in the middle of a cell, as large as there is room for."""
    match shape:
        case Rect():
            x, y, room = shape.x + shape.width / 2, shape.y + shape.height / 2, shape.width - 4
        case Disc():
            x, y, room = shape.x, shape.y, 1.8 * max(shape.radius, POINT_RADIUS if shape.radius < SMALL_DISC else 0)
        case Line():
            x, y = (sum(point[axis] for point in shape.points) / len(shape.points) for axis in (0, 1))
            upright = abs(shape.points[0][0] - shape.points[-1][0]) < 1
            size = min(NUMBER, NUMBER * 30 / max(1.0, text_width(text, NUMBER)))
            wide = text_width(text, 0.9 * size) + 3
            back = Rect(x - wide / 2, y - 5.5, wide, 11.0, 2.0, style=Style(fill="#ffffff", stroke="", opacity=0.85))
            return [back, Text(x, y + 0.33 * size, text, (0.85 if upright else 0.9) * size)]
        case _:
            return []
    size = min(NUMBER, NUMBER * room / max(1.0, text_width(text, NUMBER)))
    return [Text(x, y + 0.36 * size, text, size, style=Style(fill=ink, stroke=""))]


def draw_scale(most: float, width: float, unit: str) -> Scene:
    """The colours from the lowest to the highest number, with their numbers and what they count."""
    scene = Scene(width, 34.0)
    digits = digits_for(most)
    numbers = [most * (2 * step / (STEPS - 1) - 1) for step in range(STEPS)]
    wide = min(56.0, (width - 10) / STEPS)
    for step, number in enumerate(numbers):
        x = step * wide
        style = Style(fill=tint(number, most), stroke="#8f8a7c", width=0.6)
        scene.add(Rect(x, 0.0, wide, 14.0, style=style))
        ink = Style(fill=ink_on(number, most), stroke="")
        scene.add(Text(x + wide / 2, 10.2, format_worth(number, digits), 8.5, style=ink))
    scene.add(Text(STEPS * wide + 8, 10.2, unit, 9.0, "start", style=Style(fill="#57606a", stroke="")))
    return scene
