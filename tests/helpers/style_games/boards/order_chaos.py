"""Order and Chaos on 4x4 (four in a row wins for Order). Moves are strings like 'Xa1'."""

# ruff: noqa
import itertools
from elagage import Game

FILES = "abcd"
SQUARES = [f + str(r) for r in range(1, 5) for f in FILES]
INDEX = {name: i for i, name in enumerate(SQUARES)}
LINES = []
for i in range(4):
    LINES.append([4 * i + j for j in range(4)])
    LINES.append([4 * j + i for j in range(4)])
LINES.append([0, 5, 10, 15])
LINES.append([3, 6, 9, 12])


class OrderAndChaos(Game):
    players = ("Order", "Chaos")

    def start(self):
        return "-" * 16

    def player(self, board):
        return (16 - board.count("-")) % 2

    def _order_won(self, board):
        for line in LINES:
            values = {board[i] for i in line}
            if len(values) == 1 and "-" not in values:
                return True
        return False

    def moves(self, board):
        if self._order_won(board):
            return []
        return [p + s for p, s in itertools.product("XO", SQUARES) if board[INDEX[s]] == "-"]

    def play(self, board, move):
        piece, square = move[0], move[1:]
        i = INDEX[square]
        return board[:i] + piece + board[i + 1 :]

    def score(self, board):
        return 1 if self._order_won(board) else -1

    def heuristic(self, board):
        total = 0
        for line in LINES:
            cells = "".join(board[i] for i in line)
            x, o = cells.count("X"), cells.count("O")
            if x and o:
                total -= 1
            else:
                total += max(x, o) ** 2
        return total
