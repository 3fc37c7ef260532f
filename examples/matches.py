"""The smallest game: 21 matches, take 1, 2 or 3; who takes the last one wins.

elagage play examples/matches.py
elagage analyse examples/matches.py --depth 21
"""

from elagage import Game


class Matches(Game):
    """A state is how many matches are left, and who moves."""

    def start(self):
        return (21, 0)

    def player(self, state):
        return state[1]

    def moves(self, state):
        return range(1, min(3, state[0]) + 1)

    def play(self, state, move):
        return (state[0] - move, 1 - state[1])

    def score(self, state):  # whoever should move now has lost
        return -1 if state[1] == 0 else 1
