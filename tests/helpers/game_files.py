"""A game as a person writes it in a file."""

from __future__ import annotations

COUNT = """
from elagage import Game

class Count(Game):
    def start(self): return (5, 0)
    def player(self, state): return state[1]
    def moves(self, state): return range(1, min(2, state[0]) + 1)
    def play(self, state, move): return (state[0] - move, 1 - state[1])
    def score(self, state): return -1 if state[1] == 0 else 1
"""
"""Take one or two of five; who takes the last one wins."""
