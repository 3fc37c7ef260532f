"""One player: a problem is where one starts, where one can go from a state and at what cost, and what is a goal.

    must be written   start()  successors(state)  goal(state)
    may be written    heuristic(state)  predecessors(state)  goals()  onward(state, before)
    ours may declare  list_proofs()
    for people        state_name(state)  parse_state(text)  step_name(before, after)  grid(state)  text(state)

States are values as in games: hashable, best a ``NamedTuple`` of integers, and then the same class runs compiled. Costs
are numbers from 0 up. ``predecessors(state)`` gives each state that leads here in one step, with the cost of the step,
and ``goals()`` gives all goals: a search from both ends needs the two. ``problem_of`` makes a problem of a graph that
is given whole: a dict of dicts, a list of edges, or a networkx graph.

``onward(state, before)`` gives the successors of a state for a search that came from ``before`` by one step: all of
them, or all but some that are surely of no use after that step, in the same order and at the same costs. At the start,
``before`` is the start itself. A successor may be left out if it is ``before`` again, or if ``before`` has a step to it
that costs no more than the two steps by way of this state.

Theorem. If all steps cost something, a search that goes on by ``onward`` alone still finds a path of least cost. Proof.
Of the cheapest paths take one of fewest steps. Were one of its steps left out, the two steps up to there could be
replaced by one that costs no more, or by none: by a path as cheap with fewer steps.

That is a promise like that of a heuristic: it is tried on a random walk before it is used (``check_onward``), and a
false one is shown with its counter-example.
"""

from __future__ import annotations

import math
import random
from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from numbers import Real
from typing import Any, ClassVar, Generic, TypeVar

from elagage.errors import ElagageError, LoadError
from elagage.result import Number

__all__ = [
    "GraphProblem",
    "Heuristic",
    "PathError",
    "Problem",
    "arcs",
    "as_weighted",
    "check_arcs",
    "check_onward",
    "is_number",
    "is_onward_proved",
    "is_proved",
    "onward_arcs",
    "problem_of",
    "tells_onward",
]

State = TypeVar("State", bound=Hashable)
Heuristic = Callable[[Any], Number] | Mapping[Any, Number]
"""An estimate of what is left to pay: a function of a state, or a dict (0 for what is not in it)."""


OURS = "elagage.paths.problems."
"""The modules whose problems may declare proofs."""
STEPS = 60
"""Steps of the random walk on which the rule is tried."""
WIDEST = 64
"""Successors of a state that are looked at."""
RULES = ("start", "successors", "goal", "heuristic", "onward", "list_proofs")


class PathError(ElagageError):
    """A problem breaks its contract: a negative cost, an estimate that is no number,
    a vertex that is not in the graph.
    """


class Problem(ABC, Generic[State]):
    """A problem for one player. Derive from it and write where one can go."""

    spec: str = ""
    """The text that it was loaded from."""
    compiles: ClassVar[bool] = True
    """Is compiling it worth the wait? A graph that is given whole is walked as it is."""

    @abstractmethod
    def start(self) -> State:
        """Where one starts."""

    @abstractmethod
    def successors(self, state: State) -> Iterable[tuple[State, Number]]:
        """Each state that can be reached in one step, with what the step costs (0 or more)."""

    @abstractmethod
    def goal(self, state: State) -> bool:
        """Is this what was looked for?"""

    def heuristic(self, state: State) -> Number:
        """An estimate of the least cost from here to a goal; admissible if it is never above it."""
        return 0

    def list_proofs(self) -> tuple[str, ...]:
        """The heuristics of this very class whose docstrings prove them admissible, for this problem as it was made;
        and ``onward``, if its docstring proves that it leaves out what may be left out.

        Only what the package's own classes say is believed (``is_proved``). Nobody inherits it: a class that derives
        from one of them may have other costs.
        """
        return ()

    @classmethod
    def from_text(cls, parameters: str) -> Problem[Any]:
        """The problem with the parameters that follow the colon in ``name:parameters``."""
        if parameters:
            raise LoadError("{game} takes no parameters, but was given '{text}'.", game=cls.__name__, text=parameters)
        return cls()

    # What people see and type

    def state_name(self, state: State) -> str:
        """How the state is written."""
        return str(tuple(state)) if isinstance(state, tuple) else str(state)

    def step_name(self, before: State, after: State) -> str:
        """How a step is written: by default, where it leads."""
        return self.state_name(after)

    def text(self, state: State) -> str:
        """The state for a terminal."""
        return self.state_name(state)


class GraphProblem(Problem[Any]):
    """A graph that is given whole: ``graph[a][b]`` is the cost of the arc from a to b."""

    compiles = False

    def __init__(
        self, graph: Mapping[Any, Mapping[Any, Number]], start: Any, goal: Any, heuristic: Heuristic | None = None
    ) -> None:
        self.graph, self.source, self.target = graph, start, goal
        self.estimate = heuristic_function(heuristic)
        self.backwards: dict[Any, dict[Any, Number]] = {}
        """The same graph with its arcs turned round, made when it is first asked for."""

    def start(self) -> Any:
        """The vertex that the search starts from."""
        return self.source

    def successors(self, state: Any) -> Iterable[tuple[Any, Number]]:
        """The heads of the arcs from a vertex, with their costs."""
        return self.graph.get(state, {}).items()

    def predecessors(self, state: Any) -> Iterable[tuple[Any, Number]]:
        """The tails of the arcs to a vertex, with their costs."""
        if not self.backwards:
            for tail, row in self.graph.items():
                for head, cost in row.items():
                    self.backwards.setdefault(head, {})[tail] = cost
        return self.backwards.get(state, {}).items()

    def goal(self, state: Any) -> bool:
        """Is it the vertex that was looked for?"""
        return bool(state == self.target)

    def goals(self) -> Iterable[Any]:
        """The vertex that was looked for."""
        return (self.target,)

    def heuristic(self, state: Any) -> Number:
        """The estimate that was given."""
        return self.estimate(state)


def heuristic_function(heuristic: Heuristic | None) -> Callable[[Any], Number]:
    """Any form of a heuristic as a function."""
    if heuristic is None:
        return lambda _state: 0
    if isinstance(heuristic, Mapping):
        table = heuristic
        return lambda state: table.get(state, 0)
    return heuristic


def is_proved(problem: Problem[Any], name: str = "heuristic") -> bool:
    """Is this heuristic of the problem one of the package's own, with a proof that it is admissible?

    Not for a class that derives from ours, nor for a problem some rule of which was replaced.
    """
    cls = type(problem)
    return (
        cls.__module__.startswith(OURS)
        and "list_proofs" in vars(cls)
        and vars(problem).keys().isdisjoint(RULES)
        and name in problem.list_proofs()
    )


def arcs(problem: Problem[Any], state: Any, side: int = 0) -> Iterator[tuple[Any, Number]]:
    """The arcs from a state, or to it on side 1, each checked; one of infinite cost is no arc."""
    neighbours = problem.successors(state) if side == 0 else problem.predecessors(state)  # type: ignore[attr-defined]
    return check_arcs(problem, state, neighbours, side)


def check_arcs(
    problem: Problem[Any], state: Any, neighbours: Iterable[tuple[Any, Number]], side: int = 0
) -> Iterator[tuple[Any, Number]]:
    """These arcs from a state, or to it on side 1, each checked; one of infinite cost is no arc."""
    for arc in neighbours:
        try:
            other, cost = arc
        except (TypeError, ValueError):
            raise PathError(
                "The successors of {state} must be pairs of a state and a cost, and '{arc}' is not one.",
                state=problem.state_name(state),
                arc=arc,
            ) from None
        if not is_number(cost) or cost < 0:
            tail, head = (state, other) if side == 0 else (other, state)
            raise PathError(
                "The arc from {tail} to {head} costs {cost}: costs are numbers, 0 or more.",
                tail=problem.state_name(tail),
                head=problem.state_name(head),
                cost=cost,
            )
        if cost != math.inf:
            yield other, cost


def tells_onward(problem: Problem[Any]) -> bool:
    """Does the problem say where to go on? Not if its successors were written anew below that in the class, or put
    into the problem itself: they may be others then.
    """
    owners = [
        next((number for number, cls in enumerate(type(problem).__mro__) if rule in vars(cls)), None)
        for rule in ("onward", "successors")
    ]
    told, steps = owners
    return told is not None and steps is not None and told <= steps and "successors" not in vars(problem)


def is_onward_proved(problem: Problem[Any]) -> bool:
    """Is there nothing to take on trust: no such rule, or one of the package's own with its proof?"""
    return not tells_onward(problem) or is_proved(problem, "onward")


def onward_arcs(problem: Problem[Any], state: Any, before: Any) -> Iterator[tuple[Any, Number]]:
    """The arcs by which a search goes on from a state that it reached from ``before``, each checked."""
    for other, cost in check_arcs(problem, state, problem.onward(state, before)):  # type: ignore[attr-defined]
        if cost == 0:
            raise PathError(
                "The step from {tail} to {head} costs nothing: a problem with a rule onward has no such steps.",
                tail=problem.state_name(state),
                head=problem.state_name(other),
            )
        yield other, cost


def check_onward(problem: Problem[Any], states: Iterable[Any] | None = None) -> None:
    """Try the rule after each step from these states, or from those of a random walk; PathError if it is wrong there.

    A rule with a proof is not tried, unless states are given.
    """
    if not tells_onward(problem) or (states is None and is_proved(problem, "onward")):
        return
    for before in walk(problem) if states is None else states:
        direct = dict[Any, Number]()
        for state, cost in list(arcs(problem, before))[:WIDEST]:
            direct[state] = min(cost, direct.get(state, cost))
        for state, cost in list(direct.items()):
            if not problem.goal(state):
                compare_rules(problem, before, state, cost, direct)


def walk(problem: Problem[Any]) -> Iterator[Any]:
    """States of a random walk, always the same one; it begins anew where it ends."""
    chooser = random.Random(1)
    state = problem.start()
    for _step in range(STEPS):
        row = [] if problem.goal(state) else list(arcs(problem, state))[:WIDEST]
        if row:
            yield state
        state = chooser.choice(row)[0] if row else problem.start()


def compare_rules(problem: Problem[Any], before: Any, state: Any, cost: Number, direct: dict[Any, Number]) -> None:
    """Hold ``onward`` after one step against all successors; ``direct`` are the steps from ``before``."""
    given = iter(onward_arcs(problem, state, before))
    following = next(given, None)
    for arc in arcs(problem, state):
        if arc == following:
            following = next(given, None)
        elif arc[0] != before and not direct.get(arc[0], cost + arc[1] + 1) <= cost + arc[1]:
            raise PathError(
                "The rule onward is wrong: after the step from {before} to {state} it leaves out {other}, which no "
                "step from {before} reaches at that cost: only such states may be left out.",
                before=problem.state_name(before),
                state=problem.state_name(state),
                other=problem.state_name(arc[0]),
            )
    if following is not None:
        raise PathError(
            "The rule onward is wrong: after the step from {before} to {state} it gives {other}, which is not "
            "the next of the successors: give them in their order and at their costs.",
            before=problem.state_name(before),
            state=problem.state_name(state),
            other=problem.state_name(following[0]),
        )


def is_number(value: Any) -> bool:
    """Is it a number that can be compared? NaN can't."""
    return isinstance(value, int) or (isinstance(value, Real) and not math.isnan(value))


def as_weighted(graph: Any) -> dict[Any, dict[Any, Number]]:
    """A weighted graph as a dict of dicts: from a dict of dicts, of lists (each arc costs 1), edges ``(a, b)`` or ``(a,
    b, cost)``, or networkx.

    Of parallel arcs the cheapest is kept. An edge of an undirected networkx graph is an arc each way. PathError for a
    negative cost.
    """
    plain: dict[Any, dict[Any, Number]] = {}

    def add(tail: Any, head: Any, cost: Any) -> None:
        if not is_number(cost) or cost < 0:
            raise PathError(
                "The arc from {tail} to {head} costs {cost}: costs are numbers, 0 or more.",
                tail=tail,
                head=head,
                cost=cost,
            )
        row = plain.setdefault(tail, {})
        plain.setdefault(head, {})
        if head not in row or cost < row[head]:
            row[head] = cost

    if hasattr(graph, "adj") and hasattr(graph, "nodes"):
        multiple = graph.is_multigraph()
        for tail in graph.nodes:
            plain.setdefault(tail, {})
            for head, data in graph.adj[tail].items():
                for arc in data.values() if multiple else (data,):
                    add(tail, head, arc.get("weight", 1))
    elif isinstance(graph, Mapping):
        for tail, row in graph.items():
            plain.setdefault(tail, {})
            for head in row:
                add(tail, head, row[head] if isinstance(row, Mapping) else 1)
    else:
        try:
            listed = [tuple(arc) for arc in graph]
        except TypeError:
            listed = [()]
        if any(len(arc) not in (2, 3) for arc in listed):
            raise PathError("A graph is a dict of dicts, a list of arcs (a, b, cost), or a networkx graph.")
        for arc in listed:
            add(arc[0], arc[1], arc[2] if len(arc) == 3 else 1)
    return plain


def problem_of(problem: Any, start: Any = None, goal: Any = None, heuristic: Heuristic | None = None) -> Problem[Any]:
    """The problem itself, perhaps judged by another heuristic; or one made of a graph, a start and a goal."""
    if isinstance(problem, Problem):
        if start is not None or goal is not None:
            raise PathError("A problem has its own start and goal: give them with a graph only.")
        return problem if heuristic is None else replace_heuristic(problem, heuristic)
    graph = as_weighted(problem)
    for vertex in (start, goal):
        if not isinstance(vertex, Hashable) or vertex not in graph:
            raise PathError("The vertex {vertex} is not in the graph.", vertex=vertex)
    return GraphProblem(graph, start, goal, heuristic)


def replace_heuristic(problem: Problem[Any], heuristic: Heuristic) -> Problem[Any]:
    """The same problem with another heuristic; compiled as well if that is one of its own methods."""
    cls = type(problem)
    members: dict[str, Any] = {"__module__": cls.__module__}
    own = getattr(heuristic, "__self__", None) is problem
    members |= {"heuristic": heuristic.__func__} if own else {"compiles": False}  # type: ignore[union-attr]
    name = getattr(heuristic, "__name__", "")
    if own and getattr(cls, name, None) is members["heuristic"] and is_proved(problem, name):
        proofs = ("heuristic", "onward") if is_proved(problem, "onward") else ("heuristic",)
        members["list_proofs"] = lambda _self: proofs
    copy: Problem[Any] = object.__new__(type(cls.__name__, (cls,), members))
    for name, value in vars(problem).items():
        object.__setattr__(copy, name, value)
    if not own:
        object.__setattr__(copy, "heuristic", heuristic_function(heuristic))
    return copy
