"""The game of Y on a triangle of side 3 (6 cells); bitboards with ints and a flood by bit tricks."""

# ruff: noqa
from elagage import Game

ROWS = 4
CELLS = [(r, c) for r in range(ROWS) for c in range(r + 1)]
NUMBER = {cell: i for i, cell in enumerate(CELLS)}
NEAR = [0] * len(CELLS)
for (r, c), i in NUMBER.items():
    for dr, dc in ((0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (-1, -1)):
        j = NUMBER.get((r + dr, c + dc))
        if j is not None:
            NEAR[i] |= 1 << j
LEFT = sum(1 << NUMBER[r, 0] for r in range(ROWS))
RIGHT = sum(1 << NUMBER[r, r] for r in range(ROWS))
BASE = sum(1 << NUMBER[ROWS - 1, c] for c in range(ROWS))
ALL = (1 << len(CELLS)) - 1


def bits(x):
    while x:
        low = x & -x
        yield low.bit_length() - 1
        x ^= low


class Y(Game):
    def start(self):
        return 0, 0

    def player(self, state):
        mine, theirs = state
        return (mine | theirs).bit_count() & 1

    def connects(self, stones):
        todo = stones
        while todo:
            group = todo & -todo
            while True:
                grown = group
                for i in bits(group):
                    grown |= NEAR[i] & stones
                if grown == group:
                    break
                group = grown
            if group & LEFT and group & RIGHT and group & BASE:
                return True
            todo &= ~group
        return False

    def moves(self, state):
        if any(map(self.connects, state)):
            return []
        return list(bits(ALL & ~(state[0] | state[1])))

    def play(self, state, cell):
        a, b = state
        if self.player(state) == 0:
            return a | 1 << cell, b
        return a, b | 1 << cell

    def score(self, state):
        return int(self.connects(state[0])) - int(self.connects(state[1]))

    def heuristic(self, state):
        return sum(NEAR[i].bit_count() for i in bits(state[0])) - sum(NEAR[i].bit_count() for i in bits(state[1]))
