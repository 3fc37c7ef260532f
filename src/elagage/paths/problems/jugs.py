"""Water jugs: fill, empty, pour from one into another, until one of them holds what is wanted.

    |   |  |     |
    |   |  |~~~~~|      jugs:3,5:4    jugs of 3 and 5, 4 is wanted. Each filling, emptying or pouring costs 1.
    |___|  |~~~~~|
      3       5

States are written as what the jugs hold: ``0,4``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from elagage.errors import LoadError
from elagage.paths.problem import Problem
from elagage.paths.problems.read_problem import make_parameters_error, make_state_error, numbers
from elagage.result import Number

__all__ = ["Jugs", "Levels"]


class Levels(NamedTuple):
    """``levels``: what each jug holds."""

    levels: tuple[int, ...]


class Jugs(Problem[Levels]):
    """Jugs of the given volumes; one of them is to hold ``wanted``."""

    def __init__(self, volumes: Sequence[int] = (3, 5), wanted: int = 4) -> None:
        if not 1 <= len(volumes) <= 8 or not all(1 <= volume <= 9999 for volume in volumes):
            raise LoadError("There are 1 to 8 jugs, of volumes from 1 to 9999.")
        if not 0 <= wanted <= max(volumes):
            raise LoadError(
                "No jug can hold {wanted}: the largest has a volume of {most}.", wanted=wanted, most=max(volumes)
            )
        self.volumes = tuple(volumes)
        self.wanted = wanted
        self.count = len(volumes)

    @classmethod
    def from_text(cls, parameters: str) -> Jugs:
        """``jugs:3,5:4``: the volumes, and what is wanted."""
        if not parameters.strip():
            return cls()
        first, colon, second = parameters.partition(":")
        if not colon:
            raise make_parameters_error(parameters, "jugs:3,5:4")
        wanted = numbers(second, ":", "jugs:3,5:4")
        if len(wanted) != 1:
            raise make_parameters_error(parameters, "jugs:3,5:4")
        return cls(numbers(first, ",", "jugs:3,5:4"), wanted[0])

    # The rules

    def start(self) -> Levels:
        return Levels((0,) * len(self.volumes))

    def successors(self, state: Levels) -> Iterator[tuple[Levels, Number]]:
        levels = state.levels
        for jug in range(self.count):
            level = levels[jug]
            room = self.volumes[jug] - level
            if room > 0:
                yield Levels((*levels[:jug], level + room, *levels[jug + 1 :])), 1
            if level > 0:
                emptied = (*levels[:jug], 0, *levels[jug + 1 :])
                yield Levels(emptied), 1
                for other in range(self.count):
                    poured = min(level, self.volumes[other] - levels[other])
                    if other != jug and poured > 0:
                        rest = (*levels[:jug], level - poured, *levels[jug + 1 :])
                        yield Levels((*rest[:other], levels[other] + poured, *rest[other + 1 :])), 1

    def goal(self, state: Levels) -> bool:
        for jug in range(self.count):
            if state.levels[jug] == self.wanted:
                return True
        return False

    # What helps a search

    def heuristic(self, state: Levels) -> Number:
        """1 as long as no jug holds what is wanted.

        Admissible: then at least one more step is needed, and each costs 1.
        """
        return 0 if self.goal(state) else 1

    def list_proofs(self) -> tuple[str, ...]:
        return ("heuristic",)

    # What people see and type

    def state_name(self, state: Levels) -> str:
        return ",".join(map(str, state.levels))

    def parse_state(self, text: str) -> Levels:
        """What the jugs hold, ``0,4``."""
        parts = text.split(",")
        if len(parts) != self.count or not all(part.strip().isascii() and part.strip().isdigit() for part in parts):
            raise make_state_error(text, self.state_name(self.start()))
        levels = tuple(int(part.strip()[:6]) for part in parts)
        if any(level > volume for level, volume in zip(levels, self.volumes)):
            raise make_state_error(text, self.state_name(self.start()))
        return Levels(levels)

    def step_name(self, before: Levels, after: Levels) -> str:
        changed = [jug for jug in range(self.count) if before.levels[jug] != after.levels[jug]]
        names = [chr(ord("a") + jug) for jug in changed]
        if len(changed) == 2:
            lower = 0 if after.levels[changed[0]] < before.levels[changed[0]] else 1
            return f"{names[lower]}→{names[1 - lower]}"
        if len(changed) == 1:
            return f"{names[0]}={after.levels[changed[0]]}"
        return self.state_name(after)

    def text(self, state: Levels) -> str:
        rows = enumerate(zip(state.levels, self.volumes))
        return "\n".join(f"{chr(ord('a') + jug)}  {level}/{volume}" for jug, (level, volume) in rows)
