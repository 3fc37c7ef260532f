"""Isolation on 4x4 with a frozen dataclass and Enum directions as moves."""

# ruff: noqa
from dataclasses import dataclass, field, replace
from enum import Enum
from elagage import Game

SIZE = 4


class Dir(Enum):
    N = (-1, 0)
    S = (1, 0)
    E = (0, 1)
    W = (0, -1)
    NE = (-1, 1)
    NW = (-1, -1)
    SE = (1, 1)
    SW = (1, -1)

    def step(self, pos):
        dr, dc = self.value
        return pos[0] + dr, pos[1] + dc


@dataclass(frozen=True)
class State:
    me: tuple = (0, 0)
    you: tuple = (SIZE - 1, SIZE - 1)
    holes: frozenset = field(default_factory=frozenset)
    turn: int = 0

    def inside(self, pos):
        r, c = pos
        return 0 <= r < SIZE and 0 <= c < SIZE

    def free(self, pos):
        return self.inside(pos) and pos not in self.holes and pos != self.me and pos != self.you

    @property
    def mover(self):
        return self.me if self.turn == 0 else self.you


class Isolation(Game):
    def start(self):
        return State()

    def player(self, state):
        return state.turn

    def moves(self, state):
        return [d for d in Dir if state.free(d.step(state.mover))]

    def play(self, state, d):
        here = state.mover
        there = d.step(here)
        if state.turn == 0:
            return replace(state, me=there, holes=state.holes | {here}, turn=1)
        return replace(state, you=there, holes=state.holes | {here}, turn=0)

    def score(self, state):
        return -1 if state.turn == 0 else 1

    def heuristic(self, state):
        mine = sum(1 for d in Dir if state.free(d.step(state.me)))
        yours = sum(state.free(d.step(state.you)) for d in Dir)
        return mine - yours
