"""Number game: apply an operation; a dict of lambdas, partial, itemgetter, reversed sorting, slice assignment."""

# ruff: noqa
from functools import partial
from operator import itemgetter, attrgetter
from collections import namedtuple
from elagage import Game

OPS = {"+1": lambda n: n + 1, "*2": lambda n: n * 2, "-3": lambda n: n - 3}
Node = namedtuple("Node", "n turn trail")


def clamp(low, high, n):
    return max(low, min(high, n))


bounded = partial(clamp, 0, 40)


class Numbers(Game):
    def start(self):
        return Node(5, 0, ())

    def player(self, s):
        return s.turn

    def over(self, s):
        return s.n >= 40 or s.n == 0 or len(s.trail) >= 6

    def moves(self, s):
        return [] if self.over(s) else [name for name in OPS if name not in s.trail[-1:]]

    def play(self, s, op):
        trail = list(s.trail)
        trail[len(trail) :] = [op]
        return Node(bounded(OPS[op](s.n)), 1 - s.turn, tuple(trail))

    def score(self, s):
        return 1 if s.n >= 20 else -1

    def heuristic(self, s):
        pairs = sorted(((OPS[o](s.n), o) for o in OPS), key=itemgetter(0), reverse=s.turn == 0)
        return pairs[0][0] - 20 + 0.1 * max((s,), key=attrgetter("n")).n
