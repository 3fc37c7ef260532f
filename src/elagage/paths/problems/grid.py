"""Grids: cells that are free, cost more or are walls; one goes to the 4 or to the 8 neighbours.

    S . . #       inside, a wall runs all around, so that no step needs a look at the edge:
    . # 3 .
    . . . G       place = (y + 1) * (width + 2) + x + 1,   x from the left, y from the top, both from 0

A step costs the weight of the cell that it enters (1 for ``.``, a digit for itself), a diagonal one the square root of
2 times that. No corner is cut: a diagonal step needs both cells beside it free. States are written ``x,y``. In French
the start is D (départ) and the goal A (arrivée); both ways to write them are read.
"""

from __future__ import annotations

import math
import random
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from elagage.errors import LoadError
from elagage.i18n import pgettext
from elagage.paths.problem import Problem
from elagage.paths.problems.read_problem import make_parameters_error, make_state_error
from elagage.result import Number

__all__ = ["Cell", "Grid", "Maze", "mark_letters"]

ROOT2 = math.sqrt(2)
ACROSS = (0, 1, 0, -1, 1, 1, -1, -1)
DOWN = (-1, 0, 1, 0, -1, 1, 1, -1)
ARROWS = "↑→↓←↗↘↙↖"
FRENCH = str.maketrans("DA", "SG")
PICTURE = "S..#..../.#.#.##./.#...#../.####.#./......#G"
MOST = 1 << 22
"""Cells of a grid."""
GENERATED = 1_000_000
"""Cells of a grid that is made at random."""


class Cell(NamedTuple):
    """``place``: the number of the cell, counted with the wall around."""

    place: int


class Grid(Problem[Cell]):
    """A grid of weights, row by row from the top, 0 for a wall; ``ways`` is 4 or 8.

    Start and goal are columns and rows from 0.
    """

    def __init__(
        self, weights: Sequence[Sequence[int]], start: tuple[int, int], goal: tuple[int, int], ways: int = 4
    ) -> None:
        height, width = len(weights), len(weights[0]) if weights else 0
        if not 1 <= width * height <= MOST or any(len(row) != width for row in weights):
            raise LoadError("A grid has 1 to {most} cells, in rows that are equally long.", most=MOST)
        if ways not in (4, 8):
            raise LoadError("On a grid one goes to 4 or to 8 neighbours, not to {ways}.", ways=ways)
        self.width, self.height, self.ways = width, height, ways
        self.stride = width + 2
        flat = [0] * self.stride
        for row in weights:
            flat += [0, *row, 0]
        self.weights = (*flat, *[0] * self.stride)
        self.least = min((weight for weight in self.weights if weight > 0), default=1)
        if min(self.weights) < 0:
            raise LoadError("A cell's weight is a whole number from 1 up, or 0 for a wall.")
        self.steps = tuple(ACROSS[way] + DOWN[way] * self.stride for way in range(8))
        self.beside = ACROSS
        self.below = tuple(DOWN[way] * self.stride for way in range(8))
        self.lengths: tuple[Number, ...] = (1,) * 4 if ways == 4 else (1.0,) * 4 + (ROOT2,) * 4
        self.first, self.last = self.free_cell(*start), self.free_cell(*goal)
        self.goal_x, self.goal_y = goal

    @classmethod
    def from_text(cls, parameters: str) -> Grid:
        """``grid:20x12:30#7``: 30 % walls by seed 7; ``grid:S.#/..G``: a picture;
        both may end with ``:8`` for 8 neighbours.
        """
        example = "grid:20x12:30#7:8, grid:S.#/..G"
        body, ways = parameters.strip(), 4
        if re.search(r":[48]$", body) and not re.fullmatch(r"[0-9]+x[0-9]+:[48]", body):
            body, ways = body[:-2], int(body[-1])
        found = re.fullmatch(r"([0-9]{1,4})x([0-9]{1,4})(?::([0-9]{1,3}))?(?:#([0-9]{1,9}))?", body)
        if found:
            width, height, share, seed = (int(part or 0) for part in found.groups())
            if not 2 <= width * height <= GENERATED or share > 100:
                raise make_parameters_error(parameters, example)
            return cls(random_weights(width, height, share, seed), (0, 0), (width - 1, height - 1), ways)
        if body and not re.search(r"[SGDA./\n#]", body):
            raise make_parameters_error(parameters, example)
        return cls.from_picture(body or PICTURE, ways)

    @classmethod
    def from_picture(cls, picture: str, ways: int = 4) -> Grid:
        """``#`` is a wall, ``.`` is free, a digit from 1 to 9 a weight, S or D the start, G or A the goal;
        rows end with a line's end or ``/``.
        """
        rows = [row.strip() for row in re.split(r"[/\n]", picture.strip().translate(FRENCH))]
        places: dict[str, list[tuple[int, int]]] = {"S": [], "G": []}
        for y, row in enumerate(rows):
            for x, character in enumerate(row):
                if character in places:
                    places[character].append((x, y))
                elif character not in "#.123456789":
                    raise LoadError(
                        "'{character}' stands for no cell; a cell is one of: {marks}",
                        character=character,
                        marks="# . 1-9 {} {}".format(*mark_letters()),
                    )
        if len(places["S"]) != 1 or len(places["G"]) != 1:
            first, last = mark_letters()
            raise LoadError("A grid's picture has one start {start} and one goal {goal}.", start=first, goal=last)
        weights = [[weight_of(character) for character in row] for row in rows]
        return cls(weights, places["S"][0], places["G"][0], ways)

    @classmethod
    def is_picture(cls, text: str) -> bool:
        """Is this a grid's picture, and nothing else: rows of cells, a start and a goal among them?"""
        rows = text.strip().translate(FRENCH)
        return re.fullmatch(r"[#.1-9SG/\s]+", rows) is not None and "S" in rows and "G" in rows

    def free_cell(self, x: int, y: int) -> int:
        """The number of a cell that must be free."""
        if not (0 <= x < self.width and 0 <= y < self.height):
            raise LoadError(
                "The cell {x},{y} is not on the grid of {width} by {height} cells.",
                x=x,
                y=y,
                width=self.width,
                height=self.height,
            )
        place = (y + 1) * self.stride + x + 1
        if not self.weights[place]:
            raise LoadError("The cell {x},{y} is a wall: one can neither start nor end there.", x=x, y=y)
        return place

    # The rules

    def start(self) -> Cell:
        return Cell(self.first)

    def successors(self, state: Cell) -> Iterator[tuple[Cell, Number]]:
        place = state.place
        for way in range(self.ways):
            near = place + self.steps[way]
            weight = self.weights[near]
            if weight > 0 and (
                way < 4 or (self.weights[place + self.beside[way]] > 0 and self.weights[place + self.below[way]] > 0)
            ):
                yield Cell(near), weight * self.lengths[way]

    def goal(self, state: Cell) -> bool:
        return state.place == self.last

    # What helps a search

    def heuristic(self, state: Cell) -> Number:
        """Manhattan distance with 4 neighbours, octile distance with 8: admissible, see there."""
        if self.ways == 4:
            return self.heuristic_manhattan(state)
        return self.heuristic_octile(state)

    def heuristic_manhattan(self, state: Cell) -> Number:
        """Columns and rows to the goal, each at the least weight; with 8 neighbours it is too much.

        Admissible with 4: a step changes the column or the row by one and costs a weight, which is at least the least.
        """
        return self.least * (
            abs(state.place % self.stride - 1 - self.goal_x) + abs(state.place // self.stride - 1 - self.goal_y)
        )

    def heuristic_octile(self, state: Cell) -> Number:
        """What the way would cost without walls, with diagonal steps, at the least weight.

        Admissible: it is the distance on the empty grid where every cell has the least weight; there all ways of this
        grid exist too, and none of them costs more. With 4 neighbours it is at most the Manhattan distance.
        """
        x = abs(state.place % self.stride - 1 - self.goal_x)
        y = abs(state.place // self.stride - 1 - self.goal_y)
        return self.least * (max(x, y) + (ROOT2 - 1.0) * min(x, y))

    def list_proofs(self) -> tuple[str, ...]:
        return ("heuristic", "heuristic_octile", *(("heuristic_manhattan",) if self.ways == 4 else ()))

    # What people see and type

    def column(self, state: Cell) -> int:
        """The column, from 0."""
        return state.place % self.stride - 1

    def row(self, state: Cell) -> int:
        """The row, from 0."""
        return state.place // self.stride - 1

    def state_name(self, state: Cell) -> str:
        return f"{self.column(state)},{self.row(state)}"

    def parse_state(self, text: str) -> Cell:
        """A cell from ``x,y``."""
        found = re.fullmatch(r"\s*([0-9]{1,7})\s*,\s*([0-9]{1,7})\s*", text)
        if not found:
            raise make_state_error(text, "3,0")
        return Cell(self.free_cell(int(found[1]), int(found[2])))

    def step_name(self, before: Cell, after: Cell) -> str:
        step = after.place - before.place
        return ARROWS[self.steps.index(step)] if step in self.steps else self.state_name(after)

    def grid(self, state: Cell) -> list[list[str]]:
        """The cells as characters, with ``@`` where one is."""
        return self.mark_cells({state.place: "@"})

    def mark_cells(self, marks: dict[int, str]) -> list[list[str]]:
        """The cells as characters, some of them marked."""
        marks = {**marks, self.first: marks.get(self.first, "S"), self.last: marks.get(self.last, "G")}
        rows = [range((y + 1) * self.stride + 1, (y + 2) * self.stride - 1) for y in range(self.height)]
        return [[marks.get(place) or character_of(self.weights[place]) for place in row] for row in rows]

    def text(self, state: Cell) -> str:
        return write_rows(self.grid(state))

    def draw(self, path: Iterable[Cell] = (), explored: Iterable[Cell] = ()) -> str:
        """The grid as text: ``*`` on the path, ``+`` where the search has been besides."""
        marks = {cell.place: "+" for cell in explored} | {cell.place: "*" for cell in path}
        marks |= {self.first: "S", self.last: "G"}
        return write_rows(self.mark_cells(marks))


class Maze(Grid):
    """A maze without a way around: between two cells there is exactly one path."""

    list_proofs = Grid.list_proofs

    @classmethod
    def from_text(cls, parameters: str) -> Grid:
        """``maze:21x15#3``: columns and rows, walls counted, both odd; the seed."""
        found = re.fullmatch(r"([0-9]{1,4})x([0-9]{1,4})(?:#([0-9]{1,9}))?", parameters.strip() or "21x15#1")
        if not found:
            raise make_parameters_error(parameters, "maze:21x15#3")
        width, height = int(found[1]), int(found[2])
        if width % 2 == 0 or height % 2 == 0 or width < 5 or height < 5 or width * height > GENERATED:
            raise LoadError(
                "A maze has an odd number of columns and rows, from 5 up, and at most {most} cells.", most=GENERATED
            )
        return cls(carve_maze(width, height, int(found[3] or 0)), (1, 1), (width - 2, height - 2))


def mark_letters() -> tuple[str, str]:
    """The start's letter and the goal's, in the current language."""
    return pgettext("start of a path", "S"), pgettext("goal of a path", "G")


def write_rows(rows: Iterable[Iterable[str]]) -> str:
    """Cells as lines of text, with the letters of the current language."""
    letters = dict(zip("SG", mark_letters(), strict=True))
    return "\n".join("".join(letters.get(cell, cell) for cell in row) for row in rows)


def weight_of(character: str) -> int:
    """What a character of a picture weighs."""
    return 0 if character == "#" else int(character) if character.isdigit() else 1


def character_of(weight: int) -> str:
    """How a weight is drawn."""
    return "#."[weight] if weight < 2 else str(weight) if weight < 10 else "9"


def random_weights(width: int, height: int, share: int, seed: int) -> list[list[int]]:
    """Walls on a share (in per cent) of the cells between the two corners, which stay free."""
    inner = width * height - 2
    walls = set(random.Random(seed).sample(range(1, inner + 1), inner * share // 100))
    return [[0 if y * width + x in walls else 1 for x in range(width)] for y in range(height)]


def carve_maze(width: int, height: int, seed: int) -> list[list[int]]:
    """A maze carved depth first: rooms at odd columns and rows, each opened once from a room before it."""
    chance = random.Random(seed)
    weights = [[0] * width for _row in range(height)]
    weights[1][1] = 1
    stack = [(1, 1)]
    while stack:
        x, y = stack[-1]
        closed = [
            (right, down)
            for right, down in ((0, -2), (2, 0), (0, 2), (-2, 0))
            if 0 < x + right < width and 0 < y + down < height and not weights[y + down][x + right]
        ]
        if not closed:
            stack.pop()
            continue
        right, down = chance.choice(closed)
        weights[y + down // 2][x + right // 2] = weights[y + down][x + right] = 1
        stack.append((x + right, y + down))
    return weights
