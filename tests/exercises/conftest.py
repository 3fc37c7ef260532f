"""Shared by the tests of exercises: the course's tree as an exercise, and a class's answers marked."""

from __future__ import annotations

import pytest
from trees import COURSE

from elagage.exercises import Wanted, make_exercise
from elagage.exercises.class_marks import grade


@pytest.fixture
def exercise():
    return make_exercise(COURSE, Wanted(), 7)


@pytest.fixture
def graded(tmp_path, exercise):
    """Marks for the answers in a text, or in the bytes of a file."""

    def mark(text, name="answers.csv", encoding="utf-8"):
        path = tmp_path / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode(encoding))
        return grade(path, exercise)

    return mark
