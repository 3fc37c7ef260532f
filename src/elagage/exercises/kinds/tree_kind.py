"""Minimax, negamax and alpha-beta on a tree: the values, the windows, the edges that are cut."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from elagage.exercises.answer_cells import CUTS, read_cuts
from elagage.exercises.answers import NodeAnswer, cut_edges, model
from elagage.exercises.generate import generate
from elagage.exercises.mistakes import Mistake, list_mistakes
from elagage.exercises.posed import Kind, Option, Posed, TreeMaterial, flag, span, whole
from elagage.exercises.questions import Fault, NumberAnswer, Question, SetAnswer
from elagage.exercises.solution_text import describe_counts, describe_task
from elagage.exercises.solved_exercise import Exercise, Wanted, make_exercise
from elagage.i18n import Message
from elagage.result import MAX, MIN, format_number
from elagage.trace import EXACT, LOWER

__all__ = ["ALPHABETA", "MINIMAX", "NEGAMAX", "pose_tree", "read_wanted"]

WEIGHTS = {"values": 2, "windows": 1, "cuts": 1}
WORDS = {"value": ("", "value", "valeur"), "alpha": ("alpha",), "beta": ("beta",)}
SHAPE = (
    Option("depth", 3, whole("depth", 1, 12)),
    Option("branching", "2-3", span("branching", "2-3")),
    Option("values", "0-20", span("values", "-9:9")),
    Option("no_ties", False, flag("no-ties")),
    Option("min_first", False, flag("min-first")),
)
CUTTING = (
    Option("cuts", None, whole("cuts", 0, 400)),
    Option("alpha_cuts", None, whole("alpha-cuts", 0, 400)),
    Option("beta_cuts", None, whole("beta-cuts", 0, 400)),
    Option("deep", False, flag("deep")),
    Option("strict", False, flag("strict")),
    Option("hard", False, flag("hard")),
)


def read_wanted(algorithm: str, options: Mapping[str, Any]) -> Wanted:
    """What the options ask for."""
    fewest, most = read_span(options["branching"])
    low, high = read_span(options["values"])
    return Wanted(
        algorithm,
        options["depth"],
        fewest if fewest == most else (fewest, most),
        low,
        high,
        options.get("cuts"),
        options.get("alpha_cuts"),
        options.get("beta_cuts"),
        options.get("deep", False),
        not options["no_ties"],
        options.get("strict", False),
        not options.get("hard", False),
        MIN if options["min_first"] else MAX,
    )


def read_span(text: str) -> tuple[int, int]:
    """The ends of a range as ``span`` writes it."""
    first, colon, second = text.partition(":")
    if not colon:
        first, colon, second = text.partition("-") if not text.startswith("-") else (text, "", "")
    return int(first), int(second if colon else first)


def write_options(wanted: Wanted) -> dict[str, Any]:
    """The options that ask for this."""
    fewest, most = wanted.branches
    found = {
        "depth": wanted.depth,
        "branching": str(fewest) if fewest == most else f"{fewest}-{most}",
        "values": f"{wanted.low}:{wanted.high}" if wanted.low < 0 else f"{wanted.low}-{wanted.high}",
        "no_ties": not wanted.ties,
        "min_first": wanted.first == MIN,
    }
    if wanted.algorithm == "alphabeta":
        found |= {"cuts": wanted.cuts, "alpha_cuts": wanted.alpha_cuts, "beta_cuts": wanted.beta_cuts}
        found |= {"deep": wanted.deep, "strict": wanted.strict, "hard": not wanted.soft}
    return found


def pose_tree(exercise: Exercise) -> Posed:
    """A solved tree as an exercise like all others."""
    kind = {"minimax": MINIMAX, "negamax": NEGAMAX, "alphabeta": ALPHABETA}[exercise.wanted.algorithm]
    statement = describe_task(exercise)
    if exercise.wanted.algorithm == "negamax":
        statement.append(Message("The leaves hold scores for Max."))
    solution = [Message("Value of the root for Max: {value}", value=format_number(exercise.value))]
    if exercise.wanted.algorithm == "alphabeta":
        solution.append(describe_counts(exercise))
    return Posed(
        kind,
        exercise.seed,
        write_options(exercise.wanted),
        {"tree": exercise.text},
        tuple(statement),
        TreeMaterial(exercise),
        tuple(list_questions(exercise)),
        tuple(solution),
        weights=WEIGHTS,
    )


def list_questions(exercise: Exercise) -> list[Question]:
    """A question for each number, in the order of the algorithm, and one for all the edges that are cut."""
    answers = model(exercise)
    found: list[Question] = []
    faults: dict[str, Fault] = {}
    for order, mistake in enumerate(list_mistakes(exercise)):
        if mistake.part == "cut":
            faults[mistake.expected or mistake.got] = Fault(order, mistake.message)
        else:
            found.append(ask_number(answers[mistake.label], mistake, order))
    if exercise.wanted.algorithm == "alphabeta":
        found.append(ask_cuts(exercise, answers, faults))
    return found


def ask_number(answer: NodeAnswer, mistake: Mistake, order: int) -> Question:
    """The question for a value, or for one end of a window."""
    prompt = {
        "value": Message("Value of {node}", node=answer.label),
        "alpha": Message("α of {node} on entry", node=answer.label),
        "beta": Message("β of {node} on entry", node=answer.label),
    }[mistake.part]
    number = {"value": answer.value, "alpha": answer.alpha, "beta": answer.beta}[mistake.part]
    bound = mistake.part == "value" and answer.visited and answer.bound != EXACT
    sign = ("≥" if answer.bound == LOWER else "≤") if bound else ""
    part = "values" if mistake.part == "value" else "windows"
    right = NumberAnswer(number if answer.visited else None, sign=sign)
    return Question(answer.label, WORDS[mistake.part], part, prompt, right, mistake.message, order)


def ask_cuts(exercise: Exercise, answers: Mapping[str, NodeAnswer], faults: Mapping[str, Fault]) -> Question:
    """The question for the edges that are cut."""
    edges = ["-".join(edge) for edge in cut_edges(exercise)]
    every = [f"{answer.parent}-{answer.label}" for answer in answers.values() if answer.parent is not None]

    def read(text: str) -> tuple[set[str], list[str]]:
        found, unknown = read_cuts(text, answers)
        return {"-".join(edge) for edge in found}, unknown

    right = SetAnswer(frozenset(edges), tuple(every), faults, read)
    why = Message("Nothing is cut in this tree.")
    return Question("", CUTS, "cuts", Message("Edges that are cut"), right, why, len(faults))


def make_kind(algorithm: str, title: Message, options: tuple[Option, ...]) -> Kind:
    def draw(asked: Mapping[str, Any], seed: int) -> dict[str, Any]:
        return {"tree": generate(read_wanted(algorithm, asked), seed).text}

    def pose(_kind: Kind, asked: Mapping[str, Any], given: Mapping[str, Any], seed: int | None) -> Posed:
        return pose_tree(make_exercise(str(given["tree"]), read_wanted(algorithm, asked), seed))

    return Kind(algorithm, title, options, draw, pose)


MINIMAX = make_kind("minimax", Message("Minimax"), SHAPE)
NEGAMAX = make_kind("negamax", Message("Negamax"), SHAPE)
ALPHABETA = make_kind("alphabeta", Message("Alpha-beta"), (*SHAPE, *CUTTING))
