"""Scenes as a PDF document, one page each, by the package fpdf2.

Shapes stay shapes, and the letters that are used are in the document.

The same scenes give the same bytes: the document bears no date of its own. Hints and names are left out, since a page
has neither.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime
from itertools import groupby
from typing import TYPE_CHECKING, Any

from elagage.figures.scene.png import make_package_error
from elagage.figures.scene.shapes import Curve, Disc, Line, Point, Polygon, Rect, Scene, Shape, Style, Text
from elagage.figures.scene.text_metrics import (
    FONT_FILES,
    arrow_head,
    clean_text,
    corner,
    fit_scene,
    font_name,
    font_runs,
    load_widths,
    text_width,
)

if TYPE_CHECKING:
    from fpdf import FPDF
    from fpdf.drawing import PaintedPath

__all__ = ["scenes_pdf"]

DATE = datetime(2000, 1, 1, tzinfo=UTC)
ROUND = 0.5522847498
"""Where the handles of a curve are that follows a quarter of a circle of radius 1."""


def scenes_pdf(scenes: Sequence[Scene], *, title: str, lang: str) -> bytes:
    """The document, with its title and its language for those who have it read aloud."""
    try:
        from fpdf import FPDF, ViewerPreferences
    except ImportError:
        raise make_package_error() from None
    pdf = FPDF(unit="pt")
    pdf.set_auto_page_break(False)
    pdf.set_margin(0)
    pdf.set_creation_date(DATE)
    pdf.set_title(clean_text(title))
    pdf.set_lang(lang)
    pdf.set_creator("Élagage")
    pdf.viewer_preferences = ViewerPreferences(display_doc_title=True)
    writer = Writer(pdf)
    for scene in map(fit_scene, scenes):
        pdf.add_page(format=(scene.width, scene.height))
        for is_text, run in groupby(scene.shapes, lambda shape: isinstance(shape, Text)):
            if is_text:
                writer.texts(run)
            else:
                writer.paths(run)
    return bytes(pdf.output())


class Writer:
    """Paints shapes on the page at hand."""

    def __init__(self, pdf: FPDF) -> None:
        from fpdf.drawing import PaintedPath

        self.pdf = pdf
        self.new_path = PaintedPath
        self.fonts: set[str] = set()
        self.outlines: dict[type[Shape], Callable[[Any, PaintedPath], None]] = {
            Rect: outline_rect, Disc: outline_disc, Polygon: outline_polygon,
        }  # fmt: skip

    def paths(self, shapes: Iterable[Shape]) -> None:
        """Shapes other than texts; opaque lines that follow each other and are painted alike are one path,
        which is faster.
        """
        with self.pdf.drawing_context() as context:
            lines: PaintedPath | None = None
            style = None
            for shape in shapes:
                simple = isinstance(shape, Line) and not shape.arrow and shape.style.opacity >= 1
                if isinstance(shape, Line) and simple and lines is not None and shape.style == style:
                    join(lines, shape.points)
                    continue
                for path in self.draw_shape(shape):
                    context.add_item(path, False)
                lines, style = (path, shape.style) if simple else (None, None)

    def draw_shape(self, shape: Shape) -> Iterable[PaintedPath]:
        """A shape as paths: one, or two if it has an arrow's head."""
        style = shape.style
        if not isinstance(shape, Line | Curve):
            path = self.path(style, style.fill, style.stroke)
            self.outlines[type(shape)](shape, path)
            yield path
            return
        points = shape.points if isinstance(shape, Line) else (shape.start, shape.first, shape.second, shape.end)
        head: tuple[Point, ...] = ()
        if shape.arrow and len(points) > 1:
            points, head = arrow_head(points, style.width)
        path = self.path(style, "", style.stroke)
        path.style.auto_close = False
        if isinstance(shape, Curve):
            path.move_to(*points[0])
            path.curve_to(*points[1], *points[2], *points[3])
        else:
            join(path, points)
        yield path
        if head and style.stroke:
            path = self.path(style, style.stroke, "")
            join(path, head)
            path.close()
            yield path

    def path(self, style: Style, fill: str, stroke: str) -> PaintedPath:
        """A path without points, to be painted in a style."""
        path = self.new_path()
        dress = path.style
        dress.fill_color = fill or None
        dress.stroke_color = stroke if stroke and style.width > 0 else None
        dress.stroke_width = style.width
        dress.stroke_join_style = "round"
        dress.stroke_cap_style = "butt" if style.dash else "round"
        dress.stroke_dash_pattern = style.dash or None
        if style.opacity < 1:
            dress.fill_opacity = dress.stroke_opacity = max(style.opacity, 0.0)
        return path

    def texts(self, shapes: Iterable[Any]) -> None:
        for shape in shapes:
            if not shape.style.fill or not shape.text:
                continue
            if shape.style.opacity < 1:
                with self.pdf.local_context(fill_opacity=max(shape.style.opacity, 0.0)):
                    self.text(shape)
            else:
                self.text(shape)

    def text(self, shape: Text) -> None:
        """A line of text, in pieces if no font has all of its letters."""
        words = clean_text(shape.text)
        x = shape.x
        if shape.anchor != "start":
            wide = text_width(words, shape.size, shape.bold, shape.italic, shape.mono)
            x -= wide if shape.anchor == "end" else wide / 2
        self.pdf.set_text_color(shape.style.fill)
        for font, run in font_runs(words, font_name(shape.bold, shape.italic, shape.mono)):
            if font not in self.fonts:
                self.pdf.add_font(font, fname=FONT_FILES[font])
                self.fonts.add(font)
            self.pdf.set_font(font, size=shape.size)
            held = load_widths(font).own
            shown = "".join(letter if letter in held else "\ufffd" for letter in run)
            self.pdf.text(x, shape.y, shown)
            x += text_width(run, shape.size, font == "bold", font == "italic", font == "mono")


def outline_rect(shape: Rect, path: PaintedPath) -> None:
    path.rectangle(shape.x, shape.y, shape.width, shape.height, corner(shape), corner(shape))


def outline_disc(shape: Disc, path: PaintedPath) -> None:
    """The outline of a circle: four curves."""
    x, y, out, handle = shape.x, shape.y, shape.radius, shape.radius * ROUND
    path.move_to(x + out, y)
    path.curve_to(x + out, y + handle, x + handle, y + out, x, y + out)
    path.curve_to(x - handle, y + out, x - out, y + handle, x - out, y)
    path.curve_to(x - out, y - handle, x - handle, y - out, x, y - out)
    path.curve_to(x + handle, y - out, x + out, y - handle, x + out, y)
    path.close()


def outline_polygon(shape: Polygon, path: PaintedPath) -> None:
    join(path, shape.points)
    path.close()


def join(path: PaintedPath, points: Sequence[Point]) -> None:
    for number, point in enumerate(points):
        if number:
            path.line_to(*point)
        else:
            path.move_to(*point)
