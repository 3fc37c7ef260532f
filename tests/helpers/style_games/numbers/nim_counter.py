"""Misere Nim with Counter and list.sort; a state is a list of heaps with the player last."""

# ruff: noqa
from collections import Counter
from elagage import Game


class MisereNim(Game):
    def start(self):
        return [1, 2, 3, 3, 0]

    def player(self, state):
        return state[-1]

    def moves(self, state):
        heaps = Counter(state[:-1])
        return [(size, take) for size in sorted(heaps) if size for take in range(1, size + 1)]

    def play(self, state, move):
        size, take = move
        heaps = state[:-1]
        heaps[heaps.index(size)] -= take
        heaps.sort()
        while heaps and heaps[0] == 0:
            del heaps[0]
        return heaps + [1 - state[-1]]

    def score(self, state):
        return 1 if state[-1] == 0 else -1

    def heuristic(self, state):
        counts = Counter(state[:-1])
        odd = sum(1 for n in counts.values() if n % 2)
        big = sum(n for size, n in counts.items() if size > 1)
        nim = 0
        for h in state[:-1]:
            nim ^= h
        winning = (nim != 0) if big else counts[1] % 2 == 0
        value = odd + (5 if winning else -5)
        return value if state[-1] == 0 else -value
