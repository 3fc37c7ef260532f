"""Tron on a 4x4 grid: two snakes move in turn and leave a wall; no free square loses. Moves are letters."""

# ruff: noqa
from elagage import Game

STEPS = {"U": (-1, 0), "D": (1, 0), "L": (0, -1), "R": (0, 1)}
SIZE = 4


def flood(start, walls):
    """The number of squares that can be reached."""
    seen = {start}
    stack = [start]
    while stack:
        r, c = stack.pop()
        for dr, dc in STEPS.values():
            nxt = r + dr, c + dc
            if 0 <= nxt[0] < SIZE and 0 <= nxt[1] < SIZE and nxt not in walls and nxt not in seen:
                seen.add(nxt)
                stack.append(nxt)
    return len(seen) - 1


class Tron(Game):
    players = ("Blue", "Orange")

    def start(self):
        heads = ((0, 0), (SIZE - 1, SIZE - 1))
        return heads, frozenset(heads), 0

    def player(self, state):
        return state[2]

    def moves(self, state):
        heads, walls, who = state
        r, c = heads[who]
        return [
            name
            for name, (dr, dc) in STEPS.items()
            if 0 <= r + dr < SIZE and 0 <= c + dc < SIZE and (r + dr, c + dc) not in walls
        ]

    def play(self, state, name):
        heads, walls, who = state
        r, c = heads[who]
        dr, dc = STEPS[name]
        head = (r + dr, c + dc)
        new = list(heads)
        new[who] = head
        return tuple(new), walls | {head}, 1 - who

    def score(self, state):
        return -1 if state[2] == 0 else 1

    def heuristic(self, state):
        heads, walls, _ = state
        return flood(heads[0], walls) - flood(heads[1], walls)
