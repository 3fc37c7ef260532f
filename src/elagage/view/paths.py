"""Drawings of path searches on grids: walls, what was explored and in which order, and the path."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

__all__ = ["grid_svg"]

CELL = 20
WALL, FREE, LINE = "#3d4551", "#ffffff", "#d5dae1"
EARLY, LATE = (207, 232, 247), (62, 139, 192)
"""What was explored first and last."""
PATH, START, GOAL = "#b54708", "#1a7f37", "#b54708"


def grid_svg(
    rows: Sequence[Sequence[str]],
    path: Sequence[tuple[int, int]],
    explored: Sequence[tuple[int, int]],
    title: str,
) -> str:
    """A grid as SVG. ``rows`` are characters (``#`` is a wall, S the start, G the goal), the rest columns and rows from 0.

    Cells that were explored are the darker the later they were, and the path is a line with round ends, so that nothing is told by colour alone.
    """
    width, height = len(rows[0]) * CELL, len(rows) * CELL
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width + 2} {height + 2}" width="{width + 2}" height="{height + 2}" '
        f'role="img" font-family="DejaVu Sans, Arial, sans-serif" font-size="{CELL * 3 // 5}" text-anchor="middle">',
        f"<title>{escape(title)}</title>",
        f'<rect width="{width + 2}" height="{height + 2}" fill="{FREE}"/>',
        '<g transform="translate(1 1)">',
    ]
    order = {cell: number for number, cell in enumerate(dict.fromkeys(explored))}
    for y, row in enumerate(rows):
        for x, character in enumerate(row):
            colour = WALL if character == "#" else shade(order[x, y], len(order)) if (x, y) in order else FREE
            parts.append(
                f'<rect x="{x * CELL}" y="{y * CELL}" width="{CELL}" height="{CELL}" fill="{colour}" stroke="{LINE}"/>'
            )
            if character.isdigit():
                parts.append(f'<text x="{middle(x)}" y="{middle(y) + CELL // 5}" fill="#57606a">{character}</text>')
    if path:
        points = " ".join(f"{middle(x)},{middle(y)}" for x, y in path)
        parts.append(
            f'<polyline points="{points}" fill="none" stroke="{PATH}" stroke-width="4" stroke-linecap="round" stroke-linejoin="round"/>'
        )
    for y, row in enumerate(rows):
        for x, character in enumerate(row):
            if character in "SG":
                colour = START if character == "S" else GOAL
                parts.append(f'<circle cx="{middle(x)}" cy="{middle(y)}" r="{CELL * 9 // 20}" fill="{colour}"/>')
                parts.append(
                    f'<text x="{middle(x)}" y="{middle(y) + CELL // 5}" fill="#ffffff" font-weight="bold">{character}</text>'
                )
    return "\n".join([*parts, "</g>", "</svg>", ""])


def middle(number: int) -> int:
    """The middle of a column or row."""
    return number * CELL + CELL // 2


def shade(number: int, count: int) -> str:
    """From light to dark, by the order of exploration."""
    share = number / max(1, count - 1)
    return "#" + "".join(
        f"{round(early + (late - early) * share):02x}" for early, late in zip(EARLY, LATE, strict=True)
    )
