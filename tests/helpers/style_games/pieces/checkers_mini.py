"""Checkers on a 6x6 board, men only and no kings, multi-jumps by recursive generators. Moves are tuples of squares."""

# ruff: noqa
from elagage import Game

N = 6
DIAG = (-1, 1)


class MiniCheckers(Game):
    def start(self):
        top = tuple((r, c) for r in (0, 1) for c in range(N) if (r + c) % 2 == 1)
        bottom = tuple((r, c) for r in (4, 5) for c in range(N) if (r + c) % 2 == 1)
        return (bottom, top, 0)

    def player(self, state):
        return state[2]

    def jumps(self, at, mine, theirs, forward):
        """Every maximal sequence of jumps from a square."""
        r, c = at
        found = False
        for dc in DIAG:
            over, to = (r + forward, c + dc), (r + 2 * forward, c + 2 * dc)
            if not (0 <= to[0] < N and 0 <= to[1] < N):
                continue
            if over in theirs and to not in theirs and to not in mine:
                found = True
                rest = tuple(x for x in theirs if x != over)
                for path in self.jumps(to, mine, rest, forward):
                    yield (at,) + path
        if not found:
            yield (at,)

    def moves(self, state):
        bottom, top, who = state
        mine, theirs = (bottom, top) if who == 0 else (top, bottom)
        forward = -1 if who == 0 else 1
        captures = [p for m in mine for p in self.jumps(m, mine, theirs, forward) if len(p) > 1]
        if captures:
            return captures
        steps = []
        for r, c in mine:
            for dc in DIAG:
                to = (r + forward, c + dc)
                if 0 <= to[0] < N and 0 <= to[1] < N and to not in mine and to not in theirs:
                    steps.append(((r, c), to))
        return steps

    def play(self, state, path):
        bottom, top, who = state
        mine, theirs = (bottom, top) if who == 0 else (top, bottom)
        mine = tuple(sorted(path[-1] if m == path[0] else m for m in mine))
        for a, b in zip(path, path[1:]):
            if abs(a[0] - b[0]) == 2:
                mid = ((a[0] + b[0]) // 2, (a[1] + b[1]) // 2)
                theirs = tuple(t for t in theirs if t != mid)
        return (mine, theirs, 1) if who == 0 else (theirs, mine, 0)

    def score(self, state):
        return 1 if state[2] == 1 else -1

    def heuristic(self, state):
        bottom, top, _ = state
        return 10 * (len(bottom) - len(top)) + sum(N - 1 - r for r, _ in bottom) - sum(r for r, _ in top)
