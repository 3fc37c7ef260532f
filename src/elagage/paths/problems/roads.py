"""Road networks, in a file of lines:

    # anything after a hash is for people
    Paris  @ 48.85 2.35        a place, its latitude and longitude in degrees
    Paris  Lille  225.5        a road, both ways
    Lyon > Grenoble  111       a road that goes one way

``roads:france.txt Paris Lyon`` goes from one place to another; without them, from the first place of the file to the
last. If every place has coordinates, the straight line to the goal, scaled so that no road is shorter than its own, is
the heuristic.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from elagage.errors import FileError, LoadError
from elagage.paths.problem import Problem
from elagage.paths.problems.read_problem import make_parameters_error, make_state_error, read_text
from elagage.result import Number

__all__ = ["Network", "Place", "Roads", "read_roads"]

EXAMPLE = "roads:france.txt Paris Lyon"
NUMBER = re.compile(r"[-+]?([0-9]{1,12}(\.[0-9]{0,20})?|\.[0-9]{1,20})([eE][-+]?[0-9]{1,2})?")


class Place(NamedTuple):
    """``number``: the place's, in the order of the file."""

    number: int


class Network(NamedTuple):
    """What a file of roads holds: arcs (from, to, length) between numbered places, and coordinates of some of them."""

    names: tuple[str, ...]
    arcs: tuple[tuple[int, int, float], ...]
    coordinates: dict[int, tuple[float, float]]


class Roads(Problem[Place]):
    """The way from one place of a network to another."""

    def __init__(self, network: Network, start: str = "", goal: str = "") -> None:
        self.names = network.names
        if not self.names:
            raise LoadError("There is no place in this road network.")
        self.numbers = {name: number for number, name in enumerate(self.names)}
        self.first = self.number_of(start or self.names[0])
        self.last = self.number_of(goal or self.names[-1])
        arcs = sorted(network.arcs)
        self.heads = tuple(head for _tail, head, _length in arcs)
        self.costs = tuple(length for _tail, _head, length in arcs)
        begins = [0] * (len(self.names) + 1)
        for tail, _head, _length in arcs:
            begins[tail + 1] += 1
        for number in range(len(self.names)):
            begins[number + 1] += begins[number]
        self.begins = tuple(begins)
        self.coordinates = dict(network.coordinates)
        """Latitudes and longitudes by number, for drawings."""
        self.estimates = straight_lines(network, self.last)
        self.consistent = not self.estimates[self.last] and all(
            self.estimates[tail] <= length + self.estimates[head] for tail, head, length in arcs
        )
        """Does the estimate fall along no road by more than its length?"""

    @classmethod
    def from_text(cls, parameters: str) -> Roads:
        """``roads:FILE``, ``roads:FILE from to``."""
        text = parameters.strip()
        if not text:
            raise make_parameters_error(parameters, EXAMPLE)
        words = text.rsplit(None, 2)
        if len(words) == 3 and not re.search(r"\.(txt|road)$", text, re.IGNORECASE):
            return cls(read_roads(Path(words[0])), words[1], words[2])
        return cls(read_roads(Path(text)))

    def number_of(self, name: str) -> int:
        """The number of a place; LoadError if there is none of that name."""
        if name not in self.numbers:
            raise LoadError("There is no place '{name}' in this road network.", name=name[:80])
        return self.numbers[name]

    # The rules

    def start(self) -> Place:
        return Place(self.first)

    def successors(self, state: Place) -> Iterator[tuple[Place, Number]]:
        for number in range(self.begins[state.number], self.begins[state.number + 1]):
            yield Place(self.heads[number]), self.costs[number]

    def goal(self, state: Place) -> bool:
        return state.number == self.last

    # What helps a search

    def heuristic(self, state: Place) -> Number:
        """The straight line to the goal, scaled; 0 if some place has no coordinates.

        Admissible: straight lines obey the triangle inequality, and scaled they are no longer than any road, so that
        along no road the estimate falls by more than the road is long. That is looked at, road by road, since
        coordinates are rounded; it is 0 at the goal, and so it is consistent.
        """
        return self.estimates[state.number]

    def list_proofs(self) -> tuple[str, ...]:
        return ("heuristic",) if self.consistent else ()

    # What people see and type

    def state_name(self, state: Place) -> str:
        return self.names[state.number]

    def parse_state(self, text: str) -> Place:
        """A place by its name."""
        if text.strip() not in self.numbers:
            raise make_state_error(text, self.names[self.first])
        return Place(self.numbers[text.strip()])


def straight_lines(network: Network, goal: int) -> tuple[float, ...]:
    """For each place the straight line to the goal, times the
    smallest ratio of a road's length to its own straight line.
    """
    places = network.coordinates
    if len(places) < len(network.names):
        return (0.0,) * len(network.names)
    ratios = []
    for tail, head, length in network.arcs:
        line = distance(places[tail], places[head])
        if line > 0:
            ratios.append(length / line)
    scale = min(ratios, default=0.0) * (1 - 1e-9)  # so that rounding never makes it too much
    return tuple(scale * distance(places[number], places[goal]) for number in range(len(network.names)))


def distance(first: Sequence[float], second: Sequence[float]) -> float:
    """The angle between two places given in degrees, as seen from the earth's centre."""
    one, other = math.radians(first[0]), math.radians(second[0])
    turn = math.radians(second[1] - first[1])
    share = math.sin((other - one) / 2) ** 2 + math.cos(one) * math.cos(other) * math.sin(turn / 2) ** 2
    return 2 * math.asin(math.sqrt(min(1.0, share)))


def read_roads(path: Path) -> Network:
    """The network in a file; FileError says what is wrong with which line."""
    numbers: dict[str, int] = {}
    arcs: list[tuple[int, int, float]] = []
    coordinates: dict[int, tuple[float, float]] = {}
    for line, text in enumerate(read_text(path).splitlines(), 1):
        words = text.partition("#")[0].split()
        if not words:
            continue
        one_way = len(words) == 4 and words[1] == ">"
        placed = len(words) == 4 and words[1] == "@"
        two_ways = len(words) == 3 and words[1] not in (">", "@")
        figures = words[2:] if placed else words[-1:]
        if not (one_way or placed or two_ways) or not all(NUMBER.fullmatch(figure) for figure in figures):
            raise FileError(
                "{path} is read as a road network, since it is no picture of a grid (rows of # . 1-9, one S, one G). "
                "Line {line}: write 'A B 12.5', 'A > B 12.5' or 'A @ 48.85 2.35'.",
                path=path,
                line=line,
            )
        tail = numbers.setdefault(words[0], len(numbers))
        if placed:
            latitude, longitude = float(words[2]), float(words[3])
            if abs(latitude) > 90 or abs(longitude) > 180:
                raise FileError(
                    "{path}, line {line}: a latitude is from -90 to 90, a longitude from -180 to 180.",
                    path=path,
                    line=line,
                )
            coordinates[tail] = (latitude, longitude)
            continue
        length = float(figures[0])
        if length < 0:
            raise FileError(
                "{path}, line {line}: a road's length is 0 or more, not {length}.",
                path=path,
                line=line,
                length=figures[0],
            )
        head = numbers.setdefault(words[-2], len(numbers))
        arcs.append((tail, head, length))
        if two_ways:
            arcs.append((head, tail, length))
    if not numbers:
        raise FileError("{path} holds no road.", path=path)
    return Network(tuple(numbers), tuple(arcs), coordinates)
