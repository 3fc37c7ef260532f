"""Coins in a row (take from either end), the heuristic by a cached recursion inside, match with a star."""

# ruff: noqa
from functools import lru_cache, cache
from elagage import Game


class Coins(Game):
    payoffs = True
    coins = (4, 7, 2, 9, 5, 1)

    def start(self):
        return (0, len(self.coins), 0, 0, 0)

    def player(self, s):
        return s[4]

    def moves(self, s):
        match s:
            case (i, j, *_) if i >= j:
                return []
            case (i, j, _, _, _) if j - i == 1:
                return ["left"]
            case _:
                return ["left", "right"]

    def play(self, s, move):
        i, j, a, b, who = s
        if move == "left":
            gain, i = self.coins[i], i + 1
        else:
            gain, j = self.coins[j - 1], j - 1
        if who == 0:
            a += gain
        else:
            b += gain
        return i, j, a, b, 1 - who

    def score(self, s):
        _, _, a, b, _ = s
        return a - b

    def heuristic(self, s):
        coins = self.coins

        @lru_cache(None)
        def best(i, j):
            if i >= j:
                return 0
            return max(coins[i] - best(i + 1, j), coins[j - 1] - best(i, j - 1))

        i, j, a, b, who = s
        value = best(i, j)
        return a - b + (value if who == 0 else -value)
