"""What is wrong with somebody's answer to an exercise, and why, in the order in which the algorithm meets it."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

from elagage.exercises.answers import Edge, NodeAnswer, cut_edges, cut_reason, model, name_of
from elagage.exercises.solved_exercise import Exercise
from elagage.i18n import Message
from elagage.result import MAX, Number, format_number
from elagage.trace import Enter, Leave

__all__ = ["Mistake", "Submitted", "check", "list_mistakes"]


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


def list_mistakes(exercise: Exercise) -> list[Mistake]:
    """Every mistake that can be made, in the order of the algorithm: what is checked of an answer in which all is
    wrong.
    """
    answers = model(exercise)
    windowed = exercise.wanted.algorithm == "alphabeta"
    edges = {(answer.parent, answer.label) for answer in answers.values() if answer.parent is not None}
    never = {answer.label: 0 for answer in answers.values() if not answer.leaf and not answer.visited}
    wrong = Submitted(
        {answer.label: choose_other_number(answer.value) for answer in answers.values() if not answer.leaf},
        never if windowed else None,
        never if windowed else None,
        edges - set(cut_edges(exercise)) if windowed else None,
    )
    return check(exercise, wrong)


def choose_other_number(value: Number | None) -> Number:
    return 0 if value is None or math.isinf(value) else value + 1


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
