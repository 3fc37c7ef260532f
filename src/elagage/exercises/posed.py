"""The one shape of all kinds of exercises.

A *kind* draws an instance from a seed and a few options, and solves it with the library's own algorithms. What comes
out is a *posed exercise*: what is said, what is shown, the questions with their typed answers, and the solution.
Sheets, quizzes, marks and files know nothing but this shape, so that a new kind is one file in ``kinds/``.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from elagage.errors import ElagageError, FileError, LimitsError
from elagage.exercises.questions import Question
from elagage.exercises.solved_exercise import Exercise, read_document, read_exercise
from elagage.game import Game
from elagage.i18n import Message
from elagage.paths.path_result import PathTrace
from elagage.paths.problem import GraphProblem
from elagage.result import Number

__all__ = [
    "BoardMaterial", "GraphMaterial", "Kind", "Material", "Option", "PathMaterial", "Posed", "Table", "TreeMaterial",
    "as_posed", "exercise_file", "flag", "one_of", "read_posed", "span", "whole",
]  # fmt: skip

FORMAT = "elagage exercise 2"


# What is shown


@dataclass(frozen=True)
class TreeMaterial:
    """A tree, blank and then solved; ``letters`` are shown for numbers that stand for something."""

    exercise: Exercise
    letters: Mapping[Number, str] = field(default_factory=dict)


@dataclass(frozen=True)
class GraphMaterial:
    """A graph that a token moves on, from its first vertex. ``notes`` stand below vertices from the start, ``found`` in
    the solution; ``regions`` and ``moves`` are those of a solved game.
    """

    graph: Mapping[str, Sequence[str]]
    owner: Mapping[str, int] | None
    """Who moves where; None if both have the same moves."""
    notes: Mapping[str, Message | str] = field(default_factory=dict)
    found: Mapping[str, str] = field(default_factory=dict)
    regions: Mapping[str, Any] = field(default_factory=dict)
    moves: Mapping[str, str] = field(default_factory=dict)
    layered: bool = False
    """Do all arcs lead to the next layer, and does the order of vertices matter?"""


@dataclass(frozen=True)
class BoardMaterial:
    """A position of a game."""

    game: Game[Any, Any]
    state: Any


@dataclass(frozen=True)
class PathMaterial:
    """A graph with costs, and what a path search did on it; ``notes`` are the estimates."""

    problem: GraphProblem
    trace: PathTrace
    path: tuple[Any, ...]
    notes: Mapping[Any, str]


Material = TreeMaterial | GraphMaterial | BoardMaterial | PathMaterial


@dataclass(frozen=True)
class Table:
    """A table of the solution; the first row is its head."""

    title: Message
    rows: tuple[tuple[Message | str, ...], ...]


# What is asked


@dataclass(frozen=True)
class Posed:
    """An exercise that is set."""

    kind: Kind
    seed: int | None
    options: Mapping[str, Any]
    given: Mapping[str, Any]
    """The instance, as a file keeps it."""
    statement: tuple[Message, ...]
    """What is asked, and the conventions."""
    material: Material
    questions: tuple[Question, ...]
    solution: tuple[Message, ...]
    """The solution in sentences."""
    tables: tuple[Table, ...] = ()
    weights: Mapping[str, int] = field(default_factory=dict)
    """What each part counts; the order is that of the columns of marks."""

    @property
    def heading(self) -> Message:
        """What the exercise is called."""
        if self.seed is None:
            return self.kind.title
        return Message("Exercise {number}. {title}", number=self.seed, title=self.kind.title)

    @property
    def command(self) -> str:
        """The command that makes the exercise again, or nothing."""
        if self.seed is None:
            return ""
        return " ".join(["elagage exercise --kind", self.kind.name, *option_texts(self), f"--seed {self.seed}"])


@dataclass(frozen=True)
class Option:
    """Something of a kind that can be asked for; ``read`` takes what a person, a TOML or a JSON file says."""

    name: str
    default: Any
    read: Callable[[Any], Any]


@dataclass(frozen=True)
class Kind:
    """How a kind of exercise is made."""

    name: str
    title: Message
    options: tuple[Option, ...]
    draw: Callable[[Mapping[str, Any], int], dict[str, Any]]
    """An instance of that seed, as JSON could hold it."""
    pose: Callable[[Kind, Mapping[str, Any], Mapping[str, Any], int | None], Posed]
    """The exercise on an instance, solved: of the kind, the options, the instance and the seed."""

    def settle(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        """The options with their defaults; LimitsError for one that the kind has not."""
        known = {option.name: option for option in self.options}
        wishes = {name.replace("-", "_"): value for name, value in asked.items() if value is not None}
        for name in wishes:
            if name not in known:
                raise LimitsError(
                    "An exercise of the kind {kind} has no option {option}: it has {options}.",
                    kind=self.name,
                    option=name.replace("_", "-"),
                    options=", ".join(option.name.replace("_", "-") for option in self.options) or "-",
                )
        return {name: option.read(wishes.get(name, option.default)) for name, option in known.items()}

    def make(self, asked: Mapping[str, Any], seed: int) -> Posed:
        """The exercise of that seed."""
        options = self.settle(asked)
        return self.pose(self, options, self.draw(options, seed), seed)


def option_texts(posed: Posed) -> list[str]:
    """The options of the command line that differ from the defaults."""
    usual = posed.kind.settle({})
    texts = []
    for name, value in posed.options.items():
        if value == usual[name] or value is None:
            continue
        word = f"--{name.replace('_', '-')}"
        texts.append(word if value is True else f"{word} {value}")
    return texts


# Reading options


def whole(name: str, low: int, high: int) -> Callable[[Any], int | None]:
    """Reads a whole number of that range, or nothing."""

    def read(value: Any) -> int | None:
        if value is None:
            return None
        try:
            number = int(str(value))
        except ValueError:
            number = low - 1
        if not low <= number <= high:
            raise LimitsError("{option} is a whole number from {low} to {high}.", option=name, low=low, high=high)
        return number

    return read


def flag(name: str) -> Callable[[Any], bool]:
    """Reads yes or no."""

    def read(value: Any) -> bool:
        if value not in (True, False):
            raise LimitsError("{option} is true or false.", option=name)
        return bool(value)

    return read


def one_of(name: str, choices: Sequence[str]) -> Callable[[Any], str]:
    """Reads one of a few words."""

    def read(value: Any) -> str:
        if value not in choices:
            raise LimitsError("{option} is one of {choices}.", option=name, choices=", ".join(choices))
        return str(value)

    return read


def span(name: str, example: str) -> Callable[[Any], str]:
    """Reads a range of whole numbers, which may be negative: ``2-3``, ``-9:9``, ``5``, ``[2, 3]``."""

    def read(value: Any) -> str:
        ends = value if isinstance(value, list | tuple) else None
        if ends is None:
            found = re.fullmatch(r"\s*(-?\d{1,9})\s*(?:(?:-|:|\.\.)\s*(-?\d{1,9}))?\s*", str(value))
            ends = [found[1], found[2] or found[1]] if found else []
        if len(ends) != 2 or not all(re.fullmatch(r"-?\d{1,9}", str(end)) for end in ends):
            raise LimitsError("{option} is a range of whole numbers, such as {example}.", option=name, example=example)
        low, high = int(ends[0]), int(ends[1])
        return str(low) if low == high else f"{low}:{high}" if low < 0 else f"{low}-{high}"

    return read


def as_posed(exercise: Exercise | Posed) -> Posed:
    """The exercise in the one shape; a solved tree gets it here."""
    if isinstance(exercise, Posed):
        return exercise
    from elagage.exercises.kinds.tree_kind import pose_tree  # late: the kinds are made of what is above

    return pose_tree(exercise)


def read_posed(path: Path) -> Posed:
    """The exercise in a file that ``elagage exercise -o FILE.json`` made; it is solved anew."""
    from elagage.exercises.kinds import find_kind

    document = read_document(path)
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        return as_posed(read_exercise(path))
    try:
        kind = find_kind(str(document["kind"]))
        options, given, seed = document["options"], document["given"], document["seed"]
        if not isinstance(options, dict) or not isinstance(given, dict):
            raise ValueError
        return kind.pose(kind, kind.settle(options), given, seed if isinstance(seed, int) else None)
    except (KeyError, TypeError, ValueError, AttributeError, IndexError, StopIteration, AssertionError, ElagageError):
        raise FileError(
            "{path} holds no exercise: give a file that elagage exercise -o FILE.json made.", path=path
        ) from None


def exercise_file(posed: Posed) -> bytes:
    """The file of an exercise; the answers in it are for people, and are worked out anew when it is read."""
    document = {
        "format": FORMAT,
        "kind": posed.kind.name,
        "seed": posed.seed,
        "options": dict(posed.options),
        "given": dict(posed.given),
        "statement": [str(sentence) for sentence in posed.statement],
        "questions": [
            {
                "name": question.name,
                "part": question.part,
                "prompt": str(question.prompt),
                "answer": question.answer.text(),
                "why": str(question.why),
            }
            for question in posed.questions
        ],
        "solution": [str(sentence) for sentence in posed.solution],
    }
    return (json.dumps(document, indent=1, ensure_ascii=False) + "\n").encode()
