"""Dijkstra's algorithm and A* by hand: the order, the queue after each step, the path; is the heuristic admissible?"""

from __future__ import annotations

import math
from collections.abc import Mapping
from itertools import pairwise
from random import Random
from typing import Any, NamedTuple

from elagage.exercises.cut_constraints import pick
from elagage.exercises.kinds.random_graphs import draw_until
from elagage.exercises.posed import Kind, Option, PathMaterial, Posed, Table, flag, one_of, whole
from elagage.exercises.questions import (
    ChoiceAnswer,
    Fault,
    NumberAnswer,
    Question,
    QueueAnswer,
    SequenceAnswer,
    SetAnswer,
)
from elagage.i18n import Message
from elagage.paths.astar import astar
from elagage.paths.check_heuristic import check_heuristic, distances_to_goals
from elagage.paths.dijkstra import dijkstra
from elagage.paths.path_result import Expanded, NoPath, Opened, PathResult, PathTrace, Reached
from elagage.paths.problem import GraphProblem, problem_of
from elagage.result import Number, format_number

__all__ = ["ASTAR", "DIJKSTRA"]

SIZE = (
    Option("vertices", 7, whole("vertices", 4, 10)),
    Option("directed", False, flag("directed")),
)
ESTIMATED = (Option("heuristic", "any", one_of("heuristic", ("any", "admissible", "inadmissible"))),)
DIJKSTRA_WEIGHTS = {"order": 2, "queue": 2, "path": 2}
ASTAR_WEIGHTS = {"order": 2, "queue": 2, "path": 2, "heuristic": 2}
YES_NO = (("yes", Message("yes")), ("no", Message("no")))


class Step(NamedTuple):
    """A state that was taken out, at which priority, and what waits afterwards, the first to come first."""

    state: str
    f: Number
    queue: tuple[tuple[str, Number], ...]


# Drawing


def draw_map(options: Mapping[str, Any], seed: int) -> dict[str, Any]:
    """Places on a plane joined with their neighbours, costs near to distances, estimates if they are asked for; no two
    states of equal priority ever meet at the head of the queue.
    """
    wish = options.get("heuristic", "")
    informed = wish != ""

    def draw(chooser: Random) -> dict[str, Any]:
        letters = "ABCDEFGHIJ"[: options["vertices"]]
        spots = sorted((chooser.random() * 1.6, chooser.random()) for _letter in letters)
        place = dict(zip(letters, spots, strict=True))
        far = {(one, other): math.dist(place[one], place[other]) for one in letters for other in letters if one < other}
        graph: dict[str, dict[str, int]] = {name: {} for name in letters}
        for one in letters:
            near = sorted((pair for pair in far if one in pair), key=far.__getitem__)[: 2 + pick(chooser, 2)]
            for tail, head in near:
                cost = max(1, round(9 * far[tail, head] * (0.8 + 0.5 * chooser.random())))
                graph[tail].setdefault(head, cost)
                if not options["directed"] or chooser.random() < 0.3:
                    graph[head].setdefault(tail, graph[tail][head])
        given: dict[str, Any] = {"graph": graph, "start": letters[0], "goal": letters[-1]}
        if informed:
            given["heuristic"] = draw_estimates(graph, letters[-1], wish, chooser)
        return given

    def fits(given: dict[str, Any]) -> bool:
        try:
            found, steps = solve(given)
        except NoPath:
            return False
        untied = all(len(step.queue) < 2 or step.queue[0][1] != step.queue[1][1] for step in steps)
        if not untied or len(found.path) < 4 or len(steps) < min(5, options["vertices"]) or len(steps) > 9:
            return False
        if count_paths(given, found.cost) != 1:
            return False
        if not informed:
            return any(event.again for event in trace_search(given)[1].events if isinstance(event, Opened))
        admissible = check_heuristic(make_problem(given)).admissible
        blind = len(list_steps(trace_search({**given, "heuristic": None})[1]))
        return len(steps) <= blind and (wish == "any" or bool(admissible) == (wish == "admissible"))

    asked = Message("{vertices} vertices", vertices=options["vertices"])
    made: dict[str, Any] = draw_until(seed, draw, fits, asked)
    return made


def draw_estimates(graph: Mapping[str, Mapping[str, int]], goal: str, wish: str, chooser: Random) -> dict[str, int]:
    """Estimates below the true distances, some of them above if that may be."""
    distance = distances_to_goals({tail: list(heads.items()) for tail, heads in graph.items()}, [goal])
    estimates = {}
    wrong = wish == "inadmissible" or (wish == "any" and chooser.random() < 0.5)
    for name in graph:
        true = distance.get(name, 0)
        estimates[name] = 0 if name == goal else max(0, round(true * (0.5 + 0.45 * chooser.random())))
        if wrong and name != goal and chooser.random() < 0.3:
            estimates[name] = round(true) + 1 + pick(chooser, 4)
    return estimates


# Solving


def make_problem(given: Mapping[str, Any]) -> GraphProblem:
    problem = problem_of(dict(given["graph"]), given["start"], given["goal"], given.get("heuristic"))
    assert isinstance(problem, GraphProblem)
    return problem


def trace_search(given: Mapping[str, Any]) -> tuple[PathResult[Any], PathTrace]:
    trace = PathTrace()
    if given.get("heuristic") is None:
        return dijkstra(make_problem(given), trace=trace), trace
    return astar(make_problem(given), trace=trace), trace


def solve(given: Mapping[str, Any]) -> tuple[PathResult[Any], list[Step]]:
    """What the algorithm finds, and its steps."""
    found, trace = trace_search(given)
    return found, list_steps(trace)


def list_steps(trace: PathTrace) -> list[Step]:
    """The states as they are taken out, the goal at last, each with the queue as it is once its successors are in."""
    waiting: dict[str, Number] = {}
    steps: list[Step] = []
    current: tuple[str, Number] | None = None

    def sort_queue() -> tuple[tuple[str, Number], ...]:
        return tuple(sorted(waiting.items(), key=lambda entry: (entry[1], entry[0])))

    for event in trace.events:
        if isinstance(event, Opened):
            waiting[event.state] = event.f
        elif isinstance(event, Expanded):
            if current is not None:
                steps.append(Step(*current, sort_queue()))
            current = event.state, event.f
            waiting.pop(event.state, None)
        elif isinstance(event, Reached):
            if current is not None:
                steps.append(Step(*current, sort_queue()))
            goal = event.path[-1]
            steps.append(Step(goal, waiting.pop(goal, event.cost), sort_queue()))
    return steps


def count_paths(given: Mapping[str, Any], cost: Number) -> int:
    """How many paths without cycles cost so much."""
    graph, goal = given["graph"], given["goal"]

    def visit(name: str, left: Number, seen: frozenset[str]) -> int:
        if name == goal:
            return int(left == 0)
        return sum(
            visit(head, left - step, seen | {head})
            for head, step in graph[name].items()
            if head not in seen and step <= left
        )

    return visit(given["start"], cost, frozenset({given["start"]}))


# Asking


def pose_path(kind: Kind, options: Mapping[str, Any], given: Mapping[str, Any], seed: int | None) -> Posed:
    """The exercise on a map."""
    found, trace = trace_search(given)
    steps = list_steps(trace)
    names = tuple(given["graph"])
    informed = given.get("heuristic") is not None
    questions = [ask_order(steps, names), *ask_queues(steps, names), *ask_path(found, names, len(steps))]
    solution = [
        Message("Taken out, in order: {names}", names=" ".join(step.state for step in steps)),
        Message("Path: {path}, cost {cost}", path=" → ".join(found.path), cost=format_number(found.cost)),
    ]
    if informed:
        asked, told = ask_heuristic(given, found, 2 * len(steps) + 5)
        questions += asked
        solution += told
    return Posed(
        kind,
        seed,
        options,
        given,
        tuple(describe_path_task(given, informed)),
        PathMaterial(
            make_problem(given),
            trace,
            found.path,
            {name: f"h = {given['heuristic'][name]}" for name in names} if informed else {},
        ),
        tuple(questions),
        tuple(solution),
        (make_table(steps),),
        ASTAR_WEIGHTS if informed else DIJKSTRA_WEIGHTS,
    )


def describe_path_task(given: Mapping[str, Any], informed: bool) -> list[Message]:
    """What is asked."""
    ends = {"start": given["start"], "goal": given["goal"]}
    if not informed:
        return [
            Message("Run Dijkstra's algorithm from {start} to {goal}.", **ends),
            Message(
                "Give the vertices in the order in which they are taken out of the queue, {goal} included; the queue "
                "after each step, as in B:5 C:7; the path and its cost.",
                goal=given["goal"],
            ),
        ]
    return [
        Message("Run A* from {start} to {goal}; h is the estimate of what is left, and f = g + h.", **ends),
        Message(
            "Give the vertices in the order in which they are taken out of the queue, {goal} included; the queue with "
            "its f after each step, as in B:5 C:7; the path and its cost. A vertex that is found more cheaply waits "
            "again.",
            goal=given["goal"],
        ),
        Message("Is h admissible? If not, at which vertices is it too large? Is it consistent?"),
    ]


def show_queue(queue: tuple[tuple[str, Number], ...]) -> str:
    return " ".join(f"{name}:{format_number(f)}" for name, f in queue) or "-"


def ask_order(steps: list[Step], names: tuple[str, ...]) -> Question:
    """The question for the order in which vertices are taken out."""
    reasons = [
        Message("Step {step}: {vertex} is taken out first, since it is the start.", step=1, vertex=steps[0].state)
    ]
    reasons += [
        Message(
            "Step {step}: {vertex} is taken out, since its {f} is the smallest of the queue {queue}.",
            step=number,
            vertex=step.state,
            f=format_number(step.f),
            queue=show_queue(before.queue),
        )
        for number, (before, step) in enumerate(pairwise(steps), 2)
    ]
    last = Message("The search ends when {goal} is taken out, at step {step}.", goal=steps[-1].state, step=len(steps))
    right = SequenceAnswer(tuple(step.state for step in steps), names, tuple(reasons))
    return Question("", ("order", "ordre"), "order", Message("Order in which vertices are taken out"), right, last)


def ask_queues(steps: list[Step], names: tuple[str, ...]) -> list[Question]:
    """The queue after each step but the last, when it no longer matters."""
    return [
        Question(
            str(number),
            ("queue", "file"),
            "queue",
            Message("The queue after step {step}", step=number),
            QueueAnswer(step.queue, names),
            Message(
                "After step {step}, which takes {vertex} out, the queue is {queue}.",
                step=number,
                vertex=step.state,
                queue=show_queue(step.queue),
            ),
            number,
        )
        for number, step in enumerate(steps[:-1], 1)
    ]


def ask_path(found: PathResult[Any], names: tuple[str, ...], order: int) -> list[Question]:
    """The path and its cost."""
    why = Message(
        "The path is {path} and costs {cost}: go back from the goal, each time to where the vertex was found from.",
        path=" → ".join(found.path),
        cost=format_number(found.cost),
    )
    return [
        Question("", ("path", "chemin"), "path", Message("The path"), SequenceAnswer(found.path, names), why, order),
        Question("", ("cost", "coût", "cout"), "path", Message("Its cost"), NumberAnswer(found.cost), why, order + 1),
    ]


def ask_heuristic(given: Mapping[str, Any], found: PathResult[Any], order: int) -> tuple[list[Question], list[Message]]:
    """Is the heuristic admissible, where not, and is it consistent; and what is said of it in the solution."""
    report = check_heuristic(make_problem(given))
    estimates: Mapping[str, Number] = given["heuristic"]
    graph = given["graph"]
    distance = distances_to_goals({tail: list(heads.items()) for tail, heads in graph.items()}, [given["goal"]])
    high = [name for name in graph if estimates[name] > distance.get(name, math.inf)]
    why = {
        name: Message(
            "Vertex {vertex}: h = {estimate}, and the cheapest path to the goal costs {distance}, so h is too large "
            "there.",
            vertex=name,
            estimate=format_number(estimates[name]),
            distance=format_number(distance.get(name, math.inf)),
        )
        if name in high
        else Message(
            "Vertex {vertex}: h = {estimate}, and the cheapest path to the goal costs {distance}, so h is not too "
            "large there.",
            vertex=name,
            estimate=format_number(estimates[name]),
            distance=format_number(distance.get(name, math.inf)),
        )
        for name in graph
    }
    never = Message("h is admissible: at no vertex is it above the cost of the cheapest path to the goal.")
    admissible = why[high[0]] if high else never
    consistent = Message("h is consistent: along no arc does it fall by more than the arc costs.")
    if report.fall is not None:
        consistent = Message(
            "h is not consistent: from {tail} to {head} it falls from {before} to {after}, by more than the cost "
            "{cost}.",
            tail=report.fall.tail,
            head=report.fall.head,
            before=format_number(report.fall.estimate),
            after=format_number(report.fall.after),
            cost=format_number(report.fall.cost),
        )
    elif report.at_goal is not None:
        consistent = Message("h is not consistent: it is not 0 at the goal.")
    questions = [
        Question(
            "",
            ("admissible",),
            "heuristic",
            Message("Is h admissible?"),
            ChoiceAnswer(YES_NO, ("no",) if high else ("yes",)),
            admissible,
            order,
        ),
        Question(
            "",
            ("too large", "trop grand"),
            "heuristic",
            Message("Vertices where h is too large"),
            SetAnswer(frozenset(high), tuple(graph), {name: Fault(order + 1, why[name]) for name in graph}),
            never,
            order + 1,
        ),
        Question(
            "",
            ("consistent", "cohérente", "monotone"),
            "heuristic",
            Message("Is h consistent?"),
            ChoiceAnswer(YES_NO, ("yes",) if report.consistent else ("no",)),
            consistent,
            order + 2,
        ),
    ]
    least = distance[given["start"]]
    told = [admissible, consistent]
    if found.cost > least:
        told.append(
            Message(
                "The path found is not the cheapest: that one costs {least}. A* promises it only if h is admissible.",
                least=format_number(least),
            )
        )
    return questions, told


def make_table(steps: list[Step]) -> Table:
    """The table of the queue."""
    return Table(
        Message("Table of the queue"),
        (
            (Message("step"), Message("taken out"), Message("the queue afterwards")),
            *(
                (str(number), f"{step.state}:{format_number(step.f)}", show_queue(step.queue))
                for number, step in enumerate(steps, 1)
            ),
        ),
    )


DIJKSTRA = Kind("dijkstra", Message("Dijkstra's algorithm"), SIZE, draw_map, pose_path)
ASTAR = Kind("astar", Message("A*"), (*SIZE, *ESTIMATED), draw_map, pose_path)
