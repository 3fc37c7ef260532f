"""What an exercise asks, and its model solution for a reader: the statement and the JSON of a file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any

from elagage.exercises.answers import cut_edges, model
from elagage.exercises.solved_exercise import Exercise
from elagage.i18n import Message
from elagage.result import MAX, Number, format_number, json_number

__all__ = ["describe_counts", "describe_task", "draw_tree", "solution_json", "statement"]


def describe_task(exercise: Exercise) -> list[Message]:
    """What is asked, without the tree."""
    asked = {
        "minimax": Message("Give the minimax value of every node."),
        "negamax": Message("Give the negamax value of every node, for the player who moves there."),
        "alphabeta": Message(
            "Run alpha-beta from left to right: give the window and the value of every node that is visited, and the "
            "edges that are cut."
        ),
    }[exercise.wanted.algorithm]
    lines = [asked]
    if exercise.wanted.algorithm == "alphabeta":
        lines.append(Message("Cut when α > β." if exercise.wanted.strict else "Cut when α ≥ β."))
        lines.append(
            Message(
                "Answers may lie outside the window (fail-soft)."
                if exercise.wanted.soft
                else "Answers are clamped to the window (fail-hard)."
            )
        )
    return lines


def describe_counts(exercise: Exercise) -> Message:
    """The cuts of the solution."""
    return Message(
        "Cuts: {alpha} α, {beta} β, {deep}; edges: {edges}",
        alpha=exercise.alpha_cuts,
        beta=exercise.beta_cuts,
        deep=Message("{n} of them is deep", "{n} of them are deep", count=exercise.deep_cuts, n=exercise.deep_cuts),
        edges=" ".join("-".join(edge) for edge in cut_edges(exercise)) or "-",
    )


def statement(exercise: Exercise) -> list[str]:
    """What is asked, and the tree drawn with signs: ▲ Max, ▼ Min, □ leaf."""
    return [*map(str, describe_task(exercise)), "", exercise.text, "", *draw_tree(exercise)]


def draw_tree(exercise: Exercise, letters: Mapping[Number, str] = MappingProxyType({})) -> Iterator[str]:
    """The tree with signs; ``letters`` stand for numbers."""

    def draw(node: int, player: int, first: str, rest: str) -> Iterator[str]:
        children = exercise.tree.children[node]
        label = exercise.labels[node]
        if not children:
            value = exercise.tree.values[node]
            yield f"{first}□ {letters.get(value, format_number(value))}"
            return
        yield f"{first}{'▲' if player == MAX else '▼'} {label}"
        for place, child in enumerate(children, 1):
            last = place == len(children)
            yield from draw(child, 1 - player, rest + ("└─ " if last else "├─ "), rest + ("   " if last else "│  "))

    return draw(0, exercise.tree.start().turn, "", "")


def solution_json(exercise: Exercise) -> dict[str, Any]:
    """The solution for a file: nodes, and the edges that are cut."""
    nodes = [
        {
            "node": answer.label,
            "player": "max" if answer.player == MAX else "min",
            "visited": answer.visited,
            "value": None if answer.value is None else json_number(answer.value),
            "bound": answer.bound if answer.visited else None,
            "alpha": json_number(answer.alpha) if answer.visited else None,
            "beta": json_number(answer.beta) if answer.visited else None,
            "cut": answer.cut or None,
            "deep": answer.deep,
        }
        for answer in model(exercise).values()
    ]
    return {"nodes": nodes, "cuts": ["-".join(edge) for edge in cut_edges(exercise)]}
