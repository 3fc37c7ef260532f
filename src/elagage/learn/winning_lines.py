"""Lines that end a game: cells at equal distances that show the same only where a game is over.

Nobody has to say how a game is won, nor how many dimensions its board has. Cells have coordinates, or stand in a row; a
line is a number of cells at equal steps. Random games tell: what is all of one kind in the last positions, and never
before, is what ends them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from elagage.compiler.link import sample_games
from elagage.evaluation.layout import Board
from elagage.game import Game
from elagage.learn.board_cells import kind_of, read_digits

__all__ = ["find_winning_lines"]

GAMES, PLIES, MOST_STATES = 1000, 200, 12_000
SHORTEST, LONGEST = 3, 6
SEEN = 3
"""How often a line has to be seen at ends, and how many of one step, to be believed."""
WIDE = 1 << 10
"""What a row counts in the numbers of cells: no step leads round the edge."""
Lines = list[tuple[int, ...]]


def find_winning_lines(game: Game[Any, Any], board: Board, seed: int = 3) -> Lines:
    """The lines whose cells are all of one kind only when a game is over, the shortest that there are; none if the
    game does not end so.
    """
    if len(board.cells) < 2 * SHORTEST:
        return []
    numbers = number_cells(board)
    ends, others = last_positions(game, seed)
    if len(ends) < 2 * SEEN:
        return []
    at_ends, before = (same_digits(board, read_digits(game, board, states)) for states in (ends, others))
    for length in range(SHORTEST, LONGEST + 1):
        found = lines_of_length(numbers, length, at_ends, before)
        if len(found) >= 2 * SEEN:
            return found
    return []


def number_cells(board: Board) -> dict[int, int]:
    """The cells by their number: rows are far apart; without places it is the bit, or the place in the state."""
    numbers: dict[int, int] = {}
    for index, cell in enumerate(board.cells):
        if cell.place is not None:
            number = cell.place[0] * WIDE + cell.place[1]
        else:
            number = cell.atoms[0].bit if cell.atoms[0].bit >= 0 else index
        numbers.setdefault(number, index)
    return numbers


def last_positions(game: Game[Any, Any], seed: int) -> tuple[list[Any], list[Any]]:
    """The positions at which random games end, and those before; of a long game the later ones."""
    ends: list[Any] = []
    others: list[Any] = []
    line: list[Any] = []
    for state, move in sample_games(game, GAMES, PLIES, seed):
        if move is None:
            ends.append(state)
            others += line[-max(4, MOST_STATES // GAMES) :]
            line = []
        else:
            line.append(state)
    return ends, others


def same_digits(board: Board, digits: Any) -> dict[tuple[Any, ...], Any]:
    """For each kind of cell and each digit but that of an empty one, who has it where: bits, a row a cell."""
    found = {}
    kinds = {kind_of(cell): cell.radix for cell in board.cells}
    for kind, radix in kinds.items():
        mine = np.array([kind_of(cell) == kind for cell in board.cells])
        for digit in range(1, radix):
            found[kind, digit] = np.packbits(np.equal(digits.T, digit) & mine[:, None], axis=1)
    return found


def lines_of_length(numbers: dict[int, int], length: int, at_ends: Any, before: Any) -> Lines:
    """The lines of so many cells that are of one kind at ends alone: each that was seen there often enough, and with a
    step that hardly makes others those too that were not.
    """
    found: Lines = []
    for step in steps_between(numbers):
        lines = list(lines_with_step(numbers, step, length))
        if not lines:
            continue
        cells = np.array(lines)
        never = count_same(cells, before) == 0
        sure = never & (count_same(cells, at_ends) >= SEEN)
        wanted = never if sure.sum() >= SEEN and (~never).sum() * 2 <= sure.sum() else sure
        found += [line for line, kept in zip(lines, wanted, strict=True) if kept]
    return found


def steps_between(numbers: dict[int, int]) -> list[int]:
    """The distances of cells."""
    order = sorted(numbers)
    return sorted({other - one for one in order for other in order if other > one})


def lines_with_step(numbers: dict[int, int], step: int, length: int) -> Iterator[tuple[int, ...]]:
    for first in sorted(numbers):
        places = [first + step * number for number in range(length)]
        if all(place in numbers for place in places):
            yield tuple(numbers[place] for place in places)


def count_same(cells: Any, seen: dict[Any, Any]) -> Any:
    """In how many positions the cells of each line are of one kind."""
    total = np.zeros(len(cells), dtype=np.int64)
    for bits in seen.values():
        held = bits[cells[:, 0]]
        for column in range(1, cells.shape[1]):
            held = held & bits[cells[:, column]]
        total += np.bitwise_count(held).sum(axis=1, dtype=np.int64)
    return total
