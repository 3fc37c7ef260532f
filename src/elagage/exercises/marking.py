"""Answers to an exercise marked: each part has so many right of so many, and the first error is explained.

An answer that is wrong takes away a point of its part, also where the right answer is to leave the place empty: so
nobody gains by filling in everything. A question that was not asked counts for nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from elagage.exercises.posed import Posed
from elagage.exercises.questions import Fault, Question, Reading
from elagage.i18n import Message

__all__ = ["PARTS", "Marked", "Unread", "column_forms", "find_questions", "mark_answers"]

PARTS = {
    "values": Message("values"),
    "windows": Message("windows"),
    "cuts": Message("cuts"),
    "memory": Message("memory"),
    "moves": Message("moves"),
    "terms": Message("terms"),
    "ranks": Message("ranks"),
    "attractor": Message("attractor"),
    "winner": Message("winner"),
    "order": Message("order"),
    "queue": Message("queue"),
    "path": Message("path"),
    "heuristic": Message("heuristic"),
}
"""The parts of exercises, as the columns of marks call them."""
BETWEEN = "._ -"
"""What may stand between the words of a column's head, or not."""


@dataclass(frozen=True)
class Unread:
    """A word in an answer that could not be read."""

    question: Question
    word: str
    costly: bool
    """Is the answer wrong too?"""


@dataclass
class Marked:
    """What answers to one exercise are worth."""

    parts: dict[str, tuple[int, int]]
    """Right, of how many; a part of which nothing was asked is not there."""
    faults: list[Fault]
    """In the order in which the algorithm meets them."""
    unread: list[Unread] = field(default_factory=list)
    wrong: frozenset[str] = frozenset()
    """The names of the questions whose answers are wrong."""
    share: float = 0.0
    """What of the whole is right, from 0 to 1."""


def mark_answers(posed: Posed, answers: Mapping[str, str], asked: Iterable[str] | None = None) -> Marked:
    """Mark texts by the names of questions; those in ``asked`` were asked (all, if None), and what is not there is
    empty.
    """
    names = None if asked is None else set(asked)
    questions = [question for question in posed.questions if names is None or question.name in names]
    right: dict[str, int] = {}
    count: dict[str, int] = {}
    faults: list[Fault] = []
    unread: list[Unread] = []
    wrong: set[str] = set()
    for question in questions:
        reading: Reading = question.answer.read(answers.get(question.name, ""))
        found = question.check(reading.value)
        extra = len(reading.unread) if reading.value is not None else 0
        unread += [Unread(question, word, bool(found) or bool(extra)) for word in reading.unread]
        if found or extra:
            wrong.add(question.name)
        faults += found
        count[question.part] = count.get(question.part, 0) + question.answer.count
        right[question.part] = right.get(question.part, 0) + question.answer.count - len(found) - extra
    parts = {
        part: (max(0, right[part]), count[part]) if count[part] else (int(right[part] >= 0), 1)
        for part in posed.weights
        if part in count
    }
    weight = sum(posed.weights[part] for part in parts)
    points = sum(posed.weights[part] * good / of for part, (good, of) in parts.items())
    faults.sort(key=lambda fault: fault.order)
    return Marked(parts, faults, unread, frozenset(wrong), points / weight if weight else 0.0)


# Columns


def column_forms(question: Question) -> set[str]:
    """The heads of columns that mean a question, without what may stand between words."""
    label = plain_form(question.label)
    forms = {label} if label and "" in question.words else set()
    for word in filter(None, map(plain_form, question.words)):
        forms |= {label + word, word + label}
    return forms


def plain_form(text: str) -> str:
    """A head without capitals, separators and Greek letters."""
    text = text.casefold().replace("α", "alpha").replace("β", "beta")
    return "".join(letter for letter in "".join(text.split()) if letter not in BETWEEN)


def find_questions(columns: Iterable[str], questions: Sequence[Question]) -> dict[str, Question]:
    """Which question each column is about; those that are about none are left out."""
    known: dict[str, Question] = {}
    for question in questions:
        for form in column_forms(question):
            known.setdefault(form, question)
    return {column: known[form] for column in columns if (form := plain_form(column)) in known}
