"""Connect 4 as a newcomer writes it: a tuple of cells, no bit tricks. Compare ``elagage/games/connect4.py``.

elagage check examples/connect_four.py
elagage play examples/connect_four.py --level 4
"""

from typing import NamedTuple

from elagage import Game

WIDTH, HEIGHT = 7, 6


class Board(NamedTuple):
    """``cells``: 0 empty, 1 Max's, 2 Min's, from the bottom row up; ``turn``: who moves; ``winner``: 0,
    or whose four it is.
    """

    cells: tuple[int, ...]
    turn: int
    winner: int


class ConnectFour(Game):
    """Four in a row, discs fall."""

    players = ("X", "O")

    def start(self):
        return Board((0,) * (WIDTH * HEIGHT), 0, 0)

    def player(self, board):
        return board.turn

    def moves(self, board):
        if board.winner == 0:
            for column in range(WIDTH):
                if board.cells[(HEIGHT - 1) * WIDTH + column] == 0:
                    yield column

    def play(self, board, column):
        row = 0
        while board.cells[row * WIDTH + column] != 0:
            row += 1
        cell = row * WIDTH + column
        mark = board.turn + 1
        cells = board.cells[:cell] + (mark,) + board.cells[cell + 1 :]
        return Board(cells, 1 - board.turn, mark if self.wins(cells, row, column, mark) else 0)

    def wins(self, cells, row, column, mark):
        """Does the disc just dropped make four?"""
        for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
            run = 1
            for sign in (1, -1):
                r, c = row + sign * down, column + sign * right
                while 0 <= r < HEIGHT and 0 <= c < WIDTH and cells[r * WIDTH + c] == mark:
                    run += 1
                    r, c = r + sign * down, c + sign * right
            if run >= 4:
                return True
        return False

    def score(self, board):
        return (0, 1, -1)[board.winner]

    def grid(self, board):
        rows = [board.cells[i : i + WIDTH] for i in range(0, WIDTH * HEIGHT, WIDTH)]
        return [[".XO"[cell] for cell in row] for row in reversed(rows)]

    def move_name(self, board, move):
        return str(move + 1)
