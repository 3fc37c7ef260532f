"""What is seen on an Othello board of eight by eight: corners, edges, lines and diagonals, each as a number in base 3.

A shape is described once, at the upper left corner, and read on the images of the board that bring its other places
there. A square of the player to move is the digit 1, one of the other player the digit 2.
"""

from __future__ import annotations

from functools import cache

__all__ = [
    "AT_BLOCK", "AT_CORNER", "AT_DIAGONALS", "AT_EDGE", "AT_FRONTIER", "AT_LINES", "AT_LONGEST", "AT_MOBILITY",
    "AT_PARITY", "COUNT", "DIAGONALS", "HALVES", "MOST_MOVES", "PHASES", "PHASE_DISCS", "SQUARES", "diagonal_bits",
    "mirror", "read_base_three", "spread", "transpose", "turn_over",
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
"""How many quarters of the board have an odd number of empty squares."""
AT_FRONTIER = AT_PARITY + 5
"""The empty squares beside a player's discs, and that player's discs beside empty squares; of both."""
SQUARES = 64
COUNT = AT_FRONTIER + 4 * SQUARES
PHASES, PHASE_DISCS = 8, 8
"""So many phases, of so many discs each."""
TERNARY: tuple[int, ...] = (0,)
for digit in range(10):
    TERNARY += tuple(map((3**digit).__add__, TERNARY))
DIAGONALS = (
    (0x8040201008040201, 0, AT_LONGEST),
    (0x0080402010080402, 1, AT_DIAGONALS),
    (0x0204081020408000, 1, AT_DIAGONALS),
    (0x0000804020100804, 2, AT_DIAGONALS + 3**7),
    (0x0408102040800000, 2, AT_DIAGONALS + 3**7),
    (0x0000008040201008, 3, AT_DIAGONALS + 3**7 + 3**6),
    (0x0810204080000000, 3, AT_DIAGONALS + 3**7 + 3**6),
    (0x0000000080402010, 4, AT_DIAGONALS + 3**7 + 3**6 + 3**5),
    (0x1020408000000000, 4, AT_DIAGONALS + 3**7 + 3**6 + 3**5),
)
"""The squares of the longest diagonal and of each shorter one to the right of it, from above and from below; its first
column, and where its numbers begin.
"""
HALVES = ((0, 8, 16), (56, 48, 40))
"""The upper and the lower half of the board: where its first three rows begin, from the edge on."""


def read_base_three(own: int, other: int) -> int:
    """The squares of both players as one number."""
    return TERNARY[own] + 2 * TERNARY[other]


def diagonal_bits(board: int, squares: int) -> int:
    """The squares of a diagonal side by side: no two are in the same column."""
    return (board & squares) * 0x0101010101010101 >> 56 & 255


def mirror(board: int) -> int:
    """The board with left and right exchanged."""
    board = board >> 1 & 0x5555555555555555 | (board & 0x5555555555555555) << 1
    board = board >> 2 & 0x3333333333333333 | (board & 0x3333333333333333) << 2
    return board >> 4 & 0x0F0F0F0F0F0F0F0F | (board & 0x0F0F0F0F0F0F0F0F) << 4


def transpose(board: int) -> int:
    """The board with rows and columns exchanged."""
    change = (board ^ board >> 7) & 0x00AA00AA00AA00AA
    board ^= change ^ change << 7
    change = (board ^ board >> 14) & 0x0000CCCC0000CCCC
    board ^= change ^ change << 14
    change = (board ^ board >> 28) & 0x00000000F0F0F0F0
    return board ^ change ^ change << 28


def spread(board: int) -> int:
    """The squares of a board and all beside them."""
    board |= board >> 1 & 0x7F7F7F7F7F7F7F7F | (board & 0x7F7F7F7F7F7F7F7F) << 1
    return board | board >> 8 & 0x00FFFFFFFFFFFFFF | (board & 0x00FFFFFFFFFFFFFF) << 8


@cache
def mirrored_shapes() -> tuple[tuple[int, int, tuple[int, ...]], ...]:
    """The shapes that look the same in a mirror: where the numbers of each begin, how many there are, and the place
    that each digit comes from there.
    """
    return (
        (AT_EDGE, EDGE, (7, 6, 5, 4, 3, 2, 1, 0, 9, 8)),
        (AT_CORNER, CORNER, (0, 3, 6, 1, 4, 7, 2, 5, 8)),
        *((AT_LINES + LINE * line, LINE, (7, 6, 5, 4, 3, 2, 1, 0)) for line in range(4)),
        *((AT_DIAGONALS + sum(3**more for more in range(length + 1, 8)), 3**length, tuple(range(length))[::-1])
          for length in range(7, 3, -1)),
    )  # fmt: skip


def turn_over(number: int) -> int:
    """The number of the same discs seen in a mirror, if their shape looks the same there."""
    for begin, count, places in mirrored_shapes():
        if begin <= number < begin + count:
            digits, turned = number - begin, 0
            for place in reversed(places):
                turned = 3 * turned + digits // int(3**place) % 3
            return begin + turned
    return number
