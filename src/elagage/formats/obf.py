"""OBF, positions of Othello with what their moves are worth, one a line.

    -OOOOO----OOOOX--OOOOOO-XXXXXOO--XXOOX--OOXOXX----OXXO---OOO--O- X; h4:+0; h3:-2;

The board from a1 on, who moves, then moves and their scores in discs for whoever moves. ``%`` begins a comment.
"""

from __future__ import annotations

import math
import re

from elagage.errors import NotationError
from elagage.formats.written_games import WrittenGame

__all__ = ["cut_scores", "read_obf", "read_obf_line", "write_obf_line"]

BOARD = re.compile(r"([-.XO*xo]+)\s+([XO*xo])")
MOVE = re.compile(r"([a-z][0-9]{1,2}|pa|ps|--)\s*:\s*([-+]?[0-9]+(?:\.[0-9]+)?)", re.IGNORECASE)


def cut_scores(text: str) -> str:
    """A board without the fields that stand after it."""
    return text.partition(";")[0].strip()


def read_obf(text: str) -> list[WrittenGame]:
    """The positions of a text, as games that begin there; NotationError names the line that is none."""
    games = []
    for number, line in enumerate(text.splitlines(), 1):
        if not (content := line.partition("%")[0].strip()):
            continue
        try:
            games.append(read_obf_line(content))
        except NotationError as error:
            raise NotationError("Line {number}: {problem}", number=number, problem=error) from None
    return games


def read_obf_line(text: str) -> WrittenGame:
    """A position and the scores of its moves."""
    board = BOARD.fullmatch(cut_scores(text))
    size = 0 if board is None else math.isqrt(len(board[1]))
    if board is None or size * size != len(board[1]):
        raise NotationError("'{text}' is no position of OBF: write all squares, a blank and who moves.", text=text[:80])
    scores = [(found[1].casefold(), float(found[2])) for found in MOVE.finditer(text, board.end())]
    marks = board[0].upper().replace("*", "X").replace(".", "-")
    return WrittenGame(f"{marks[:-1].strip()} {marks[-1]}", size=size, scores=tuple(scores))


def write_obf_line(position: str, scores: tuple[tuple[str, float], ...] = ()) -> str:
    """A position, named as Othello names it, and the scores of its moves.

    >>> write_obf_line("XO-- X", (("c1", 4.0),))
    'XO-- X; c1:+4;'
    """
    fields = [f" {name}:{score:+g};" for name, score in scores]
    return f"{position};{''.join(fields)}"
