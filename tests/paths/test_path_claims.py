"""What a path search claims of its cost is so: `optimal` only where it is known, a counter-example where h is wrong."""

from __future__ import annotations

import copy
import math
import pickle
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from test_paths import ALL, TRAP, TRAP_H, bellman_ford, cost_of, graphs
from test_paths_check import Plane

from elagage.paths import (
    FoundAgain,
    GraphProblem,
    NoPath,
    PathError,
    Problem,
    TooHigh,
    astar,
    astar_arrays,
    astar_as_dijkstra,
    bidirectional,
    check_heuristic,
    compare_paths,
    dijkstra,
    graph_arrays,
    ida_star,
    weighted_astar,
)

WRONG = {"A": {"B": 1, "G": 10}, "B": {"G": 1}, "G": {}}
WRONG_H = {"B": 50}
INFORMED = (astar, weighted_astar, ida_star, astar_as_dijkstra)
ESTIMATES = st.one_of(st.integers(-3, 12), st.just(math.inf), st.floats(0, 12, allow_nan=False))


@st.composite
def guessed_graphs(draw: Any) -> Any:
    """A graph and any estimates whatever."""
    graph, start, goal = draw(graphs())
    h = draw(st.dictionaries(st.sampled_from(sorted(graph)), ESTIMATES))
    return graph, start, goal, h


def check_claims(found: Any, graph: Any, h: Any, distance: Any, start: Any) -> None:
    """Whatever is claimed holds."""
    least = distance[start]
    assert found.cost == cost_of(graph, found.path) >= least
    if found.optimal:
        assert found.cost == least
    if found.bound is not None:
        assert found.cost <= found.bound * least + 1e-9
    if found.least is not None:
        assert found.least == least
    if found.too_high is not None:
        assert found.basis == "refuted"
        assert not found.optimal
        assert h.get(found.too_high.state, 0) == found.too_high.estimate > found.too_high.distance
        assert found.too_high.distance >= distance[found.too_high.state]
    if found.basis == "refuted":
        assert found.too_high is not None
    if found.found_again is not None:
        assert found.found_again.before > found.found_again.after


def check_refusal(error: NoPath, least: float) -> None:
    """That there is no path is said where there is none; elsewhere, that it hangs on the heuristic."""
    assert least == math.inf or "there may be a path" in str(error)


@settings(max_examples=400)
@given(guessed_graphs(), st.sampled_from([1, 1.0, 1.5, 4]), st.sampled_from(["large g", "small g", "first"]))
def test_whatever_the_estimates_what_is_claimed_is_so(case: Any, weight: float, ties: Any) -> None:
    graph, start, goal, h = case
    distance = bellman_ford(graph, goal)
    searches = [
        *ALL,
        lambda *given: astar(*given, weight=weight, ties=ties),
        lambda *given: astar(*given, reopen=False),
    ]
    for search in searches:
        try:
            found = search(graph, start, goal, h)
        except NoPath as missing:
            check_refusal(missing, distance[start])
            continue
        check_claims(found, graph, h, distance, start)


@settings(max_examples=300)
@given(guessed_graphs())
def test_what_arrays_and_new_weights_claim_is_so(case: Any) -> None:
    graph, start, goal, h = case
    distance = bellman_ford(graph, goal)
    arrays = graph_arrays(graph)
    for search in (lambda: astar_arrays(arrays, start, goal, h), lambda: astar_as_dijkstra(graph, start, goal, h)):
        try:
            found = search()
        except NoPath as missing:
            check_refusal(missing, distance[start])
            continue
        except PathError:  # the estimate falls too fast, and that is said
            continue
        check_claims(found, graph, h, distance, start)


@pytest.mark.parametrize("algorithm", INFORMED)
def test_a_wrong_heuristic_is_told_with_its_counter_example(algorithm: Any) -> None:
    found = algorithm(WRONG, "A", "G", WRONG_H)
    assert (found.cost, found.optimal, found.bound, found.basis) == (10, False, None, "refuted")
    assert (found.too_high, found.least) == (TooHigh("B", 50, 1), 2)
    assert str(found.describe_promise()) == "nothing promised: h is not admissible"
    words = [fault.text("fr") for fault in found.describe_faults()]
    assert words == [
        "h n'est pas admissible : en B elle vaut 50, et de là un but s'atteint au coût 1.",
        "Le coût minimal est 2.",
    ]
    right = algorithm(WRONG, "A", "G", {"A": 2, "B": 1})
    assert (right.cost, right.basis, right.least) == (2, "check", 2)
    assert right.optimal == (algorithm is not weighted_astar)
    assert right.describe_faults() == []
    blind = algorithm(WRONG, "A", "G")
    assert (blind.optimal, blind.basis, blind.condition) == (True, "algorithm", "")


def test_compared_side_by_side() -> None:
    rows = {row.algorithm: row for row in compare_paths(WRONG, "A", "G", WRONG_H)}
    assert (rows["dijkstra"].optimal, rows["dijkstra"].bound) == (True, 1.0)
    for name in ("astar", "ida_star", "weighted_astar"):
        assert (rows[name].optimal, rows[name].bound, rows[name].trust.basis) == (False, None, "refuted")
    # A space too large to be gone through: the row whose cost is known tells of the others.
    rows = {row.algorithm: row for row in compare_paths(Detour(60, 500), limit=200_000)}
    assert (rows["dijkstra"].cost, rows["astar"].cost) == (62, 80)
    assert rows["astar"].trust == ("refuted", None, 62)
    rows = {row.algorithm: row for row in compare_paths(Detour(60, 0), algorithms=["dijkstra", "astar"])}
    assert (rows["astar"].trust.basis, rows["astar"].optimal) == ("check", True)
    (row,) = compare_paths(Detour(60, 500), algorithms=["astar"])
    assert (row.trust.basis, row.optimal, row.bound, row.promise) == ("assumption", False, None, 1.0)


class Spot(NamedTuple):
    x: int
    y: int


class Detour(Problem[Spot]):
    """A plane of ``side`` columns and many rows; the straight way costs 80 by a direct arc, and steps cost 1.

    At the second cell the heuristic says ``high``.
    """

    def __init__(self, side: int, high: int) -> None:
        self.side, self.high = side, high

    def start(self) -> Spot:
        return Spot(0, 0)

    def successors(self, state: Spot) -> Iterator[tuple[Spot, int]]:
        if state.x == 0 and state.y == 0:
            yield Spot(self.side, 0), 80
            yield Spot(1, 1), 2
        elif state.x == self.side and state.y == 1:
            yield Spot(self.side, 0), 1
        else:
            if state.x < self.side:
                yield Spot(state.x + 1, state.y), 1
            if state.y < 200:
                yield Spot(state.x, state.y + 1), 1

    def goal(self, state: Spot) -> bool:
        return state.x == self.side and state.y == 0

    def heuristic(self, state: Spot) -> int:
        return self.high if state.x == 1 and state.y == 1 else int(state.x < self.side)


def test_in_a_large_space_it_is_the_least_if_h_is_admissible() -> None:
    for algorithm in (astar, ida_star):
        found = algorithm(Plane())
        assert (found.cost, found.optimal, found.bound, found.promise) == (14, False, None, 1.0)
        assert (found.basis, found.condition, found.too_high, found.least) == ("assumption", "admissible", None, None)
        assert found.describe_promise().text("en") == "the least if h is admissible"
        assert found.describe_promise().text("fr") == "le minimum si h est admissible"
    found = weighted_astar(Plane())
    assert found.describe_promise().text("fr") == "au plus 1.5 fois le minimum si h est admissible"
    # The path that was found refutes it all the same.
    found = astar(Plane(2))
    assert (found.basis, found.optimal, found.least) == ("refuted", False, None)
    assert found.too_high.estimate == 2 * found.too_high.distance > 0


def test_a_goal_that_is_not_0() -> None:
    found = astar(Shift(3))
    assert found.too_high == TooHigh(5000, 3, 0)
    assert astar(Shift(-3)).basis == "algorithm"  # below 0 counts as 0


class Shift(Problem[int]):
    """A line of 5000 steps; the heuristic says the same everywhere."""

    def __init__(self, value: float) -> None:
        self.value = value

    def start(self) -> int:
        return 0

    def successors(self, state: int) -> Iterator[tuple[int, int]]:
        yield state + 1, 1

    def goal(self, state: int) -> bool:
        return state == 5000

    def heuristic(self, state: int) -> float:
        return self.value


def test_inconsistent_is_not_inadmissible() -> None:
    found = astar(TRAP, "s", "t", TRAP_H)
    assert (found.basis, found.optimal, found.too_high) == ("check", True, None)
    assert found.found_again == FoundAgain("b", 3, 2)
    (words,) = found.describe_faults()
    assert words.text("en").startswith("h is not consistent: b was expanded at cost 3 and then found at 2;")
    assert "ne la rend pas inadmissible" in words.text("fr")
    # With a weight, a consistent heuristic reopens too: nothing is said of it then.
    assert weighted_astar(TRAP, "s", "t", TRAP_H, weight=2).found_again is None


class Watched(GraphProblem):
    """Counts how often its rules are asked."""

    asked = 0

    def successors(self, state: Any) -> Any:
        self.asked += 1
        return super().successors(state)


def test_the_space_is_gone_through_when_it_is_asked_for_and_once() -> None:
    graph = {number: {number + 1: 1, number + 2: 2} for number in range(500)} | {500: {}, 501: {}}
    problem = Watched(graph, 0, 3, {0: 3, 1: 2, 2: 1, 3: 0})
    found = astar(problem)
    before = problem.asked
    assert before == found.expanded
    assert found.optimal
    after = problem.asked
    assert after > before
    assert (found.bound, found.basis, found.least) == (1.0, "check", 3)
    assert problem.asked == after


def test_estimates_that_change_after_the_search_change_nothing() -> None:
    factor = 60
    table = {"A": 2, "B": 1, "G": 0}
    wrong = astar(WRONG, "A", "G", lambda state: factor * table[state] if state == "B" else 0)
    right = astar(WRONG, "A", "G", table)
    factor, table["B"] = 1, 900
    assert (wrong.cost, wrong.optimal, wrong.too_high) == (10, False, TooHigh("B", 60, 1))
    assert (right.cost, right.optimal) == (2, True)


def test_a_result_can_be_kept_and_sent() -> None:
    for h in (WRONG_H, {"A": 2, "B": 1}, None):
        found = astar(WRONG, "A", "G", None if h is None else (lambda state, h=h: h.get(state, 0)))
        again = pickle.loads(pickle.dumps(found))
        assert again == found == copy.deepcopy(found)
        assert (again.optimal, again.too_high) == (found.optimal, found.too_high)


# Strange numbers


def test_strange_estimates_and_costs() -> None:
    for algorithm in INFORMED:
        # Below 0 counts as 0, so nothing but 0 was used.
        found = algorithm(WRONG, "A", "G", {"A": -5, "B": -1.5, "G": -2})
        assert (found.cost, found.optimal, found.basis) == (2, True, "algorithm")
        with pytest.raises(PathError, match="must be a number"):
            algorithm(WRONG, "A", "G", {"B": math.nan})
        with pytest.raises(ZeroDivisionError):
            algorithm(WRONG, "A", "G", lambda state: 1 / 0)
        with pytest.raises(PathError, match="costs are numbers, 0 or more"):
            algorithm({"a": {"b": -1}}, "a", "b", {"a": 1})
        found = algorithm(WRONG, "A", "G", {"B": math.inf})
        assert (found.cost, found.optimal, found.too_high) == (10, False, TooHigh("B", math.inf, 1))
        with pytest.raises(NoPath, match="if it is wrong, there may be a path"):
            algorithm(WRONG, "A", "G", {"A": math.inf})
        with pytest.raises(NoPath, match=r"No goal can be reached from G; states explored: 1\."):
            algorithm(WRONG, "G", "A", {"B": math.inf})
        if algorithm is astar_as_dijkstra:  # says that it falls too fast
            continue
        free = {"a": {"b": 0}, "b": {"c": 0, "a": 0}, "c": {}}
        found = algorithm(free, "a", "c", {"a": 0.5})
        assert (found.cost, found.optimal, found.too_high) == (0, False, TooHigh("a", 0.5, 0))
    big = 10**400
    large = {"a": {"b": big, "c": 1}, "b": {"c": 1}, "c": {}}
    assert astar(large, "a", "c", {"a": 1}).optimal
    assert dijkstra({"a": {"b": big}, "b": {}}, "a", "b").cost == big
    exact = {"a": {"b": 2**60, "c": 2**60 + 1}, "b": {"d": 1}, "c": {"d": 1}, "d": {}}
    assert astar(exact, "a", "d", {"a": 2**60 + 1, "b": 1, "c": 1}, weight=1.0).cost == 2**60 + 1


def test_small_costs_are_not_rounded_away() -> None:
    tiny = {tail: {head: cost * 1e-12 for head, cost in row.items()} for tail, row in WRONG.items()}
    found = astar(tiny, "A", "G", {"B": 50e-12})
    assert (found.optimal, found.basis) == (False, "refuted")
    assert not check_heuristic(tiny, "A", "G", {"B": 50e-12}).admissible
    assert check_heuristic(tiny, "A", "G", {"B": 1e-12}).admissible


def test_rules_that_fail_elsewhere_do_not_spoil_the_answer() -> None:
    class Fragile(Problem[int]):
        def start(self) -> int:
            return 0

        def successors(self, state: int) -> Any:
            if state == 9:
                raise RuntimeError("never asked by the search")
            return [(1, 1), (9, 50)] if state == 0 else []

        def goal(self, state: int) -> bool:
            return state == 1

        def heuristic(self, state: int) -> int:
            return int(state == 0)

    found = astar(Fragile())
    assert (found.cost, found.optimal, found.basis) == (1, False, "assumption")

    class Endless(Fragile):
        def successors(self, state: int) -> Any:
            yield 1, 1
            number = 2
            while state:
                number += 1
                yield number, 1

    class Wide(Endless):
        def goal(self, state: int) -> bool:
            return state == 1

        def successors(self, state: int) -> Any:
            yield 1, 1
            yield 2, 50
            if state == 2:
                yield from ((number, 1) for number in range(3, 10**9))

    assert astar(Wide()).basis == "assumption"


# From both ends


class BothWays(Problem[str]):
    """WRONG, with what leads back given apart."""

    def __init__(self, back: dict[str, dict[str, int]]) -> None:
        self.back = back

    def start(self) -> str:
        return "A"

    def successors(self, state: str) -> Any:
        return WRONG[state].items()

    def predecessors(self, state: str) -> Any:
        return self.back.get(state, {}).items()

    def goal(self, state: str) -> bool:
        return state == "G"

    def goals(self) -> list[str]:
        return ["G"]


def test_from_both_ends_the_predecessors_must_be_right() -> None:
    found = bidirectional(BothWays({"G": {"A": 10, "B": 1}, "B": {"A": 1}}))
    assert (found.cost, found.optimal, found.basis, found.condition) == (2, True, "check", "mirrored")
    found = bidirectional(BothWays({"G": {"A": 10}}))
    assert (found.cost, found.optimal, found.least, found.basis) == (10, False, 2, "refuted")
    assert str(found.describe_promise()) == "not the least: the problem's predecessors or goals are wrong"
    with pytest.raises(PathError, match="predecessors or goals are wrong"):
        bidirectional(BothWays({"G": {"A": 1}}))
    with pytest.raises(PathError, match="no step leads from"):
        bidirectional(BothWays({"G": {"C": 1}, "C": {"A": 1}}))
    assert bidirectional(WRONG, "A", "G").basis == "algorithm"
