"""A small Bagh-chal: one tiger, goats are placed on 3x3 (all lines, diagonals from even points)."""

# ruff: noqa
from collections import namedtuple
from elagage import Game

State = namedtuple("State", "tiger goats hand captured turn plies")
SIDE = 3
NEIGHBOURS = {}
JUMPS = {}
for p in range(SIDE * SIDE):
    r, c = divmod(p, SIDE)
    near, far = [], []
    for dr in (-1, 0, 1):
        for dc in (-1, 0, 1):
            if (dr, dc) == (0, 0) or (dr and dc and (r + c) % 2):
                continue
            if 0 <= r + dr < SIDE and 0 <= c + dc < SIDE:
                near.append((r + dr) * SIDE + c + dc)
            if 0 <= r + 2 * dr < SIDE and 0 <= c + 2 * dc < SIDE:
                far.append(((r + dr) * SIDE + c + dc, (r + 2 * dr) * SIDE + c + 2 * dc))
    NEIGHBOURS[p], JUMPS[p] = near, far


class BaghChal(Game):
    players = ("Goats", "Tiger")

    def start(self):
        return State(4, frozenset(), 4, 0, 0, 0)

    def player(self, s):
        return s.turn

    def over(self, s):
        return s.captured >= 2 or s.plies >= 24 or (s.turn == 1 and not self.tiger_moves(s))

    def tiger_moves(self, s):
        steps = [(s.tiger, q) for q in NEIGHBOURS[s.tiger] if q not in s.goats]
        leaps = [(s.tiger, q) for over, q in JUMPS[s.tiger] if over in s.goats and q not in s.goats]
        return leaps + steps

    def moves(self, s):
        if self.over(s):
            return []
        if s.turn == 1:
            return self.tiger_moves(s)
        if s.hand:
            return [(-1, p) for p in range(SIDE**2) if p != s.tiger and p not in s.goats]
        return [(g, p) for g in sorted(s.goats) for p in NEIGHBOURS[g] if p not in s.goats and p != s.tiger]

    def play(self, s, move):
        a, b = move
        if s.turn == 0:
            goats = s.goats | {b} if a < 0 else (s.goats - {a}) | {b}
            return s._replace(goats=goats, hand=s.hand - (a < 0), turn=1, plies=s.plies + 1)
        caught = [over for over, q in JUMPS[a] if q == b and over in s.goats and b not in NEIGHBOURS[a]]
        return State(b, s.goats.difference(caught), s.hand, s.captured + len(caught), 0, s.plies + 1)

    def score(self, s):
        if s.captured >= 2:
            return -1
        if s.turn == 1 and not self.tiger_moves(s):
            return 1
        return 0

    def heuristic(self, s):
        return -5 * s.captured - len(self.tiger_moves(s))
