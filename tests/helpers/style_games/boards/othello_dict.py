"""Othello 4x4 with a dict board {(r, c): colour}; None is a pass."""

# ruff: noqa
from elagage import Game

SIZE = 4
DIRS = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)]
BLACK, WHITE = "B", "W"


def other(colour):
    return WHITE if colour == BLACK else BLACK


class Othello(Game):
    margins = True

    def start(self):
        board = {(1, 1): WHITE, (2, 2): WHITE, (1, 2): BLACK, (2, 1): BLACK}
        return (board, BLACK)

    def player(self, state):
        return 0 if state[1] == BLACK else 1

    def flips(self, board, colour, r, c):
        if (r, c) in board:
            return []
        turned = []
        for dr, dc in DIRS:
            line = []
            y, x = r + dr, c + dc
            while (y, x) in board and board[(y, x)] == other(colour):
                line.append((y, x))
                y += dr
                x += dc
            if line and board.get((y, x)) == colour:
                turned.extend(line)
        return turned

    def places(self, board, colour):
        return [(r, c) for r in range(SIZE) for c in range(SIZE) if self.flips(board, colour, r, c)]

    def moves(self, state):
        board, colour = state
        mine = self.places(board, colour)
        if mine:
            return mine
        if self.places(board, other(colour)):
            return [None]
        return []

    def play(self, state, move):
        board, colour = state
        if move is None:
            return (board, other(colour))
        new = board.copy()
        for square in self.flips(board, colour, *move):
            new[square] = colour
        new[move] = colour
        return (new, other(colour))

    def score(self, state):
        discs = list(state[0].values())
        return discs.count(BLACK) - discs.count(WHITE)

    def heuristic(self, state):
        board = state[0]
        corners = [(0, 0), (0, SIZE - 1), (SIZE - 1, 0), (SIZE - 1, SIZE - 1)]
        value = 0
        for corner in corners:
            owner = board.get(corner, "")
            value += 5 if owner == BLACK else -5 if owner == WHITE else 0
        return value + len(self.places(board, BLACK)) - len(self.places(board, WHITE))
