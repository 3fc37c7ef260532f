"""A path as soon as can be: the plain search for small problems, the compiled one for the rest.

The answers are the same.

The plain search goes first, for it may be done before a compilation would be; after some thousands of states the
compiled one takes over and starts anew. What can't be compiled is searched plainly to the end, with a warning that says
why.
"""

from __future__ import annotations

import time
import warnings
from collections.abc import Callable, Iterable
from itertools import pairwise
from typing import Any

from elagage.compiler import CannotCompile, prefer_compiled
from elagage.errors import ElagageWarning, LimitsError
from elagage.paths.arrays import grid_problem_path, is_plain_grid
from elagage.paths.astar import USUAL_WEIGHT, check_weight
from elagage.paths.compare_paths import ALGORITHMS
from elagage.paths.path_common import TIES, Frontier, Search, Ties, estimate_cost
from elagage.paths.path_result import FoundAgain, PathResult, State
from elagage.paths.problem import PathError, Problem, arcs, check_onward, is_onward_proved, onward_arcs, tells_onward
from elagage.result import Number

__all__ = ["COMPILED", "find_compiled_path", "find_path"]

COMPILED = ("astar", "dijkstra", "weighted_astar", "greedy", "ida_star")
"""The searches that have a compiled twin."""
FIRST = 20_000
"""States that the plain search expands before the compiled one takes over."""


def find_path(
    problem: Problem[State],
    algorithm: str = "astar",
    *,
    weight: Number | None = None,
    limit: int | None = None,
    memory: float = 1024,
    plain: bool = False,
    on_wait: Callable[[], None] | None = None,
) -> PathResult[State]:
    """What the plain search of that name finds, compiled where that pays.

    ``limit`` is for states that are expanded, ``memory`` for the megabytes that the states of a compiled search take.
    ``on_wait`` is called if one has to wait for the compiler.

    >>> from elagage.paths.problems import load_problem
    >>> find_path(load_problem("jugs:3,5:4")).cost
    6
    """
    if not isinstance(problem, Problem):
        raise PathError("find_path takes a Problem: make one of a graph with problem_of(graph, start, goal).")
    if algorithm not in ALGORITHMS:
        raise make_name_error(algorithm, ALGORITHMS)
    options: dict[str, Any] = {} if weight is None else {"weight": weight}
    if plain or algorithm not in COMPILED or not problem.compiles:
        return ALGORITHMS[algorithm](problem, limit=limit, **options)
    try:
        return ALGORITHMS[algorithm](problem, limit=FIRST if limit is None else min(limit, FIRST), **options)
    except LimitsError:
        if limit is not None and limit <= FIRST:
            raise
    if (algorithm == "dijkstra" or (algorithm == "astar" and weight in (None, 1))) and is_plain_grid(problem):
        return grid_problem_path(problem, algorithm, limit=limit)  # type: ignore[arg-type]
    return prefer_compiled(
        problem,
        lambda: find_compiled_path(problem, algorithm, limit=limit, memory=memory, on_wait=on_wait, **options),
        lambda: ALGORITHMS[algorithm](problem, limit=limit, **options),
        on_refusal=lambda error: warnings.warn(ElagageWarning(error.sentence()), stacklevel=4),
    )


def make_name_error(name: str, names: Iterable[str]) -> PathError:
    """The sentence about a search that there is not."""
    return PathError("There is no path search '{name}'; there are {names}.", name=name, names=", ".join(names))


def find_compiled_path(
    problem: Problem[State],
    algorithm: str = "astar",
    *,
    weight: Number | None = None,
    ties: Ties = "large g",
    reopen: bool = True,
    limit: int | None = None,
    memory: float = 1024,
    on_wait: Callable[[], None] | None = None,
) -> PathResult[State]:
    """The compiled search at once; CannotCompile if the problem can't be compiled.

    ``weight`` is as in ``astar`` and ``weighted_astar``.
    """
    from elagage.paths.compiled.problem_driver import PathFinder

    if algorithm not in COMPILED:
        raise make_name_error(algorithm, COMPILED)
    Frontier(ties)  # says so if ties can't be broken like that
    factor: Number = 1
    if algorithm in ("astar", "weighted_astar"):
        usual = 1 if algorithm == "astar" else USUAL_WEIGHT
        factor = usual if weight is None else weight
        check_weight(factor)
        algorithm = algorithm if factor == 1 else "weighted_astar"
    if algorithm == "ida_star":
        check_onward(problem)
    search = Search(algorithm, problem, None, limit)
    finder = PathFinder(problem, memory, on_wait)
    began = time.perf_counter()
    if algorithm == "ida_star":
        found = finder.ida_star(float(search.estimate(problem.start())), limit)
    elif algorithm == "dijkstra":
        found = finder.astar(weight=0.0, ties=TIES["first"], limit=limit)
    elif algorithm == "greedy":
        found = finder.astar(toll=False, ties=TIES[ties], limit=limit)
    else:
        found = finder.astar(weight=float(factor), ties=TIES[ties], reopen=reopen, limit=limit)
    search.expanded, search.generated, search.reopened = found.expanded, found.generated, found.reopened
    search.hopeless, search.estimates = found.hopeless, None
    if found.ending == "nothing":
        raise search.make_no_path()
    if found.ending == "limit":
        raise search.make_limit_error()
    if found.ending == "memory":
        raise LimitsError(
            "The states take more than {memory} MB, after {count} were expanded: allow more memory, or use ida_star.",
            memory=round(memory),
            count=found.expanded,
        )
    if found.ending == "large":
        raise CannotCompile("a cost or an estimate is too large to be added up in 64 bits", rule="successors")
    if found.ending == "deep":
        raise LimitsError("IDA* followed a path of {count} steps: use astar.", count=found.frontier)
    search.began = began
    path, reached = replay_path(problem, finder.linked.flatten, found.states, algorithm == "greedy")
    cheaper = reached[-1] < found.cost and (found.reopened > 0 or algorithm == "ida_star")  # see the plain searches
    if found.ending in ("cost", "estimate"):
        if algorithm == "ida_star" and tells_onward(problem):
            list(onward_arcs(problem, path[-1], path[-2:][0]))
        list(arcs(problem, path[-1]))
        estimate_cost(problem, path[-1])
    if (
        found.ending in ("cost", "estimate")
        or not problem.goal(path[-1])
        or (algorithm != "greedy" and reached[-1] != found.cost and not cheaper)
    ):
        raise other_numbers()
    if algorithm == "greedy":
        return search.result(path, reached[-1], found.frontier, None)
    if not found.informed and (algorithm != "ida_star" or is_onward_proved(problem)):
        return search.result(path, reached[-1], found.frontier, 1.0)
    promise = float(factor) if reopen else None
    way, before, after = found.again
    if way and promise == 1:
        states, _costs = replay_path(problem, finder.linked.flatten, way, False)
        search.found_again = FoundAgain(states[-1], before, after)
    return search.result(path, reached[-1], found.frontier, promise, "admissible", reached)


def other_numbers() -> Exception:
    """Compiled and interpreted, the rules differ: a number outgrew 64 bits, say."""
    return CannotCompile("it gives other numbers when it is compiled", rule="successors")


def replay_path(
    problem: Problem[Any], flatten: Callable[[Any], list[int]], words: list[list[int]], first: bool
) -> tuple[tuple[Any, ...], list[Number]]:
    """The path whose states have these words, and the cost so far at each of them, walked once more by the plain rules.

    Of parallel arcs the cheapest is taken, or the ``first``.
    """
    state: Any = problem.start()
    path, reached = [state], list[Number]([0])
    for _before, after in pairwise(words):
        steps = [(price, successor) for successor, price in arcs(problem, state) if flatten(successor) == after]
        if not steps:
            raise other_numbers()
        price, state = steps[0] if first else min(steps, key=lambda step: step[0])
        reached.append(reached[-1] + price)
        path.append(state)
    return tuple(path), reached
