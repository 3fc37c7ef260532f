"""The model solution of an exercise, node by node and step by step, and what is wrong with another one.

Numbers are the algorithm's own, as in the trace: in negamax those of the player who moves. A node's value may be a
bound. A cut is written as the edges that it skips, ``e-e.2`` or ``b-e``: the node and its branch.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from elagage.exercises.solved_exercise import Exercise, deep_cuts
from elagage.i18n import Message
from elagage.result import MAX, Number, format_number, json_number
from elagage.trace import EXACT, LOWER, Best, Cut, Enter, Leaf, Leave

__all__ = [
    "Edge",
    "Mistake",
    "NodeAnswer",
    "Submitted",
    "check",
    "cut_edges",
    "describe_steps",
    "describe_task",
    "list_visited",
    "model",
    "solution_json",
    "statement",
    "steps",
]

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


@dataclass(frozen=True)
class Submitted:
    """Somebody's answer, by the labels of nodes; a part that is None was not asked for."""

    values: Mapping[str, Number] | None = None
    alphas: Mapping[str, Number] | None = None
    betas: Mapping[str, Number] | None = None
    cuts: Collection[Edge] | None = None


@dataclass(frozen=True)
class Mistake:
    """A difference from the solution; ``part`` is 'value', 'alpha', 'beta' or 'cut'."""

    label: str
    part: str
    expected: str
    got: str
    message: Message

    @property
    def sentence(self) -> str:
        """What is wrong and why, in the current language."""
        return self.message.text()


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
    deep = {cut.node for cut in deep_cuts(exercise.trace, exercise.wanted.strict)}
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


# In words


def name_of(player: int) -> str:
    """Max or Min, which are the same in every language."""
    return "Max" if player == MAX else "Min"


def answer_text(value: Number, bound: str) -> str:
    """``= 5``, ``≥ 5`` or ``≤ 5``."""
    return f"{'=' if bound == EXACT else '≥' if bound == LOWER else '≤'} {format_number(value)}"


def cut_reason(answer: NodeAnswer, strict: bool) -> str:
    """``5 ≥ β = 4``: the value that met the bound."""
    value = answer.given[-1][1]
    signs = (">", "<") if strict else ("≥", "≤")
    letter, sign = ("β", signs[0]) if answer.cut == "beta" else ("α", signs[1])
    return f"{format_number(value)} {sign} {letter} = {format_number(answer.limit)}"


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


# Checking


def check(exercise: Exercise, submitted: Submitted) -> list[Mistake]:
    """The mistakes in the order in which the algorithm comes across them; the first one explains itself best.

    None: all is right.
    """
    answers = model(exercise)
    by_node = {answer.node: answer for answer in answers.values()}
    given = None if submitted.cuts is None else set(submitted.cuts)
    mistakes: list[Mistake] = []
    path: list[NodeAnswer] = []
    for event in exercise.trace.events:
        if isinstance(event, Enter):
            path.append(by_node[event.state.node])
            if not path[-1].leaf:
                mistakes += window_mistakes(path[-1], submitted)
        elif isinstance(event, Leave):
            here = path.pop()
            if not here.leaf:
                mistakes += cut_mistakes(here, exercise, given)
                mistakes += value_mistakes(here, submitted.values, exercise.wanted.algorithm == "negamax")
            for branch in below(answers, here.skipped):
                mistakes += skipped_mistakes(here, branch, submitted, given)
    return mistakes


def below(answers: Mapping[str, NodeAnswer], branches: Collection[str]) -> list[NodeAnswer]:
    """The nodes of these branches, in the order of the tree."""
    inside = set(branches)
    for answer in answers.values():  # parents come first
        if answer.parent in inside:
            inside.add(answer.label)
    return [answer for answer in answers.values() if answer.label in inside]


def window_mistakes(here: NodeAnswer, submitted: Submitted) -> Iterator[Mistake]:
    """Alpha, then beta, where they were asked for."""
    for part, letter, expected, origin, table in (
        ("alpha", "α", here.alpha, here.alpha_from, submitted.alphas),
        ("beta", "β", here.beta, here.beta_from, submitted.betas),
    ):
        if table is not None and table.get(here.label) != expected:
            words = {"label": here.label, "letter": letter, "value": format_number(expected)}
            if origin is None:
                text = Message("Node {label}: {letter} is {value} here, since no value above it is known yet.", **words)
            else:
                player = "Max" if part == "alpha" else "Min"
                text = Message(
                    "Node {label}: {letter} is {value} here, since {child} gave {value} to {player} at {owner}.",
                    **words,
                    child=origin[0],
                    owner=origin[1],
                    player=player,
                )
            yield mistake(here.label, part, expected, table.get(here.label), text)


def value_mistakes(here: NodeAnswer, values: Mapping[str, Number] | None, mover: bool) -> Iterator[Mistake]:
    """The value of a node that was visited; ``mover``: are values those of the player who moves?"""
    if values is None or here.value is None or values.get(here.label) == here.value:
        return
    words = {
        "label": here.label,
        "value": format_number(here.value),
        "given": ", ".join(f"{label} {format_number(value)}" for label, value in here.given),
        "player": name_of(here.player),
    }
    if here.value not in [value for _label, value in here.given]:
        text = Message(
            "Node {label}: the value is {value}, since its branches give {given} and the answer is clamped to the "
            "window.",
            **words,
        )
    elif here.cut:
        text = Message(
            "Node {label}: the value is {value}, since {player} stops there with the branches {given}.", **words
        )
    elif here.player == MAX or mover:
        text = Message("Node {label}: the value is {value}, since {player} takes the largest of {given}.", **words)
    else:
        text = Message("Node {label}: the value is {value}, since {player} takes the smallest of {given}.", **words)
    yield mistake(here.label, "value", here.value, values.get(here.label), text)


def cut_mistakes(here: NodeAnswer, exercise: Exercise, given: set[Edge] | None) -> Iterator[Mistake]:
    """The edges below a node: those that should be cut, and those that should not."""
    if given is None:
        return
    marked = [branch for node, branch in sorted(given) if node == here.label]
    for branch in here.skipped:
        if branch not in marked:
            reason = cut_reason(here, exercise.wanted.strict)
            words = {"label": here.label, "branch": branch, "reason": reason}
            text = Message("Node {label}: the edge to {branch} is cut, since {reason}.", **words)
            yield Mistake(here.label, "cut", f"{here.label}-{branch}", "", text)
    for branch in marked:
        if branch not in here.skipped:
            text = explain_kept_edge(here, branch, exercise.wanted.strict)
            yield Mistake(here.label, "cut", "", f"{here.label}-{branch}", text)


def explain_kept_edge(here: NodeAnswer, branch: str, strict: bool) -> Message:
    """Why an edge is not cut: the player who moves has not met the other's bound."""
    if here.player == MAX:
        return Message(
            "Node {label}: the edge to {branch} is not cut, since no value before it exceeds β = {beta}."
            if strict
            else "Node {label}: the edge to {branch} is not cut, since no value before it reaches β = {beta}.",
            label=here.label,
            branch=branch,
            beta=format_number(here.beta),
        )
    return Message(
        "Node {label}: the edge to {branch} is not cut, since no value before it falls below α = {alpha}."
        if strict
        else "Node {label}: the edge to {branch} is not cut, since no value before it falls to α = {alpha}.",
        label=here.label,
        branch=branch,
        alpha=format_number(here.alpha),
    )


def skipped_mistakes(
    here: NodeAnswer, branch: NodeAnswer, submitted: Submitted, given: set[Edge] | None
) -> Iterator[Mistake]:
    """A window, cuts or a value for a node that is never visited."""
    if branch.leaf:
        return
    words = {"label": branch.label, "parent": here.label}
    for part, letter, table in (("alpha", "α", submitted.alphas), ("beta", "β", submitted.betas)):
        if table is not None and branch.label in table:
            text = Message(
                "Node {label}: it is never reached, since {parent} is cut before it, so it has no {letter}.",
                letter=letter,
                **words,
            )
            yield mistake(branch.label, part, None, table[branch.label], text)
    for node, below_it in sorted(given or ()):
        if node == branch.label:
            text = Message(
                "Node {label}: it is never reached, since {parent} is cut before it, so it cuts nothing itself.",
                **words,
            )
            yield Mistake(branch.label, "cut", "", f"{node}-{below_it}", text)
    if submitted.values is not None and branch.label in submitted.values:
        text = Message(
            "Node {label}: it is never visited, since {parent} is cut before it, so it has no value.", **words
        )
        yield mistake(branch.label, "value", None, submitted.values[branch.label], text)


def mistake(label: str, part: str, expected: Number | None, got: Number | None, message: Message) -> Mistake:
    right, wrong = ("" if number is None else format_number(number) for number in (expected, got))
    return Mistake(label, part, right, wrong, message)
