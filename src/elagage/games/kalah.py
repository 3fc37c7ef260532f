"""Kalah, of any number of pits and seeds: sow seeds round the board; the most seeds in one's own store win.

         6  5  4  3  2  1
    N 0  4  4  4  4  4  4         N (Min) has the upper pits and the store at the left,
         4  4  4  4  4  4  0 S    S (Max) has the lower pits and the store at the right, and begins.
         1  2  3  4  5  6

A move takes the seeds of one of the player's own pits and sows them one by one towards the own store, through it, and
on through the opponent's pits and back, but never into the opponent's store. A last seed that falls into the own store
gives another move. A last seed that falls into an own empty pit goes to the store with the seeds of the pit opposite,
if there are any; with ``empty`` it goes there in any case. As soon as all pits of one player are empty, the other takes
what is in the other pits, and the game is over.

One byte a pit, pit 1 lowest, and one more for the store: a side is one number. Moves are pits, ``3``, counted towards
the own store. Positions are written as the pits played, ``362``, or as the pits and the store of S, those of N, and the
side to move: ``4,4,4,4,4,4,0/4,4,4,4,4,4,0 S``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from elagage.errors import LoadError, NotationError
from elagage.game import Game, Side, Term
from elagage.games.square_names import read_numbers, split_side
from elagage.i18n import Message

__all__ = ["Kalah", "KalahState"]


MANY, FEW = 24, 12
"""A pit with more seeds looks like one with so many less one: alone, and beside another."""


class KalahState(NamedTuple):
    """``south``, ``north``: the pits and the store of each player, one byte each; ``turn``: who moves."""

    south: int
    north: int
    turn: int


class Kalah(Game[KalahState, int]):
    """Kalah with ``pits`` a player and ``seeds`` in each; ``empty``:
    a last seed in an own empty pit always goes to the store.
    """

    margins = True
    players = ("S", "N")
    sides = (Side(Message("South"), "blue"), Side(Message("North"), "orange"))
    rules = Message(
        "South has the lower pits and the store at the right, North the upper pits and the store at the left. "
        "A move takes all seeds of a pit of one's own and sows them one by one, round the board and into "
        "one's own store, never into the other one. A last seed in one's own store gives another move. A last "
        "seed in an empty pit of one's own takes the seeds of the pit opposite. When the pits of one side are "
        "empty, the other takes what is left, and the most seeds win."
    )
    board_kind = "pits"
    levels = (
        (1, 3.4, 0.92), (1, 1.6, 0.52), (2, 1.3), (3, 0.78), (4, 0.58), (6, 0.42), (12, 0.5), (14, 0.35), (16, 0.15),
    )  # fmt: skip

    def __init__(self, pits: int = 6, seeds: int = 4, empty: bool = False) -> None:
        if not (1 <= pits <= 7 and seeds >= 1 and 2 * pits * seeds <= 127):
            raise LoadError(
                "Kalah with {pits} pits of {seeds} seeds is not available: 1 to 7 pits, 127 seeds in all.",
                pits=pits,
                seeds=seeds,
            )
        self.pits = pits
        self.seeds = seeds
        self.empty = empty
        self.total = 2 * pits * seeds
        self.store = 8 * pits
        self.row = (1 << self.store) - 1
        self.round = 2 * pits + 1
        self.feature_count = 2 * self.total + 1 + 2 * (pits * MANY + (pits - 1) * FEW * FEW)
        self.phase_count = 4
        # What sowing adds to both sides, for each pit and each number of seeds in it.
        sowings = [self._sowing(pit, seeds) for pit in range(pits) for seeds in range(self.total + 1)]
        self.own_gains = tuple(own for own, _other in sowings)
        self.other_gains = tuple(other for _own, other in sowings)

    def _sowing(self, pit: int, seeds: int) -> tuple[int, int]:
        """The seeds that fall on the own side and on the other one; the pit itself is empty by then."""
        own = other = 0
        for place in range(pit + 1, pit + 1 + seeds):
            at = place % self.round
            if at <= self.pits:
                own += 1 << 8 * at
            else:
                other += 1 << 8 * (at - self.pits - 1)
        return own, other

    @classmethod
    def from_text(cls, parameters: str) -> Kalah:
        """``kalah``, ``kalah:6,4`` (pits, seeds), ``kalah:4,4:empty``."""
        if not parameters:
            return cls()
        numbers, colon, variant = parameters.casefold().partition(":")
        if colon and variant != "empty":
            raise LoadError(
                "'{text}' is not what this game takes; write it like {example}.",
                text=parameters,
                example="kalah:4,4:empty",
            )
        pits, seeds = read_numbers(numbers, ",", 2, "kalah:6,4")
        return cls(pits, seeds, variant == "empty")

    # The rules

    def start(self) -> KalahState:
        row = sum(self.seeds << 8 * pit for pit in range(self.pits))
        return KalahState(row, row, 0)

    def player(self, state: KalahState) -> int:
        return state.turn

    def moves(self, state: KalahState) -> Iterator[int]:
        if self.over(state):
            return
        own = state.north if state.turn else state.south
        for pit in range(self.pits):
            if own >> 8 * pit & 127:
                yield pit

    def play(self, state: KalahState, move: int) -> KalahState:
        own, other = (state.north, state.south) if state.turn else (state.south, state.north)
        seeds = own >> 8 * move & 127
        sown = move * (self.total + 1) + seeds
        last = (move + seeds) % self.round
        own += self.own_gains[sown] - (seeds << 8 * move)
        other += self.other_gains[sown]
        if last < self.pits and own >> 8 * last & 127 == 1:
            opposite = 8 * (self.pits - 1 - last)
            taken = other >> opposite & 127
            if taken or self.empty:
                own += (taken + 1 << self.store) - (1 << 8 * last)
                other -= taken << opposite
        turn = state.turn if last == self.pits else 1 - state.turn
        return KalahState(other, own, turn) if state.turn else KalahState(own, other, turn)

    def over(self, state: KalahState) -> bool:
        return state.south & self.row == 0 or state.north & self.row == 0

    def score(self, state: KalahState) -> int:
        return self.sum(state.south) - self.sum(state.north)

    def sum(self, side: int) -> int:
        """All the seeds of a side, its store included."""
        total = 0
        for place in range(self.pits + 1):
            total += side >> 8 * place & 127
        return total

    # What helps a search

    def bounds(self, state: KalahState) -> tuple[int, int]:
        """Seeds in a store stay there, and either player may get all the others."""
        south, north = state.south >> self.store, state.north >> self.store
        return 2 * south - self.total, self.total - 2 * north

    def heuristic(self, state: KalahState) -> int:
        """The seeds in S's store less those in N's."""
        return self.heuristic_stores(state)

    def heuristic_stores(self, state: KalahState) -> int:
        """The difference of the stores."""
        return (state.south >> self.store) - (state.north >> self.store)

    def heuristic_seeds(self, state: KalahState) -> int:
        """Four for each seed in a store, one for each seed in the pits."""
        return 3 * self.heuristic_stores(state) + self.score(state)

    def features(self, state: KalahState) -> Iterator[int]:
        """The seeds of each pit and of each pair of neighbours, the mover's first, and how far the mover's store is
        ahead.
        """
        own, other = (state.north, state.south) if state.turn else (state.south, state.north)
        first = 2 * self.total + 1
        yield (own >> self.store) - (other >> self.store) + self.total
        for row in (own, other):
            for pit in range(self.pits):
                yield first + min(row >> 8 * pit & 127, MANY - 1)
                first += MANY
            for pit in range(self.pits - 1):
                yield first + FEW * min(row >> 8 * pit & 127, FEW - 1) + min(row >> 8 * pit + 8 & 127, FEW - 1)
                first += FEW * FEW

    def phase(self, state: KalahState) -> int:
        """A quarter of the seeds in the stores is one phase."""
        stored = (state.south >> self.store) + (state.north >> self.store)
        return min(4 * stored // self.total, 3)

    def noisy(self, state: KalahState, move: int) -> bool:
        """A move that takes seeds, or after which the same player moves again."""
        return self.order(state, move) > 0

    def order(self, state: KalahState, move: int) -> int:
        """What moves again first, from the pit nearest to the store; then what takes most."""
        own, other = (state.north, state.south) if state.turn else (state.south, state.north)
        seeds = own >> 8 * move & 127
        last = (move + seeds) % self.round
        if last == self.pits:
            return 8 * (self.total + 1 + move)
        if seeds <= self.round and last < self.pits and (last == move or own >> 8 * last & 127 == 0):
            return 8 * (other >> 8 * (self.pits - 1 - last) & 127)
        return 0

    # What people see and type

    def list_seeds(self, state: KalahState) -> tuple[list[int], list[int]]:
        """The pits and then the store of each player."""
        places = range(0, self.store + 1, 8)
        return [state.south >> place & 127 for place in places], [state.north >> place & 127 for place in places]

    def grid(self, state: KalahState) -> list[list[str]]:
        south, north = self.list_seeds(state)
        return [[*map(str, reversed(north)), ""], ["", *map(str, south)]]

    def explain(self, state: KalahState) -> Iterator[Term]:
        return self.explain_stores(state)

    def explain_stores(self, state: KalahState) -> Iterator[Term]:
        """The seeds of each store."""
        yield Term.of_cells(Message("Seeds in S's store"), {(1, self.pits + 1): state.south >> self.store})
        yield Term.of_cells(Message("Seeds in N's store"), {(0, 0): -(state.north >> self.store)})

    def explain_seeds(self, state: KalahState) -> Iterator[Term]:
        """Four times the stores, and the pits."""
        south, north = self.list_seeds(state)
        stores = {(1, self.pits + 1): 4 * south[-1], (0, 0): -4 * north[-1]}
        pits = {(1, 1 + pit): seeds for pit, seeds in enumerate(south[:-1])}
        pits |= {(0, self.pits - pit): -seeds for pit, seeds in enumerate(north[:-1])}
        yield Term.of_cells(Message("Four for each seed in a store"), stores)
        yield Term.of_cells(Message("One for each seed in a pit"), pits)

    def tally(self, state: KalahState) -> tuple[int, int]:
        south, north = self.list_seeds(state)
        return (sum(south), sum(north)) if self.over(state) else (south[-1], north[-1])

    def text(self, state: KalahState) -> str:
        names = [str(pit + 1) for pit in range(self.pits)]
        upper, lower = self.grid(state)
        rows = [["", "", *reversed(names)], [self.players[1], *upper], ["", *lower, self.players[0]], ["", "", *names]]
        wide = len(str(self.total)) + 1
        return "\n".join((row[0].ljust(1) + "".join(cell.rjust(wide) for cell in row[1:])).rstrip() for row in rows)

    def move_name(self, state: KalahState, move: int) -> str:
        return str(move + 1)

    def state_name(self, state: KalahState) -> str:
        south, north = (",".join(map(str, side)) for side in self.list_seeds(state))
        return f"{south}/{north} {self.players[state.turn]}"

    def parse_state(self, text: str) -> KalahState:
        if "/" not in text:
            return self.play_line(self.start(), "".join(text.replace(",", " ").split()))
        board, turn = split_side(text, self.players)
        side = r"[0-9]{1,3}(?:,[0-9]{1,3})*"
        found = re.fullmatch(f"({side})/({side})", board.replace(" ", ""))
        sides = [[int(number) for number in part.split(",")] for part in found.groups()] if found else []
        if [len(part) for part in sides] != [self.pits + 1] * 2 or sum(map(sum, sides)) != self.total:
            raise NotationError(
                "A position of this game has {pits} pits and a store a player, {seeds} seeds in all: {example}",
                pits=self.pits,
                seeds=self.total,
                example=self.state_name(self.start()),
            )
        south, north = (sum(number << 8 * place for place, number in enumerate(part)) for part in sides)
        return KalahState(south, north, turn)
