"""Is a student's heuristic admissible? Its graph is that of its file, or a grid."""

from __future__ import annotations

import math
from typing import Any

from elagage.errors import ElagageError
from elagage.exercises.examiner.graph_cases import GraphCase, right_distances
from elagage.exercises.examiner.program_trial import Examination
from elagage.exercises.examiner.readings import number_in
from elagage.exercises.examiner.reports import exception_text, shared_notes, strange_text
from elagage.exercises.examiner.verdicts import Verdict
from elagage.i18n import _
from elagage.paths.check_heuristic import check_heuristic

__all__ = ["examine_heuristic"]

MOST_VERTICES = 4_000


def examine_heuristic(exam: Examination) -> Verdict:
    """What ``check_heuristic`` says of it."""
    name = str(exam.found["name"])
    answer = exam.ask_all([{}], 0)[0]
    table = answer.get("table")
    notes = shared_notes(exam)
    if not isinstance(table, dict) or "problem" in table:
        problem = str((table if isinstance(table, dict) else answer).get("problem", "crash"))
        texts = {
            "goal": _("{path} does not say where the goal is: define but, or goal."),
            "timeout": _("{name} does not end within {seconds} s."),
            "strange": strange_text(),
        }
        words = {"name": name, "path": exam.path, "seconds": f"{exam.options.limit:g}"}
        words["problem"] = exception_text(answer) or problem
        text = texts.get(problem, _("{name} fails: {problem}.")).format(**words)
        return Verdict(problem, text, name, "heuristic", "graph", notes=notes)
    read = read_table(table)
    if isinstance(read, str):
        text = _("{name} gives {got}, which is no number.").format(name=name, got=read)
        return Verdict("type", text, name, "heuristic", "graph", notes=notes)
    graph, values, goal = read
    try:
        report = check_heuristic(graph, next(iter(graph)), goal, values)
    except ElagageError as error:
        return Verdict("type", str(error), name, "heuristic", "graph", notes=notes)
    if table.get("grid"):
        text = _("The file holds no graph: a grid of 6 by 6 was taken, steps of cost 1, the goal {goal}.")
        notes = (text.format(goal=goal), *notes)
    said = _("{name} is admissible. {report}") if report.admissible else _("{name} is not admissible. {report}")
    turned = not report.admissible and are_distances_from_start(graph, values)
    high = report.too_high
    return Verdict(
        "right" if report.admissible else "inadmissible",
        said.format(name=name, report=" ".join(report.text().splitlines()[1:-1])), name, "heuristic", "graph", 0, 1,
        "" if report.admissible else str(graph)[:400], None, str(high.distance) if high else None,
        str(high.estimate) if high else "", (), "heuristic-from-the-start" if turned else "",
        _("These are distances from the start: a heuristic estimates what is left to the goal.") if turned else "",
        notes=notes,
    )  # fmt: skip


def read_table(table: dict[str, Any]) -> tuple[dict[str, dict[str, Any]], dict[str, float], str] | str:
    """The graph, the heuristic and the goal as data; or what is no number, "?" if it is not even such a table."""
    labels, items, arcs, goal = (table.get(key) for key in ("vertices", "values", "arcs", "goal"))
    if not (isinstance(labels, list) and isinstance(items, list) and isinstance(arcs, list) and isinstance(goal, int)):
        return "?"
    if not 0 <= goal < len(labels) == len(items) <= MOST_VERTICES:
        return "?"
    names = [str(n) if label in labels[:n] else str(label) for n, label in enumerate(labels)]
    values: dict[str, float] = {}
    for name, item in zip(names, items):
        number = number_in(item)
        if number is None or math.isnan(number):
            return str(item.get("o", item.get("n")))[:60] if isinstance(item, dict) else "?"
        values[name] = number
    graph: dict[str, dict[str, Any]] = {name: {} for name in names}
    places = range(len(names))
    for arc in arcs:
        match arc:
            case [int(tail), int(head), int() | float() as cost] if tail in places and head in places:
                graph[names[tail]][names[head]] = cost
            case _other:
                return "?"
    return graph, values, names[goal]


def are_distances_from_start(graph: dict[str, dict[str, Any]], values: dict[str, float]) -> bool:
    """Are these the distances from the vertex that is given 0?"""
    zero = [name for name, value in values.items() if value == 0]
    if len(zero) != 1:
        return False
    place = {name: number for number, name in enumerate(graph)}
    arcs = tuple(tuple((place[head], cost) for head, cost in row.items()) for row in graph.values())
    return right_distances(GraphCase(arcs), place[zero[0]]) == [values[name] for name in graph]
