"""Heuristics with a proof in their docstrings: checked on small boards, never inherited; and what the compiled searches
claim is what the plain ones do.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from typing import Any

import pytest
from test_path_claims import Spot
from test_paths_check import Plane

from elagage.compiler import CannotCompile
from elagage.paths import (
    ALGORITHMS,
    NoPath,
    Problem,
    astar,
    check_heuristic,
    find_compiled_path,
    grid_astar,
    problem_of,
)
from elagage.paths.problem import check_onward, is_proved, tells_onward
from elagage.paths.problems import load_problem
from elagage.paths.problems.grid import Grid
from elagage.paths.problems.jugs import Jugs
from elagage.paths.problems.roads import Network, Roads

PROVED = (
    "grid:9x7:20#3", "grid:9x7:20#3:8", "grid:S1234/5#678/9.3.G:8", "maze:11x9#2", "npuzzle:3:12#1",
    "npuzzle:3:12#1:conflict", "npuzzle:3:12#1:patterns", "river:wolf", "river:missionaries:3,2",
    "river:missionaries:5,3", "river:missionaries:6,5", "jugs:3,5:4", "jugs:2,6,7:1", "knights:3x4:a1",
    "knights:5x4:b2",
)  # fmt: skip
"""Small enough to be gone through."""


def heuristics_of(problem: Any) -> list[str]:
    """The heuristics that have a proof; the other rule that may have one is held to its own definition."""
    proofs = problem.list_proofs()
    assert ("onward" in proofs) == tells_onward(problem)
    check_onward(problem, [problem.start(), *(state for state, _cost in problem.successors(problem.start()))])
    return [name for name in proofs if name != "onward"]


@pytest.mark.parametrize("text", PROVED)
def test_what_is_proved_on_paper_is_checked_on_small_boards(text: str) -> None:
    problem = load_problem(text)
    assert is_proved(problem)
    assert len(problem.list_proofs()) >= 1
    for name in heuristics_of(problem):
        report = check_heuristic(problem, heuristic=getattr(problem, name))
        assert (report.proven, report.admissible) == (True, True), name
        assert (
            "Admissible" in getattr(type(problem), name).__doc__ or "admissible" in getattr(type(problem), name).__doc__
        )


@pytest.mark.parametrize(
    "text",
    [
        "npuzzle:15:20#1",
        pytest.param("npuzzle:24:12#1", marks=pytest.mark.slow),
        "cube2:R U F'",
        pytest.param("cube2:quarter:R U F'", marks=pytest.mark.slow),
    ],
)
def test_what_is_proved_on_paper_has_no_counter_example_on_large_boards(text: str) -> None:
    problem = load_problem(text)
    assert is_proved(problem)
    for name in heuristics_of(problem):
        if not (name == "heuristic_patterns" and "patterns" not in text):
            report = check_heuristic(problem, heuristic=getattr(problem, name), limit=500, samples=40)
            assert report.admissible is None
    assert astar(problem).basis == "proof"


def test_road_networks_look_at_their_own_proof() -> None:
    network = Network(("a", "b", "c"), ((0, 1, 3.0), (1, 2, 4.0)), {0: (48.0, 2.0), 1: (47.0, 2.0), 2: (46.0, 3.0)})
    problem = Roads(network, "a", "c")
    assert is_proved(problem)
    assert check_heuristic(problem).admissible
    assert (astar(problem).basis, astar(problem).optimal) == ("proof", True)
    problem.consistent = False
    assert astar(problem).basis == "check"
    near = {number: (48.85 + number * 1e-14, 2.35) for number in range(40)}
    roads = tuple((number, number + 1, 1e-9) for number in range(39))
    tight = Roads(Network(tuple(f"p{number}" for number in range(40)), roads, near), "p0", "p39")
    assert is_proved(tight) <= bool(check_heuristic(tight, tolerance=1e-15).admissible)


class Dearer(Jugs):
    def heuristic(self, state: Any) -> float:
        return 5


class Cheaper(Jugs):
    def successors(self, state: Any) -> Any:
        return [(after, 0.1) for after, _cost in super().successors(state)]


class Claiming(Plane):
    def list_proofs(self) -> tuple[str, ...]:
        return ("heuristic",)


def test_a_proof_is_not_inherited() -> None:
    assert is_proved(Jugs())
    for problem in (Dearer(), Cheaper(), Claiming(), type("Same", (Jugs,), {})()):
        assert not is_proved(problem)
        assert astar(problem).basis != "proof"
    assert not astar(Cheaper()).optimal
    assert astar(Cheaper()).basis == "refuted"
    replaced = Jugs()
    replaced.successors = Cheaper().successors  # type: ignore[method-assign]
    assert not is_proved(replaced)
    assert not is_proved(problem_of(Jugs(), heuristic=lambda state: 9))
    puzzle = load_problem("npuzzle:8:15#2")
    judged = problem_of(puzzle, heuristic=puzzle.heuristic_linear_conflict)  # type: ignore[attr-defined]
    assert (is_proved(judged), astar(judged).basis) == (True, "proof")
    for ways, proved in ((4, True), (8, False)):
        grid = Grid.from_picture("S..../...../....G", ways)
        assert is_proved(problem_of(grid, heuristic=grid.heuristic_manhattan)) == proved
        assert is_proved(grid)
    found = astar(grid, heuristic=grid.heuristic_manhattan)
    assert (found.basis, found.optimal) == ("refuted", False)
    assert grid_astar([[1, 1], [1, 1]], (0, 0), (1, 1), 8).optimal


# Compiled


class Table(Problem[Spot]):
    """A small graph with estimates of any kind, as a problem that compiles."""

    def __init__(self, heads: tuple[int, ...], costs: tuple[float, ...], estimates: tuple[float, ...]) -> None:
        room = 9000  # large arrays are read by their addresses, so that all tables share native code
        self.heads, self.costs, self.estimates = (
            part + (part[-1],) * (room - len(part)) for part in (heads, costs, estimates)
        )
        self.last = len(estimates) - 1

    def start(self) -> Spot:
        return Spot(0, 0)

    def successors(self, state: Spot) -> Iterator[tuple[Spot, float]]:
        for arc in range(2 * state.x, 2 * state.x + 2):
            yield Spot(self.heads[arc], 0), self.costs[arc]

    def goal(self, state: Spot) -> bool:
        return state.x == self.last

    def heuristic(self, state: Spot) -> float:
        return self.estimates[state.x]


@pytest.mark.parametrize("scale", [1, 0.5])
@pytest.mark.parametrize("algorithm", ["astar", "weighted_astar", "ida_star"])
def test_the_compiled_twins_claim_the_same(algorithm: str, scale: float) -> None:
    chance = random.Random(5)
    size, kinds = 8, set()
    for _number in range(40):
        heads = tuple(chance.randrange(size) for _arc in range(2 * size))
        costs = tuple(chance.randrange(9) * scale for _arc in range(2 * size))
        high = chance.choice((1, 3, 20))
        estimates = tuple(chance.randrange(high) * scale for _node in range(size))
        if scale != 1 and chance.random() < 0.3:
            estimates = (*estimates[:3], math.inf, *estimates[4:])
        problem = Table(heads, costs, estimates)
        answers = []
        for search in (ALGORITHMS[algorithm], lambda problem: find_compiled_path(problem, algorithm)):
            try:
                found = search(problem)
            except NoPath as missing:
                answers.append(str(missing))
                continue
            kinds.add(found.basis)
            answers.append((found.path, found.cost, found.trust, found.promise, found.condition, found.found_again))
        assert answers[0] == answers[1]
    assert {"check", "refuted"} <= kinds


def test_a_finite_estimate_that_is_huge_is_not_taken_for_infinity() -> None:
    problem = Table((1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 7, 7), (1,) * 16, (0, *(1 << 45,) * 6, 0))
    assert astar(problem).cost == 7
    for algorithm in ("astar", "ida_star"):
        with pytest.raises(CannotCompile, match="too large to be added up"):
            find_compiled_path(problem, algorithm)
