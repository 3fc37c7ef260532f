"""What an exercise asks, and its model solution for a reader: the statement, the table of steps, the JSON of a file."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from elagage.exercises.answers import NodeAnswer, cut_edges, cut_reason, model, name_of
from elagage.exercises.solved_exercise import Exercise
from elagage.i18n import Message
from elagage.result import MAX, Number, format_number, json_number
from elagage.trace import EXACT, LOWER, Best, Cut, Enter, Leaf, Leave

__all__ = ["describe_steps", "describe_task", "solution_json", "statement", "steps"]


def answer_text(value: Number, bound: str) -> str:
    """``= 5``, ``≥ 5`` or ``≤ 5``."""
    return f"{'=' if bound == EXACT else '≥' if bound == LOWER else '≤'} {format_number(value)}"


Row = tuple[Message | str, ...]


def steps(exercise: Exercise) -> list[tuple[str, ...]]:
    """The table of steps in the current language: number, node, what happens, alpha, beta; the first row is the
    header.
    """
    return [tuple(map(str, row)) for row in describe_steps(exercise)]


def describe_steps(exercise: Exercise) -> list[Row]:
    """The table of steps, in no language yet."""
    rows: list[Row] = [(Message("step"), Message("node"), Message("what happens"), "α", "β")]
    answers = model(exercise)
    windowed = exercise.wanted.algorithm == "alphabeta"
    path: list[NodeAnswer] = []
    by_node = {answer.node: answer for answer in answers.values()}

    def row(label: str, text: Message, alpha: Number, beta: Number) -> None:
        bounds = (format_number(alpha), format_number(beta)) if windowed else ("", "")
        rows.append((str(len(rows)), label, text, *bounds))

    for event in exercise.trace.events:
        if isinstance(event, Enter):
            path.append(by_node[event.state.node])
            if not path[-1].leaf:
                row(
                    path[-1].label,
                    Message("enter, {player} moves", player=name_of(event.player)),
                    event.alpha,
                    event.beta,
                )
        elif isinstance(event, Leaf):
            row(
                path[-1].label,
                Message("leaf, {value}", value=format_number(event.value)),
                path[-1].alpha,
                path[-1].beta,
            )
        elif isinstance(event, Best):
            child = exercise.labels[exercise.tree.children[path[-1].node][event.move]]
            text = Message("best so far {value}, from {child}", value=format_number(event.value), child=child)
            row(path[-1].label, text, event.alpha, event.beta)
        elif isinstance(event, Cut):
            here = path[-1]
            text = Message(
                "β cut: {reason}; skipped: {branches}"
                if here.cut == "beta"
                else "α cut: {reason}; skipped: {branches}",
                reason=cut_reason(here, exercise.wanted.strict),
                branches=" ".join(here.skipped),
            )
            alpha, beta = (event.value, event.limit) if here.cut == "beta" else (event.limit, event.value)
            row(here.label, Message("{text} (deep)", text=text) if here.deep else text, alpha, beta)
        elif isinstance(event, Leave):
            here = path.pop()
            if not here.leaf:
                text = Message("leave, value {answer}", answer=answer_text(event.value, event.bound))
                row(here.label, text, here.alpha, here.beta)
    return rows


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


def statement(exercise: Exercise) -> list[str]:
    """What is asked, and the tree drawn with signs: ▲ Max, ▼ Min, □ leaf."""
    lines = [*map(str, describe_task(exercise)), "", exercise.text, ""]

    def draw(node: int, player: int, first: str, rest: str) -> Iterator[str]:
        children = exercise.tree.children[node]
        label = exercise.labels[node]
        if not children:
            yield f"{first}□ {format_number(exercise.tree.values[node])}"
            return
        yield f"{first}{'▲' if player == MAX else '▼'} {label}"
        for place, child in enumerate(children, 1):
            last = place == len(children)
            yield from draw(child, 1 - player, rest + ("└─ " if last else "├─ "), rest + ("   " if last else "│  "))

    return lines + list(draw(0, exercise.tree.start().turn, "", ""))


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
