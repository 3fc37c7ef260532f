"""Which cells are looked at together: windows and lines of the board, those that symmetries exchange with one table."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import prod
from typing import Any

import numpy as np

from elagage.evaluation.layout import Board, Pattern
from elagage.game import Game
from elagage.learn.board_cells import read_digits

__all__ = ["find_permutations", "make_patterns"]

LARGEST = 20_000
"""Entries of one table."""
MOST_ENTRIES = 60_000
"""Entries of all tables of one phase."""
MOST_INSTANCES = 160
SAMPLES = 400


def make_patterns(board: Board, permutations: Sequence[Sequence[int]]) -> tuple[list[Pattern], int]:
    """The patterns of a board and how many entries their tables have together: the larger groups of cells come last,
    as far as there is room.
    """
    radices = [cell.radix for cell in board.cells]
    patterns: list[Pattern] = []
    seen: set[frozenset[int]] = set()
    offset = instances = 0
    for group in wanted_groups(board):
        if frozenset(group) in seen:
            continue
        places: dict[frozenset[int], tuple[int, ...]] = {frozenset(group): group}
        for permutation in permutations:
            image = tuple(permutation[cell] for cell in group)
            if [radices[cell] for cell in image] == [radices[cell] for cell in group]:
                places.setdefault(frozenset(image), image)
        seen.update(places)
        size = prod(radices[cell] for cell in group)
        if offset + size > MOST_ENTRIES or instances + len(places) > MOST_INSTANCES:
            continue
        patterns.append(Pattern(offset, size, tuple(places.values())))
        offset += size
        instances += len(places)
    return drop_covered(patterns)


def drop_covered(patterns: list[Pattern]) -> tuple[list[Pattern], int]:
    """The patterns without those all of whose places lie within others': they could say nothing more."""
    sets = [[frozenset(place) for place in pattern.places] for pattern in patterns]
    kept: list[Pattern] = []
    offset = 0
    for number, pattern in enumerate(patterns):
        others = [place for other, places in enumerate(sets) if other != number for place in places]
        if all(any(place < other for other in others) for place in sets[number]):
            continue
        kept.append(Pattern(offset, pattern.size, pattern.places))
        offset += pattern.size
    return kept, offset


def wanted_groups(board: Board) -> Iterable[tuple[int, ...]]:
    """Groups of cells in the order of their use: single ones, lines, windows; neighbours where cells lie in a row."""
    radices = [cell.radix for cell in board.cells]
    at = {cell.place: number for number, cell in enumerate(board.cells) if cell.place is not None}
    for number in range(len(radices)):
        yield (number,)
    loose = [number for number, cell in enumerate(board.cells) if cell.place is None]
    yield from runs(loose, radices, 256)
    if not at:
        return
    rows, columns = (max(place[axis] for place in at) + 1 for axis in (0, 1))
    for right, below in ((1, 0), (0, 1), (1, 1), (-1, 1)):
        for line in lines_along(rows, columns, right, below):
            cells = [at[place] for place in line if place in at]
            yield from runs(cells, radices, LARGEST)
    for height, width in ((2, 2), (3, 3), (2, 5), (5, 2), (3, 4), (4, 3), (4, 4), (5, 5)):
        for row in range(rows - height + 1):
            for column in range(columns - width + 1):
                window = ((row + y, column + x) for y in range(height) for x in range(width))
                group = tuple(at[place] for place in window if place in at)
                if len(group) > 1 and prod(radices[cell] for cell in group) <= LARGEST:
                    yield group


def runs(cells: Sequence[int], radices: Sequence[int], largest: int) -> Iterable[tuple[int, ...]]:
    """The line as a whole if its table is small enough, else pieces of it, as long as they can be."""
    length = len(cells)
    while length > 1 and prod(radices[cell] for cell in cells[:length]) > largest:
        length -= 1
    if length > 1:
        for first in range(len(cells) - length + 1):
            group = tuple(cells[first : first + length])
            if prod(radices[cell] for cell in group) <= largest:
                yield group


def lines_along(rows: int, columns: int, right: int, below: int) -> Iterable[list[tuple[int, int]]]:
    """The lines of a board in one direction, of three cells and more."""
    for row in range(rows):
        for column in range(columns):
            if 0 <= row - below < rows and 0 <= column - right < columns:
                continue  # not where a line begins
            line = []
            y, x = row, column
            while 0 <= y < rows and 0 <= x < columns:
                line.append((y, x))
                y, x = y + below, x + right
            if len(line) > 2:
                yield line


def find_permutations(game: Game[Any, Any], board: Board, states: Sequence[Any]) -> list[list[int]]:
    """How the game's symmetries exchange cells: for each cell of an image, the cell of the state that it shows."""
    chosen = states[:: max(1, len(states) // SAMPLES)]
    images = [list(game.symmetries(state)) for state in chosen]
    if not board.cells or len({len(group) for group in images}) != 1 or len(images[0]) < 2:
        return []
    columns: dict[bytes, int] = {}
    for number, column in enumerate(read_digits(game, board, chosen).T):
        columns.setdefault(np.ascontiguousarray(column).tobytes(), number)
    found = []
    for number in range(len(images[0])):
        digits = read_digits(game, board, [group[number] for group in images]).T
        image = [columns.get(np.ascontiguousarray(column).tobytes(), -1) for column in digits]
        if sorted(image) == list(range(len(board.cells))):
            found.append(image)
    return found
