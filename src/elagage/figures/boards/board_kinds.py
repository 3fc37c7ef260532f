"""Boards that are no boards of squares: dominoes, points, boxes, piles, pits, the nodes of a tree, and plain text."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from typing import Any

from elagage.figures.boards.board_labels import EMPTY
from elagage.figures.boards.board_pieces import MARK, fit_text, side_colours, tint
from elagage.figures.boards.board_sheet import CELL, EDGE, GREY, Position, Sheet
from elagage.figures.scene.shapes import INK, Disc, Line, Polygon, Rect, Scene, Shape, Style, Text
from elagage.figures.scene.text_metrics import ASCENT, text_width
from elagage.game import Game
from elagage.games.spoken import read_sides, read_tally
from elagage.result import MAX, format_number

__all__ = ["box_owners", "boxes", "dominoes", "node", "piles", "pits", "points", "text"]

Cell = tuple[int, int]
TALLEST = 15
"""Matches above each other."""
MOST_MATCHES = 60
"""Of a pile, as many are drawn; its number says how many there are."""
MOST_SEEDS = 14
MOST_BRANCHES = 24
GOLDEN_ANGLE = math.pi * (3 - math.sqrt(5))


def dominoes(position: Position) -> Scene:
    """Dominoes: where a board leaves no doubt how they lie, else the squares that are taken."""
    sheet = Sheet(position)
    for row, cells in enumerate(position.board.rows):
        for column in range(len(cells)):
            sheet.square(row, column, Style(fill="#f7f4ec", stroke="#a8a08c", width=0.7))
    sheet.frame(Style(width=1.2))
    taken = {
        (row, column)
        for row, cells in enumerate(position.board.rows)
        for column, cell in enumerate(cells)
        if cell not in EMPTY
    }
    for first, second in certain_pairs(taken):
        (x, y), (to_x, to_y) = sheet.centre(*first), sheet.centre(*second)
        upright = first[1] == second[1]
        fill, ink = ("#0b4f7d", "#ffffff") if upright else ("#f2b48a", INK)
        left, top, half = x - 0.4 * CELL, y - 0.4 * CELL, 0.8 * CELL
        sheet.scene.add(
            Rect(left, top, to_x - x + half, to_y - y + half, 5.0, style=Style(fill=fill, width=1.0)),
            Disc(x, y, 2.6, style=Style(fill=ink, stroke="")),
            Disc(to_x, to_y, 2.6, style=Style(fill=ink, stroke="")),
        )
        taken -= {first, second}
    for row, column in sorted(taken):
        x, y = sheet.centre(row, column)
        right = 0.3 * CELL if (row, column + 1) in taken else 0.0
        down = 0.3 * CELL if (row + 1, column) in taken else 0.0
        half = 0.4 * CELL
        for wide, tall in ((right, 0.0), (0.0, down)):
            block = Rect(x - half, y - half, 2 * half + wide, 2 * half + tall, style=Style(fill="#8c8c8c", stroke=""))
            sheet.scene.add(block)
        if {(row, column + 1), (row + 1, column), (row + 1, column + 1)} <= taken:
            sheet.scene.add(Rect(x, y, CELL, CELL, style=Style(fill="#8c8c8c", stroke="")))
    sheet.mark()
    return sheet.scene


def certain_pairs(taken: set[Cell]) -> Iterator[tuple[Cell, Cell]]:
    """The dominoes that must lie there, whatever was played: a square with one neighbour left shares a domino with it.

    >>> list(certain_pairs({(0, 0), (0, 1), (0, 2), (0, 3)}))
    [((0, 0), (0, 1)), ((0, 2), (0, 3))]
    """
    left = set(taken)
    waiting = sorted(left, reverse=True)
    while waiting:
        row, column = cell = waiting.pop()
        around = [(row, column - 1), (row - 1, column), (row, column + 1), (row + 1, column)]
        beside = [other for other in around if other in left]
        if cell not in left or len(beside) != 1:
            continue
        left -= {cell, beside[0]}
        yield min(cell, beside[0]), max(cell, beside[0])
        row, column = beside[0]
        waiting += [(row + 1, column), (row, column + 1), (row - 1, column), (row, column - 1)]


def points(position: Position) -> Scene:
    """Points joined by lines, on which men stand; ``crossed points`` have diagonals through every second one."""
    pitch = 44.0
    sheet = Sheet(position, pitch, pitch)
    board = position.board
    crossed = position.game.board_kind.startswith("crossed")
    line = Style(stroke="#6b5a3a", width=1.4)
    sheet.frame(Style(fill="#f6ecd9", stroke="#c9b58f", width=1.0))
    for row, cells in enumerate(board.rows):
        for column in range(len(cells)):
            here = (row + 0.5, column + 0.5)
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                inside = row + down < len(board.rows) and 0 <= column + right < len(board.rows[row + down])
                if inside and (down * right == 0 or (crossed and (row + column) % 2 == 0)):
                    sheet.segment(here, (here[0] + down, here[1] + right), line)
    for row, cells in enumerate(board.rows):
        for column in range(len(cells)):
            x, y = sheet.centre(row, column)
            name = board.name(row, column)
            dot = Style(fill="#6b5a3a", stroke="")
            sheet.scene.add(Disc(x, y, 3.4, style=dot, id=f"q{row}-{column}", hint=name))
    sheet.pieces(0.66)
    sheet.mark(15.0)
    sheet.mark_won()
    return sheet.scene


def boxes(position: Position) -> Scene:
    """Dots, the edges between them, and the boxes that are closed; a box has its owner's letter and colour where that
    is known: it is told, or only one player has any.
    """
    pitch = 20.0
    sheet = Sheet(position, pitch, pitch)
    rows = position.board.rows
    all_closed = closed_boxes(rows)
    sole, marks = sole_owner(position), position.game.players
    tints = [tint(colour) for colour in side_colours(position.game)]
    for row in range(1, len(rows), 2):
        for column in range(1, len(rows[row]), 2):
            x, y = sheet.centre(row, column)
            closed = (row, column) in all_closed
            owner = position.owners.get((row, column), sole) if closed else None
            colour = tints[owner] if owner is not None else "#d9e6f0" if closed else "#ffffff"
            fill = Style(fill=colour, stroke="")
            box = Rect(x - pitch, y - pitch, 2 * pitch, 2 * pitch, style=fill, id=f"q{row}-{column}")
            sheet.scene.add(box)
            if owner is not None:
                sheet.scene.add(fit_text(marks[owner], x, y, 1.4 * pitch, 0.8 * pitch, bold=True))
    for drawn in (False, True):
        for row, cells in enumerate(rows):
            for column, cell in enumerate(cells):
                if (row + column) % 2 == 0 or (cell not in EMPTY) != drawn:
                    continue
                x, y = sheet.centre(row, column)
                across, down = (pitch, 0.0) if row % 2 == 0 else (0.0, pitch)
                newest = (row, column) == position.last
                style = Style(stroke=MARK if newest else INK, width=4.0 if newest else 2.6)
                style = style if drawn else Style(stroke="#9a9a9a", width=0.8, dash=(1.0, 3.0))
                ends = ((x - across, y - down), (x + across, y + down))
                name = position.board.name(row, column)
                sheet.scene.add(Line(ends, style=style, id=f"q{row}-{column}", hint=name))
    for row in range(0, len(rows), 2):
        for column in range(0, len(rows[row]), 2):
            x, y = sheet.centre(row, column)
            sheet.scene.add(Disc(x, y, 3.2, style=Style(fill=INK, stroke=""), id=f"q{row}-{column}"))
    return sheet.scene


def sole_owner(position: Position) -> int | None:
    """The player who has all the closed boxes, as the game counts them; None if both have some, or it doesn't."""
    counted = read_tally(position.game, position.state)
    owners = [player for player, count in enumerate(counted or ()) if count]
    return owners[0] if len(owners) == 1 else None


def box_owners(game: Game[Any, Any], states: Sequence[Any]) -> dict[Cell, int]:
    """Who closed which box in the course of a game; those that were closed when it began are nobody's."""
    owners: dict[Cell, int] = {}
    before: set[Cell] | None = None
    for number, state in enumerate(states):
        now = closed_boxes(game.grid(state))
        if before is not None:
            owners |= dict.fromkeys(now - before, game.player(states[number - 1]))
        before = now
    return owners


def closed_boxes(rows: Sequence[Sequence[str]]) -> set[Cell]:
    """The boxes with all four edges, in a grid of dots, edges and boxes."""
    return {
        (row, column)
        for row in range(1, len(rows) - 1, 2)
        for column in range(1, len(rows[row]) - 1, 2)
        if all(
            edge not in EMPTY
            for edge in (rows[row - 1][column], rows[row + 1][column], rows[row][column - 1], rows[row][column + 1])
        )
    }


def piles(position: Position) -> Scene:
    """Piles of matches: each row of the grid is one, drawn from the bottom up."""
    rows = position.board.rows
    names = pile_names(position)
    shown = [min(len(pile), MOST_MATCHES) for pile in rows]
    stick, step, gap = 24.0, 7.0, 14.0
    tall = min(max(*shown, 1, 1), TALLEST) * step
    widths = [max(1, math.ceil(count / TALLEST)) * (stick + 4.0) - 4.0 for count in shown]
    ground = EDGE + 4.0 + tall
    foot = 30.0 if position.labels and any(names) else 16.0
    scene = Scene(2 * EDGE + sum(widths) + gap * (len(rows) - 1), ground + foot + EDGE, position.title)
    left = EDGE
    for number, (pile, count, wide) in enumerate(zip(rows, shown, widths, strict=True)):
        for match in range(count):
            stack, level = divmod(match, TALLEST)
            x, y = left + stack * (stick + 4.0), ground - (level + 0.5) * step
            wood = Style(fill="#ecd3a2", stroke="#8a6a33", width=0.6)
            scene.add(Rect(x, y - 1.5, stick - 1.0, 3.0, 1.0, style=wood, id=f"q{number}-{match}"))
            scene.add(Disc(x + stick - 2.6, y, 2.6, style=Style(fill="#8f1d1a", stroke="")))
        scene.add(Line(((left, ground + 1.5), (left + wide, ground + 1.5)), style=Style(stroke="#888888", width=1.2)))
        middle = left + wide / 2
        scene.add(Text(middle, ground + 14.0, str(len(pile)), 11.0, bold=True))
        if position.labels and names[number]:
            grey = Style(fill=GREY, stroke="")
            scene.add(Text(middle, ground + 27.5, names[number], 9.0, style=grey))
        left += wide + gap
    return scene


def pile_names(position: Position) -> list[str]:
    """What the game's text calls the piles: the first words of its lines, if there is a line for each."""
    lines = [line.split() for line in position.game.text(position.state).split("\n") if line.strip()]
    count = len(position.board.rows)
    if len(lines) != count or any(set(line[0]) <= {"|"} for line in lines):
        return [""] * count
    return [line[0] for line in lines]


def pits(position: Position) -> Scene:
    """Two rows of pits between two stores, the seeds in them, and how many they are."""
    upper, lower = position.board.rows[0], position.board.rows[-1]
    count = len(upper) - 2
    radius, pitch, store = 17.0, 42.0, 44.0
    margin = 16.0 if position.labels else 2.0
    inner_top = EDGE + margin
    scene = Scene(2 * EDGE + 2 * store + count * pitch + 16.0, 2 * (EDGE + margin) + 116.0, position.title)
    wood = Style(fill="#ead7b5", stroke="#7d6238", width=1.2)
    scene.add(Rect(EDGE, inner_top, scene.width - 2 * EDGE, 116.0, 14.0, style=wood))
    hollow = Style(fill="#cdb180", stroke="#7d6238", width=0.9)
    names = [line.split() for line in position.game.text(position.state).split("\n")]
    named = position.labels and len(names[0]) == len(names[-1]) == count
    grey = Style(fill=GREY, stroke="")
    for row, cells in enumerate((upper, lower)):
        y = inner_top + (27.0 if row == 0 else 89.0)
        for column in range(1, count + 1):
            x = EDGE + store + 8.0 + (column - 0.5) * pitch
            name = names[0 if row == 0 else -1][column - 1] if named else ""
            scene.add(Disc(x, y, radius, style=hollow, id=f"q{row}-{column}", hint=name))
            scene.add(*seeds(cells[column], x, y, radius - 4.0))
            scene.add(Text(x, inner_top + (54.5 if row == 0 else 69.0), cells[column], 10.0, bold=True))
            if named:
                label = inner_top - 5.0 if row == 0 else inner_top + 116.0 + 12.0
                scene.add(Text(x, label, name, 9.0, style=grey))
        column = 0 if row == 0 else len(cells) - 1
        x = EDGE + 4.0 + store / 2 if row == 0 else scene.width - EDGE - 4.0 - store / 2
        place = Rect(x - 16.0, inner_top + 10.0, 32.0, 96.0, 16.0, style=hollow, id=f"q{row}-{column}")
        scene.add(place, *seeds(cells[column], x, inner_top + 52.0, 11.0, 2.2))
        scene.add(Text(x, inner_top + 97.0, cells[column], 12.0, bold=True))
        if position.labels:
            player = str(read_sides(position.game)[1 - row].name)
            at = inner_top - 5.0 if row == 0 else inner_top + 116.0 + 12.0
            scene.add(fit_text(player, x, at - 3.24, store, 9.0, GREY))
    return scene


def seeds(number: str, x: float, y: float, radius: float, stretch: float = 1.0) -> Iterator[Shape]:
    """Seeds around a point, as many as the number says, or as there is room for."""
    count = min(int(number), MOST_SEEDS if stretch == 1.0 else 2 * MOST_SEEDS) if number.isdecimal() else 0
    for seed in range(count):
        far = radius * math.sqrt((seed + 0.5) / max(count, 4)) if count > 1 else 0.0
        angle = seed * GOLDEN_ANGLE
        place = (x + far * math.cos(angle), y + stretch * far * math.sin(angle))
        yield Disc(*place, 2.5, style=Style(fill="#4b3a22", stroke="#f5ead3", width=0.5))


def node(position: Position) -> Scene:
    """A node of a tree by its name, and what it leads to: triangles for Max (up) and Min (down),
    squares with the score for ends.
    """
    game, state = position.game, position.state
    over = game.over(state)
    after = [] if over else [(move, game.play(state, move)) for move in game.moves(state)]
    names = [game.move_name(state, move) for move, _next in after[:MOST_BRANCHES]]
    pitch = max([34.0, *(text_width(name, 9.0) + 8.0 for name in names)])
    name = re.sub(r"\s+(max|min)$", "", game.state_name(state))
    width = max(len(names) * pitch, min(text_width(name, 11.0, True), 300.0), 60.0) + 2 * EDGE
    more = len(after) - len(names)
    scene = Scene(width, 22.0 + 38.0 + (72.0 if names else 0.0) + (14.0 if more else 0.0), position.title)
    x, y = width / 2, 40.0
    for number, (_move, child) in enumerate(after[: len(names)]):
        at = x + (number - (len(names) - 1) / 2) * pitch
        scene.add(Line(((x, y), (at, y + 54.0)), style=Style(stroke="#777777", width=1.0)))
        scene.add(*vertex(position, child, at, y + 54.0, 11.0, f"q1-{number}"))
        scene.add(Text(at, y + 81.0, names[number], 9.0, style=Style(fill=GREY, stroke="")))
    scene.add(*vertex(position, state, x, y, 15.0, "q0-0"))
    if position.labels or not names:
        scene.add(fit_text(name, x, 14.0, width - 2 * EDGE, 11.0, bold=True))
    if more:
        scene.add(Text(x, scene.height - 6.0, f"+{more}", 9.0, style=Style(fill=GREY, stroke="")))
    return scene


def vertex(position: Position, state: object, x: float, y: float, size: float, name: str) -> Iterator[Shape]:
    game = position.game
    line = Style(fill="#ffffff", width=1.2)
    if game.over(state):
        yield Rect(x - size, y - size, 2 * size, 2 * size, 2.0, style=line, id=name)
        yield fit_text(format_number(game.score(state)), x, y, 1.8 * size, 0.95 * size)
        return
    up = 1 if game.player(state) == MAX else -1
    corners = ((x - size, y + up * 0.8 * size), (x + size, y + up * 0.8 * size), (x, y - up * 0.95 * size))
    fill = "#cfe3f2" if up > 0 else "#f7d9c4"
    yield Polygon(corners, style=Style(fill=fill, width=1.2), id=name)


def text(position: Position) -> Scene:
    """The game's own text, letter under letter."""
    size, step = 11.0, 14.0
    lines = [line.expandtabs() for line in position.game.text(position.state).rstrip("\n").split("\n")]
    width = max(text_width(line, size, mono=True) for line in lines) + 2 * EDGE
    scene = Scene(max(width, 20.0), 2 * EDGE + step * len(lines), position.title)
    for number, line in enumerate(lines):
        base = EDGE + number * step + ASCENT * size
        words = line.replace(" ", "\u00a0")
        scene.add(Text(EDGE, base, words, size, "start", mono=True, id=f"q{number}-0"))
    return scene
