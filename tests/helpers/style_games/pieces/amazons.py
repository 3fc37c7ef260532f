"""Game of the Amazons 4x4, two queens each, namedtuple moves."""

# ruff: noqa
from collections import namedtuple
from elagage import Game

Move = namedtuple("Move", ["src", "dst", "arrow"])
SIZE = 4
DIRECTIONS = [(dr, dc) for dr in (-1, 0, 1) for dc in (-1, 0, 1) if dr or dc]


class Amazons(Game):
    def start(self):
        board = [["."] * SIZE for _ in range(SIZE)]
        board[0][1] = board[3][2] = "W"
        board[0][2] = board[3][1] = "B"
        return ("".join("".join(row) for row in board), "W")

    def player(self, state):
        return "WB".index(state[1])

    @staticmethod
    def rays(board, at):
        for dr, dc in DIRECTIONS:
            r, c = at // SIZE + dr, at % SIZE + dc
            while 0 <= r < SIZE and 0 <= c < SIZE and board[r * SIZE + c] == ".":
                yield r * SIZE + c
                r, c = r + dr, c + dc

    def moves(self, state):
        board, who = state
        for src in range(SIZE * SIZE):
            if board[src] != who:
                continue
            lifted = board[:src] + "." + board[src + 1 :]
            for dst in self.rays(lifted, src):
                for arrow in self.rays(lifted[:dst] + who + lifted[dst + 1 :], dst):
                    yield Move(src, dst, arrow)

    def play(self, state, move):
        cells = list(state[0])
        cells[move.src] = "."
        cells[move.dst] = state[1]
        cells[move.arrow] = "x"
        return ("".join(cells), "B" if state[1] == "W" else "W")

    def score(self, state):
        return -1 if state[1] == "W" else 1

    def heuristic(self, state):
        board = state[0]
        reach = {"W": 0, "B": 0}
        for at, piece in enumerate(board):
            if piece in reach:
                reach[piece] += len(set(self.rays(board, at)))
        return reach["W"] - reach["B"]
