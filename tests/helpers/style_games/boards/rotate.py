"""Rotating tic-tac-toe: after a move the board turns; zip(*board[::-1]), sum(board, ()), chain, set of lines."""

# ruff: noqa
from itertools import chain
from elagage import Game


def rotate(board):
    return tuple(zip(*board[::-1]))


def lines(board):
    size = len(board)
    yield from board
    yield from zip(*board)
    yield tuple(board[i][i] for i in range(size))
    yield tuple(board[i][size - 1 - i] for i in range(size))


class Rotating(Game):
    def start(self):
        return tuple(tuple("." for _ in range(3)) for _ in range(3))

    def player(self, board):
        flat = sum(board, ())
        return flat.count("x") - flat.count("o")

    def winner(self, board):
        full = {line[0] for line in lines(board) if len(set(line)) == 1}
        full.discard(".")
        if len(full) == 1:
            return "x" if "x" in full else "o"
        return "both" if len(full) == 2 else ""

    def moves(self, board):
        if self.winner(board):
            return []
        return [(r, c) for r, row in enumerate(board) for c, cell in enumerate(row) if cell == "."]

    def play(self, board, move):
        mark = "xo"[self.player(board)]
        grid = [list(row) for row in board]
        grid[move[0]][move[1]] = mark
        return rotate(tuple(map(tuple, grid)))

    def score(self, board):
        return {"x": 1, "o": -1}.get(self.winner(board), 0)

    def heuristic(self, board):
        flat = "".join(chain(*board))
        return (flat[4] == "x") - (flat[4] == "o") + 0.1 * sum(1 for a, b in zip(flat, flat[1:]) if a == b == "x")
