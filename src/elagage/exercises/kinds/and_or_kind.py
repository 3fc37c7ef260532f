"""AND/OR trees: won or lost, node by node, and what a search that stops in time looks at."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from elagage.exercises.answers import NodeAnswer, model
from elagage.exercises.cut_constraints import Shape, pick
from elagage.exercises.generate import random_shape
from elagage.exercises.kinds.random_graphs import draw_until
from elagage.exercises.kinds.tree_kind import read_span
from elagage.exercises.posed import Kind, Option, Posed, TreeMaterial, span, whole
from elagage.exercises.questions import ChoiceAnswer, Fault, NumberAnswer, Question, SetAnswer
from elagage.exercises.solved_exercise import Exercise, Wanted, format_named_tree, make_exercise
from elagage.games.tree import Tree
from elagage.i18n import Message
from elagage.result import MAX, Number
from elagage.search.and_or import and_or
from elagage.trace import Enter, Leaf, Round, Trace

__all__ = ["AND_OR"]

OPTIONS = (
    Option("depth", 3, whole("depth", 2, 5)),
    Option("branching", "2-3", span("branching", "2-3")),
)
WEIGHTS = {"values": 2, "moves": 1, "order": 1}
OUTCOMES = (("V", Message("V (won)")), ("D", Message("D (lost)")))
LETTERS: dict[Number, str] = {1: "V", -1: "D"}


def draw_tree(options: Mapping[str, Any], seed: int) -> dict[str, Any]:
    """A tree of wins and losses that differ, in which something need not be looked at."""
    fewest, most = read_span(options["branching"])

    def draw(chooser: Random) -> dict[str, Any]:
        shape = random_shape(options["depth"], fewest, most, chooser)

        def fill(branches: Shape) -> Any:
            return [fill(branch) for branch in branches] if branches else "VD"[pick(chooser, 2)]

        return {"tree": format_named_tree(fill(shape))}

    def fits(given: dict[str, Any]) -> bool:
        exercise = solve(given)
        values = [answer.value for answer in model(exercise).values() if not answer.leaf and answer.parent == "a"]
        looked = len(list_leaves(exercise.tree))
        return len(set(values)) == 2 and looked <= exercise.leaves - 2

    asked = Message("depth {depth} and {branching} branches", depth=options["depth"], branching=options["branching"])
    found: dict[str, Any] = draw_until(seed, draw, fits, asked)
    return found


def solve(given: Mapping[str, Any]) -> Exercise:
    """The tree with its values, won 1 and lost -1."""
    return make_exercise(str(given["tree"]), Wanted("minimax"))


def list_leaves(tree: Tree) -> list[str]:
    """The leaves that the question whether Max wins looks at, from left to right."""
    trace = Trace()
    and_or(tree, trace=trace)
    found: list[str] = []
    states: dict[int, Any] = {}
    for event in trace.events:
        if isinstance(event, Round) and event.number > 1:
            break
        if isinstance(event, Enter):
            states[event.node] = event.state
        elif isinstance(event, Leaf):
            found.append(tree.labels[states[event.node].node])
    return found


def pose_and_or(kind: Kind, options: Mapping[str, Any], given: Mapping[str, Any], seed: int | None) -> Posed:
    """The exercise on a tree."""
    exercise = solve(given)
    answers = model(exercise)
    inner = [answer for answer in answers.values() if not answer.leaf]
    children = [answer for answer in inner if answer.parent == "a"]
    order = {answer.label: place for place, answer in enumerate(reversed(inner))}
    looked = list_leaves(exercise.tree)
    questions = [
        Question(
            answer.label,
            ("", "value", "valeur"),
            "values",
            Message("{node}: V or D?", node=answer.label),
            ChoiceAnswer(OUTCOMES, (show(answer),)),
            explain(answer),
            order[answer.label],
        )
        for answer in inner
    ]
    winning = frozenset(answer.label for answer in children if show(answer) == "V")
    questions.append(
        Question(
            "",
            ("moves", "coups"),
            "moves",
            Message("All moves at a that win"),
            SetAnswer(
                winning,
                tuple(answer.label for answer in children),
                {answer.label: Fault(len(inner), explain(answer)) for answer in children},
            ),
            Message("No move at a wins."),
            len(inner),
        )
    )
    questions.append(
        Question(
            "",
            ("leaves", "feuilles"),
            "order",
            Message("How many leaves are looked at?"),
            NumberAnswer(len(looked)),
            Message(
                "From left to right {count} leaves are looked at: {leaves}. A node that is decided skips the rest of "
                "its branches.",
                count=len(looked),
                leaves=" ".join(looked),
            ),
            len(inner) + 1,
        )
    )
    return Posed(
        kind,
        seed,
        options,
        given,
        (
            Message(
                "V: we win there; D: we lose. At our nodes ▲ one branch that wins is enough (OR); at the opponent's ▼ "
                "all must win (AND)."
            ),
            Message("Give V or D for every node, and all moves at a that win."),
            Message(
                "A search goes from left to right and leaves a node as soon as it is decided. How many leaves does it "
                "look at?"
            ),
        ),
        TreeMaterial(exercise, LETTERS),
        tuple(questions),
        (
            explain(answers["a"]),
            Message("Leaves that are looked at: {leaves}", leaves=" ".join(looked)),
        ),
        (),
        WEIGHTS,
    )


def show(answer: NodeAnswer) -> str:
    """V or D."""
    return "V" if answer.value is not None and answer.value > 0 else "D"


def explain(answer: NodeAnswer) -> Message:
    """Why a node is won or lost."""
    branches = [(label, "V" if value > 0 else "D") for label, value in answer.given]
    words = {"label": answer.label, "given": ", ".join(f"{label} {letter}" for label, letter in branches)}
    won = show(answer) == "V"
    if answer.player == MAX and won:
        return Message("Node {label}: V, since one of its branches {given} is enough.", **words)
    if answer.player == MAX:
        return Message("Node {label}: D, since none of its branches {given} wins.", **words)
    if won:
        return Message("Node {label}: V, since all of its branches {given} win.", **words)
    return Message("Node {label}: D, since the opponent has a branch that does not win among {given}.", **words)


AND_OR = Kind("and_or", Message("AND/OR tree"), OPTIONS, draw_tree, pose_and_or)
