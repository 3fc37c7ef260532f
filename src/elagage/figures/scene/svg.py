"""A scene as an SVG document that needs nothing from elsewhere.

The same scene gives the same bytes. Shapes that follow each other and are painted alike share a group, which keeps
large trees small.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import groupby
from operator import itemgetter
from typing import Any

from elagage.figures.scene.shapes import INK, Curve, Disc, Line, Point, Polygon, Rect, Scene, Shape, Style, Text
from elagage.figures.scene.text_metrics import arrow_head, clean_text, corner, font_name, font_runs, text_width

__all__ = ["scene_svg"]

SANS, MONO = "DejaVu Sans, Arial, sans-serif", "DejaVu Sans Mono, monospace"
SIZE = 10
"""The size of texts that don't say theirs."""
FONTS = {
    "plain": "",
    "bold": ' font-weight="bold"',
    "italic": ' font-style="italic"',
    "mono": f' font-family="{MONO}"',
}


def scene_svg(scene: Scene) -> str:
    """The document."""
    writer = Writer()
    width, height = writer.number[scene.width], writer.number[scene.height]
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" '
        f'role="img"'
        f' font-family="{SANS}" font-size="{SIZE}" text-anchor="middle" fill="{INK}" stroke-linecap="round" '
        f'stroke-linejoin="round">'
    ]
    if scene.title:
        lines.append(format_title(scene.title))
    if scene.description:
        lines.append(f"<desc>{escape_xml(scene.description)}</desc>")
    lines.append(f'<rect width="{width}" height="{height}" fill="#ffffff"/>')
    for paint, run in groupby(map(writer.write_shape, scene.shapes), itemgetter(0)):
        pieces = list(run)
        if (
            len(pieces) > 2 and paint and " opacity=" not in paint
        ):  # a group would be painted first and made pale as a whole
            lines.append(f"<g{paint}>")
            lines += [start + end for _paint, start, end in pieces]
            lines.append("</g>")
        else:
            lines += [start + paint + end for _paint, start, end in pieces]
    lines.append("</svg>\n")
    return "\n".join(lines)


class Numbers(dict[float, str]):
    """Numbers as they are written: with two decimals at most, and none that say nothing."""

    def __missing__(self, value: float) -> str:
        """Write a number that was not met before."""
        text = f"{value:.2f}"
        text = text[:-3] if text.endswith(".00") else text.rstrip("0")
        self[value] = text = "0" if text == "-0" else text
        return text


class Writer:
    """Shapes as elements; ``write_shape`` gives how one is painted,
    what stands before that in the text and what after.
    """

    def __init__(self) -> None:
        self.number = Numbers()
        self.paints: dict[int, str] = {}
        self.text_paints: dict[Any, str] = {}
        self.elements: dict[type[Shape], Callable[[Any], tuple[str, str, str]]] = {
            Rect: self.rect, Disc: self.disc, Line: self.line, Polygon: self.polygon, Curve: self.curve,
            Text: self.text,
        }  # fmt: skip

    def write_shape(self, shape: Shape) -> tuple[str, str, str]:
        return self.elements[type(shape)](shape)

    def paint(self, style: Style) -> str:
        """The attributes of a style; styles are told apart by where they are, since comparing them takes longer."""
        known = self.paints.get(id(style))
        if known is None:
            number = self.number
            known = f' fill="{attribute(style.fill)}"'
            if style.stroke and style.width > 0:
                known += f' stroke="{attribute(style.stroke)}"'
                if style.width != 1:
                    known += f' stroke-width="{number[style.width]}"'
                if style.dash:
                    dash = " ".join(number[length] for length in style.dash)
                    known += f' stroke-dasharray="{dash}" stroke-linecap="butt"'
            if style.opacity < 1:
                known += f' opacity="{number[style.opacity]}"'
            self.paints[id(style)] = known
        return known

    def rect(self, shape: Rect) -> tuple[str, str, str]:
        number = self.number
        start = (
            f'<rect{format_id(shape)} x="{number[shape.x]}" y="{number[shape.y]}" width="{number[shape.width]}"'
            f' height="{number[shape.height]}"'
        )
        if shape.radius:
            start += f' rx="{number[corner(shape)]}"'
        return self.paint(shape.style), start, close_element(shape, "rect")

    def disc(self, shape: Disc) -> tuple[str, str, str]:
        number = self.number
        start = f'<circle{format_id(shape)} cx="{number[shape.x]}" cy="{number[shape.y]}" r="{number[shape.radius]}"'
        return self.paint(shape.style), start, close_element(shape, "circle")

    def polygon(self, shape: Polygon) -> tuple[str, str, str]:
        return (
            self.paint(shape.style),
            f'<polygon{format_id(shape)} points="{self.points(shape.points)}"',
            close_element(shape, "polygon"),
        )

    def line(self, shape: Line) -> tuple[str, str, str]:
        """A line: never filled, whatever its style says."""
        return self.stroke(shape, shape.points, "L")

    def curve(self, shape: Curve) -> tuple[str, str, str]:
        return self.stroke(shape, (shape.start, shape.first, shape.second, shape.end), "C")

    def stroke(self, shape: Line | Curve, points: tuple[Point, ...], letter: str) -> tuple[str, str, str]:
        """A line or a curve; with an arrow, a group of two."""
        number = self.number
        head = ""
        style = shape.style
        if shape.arrow and len(points) > 1:
            points, corners = arrow_head(points, style.width)
            if style.stroke:
                head = f'<polygon points="{self.points(corners)}" fill="{attribute(style.stroke)}" stroke="none"/>'
        first, *others = [f"{number[x]} {number[y]}" for x, y in points] or ["0 0"]
        path = f"M{first}{letter}{' '.join(others)}" if others else f"M{first}"
        paint = self.paint(style)
        if style.fill:
            paint = paint.replace(f' fill="{attribute(style.fill)}"', ' fill="none"', 1)
        if head:
            title = format_title(shape.hint)
            return paint, f"<g{format_id(shape)}", f'>{title}<path d="{path}"/>{head}</g>'
        return paint, f'<path{format_id(shape)} d="{path}"', close_element(shape, "path")

    def points(self, points: Iterable[Point]) -> str:
        number = self.number
        return " ".join([f"{number[x]},{number[y]}" for x, y in points])

    def text(self, shape: Text) -> tuple[str, str, str]:
        key = id(shape.style), shape.size, shape.anchor, shape.bold, shape.italic, shape.mono
        paint = self.text_paints.get(key)
        if paint is None:
            paint = self.text_paints[key] = self.text_paint(shape)
        start = f'<text{format_id(shape)} x="{self.number[shape.x]}" y="{self.number[shape.y]}"'
        words = clean_text(shape.text)
        if "  " in words or words[:1] == " " or words[-1:] == " ":
            start += ' xml:space="preserve"'
        title = format_title(shape.hint)
        return (
            paint,
            start,
            f">{title}{self.write_mixed_text(shape, words) if shape.mono else escape_xml(words)}</text>",
        )

    def write_mixed_text(self, shape: Text, words: str) -> str:
        """A text in the fixed-width font; the few signs that it lacks are set in another,
        each piece at its own place.
        """
        runs = font_runs(words, "mono")
        if len(runs) == 1 and runs[0][0] == "mono":
            return escape_xml(words)
        x = shape.x - text_width(words, shape.size, mono=True) * {"start": 0.0, "middle": 0.5, "end": 1.0}[shape.anchor]
        pieces = []
        for font, run in runs:
            family = "" if font == "mono" else f' font-family="{SANS}"'
            pieces.append(f'<tspan x="{self.number[x]}" text-anchor="start"{family}>{escape_xml(run)}</tspan>')
            x += text_width(run, shape.size, mono=font == "mono")
        return "".join(pieces)

    def text_paint(self, shape: Text) -> str:
        """The attributes of a text's style; texts are filled and have no outline."""
        paint = FONTS[font_name(shape.bold, shape.italic, shape.mono)]
        if shape.size != SIZE:
            paint += f' font-size="{self.number[shape.size]}"'
        if shape.anchor != "middle":
            paint += f' text-anchor="{shape.anchor}"'
        if shape.style.fill != INK:
            paint += f' fill="{attribute(shape.style.fill)}"'
        if shape.style.opacity < 1:
            paint += f' opacity="{self.number[shape.style.opacity]}"'
        return paint


def format_id(shape: Shape) -> str:
    """The attribute that names a shape, if it has a name."""
    return f' id="{escape_xml(shape.id)}"' if shape.id else ""


def close_element(shape: Shape, element: str) -> str:
    """The end of an element without content, or with a hint alone."""
    return f">{format_title(shape.hint)}</{element}>" if shape.hint else "/>"


def format_title(text: str) -> str:
    """What a reader sees under the pointer, in as many lines as it has, or nothing."""
    return "<title>" + "\n".join(map(escape_xml, text.splitlines())) + "</title>" if text else ""


def attribute(colour: str) -> str:
    return escape_xml(colour) if colour else "none"


def escape_xml(text: str) -> str:
    text = clean_text(text)
    if "&" in text or "<" in text or ">" in text or '"' in text:
        text = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")
    return text
