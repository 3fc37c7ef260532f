"""Compiled searches on problems of any kind: the plain searches are the oracle, down to the counts."""

from __future__ import annotations

import math
import random
import sys
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, NamedTuple

import pytest
from game_list import one_in

from elagage.compiler import CannotCompile
from elagage.errors import ElagageWarning, LimitsError
from elagage.paths import ALGORITHMS, COMPILED, NoPath, PathError, Problem, find_compiled_path, find_path, problem_of
from elagage.paths.compiled.pattern_databases import build_patterns
from elagage.paths.compiled.problem_driver import PathFinder
from elagage.paths.problems import load_problem
from elagage.paths.problems.cube2 import Cube2
from elagage.paths.problems.npuzzle import NPuzzle
from elagage.paths.problems.pattern_databases import build_table, neighbours

KORF = {
    "14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3": 57, "13 5 4 10 9 12 8 14 2 3 7 1 0 15 11 6": 55,
    "14 7 8 2 13 11 10 4 9 12 5 0 3 6 1 15": 59,
    "5 12 10 7 15 11 14 0 8 2 1 13 3 4 9 6": 56, "4 7 14 13 10 3 9 12 11 5 6 15 1 2 8 0": 56,
    "14 7 1 9 12 3 6 15 8 11 2 5 10 0 4 13": 52,
    "2 11 15 5 13 4 6 7 12 8 10 1 9 3 14 0": 52, "12 11 15 3 8 0 4 2 6 13 9 5 14 1 10 7": 50,
    "3 14 9 11 5 4 8 2 13 12 6 7 10 1 15 0": 46,
    "13 11 8 9 0 15 7 10 4 3 6 14 5 12 2 1": 59,
}  # fmt: skip


class At(NamedTuple):
    node: int


class Random(Problem[At]):
    """A random graph in arrays on ``self``, large enough to be read by address;
    estimates are admissible and not consistent.
    """

    def __init__(self, seed: int, size: int = 9000, fractions: bool = True) -> None:
        chance = random.Random(seed)
        self.degree = 3
        self.size = size
        self.heads = tuple(chance.randrange(size) for _arc in range(3 * size))
        draw = chance.random if fractions else lambda: chance.randrange(0, 9)
        self.costs = tuple(draw() for _arc in range(3 * size))
        self.last = size - 1
        self.estimates = tuple(draw() / 50 if fractions else 0 for _node in range(size))

    def start(self) -> At:
        return At(0)

    def successors(self, state: At) -> Iterator[tuple[At, Any]]:
        for arc in range(self.degree * state.node, self.degree * state.node + self.degree):
            yield At(self.heads[arc]), self.costs[arc]

    def goal(self, state: At) -> bool:
        return state.node == self.last

    def heuristic(self, state: At) -> Any:
        return 0 * self.estimates[state.node] if state.node == self.last else self.estimates[state.node]


def same(problem: Problem[Any], algorithm: str, limit: int = 100_000) -> None:
    """Both searches give the same, or say the same."""
    answers = []
    for search in (ALGORITHMS[algorithm], lambda problem, limit: find_compiled_path(problem, algorithm, limit=limit)):
        try:
            found = search(problem, limit=limit)
        except (NoPath, LimitsError) as error:
            answers.append(str(error))
            continue
        counts = found.expanded, found.generated, found.reopened, found.frontier
        answers.append((found.path, found.cost, type(found.cost), counts, found.bound, found.algorithm))
    assert answers[0] == answers[1]


PACKAGED = (
    "npuzzle:8#7", "river:missionaries:3,2", "jugs:3,5:4", "knights:5x5:a1", "cube2:R U F'", "maze:15x11#3",
)  # fmt: skip
"""A problem of each kind."""
MORE = [(text, "weighted_astar") for text in PACKAGED[1:]] + [("npuzzle:24:12#3", name) for name in COMPILED]
"""A weight is not whole, and a larger board has other words: each is another problem for the compiler."""


@pytest.mark.parametrize(
    ("text", "algorithm"),
    [
        *one_in(3, [(text, name) for text in PACKAGED for name in COMPILED if (text, name) not in MORE]),
        *(pytest.param(*pair, marks=pytest.mark.slow) for pair in MORE),
    ],
)
def test_the_problems_of_the_package_are_searched_alike(text: str, algorithm: str) -> None:
    same(load_problem(text), algorithm, 30_000)


@pytest.mark.parametrize("seeds", [range(4), pytest.param(range(4, 12), marks=pytest.mark.slow)])
@pytest.mark.parametrize("fractions", [True, False])
@pytest.mark.parametrize("algorithm", [name for name in COMPILED if name != "ida_star"])
def test_random_graphs_are_searched_alike(algorithm: str, fractions: bool, seeds: range) -> None:
    for seed in seeds:
        same(Random(seed, fractions=fractions), algorithm)


def test_instances_with_large_arrays_of_equal_sizes_share_native_code() -> None:
    first, second = PathFinder(Random(1)), PathFinder(Random(2))
    assert first.linked.mark == second.linked.mark
    assert first.astar().states != second.astar().states


def test_astar_takes_a_weight_plain_and_compiled() -> None:
    problem = load_problem("npuzzle:8#1")
    for algorithm, weight in (
        ("astar", None),
        ("astar", 1),
        ("astar", 2),
        ("weighted_astar", None),
        ("weighted_astar", 2),
    ):
        options = {} if weight is None else {"weight": weight}
        plain, found = ALGORITHMS[algorithm](problem, **options), find_compiled_path(problem, algorithm, weight=weight)
        assert replace(found, seconds=0) == replace(plain, seconds=0)
        assert replace(find_path(problem, algorithm, weight=weight), seconds=0) == replace(plain, seconds=0)


def test_ties_and_reopening_can_be_chosen() -> None:
    problem = Random(5)
    for ties in ("large g", "small g", "first"):
        for reopen in (True, False):
            plain = ALGORITHMS["astar"](problem, ties=ties, reopen=reopen)
            found = find_compiled_path(problem, ties=ties, reopen=reopen)
            assert (found.path, found.cost, found.expanded, found.bound) == (
                plain.path,
                plain.cost,
                plain.expanded,
                plain.bound,
            )


class Line(Problem[At]):
    """One way forward and one back; ``fault`` says what is wrong.

    It shows in the numbers of the states alone, so that all lines share native code.
    """

    def __init__(self, fault: int = 0) -> None:
        self.first = 100_000 * fault

    def start(self) -> At:
        return At(self.first)

    def successors(self, state: At) -> Iterator[tuple[At, float]]:
        yield At(state.node + 1), -1.0 if state.node == 100_007 else 1.0
        if state.node % 100_000 > 0:
            yield At(state.node - 1), 1.0

    def goal(self, state: At) -> bool:
        return state.node % 100_000 == 20 and state.node < 300_000

    def heuristic(self, state: At) -> float:
        return math.nan if state.node == 200_005 else 0.0


@pytest.mark.parametrize("algorithm", ["astar", "ida_star"])
@pytest.mark.parametrize("fault", [1, 2])
def test_what_is_wrong_is_said_as_the_plain_search_says_it(algorithm: str, fault: int) -> None:
    with pytest.raises(PathError) as plain:
        ALGORITHMS[algorithm](Line(fault))
    with pytest.raises(PathError) as found:
        find_compiled_path(Line(fault), algorithm)
    assert str(found.value) == str(plain.value)


def test_limits_of_states_and_of_memory_are_met_with_a_sentence() -> None:
    with pytest.raises(LimitsError, match="within 500 expanded states"):
        find_compiled_path(Line(3), limit=500)
    with pytest.raises(LimitsError, match="more than 3 MB"):
        find_compiled_path(Line(3), memory=3)
    with pytest.raises(LimitsError, match="IDA\\* followed a path of"):
        find_compiled_path(Deep(), "ida_star")


class Deep(Line):
    """A path without end that costs nothing."""

    def successors(self, state: At) -> Iterator[tuple[At, float]]:
        yield At(state.node + 1), 0.0

    def goal(self, state: At) -> bool:
        return state.node < 0


class Wordy(Line):
    """States that are not made of integers."""

    def start(self) -> Any:
        return ("a",)

    def successors(self, state: Any) -> Iterator[tuple[Any, float]]:
        if len(state[0]) < 4:
            yield (state[0] + "a",), 1.0

    def goal(self, state: Any) -> bool:
        return state[0] == "aaaa"

    def heuristic(self, state: Any) -> float:
        return 0.0


def test_what_cannot_be_compiled_is_searched_plainly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.modules[find_path.__module__], "FIRST", 2)
    with pytest.raises(CannotCompile):
        find_compiled_path(Wordy())
    with pytest.warns(ElagageWarning, match="Not compiled: in state"):
        assert find_path(Wordy()).cost == 3


def test_the_plain_search_goes_first_and_the_compiled_one_takes_over(monkeypatch: pytest.MonkeyPatch) -> None:
    problem = load_problem("npuzzle:8#7")
    expected = ALGORITHMS["astar"](problem)
    monkeypatch.setattr(sys.modules[find_path.__module__], "FIRST", 100)
    found = find_path(problem)
    assert (found.path, found.expanded) == (expected.path, expected.expanded)
    with pytest.raises(LimitsError, match="within 50 expanded"):
        find_path(problem, limit=50)
    with pytest.raises(LimitsError, match="within 150 expanded"):
        find_path(problem, limit=150)
    assert find_path(load_problem("maze:61x41#3")).cost == ALGORITHMS["astar"](load_problem("maze:61x41#3")).cost
    with pytest.raises(PathError, match="no path search 'best'"):
        find_path(problem, "best")


def test_a_heuristic_that_is_the_problems_own_is_compiled_too() -> None:
    problem = load_problem("npuzzle:8#7")
    judged = problem_of(problem, heuristic=problem.heuristic_linear_conflict)  # type: ignore[attr-defined]
    same(judged, "astar")
    assert find_compiled_path(judged).expanded < find_compiled_path(problem).expanded
    assert not problem_of(problem, heuristic=lambda state: 0).compiles


@pytest.mark.parametrize(("side", "bits", "pattern"), [(3, 4, (5, 6, 7, 8)), (4, 4, (1, 4, 5)), (5, 5, (1, 6, 7))])
def test_pattern_tables_are_those_of_the_plain_builder(side: int, bits: int, pattern: tuple[int, ...]) -> None:
    assert build_patterns(neighbours(side), bits, pattern) == build_table(side, pattern)


@pytest.mark.parametrize("boards", [slice(3), pytest.param(slice(3, 10), marks=pytest.mark.slow)])
def test_korfs_first_boards(boards: slice) -> None:
    for text, length in list(KORF.items())[boards]:
        found = find_compiled_path(NPuzzle([int(tile) for tile in text.split()], "patterns"), "ida_star")
        assert found.cost == length == len(found.path) - 1


class EndlessCube(Cube2):
    """The cube from its solved state, without a goal: Dijkstra's algorithm goes through every state."""

    def __init__(self, quarter: bool) -> None:
        super().__init__([], quarter)

    def goal(self, state: Any) -> bool:
        return False


@pytest.mark.parametrize(("quarter", "farthest"), [(False, 11), pytest.param(True, 14, marks=pytest.mark.slow)])
def test_the_small_cube_has_as_many_states_and_turns_as_is_known(quarter: bool, farthest: int) -> None:
    found = PathFinder(EndlessCube(quarter)).astar(weight=0.0, ties=0)
    assert (found.ending, found.expanded, found.farthest) == ("nothing", 3_674_160, farthest)
