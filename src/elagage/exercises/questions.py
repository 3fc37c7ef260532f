"""What an exercise asks, one question at a time: the answers have types, and each type reads what people write and says
what is wrong with it.

    NumberAnswer     a number; or nothing, where the right answer is to leave the place empty
    ChoiceAnswer     one of a few words, of which several may be right
    SequenceAnswer   names in an order
    SetAnswer        names in any order
    QueueAnswer      names, each with a number

A wrong answer has faults. A fault has a place in the order in which the algorithm meets it, so that the first error is
the one that explains the others.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from elagage.exercises.answer_cells import BETWEEN, NONE, cell_number
from elagage.i18n import LANGUAGES, Message
from elagage.result import Number, format_number

__all__ = [
    "Answer", "ChoiceAnswer", "Fault", "NumberAnswer", "Question", "QueueAnswer", "Reading", "SequenceAnswer",
    "SetAnswer", "split_names",
]  # fmt: skip

INFINITE = ("∞", "-", "–", "—", "−", "x", "/", "aucun", "none")
"""What is read as an infinite number where that is what a dash means."""
SEPARATORS = re.compile(r"[\s,;|(){}\[\]'\"→>]+|-+>")


@dataclass(frozen=True)
class Reading:
    """What was read of a cell: a value (None if it is empty), and the words that could not be read."""

    value: Any = None
    unread: tuple[str, ...] = ()


@dataclass(frozen=True)
class Fault:
    """Something that is wrong, why, and where in the algorithm's order it is met."""

    order: int
    message: Message


@dataclass(frozen=True)
class Answer:
    """The right answer to a question."""

    @property
    def count(self) -> int:
        """How many points it can give."""
        return 1

    def read(self, text: str) -> Reading:
        """What somebody wrote."""
        raise NotImplementedError

    def compare(self, value: Any, question: Question) -> list[Fault]:
        """What is wrong with it; nothing if it is right."""
        raise NotImplementedError

    def text(self) -> str:
        """The right answer, as a person writes it."""
        raise NotImplementedError

    def complain(self, line: int, word: str, column: str) -> Message:
        """That a word on a line of a file could not be read."""
        return Message("Line {line}: '{text}' in column {column} can't be read.", line=line, text=word, column=column)


@dataclass(frozen=True)
class Question:
    """One thing that is asked."""

    label: str
    """What it is about: a node, a vertex; empty if it is about the whole exercise."""
    words: tuple[str, ...]
    """What of it, as the head of a column says it; with '' among them the label alone will do."""
    part: str
    prompt: Message
    answer: Answer
    why: Message
    """Why the answer is what it is."""
    order: int = 0

    @property
    def name(self) -> str:
        """The head of its column: ``c``, ``c.rank``, ``cuts``."""
        word = next((word for word in self.words if word), "")
        return self.label if self.label and "" in self.words else f"{self.label}.{word}" if self.label else word

    def check(self, value: Any) -> list[Fault]:
        """What is wrong with an answer that was read."""
        return self.answer.compare(value, self)


@dataclass(frozen=True)
class NumberAnswer(Answer):
    """A number; None if the place must stay empty. With ``dashes`` a dash is read as infinite."""

    value: Number | None
    dashes: bool = False
    sign: str = ""
    """'≥' or '≤' if the number is a bound; it may be left out."""

    @property
    def count(self) -> int:
        return int(self.value is not None)

    def read(self, text: str) -> Reading:
        bare = text.strip().casefold()
        if self.dashes and bare in INFINITE:
            return Reading(math.inf)
        if bare in NONE:
            return Reading()
        number = cell_number(text.strip())
        return Reading(None, (text.strip(),)) if number is None else Reading(number)

    def compare(self, value: Any, question: Question) -> list[Fault]:
        return [] if value == self.value else [Fault(question.order, question.why)]

    def complain(self, line: int, word: str, column: str) -> Message:
        return Message("Line {line}: '{text}' in column {column} is no number.", line=line, text=word, column=column)

    def text(self) -> str:
        if self.value is None:
            return "-"
        return f"{self.sign} {format_number(self.value)}".strip() if math.isfinite(self.value) else sign_infinite(self)


def sign_infinite(answer: NumberAnswer) -> str:
    assert answer.value is not None
    return "∞" if answer.dashes else format_number(answer.value)


@dataclass(frozen=True)
class ChoiceAnswer(Answer):
    """One of a few options; each has a key, and a text for people."""

    options: tuple[tuple[str, Message | str], ...]
    right: tuple[str, ...]

    def read(self, text: str) -> Reading:
        bare = " ".join(text.casefold().split()).strip(".")
        if bare in ("", "?") or (bare in NONE and bare not in self.list_written()):
            return Reading()
        known = self.list_written()
        if bare in known:
            return Reading(known[bare])
        likely = {key for written, key in known.items() if written.startswith(bare)}
        return Reading(likely.pop()) if len(likely) == 1 else Reading(None, (text.strip(),))

    def list_written(self) -> dict[str, str]:
        """What may be written, and which option it is."""
        found: dict[str, str] = {}
        for key, shown in self.options:
            texts = [shown.text(language) for language in LANGUAGES] if isinstance(shown, Message) else [shown]
            found |= {written.casefold(): key for written in (key, *texts)}
        return found

    def compare(self, value: Any, question: Question) -> list[Fault]:
        return [] if value in self.right else [Fault(question.order, question.why)]

    def text(self) -> str:
        return str(dict(self.options)[self.right[0]])


@dataclass(frozen=True)
class SequenceAnswer(Answer):
    """Names in an order; ``reasons`` says why each stands where it does.

    What stands before the first fault is right; what comes after it is not looked at.
    """

    right: tuple[str, ...]
    names: tuple[str, ...]
    reasons: tuple[Message, ...] = ()
    also: tuple[tuple[str, ...], ...] = ()
    """Other answers that are right."""

    @property
    def count(self) -> int:
        return max(1, len(self.right))

    def read(self, text: str) -> Reading:
        found, unread = split_names(text, self.names)
        return Reading(tuple(found) if found or text.strip().casefold() in NONE else None, tuple(unread))

    def compare(self, value: Any, question: Question) -> list[Fault]:
        given = tuple(value or ())
        if given == self.right or given in self.also:
            return []
        same = 0
        while same < min(len(given), len(self.right)) and given[same] == self.right[same]:
            same += 1
        why = self.reasons[same] if same < len(self.reasons) else question.why
        return [Fault(question.order, why)] * max(1, len(self.right) - same)

    def text(self) -> str:
        return " ".join(self.right) or "-"


@dataclass(frozen=True)
class SetAnswer(Answer):
    """Names in any order. ``faults`` says for each that could be named what is wrong if it is missing (where it is
    right) or there (where it is not).
    """

    right: frozenset[str]
    names: tuple[str, ...]
    faults: Mapping[str, Fault] = field(default_factory=dict, compare=False)
    reader: Callable[[str], tuple[set[str], list[str]]] | None = field(default=None, compare=False)

    @property
    def count(self) -> int:
        return len(self.right)

    def read(self, text: str) -> Reading:
        if self.reader is not None:
            found, unread = self.reader(text)
            return Reading(frozenset(found), tuple(unread))
        listed, unread = split_names(text, self.names)
        empty = text.strip().casefold() in NONE and text.strip() != ""
        return Reading(frozenset(listed) if listed or empty else None, tuple(unread))

    def compare(self, value: Any, question: Question) -> list[Fault]:
        if value is None:
            return [self.fault(name, question) for name in sorted(self.right)] or [Fault(question.order, question.why)]
        return [self.fault(name, question) for name in sorted(self.right ^ set(value))]

    def complain(self, line: int, word: str, column: str) -> Message:
        if self.reader is None:
            return super().complain(line, word, column)
        return Message("Line {line}: '{text}' is no edge of the tree.", line=line, text=word)

    def fault(self, name: str, question: Question) -> Fault:
        """What is wrong where this name is missing, or too much."""
        return self.faults.get(name, Fault(question.order, question.why))

    def text(self) -> str:
        return " ".join(name for name in self.names if name in self.right) or "-"


@dataclass(frozen=True)
class QueueAnswer(Answer):
    """Names, each with a number: ``B:5 C:7``, in any order."""

    right: tuple[tuple[str, Number], ...]
    names: tuple[str, ...]

    def read(self, text: str) -> Reading:
        bare = " ".join(text.split())
        if bare.casefold() in NONE:
            return Reading(frozenset() if bare else None)
        known = {name.casefold(): name for name in self.names}
        found, rest = set(), bare
        for piece in re.finditer(r"([^\W\d_]\w*?)\s*[:=(,/ ]?\s*(-?\d+(?:[.,]\d+)?)\s*\)?", bare):
            number = cell_number(piece[2])
            if piece[1].casefold() in known and number is not None:
                found.add((known[piece[1].casefold()], number))
                rest = rest.replace(piece[0], " ", 1)
        unread = [word for word in re.split(r"[\s,;()\[\]{}|]+", rest) if word and word.casefold() not in BETWEEN]
        return Reading(frozenset(found) if found else None, tuple(unread))

    def compare(self, value: Any, question: Question) -> list[Fault]:
        return [] if value == frozenset(self.right) else [Fault(question.order, question.why)]

    def text(self) -> str:
        return " ".join(f"{name}:{format_number(number)}" for name, number in self.right) or "-"


def split_names(text: str, names: tuple[str, ...]) -> tuple[list[str], list[str]]:
    """The names in a text, and the words that are none; single letters need nothing between them.

    >>> split_names("A, b->c et z", ("a", "b", "c"))
    (['a', 'b', 'c'], ['z'])
    >>> split_names("abc", ("a", "b", "c"))
    (['a', 'b', 'c'], [])
    """
    known = {name.casefold(): name for name in names}
    found: list[str] = []
    unread: list[str] = []
    for word in filter(None, SEPARATORS.split(text)):
        bare = word.casefold().strip(".-–")
        if bare in known:
            found.append(known[bare])
        elif bare and all(letter in known for letter in re.sub(r"[-–−]", "", bare)):
            found += [known[letter] for letter in re.sub(r"[-–−]", "", bare)]
        elif word.casefold() not in (*NONE, *BETWEEN):
            unread.append(word)
    return found, unread
