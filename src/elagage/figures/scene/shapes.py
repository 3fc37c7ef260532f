"""A picture as a list of shapes. Figures are made once as a scene, and then written as SVG, PNG, PDF or TikZ.

Lengths are in points, x goes right and y goes down. A shape may have a name (``id``), by which a page that is stepped
through finds it, and a ``hint``, which a reader sees under the pointer. Colours are ``#rrggbb``, or empty for none.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import ClassVar, Literal

from elagage.lazy import Shown

__all__ = ["Curve", "Disc", "Line", "Polygon", "Rect", "Scene", "Shape", "Style", "Text"]

Point = tuple[float, float]
INK = "#222222"


@dataclass(frozen=True)
class Style:
    """How a shape is painted: ``dash`` holds the lengths of strokes and gaps, ``opacity`` goes from 0 to 1."""

    fill: str = ""
    stroke: str = INK
    width: float = 1.0
    dash: tuple[float, ...] = ()
    opacity: float = 1.0


@dataclass(frozen=True, kw_only=True)
class Shape:
    """What all shapes have."""

    style: Style = Style()
    id: str = ""
    hint: str = ""


@dataclass(frozen=True)
class Rect(Shape):
    """A rectangle by its upper left corner, with corners rounded by ``radius``."""

    x: float
    y: float
    width: float
    height: float
    radius: float = 0.0


@dataclass(frozen=True)
class Disc(Shape):
    """A circle."""

    x: float
    y: float
    radius: float


@dataclass(frozen=True)
class Line(Shape):
    """Straight strokes from point to point, with round ends; with ``arrow``, a head at the end."""

    points: tuple[Point, ...]
    arrow: bool = False


@dataclass(frozen=True)
class Polygon(Shape):
    """A closed shape with straight sides."""

    points: tuple[Point, ...]


@dataclass(frozen=True)
class Curve(Shape):
    """A cubic Bézier curve: where it starts, its two handles, where it ends."""

    start: Point
    first: Point
    second: Point
    end: Point
    arrow: bool = False


@dataclass(frozen=True)
class Text(Shape):
    """One line of text; ``y`` is its base line, and its colour is the style's fill."""

    x: float
    y: float
    text: str
    size: float = 10.0
    anchor: Literal["start", "middle", "end"] = "middle"
    bold: bool = False
    italic: bool = False
    mono: bool = False
    style: Style = field(default=Style(fill=INK, stroke=""), kw_only=True)


@dataclass
class Scene(Shown):
    """Shapes in the order in which they are painted, on white; ``title`` and ``description`` say what is seen."""

    _drawer: ClassVar[str] = "draw_scene"

    width: float
    height: float
    title: str = ""
    shapes: list[Shape] = field(default_factory=list)
    description: str = ""

    def add(self, *shapes: Shape) -> None:
        """Paint shapes over what is there."""
        self.shapes.extend(shapes)

    def place(self, other: Scene, x: float, y: float, scale: float = 1.0, prefix: str = "") -> None:
        """Paint another scene with its corner at a point; its shapes' names begin with ``prefix``."""
        self.shapes.extend(move_shapes(other.shapes, x, y, scale, prefix))


def move_shapes(shapes: Iterable[Shape], x: float, y: float, scale: float = 1.0, prefix: str = "") -> Iterator[Shape]:
    def at(point: Point) -> Point:
        return x + point[0] * scale, y + point[1] * scale

    for shape in shapes:
        style = replace(
            shape.style, width=shape.style.width * scale, dash=tuple(length * scale for length in shape.style.dash)
        )
        named = replace(shape, style=style, id=prefix + shape.id if shape.id else "")
        match named:
            case Rect():
                left, top = at((named.x, named.y))
                yield replace(
                    named, x=left, y=top, width=named.width * scale, height=named.height * scale,
                    radius=named.radius * scale,
                )  # fmt: skip
            case Disc():
                left, top = at((named.x, named.y))
                yield replace(named, x=left, y=top, radius=named.radius * scale)
            case Line() | Polygon():
                yield replace(named, points=tuple(at(point) for point in named.points))
            case Curve():
                yield replace(
                    named, start=at(named.start), first=at(named.first), second=at(named.second), end=at(named.end)
                )
            case Text():
                left, top = at((named.x, named.y))
                yield replace(named, x=left, y=top, size=named.size * scale)
