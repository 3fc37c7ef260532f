"""Hex 3x3 with a union-find class; the state is a tuple of cells."""

# ruff: noqa
from elagage import Game

N = 3
TOP, BOTTOM, LEFT, RIGHT = N * N, N * N + 1, N * N + 2, N * N + 3


class UnionFind:
    def __init__(self, n):
        self.parent = list(range(n))

    def find(self, x):
        while self.parent[x] != x:
            self.parent[x] = self.parent[self.parent[x]]
            x = self.parent[x]
        return x

    def union(self, a, b):
        self.parent[self.find(a)] = self.find(b)

    def connected(self, a, b):
        return self.find(a) == self.find(b)


def around(i):
    r, c = divmod(i, N)
    for dr, dc in ((-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0)):
        if 0 <= r + dr < N and 0 <= c + dc < N:
            yield (r + dr) * N + c + dc


class Hex(Game):
    def start(self):
        return (0,) * (N * N)

    def player(self, board):
        return sum(1 for x in board if x) % 2

    def winner(self, board):
        uf = UnionFind(N * N + 4)
        for i, x in enumerate(board):
            if not x:
                continue
            r, c = divmod(i, N)
            if x == 1:
                if r == 0:
                    uf.union(i, TOP)
                if r == N - 1:
                    uf.union(i, BOTTOM)
            else:
                if c == 0:
                    uf.union(i, LEFT)
                if c == N - 1:
                    uf.union(i, RIGHT)
            for j in around(i):
                if board[j] == x:
                    uf.union(i, j)
        if uf.connected(TOP, BOTTOM):
            return 1
        if uf.connected(LEFT, RIGHT):
            return 2
        return 0

    def moves(self, board):
        if self.winner(board):
            return []
        return [i for i in range(N * N) if board[i] == 0]

    def play(self, board, i):
        new = list(board)
        new[i] = 1 + self.player(board)
        return tuple(new)

    def score(self, board):
        return {1: 1, 2: -1, 0: 0}[self.winner(board)]

    def heuristic(self, board):
        centre = [1, 2, 1, 2, 4, 2, 1, 2, 1]
        return sum(w * (1 if x == 1 else -1 if x == 2 else 0) for w, x in zip(centre, board))
