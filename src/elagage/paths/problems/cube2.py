"""The cube of 2x2x2: eight corners, of which one stays where it is, so that turns of three faces are enough.

          U U            the corners are numbered  0 URF  1 UFL  2 ULB  3 UBR  4 DFR  5 DLF  6 DRB;  DBL never moves.
          U U            A state is the number of their permutation (0 to 5039) and the number of their twists
      L L F F R R B B    (0 to 728: the seventh twist follows from the others). What a turn makes of either is
      L L F F R R B B    looked up in a table.
          D D
          D D            cube2:R U F' R2       a turn of any kind costs 1 (half-turn metric)
                         cube2:quarter:R U     only quarter turns, so that R2 is two of them

There are 3,674,160 states, at most 11 turns or 14 quarter turns from the solved cube.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import permutations
from typing import NamedTuple

from elagage.errors import LoadError
from elagage.paths.problem import Problem
from elagage.paths.problems.read_problem import make_state_error
from elagage.result import Number

__all__ = ["Cube", "Cube2"]

SCRAMBLE = "R U2 F' R2 U F2 R'"
TURNS = ("R", "R2", "R'", "U", "U2", "U'", "F", "F2", "F'")
FACES: tuple[tuple[tuple[int, ...], tuple[int, ...]], ...] = (
    ((4, 1, 2, 0, 6, 5, 3), (2, 0, 0, 1, 1, 0, 2)),
    ((3, 0, 1, 2, 4, 5, 6), (0, 0, 0, 0, 0, 0, 0)),
    ((1, 5, 2, 3, 0, 4, 6), (1, 2, 0, 0, 2, 1, 0)),
)
"""For R, U and F: which corner comes to each place, and by how much it is twisted on the way."""
COLOURS = ("URF", "UFL", "ULB", "UBR", "DFR", "DLF", "DRB", "DBL")
STICKERS = ((3, 8, 5), (2, 4, 17), (0, 16, 21), (1, 20, 9), (13, 7, 10), (12, 19, 6), (15, 11, 22), (14, 23, 18))
"""Where each corner's stickers are in the text UUUUFFFFRRRRDDDDLLLLBBBB."""


class Cube(NamedTuple):
    """``permutation``: which corner is where; ``twist``: how they are turned."""

    permutation: int
    twist: int


class Cube2(Problem[Cube]):
    """The cube, scrambled by a sequence of turns; ``quarter``: only quarter turns are counted."""

    def __init__(self, scramble: Sequence[str] = tuple(SCRAMBLE.split()), quarter: bool = False) -> None:
        self.quarter = quarter
        self.corner_turns, self.twist_turns = turn_tables()
        self.turns = tuple(number for number in range(9) if not quarter or number % 3 != 1)
        self.count = len(self.turns)
        self.corner_distances = distances(self.corner_turns, self.turns)
        self.twist_distances = distances(self.twist_turns, self.turns)
        state = Cube(0, 0)
        for name in scramble:
            if name not in TURNS:
                raise LoadError(
                    "'{name}' is not a turn of this cube; the turns are {turns}.", name=name[:40], turns=" ".join(TURNS)
                )
            state = self.apply_turn(state, TURNS.index(name))
        self.first = state

    @classmethod
    def from_text(cls, parameters: str) -> Cube2:
        """``cube2:R U F' R2``, ``cube2:quarter``, ``cube2:quarter:R U``."""
        text, quarter = parameters.strip(), False
        found = re.fullmatch(r"(quarter|half)\s*(?::(.*))?", text, re.IGNORECASE | re.DOTALL)
        if found:
            quarter, text = found[1].casefold() == "quarter", (found[2] or "").strip()
        return cls(split_turns(text or SCRAMBLE), quarter)

    # The rules

    def start(self) -> Cube:
        return self.first

    def apply_turn(self, state: Cube, turn: int) -> Cube:
        """The state after a turn, by its number in TURNS."""
        return Cube(self.corner_turns[state.permutation * 9 + turn], self.twist_turns[state.twist * 9 + turn])

    def successors(self, state: Cube) -> Iterator[tuple[Cube, Number]]:
        for number in range(self.count):
            yield self.apply_turn(state, self.turns[number]), 1

    def goal(self, state: Cube) -> bool:
        return state.permutation == 0 and state.twist == 0

    # What helps a search

    def heuristic(self, state: Cube) -> Number:
        """The turns that the places alone would need, or the twists alone, whichever is more.

        Admissible: turns that solve the cube put both the places and the twists right, and the tables hold the fewest
        turns that do either.
        """
        return max(self.corner_distances[state.permutation], self.twist_distances[state.twist])

    def list_proofs(self) -> tuple[str, ...]:
        return ("heuristic",)

    # What people see and type

    def stickers(self, state: Cube) -> str:
        """The colours of the faces, four each: UUUUFFFFRRRRDDDDLLLLBBBB if it is solved."""
        corners, twists = (*orders()[state.permutation], 7), (*twists_of(state.twist), 0)
        colours = [""] * 24
        for place, (corner, twist) in enumerate(zip(corners, twists)):
            for number, colour in enumerate(COLOURS[corner]):
                colours[STICKERS[place][(number + twist) % 3]] = colour
        return "".join(colours)

    def state_name(self, state: Cube) -> str:
        return "".join(map(str, orders()[state.permutation])) + "/" + "".join(map(str, twists_of(state.twist)))

    def parse_state(self, text: str) -> Cube:
        """The corners and their twists, ``0123456/0000000``, or turns of the solved cube, ``R U F'``."""
        found = re.fullmatch(r"\s*([0-6]{7})/([012]{7})\s*", text)
        if not found:
            state = Cube(0, 0)
            names = split_turns(text)
            if not names or any(name not in TURNS for name in names):
                raise make_state_error(text, "0123456/0000000")
            for name in names:
                state = self.apply_turn(state, TURNS.index(name))
            return state
        order, twists = tuple(map(int, found[1])), [int(twist) for twist in found[2]]
        if len(set(order)) != 7 or sum(twists) % 3:
            raise make_state_error(text, "0123456/0000000")
        return Cube(orders().index(order), twist_number(twists))

    def step_name(self, before: Cube, after: Cube) -> str:
        for turn, name in enumerate(TURNS):
            if self.apply_turn(before, turn) == after:
                return name
        return self.state_name(after)

    def text(self, state: Cube) -> str:
        faces = [self.stickers(state)[4 * face : 4 * face + 4] for face in range(6)]
        up, front, right, down, left, back = [(" ".join(face[:2]), " ".join(face[2:])) for face in faces]
        middle = ["  ".join(rows) for rows in zip(left, front, right, back)]
        return "\n".join([*("     " + row for row in up), *middle, *("     " + row for row in down)])


def split_turns(text: str) -> list[str]:
    """The turns of ``R U F' R2`` or ``RUF'R2``; what is none stays as it is."""
    return re.findall(r"[RUF][2']?|[^\sRUF]+", text.upper().replace("’", "'"))


@lru_cache
def orders() -> tuple[tuple[int, ...], ...]:
    """The permutations of the corners, the solved one first."""
    return tuple(permutations(range(7)))


def twists_of(number: int) -> tuple[int, ...]:
    """The twists of the seven corners, from their number."""
    twists = [number // 3**place % 3 for place in range(6)]
    return (*twists, -sum(twists) % 3)


def twist_number(twists: Sequence[int]) -> int:
    return sum(twist * 3**place for place, twist in enumerate(twists[:6]))


@lru_cache
def turn_tables() -> tuple[tuple[int, ...], tuple[int, ...]]:
    """What each of the nine turns makes of each permutation and of each twist: entry number * 9 + turn."""
    numbers = {order: number for number, order in enumerate(orders())}
    corner_turns, twist_turns = [0] * (5040 * 9), [0] * (729 * 9)
    for face, (sources, added) in enumerate(FACES):
        for number, order in enumerate(orders()):
            corner_turns[number * 9 + face * 3] = numbers[tuple(order[source] for source in sources)]
        for number in range(729):
            twists = twists_of(number)
            moved = [(twists[source] + add) % 3 for source, add in zip(sources, added)]
            twist_turns[number * 9 + face * 3] = twist_number(moved)
    for table in (corner_turns, twist_turns):
        for start in range(0, len(table), 9):
            for face in (0, 3, 6):
                twice = table[table[start + face] * 9 + face]
                table[start + face + 1], table[start + face + 2] = twice, table[twice * 9 + face]
    return tuple(corner_turns), tuple(twist_turns)


@lru_cache
def distances(table: tuple[int, ...], turns: tuple[int, ...]) -> tuple[int, ...]:
    """How many turns each number of a table is from 0."""
    found = [-1] * (len(table) // 9)
    found[0] = 0
    queue = [0]
    for number in queue:  # it grows while it is gone through
        for turn in turns:
            near = table[number * 9 + turn]
            if found[near] < 0:
                found[near] = found[number] + 1
                queue.append(near)
    return tuple(found)
