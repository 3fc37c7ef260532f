"""Questions as JSON, for pages: what is asked, and what a page that marks by itself must know."""

from __future__ import annotations

import math
from typing import Any

from elagage.exercises.posed import Posed
from elagage.exercises.questions import (
    ChoiceAnswer,
    NumberAnswer,
    Question,
    QueueAnswer,
    SequenceAnswer,
    SetAnswer,
)
from elagage.i18n import translate_both
from elagage.result import Number

__all__ = ["ask_json", "asked_exercise", "know_json"]

KINDS = {
    NumberAnswer: "number", ChoiceAnswer: "choice", SequenceAnswer: "sequence", SetAnswer: "set", QueueAnswer: "queue",
}  # fmt: skip


def ask_json(question: Question) -> dict[str, Any]:
    """A question, without its answer."""
    answer = question.answer
    found: dict[str, Any] = {
        "name": question.name,
        "part": question.part,
        "kind": KINDS[type(answer)],
        "prompt": translate_both(question.prompt),
    }
    if isinstance(answer, ChoiceAnswer):
        found["options"] = [[key, translate_both(shown)] for key, shown in answer.options]
    return found


def know_json(question: Question) -> dict[str, Any]:
    """What is needed to mark a question: what is right, what may be written, and why."""
    answer = question.answer
    found: dict[str, Any] = {
        "count": answer.count,
        "order": question.order,
        "why": translate_both(question.why),
        "text": answer.text(),
    }
    if isinstance(answer, NumberAnswer):
        return {**found, "right": number_json(answer.value), "dashes": answer.dashes}
    if isinstance(answer, ChoiceAnswer):
        return {**found, "right": list(answer.right)}
    if isinstance(answer, SequenceAnswer):
        right = [list(answer.right), *map(list, answer.also)]
        return {
            **found, "right": right, "names": list(answer.names), "reasons": list(map(translate_both, answer.reasons)),
        }  # fmt: skip
    if isinstance(answer, QueueAnswer):
        entries = [[name, number_json(number)] for name, number in answer.right]
        return {**found, "right": entries, "names": list(answer.names)}
    assert isinstance(answer, SetAnswer)
    faults = {name: [fault.order, translate_both(fault.message)] for name, fault in answer.faults.items()}
    return {
        **found, "right": sorted(answer.right), "names": list(answer.names), "faults": faults,
        "aliases": list_aliases(answer),
    }  # fmt: skip


def list_aliases(answer: SetAnswer) -> dict[str, list[str]]:
    """What else the names of a set may be called, where it has a reader of its own."""
    if answer.reader is None:
        return {}
    words = {word for name in answer.names for word in (name, *name.split("-"))}
    read = {word.casefold(): sorted(answer.reader(word)[0]) for word in sorted(words)}
    return {word: names for word, names in read.items() if names}


def number_json(value: Number | None) -> Number | str | None:
    """A number for JSON; infinite ones are texts."""
    if value is None or math.isfinite(value):
        return value
    return "inf" if value > 0 else "-inf"


def asked_exercise(posed: Posed) -> dict[str, Any]:
    """An exercise without its answers."""
    return {
        "kind": posed.kind.name,
        "seed": posed.seed,
        "title": translate_both(posed.kind.title),
        "statement": [translate_both(sentence) for sentence in posed.statement],
        "questions": [ask_json(question) for question in posed.questions],
        "weights": dict(posed.weights),
    }
