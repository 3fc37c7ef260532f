"""Small mancala (3 pits a side, 3 seeds) with NamedTuple, typing and a helper method on the state."""

# ruff: noqa
from __future__ import annotations
from typing import NamedTuple, Optional, List
from elagage import Game

PITS = 3


class Board(NamedTuple):
    south: tuple[int, ...]
    north: tuple[int, ...]
    south_store: int
    north_store: int
    south_to_move: bool
    plies: int = 0

    @property
    def own(self) -> tuple[int, ...]:
        return self.south if self.south_to_move else self.north

    @classmethod
    def initial(cls, seeds: int = 3) -> "Board":
        return cls((seeds,) * PITS, (seeds,) * PITS, 0, 0, True)

    def sow(self, pit: int) -> Board:
        ring = list(self.south) + list(self.north) if self.south_to_move else list(self.north + self.south)
        seeds, ring[pit] = ring[pit], 0
        pos = pit
        while seeds > 0:
            pos = (pos + 1) % len(ring)
            if pos == pit:
                continue
            ring[pos] += 1
            seeds -= 1
        won = 0
        while PITS <= pos < 2 * PITS and ring[pos] in (2, 3):
            won += ring[pos]
            ring[pos] = 0
            pos -= 1
        mine, theirs = tuple(ring[:PITS]), tuple(ring[PITS:])
        if self.south_to_move:
            return Board(mine, theirs, self.south_store + won, self.north_store, False, self.plies + 1)
        return Board(theirs, mine, self.south_store, self.north_store + won, True, self.plies + 1)


class MiniOware(Game):
    margins = True

    def start(self) -> Board:
        return Board.initial()

    def player(self, b: Board) -> int:
        return int(not b.south_to_move)

    def moves(self, b: Board) -> List[int]:
        if b.plies >= 40 or max(b.south_store, b.north_store) > PITS * 3:
            return []
        return [i for i, n in enumerate(b.own) if n]

    def play(self, b: Board, pit: int) -> Board:
        if not 0 <= pit < PITS or b.own[pit] == 0:
            raise ValueError(f"illegal pit {pit}")
        return b.sow(pit)

    def score(self, b: Board) -> int:
        return b.south_store + sum(b.south) - b.north_store - sum(b.north)

    def heuristic(self, b: Board) -> float:
        return (b.south_store - b.north_store) + 0.1 * (sum(b.south) - sum(b.north))
