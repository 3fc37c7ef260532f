"""Wythoff's game: two piles; take from one of them, or as many from both; who takes the last match wins.

    piles   8  13       a move takes some matches: ``a3`` takes 3 from the first pile, ``b2`` takes 2 from the second,
            a   b       ``ab4`` takes 4 from each. Inside, it is the number kind * base + taken, with base above the
                        larger pile and kind 0 for the first pile, 1 for the second, 2 for both.

Seen otherwise, a queen stands on a chessboard without edges on two sides and goes to the corner: left, up, or both by
as much. Positions are written as the piles and the side to move, ``8,13`` or ``8,13 min``, or as a line of moves, ``a3
ab2``.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from elagage.errors import LoadError, NotationError
from elagage.game import MAX, Game
from elagage.games.square_names import read_numbers, read_piles
from elagage.i18n import Message

__all__ = ["Wythoff", "WythoffState"]


class WythoffState(NamedTuple):
    """``first``, ``second``: how many matches the piles have; ``turn``: who moves."""

    first: int
    second: int
    turn: int


class Wythoff(Game[WythoffState, int]):
    """Wythoff's game with the given piles."""

    rules = Message(
        "There are two piles. The players take turns to take one match or more from one pile, or as many from "
        "both. Whoever takes the last match wins."
    )
    board_kind = "piles"
    levels = (
        (1, 50, 0.43), (1, 50, 0.19), (20, 50), (20, 6.1), (20, 3.51), (20, 2.69), (20, 2.12), (20, 1.62), (20, 1.28),
    )  # fmt: skip

    def __init__(self, first: int = 8, second: int = 13) -> None:
        if not (0 <= first <= 999 and 0 <= second <= 999):
            raise LoadError("Wythoff's game takes two piles of 0 to 999 matches each.")
        self.piles = (first, second)
        self.base = max(first, second) + 1

    @classmethod
    def from_text(cls, parameters: str) -> Wythoff:
        """``wythoff`` or ``wythoff:8,13``."""
        return cls(*read_numbers(parameters, ",", 2, "wythoff:8,13")) if parameters else cls()

    # The rules

    def start(self) -> WythoffState:
        return WythoffState(self.piles[0], self.piles[1], 0)

    def player(self, state: WythoffState) -> int:
        return state.turn

    def moves(self, state: WythoffState) -> Iterator[int]:
        for taken in range(1, state.first + 1):
            yield taken
        for taken in range(1, state.second + 1):
            yield self.base + taken
        for taken in range(1, min(state.first, state.second) + 1):
            yield 2 * self.base + taken

    def play(self, state: WythoffState, move: int) -> WythoffState:
        kind, taken = divmod(move, self.base)
        first = state.first if kind == 1 else state.first - taken
        second = state.second if kind == 0 else state.second - taken
        return WythoffState(first, second, 1 - state.turn)

    def over(self, state: WythoffState) -> bool:
        return state.first == 0 and state.second == 0

    def score(self, state: WythoffState) -> int:
        return -1 if state.turn == MAX else 1

    # What helps a search

    def heuristic_golden(self, state: WythoffState) -> int:
        """Wythoff's theorem: the player to move loses if the smaller pile is k times the golden ratio, rounded down,
        where k is the difference.

        The golden ratio is (1 + √5) / 2, so squares of whole numbers decide it: m <= k (1 + √5) / 2 < m + 1.
        """
        smaller = min(state.first, state.second)
        difference = abs(state.first - state.second)
        low, high = 2 * smaller - difference, 2 * smaller + 2 - difference
        mover_loses = low * low <= 5 * difference * difference < high * high
        return 1 if mover_loses == (state.turn != MAX) else -1

    def symmetries(self, state: WythoffState) -> tuple[WythoffState, WythoffState]:
        return state, WythoffState(state.second, state.first, state.turn)

    # What people see and type

    def grid(self, state: WythoffState) -> list[list[str]]:
        return [["|"] * state.first, ["|"] * state.second]

    def text(self, state: WythoffState) -> str:
        piles = (("a", state.first), ("b", state.second))
        return "\n".join(f"{name}  {pile:>3}  {'|' * min(pile, 60)}".rstrip() for name, pile in piles)

    def move_name(self, state: WythoffState, move: int) -> str:
        kind, taken = divmod(move, self.base)
        return f"{('a', 'b', 'ab')[kind]}{taken}"

    def state_name(self, state: WythoffState) -> str:
        return f"{state.first},{state.second}" + (" min" if state.turn else "")

    def parse_state(self, text: str) -> WythoffState:
        found = read_piles(text)
        if found is None:
            return self.play_line(self.start(), text.replace(",", " ").split())
        piles, turn = found
        if len(piles) != 2 or max(piles) >= self.base:
            raise NotationError(
                "This game has {count} piles of at most {most} matches; '{text}' has others.",
                count=2,
                most=self.base - 1,
                text=text.strip(),
            )
        return WythoffState(piles[0], piles[1], turn)
