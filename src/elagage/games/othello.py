"""Othello (Reversi), of any even size from 4: take by surrounding, the most discs win.

      a  b  c  d  e  f  g  h
    1 0  1  2  3  4  5  6  7      one bit a square, row by row from the top. ``black`` and ``white`` hold the
    2 8  9 10 11 12 13 14 15      discs; Black is Max (X) and begins. A player who can't move passes, which is a
    ...                           move of its own (``--``); when neither can move the game is over.
    8 56 57 58 59 60 61 62 63

Moves are squares, ``f5``. Positions are written as the squares played, ``f5d6c3`` (passes may be left out), or as the
board, one character a square from a1 on and then the side to move:
``---------------------------OX------XO--------------------------- X``; a line of OBF and a game in GGF are read too.

The final score is the difference of discs with the empty squares given to the winner, as the federations count.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import ClassVar, NamedTuple

from elagage.errors import LoadError, NotationError
from elagage.game import Game, Side, Term
from elagage.games.shapes import othello_shapes as shapes
from elagage.games.shapes.othello_stability import stable_discs
from elagage.games.square_names import (
    bits,
    board_text,
    read_board,
    read_numbers,
    read_weights,
    square_name,
    weight_groups,
)
from elagage.i18n import Message

__all__ = ["Othello", "OthelloState"]

DIRECTIONS = ((1, 0), (0, 1), (1, 1), (-1, 1))
"""Those in which the numbers of squares grow: so many columns to the right, so many rows down."""
LAST_SQUARES = 6
"""With so many squares left, counting replies costs a solver more than it saves."""
REPLY, CORNER = 16, 12
"""What a reply that is left counts for a solver, and a corner of one's own, where an empty square beside one's discs
counts 1.
"""
PASS_NAMES = ("--", "pass", "passe", "pa", "ps")


class OthelloState(NamedTuple):
    """``black``, ``white``: the discs; ``turn``: who moves, 0 for Black."""

    black: int
    white: int
    turn: int


class Othello(Game[OthelloState, int]):
    """Othello on a ``size`` by ``size`` board.

    ``weights`` says what each square is worth to the heuristic ``weights``: three numbers for corners, edges and centre
    (20, 5 and 1 by default); four for corners, squares beside them, other edges and the rest; five, where the diagonal
    neighbours of corners come before those on the edges; or a whole table by rows. The heuristic ``discs`` counts each
    disc as one.
    """

    margins = True
    players = ("X", "O")
    sides = (Side(Message("Black"), "black"), Side(Message("White"), "white"))
    rules = Message(
        "Black begins. A disc is put on an empty square so that it encloses discs of the other side in a "
        "straight line between itself and another disc of one's own; all that it encloses are turned over. "
        "Whoever can't do that passes. When neither can, the game is over, and the most discs win; empty "
        "squares count for the winner."
    )
    board_kind = "felt"
    piece_looks: ClassVar[dict[str, str]] = {"X": "black disc", "O": "white disc"}
    levels = ((1, 4, 1), (1, 1.6, 0.5), (2, 0.6), (2, 0.5), (2, 0.12), (4, 0.16), (12, 0.19), (14, 0.1), (16, 0))

    def __init__(self, size: int = 8, weights: Sequence[int] | Sequence[Sequence[int]] = (20, 5, 1)) -> None:
        if not (4 <= size <= 26 and size % 2 == 0):
            raise LoadError(
                "An Othello board of size {size} is not available: give an even number from 4 to 26.", size=size
            )
        self.size = size
        self.squares = size * size
        self.full = (1 << self.squares) - 1
        self.pass_move = self.squares
        columns = sum(((1 << size - 2) - 1 << 1) << row * size for row in range(size))
        rows = self.full >> 2 * size << size
        # Each line of play: how far its squares lie apart, and the squares that have a neighbour on both sides of it.
        self.lines = ((1, columns), (size, rows), (size + 1, columns & rows), (size - 1, columns & rows))
        self.higher_rays, self.lower_rays = (
            tuple(tuple(ray(size, square, sign * x, sign * y) for x, y in DIRECTIONS) for square in range(self.squares))
            for sign in (1, -1)
        )
        self.weights = weight_groups(size, weights)
        self.corners = 1 | 1 << size - 1 | 1 << self.squares - size | 1 << self.squares - 1
        if size == 8:
            self.feature_count, self.phase_count = shapes.COUNT, shapes.PHASES
        half = size // 2
        quarter = sum(((1 << half) - 1) << row * size for row in range(half))
        self.quarters = (quarter, quarter << half, quarter << half * size, quarter << half * size + half)

    @classmethod
    def from_text(cls, parameters: str) -> Othello:
        """``othello``, ``othello:6``, ``othello:6:20,5,1`` (weights of corners, edges, centre; more kinds of squares,
        ``othello:8:100,-20,10,1``, as in the class).
        """
        if not parameters:
            return cls()
        size, _colon, weights = parameters.partition(":")
        numbers = read_numbers(size, ",", 1, "othello:6")
        return cls(numbers[0], read_weights(weights)) if weights else cls(numbers[0])

    # The rules

    def start(self) -> OthelloState:
        half = self.size // 2
        north = (half - 1) * self.size + half - 1
        south = half * self.size + half - 1
        return OthelloState(1 << north + 1 | 1 << south, 1 << north | 1 << south + 1, 0)

    def player(self, state: OthelloState) -> int:
        return state.turn

    def moves(self, state: OthelloState) -> Iterator[int]:
        own, other = (state.black, state.white) if state.turn == 0 else (state.white, state.black)
        targets = self.targets(own, other)
        if targets == 0 and self.targets(other, own) != 0:
            yield self.pass_move
        while targets != 0:
            low = targets & -targets
            yield low.bit_length() - 1
            targets ^= low

    def play(self, state: OthelloState, move: int) -> OthelloState:
        if move == self.pass_move:
            return OthelloState(state.black, state.white, 1 - state.turn)
        if state.turn == 0:
            taken = self.flips(state.black, state.white, move)
            return OthelloState(state.black | taken | 1 << move, state.white ^ taken, 1)
        taken = self.flips(state.white, state.black, move)
        return OthelloState(state.black ^ taken, state.white | taken | 1 << move, 0)

    def score(self, state: OthelloState) -> int:
        difference = state.black.bit_count() - state.white.bit_count()
        empty = self.squares - (state.black | state.white).bit_count()
        if difference > 0:
            return difference + empty
        return difference - empty if difference < 0 else 0

    def targets(self, own: int, other: int) -> int:
        """The empty squares where ``own`` would take something."""
        above = below = 0
        for step, inside in self.lines:
            run = other & inside
            pairs = run & run << step
            higher = run & own << step
            higher |= run & higher << step
            lower = run & own >> step
            lower |= run & lower >> step
            for _two_more in range(self.size // 2 - 2):
                higher |= pairs & higher << 2 * step
                lower |= pairs >> step & lower >> 2 * step
            above |= higher << step
            below |= lower >> step
        return (above | below) & self.full & ~(own | other)

    def flips(self, own: int, other: int, move: int) -> int:
        """The discs of ``other`` that ``own`` takes by playing there: on each ray those before the nearest square that
        is not the other's, if it is our own.
        """
        taken = 0
        for ray in self.higher_rays[move]:
            rest = ray & ~other
            nearest = rest & -rest
            if nearest & own:
                taken |= ray & nearest - 1
        for ray in self.lower_rays[move]:
            nearest = 1 << (ray & ~other).bit_length() >> 1
            if nearest & own:
                taken |= ray & -2 * nearest
        return taken

    # What helps a search

    def heuristic(self, state: OthelloState) -> int:
        """The weights of Black's squares less those of White's."""
        return self.heuristic_weights(state)

    def heuristic_weights(self, state: OthelloState) -> int:
        """Squares weighted: corners can't be retaken, edges are easy to hold."""
        value = 0
        for weight, squares in self.weights:
            value += weight * ((state.black & squares).bit_count() - (state.white & squares).bit_count())
        return value

    def heuristic_discs(self, state: OthelloState) -> int:
        """The difference of discs: the same with every square worth 1."""
        return state.black.bit_count() - state.white.bit_count()

    def noisy(self, state: OthelloState, move: int) -> bool:
        """A move into a corner."""
        return move in (0, self.size - 1, self.squares - self.size, self.squares - 1)

    def order(self, state: OthelloState, move: int) -> int:
        """The most valuable squares first."""
        if move == self.pass_move:
            return 0
        for weight, squares in self.weights:
            if squares >> move & 1:
                return weight
        return 0

    def features(self, state: OthelloState) -> Iterator[int]:
        """Corners, edges, lines and diagonals as numbers in base 3, the moves of both players, the discs that give
        moves, and parity; on eight by eight.
        """
        own, other = (state.black, state.white) if state.turn == 0 else (state.white, state.black)
        yield shapes.AT_MOBILITY + self.targets(own, other).bit_count()
        yield shapes.AT_MOBILITY + shapes.MOST_MOVES + self.targets(other, own).bit_count()
        empty = self.full & ~(own | other)
        odd = 0
        for quarter in self.quarters:
            odd += (empty & quarter).bit_count() & 1
        yield shapes.AT_PARITY + odd
        rim = shapes.spread(empty)
        yield shapes.AT_FRONTIER + (shapes.spread(own) & empty).bit_count()
        yield shapes.AT_FRONTIER + shapes.SQUARES + (shapes.spread(other) & empty).bit_count()
        yield shapes.AT_FRONTIER + 2 * shapes.SQUARES + (rim & own).bit_count()
        yield shapes.AT_FRONTIER + 3 * shapes.SQUARES + (rim & other).bit_count()
        for turned in range(2):
            mine, theirs = (shapes.transpose(own), shapes.transpose(other)) if turned else (own, other)
            for upper, second, third in shapes.HALVES:
                yield shapes.AT_EDGE + shapes.read_base_three(
                    mine >> upper & 255 | (mine >> second + 1 & 1) << 8 | (mine >> second + 6 & 1) << 9,
                    theirs >> upper & 255 | (theirs >> second + 1 & 1) << 8 | (theirs >> second + 6 & 1) << 9,
                )
                for line in range(3):
                    row = second + (third - second) * line
                    yield shapes.AT_LINES + 6561 * line + shapes.read_base_three(mine >> row & 255, theirs >> row & 255)
            for mirrored in range(2):
                if mirrored:
                    mine, theirs = shapes.mirror(mine), shapes.mirror(theirs)
                for upper, second, third in shapes.HALVES:
                    yield shapes.AT_BLOCK + shapes.read_base_three(
                        mine >> upper & 31 | (mine >> second & 31) << 5,
                        theirs >> upper & 31 | (theirs >> second & 31) << 5,
                    )
                    if turned == 0:
                        yield shapes.AT_CORNER + shapes.read_base_three(
                            mine >> upper & 7 | (mine >> second & 7) << 3 | (mine >> third & 7) << 6,
                            theirs >> upper & 7 | (theirs >> second & 7) << 3 | (theirs >> third & 7) << 6,
                        )
                if turned == 0:
                    for squares, column, begin in shapes.DIAGONALS:
                        yield begin + shapes.read_base_three(
                            shapes.diagonal_bits(mine, squares) >> column,
                            shapes.diagonal_bits(theirs, squares) >> column,
                        )

    def twin(self, feature: int) -> int:
        return shapes.turn_over(feature)

    def phase(self, state: OthelloState) -> int:
        """Eight discs are one phase."""
        return min(((state.black | state.white).bit_count() - 4) // shapes.PHASE_DISCS, shapes.PHASES - 1)

    def tier(self, state: OthelloState) -> int:
        return (state.black | state.white).bit_count()

    def candidates(self, state: OthelloState) -> Iterator[int]:
        """All moves, those first where an odd number of squares is left in a quarter of the board: the last of them is
        ours then.
        """
        own, other = (state.black, state.white) if state.turn == 0 else (state.white, state.black)
        targets = self.targets(own, other)
        if targets == 0 and self.targets(other, own) != 0:
            yield self.pass_move
        empty = self.full & ~(own | other)
        odd = 0
        for quarter in self.quarters:
            if (empty & quarter).bit_count() & 1:
                odd |= quarter
        for squares in (targets & odd, targets & ~odd):
            left = squares
            while left != 0:
                yield (left & -left).bit_length() - 1
                left &= left - 1

    def solver_order(self, state: OthelloState, move: int) -> int:
        """What leaves the fewest replies, a corner counted twice, and few empty squares beside our discs, and what
        takes corners; near the end that costs more than it saves.
        """
        if move == self.pass_move or (state.black | state.white).bit_count() >= self.squares - LAST_SQUARES:
            return 0
        own, other = (state.black, state.white) if state.turn == 0 else (state.white, state.black)
        taken = self.flips(own, other, move)
        own |= taken | 1 << move
        replies = self.targets(other ^ taken, own)
        beside = 0
        for step, inside in self.lines:
            beside |= (own & inside) << step | (own & inside) >> step
        freedom = REPLY * (replies.bit_count() + (replies & self.corners).bit_count())
        freedom += (beside & self.full & ~(own | other)).bit_count()
        return CORNER * (own & self.corners).bit_count() - freedom

    def bounds(self, state: OthelloState) -> tuple[int, int]:
        """With one square left, what its discs make of the score; with many, what can't be taken any more."""
        empty = self.full & ~(state.black | state.white)
        if empty & empty - 1:
            if empty & self.corners == self.corners or empty.bit_count() <= LAST_SQUARES:
                return -self.squares, self.squares
            black, white = stable_discs(self.lines, self.size, state.black, state.white)
            return 2 * black.bit_count() - self.squares, self.squares - 2 * white.bit_count()
        score = self.last_score(state, empty)
        return score, score

    def last_score(self, state: OthelloState, empty: int) -> int:
        """The final score with one square left, or none."""
        black, white = state.black, state.white
        if empty:
            square = empty.bit_length() - 1
            own, other = (black, white) if state.turn == 0 else (white, black)
            taken = self.flips(own, other, square)
            turn = state.turn
            if taken == 0:
                taken = self.flips(other, own, square)
                turn = 1 - turn
            if taken != 0:
                gained = 2 * taken.bit_count() + 1
                return black.bit_count() - white.bit_count() + (gained if turn == 0 else -gained)
        return self.score(state)

    def symmetries(self, state: OthelloState) -> Iterator[OthelloState]:
        for image in range(8):
            yield OthelloState(self.transform(state.black, image), self.transform(state.white, image), state.turn)

    def transform(self, board: int, image: int) -> int:
        """One of the board's eight images: bit 0 exchanges left and right, bit 1 up and down,
        bit 2 rows and columns.
        """
        result = 0
        for square in bits(board):
            row, column = divmod(square, self.size)
            row = self.size - 1 - row if image & 2 else row
            column = self.size - 1 - column if image & 1 else column
            result |= 1 << (column * self.size + row if image & 4 else row * self.size + column)
        return result

    # What people see and type

    def tally(self, state: OthelloState) -> tuple[int, int]:
        return state.black.bit_count(), state.white.bit_count()

    def grid(self, state: OthelloState) -> list[list[str]]:
        cells = ["X" if state.black >> i & 1 else "O" if state.white >> i & 1 else "." for i in range(self.squares)]
        return [cells[row * self.size : (row + 1) * self.size] for row in range(self.size)]

    def describe_heuristic(self) -> Message:
        weight = {square: weight for weight, squares in self.weights for square in bits(squares)}
        three = weight[0], weight[1], weight[self.size + 1]
        if self.weights == weight_groups(self.size, three):
            return Message(
                "Each disc counts what its square weighs: {corner} in a corner, {edge} on an edge, {centre} "
                "elsewhere; h is the sum of Black less that of White.",
                corner=three[0],
                edge=three[1],
                centre=three[2],
            )
        rows = [[weight[row * self.size + column] for column in range(self.size)] for row in range(self.size)]
        return Message(
            "Each disc counts what its square weighs; h is the sum of Black less that of White. The weights, row by "
            "row: {weights}.",
            weights=" / ".join(" ".join(map(str, row)) for row in rows),
        )

    def explain_weights(self, state: OthelloState) -> Iterator[Term]:
        """A term for each weight."""
        for weight, squares in self.weights:
            name = Message("Squares that weigh {weight}", weight=weight)
            yield Term.of_cells(name, self.weigh_squares(state, squares, weight))

    explain = explain_weights

    def explain_discs(self, state: OthelloState) -> Iterator[Term]:
        """The discs."""
        yield Term.of_cells(Message("One for each disc"), self.weigh_squares(state, (1 << self.squares) - 1, 1))

    def weigh_squares(self, state: OthelloState, squares: int, weight: int) -> dict[tuple[int, int], int]:
        """What squares of a weight give, for whoever has them."""
        return {
            divmod(square, self.size): weight * ((state.black >> square & 1) - (state.white >> square & 1))
            for square in bits(squares)
        }

    def openings(self) -> Iterable[tuple[str, Message | str]]:
        from elagage.games.openings.othello_openings import OPENINGS

        return OPENINGS if self.size == 8 else ()

    def text(self, state: OthelloState) -> str:
        return board_text(self.grid(state))

    def move_name(self, state: OthelloState, move: int) -> str:
        return "--" if move == self.pass_move else square_name(move % self.size, move // self.size)

    def parse_move(self, state: OthelloState, text: str) -> int:
        name = text.strip().casefold()
        return super().parse_move(state, "--" if name in PASS_NAMES else name)

    def state_name(self, state: OthelloState) -> str:
        board = "".join(cell for row in self.grid(state) for cell in row).replace(".", "-")
        return f"{board} {self.players[state.turn]}"

    def parse_state(self, text: str) -> OthelloState:
        from elagage.formats import cut_scores, is_ggf, play_pasted

        board = cut_scores(text)
        if len(board) >= self.squares and not is_ggf(text) and not any(sign.isdigit() for sign in board):
            return self.parse_board(board)
        return play_pasted(self, text)

    def parse_board(self, text: str) -> OthelloState:
        """A board and the side to move."""
        sides = {"x": 0, "b": 0, "*": 0, "o": 1, "w": 1}
        board, side = text[:-1], sides.get(text[-1].casefold())
        if side is None:
            raise NotationError("A board must end with the side to move, X (Black) or O (White).")
        marks = {"x": "X", "b": "X", "*": "X", "o": "O", "w": "O", "-": "-", ".": "-", "_": "-"}
        cells = read_board(board, self.size, self.size, marks)
        black, white = (sum(1 << i for i, cell in enumerate(cells) if cell == mark) for mark in "XO")
        return OthelloState(black, white, side)


def ray(size: int, square: int, right: int, below: int) -> int:
    """The squares that one comes to from a square, always in one direction."""
    row, column = square // size + below, square % size + right
    squares = 0
    while 0 <= row < size and 0 <= column < size:
        squares |= 1 << row * size + column
        row, column = row + below, column + right
    return squares
