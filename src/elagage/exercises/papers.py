"""A paper: the exercises that a student has before them, what each counts, and the heads of their answers."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from elagage.exercises.posed import Posed
from elagage.exercises.questions import Question
from elagage.i18n import Message

__all__ = ["Paper", "list_columns", "split_number"]

NUMBERED = re.compile(r"\s*(?:ex\w*\.?\s*)?(\d{1,3})\s*[._: -]\s*(.+?)\s*", re.IGNORECASE)


@dataclass(frozen=True)
class Paper:
    """The exercises of one student; an empty name stands for everybody."""

    student: str
    exercises: tuple[Posed, ...]
    points: tuple[float, ...] = ()
    """What each exercise counts; all the same, if none are given."""
    numbered: bool = False
    """Is it a sheet, whose exercises have numbers?"""
    titles: tuple[Message | str, ...] = ()

    @property
    def weights(self) -> tuple[float, ...]:
        """What each exercise counts."""
        return self.points or (1,) * len(self.exercises)


def split_number(column: str) -> tuple[int, str]:
    """The number of the exercise in front of a column's head, and the rest; 0 if there is none.

    >>> split_number("2.c.rank"), split_number("Ex 1: a"), split_number("remark")
    ((2, 'c.rank'), (1, 'a'), (0, 'remark'))
    """
    found = NUMBERED.fullmatch(column)
    return (int(found[1]), found[2]) if found else (0, column)


def list_columns(paper: Paper) -> Iterator[tuple[str, Question]]:
    """The heads of the columns for a paper's answers, each with its question."""
    for number, posed in enumerate(paper.exercises, 1):
        for question in posed.questions:
            yield f"{number}.{question.name}" if paper.numbered else question.name, question
