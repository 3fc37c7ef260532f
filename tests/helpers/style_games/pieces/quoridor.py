"""Tiny Quoridor: 3x3, no walls but blocking squares; deque BFS for the shortest way; a state is a dataclass."""

# ruff: noqa
from collections import deque
from dataclasses import dataclass
from typing import Optional
from elagage import Game

N = 4


@dataclass(frozen=True)
class Pos:
    pawns: tuple[int, int]
    blocks: tuple[int, ...]
    left: tuple[int, int]
    turn: int


def neighbours(at):
    r, c = divmod(at, N)
    if r > 0:
        yield at - N
    if r < N - 1:
        yield at + N
    if c > 0:
        yield at - 1
    if c < N - 1:
        yield at + 1


def distance(at, goal_row, blocks) -> Optional[int]:
    queue = deque([(at, 0)])
    visited = {at}
    while queue:
        here, steps = queue.popleft()
        if here // N == goal_row:
            return steps
        for there in neighbours(here):
            if there in visited or there in blocks:
                continue
            visited.add(there)
            queue.append((there, steps + 1))
    return None


class Quoridor(Game):
    cycles = True
    GOALS = (N - 1, 0)

    def start(self):
        return Pos((1, N * N - 2), (), (2, 2), 0)

    def player(self, p):
        return p.turn

    def winner(self, p):
        for who in (0, 1):
            if p.pawns[who] // N == self.GOALS[who]:
                return who
        return None

    def moves(self, p):
        if self.winner(p) is not None:
            return []
        mine, other = p.pawns[p.turn], p.pawns[1 - p.turn]
        out = [("step", to) for to in neighbours(mine) if to != other and to not in p.blocks]
        if p.left[p.turn]:
            for square in range(N * N):
                if square in p.pawns or square in p.blocks:
                    continue
                blocks = p.blocks + (square,)
                if all(distance(p.pawns[w], self.GOALS[w], blocks) is not None for w in (0, 1)):
                    out.append(("block", square))
        return out if out else [("pass", -1)]

    def play(self, p, move):
        kind, square = move
        if kind == "step":
            pawns = (square, p.pawns[1]) if p.turn == 0 else (p.pawns[0], square)
            return Pos(pawns, p.blocks, p.left, 1 - p.turn)
        if kind == "pass":
            return Pos(p.pawns, p.blocks, p.left, 1 - p.turn)
        left = tuple(n - (i == p.turn) for i, n in enumerate(p.left))
        return Pos(p.pawns, tuple(sorted(p.blocks + (square,))), left, 1 - p.turn)

    def score(self, p):
        w = self.winner(p)
        return 0 if w is None else 1 - 2 * w

    def heuristic(self, p):
        a = distance(p.pawns[0], self.GOALS[0], p.blocks)
        b = distance(p.pawns[1], self.GOALS[1], p.blocks)
        return (b if b is not None else 99) - (a if a is not None else 99)
