"""Where the features of a game are: cells of its board, patterns that they make, numbers of the state. It is data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from elagage.errors import LoadError

__all__ = [
    "GET", "GRID", "HAS", "MOST_MOBILE", "PHASES", "Atom", "Board", "Cell", "Counter", "Layout", "Path", "Pattern",
    "Step", "read_layout", "write_layout",
]  # fmt: skip

Step = int | str | tuple[str, Any]
Path = tuple[Step, ...]
"""A way through a state: places in tuples and texts, names of attributes, and ``(GET, key)`` for what a dict has at a
key, ``(HAS, member)`` for whether a set has a member.
"""
GET, HAS = "get", "has"
GRID = "grid"
"""What a way through the texts of ``grid`` begins with."""
PHASES = 6
MOST_MOBILE = 40
"""More moves than so many are not told apart."""


@dataclass(frozen=True)
class Atom:
    """A place in a state: the way to it, and the bit of the integer there, or -1 for all of it; or, from ``GRID`` on, a
    place of what ``grid`` shows.
    """

    path: Path
    bit: int = -1


@dataclass(frozen=True)
class Cell:
    """A cell: its atoms, what each is multiplied by, or the values whose place in the list is the digit."""

    atoms: tuple[Atom, ...]
    factors: tuple[int, ...] = ()
    values: tuple[Any, ...] = ()
    radix: int = 2
    place: tuple[int, int] | None = None
    """Its row and column on the board."""


@dataclass(frozen=True)
class Counter:
    """A number of the state that is no board: its values from ``low`` on are told apart, so many of them."""

    path: Path
    low: int
    count: int


@dataclass(frozen=True)
class Board:
    """What a state is made of."""

    cells: tuple[Cell, ...]
    counters: tuple[Counter, ...]


@dataclass(frozen=True)
class Pattern:
    """One table, and the places where it is read: each the cells that make the index, the first counting once."""

    offset: int
    size: int
    places: tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class Layout:
    """Where the features of a game are: cells, the patterns that they make, numbers of the state, and phases."""

    board: Board
    patterns: tuple[Pattern, ...]
    half: int
    """How many features there are for either player to move."""
    mobility: bool
    """Is the number of moves one of them?"""
    filled: int = 0
    """With so many cells that are not as they usually are the last phase is over; 0: there is one phase."""

    @property
    def count(self) -> int:
        """How many features there are."""
        return 2 * self.half

    @property
    def phases(self) -> int:
        """How many phases there are."""
        return PHASES if self.filled else 1

    @property
    def width(self) -> int:
        """How many features a position has."""
        places = sum(len(pattern.places) for pattern in self.patterns)
        return 1 + places + len(self.board.counters) + self.mobility


def write_layout(layout: Layout) -> dict[str, Any]:
    """A layout as JSON."""
    return asdict(layout)


def read_layout(data: Mapping[str, Any]) -> Layout:
    """A layout from JSON, every part of it checked; LoadError if it is none."""
    try:
        cells = tuple(read_cell(cell) for cell in data["board"]["cells"])
        counters = tuple(
            Counter(read_steps(counter["path"]), number(counter["low"]), number(counter["count"]))
            for counter in data["board"]["counters"]
        )
        patterns = tuple(
            Pattern(number(pattern["offset"]), number(pattern["size"]), read_places(pattern["places"], len(cells)))
            for pattern in data["patterns"]
        )
        flags = bool(data["mobility"]), number(data["filled"])
        return Layout(Board(cells, counters), patterns, number(data["half"]), *flags)
    except (KeyError, TypeError, ValueError, IndexError) as error:
        raise LoadError("The layout of the features is damaged ({problem}).", problem=error) from None


def read_cell(data: Mapping[str, Any]) -> Cell:
    atoms = tuple(Atom(read_steps(atom["path"]), number(atom["bit"])) for atom in data["atoms"])
    values = tuple(data["values"])
    if any(value is not None and type(value) not in (int, str, bool) for value in values):
        raise ValueError("values")
    place = data["place"]
    where = None if place is None else (number(place[0]), number(place[1]))
    return Cell(atoms, tuple(map(number, data["factors"])), values, number(data["radix"]), where)


def read_steps(steps: Any) -> Path:
    """A way through a state; ValueError unless it is made of places, names and plain keys."""
    return tuple(read_step(step) for step in steps)


def read_step(step: Any) -> Step:
    if type(step) is int or (isinstance(step, str) and step.isidentifier() and step[:1] != "_"):
        return step
    if isinstance(step, list | tuple) and len(step) == 2 and step[0] in (GET, HAS):
        return step[0], read_key(step[1])
    raise ValueError("path")


def read_key(key: Any) -> Any:
    """A key of a dict or a member of a set: a number, a text, or a tuple of such."""
    if isinstance(key, list | tuple):
        return tuple(read_key(part) for part in key)
    if key is not None and type(key) not in (int, str, bool):
        raise ValueError("key")
    return key


def read_places(places: Any, cells: int) -> tuple[tuple[int, ...], ...]:
    found = tuple(tuple(map(number, place)) for place in places)
    if not all(0 <= cell < cells for place in found for cell in place):
        raise ValueError("places")
    return found


def number(value: Any) -> int:
    """An integer of moderate size."""
    if type(value) is not int or abs(value) > 1 << 40:
        raise ValueError("number")
    return value
