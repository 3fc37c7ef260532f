"""Mini chess-like: piece classes with inheritance, a Board class with __getitem__, polymorphic moves()."""

# ruff: noqa
from elagage import Game

N = 4


class Piece:
    steps = ()

    def __init__(self, colour, pos):
        self.colour = colour
        self.pos = pos

    def moves(self, board):
        for dr, dc in self.steps:
            r, c = self.pos[0] + dr, self.pos[1] + dc
            if 0 <= r < N and 0 <= c < N:
                other = board[r, c]
                if other is None or other.colour != self.colour:
                    yield (r, c)


class King(Piece):
    steps = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)]


class Knight(Piece):
    steps = [(-2, -1), (-2, 1), (-1, -2), (-1, 2), (1, -2), (1, 2), (2, -1), (2, 1)]


class Board:
    def __init__(self, pieces):
        self.pieces = pieces

    def __getitem__(self, key):
        for p in self.pieces:
            if p.pos == key:
                return p
        return None


KINDS = {"K": King, "N": Knight}


class Mini(Game):
    def start(self):
        return (("K", 0, (0, 0)), ("N", 0, (0, 1)), ("K", 1, (3, 3)), ("N", 1, (3, 2))), 0, 0

    def player(self, s):
        return s[1]

    def kings(self, s):
        return [c for k, c, p in s[0] if k == "K"]

    def moves(self, s):
        if len(self.kings(s)) < 2 or s[2] >= 12:
            return []
        pieces = [KINDS[k](c, p) for k, c, p in s[0]]
        board = Board(pieces)
        return [(p.pos, to) for p in pieces if p.colour == s[1] for to in p.moves(board)]

    def play(self, s, move):
        src, dst = move
        new = tuple((k, c, dst if p == src else p) for k, c, p in s[0] if p != dst)
        return new, 1 - s[1], s[2] + 1

    def score(self, s):
        kings = self.kings(s)
        return 0 if len(kings) == 2 else (1 if 0 in kings else -1)

    def heuristic(self, s):
        return sum(3 if c == 0 else -3 for k, c, p in s[0] if k == "N")
