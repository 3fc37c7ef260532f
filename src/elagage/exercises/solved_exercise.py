"""An exercise: a tree with names, what was asked for, and the solution that the algorithm itself gave.

Inner nodes are called a, b, c ... level by level, leaves by their parent and their place: ``e.2`` is the second branch
of e. Capitals are not used since the notation of trees reads some of them as numbers.
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Sequence
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

from elagage.errors import ElagageError, FileError, LimitsError
from elagage.games.tree import Tree
from elagage.record import parse_json
from elagage.result import MAX, MIN, Number, json_number
from elagage.search.alphabeta import alphabeta
from elagage.search.minimax import minimax
from elagage.search.negamax import negamax
from elagage.trace import Trace, deep_cuts

__all__ = [
    "ALGORITHMS",
    "Exercise",
    "Wanted",
    "exercise_json",
    "format_named_tree",
    "make_exercise",
    "read_document",
    "read_exercise",
]  # fmt: skip

ALGORITHMS = ("minimax", "negamax", "alphabeta")
FORMAT = "elagage exercise 1"
MOST_LEAVES = 400
"""More than that nobody solves by hand."""
MOST_BYTES = 1_000_000


@dataclass(frozen=True)
class Wanted:
    """What an exercise must be like; what is None may be anything."""

    algorithm: str = "alphabeta"
    depth: int = 3
    branching: int | tuple[int, int] = 2
    """Branches of every inner node, or the fewest and the most of them."""
    low: int = 0
    high: int = 20
    cuts: int | None = None
    alpha_cuts: int | None = None
    beta_cuts: int | None = None
    deep: bool = False
    """At least one deep cut."""
    ties: bool = True
    """May leaves be equal?"""
    strict: bool = False
    """Cut on α > β only."""
    soft: bool = True
    """Fail-soft answers, or clamped to the window."""
    first: int = MAX

    @property
    def branches(self) -> tuple[int, int]:
        """The fewest and the most branches of an inner node."""
        return (self.branching, self.branching) if isinstance(self.branching, int) else self.branching

    def options(self) -> dict[str, str]:
        """The options of the command line that ask for this, by field."""
        fewest, most = self.branches
        texts = {
            "depth": f"--depth {self.depth}",
            "branching": f"--branching {fewest}" if fewest == most else f"--branching {fewest}-{most}",
            "high": f"--values {self.low}:{self.high}" if self.low < 0 else f"--values {self.low}-{self.high}",
        }
        for name in ("cuts", "alpha_cuts", "beta_cuts"):
            if getattr(self, name) is not None:
                texts[name] = f"--{name.replace('_', '-')} {getattr(self, name)}"
        flags = {
            "deep": self.deep,
            "no-ties": not self.ties,
            "strict": self.strict,
            "hard": not self.soft,
            "min-first": self.first == MIN,
        }
        return texts | {name: f"--{name}" for name, asked in flags.items() if asked}

    def check(self) -> None:
        """LimitsError for what makes no sense whatever the tree."""
        fewest, most = self.branches
        if self.algorithm not in ALGORITHMS:
            raise LimitsError(
                "There is no exercise on {name}: choose one of {names}.",
                name=self.algorithm,
                names=", ".join(ALGORITHMS),
            )
        if not 1 <= self.depth <= 12 or not 1 <= fewest <= most:
            raise LimitsError("A tree has a depth from 1 to 12 and 1 branch or more a node: change the numbers.")
        if most**self.depth > MOST_LEAVES:
            raise LimitsError(
                "A tree of depth {depth} and {branches} branches a node may have {leaves} leaves: ask for "
                "less, {most} is the most.",
                depth=self.depth,
                branches=most,
                leaves=most**self.depth,
                most=MOST_LEAVES,
            )
        if self.low > self.high:
            raise LimitsError(
                "The values go from {low} to {high}: give the smaller one first.", low=self.low, high=self.high
            )
        if self.first not in (MAX, MIN):
            raise LimitsError("The first player is 0 (Max) or 1 (Min), not {first}.", first=self.first)
        if self.algorithm == "alphabeta" and self.strict and not self.soft:
            raise LimitsError(
                "A clamped answer never exceeds the window, so --strict with --hard cuts next to nothing: "
                "choose one of them."
            )
        counts = [count for count in (self.cuts, self.alpha_cuts, self.beta_cuts) if count is not None]
        if any(count < 0 for count in counts):
            raise LimitsError("A number of cuts is 0 or more.")
        if self.algorithm != "alphabeta" and (any(counts) or self.deep):
            raise LimitsError("{name} cuts nothing: ask for cuts with alphabeta, or for none.", name=self.algorithm)


@dataclass(frozen=True)
class Exercise:
    """A tree to solve, and its solution."""

    wanted: Wanted
    seed: int | None
    tree: Tree
    text: str
    trace: Trace
    """What the algorithm did."""
    walk: Trace
    """What minimax does, which visits every node: the whole tree, for pictures of it."""
    value: Number
    """The root's value for Max."""
    nodes: int
    leaves: int
    alpha_cuts: int
    beta_cuts: int
    deep_cuts: int

    @property
    def cuts(self) -> int:
        """Cuts of both kinds."""
        return self.alpha_cuts + self.beta_cuts

    @property
    def labels(self) -> Sequence[str]:
        """The name of each node of the tree, by its number."""
        return self.tree.labels


def make_exercise(tree: str | Sequence[Any], wanted: Wanted, seed: int | None = None) -> Exercise:
    """The exercise on a given tree; one without names gets them."""
    text = tree if isinstance(tree, str) else format_named_tree(tree)
    game = Tree(text, wanted.first)
    walk = Trace()
    result = minimax(game, trace=walk)
    trace = walk if wanted.algorithm == "minimax" else Trace()
    if wanted.algorithm == "alphabeta":
        result = alphabeta(game, soft=wanted.soft, strict=wanted.strict, trace=trace)
    elif wanted.algorithm == "negamax":
        result = negamax(game, trace=trace)
    return Exercise(
        wanted, seed, game, text, trace, walk, result.value, result.nodes, result.leaves,
        result.alpha_cuts, result.beta_cuts, len(deep_cuts(trace.events, wanted.strict)),
    )  # fmt: skip


def names() -> Any:
    """a, b ... z, aa, ab ..."""
    letters = "abcdefghijklmnopqrstuvwxyz"
    yield from letters
    for first in letters:
        for second in letters:
            yield first + second
    number = 1
    while True:
        yield f"n{number}"
        number += 1


def format_named_tree(tree: Sequence[Any]) -> str:
    """Nested lists in the notation of trees, the inner nodes named level by level."""
    called: dict[tuple[int, ...], str] = {}
    fresh = names()
    waiting: deque[tuple[tuple[int, ...], Any]] = deque([((), tree)])
    while waiting:
        way, node = waiting.popleft()
        if isinstance(node, list | tuple):
            called[way] = next(fresh)
            waiting.extend(((*way, place), child) for place, child in enumerate(node))

    def write(way: tuple[int, ...], node: Any) -> str:
        if not isinstance(node, list | tuple):
            return str(node)
        inner = " ".join(write((*way, place), child) for place, child in enumerate(node))
        return f"{called[way]}=({inner})"

    return write((), tree)


def exercise_json(exercise: Exercise, solution: dict[str, Any]) -> bytes:
    """The file of an exercise; the solution in it is for people and is not read back."""
    document = {
        "format": FORMAT,
        "seed": exercise.seed,
        "options": asdict(exercise.wanted),
        "tree": exercise.text,
        "value": json_number(exercise.value),
        "cuts": {"alpha": exercise.alpha_cuts, "beta": exercise.beta_cuts, "deep": exercise.deep_cuts},
        "solution": solution,
    }
    return (json.dumps(document, indent=1, ensure_ascii=False) + "\n").encode()


def read_document(path: Path) -> Any:
    """The JSON in a file; None if it is too large."""
    try:
        with path.open("rb") as file:
            content = file.read(MOST_BYTES + 1)
        return parse_json(content.decode("utf-8-sig")) if len(content) <= MOST_BYTES else None
    except (OSError, ValueError, RecursionError) as error:
        problem = getattr(error, "strerror", None) or error
        raise FileError("{path} can't be read: {problem}.", path=repr(str(path)), problem=problem) from None


def read_exercise(path: Path) -> Exercise:
    """The tree's exercise in a file that ``elagage exercise -o FILE.json`` made; its tree is solved anew."""
    document = read_document(path)
    try:
        if not isinstance(document, dict) or document["format"] != FORMAT:
            raise ValueError
        options, tree, seed = document["options"], document["tree"], document["seed"]
        known = {field.name: field.type for field in fields(Wanted)}
        if not isinstance(tree, str) or not isinstance(options, dict) or set(options) - set(known):
            raise ValueError
        if isinstance(options.get("branching"), list):
            options["branching"] = tuple(options["branching"])
        wanted = Wanted(**options)
        wanted.check()
        return make_exercise(tree, wanted, seed if isinstance(seed, int) else None)
    except (KeyError, TypeError, ValueError, ElagageError):
        raise FileError(
            "{path} holds no exercise: give a file that elagage exercise -o FILE.json made.", path=path
        ) from None
