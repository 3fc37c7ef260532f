"""What is seen on an Othello board of eight by eight: corners, edges, lines and diagonals, each as a number in base 3.

A shape is described once, at the upper left corner, and read on the images of the board that bring its other places
there. A square of the player to move is the digit 1, one of the other player the digit 2.
"""

from __future__ import annotations

__all__ = [
    "AT_BLOCK", "AT_CORNER", "AT_DIAGONALS", "AT_EDGE", "AT_LINES", "AT_LONGEST", "AT_MOBILITY", "AT_PARITY", "COUNT",
    "DIAGONALS", "MAIN_DIAGONAL", "MOST_MOVES", "PHASES", "PHASE_DISCS", "diagonal_bits", "read_base_three",
    "turn_board",
]  # fmt: skip

BLOCK, EDGE, CORNER, LINE = 3**10, 3**10, 3**9, 3**8
"""Two rows of five squares in a corner; an edge with the two squares diagonal to its corners; three by three."""
AT_BLOCK = 0
AT_EDGE = AT_BLOCK + BLOCK
AT_CORNER = AT_EDGE + EDGE
AT_LINES = AT_CORNER + CORNER
"""Lines one, two and three squares from the edge."""
AT_LONGEST = AT_LINES + 3 * LINE
AT_DIAGONALS = AT_LONGEST + LINE
"""Diagonals of seven, six, five and four squares."""
AT_MOBILITY = AT_DIAGONALS + 3**7 + 3**6 + 3**5 + 3**4
MOST_MOVES = 40
AT_PARITY = AT_MOBILITY + 2 * MOST_MOVES
COUNT = AT_PARITY + 2
PHASES, PHASE_DISCS = 8, 8
"""So many phases, of so many discs each."""
TERNARY: tuple[int, ...] = (0,)
for digit in range(10):
    TERNARY += tuple(map((3**digit).__add__, TERNARY))
MAIN_DIAGONAL = 0x8040201008040201
DIAGONALS = (
    (0x0080402010080402, 1, AT_DIAGONALS),
    (0x0000804020100804, 2, AT_DIAGONALS + 3**7),
    (0x0000008040201008, 3, AT_DIAGONALS + 3**7 + 3**6),
    (0x0000000080402010, 4, AT_DIAGONALS + 3**7 + 3**6 + 3**5),
)
"""The squares of each shorter diagonal, its first column, and where its numbers begin."""


def read_base_three(own: int, other: int) -> int:
    """The squares of both players as one number."""
    return TERNARY[own] + 2 * TERNARY[other]


def diagonal_bits(board: int, squares: int) -> int:
    """The squares of a diagonal side by side: no two are in the same column."""
    return (board & squares) * 0x0101010101010101 >> 56 & 255


def turn_board(board: int, image: int) -> int:
    """One of the board's eight images: bit 0 exchanges left and right, bit 1 up and down, bit 2 rows and columns."""
    if image & 1:
        board = board >> 1 & 0x5555555555555555 | (board & 0x5555555555555555) << 1
        board = board >> 2 & 0x3333333333333333 | (board & 0x3333333333333333) << 2
        board = board >> 4 & 0x0F0F0F0F0F0F0F0F | (board & 0x0F0F0F0F0F0F0F0F) << 4
    if image & 2:
        board = board >> 8 & 0x00FF00FF00FF00FF | (board & 0x00FF00FF00FF00FF) << 8
        board = board >> 16 & 0x0000FFFF0000FFFF | (board & 0x0000FFFF0000FFFF) << 16
        board = board >> 32 & 0x00000000FFFFFFFF | (board & 0x00000000FFFFFFFF) << 32
    if image & 4:
        change = (board ^ board >> 7) & 0x00AA00AA00AA00AA
        board ^= change ^ change << 7
        change = (board ^ board >> 14) & 0x0000CCCC0000CCCC
        board ^= change ^ change << 14
        change = (board ^ board >> 28) & 0x00000000F0F0F0F0
        board ^= change ^ change << 28
    return board
