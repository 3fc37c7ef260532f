"""Chess endings of three men: king and rook, or king and queen, against the bare king.

    8 56 57 58 59 60 61 62 63     one number a square, rank by rank from the bottom, as in chess: a1 is 0, h8 is 63.
    ...                           White is Max (W) and has the rook or the queen; Black (B) has a king. The rules are
    2  8  9 10 11 12 13 14 15     those of chess: checkmate wins, stalemate is a draw, and so is the loss of the piece,
    1  0  1  2  3  4  5  6  7     which ends the game at once. Nobody counts moves.
       a  b  c  d  e  f  g  h

Boards are masks of 64 bits. Two tables hold all that attack and defence come to: ``kings[square]``, the squares around
it, and ``sight[piece * 64 + king]``, what the piece attacks or defends while its own king stands there. The black king
is never in its way: where White is to move it stands on none of these lines, and where it is in check it can't flee
along the line.

Moves are two squares, ``b1b8``; inside, the square that a king goes to, or 64 more for the piece. Positions are written
as the moves played, ``b1b8 a3a4``, or in the notation of Forsyth and Edwards, ``8/8/8/8/8/k7/8/KR6 w - -``, in which
all after the board may be left out if White is to move.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import ClassVar, NamedTuple

from elagage.errors import NotationError
from elagage.game import MAX, Game, Side, Term
from elagage.games.square_names import LETTERS, bits, split_steps, square_name
from elagage.i18n import Message

__all__ = ["Ending", "EndingState", "Kqk", "Krk"]

SQUARES = 64
GONE = 64
"""The square of a piece that was taken."""
STRAIGHT = ((1, 0), (-1, 0), (0, 1), (0, -1))
DIAGONAL = ((1, 1), (1, -1), (-1, 1), (-1, -1))


class EndingState(NamedTuple):
    """``white``: the white king's square; ``piece``: the rook's or queen's, or GONE; ``black``: the black king's;
    ``turn``: who moves.
    """

    white: int
    piece: int
    black: int
    turn: int


class Ending(Game[EndingState, int]):
    """King and a piece against the king; the classes below say which piece."""

    players = ("W", "B")
    sides = (Side(Message("White"), "white"), Side(Message("Black"), "black"))
    rules = Message(
        "The pieces move as in chess. White has a king and a rook or a queen, Black has a king alone. White "
        "wins by checkmate; stalemate and the loss of the piece are draws."
    )
    board_kind = "checkers"
    piece_looks: ClassVar[dict[str, str]] = {
        "K": "white king",
        "Q": "white queen",
        "R": "white rook",
        "k": "black king",
    }
    cycles = True
    letter: ClassVar[str]
    """The piece, as a position shows it."""
    lines: ClassVar[tuple[tuple[int, int], ...]]
    """The directions in which it goes."""
    worth: ClassVar[int]
    """What the heuristic counts for it."""
    first: ClassVar[EndingState]
    """The first state: one of those that take longest."""

    def __init__(self) -> None:
        near = STRAIGHT + DIAGONAL
        self.kings = tuple(sum(mask_of(square, right, up) for right, up in near) for square in range(SQUARES))
        self.sight = tuple(self._find_attacked(square, own) for square in range(SQUARES) for own in range(SQUARES))
        self.images = tuple(_image(square, image) for image in range(8) for square in range(SQUARES + 1))
        self.rims = tuple(abs(2 * (square & 7) - 7) + abs(2 * (square >> 3) - 7) for square in range(SQUARES))

    def _find_attacked(self, square: int, own: int) -> int:
        """What the piece attacks or defends from a square, if it sees no further than a king on ``own``."""
        seen = 0
        for right, up in self.lines:
            for length in range(1, 8):
                step = mask_of(square, right * length, up * length)
                seen |= step
                if step >> own & 1:
                    break
        return seen

    # The rules

    def start(self) -> EndingState:
        return self.first

    def starts(self) -> Iterator[EndingState]:
        """Every legal position: the kings apart, nobody on another's square, and no check where White is to move."""
        for white in range(SQUARES):
            for piece in range(SQUARES):
                if piece == white:
                    continue
                closed = self.kings[white] | 1 << white | 1 << piece
                seen = self.sight[piece * SQUARES + white]
                for black in range(SQUARES):
                    if not closed >> black & 1:
                        yield EndingState(white, piece, black, 1)
                        if not seen >> black & 1:
                            yield EndingState(white, piece, black, 0)

    def player(self, state: EndingState) -> int:
        return state.turn

    def moves(self, state: EndingState) -> Iterator[int]:
        if state.piece == GONE:
            return
        if state.turn == 0:
            targets = self.kings[state.white] & ~(self.kings[state.black] | 1 << state.piece)
        else:
            targets = self.flights(state)
        while targets != 0:
            low = targets & -targets
            yield low.bit_length() - 1
            targets ^= low
        if state.turn == 0:
            targets = self.sight[state.piece * SQUARES + state.white] & ~(1 << state.white)
            while targets != 0:
                low = targets & -targets
                yield SQUARES + low.bit_length() - 1
                targets ^= low

    def play(self, state: EndingState, move: int) -> EndingState:
        white, piece, black, turn = state
        if turn == 1:
            return EndingState(white, GONE if move == piece else piece, move, 0)
        if move < SQUARES:
            return EndingState(move, piece, black, 1)
        return EndingState(white, move - SQUARES, black, 1)

    def over(self, state: EndingState) -> bool:
        # White always has a move: the piece's own king stands in at most one of its ways.
        return state.piece == GONE or (state.turn == 1 and self.flights(state) == 0)

    def score(self, state: EndingState) -> int:
        return 1 if self.is_in_check(state) else 0

    def flights(self, state: EndingState) -> int:
        """Where the black king may go, the piece on the board: what White neither attacks nor defends."""
        attacked = self.kings[state.white] | self.sight[state.piece * SQUARES + state.white]
        return self.kings[state.black] & ~attacked

    def is_in_check(self, state: EndingState) -> bool:
        """Does the piece attack the black king?"""
        return state.piece != GONE and self.sight[state.piece * SQUARES + state.white] >> state.black & 1 != 0

    # What helps a search

    def heuristic(self, state: EndingState) -> int:
        """The piece's worth and ten for each step of the black king from the middle,
        less eight for each between the kings and two a flight.
        """
        distance = count_king_steps(state.white, state.black)
        return self.worth + 5 * self.rims[state.black] - 8 * distance - 2 * self.flights(state).bit_count()

    def noisy(self, state: EndingState, move: int) -> bool:
        """Black takes the piece."""
        return state.turn == 1 and move == state.piece

    def order(self, state: EndingState, move: int) -> int:
        """White: the piece where it leaves few squares, the king near the other.

        Black: takes, else stays in the middle.
        """
        if state.turn == 1:
            return 99 if move == state.piece else -self.rims[move]
        if move < SQUARES:
            return 8 - count_king_steps(move, state.black)
        return 8 - (self.kings[state.black] & ~self.sight[(move - SQUARES) * SQUARES + state.white]).bit_count()

    def symmetries(self, state: EndingState) -> Iterator[EndingState]:
        for image in range(8):
            at = image * (SQUARES + 1)
            white, black = self.images[at + state.white], self.images[at + state.black]
            yield EndingState(white, self.images[at + state.piece], black, state.turn)

    def tier(self, state: EndingState) -> int:
        return 1 if state.piece == GONE else 0

    # What people see and type

    def grid(self, state: EndingState) -> list[list[str]]:
        cells = ["."] * (SQUARES + 1)
        for square, mark in ((state.white, "K"), (state.black, "k"), (state.piece, self.letter)):
            cells[square] = mark
        return [cells[rank * 8 : rank * 8 + 8] for rank in reversed(range(8))]

    def explain(self, state: EndingState) -> Iterator[Term]:
        flights = {(7 - (square >> 3), square & 7): -2 for square in bits(self.flights(state))}
        yield Term(Message("White's piece"), self.worth)
        yield Term(Message("Ten for each step of the black king from the middle"), 5 * self.rims[state.black])
        yield Term(
            Message("Minus eight for each step between the kings"), -8 * count_king_steps(state.white, state.black)
        )
        yield Term.of_cells(Message("Minus two for each square that the black king can go to"), flights)

    def text(self, state: EndingState) -> str:
        rows = [f"{8 - number} {' '.join(cells)}" for number, cells in enumerate(self.grid(state))]
        return "\n".join([*rows, "  " + " ".join(LETTERS[:8])])

    def move_name(self, state: EndingState, move: int) -> str:
        at = state.piece if move >= SQUARES else state.black if state.turn else state.white
        return "".join(square_name(square & 7, square >> 3) for square in (at, move % SQUARES))

    def parse_move(self, state: EndingState, text: str) -> int:
        return super().parse_move(state, text.replace("-", ""))

    def state_name(self, state: EndingState) -> str:
        board = "/".join("".join(row) for row in self.grid(state))
        packed = re.sub(r"\.+", lambda run: str(len(run[0])), board)
        return f"{packed} {'wb'[state.turn]} - -"

    def parse_state(self, text: str) -> EndingState:
        if "/" not in text:
            return self.play_line(self.start(), split_steps(text))
        cells, turn = read_fen(text, "Kk" + self.letter)
        white, black = cells.index("K"), cells.index("k")
        piece = cells.index(self.letter) if self.letter in cells else GONE
        state = EndingState(white, piece, black, turn)
        if self.kings[white] >> black & 1:
            raise NotationError("The kings stand side by side, which is against the rules of chess.")
        if turn == MAX and self.is_in_check(state):
            raise NotationError("Black is in check, so White can't be to move: write b after the board.")
        return state


class Krk(Ending):
    """King and rook against king: mate in at most 16 moves."""

    letter = "R"
    lines = STRAIGHT
    worth = 500
    first = EndingState(0, 9, 18, 0)


class Kqk(Ending):
    """King and queen against king: mate in at most 10 moves."""

    letter = "Q"
    lines = STRAIGHT + DIAGONAL
    worth = 900
    first = EndingState(0, 9, 37, 0)


def mask_of(square: int, right: int, up: int) -> int:
    """The bit of the square so far to the right and up; 0 if that is off the board."""
    file, rank = (square & 7) + right, (square >> 3) + up
    return 1 << rank * 8 + file if 0 <= file < 8 and 0 <= rank < 8 else 0


def count_king_steps(one: int, other: int) -> int:
    """How many steps of a king lie between two squares."""
    return max(abs((one & 7) - (other & 7)), abs((one >> 3) - (other >> 3)))


def _image(square: int, image: int) -> int:
    """Where a square goes: bit 0 exchanges left and right, bit 1 up and down, bit 2 ranks and files.

    A piece that is gone stays so.
    """
    if square == GONE:
        return GONE
    rank, file = divmod(square, 8)
    rank = 7 - rank if image & 2 else rank
    file = 7 - file if image & 1 else file
    return file * 8 + rank if image & 4 else rank * 8 + file


def read_fen(text: str, marks: str) -> tuple[str, int]:
    """The 64 squares from a1 on, one character each, and the side to move;
    each of the marks but the last stands there once.

    >>> cells, turn = read_fen("8/8/8/8/8/k7/8/KR6 b", "KkR")
    >>> cells[:8], turn
    ('KR......', 1)
    """
    found = re.fullmatch(r"(\S+)(?:\s+([wWbB])(?:\s+-\s+-(?:\s+[0-9]{1,4}\s+[0-9]{1,4})?)?)?", text.strip())
    if not found:
        raise NotationError("A position is written like {example}.", example="8/8/8/8/8/k7/8/KR6 w - -")
    ranks = [re.sub(r"[1-8]", lambda run: "." * int(run[0]), rank) for rank in found[1].split("/")]
    if len(ranks) != 8 or any(len(rank) != 8 for rank in ranks):
        raise NotationError(
            "A chess board has 8 ranks of 8 squares; here they have: {ranks}.",
            ranks=" ".join(str(len(rank)) for rank in ranks[:16]),
        )
    cells = "".join(reversed(ranks))
    for character in cells:
        if character not in marks + ".":
            raise NotationError(
                "'{character}' stands for no square; a square is one of: {marks}",
                character=character,
                marks=" ".join(marks + "."),
            )
    if any(cells.count(mark) != 1 for mark in marks[:-1]) or cells.count(marks[-1]) > 1:
        raise NotationError("There is one K, one k and at most one {piece}.", piece=marks[-1])
    return cells, int((found[2] or "w") in "bB")
