"""A plain class for positions (with __eq__ and __hash__), defaultdict tables, groupby and accumulate."""

# ruff: noqa
from collections import defaultdict
from itertools import accumulate, groupby
from elagage import Game

LINES_OF = defaultdict(list)
for i in range(3):
    for j in range(3):
        LINES_OF[i * 3 + j].append(("row", i))
        LINES_OF[i * 3 + j].append(("col", j))


class Grid:
    def __init__(self, cells, turn):
        self.cells = cells
        self.turn = turn

    def __eq__(self, other):
        return self.cells == other.cells and self.turn == other.turn

    def __hash__(self):
        return hash((self.cells, self.turn))

    def __repr__(self):
        return f"Grid({self.cells!r}, {self.turn})"

    def empty(self):
        return [i for i, x in enumerate(self.cells) if x == 0]


class LastLine(Game):
    """Put 1 or 2 on a cell; a row or column that sums to 4 or more is closed; no move loses."""

    def start(self):
        return Grid((0,) * 9, 0)

    def player(self, g):
        return g.turn

    def sums(self, g):
        rows = {("row", i): sum(g.cells[3 * i : 3 * i + 3]) for i in range(3)}
        rows.update({("col", j): sum(g.cells[j::3]) for j in range(3)})
        return rows

    def moves(self, g):
        sums = self.sums(g)
        return [(i, v) for i in g.empty() for v in (1, 2) if all(sums[line] + v <= 4 for line in LINES_OF[i])]

    def play(self, g, move):
        i, v = move
        return Grid(g.cells[:i] + (v,) + g.cells[i + 1 :], 1 - g.turn)

    def score(self, g):
        return -1 if g.turn == 0 else 1

    def heuristic(self, g):
        runs = [len(list(group)) for value, group in groupby(g.cells) if value == 0]
        rising = list(accumulate(g.cells))
        return max(runs, default=0) - rising[-1] % 3
