"""Where compiled and plain rules could part ways: the plain answer is given, or a sentence; never another number."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
import pytest
from game_list import one_in

from elagage.compiler import CannotCompile
from elagage.errors import ElagageError, ElagageWarning, LimitsError
from elagage.paths import NoPath, PathError, Problem, dijkstra_arrays, find_compiled_path, find_path, grid_astar


class Pair(NamedTuple):
    x: int
    y: int


COST = 1


def price(x: int) -> int:
    return COST + x * 0


class Priced(Problem[Pair]):
    """A helper function reads a constant of the module."""

    def start(self) -> Pair:
        return Pair(0, 0)

    def successors(self, state: Pair) -> Iterator[tuple[Pair, int]]:
        yield Pair(state.x + 1, state.y), price(state.x)
        yield Pair(state.x, state.y + 1), 3

    def goal(self, state: Pair) -> bool:
        return state.x + state.y == 40


class Bytes(Problem[Pair]):
    def __init__(self) -> None:
        self.table = bytes((i * 37) % 251 for i in range(16))

    def start(self) -> Pair:
        return Pair(0, 0)

    def successors(self, state: Pair) -> Iterator[tuple[Pair, int]]:
        for step in range(1, 16):
            following = (state.x + step) % 16
            yield Pair(following, state.y + 1), max(0, self.table[following] - self.table[state.x])

    def goal(self, state: Pair) -> bool:
        return state.y == 30


class Large(Problem[Pair]):
    """Numbers beyond 64 bits in a long tuple."""

    def __init__(self) -> None:
        self.table = (2**64 + 1,) * 13

    def start(self) -> Pair:
        return Pair(0, 0)

    def successors(self, state: Pair) -> Iterator[tuple[Pair, int]]:
        yield Pair(state.x + 1, state.y), 1 if self.table[state.x % 13] == 1 else 4
        yield Pair(state.x + 1, state.y + 1), 2

    def goal(self, state: Pair) -> bool:
        return state.x == 20


class Forbidden(Problem[Pair]):
    """What must not be done costs as much as a number can be."""

    def start(self) -> Pair:
        return Pair(0, 0)

    def successors(self, state: Pair) -> Iterator[tuple[Pair, int]]:
        yield Pair(state.x + 2, state.y), sys.maxsize
        yield Pair(state.x + 1, state.y), 3

    def goal(self, state: Pair) -> bool:
        return state.x == 30


class Truth(Problem[Pair]):
    """A truth value at first that is a number later."""

    def start(self) -> Any:
        return Pair(0, False)

    def successors(self, state: Pair) -> Iterator[tuple[Pair, int]]:
        for down in range(2):
            yield Pair(state.x + 1 - down, state.y + down), 1

    def goal(self, state: Pair) -> bool:
        return state.x >= 3 and state.y >= 3


class Halves(Problem[Any]):
    """Whole at first, halves later."""

    def start(self) -> Any:
        return Pair(0, 0)

    def successors(self, state: Any) -> Iterator[tuple[Any, int]]:
        yield Pair(state.x + 0.5, state.y), 1  # type: ignore[arg-type]

    def goal(self, state: Any) -> bool:
        return bool(state.x == 10)


class Wrapping(Problem[Pair]):
    """A state that outgrows 64 bits, whose sign then changes."""

    def start(self) -> Pair:
        return Pair(1, 0)

    def successors(self, state: Pair) -> Iterator[tuple[Pair, int]]:
        if state.y < 60:
            yield Pair(state.x * 3, state.y + 1), 1

    def goal(self, state: Pair) -> bool:
        return state.x <= 0


class PastTheEnd(Problem[Pair]):
    """Tables end at the goal: what lies beyond must not be asked for."""

    def __init__(self) -> None:
        self.table = tuple(range(16))

    def start(self) -> Pair:
        return Pair(0, 0)

    def successors(self, state: Pair) -> Iterator[tuple[Pair, int]]:
        step = self.table[state.x]
        yield Pair(state.x + 1, state.y * 2 % 7), 1 + step * 0
        yield Pair(state.x + 1, (state.y * 2 + 1) % 7), 1 + step * 0

    def goal(self, state: Pair) -> bool:
        return state.x == 16


class Cells(NamedTuple):
    cells: tuple[int, ...]
    turn: int


class Negative(Problem[Cells]):
    """Cells that turn negative late."""

    def start(self) -> Cells:
        return Cells((0, 0, 0, 0), 0)

    def successors(self, state: Cells) -> Iterator[tuple[Cells, int]]:
        if state.turn == 70:
            yield Cells(state.cells[:2] + (-5,) + state.cells[3:], state.turn + 1), 1
        elif state.turn < 90:
            yield Cells(state.cells, state.turn + 1), 1

    def goal(self, state: Cells) -> bool:
        return state.turn == 80


class Wide(Problem[Pair]):
    """More successors than the pile of IDA* holds at first."""

    def start(self) -> Pair:
        return Pair(0, 0)

    def successors(self, state: Pair) -> Iterator[tuple[Pair, int]]:
        for number in range(10_000):
            yield Pair(number, state.y + 1), 0

    def goal(self, state: Pair) -> bool:
        return state.y == 60


class Unread(Truth):
    """A large array that no rule reads, of a kind that is not compiled."""

    def __init__(self) -> None:
        self.numbers = np.arange(10_000, dtype=">i8")


PLAIN = [Priced, Bytes, Large, Forbidden, Truth, Halves, Wrapping, PastTheEnd, Negative, Unread]


@pytest.mark.parametrize("kind", PLAIN, ids=lambda kind: kind.__name__)
@pytest.mark.parametrize("algorithm", one_in(2, ["astar", "ida_star"]))
def test_the_plain_answer_is_given(kind: type[Problem[Any]], algorithm: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.modules[find_path.__module__], "FIRST", 1)
    answers = []
    for plain in (True, False):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", ElagageWarning)
            try:
                found = find_path(kind(), algorithm, plain=plain, limit=20_000)
                answers.append((found.cost, len(found.path), found.expanded, found.generated))
            except (NoPath, LimitsError) as error:
                answers.append(str(error))
    assert answers[0] == answers[1]


def test_a_constant_that_changes_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.modules[find_path.__module__], "FIRST", 1)
    assert find_path(Priced()).cost == 40
    monkeypatch.setitem(globals(), "COST", 5)
    with pytest.warns(ElagageWarning, match="has changed since it was compiled"):
        assert find_path(Priced()).cost == 120


def test_many_successors_fit() -> None:
    found = find_compiled_path(Wide(), "ida_star")
    assert (found.cost, found.expanded) == (0, 60)
    with pytest.raises(LimitsError, match="more than 16 MB"):
        find_compiled_path(Wide(), "ida_star", memory=16)


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"algorithm": "breadth_first"}, "breadth_first"),
        ({"ties": "zzz"}, "Ties are broken"),
        ({"algorithm": "weighted_astar", "weight": 0.5}, "weight"),
        ({"algorithm": "weighted_astar", "weight": float("nan")}, "weight"),
    ],
)
def test_wrong_arguments_get_a_sentence(options: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ElagageError, match=sentence):
        find_compiled_path(Truth(), **options)


class Hopeless(Truth):
    def heuristic(self, state: Pair) -> float:
        return float("inf")


def test_no_hope_at_the_start() -> None:
    for algorithm in ("astar", "ida_star"):
        with pytest.raises(NoPath):
            find_compiled_path(Hopeless(), algorithm)


def test_what_is_no_problem_gets_a_sentence() -> None:
    with pytest.raises(PathError):
        find_path({"a": {"b": 1}})  # type: ignore[arg-type]
    with pytest.raises(PathError):
        dijkstra_arrays({"a": {"b": 1}}, "a", "b")  # type: ignore[arg-type]


def test_limits_may_be_larger_than_any_number_of_states() -> None:
    assert find_compiled_path(Truth(), limit=10**30).cost == 6
    assert grid_astar([[1, 1]], (0, 0), (1, 0), limit=10**30).cost == 1


def test_masked_cells_are_walls() -> None:
    weights = np.ma.array(np.ones((3, 3), dtype=int), mask=[[0, 1, 0], [0, 1, 0], [0, 0, 0]])
    assert grid_astar(weights, (0, 0), (2, 0)).cost == 6


def test_what_the_fingerprint_sees() -> None:
    import enum

    from elagage.paths.compiled.problem_driver import link_problem

    def made(mud: int, other: bool) -> Problem[Any]:
        tile = enum.IntEnum("tile", {"MUD": mud})
        one, two = tuple(range(20)), (3,) * 20

        class Local(Truth):
            def __init__(self) -> None:
                self.a, self.b, self.c = one, two, two if other else one

            def heuristic(self, state: Pair) -> int:
                return 0 if state.x < tile.MUD else 0 * (self.a[0] + self.b[0] + self.c[0])

        return Local()

    marks = {link_problem(made(mud, other)).mark for mud in (2, 15) for other in (True, False)}
    assert len(marks) == 4


class Defaulted(NamedTuple):
    x: int
    y: int = 0


def test_a_refusal_says_why() -> None:
    class Short(Truth):
        def successors(self, state: Pair) -> Any:
            yield Defaulted(state.x + 1), 1

        def start(self) -> Any:
            return Defaulted(0)

    class Empty(Truth):
        def successors(self, state: Pair) -> Any:
            if state.x < 0:
                return []
            return [(Pair(state.x + 1, 0), 1)]

    for kind, why in ((Short, "fewer values than it has"), (Empty, "empty list")):
        with pytest.raises(CannotCompile, match=why):
            find_compiled_path(kind())
