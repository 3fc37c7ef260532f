"""Nim: take matches from one pile; who takes the last one wins (normal play) or loses (misère).

    piles   3  4  5        a move takes some matches from one pile: ``b2`` takes 2 from the second pile.
            a  b  c        Inside, it is the number pile * base + taken, with base above the largest pile.

Positions are written as the piles and the side to move, ``3,4,5`` or ``3,4,5 min``, or as a line of moves, ``a3 b2``.
With a limit, at most that many matches may be taken at once. Marienbad is ``nim:1,3,5,7:misere``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from elagage.errors import LoadError, NotationError
from elagage.game import MAX, Game
from elagage.i18n import Message

__all__ = ["Nim", "NimState"]


class NimState(NamedTuple):
    """``piles``: how many matches each has; ``turn``: who moves."""

    piles: tuple[int, ...]
    turn: int


class Nim(Game[NimState, int]):
    """Nim with the given piles; ``misere``: who takes the last match loses; ``limit``:
    the most that may be taken at once.
    """

    rules = Message(
        "The players take turns to take one match or more from one pile. Whoever takes the last match wins; "
        "in the variant misere, whoever takes it loses. A variant may limit how many are taken at once."
    )
    board_kind = "piles"
    levels = (
        (1, 50, 0.87), (1, 50, 0.39), (20, 50), (20, 5.91), (20, 3.45), (20, 2.53), (20, 1.97), (20, 1.66), (20, 1.49),
    )  # fmt: skip

    def __init__(self, piles: Sequence[int] = (3, 4, 5), misere: bool = False, limit: int | None = None) -> None:
        if not 1 <= len(piles) <= 26 or not all(0 <= pile <= 999 for pile in piles):
            raise LoadError("Nim takes 1 to 26 piles of 0 to 999 matches each.")
        if limit is not None and limit < 1:
            raise LoadError("The most that may be taken at once is at least 1, not {limit}.", limit=limit)
        self.piles = tuple(piles)
        self.misere = misere
        self.base = max(piles) + 1
        self.limit = limit or self.base

    @classmethod
    def from_text(cls, parameters: str) -> Nim:
        """``nim:3,4,5``, ``nim:3,4,5:misere``, ``nim:21:max=3``, ``nim:21:misere:max=3``."""
        if not parameters:
            return cls()
        first, *rest = parameters.casefold().split(":")
        piles, misere, limit = first.split(","), False, None
        for word in rest:
            if word in ("misere", "misère"):
                misere = True
            elif re.fullmatch(r"max=[0-9]{1,3}", word):
                limit = int(word.removeprefix("max="))
            else:
                piles = []
        if not piles or not all(re.fullmatch(r"[0-9]{1,3}", pile) for pile in piles):
            raise LoadError(
                "'{text}' is not what this game takes; write it like {example}.",
                text=parameters,
                example="nim:3,4,5:misere:max=2",
            )
        return cls([int(pile) for pile in piles], misere, limit)

    # The rules

    def start(self) -> NimState:
        return NimState(self.piles, 0)

    def player(self, state: NimState) -> int:
        return state.turn

    def moves(self, state: NimState) -> Iterator[int]:
        for pile, matches in enumerate(state.piles):
            for taken in range(1, min(matches, self.limit) + 1):
                yield pile * self.base + taken

    def play(self, state: NimState, move: int) -> NimState:
        pile, taken = divmod(move, self.base)
        piles = state.piles
        return NimState((*piles[:pile], piles[pile] - taken, *piles[pile + 1 :]), 1 - state.turn)

    def score(self, state: NimState) -> int:
        last_mover_wins = -1 if state.turn == MAX else 1
        return -last_mover_wins if self.misere else last_mover_wins

    # What helps a search

    def heuristic_nim_sum(self, state: NimState) -> int:
        """Bouton's theorem: the player to move wins unless the piles, modulo limit + 1,
        have exclusive-or 0 (misère differs at the very end).
        """
        total, large = 0, False
        for pile in state.piles:
            rest = pile % (self.limit + 1)
            total ^= rest
            large = large or rest > 1
        mover_wins = (total != 0) == (large or not self.misere)
        return 1 if mover_wins == (state.turn == MAX) else -1

    def symmetries(self, state: NimState) -> tuple[NimState]:
        """The piles in order of size, which stand for all their orders."""
        return (NimState(tuple(sorted(state.piles)), state.turn),)

    # What people see and type

    def grid(self, state: NimState) -> list[list[str]]:
        return [["|"] * pile for pile in state.piles]

    def text(self, state: NimState) -> str:
        rows = enumerate(state.piles)
        return "\n".join(
            f"{chr(ord('a') + number)}  {pile:>3}  {'|' * min(pile, 60)}".rstrip() for number, pile in rows
        )

    def move_name(self, state: NimState, move: int) -> str:
        pile, taken = divmod(move, self.base)
        return f"{chr(ord('a') + pile)}{taken}"

    def state_name(self, state: NimState) -> str:
        return ",".join(map(str, state.piles)) + (" min" if state.turn else "")

    def parse_state(self, text: str) -> NimState:
        found = re.fullmatch(r"\s*([0-9]{1,3}(?:\s*,\s*[0-9]{1,3})*)(?:\s+(max|min))?\s*", text.casefold())
        if not found:
            return self.play_line(self.start(), text.replace(",", " ").split())
        piles = tuple(int(pile) for pile in re.findall("[0-9]+", found[1]))
        if len(piles) != len(self.piles) or any(pile >= self.base for pile in piles):
            raise NotationError(
                "This game has {count} piles of at most {most} matches; '{text}' has others.",
                count=len(self.piles),
                most=self.base - 1,
                text=text.strip(),
            )
        return NimState(piles, int(found[2] == "min"))
