"""Hackenbush-like string cutting with formatted keys, rjust, % formatting, join/split round trips and except ... as."""

# ruff: noqa
from elagage import Game


class Cut(Game):
    def start(self):
        return "LRL RLL LR/L"

    def player(self, s):
        return "LR".index(s.rsplit("/", 1)[1]) if s.count("/") else 0

    def stalks(self, s):
        return s.split("/")[0].split()

    def moves(self, s):
        colour = s[-1]
        out = []
        for i, stalk in enumerate(self.stalks(s)):
            for j, letter in enumerate(stalk):
                if letter == colour:
                    out.append("%d-%d" % (i, j))
        return out

    def play(self, s, move):
        try:
            i, j = map(int, move.split("-"))
        except ValueError as error:
            raise ValueError(f"bad move {move}") from error
        stalks = self.stalks(s)
        stalks[i] = stalks[i][:j]
        other = {"L": "R", "R": "L"}[s[-1]]
        return " ".join(stalk for stalk in stalks if stalk) + "/" + other

    def score(self, s):
        return -1 if s.endswith("L") else 1

    def heuristic(self, s):
        total = 0.0
        for stalk in self.stalks(s):
            power, first = 1.0, stalk[0]
            changed = False
            for letter in stalk:
                changed = changed or letter != first
                if changed:
                    power /= 2
                total += power if letter == "L" else -power
        return total
