"""Connect 3 with gravity on 4x4; the board is a list of lists and is deep-copied before dropping."""

# ruff: noqa
import copy
from elagage import Game

ROWS, COLS, K = 4, 4, 3


class ConnectK(Game):
    def start(self):
        return [[" " for _ in range(COLS)] for _ in range(ROWS)]

    def player(self, board):
        stones = sum(1 for row in board for cell in row if cell != " ")
        return stones % 2

    def has_won(self, board, mark):
        for r in range(ROWS):
            for c in range(COLS):
                for dr, dc in [(0, 1), (1, 0), (1, 1), (1, -1)]:
                    count = 0
                    rr, cc = r, c
                    while 0 <= rr < ROWS and 0 <= cc < COLS and board[rr][cc] == mark:
                        count += 1
                        rr += dr
                        cc += dc
                    if count >= K:
                        return True
        return False

    def moves(self, board):
        if self.has_won(board, "X") or self.has_won(board, "O"):
            return []
        return [c for c in range(COLS) if board[0][c] == " "]

    def play(self, board, col):
        mark = "XO"[self.player(board)]
        new_board = copy.deepcopy(board)
        for row in reversed(new_board):
            if row[col] == " ":
                row[col] = mark
                return new_board
        raise ValueError("column is full")

    def score(self, board):
        if self.has_won(board, "X"):
            return 1
        elif self.has_won(board, "O"):
            return -1
        else:
            return 0

    def heuristic(self, board):
        weights = [1, 2, 2, 1]
        total = 0
        for row in board:
            for w, cell in zip(weights, row):
                if cell == "X":
                    total += w
                elif cell == "O":
                    total -= w
        return total
