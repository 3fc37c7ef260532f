"""The model solution of an exercise, node by node.

Numbers are the algorithm's own, as in the trace: in negamax those of the player who moves. A node's value may be a
bound. A cut is written as the edges that it skips, ``e-e.2`` or ``b-e``: the node and its branch.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any

from elagage.exercises.solved_exercise import Exercise
from elagage.result import MAX, Number, format_number
from elagage.trace import EXACT, Best, Cut, Enter, Leave, deep_cuts

__all__ = ["Edge", "NodeAnswer", "cut_edges", "cut_reason", "list_visited", "model", "name_of"]

Edge = tuple[str, str]


@dataclass
class NodeAnswer:
    """What the solution says of a node."""

    node: int
    """Its number in the tree."""
    label: str
    parent: str | None
    player: int
    leaf: bool
    visited: bool = False
    value: Number | None = None
    bound: str = EXACT
    alpha: Number = -math.inf
    beta: Number = math.inf
    alpha_from: Edge | None = None
    """Who set alpha: the branch that gave it, and the node that took it."""
    beta_from: Edge | None = None
    cut: str = ""
    """'alpha', 'beta' or nothing."""
    deep: bool = False
    limit: Number = 0
    skipped: tuple[str, ...] = ()
    whole: bool = True
    """Is nothing skipped in it or below it?"""
    given: list[tuple[str, Number]] = field(default_factory=list)
    """What its branches answered, in its own numbers."""


def model(exercise: Exercise) -> dict[str, NodeAnswer]:
    """The solution by label, in the order in which the tree is read; skipped nodes are there and not visited."""
    tree, labels = exercise.tree, exercise.labels
    answers: dict[str, NodeAnswer] = {}

    def add(node: int, parent: str | None, player: int) -> None:
        label = labels[node]
        answers[label] = NodeAnswer(node, label, parent, player, not tree.children[node])
        for child in tree.children[node]:
            add(child, label, 1 - player)

    add(0, None, tree.start().turn)
    deep = {cut.node for cut in deep_cuts(exercise.trace.events, exercise.wanted.strict)}
    path: list[tuple[Enter, NodeAnswer]] = []
    windows: list[list[Any]] = []  # for each open node: alpha, beta, and who set them
    for event in exercise.trace.events:
        if isinstance(event, Enter):
            answer = answers[labels[event.state.node]]
            answer.visited, answer.alpha, answer.beta = True, event.alpha, event.beta
            window: list[Any] = list(windows[-1]) if windows else [event.alpha, event.beta, None, None]
            answer.alpha_from, answer.beta_from = window[2:]
            path.append((event, answer))
            windows.append(window)
        elif isinstance(event, Best):
            here, child = path[-1][1], labels[tree.children[path[-1][1].node][event.move]]
            window = windows[-1]
            if event.alpha != window[0]:
                window[0], window[2] = event.alpha, (child, here.label)
            if event.beta != window[1]:
                window[1], window[3] = event.beta, (child, here.label)
        elif isinstance(event, Cut):
            answer = path[-1][1]
            answer.cut, answer.limit, answer.deep = event.kind, event.limit, event.node in deep
            answer.skipped = tuple(labels[tree.children[answer.node][move]] for move in event.skipped)
            for _enter, above in path if event.skipped else ():
                above.whole = False
        elif isinstance(event, Leave):
            enter, answer = path.pop()
            windows.pop()
            answer.value, answer.bound = event.value, event.bound
            if path:
                path[-1][1].given.append((answer.label, event.value * enter.sign * path[-1][0].sign))
    return answers


def cut_edges(exercise: Exercise) -> list[Edge]:
    """All the edges that are cut, in order."""
    return [(answer.label, branch) for answer in model(exercise).values() for branch in answer.skipped]


def list_visited(exercise: Exercise) -> list[str]:
    """The labels of the nodes that the algorithm enters, in order."""
    return [exercise.labels[event.state.node] for event in exercise.trace.events if isinstance(event, Enter)]


def name_of(player: int) -> str:
    """Max or Min, which are the same in every language."""
    return "Max" if player == MAX else "Min"


def cut_reason(answer: NodeAnswer, strict: bool) -> str:
    """``5 ≥ β = 4``: the value that met the bound."""
    value = answer.given[-1][1]
    signs = (">", "<") if strict else ("≥", "≤")
    letter, sign = ("β", signs[0]) if answer.cut == "beta" else ("α", signs[1])
    return f"{format_number(value)} {sign} {letter} = {format_number(answer.limit)}"
