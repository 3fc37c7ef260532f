"""Gobblet Gobblers on 3x3 with two sizes. A cell is a tuple of stacked pieces, a piece is (size, colour)."""

# ruff: noqa
from elagage import Game

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


class Gobblet(Game):
    def start(self):
        cells = tuple(() for _ in range(9))
        reserve = ((2, 2), (2, 2))  # reserve[player][size] = pieces left
        return cells, reserve, 0, 0

    def player(self, state):
        return state[2]

    def top(self, cell):
        return cell[-1] if cell else None

    def lines_of(self, cells, who):
        n = 0
        for line in LINES:
            if all((t := self.top(cells[i])) is not None and t[1] == who for i in line):
                n += 1
        return n

    def moves(self, state):
        cells, reserve, who, ply = state
        if ply >= 12 or self.lines_of(cells, 0) or self.lines_of(cells, 1):
            return []
        out = []
        for size in (0, 1):
            if reserve[who][size] > 0:
                for i, cell in enumerate(cells):
                    if not cell or cell[-1][0] < size:
                        out.append(("place", size, i))
        for i, cell in enumerate(cells):
            if cell and cell[-1][1] == who:
                for j, other in enumerate(cells):
                    if i != j and (not other or other[-1][0] < cell[-1][0]):
                        out.append(("move", i, j))
        return out

    def play(self, state, move):
        cells, reserve, who, ply = state
        kind, a, b = move
        cells = list(cells)
        if kind == "place":
            cells[b] = cells[b] + ((a, who),)
            mine = list(reserve[who])
            mine[a] -= 1
            reserve = (tuple(mine), reserve[1]) if who == 0 else (reserve[0], tuple(mine))
        else:
            *rest, piece = cells[a]
            cells[a] = tuple(rest)
            cells[b] += (piece,)
        return tuple(cells), reserve, 1 - who, ply + 1

    def score(self, state):
        return self.lines_of(state[0], 0) - self.lines_of(state[0], 1)

    def heuristic(self, state):
        value = 0
        for cell in state[0]:
            for depth, (size, who) in enumerate(reversed(cell)):
                value += (size + 1 if depth == 0 else 0) * (1 if who == 0 else -1)
        return value
