"""Which cells are looked at together: windows and lines of the board, those that symmetries exchange with one table;
and small groups that have the same table wherever they lie, of which much is seen in few games.
"""

from __future__ import annotations

from collections import Counter as Counted
from collections.abc import Iterable, Mapping, Sequence
from math import prod
from typing import Any

import numpy as np

from elagage.evaluation.layout import Board, Pattern
from elagage.game import Game
from elagage.learn.board_cells import kind_of, read_digits

__all__ = ["find_permutations", "make_patterns"]

LARGEST = 20_000, 7_000, 2_500, 800, 250
"""Entries of one table: the first limit with which the tables of all lines have room together."""
MOST_ENTRIES = 60_000
"""Entries of all tables of one phase."""
MOST_INSTANCES = 160
LARGEST_SHARED, MOST_SHARED = 1000, 150
"""Entries of a table that the whole board shares, and how often such tables are read."""
SAMPLES = 400
Group = tuple[int, ...]
DIRECTIONS = (1, 0), (0, 1), (1, 1), (-1, 1)
"""To the right, and down."""


def make_patterns(
    board: Board, permutations: Sequence[Sequence[int]], lines: Sequence[Group] = ()
) -> tuple[list[Pattern], int]:
    """The patterns of a board and how many entries their tables have together: the larger groups of cells come last,
    as far as there is room. ``lines`` are those that end a game.
    """
    radices = [cell.radix for cell in board.cells]
    for largest in LARGEST:
        patterns = fill_tables([*lines, *wanted_groups(board, largest)], radices, permutations)
        together = sum(prod(radices[cell] for cell in group) for group in along_lines(board, largest))
        if together <= MOST_ENTRIES * max(1, len(permutations)):
            break
    kept, offset = drop_covered(patterns)
    if len(kept) == 1 and len(kept[0].places) == 1:
        return kept, offset  # the board as a whole
    for places in shared_places(board, lines):
        size = prod(radices[cell] for cell in places[0])
        kept.append(Pattern(offset, size, tuple(places)))
        offset += size
    return kept, offset


def fill_tables(
    groups: Iterable[Group], radices: Sequence[int], permutations: Sequence[Sequence[int]]
) -> list[Pattern]:
    """A pattern for each group that there is room for, with all places to which symmetries bring it."""
    patterns: list[Pattern] = []
    seen: set[frozenset[int]] = set()
    offset = instances = 0
    for group in groups:
        if frozenset(group) in seen:
            continue
        places: dict[frozenset[int], Group] = {frozenset(group): group}
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
    return patterns


def shared_places(board: Board, lines: Sequence[Group]) -> list[list[Group]]:
    """Groups of cells that share one table wherever they lie: the lines that end a game; or else what is beside each
    other in one direction, and squares of four.
    """
    kinds = [kind_of(cell) for cell in board.cells]
    at = {cell.place: number for number, cell in enumerate(board.cells) if cell.place is not None}
    found: list[list[Group]] = [list(lines)]
    if not lines and at:
        rows, columns = (max(place[axis] for place in at) + 1 for axis in (0, 1))
        for right, below in DIRECTIONS:
            length = longest_run(max(cell.radix for cell in board.cells))
            line = [(below * number, right * number) for number in range(length)]
            found.append(list(windows(at, line, rows, columns)))
        found.append(list(windows(at, [(0, 0), (0, 1), (1, 0), (1, 1)], rows, columns)))
    kept: list[list[Group]] = []
    room = MOST_SHARED
    for groups in found:
        sorts = Counted(tuple(kinds[cell] for cell in group) for group in groups)
        alike = [group for group in groups if tuple(kinds[cell] for cell in group) == sorts.most_common(1)[0][0]]
        if 2 < len(alike) <= room:
            kept.append(alike)
            room -= len(alike)
    return kept


def longest_run(radix: int) -> int:
    """How many cells a table of moderate size tells apart, five at most."""
    length = 2
    while length < 5 and radix ** (length + 1) <= LARGEST_SHARED:
        length += 1
    return length


def windows(at: Mapping[Any, int], shape: Sequence[tuple[int, int]], rows: int, columns: int) -> Iterable[Group]:
    """The cells of a shape, wherever it fits on the board."""
    for row in range(rows):
        for column in range(-columns, columns):
            places = [(row + y, column + x) for y, x in shape]
            if all(place in at for place in places):
                yield tuple(at[place] for place in places)


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


def wanted_groups(board: Board, largest: int) -> Iterable[Group]:
    """Groups of cells in the order of their use: single ones, lines, windows; neighbours where cells lie in a row."""
    radices = [cell.radix for cell in board.cells]
    at = {cell.place: number for number, cell in enumerate(board.cells) if cell.place is not None}
    for number in range(len(radices)):
        yield (number,)
    loose = [number for number, cell in enumerate(board.cells) if cell.place is None]
    yield from runs(loose, radices, 256)
    yield from along_lines(board, largest)
    if not at:
        return
    rows, columns = (max(place[axis] for place in at) + 1 for axis in (0, 1))
    for height, width in ((2, 2), (3, 3), (2, 5), (5, 2), (3, 4), (4, 3), (4, 4), (5, 5)):
        for row in range(rows - height + 1):
            for column in range(columns - width + 1):
                window = ((row + y, column + x) for y in range(height) for x in range(width))
                group = tuple(at[place] for place in window if place in at)
                if len(group) > 1 and prod(radices[cell] for cell in group) <= largest:
                    yield group


def along_lines(board: Board, largest: int) -> Iterable[Group]:
    """The lines of the board, or pieces of them."""
    radices = [cell.radix for cell in board.cells]
    at = {cell.place: number for number, cell in enumerate(board.cells) if cell.place is not None}
    rows, columns = (max((place[axis] for place in at), default=0) + 1 for axis in (0, 1))
    for right, below in DIRECTIONS:
        for line in lines_along(rows, columns, right, below):
            cells = [at[place] for place in line if place in at]
            yield from runs(cells, radices, largest)


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
