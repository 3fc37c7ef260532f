"""Plots of what the arena measures: ratings with error bars, the course of a sequential test,
and scores as bars with intervals.

Everything is told by place, form and words, so that it can be read in grey. An interval that has no end goes to the
edge of the plot as an arrow.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from elagage.errors import LimitsError
from elagage.figures.scene.shapes import INK, Disc, Line, Polygon, Rect, Scene, Style, Text
from elagage.figures.scene.text_metrics import clean_text, text_width
from elagage.i18n import _

__all__ = ["Measured", "Row", "llr_plot", "rating_plot", "score_plot", "ticks"]

Point = tuple[float, float]

WIDTH = 600.0
MARGIN = 14.0
ROW = 22.0
LABEL, SMALL, TITLE = 11.0, 10.0, 13.0
LONGEST = 170.0
"""Points of a name."""
TALL = 220.0
"""The height of the course of a test."""
MOST_ROWS = 500
GRID, AXIS, QUIET, BAR, BEYOND = "#d5dae1", "#57606a", "#57606a", "#c3ccd6", "#e9edf2"
INFINITE = 1e6
"""What is drawn as if it had no end."""
SMALLEST = 1e-9
"""A range that is smaller is drawn as one number."""


class Row(Protocol):
    """What a plot shows of a player: a name, a value and its interval, such as ``Rating`` and ``Measured``."""

    @property
    def name(self) -> str:
        """Who is measured."""

    @property
    def value(self) -> float:
        """The best guess."""

    @property
    def low(self) -> float:
        """Where the interval begins."""

    @property
    def high(self) -> float:
        """Where it ends."""


class Measured(NamedTuple):
    """A name, a value and its interval."""

    name: str
    value: float
    low: float
    high: float


@dataclass(frozen=True)
class Axis:
    """Values from ``least`` to ``most`` on points from ``start`` to ``end``; beyond them stands what is nearest."""

    least: float
    most: float
    start: float
    end: float

    def at(self, value: float) -> float:
        kept = min(max(value, self.least), self.most)
        return self.start + (kept - self.least) / (self.most - self.least) * (self.end - self.start)


def ticks(least: float, most: float, count: int = 6) -> list[float]:
    """Round numbers that cover a range, at most ``count`` steps of 1, 2 or 5 times a power of ten.

    >>> ticks(-130, 214)
    [-200.0, -100.0, 0.0, 100.0, 200.0, 300.0]
    """
    if most - least < SMALLEST:
        least, most = least - 0.5, most + 0.5
    power = 10.0 ** math.floor(math.log10((most - least) / count))
    for factor in (1, 2, 5, 10, 20, 50):
        step = power * factor
        first, last = math.floor(least / step + 1e-9), math.ceil(most / step - 1e-9)
        if last - first <= count:
            break
    digits = max(0, -math.floor(math.log10(step) + 1e-9))
    return [round(number * step, digits) + 0.0 for number in range(first, last + 1)]


def rating_plot(rows: Sequence[Row], title: str, unit: str = "Elo") -> Scene:
    """Players from the best to the worst, each with a dot at its rating and a bar over its interval;
    the numbers stand at the right.
    """
    ordered = sorted(rows, key=lambda row: (-row.value, row.name))
    ends = [end for row in ordered for end in (row.value, row.low, row.high) if abs(end) < INFINITE]
    marks = ticks(min([*ends, 0.0]), max([*ends, 0.0]))
    step = marks[1] - marks[0]
    digits = 0 if step >= 5 else 1 if step >= 1 else 3
    words = [interval_words(*(format_signed(end, digits) for end in (row.value, row.low, row.high))) for row in ordered]
    scene, axis, top, bottom = rows_frame(ordered, words, title, marks, [format_signed(mark) for mark in marks], unit)
    zero = axis.at(0.0)
    scene.add(Line(((zero, top), (zero, bottom)), style=Style(stroke=AXIS, width=1.2)))
    for place, row in enumerate(ordered):
        y = top + (place + 0.5) * ROW
        draw_interval(scene, axis, row, y, 1.6)
        if abs(row.value) < INFINITE:
            scene.add(Disc(axis.at(row.value), y, 4.0, style=Style(fill=INK, stroke="#ffffff"), hint=row.name))
    return scene


def score_plot(rows: Sequence[Row], title: str, unit: str = "") -> Scene:
    """Scores from 0 to 1 as bars from the best to the worst, with their intervals; a dashed line stands at one half."""
    ordered = sorted(rows, key=lambda row: (-row.value, row.name))
    if any(not 0 <= row.value <= 1 for row in ordered):
        raise LimitsError("Scores lie between 0 and 1.")
    marks = [number / 5 for number in range(6)]
    words = [interval_words(percent(row.value), percent(row.low), percent(row.high)) for row in ordered]
    scene, axis, top, bottom = rows_frame(
        ordered, words, title, marks, [f"{round(mark * 100)}" for mark in marks], unit or _("score in %")
    )
    for place, row in enumerate(ordered):
        y = top + (place + 0.5) * ROW
        bar = Style(fill=BAR, stroke=AXIS, width=0.8)
        scene.add(Rect(axis.start, y - 7, axis.at(row.value) - axis.start, 14.0, style=bar, hint=row.name))
    half = axis.at(0.5)
    scene.add(Line(((half, top), (half, bottom)), style=Style(stroke=AXIS, width=1.2, dash=(4.0, 3.0))))
    for place, row in enumerate(ordered):
        draw_interval(scene, axis, row, top + (place + 0.5) * ROW, 1.6)
    return scene


def llr_plot(series: Sequence[float] | Sequence[Point], lower: float, upper: float, title: str) -> Scene:
    """The course of a test's LLR between its two bounds.

    ``series`` holds the LLR after each pair of games, or points (games, LLR).
    """
    if not lower < upper:
        raise LimitsError("The lower bound of a test lies below its upper bound.")
    points = thin_points(
        [entry if isinstance(entry, tuple) else (2.0 * (n + 1), entry) for n, entry in enumerate(series)]
    )
    heights = [lower, upper, 0.0, *(llr for _games, llr in points if abs(llr) < INFINITE)]
    slack = 0.12 * (max(heights) - min(heights))
    marks = ticks(min(heights), max(heights))
    words = [format_short(mark) for mark in marks]
    left = MARGIN + 16 + max(text_width(word, SMALL) for word in words)
    lines = title_lines(title)
    top = MARGIN + 14 + 18 * len(lines)
    bounds = [_("H1 accepted: {bound}"), _("H0 accepted: {bound}")]
    scene = Scene(WIDTH, top + TALL + 48, title)
    add_title(scene, lines)
    up = Axis(min(heights) - slack, max(heights) + slack, top + TALL, top)
    across = ticks(0.0, max([games for games, _llr in points] or [10.0]))
    along = Axis(0.0, across[-1], left, WIDTH - MARGIN - 14)
    scene.add(
        Rect(left, top, along.end - left, up.at(upper) - top, style=Style(fill=BEYOND, stroke="")),
        Rect(left, up.at(lower), along.end - left, up.start - up.at(lower), style=Style(fill=BEYOND, stroke="")),
    )
    for mark, word in zip(marks, words, strict=True):
        if up.least <= mark <= up.most:
            y = up.at(mark)
            scene.add(Line(((left, y), (along.end, y)), style=Style(stroke=AXIS if not mark else GRID, width=0.8)))
            scene.add(Text(left - 6, y + 3.5, word, SMALL, "end"))
    add_bottom(scene, along, up.start, across, [format_short(mark) for mark in across], _("games"))
    scene.add(Text(MARGIN, top - 6, "LLR", SMALL, "start", style=Style(fill=QUIET, stroke="")))
    for bound, sentence, shift in ((upper, bounds[0], -5.0), (lower, bounds[1], 12.0)):
        y = up.at(bound)
        scene.add(Line(((left, y), (along.end, y)), style=Style(width=1.4, dash=(6.0, 3.0))))
        scene.add(Text(left + 8, y + shift, sentence.format(bound=format_short(round(bound, 2))), SMALL, "start"))
    course = tuple((along.at(games), up.at(llr)) for games, llr in points)
    if course:
        scene.add(Line(((along.start, up.at(0.0)), *course), style=Style(width=1.6), id="course"))
        scene.add(Disc(*course[-1], 3.5, style=Style(fill=INK, stroke="#ffffff")))
    return scene


def thin_points(points: list[Point]) -> list[Point]:
    """No more points than can be told apart: of each stretch the first, the lowest, the highest and the last one."""
    size = max(1, math.ceil(len(points) / 400))
    if size <= 4:
        return points
    kept = []
    for start in range(0, len(points), size):
        part = points[start : start + size]
        ends = {part[0], min(part, key=lambda point: point[1]), max(part, key=lambda point: point[1]), part[-1]}
        kept += sorted(ends)
    return kept


def rows_frame(
    rows: Sequence[Row], words: Sequence[str], title: str, marks: Sequence[float], labels: Sequence[str], unit: str
) -> tuple[Scene, Axis, float, float]:
    """A plot with a row for each name, its axis, and where the rows begin and end."""
    if len(rows) > MOST_ROWS:
        raise LimitsError("A plot can't show more than {most} rows, and there are {n}.", most=MOST_ROWS, n=len(rows))
    names = [clip_name(row.name) for row in rows]
    left = MARGIN + 12 + max([text_width(name, LABEL) for name in names] or [0.0])
    right = WIDTH - MARGIN - 14 - max([text_width(word, SMALL) for word in words] or [0.0])
    lines = title_lines(title)
    top = MARGIN + 18 * len(lines)
    bottom = top + max(1, len(rows)) * ROW
    scene = Scene(WIDTH, bottom + 48, title)
    add_title(scene, lines)
    axis = Axis(marks[0], marks[-1], left, right)
    for place in range(0, len(rows), 2):
        band = Style(fill="#f5f7f9", stroke="")
        scene.add(Rect(MARGIN, top + place * ROW, WIDTH - 2 * MARGIN, ROW, style=band))
    for mark in marks:
        scene.add(Line(((axis.at(mark), top), (axis.at(mark), bottom)), style=Style(stroke=GRID, width=0.8)))
    add_bottom(scene, axis, bottom, marks, labels, unit)
    for place, (row, name, word) in enumerate(zip(rows, names, words, strict=True)):
        y = top + (place + 0.5) * ROW + 4
        scene.add(Text(left - 10, y, name, LABEL, "end", hint=row.name if name != row.name else ""))
        scene.add(Text(WIDTH - MARGIN - 4, y, word, SMALL, "end"))
    return scene, axis, top, bottom


def add_bottom(scene: Scene, axis: Axis, y: float, marks: Sequence[float], words: Sequence[str], unit: str) -> None:
    """An axis at the bottom; words that would come too near to the one before are left out."""
    scene.add(Line(((axis.start, y), (axis.end, y)), style=Style(stroke=AXIS)))
    free = -math.inf
    for mark, word in zip(marks, words, strict=True):
        x, half = axis.at(mark), text_width(word, SMALL) / 2
        scene.add(Line(((x, y), (x, y + 4)), style=Style(stroke=AXIS)))
        if x - half >= free and x + half <= scene.width:
            scene.add(Text(x, y + 16, word, SMALL))
            free = x + half + 6
    scene.add(Text((axis.start + axis.end) / 2, y + 34, unit, SMALL, style=Style(fill=QUIET, stroke="")))


def draw_interval(scene: Scene, axis: Axis, row: Row, y: float, width: float) -> None:
    """A bar over an interval: a cap at each end, or an arrow where there is no end."""
    style = Style(width=width)
    low, high = axis.at(row.low), axis.at(row.high)
    scene.add(Line(((low, y), (high, y)), style=style))
    for x, end, away in ((low, row.low, -1.0), (high, row.high, 1.0)):
        if abs(end) < INFINITE:
            scene.add(Line(((x, y - 4), (x, y + 4)), style=style))
        else:
            tip = ((x + 2 * away, y), (x - 6 * away, y - 4), (x - 6 * away, y + 4))
            scene.add(Polygon(tip, style=Style(fill=INK, stroke="")))


def add_title(scene: Scene, lines: Sequence[str]) -> None:
    for number, line in enumerate(lines):
        scene.add(Text(MARGIN, MARGIN + 8 + 18 * number, line, TITLE, "start", bold=True))


def title_lines(title: str) -> list[str]:
    lines: list[str] = []
    for word in clean_text(title).split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and text_width(longer, TITLE, bold=True) <= WIDTH - 2 * MARGIN:
            lines[-1] = longer
        else:
            lines.append(clip_name(word, WIDTH - 2 * MARGIN, TITLE, True))
    return lines


def clip_name(name: str, longest: float = LONGEST, size: float = LABEL, bold: bool = False) -> str:
    """A name that is no wider than that."""
    name = clean_text(name)
    if text_width(name, size, bold) <= longest:
        return name
    while name and text_width(name + "…", size, bold) > longest:
        name = name[:-1]
    return name.rstrip() + "…"


def format_short(value: float) -> str:
    """A number with a true minus sign, and no more digits than it has."""
    if math.isinf(value):
        return "∞" if value > 0 else "−∞"
    text = f"{value:.10f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text.replace("-", "−")


def format_signed(value: float, digits: int = 9) -> str:
    """A difference with its sign, rounded to so many digits."""
    text = format_short(value if math.isinf(value) else round(value, digits))
    return text if text == "0" or value < 0 else f"+{text}"


def percent(value: float) -> str:
    return f"{100 * value:.1f}"


def interval_words(value: str, low: str, high: str) -> str:
    return f"{value}  [{low}; {high}]"
