"""Is a student's ``dijkstra``, ``astar``, ``attracteur`` or ``positions_gagnantes`` right?"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from time import monotonic
from typing import Any

from elagage.exercises.examiner.graph_cases import (
    GRAPH_MISCONCEPTIONS,
    GraphCase,
    GraphMisconception,
    graph_cases,
    right_distances,
    right_set,
)
from elagage.exercises.examiner.program_trial import Examination, show
from elagage.exercises.examiner.readings import number_in
from elagage.exercises.examiner.reports import exception_text, shared_notes, strange_text
from elagage.exercises.examiner.verdicts import Verdict
from elagage.i18n import _, ngettext

__all__ = ["examine_graphs"]

MOST_SHRINKS = 40


@dataclass(frozen=True)
class Heard:
    """What an answer says, as far as it can be read: costs by vertex, the cost and the path to the goal, a set."""

    costs: tuple[float, ...] = ()
    cost: float | None = None
    path: tuple[int, ...] = ()
    parents: tuple[tuple[int, int], ...] = ()
    vertices: frozenset[int] | None = None
    problem: str = ""

    def value(self, kind: str, case: GraphCase) -> Any:
        """What is compared with typical errors."""
        if kind == "dijkstra" and self.costs:
            return list(self.costs)
        if kind in ("dijkstra", "astar"):
            return self.costs[case.goal] if self.costs else self.cost
        return self.vertices


def examine_graphs(exam: Examination) -> Verdict:
    """All of it, for functions on graphs."""
    kind = str(exam.found.get("kind"))
    trial = GraphTrial(exam, kind)
    cases = graph_cases(kind, max(20, exam.options.trees // 3), exam.options.seed)
    variant, heard = trial.choose_variant(cases)
    cases = cases[: len(heard)]
    wrong = trial.first_failure(cases, heard)
    notes = shared_notes(exam)
    name = str(exam.found["name"])
    if wrong is None:
        text = (
            ngettext("{name} is right on the first graph.", "{name} is right on the first {count} graphs.", len(cases))
            if exam.untried
            else _("{name} is right on all {count} graphs.")
        ).format(name=name, count=len(cases))
        return Verdict("right", text, name, kind, "graph", 0, len(cases), notes=(*trial.notes(heard), *notes))
    explained = trial.explain(cases, heard)
    case, problem, words = trial.shrink(wrong, variant)
    return Verdict(
        problem, trial.text(case, problem, words), name, kind, "graph", 0, len(cases), case.text(kind), None,
        str(words.get("expected", "")), str(words.get("got", "")),
        misconception=explained.name if explained else "", explanation=explained.sentence.text() if explained else "",
        notes=notes,
    )  # fmt: skip


class GraphTrial:
    """A function on graphs and its answers."""

    def __init__(self, exam: Examination, kind: str) -> None:
        self.exam, self.kind = exam, kind

    def ask(self, cases: Sequence[GraphCase], variant: int | None) -> dict[tuple[int, int], dict[str, Any]]:
        return self.exam.ask([case.job() for case in cases], variant).answers

    def choose_variant(self, cases: Sequence[GraphCase]) -> tuple[int, list[dict[str, Any]]]:
        """The form of a graph on which the function agrees most often, and its answers there, as many as there are."""
        few = cases[:: max(1, len(cases) // 12)]
        answers = self.ask(few, None)
        best, chosen = -1, 0
        for variant in range(int(self.exam.found["variants"])):
            mine = [answers.get((number, variant), {}) for number in range(len(few))]
            score = sum(("problem" not in answer) + 100 * (self.judge(case, answer) is None)
                        for case, answer in zip(few, mine) if answer)  # fmt: skip
            if score > best:
                best, chosen = score, variant
        return chosen, self.exam.ask_all([case.job() for case in cases], chosen)

    def first_failure(
        self, cases: Sequence[GraphCase], answers: Sequence[dict[str, Any]]
    ) -> tuple[GraphCase, str, dict[str, Any]] | None:
        for case, answer in zip(cases, answers):
            judged = self.judge(case, answer)
            if judged is not None:
                return case, *judged
        return None

    def judge(self, case: GraphCase, answer: dict[str, Any]) -> tuple[str, dict[str, Any]] | None:
        """The kind of problem and its words, or None."""
        if "problem" in answer:
            return str(answer["problem"]), answer
        heard, *others = listen(self.kind, case, answer.get("answer"))
        if heard.problem:
            return "type", {"text": heard.problem}
        if self.kind in ("dijkstra", "astar"):
            judged = [judge_paths(self.kind, case, each) for each in (heard, *others)]
            return None if None in judged else judged[0]
        right = right_set(self.kind, case)
        if heard.vertices == right:
            return None
        labels = case.labels()
        return "value", {"expected": name_set(labels, right), "got": name_set(labels, heard.vertices or ())}

    def explain(self, cases: Sequence[GraphCase], answers: Sequence[dict[str, Any]]) -> GraphMisconception | None:
        """The typical error that gives all of these answers."""
        if any("problem" in answer for answer in answers):
            return None
        heard = [listen(self.kind, case, answer.get("answer"))[0].value(self.kind, case)
                 for case, answer in zip(cases, answers)]  # fmt: skip
        for each in GRAPH_MISCONCEPTIONS:
            if self.kind in each.kinds:
                if all(each.run(self.kind, case) == value for case, value in zip(cases, heard)):
                    return each
        return None

    def shrink(
        self, wrong: tuple[GraphCase, str, dict[str, Any]], variant: int
    ) -> tuple[GraphCase, str, dict[str, Any]]:
        """The same problem on a smaller graph."""
        for _round in range(MOST_SHRINKS):
            smaller = [case for case in wrong[0].smaller() if self.fits(case)]
            if not smaller or wrong[1] in ("timeout", "crash", "strange") or monotonic() > self.exam.end:
                break
            answers = self.exam.ask_in_order([case.job() for case in smaller], variant)
            judged = ((case, self.judge(case, answer)) for case, answer in zip(smaller, answers))
            again = next(((case, *found) for case, found in judged if found is not None and found[0] == wrong[1]), None)
            if again is None:
                break
            wrong = again
        return wrong

    def fits(self, case: GraphCase) -> bool:
        """Is the smaller graph still a fair question? The goal must be reached, the heuristic consistent."""
        if self.kind not in ("dijkstra", "astar"):
            return True
        reached = right_distances(case)[case.goal] < math.inf
        return reached and all(
            case.h[tail] <= cost + case.h[head] for tail, row in enumerate(case.arcs) for head, cost in row if case.h
        )

    def notes(self, answers: Sequence[dict[str, Any]]) -> list[str]:
        """What was not checked."""
        if self.kind not in ("dijkstra", "astar"):
            return []
        if not any(has_path(answer.get("answer")) for answer in answers):
            return [_("The function returns no path that could be read: only the costs were checked.")]
        return []

    def text(self, case: GraphCase, problem: str, detail: dict[str, Any]) -> str:
        """The sentence."""
        labels = case.labels()
        words = {
            "name": self.exam.found["name"], "graph": case.text(self.kind), "start": labels[0],
            "goal": labels[case.goal], "targets": name_set(labels, case.targets), "player": case.player,
            "mine": name_set(labels, [n for n, owner in enumerate(case.owners) if owner == case.player]),
            "problem": exception_text(detail), "seconds": f"{self.exam.options.limit:g}", "line": detail.get("line"),
            "path": self.exam.path,
            **{key: detail.get(key, "") for key in ("expected", "got", "text", "vertex", "way")},
        }  # fmt: skip
        texts = {
            "value": _("On {graph}, {name} gives {got} and the answer is {expected}."),
            "cost": _("On {graph} from {start}, {name} gives {got} for {vertex} and the least cost is {expected}."),
            "path": _("On {graph} from {start} to {goal}, {name} gives the path {got}, and a cheapest one is {way}."),
            "parent": _(
                "On {graph} from {start}, {name} gives {got} as the predecessor of {vertex}, on no cheapest path."
            ),
            "type": _("On {graph}, {name} gives {text}, which can't be read: return costs, a path, or a set."),
            "exception": _("On {graph}, {name} fails on line {line}: {problem}."),
            "recursion": _("On {graph}, {name} calls itself without end."),
            "timeout": _("On {graph}, {name} does not end within {seconds} s: look for a loop without end."),
            "crash": _("On {graph}, {name} ends Python itself: look for an exit, or too much memory."),
            "strange": strange_text(),
        }
        if problem == "value" and self.kind == "attractor":
            texts["value"] = _(
                "On {graph} with the targets {targets}, where the player moves from {mine}, {name} gives {got} and the "
                "answer is {expected}."
            )
        if problem == "exception" and detail.get("line") is None:
            texts["exception"] = _("On {graph}, {name} fails: {problem}.")
        return texts.get(problem, texts["crash"]).format(**words)


def name_set(labels: Sequence[str], vertices: Iterable[int]) -> str:
    return "{" + ", ".join(labels[vertex] for vertex in sorted(vertices)) + "}"


def has_path(encoded: Any) -> bool:
    """Is there a list of vertices, or are there predecessors, in the answer?"""
    if not isinstance(encoded, dict):
        return False
    items = encoded.get("t")
    if isinstance(items, list):
        return bool(items) and (vertices_in(encoded) is not None or any(map(has_path, items)))
    return bool(parents_in(encoded))


def vertices_in(encoded: Any) -> tuple[int, ...] | None:
    """A list of vertices; those of a matrix are numbers."""
    items = encoded.get("t") if isinstance(encoded, dict) else None
    if not isinstance(items, list) or not items:
        return None
    found = [item.get("p", item.get("n")) if isinstance(item, dict) else None for item in items]
    vertices = [vertex for vertex in found if type(vertex) is int]
    return tuple(vertices) if len(vertices) == len(items) else None


def rows_in(encoded: Any) -> dict[int, Any]:
    """A dict whose keys are vertices."""
    rows = encoded.get("d") if isinstance(encoded, dict) else None
    found: dict[int, Any] = {}
    for row in rows if isinstance(rows, list) else ():
        match row:
            case [{"p": int(vertex)}, value]:
                found[vertex] = value
    return found


def costs_in(encoded: Any, case: GraphCase) -> tuple[float, ...]:
    """Costs by vertex: a dict of numbers, or, of a matrix, a list of numbers; what is absent is infinite."""
    rows = rows_in(encoded)
    if not rows and isinstance(encoded, dict) and isinstance(encoded.get("t"), list):
        if len(encoded["t"]) == len(case.arcs) and all(cost_of(item) is not None for item in encoded["t"]):
            rows = dict(enumerate(encoded["t"]))
    costs = {vertex: cost_of(value) for vertex, value in rows.items()}
    if not costs or any(cost is None for cost in costs.values()):
        return ()
    return tuple(math.inf if (cost := costs.get(n)) is None else cost for n in range(len(case.arcs)))


def cost_of(encoded: Any) -> float | None:
    """A cost; None for a vertex that is not reached is infinite."""
    return math.inf if isinstance(encoded, dict) and "z" in encoded else number_in(encoded)


def parents_in(encoded: Any) -> dict[int, int]:
    """Predecessors by vertex."""
    found = {}
    for vertex, value in rows_in(encoded).items():
        if isinstance(value, dict) and isinstance(value.get("p"), int):
            found[vertex] = value["p"]
        elif not (isinstance(value, dict) and "z" in value):
            return {}
    return found


def within(encoded: Any, size: int) -> bool:
    """Are all vertices of an answer among those of the graph?"""
    if isinstance(encoded, dict):
        vertex = encoded.get("p", 0)
        return type(vertex) is int and 0 <= vertex < size and all(within(item, size) for item in encoded.values())
    return all(within(item, size) for item in encoded) if isinstance(encoded, list) else True


def listen(kind: str, case: GraphCase, encoded: Any) -> list[Heard]:
    """What an answer says, in all ways in which it can be understood, the likeliest first."""
    if not isinstance(encoded, dict) or not within(encoded, len(case.arcs)):
        return [Heard(problem="?")]
    if kind in ("attractor", "winning"):
        return [listen_for_set(encoded)]
    found = [listen_for_path(case, encoded, first) for first in ("costs", "path")]
    found = [heard for heard in dict.fromkeys(found) if heard.costs or heard.cost is not None or heard.path]
    return found or [Heard(problem=show(encoded))]


def listen_for_path(case: GraphCase, encoded: dict[str, Any], first: str) -> Heard:
    """Costs, a cost, a path, predecessors; of a list that may be either, what comes first."""
    items = [encoded]
    if isinstance(encoded.get("t"), list) and vertices_in(encoded) is None and not costs_in(encoded, case):
        items = encoded["t"]
    heard = Heard()
    for item in items:
        path, costs, number = vertices_in(item), costs_in(item, case), number_in(item)
        if path and costs:
            path, costs = (path, ()) if first == "path" else (None, costs)
        if costs and not heard.costs:
            heard = replace(heard, costs=costs)
        elif path and not heard.path:
            heard = replace(heard, path=path)
        elif number is not None and heard.cost is None:
            heard = replace(heard, cost=number)
        elif parents := parents_in(item):
            heard = replace(heard, parents=tuple(sorted(parents.items())))
    return heard


def listen_for_set(encoded: dict[str, Any]) -> Heard:
    """A set of vertices: as a set, a list, or the keys of a dict whose values are not false."""
    if isinstance(encoded.get("d"), list):
        rows = rows_in(encoded)
        off = [vertex for vertex, value in rows.items() if isinstance(value, dict) and is_off(value)]
        return Heard(vertices=frozenset(set(rows) - set(off)))
    items = encoded.get("e", encoded.get("t"))
    if not isinstance(items, list) or not all(
        isinstance(item, dict) and isinstance(item.get("p"), int) for item in items
    ):
        return Heard(problem=show(encoded))
    return Heard(vertices=frozenset(item["p"] for item in items))


def is_off(value: dict[str, Any]) -> bool:
    return "z" in value or value.get("o") == "False" or value.get("n") in ("inf", -1)


def judge_paths(kind: str, case: GraphCase, heard: Heard) -> tuple[str, dict[str, Any]] | None:
    """Are the costs least, is the path a cheapest one?"""
    right, labels = right_distances(case), case.labels()
    if heard.costs and not same_costs(kind, case, heard.costs, right):
        wrong = [n for n in range(len(right)) if heard.costs[n] != right[n]]
        wrong = [case.goal] if kind == "astar" else wrong
        vertex = wrong[0]
        return "cost", {
            "vertex": labels[vertex], "expected": plain(right[vertex]), "got": plain(heard.costs[vertex]),
        }  # fmt: skip
    if heard.cost is not None and not heard.costs and heard.cost != right[case.goal]:
        return "cost", {
            "vertex": labels[case.goal], "expected": plain(right[case.goal]), "got": plain(heard.cost),
        }  # fmt: skip
    if heard.path and path_cost(case, heard.path) != right[case.goal]:
        return "path", {"got": name_path(labels, heard.path), "way": name_path(labels, cheapest(case, right))}
    for vertex, parent in heard.parents:
        cost = dict(case.arcs[parent]).get(vertex)
        if kind == "dijkstra" and vertex != 0 and (cost is None or right[parent] + cost != right[vertex]):
            return "parent", {"vertex": labels[vertex], "got": labels[parent]}
    return None


def same_costs(kind: str, case: GraphCase, costs: Sequence[float], right: Sequence[float]) -> bool:
    """Are these the least costs? A* may know the goal's alone, and may count with the reweighted costs."""
    if list(costs) == list(right):
        return True
    if kind != "astar":
        return False
    turned = right[case.goal] - case.h[0] + case.h[case.goal]
    return costs[case.goal] in (right[case.goal], turned)


def path_cost(case: GraphCase, path: Sequence[int]) -> float | None:
    """What a path from the start to the goal costs, in either direction; None if it is none."""
    for way in (path, path[::-1]):
        if way[0] == 0 and way[-1] == case.goal:
            steps = [dict(case.arcs[tail]).get(head) for tail, head in pairwise(way)]
            if None not in steps:
                return float(sum(step for step in steps if step is not None))
    return None


def cheapest(case: GraphCase, right: Sequence[float]) -> list[int]:
    """A cheapest path."""
    way = [case.goal]
    while way[0] != 0:
        way.insert(0, next(
            tail for tail, row in enumerate(case.arcs) for head, cost in row
            if head == way[0] and right[tail] + cost == right[head]
        ))  # fmt: skip
    return way


def name_path(labels: Sequence[str], path: Sequence[int]) -> str:
    return " → ".join(labels[vertex] if 0 <= vertex < len(labels) else "?" for vertex in path)


def plain(number: float) -> str:
    return "∞" if number == math.inf else f"{number:g}"
