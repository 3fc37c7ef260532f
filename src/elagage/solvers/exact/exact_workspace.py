"""The memory of alpha-beta to the end: where a workspace keeps what, and what an entry of the table holds.

data of an entry   value (32 bits) | age (12) | effort (6) | move's number (12) | bound (2)
"""

from __future__ import annotations

__all__ = [
    "AGES", "CUTS", "DEEPER", "DEEPEST", "ENTRIES", "EXACT", "FOLLOWED", "HIGH", "JUDGED", "LINE",
    "LINE_WANTED", "LITTLE", "LOW", "LOWER", "MOVES", "MUCH", "NO_MOVE", "PAYS", "PLIES", "ROOM",
    "SAMPLED", "SAMPLES", "TOO_LONG", "TOO_MANY", "TRIALS", "UNKNOWN_WORK", "UPPER", "VAIN", "WARM", "WORK",
    "count_exact_words",
]  # fmt: skip

PLIES = 512
"""The longest line."""
LOW, HIGH, LINE_WANTED, ROOM, LITTLE = 24, 25, 26, 27, 28
"""Where a workspace keeps what is known of the root's value, whether a line is wanted, after how many positions no new
window is asked, since the table is too small for it (0 if that does not matter); and how many other positions one takes
at least that is looked up: for less, it would cost more than it saves.
"""
TRIALS, PAYS, CUTS, VAIN = 56, 57, 58, 60
"""Where it keeps how often the two orders of moves were compared, whether the heuristic's pays, and of either order how
many positions had a move that was good enough and how many moves were tried in vain before it.
"""
LINE = 64
WORK = LINE + PLIES
MOVES = WORK + PLIES
"""Where the line begins, as numbers of moves + 1, 0 at its end; how much work a position of each ply takes, in
sixteenths of positions; and the moves of each ply.
"""
UNKNOWN_WORK = 4096
"""What is taken for the work of a ply, in sixteenths, before anything is known of it."""
MUCH = 500
"""A position that was taken for little work and takes so much is looked up after all."""
FOLLOWED = 8
"""A position that takes so many others is worth a look at what is remembered of those that follow it."""
JUDGED, DEEPER, DEEPEST = 1000, 6, 6
"""Where a position takes so many others, what the heuristic says of its moves decides in which order they are tried, if
that pays; where it takes so many times as many, what it says a ply later, and so on to this depth.
"""
SAMPLED, SAMPLES, WARM = 100, 4096, 2048
"""Positions that take so many others show whether it pays: each of the first ones that are met, one in eight of those
that take less than ``JUDGED`` afterwards. A search that has looked at fewer than the last number does not know yet
which they are.
"""
TOO_MANY, TOO_LONG = 1, 2
"""What there was no room for: the moves of a position, or a line."""
ENTRIES = 2
"""Entries of a bucket: in the first stays what took most work, the second is always replaced."""
UPPER, LOWER, EXACT = 1, 2, 3
NO_MOVE = 4095
AGES = 4096


def count_exact_words(width: int) -> int:
    """How many words a workspace has for positions of at most ``width`` moves."""
    return MOVES + PLIES * 2 * width
