"""Small games in many styles, as people write them: what their states and moves are made of differs, and how their
rules are said.
"""

# ruff: noqa: C416, PERF401, UP033, RUF012
from __future__ import annotations

from collections import deque
from dataclasses import dataclass, replace
from enum import Enum, IntEnum
from functools import cached_property, lru_cache
from itertools import combinations, pairwise, product
from typing import NamedTuple

from elagage import Game

SIZE = 3
LINES = [line for line in ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))]


class TextBoard(Game):
    """Noughts and crosses on a text; a move is a cell."""

    def start(self):
        return "........."

    def player(self, board):
        return board.count("X") - board.count("O")

    def winner(self, board):
        for a, b, c in LINES:
            if board[a] != "." and board[a] == board[b] == board[c]:
                return board[a]
        return ""

    def moves(self, board):
        return [] if self.winner(board) else [i for i, mark in enumerate(board) if mark == "."]

    def play(self, board, cell):
        return board[:cell] + "XO"[self.player(board)] + board[cell + 1 :]

    def score(self, board):
        return {"X": 1, "O": -1, "": 0}[self.winner(board)]

    def heuristic(self, board):
        return (
            sum(
                (board[a] + board[b] + board[c]).count("X") ** 2 - (board[a] + board[b] + board[c]).count("O") ** 2
                for a, b, c in LINES
            )
            / 4
        )


class DictHeaps(Game):
    """Heaps by name, in a dict; a move is a text."""

    def start(self):
        return ({"a": 3, "b": 2, "c": 2}, "left")

    def player(self, state):
        return ["left", "right"].index(state[1])

    def moves(self, state):
        heaps, _who = state
        return [name + str(n) for name, size in heaps.items() for n in range(1, size + 1)]

    def play(self, state, move):
        heaps = dict(state[0])
        name, n = move[0], int(move[1:])
        heaps[name] -= n
        if not heaps[name]:
            del heaps[name]
        return (heaps, "right" if state[1] == "left" else "left")

    def score(self, state):
        return -1 if state[1] == "left" else 1

    def heuristic(self, state):
        nim = 0
        for size in state[0].values():
            nim ^= size
        return (nim, -nim)[self.player(state)] or 0.5


class Mark(Enum):
    NONE = "."
    WHITE = "w"
    BLACK = "b"

    @property
    def other(self):
        return Mark.BLACK if self is Mark.WHITE else Mark.WHITE


@dataclass(frozen=True)
class Row:
    cells: tuple
    turn: Mark = Mark.WHITE

    def free(self):
        return (i for i, cell in enumerate(self.cells) if cell is Mark.NONE)

    def near(self, i):
        return [self.cells[j] for j in (i - 1, i + 1) if 0 <= j < len(self.cells)]


class EnumRow(Game):
    """Put a mark on a free cell that has no neighbour of yours; who can't, loses."""

    def start(self):
        return Row((Mark.NONE,) * 7)

    def player(self, row):
        return 0 if row.turn is Mark.WHITE else 1

    def moves(self, row):
        for i in row.free():
            if row.turn not in row.near(i):
                yield i

    def play(self, row, i):
        return replace(row, cells=(*row.cells[:i], row.turn, *row.cells[i + 1 :]), turn=row.turn.other)

    def score(self, row):
        match row.turn:
            case Mark.WHITE:
                return -1
            case _:
                return 1

    def heuristic(self, row):
        def room(mark):
            return sum(1 for i in row.free() if mark not in row.near(i))

        return room(Mark.WHITE) - room(Mark.BLACK)


class Side(IntEnum):
    FIRST = 0
    SECOND = 1

    def __invert__(self):
        return Side(1 - self.value)


class Cells(NamedTuple):
    cells: tuple[int | None, ...]
    side: Side = Side.FIRST
    last: int | None = None

    def put(self, at, value):
        cells = list(self.cells)
        cells[at] = value
        return self._replace(cells=tuple(cells), side=~self.side, last=at)


class NoneCells(Game):
    """Numbers 1 to 3 into cells that are None; a move is (cell, number); neighbours must differ."""

    numbers = (1, 2, 3)

    def start(self):
        return Cells((None,) * 4)

    def player(self, state):
        return state.side

    def fits(self, state, at, value):
        for j in (at - 1, at + 1):
            if 0 <= j < len(state.cells) and state.cells[j] == value:
                return False
        return True

    def moves(self, state):
        return [
            (at, value)
            for at, value in product(range(4), self.numbers)
            if state.cells[at] is None and self.fits(state, at, value)
        ]

    def play(self, state, move):
        return state.put(*move)

    def score(self, state):
        return 1 if state.side else -1

    def heuristic(self, state):
        total = sum(cell or 0 for cell in state.cells)
        if state.last is not None:
            total += state.cells[state.last] * 2
        return total - max((value for value in state.cells if value is not None), default=0)

    def order(self, state, move):
        at, value = move
        return value * 10 - abs(at - 1)


class ListState(Game):
    """A state that is a list of lists, copied before it is changed; captures by breadth-first search."""

    def start(self):
        return [[[0, 1, 0], [1, 0, 0], [0, 0, 1]], 0]

    def player(self, state):
        return state[1]

    def moves(self, state):
        board = state[0]
        found = []
        for r in range(SIZE):
            for c in range(SIZE):
                if board[r][c] == 0:
                    found.append((r, c))
        return found

    def play(self, state, move):
        board = [row[:] for row in state[0]]
        r, c = move
        board[r][c] = 2 + state[1]
        return [board, 1 - state[1]]

    def reach(self, board, start):
        queue, seen = deque([start]), {start}
        while queue:
            r, c = queue.popleft()
            for dr, dc in ((0, 1), (1, 0), (0, -1), (-1, 0)):
                near = (r + dr, c + dc)
                if 0 <= near[0] < SIZE and 0 <= near[1] < SIZE and near not in seen and board[near[0]][near[1]] != 1:
                    seen.add(near)
                    queue.append(near)
        return len(seen)

    def score(self, state):
        mine = sum(row.count(2) for row in state[0])
        return mine - sum(row.count(3) for row in state[0])

    def heuristic(self, state):
        best = 0
        for r, row in enumerate(state[0]):
            for c, cell in enumerate(row):
                if cell == 2 + state[1]:
                    best = max(best, self.reach(state[0], (r, c)))
        return best if state[1] == 0 else -best


class SetState(Game):
    """Take numbers that are still there; two that are neighbours may not both be yours. Frozensets, and nothing
    depends on their order.
    """

    def start(self):
        return (frozenset(range(5)), frozenset(), frozenset(), 0)

    def player(self, state):
        return state[3]

    def moves(self, state):
        free, first, second, who = state
        own = second if who else first
        return sorted(n for n in free if n - 1 not in own and n + 1 not in own)

    def play(self, state, n):
        free, first, second, who = state
        if who == 0:
            first = first | {n}
        else:
            second = second | {n}
        return (free - {n}, first, second, 1 - who)

    def score(self, state):
        return len(state[1]) - len(state[2])

    def heuristic(self, state):
        return sum(state[1]) - sum(state[2]) + any(n > 3 for n in state[0])


def ways(n, most=3):
    """How often a number can be left: recursion without a memo."""
    if n <= 0:
        return 1 if n == 0 else 0
    return sum(ways(n - k, most) for k in range(1, most + 1))


@lru_cache(maxsize=None)
def halves(n):
    return (n,) if n < 2 else (n, *halves(n // 2))


class Numbers(Game):
    """One int for everything, helpers that call themselves, floats, and a table that is computed once."""

    def __init__(self, most: int = 3) -> None:
        self.most = most

    @cached_property
    def table(self):
        return {n: [d for d in range(1, n + 1) if n % d == 0] for n in range(1, 40)}

    def start(self):
        return 2 * 11

    def player(self, state):
        return state & 1

    def moves(self, state):
        n = state >> 1
        return [k for k in self.table.get(n, []) if k <= self.most]

    def play(self, state, k):
        return ((state >> 1) - k) << 1 | (1 - (state & 1))

    def over(self, state):
        return state < 2

    def score(self, state):
        return -1 if state % 2 == 0 else 1

    def heuristic(self, state):
        n = state // 2
        value = ways(n % 7, self.most) ** 0.5 + len(halves(n)) / 3
        pairs = sum(abs(a - b) for a, b in pairwise(halves(n)))
        close = len([1 for a, b in combinations(halves(n), 2) if a - b < 3])
        return (value if state % 2 else -value) + pairs - close


class Trapped(Game):
    """Rules that lean on errors: what is out of the board is caught, a missing key is None."""

    steps = {"n": (-1, 0), "s": (1, 0), "e": (0, 1), "w": (0, -1)}

    def start(self):
        return (0, 0, ((0, 0, 0), (0, 1, 0), (0, 0, 0)), 0)

    def player(self, state):
        return state[3]

    def cell(self, state, r, c):
        if r < 0 or c < 0:
            return None
        try:
            return state[2][r][c]
        except IndexError:
            return None

    def moves(self, state):
        r, c, _board, _who = state
        return [name for name, (dr, dc) in self.steps.items() if self.cell(state, r + dr, c + dc) == 0]

    def play(self, state, name):
        r, c, board, who = state
        dr, dc = self.steps[name]
        rows = [list(row) for row in board]
        rows[r][c] = 1
        return (r + dr, c + dc, tuple(map(tuple, rows)), 1 - who)

    def score(self, state):
        return 1 if state[3] else -1

    def heuristic(self, state):
        try:
            return 10 // (state[0] - state[1])
        except ZeroDivisionError:
            return 0


GAMES = (TextBoard, DictHeaps, EnumRow, NoneCells, ListState, SetState, Numbers, Trapped)
