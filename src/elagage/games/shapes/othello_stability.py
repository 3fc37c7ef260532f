"""Which discs of Othello nobody can take any more, on a board of any size."""

from __future__ import annotations

__all__ = ["stable_discs"]

Lines = tuple[tuple[int, int], tuple[int, int], tuple[int, int], tuple[int, int]]
"""Of each line of play, how far its squares lie apart, and those that have a neighbour on both sides of it."""


def stable_discs(lines: Lines, size: int, black: int, white: int) -> tuple[int, int]:
    """Discs of both players that nobody can take: on each line they lie at a border, or on a line that is full, or
    beside one of their colour that nobody can take. There may be others.
    """
    (row, rows), (column, columns), (falling, inner), (rising, _same) = lines
    taken = black | white
    along = ~open_squares(taken, row, rows, size)
    down = ~open_squares(taken, column, columns, size)
    down_right = ~open_squares(taken, falling, inner, size)
    down_left = ~open_squares(taken, rising, inner, size)
    stable, found = 0, taken & along & down & down_right & down_left
    while found != stable:
        stable = found
        own, other = stable & black, stable & white
        mine = black & (along | own << row | own >> row) & (down | own << column | own >> column)
        mine &= (down_right | own << falling | own >> falling) & (down_left | own << rising | own >> rising)
        theirs = white & (along | other << row | other >> row) & (down | other << column | other >> column)
        theirs &= (down_right | other << falling | other >> falling) & (down_left | other << rising | other >> rising)
        found = mine | theirs
    return stable & black, stable & white


def open_squares(taken: int, step: int, inside: int, size: int) -> int:
    """The squares with neighbours on both sides of a line that have an empty one on it."""
    empty = ~taken
    pairs = inside & inside << step
    above = inside & empty << step
    above |= inside & above << step
    below = inside & empty >> step
    below |= inside & below >> step
    for _two_more in range(size // 2 - 2):
        above |= pairs & above << 2 * step
        below |= pairs >> step & below >> 2 * step
    return above | below
