"""Cutting sticks: cut a stick of length n >= 3 into two different parts; who can't, loses. Sticks are a dict."""

# ruff: noqa
from elagage import Game


class CuttingSticks(Game):
    def start(self):
        return ({9: 1, 4: 1}, 0)

    def player(self, state):
        return state[1]

    def moves(self, state):
        sticks = state[0]
        options = []
        for length, count in sorted(sticks.items()):
            for part in range(1, (length + 1) // 2):
                if part != length - part:
                    options.append({"cut": length, "part": part})
        return [(m["cut"], m["part"]) for m in options]

    def play(self, state, move):
        length, part = move
        sticks = {**state[0]}
        sticks[length] -= 1
        if sticks[length] == 0:
            del sticks[length]
        for p in (part, length - part):
            sticks[p] = sticks.get(p, 0) + 1
        return (dict(sorted(sticks.items())), 1 - state[1])

    def score(self, state):
        return -1 if state[1] == 0 else 1

    def heuristic(self, state):
        total = sum(count * (length - 2) for length, count in state[0].items() if length > 2)
        return (total % 2 * 2 - 1) * (-1) ** state[1]
