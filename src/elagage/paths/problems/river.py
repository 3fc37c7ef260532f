"""River crossings: all must get to the other bank, in a boat that is small, and some must not be left alone together.

    river:wolf               wolf, goat and cabbage: the boat takes the farmer and one of them    WGC F |~~~| ...
    river:missionaries:3,2   as many cannibals as missionaries (3), a boat with 2 seats           MMMCCC B |~~~| ......

Where there are missionaries, on a bank or in the boat, there must be as many of them as cannibals. Each crossing costs
1.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from elagage.errors import LoadError
from elagage.paths.problem import Problem
from elagage.paths.problems.read_problem import make_parameters_error, make_state_error
from elagage.result import Number

__all__ = ["Bank", "Crowd", "Missionaries", "River", "Wolf"]

THINGS = "WGC"


class Bank(NamedTuple):
    """``things``: one bit each for what is on the near bank, wolf, goat, cabbage; ``boat``:
    1 if the farmer is there.
    """

    things: int
    boat: int


class Crowd(NamedTuple):
    """How many missionaries and cannibals are on the near bank; ``boat``: 1 if it is there."""

    missionaries: int
    cannibals: int
    boat: int


class River(Problem[Any]):
    """What the river crossings have in common: their name."""

    @classmethod
    def from_text(cls, parameters: str) -> River:
        """``river:wolf`` or ``river:missionaries:3,2``."""
        text = parameters.strip().casefold()
        if text in ("", "wolf"):
            return Wolf()
        found = re.fullmatch(r"missionaries(?::([0-9]{1,3}),([0-9]{1,3}))?", text)
        if not found:
            raise make_parameters_error(parameters, "river:wolf, river:missionaries:3,2")
        return Missionaries(int(found[1] or 3), int(found[2] or 2))


class Wolf(River):
    """Wolf, goat and cabbage."""

    # The rules

    def start(self) -> Bank:
        return Bank(7, 1)

    def successors(self, state: Bank) -> Iterator[tuple[Bank, Number]]:
        here = state.things if state.boat == 1 else 7 - state.things
        for freight in (0, 1, 2, 4):
            left = here ^ freight
            if here & freight == freight and left & 3 != 3 and left & 6 != 6:  # wolf with goat, goat with cabbage
                yield Bank(state.things ^ freight, 1 - state.boat), 1

    def goal(self, state: Bank) -> bool:
        return state.things == 0 and state.boat == 0

    # What helps a search

    def heuristic(self, state: Bank) -> Number:
        """Every thing needs a crossing of its own, and between two of them the boat comes back.

        Admissible: the boat takes one thing at a time, so that n things need n crossings to the far bank with one way
        back between each two, 2n - 1 in all; one more if the boat must first come for them. Without things, the farmer
        crosses alone if he is here.
        """
        count = (state.things & 1) + (state.things >> 1 & 1) + (state.things >> 2 & 1)
        if count == 0:
            return state.boat
        return 2 * count - state.boat

    def list_proofs(self) -> tuple[str, ...]:
        return ("heuristic",)

    # What people see and type

    def state_name(self, state: Bank) -> str:
        near = "".join(mark for i, mark in enumerate(THINGS) if state.things >> i & 1)
        far = "".join(mark for i, mark in enumerate(THINGS) if not state.things >> i & 1)
        return f"{near}F|{far}" if state.boat else f"{near}|{far}F"

    def parse_state(self, text: str) -> Bank:
        """The two banks, ``WCF|G`` say."""
        near, line, far = "".join(text.split()).upper().partition("|")
        if not line or "".join(sorted(near + far)) != "CFGW":
            raise make_state_error(text, "WC|GF")
        return Bank(sum(1 << i for i, mark in enumerate(THINGS) if mark in near), int("F" in near))

    def step_name(self, before: Bank, after: Bank) -> str:
        freight = before.things ^ after.things
        mark = "".join(mark for i, mark in enumerate(THINGS) if freight >> i & 1)
        return f"F{mark}→" if before.boat else f"←F{mark}"

    def text(self, state: Bank) -> str:
        return self.state_name(state).replace("|", " |~~~| ")


class Missionaries(River):
    """As many cannibals as missionaries, and a boat."""

    def __init__(self, count: int = 3, seats: int = 2) -> None:
        if not 1 <= count <= 100 or not 2 <= seats <= 100:
            raise LoadError("There are 1 to 100 missionaries and 2 to 100 seats in the boat.")
        self.count, self.seats = count, seats

    # The rules

    def start(self) -> Crowd:
        return Crowd(self.count, self.count, 1)

    def successors(self, state: Crowd) -> Iterator[tuple[Crowd, Number]]:
        sign = -1 if state.boat == 1 else 1
        for people in range(1, self.seats + 1):
            for missionaries in range(people + 1):
                cannibals = people - missionaries
                near = state.missionaries + sign * missionaries
                others = state.cannibals + sign * cannibals
                if (
                    0 <= near <= self.count
                    and 0 <= others <= self.count
                    and (missionaries == 0 or missionaries >= cannibals)
                    and (near == 0 or near >= others)
                    and (near == self.count or near <= others)
                ):
                    yield Crowd(near, others, 1 - state.boat), 1

    def goal(self, state: Crowd) -> bool:
        return state.missionaries == 0 and state.cannibals == 0

    # What helps a search

    def heuristic(self, state: Crowd) -> Number:
        """A crossing and the way back take all seats but one; the last crossing takes them all.

        Admissible: let n people wait, the boat (of s seats) on their side. Over and back lowers n by at most s - 1,
        since somebody rows back; the last crossing takes at most s. So r = (n - s) / (s - 1) rounds, rounded up, and
        one crossing more are needed, 2r + 1. If the boat is on the far side it first comes back with one more to wait.
        """
        people = state.missionaries + state.cannibals
        if people == 0:
            return 0
        waiting = people if state.boat == 1 else people + 1
        rounds = (max(waiting - self.seats, 0) + self.seats - 2) // (self.seats - 1)
        return 2 * rounds + 2 - state.boat

    def list_proofs(self) -> tuple[str, ...]:
        return ("heuristic",)

    # What people see and type

    def state_name(self, state: Crowd) -> str:
        return f"{state.missionaries}M{state.cannibals}C{'B' if state.boat else ''}"

    def parse_state(self, text: str) -> Crowd:
        """Who is on the near bank, ``3M2CB`` say."""
        found = re.fullmatch(r"([0-9]{1,3})M([0-9]{1,3})C(B?)", "".join(text.split()).upper())
        if not found or int(found[1]) > self.count or int(found[2]) > self.count:
            raise make_state_error(text, "3M2CB")
        return Crowd(int(found[1]), int(found[2]), int(found[3] == "B"))

    def step_name(self, before: Crowd, after: Crowd) -> str:
        freight = "M" * abs(before.missionaries - after.missionaries) + "C" * abs(before.cannibals - after.cannibals)
        return f"{freight}→" if before.boat else f"←{freight}"

    def text(self, state: Crowd) -> str:
        near = "M" * state.missionaries + "C" * state.cannibals
        far = "M" * (self.count - state.missionaries) + "C" * (self.count - state.cannibals)
        return f"{near}{' B' if state.boat else ''} |~~~| {far}{'' if state.boat else ' B'}"
