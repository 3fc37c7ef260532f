"""Where to go on: IDA* on problems that leave out the way back, plain and compiled, and the rule held to account."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest
from test_find_path import same

from elagage.errors import LimitsError
from elagage.paths import (
    NoPath,
    PathError,
    Problem,
    check_heuristic,
    check_onward,
    dijkstra,
    find_compiled_path,
    ida_star,
    problem_of,
)
from elagage.paths.problem import is_onward_proved, tells_onward
from elagage.paths.problems import load_problem
from elagage.paths.problems.npuzzle import NPuzzle


class Spot(NamedTuple):
    x: int
    y: int


class Field(Problem[Spot]):
    """A field with neighbours in eight directions, of whole costs or of fractions; one goes on to what can't be
    reached from before at no more cost.
    """

    wide = 5
    straight: Any = 2
    oblique: Any = 3
    far = 4
    free = -1

    def start(self) -> Spot:
        return Spot(0, 0)

    def successors(self, state: Spot) -> Iterator[tuple[Spot, Any]]:
        for across in (-1, 0, 1):
            for down in (-1, 0, 1):
                x, y = state.x + across, state.y + down
                if (across != 0 or down != 0) and 0 <= x < self.wide and 0 <= y < self.wide:
                    cost = self.straight if across * down == 0 else self.oblique
                    yield Spot(x, y), 0 if state.x == self.free else cost

    def onward(self, state: Spot, before: Spot) -> Iterator[tuple[Spot, Any]]:
        for other, cost in self.successors(state):
            if state == before or abs(other.x - before.x) > 1 or abs(other.y - before.y) > 1:
                yield other, cost

    def goal(self, state: Spot) -> bool:
        return state.x == self.far and state.y == self.far - 1

    def heuristic(self, state: Spot) -> Any:
        return self.straight * max(self.far - state.x, self.far - 1 - state.y)


class Fractions(Field):
    straight = 0.7
    oblique = 1.1


class Silent(Field):
    """Without an estimate, and without a goal beyond the field."""

    far = 9
    wide = 2

    def heuristic(self, state: Spot) -> Any:
        return 0


class Unaware(Field):
    """The estimate says nothing of the start."""

    def heuristic(self, state: Spot) -> Any:
        return 0 if state.x == 0 and state.y == 0 else 1 if state.x < 3 else 0


def without_onward(problem: Problem[Any]) -> Problem[Any]:
    """The same problem, which then says nothing of where to go on."""
    kind = type(problem)
    plain = type(kind.__name__, (kind,), {"successors": kind.successors})
    copy: Problem[Any] = object.__new__(plain)
    vars(copy).update(vars(problem))
    return copy


@pytest.mark.parametrize(
    "text",
    [
        "npuzzle:8#7",
        "npuzzle:8:0,1,2,3,4,5,6,7,8",
        *(pytest.param(text, marks=pytest.mark.slow) for text in ("npuzzle:3#1", "npuzzle:8#3:conflict")),
        pytest.param("npuzzle:24:12#3", marks=pytest.mark.slow),
    ],
)
def test_the_puzzles_are_searched_alike_and_the_cost_is_the_least(text: str) -> None:
    problem = load_problem(text)
    assert tells_onward(problem)
    same(problem, "ida_star")
    found, all_steps = ida_star(problem), ida_star(without_onward(problem))
    assert (found.cost, found.optimal) == (all_steps.cost, True)
    assert found.generated <= all_steps.generated


@pytest.mark.parametrize("problem", [Field(), Fractions(), Silent(), Unaware()], ids=lambda each: type(each).__name__)
def test_a_users_own_rule_is_used_plain_and_compiled(problem: Problem[Any]) -> None:
    same(problem, "ida_star")
    try:
        least = dijkstra(problem).cost
    except NoPath:
        with pytest.raises(NoPath):
            ida_star(problem)
        return
    assert ida_star(problem).cost == pytest.approx(least)
    assert ida_star(problem).expanded < ida_star(without_onward(problem)).expanded


def test_a_rule_without_a_proof_leaves_the_cost_to_be_checked() -> None:
    found = ida_star(Field())
    assert (found.condition, found.basis, found.optimal) == ("admissible", "check", True)
    assert find_compiled_path(Field(), "ida_star").basis == "check"
    assert is_onward_proved(load_problem("npuzzle:8#7"))
    assert not is_onward_proved(Field())


def test_successors_that_are_written_anew_take_the_rule_with_them() -> None:
    class Other(NPuzzle):
        def successors(self, state: Any) -> Iterator[tuple[Any, int]]:
            for other, _cost in NPuzzle.successors(self, state):
                yield other, 2

    assert not tells_onward(Other())
    assert ida_star(Other()).cost == 2 * ida_star(NPuzzle()).cost
    judged = problem_of(NPuzzle(), heuristic=NPuzzle().heuristic_linear_conflict)
    assert tells_onward(judged)


class LeavesTooMuch(Field):
    def onward(self, state: Spot, before: Spot) -> Iterator[tuple[Spot, Any]]:
        for other, cost in self.successors(state):
            if other.x >= state.x:
                yield other, cost


class GivesOthers(Field):
    def onward(self, state: Spot, before: Spot) -> Iterator[tuple[Spot, Any]]:
        for other, cost in self.successors(state):
            yield other, cost + 1


@pytest.mark.parametrize(("kind", "words"), [(LeavesTooMuch, "leaves out"), (GivesOthers, "leaves out|not the next")])
def test_a_false_rule_is_shown_with_its_counter_example(kind: type[Field], words: str) -> None:
    for look in (check_onward, ida_star, check_heuristic, lambda problem: find_compiled_path(problem, "ida_star")):
        with pytest.raises(PathError, match=f"onward is wrong: after the step from .* ({words})"):
            look(kind())


class More(Field):
    def onward(self, state: Spot, before: Spot) -> Iterator[tuple[Spot, Any]]:
        yield from self.successors(state)
        yield Spot(0, 0), 1


def test_what_the_successors_have_not_is_no_way_on() -> None:
    with pytest.raises(PathError, match="which is not the next of the successors"):
        check_onward(More())


class Free(Field):
    """A step far from the start costs nothing."""

    wide = 12
    far = 11
    free = 10

    def onward(self, state: Spot, before: Spot) -> Iterator[tuple[Spot, Any]]:
        for other, cost in self.successors(state):
            if other != before:
                yield other, cost

    def heuristic(self, state: Spot) -> Any:
        return 2 * (10 - state.x) if state.x < 10 else 0


def test_a_step_that_costs_nothing_is_refused_plain_and_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(PathError, match="costs nothing"):
        check_onward(Free())
    for module in ("ida_star", "find_path"):
        monkeypatch.setattr(sys.modules[f"elagage.paths.{module}"], "check_onward", lambda _problem: None)
    said = []
    for look in (ida_star, lambda problem: find_compiled_path(problem, "ida_star")):
        with pytest.raises(PathError, match="costs nothing") as found:
            look(Free())
        said.append(str(found.value))
    assert said[0] == said[1]


def test_a_limit_is_met_alike() -> None:
    for limit in (1, 7, 500):
        with pytest.raises(LimitsError, match=f"within {limit} expanded"):
            find_compiled_path(load_problem("npuzzle:15#3"), "ida_star", limit=limit)
