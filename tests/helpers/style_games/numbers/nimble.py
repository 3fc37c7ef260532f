"""Nimble: coins on a strip; a class with __slots__-free plain object? No: a mutable dataclass copied with copy.copy."""

# ruff: noqa
import copy
from dataclasses import dataclass, field
from elagage import Game


@dataclass
class Strip:
    coins: list[int] = field(default_factory=lambda: [1, 3, 4])
    white: bool = True

    def __hash__(self):
        return hash((tuple(self.coins), self.white))


class Nimble(Game):
    def start(self):
        return Strip()

    def player(self, s):
        return 0 if s.white else 1

    def moves(self, s):
        return [(i, to) for i, at in enumerate(s.coins) for to in range(at)]

    def play(self, s, move):
        i, to = move
        new = copy.copy(s)
        new.coins = s.coins[:]
        new.coins[i] = to
        new.white = not s.white
        return new

    def score(self, s):
        return -1 if s.white else 1

    def heuristic(self, s):
        x = 0
        for c in s.coins:
            x ^= c
        return (1 if x else -1) * (1 if s.white else -1)
