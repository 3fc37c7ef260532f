"""The problems of the package: one file each, with its diagram, its rules, its heuristics and its notation.

A problem is known by a name, with parameters after a colon: ``npuzzle:8#7``, ``maze:21x15#3``; or it is a file: a map,
a scenario, a road network, or a Python file with a class that derives from ``Problem``. Files are imported only when
their problem is asked for.
"""

from __future__ import annotations

import inspect
import re
from importlib import import_module
from pathlib import Path
from typing import Any

from elagage.errors import LoadError
from elagage.games import Entry, Listing
from elagage.i18n import Message
from elagage.loading import class_in_file, make_instance, split_path
from elagage.paths.problem import Problem

__all__ = ["CATALOGUE", "Listing", "listings", "load_problem", "make", "problem_class"]

CATALOGUE: dict[str, str] = {
    "grid": "elagage.paths.problems.grid:Grid",
    "maze": "elagage.paths.problems.grid:Maze",
    "movingai": "elagage.paths.problems.movingai:MovingAI",
    "npuzzle": "elagage.paths.problems.npuzzle:NPuzzle",
    "cube2": "elagage.paths.problems.cube2:Cube2",
    "river": "elagage.paths.problems.river:River",
    "jugs": "elagage.paths.problems.jugs:Jugs",
    "knights": "elagage.paths.problems.knights:Knights",
    "roads": "elagage.paths.problems.roads:Roads",
}
"""Where each name's class is."""

FILES = re.compile(r"(.+\.(?:(map|scen)(?::[0-9,:]*)?|(txt|road)(?:\s+\S+\s+\S+)?))(:[48])?", re.IGNORECASE | re.DOTALL)
REQUIRED = ("start", "successors", "goal")


ENTRIES: tuple[Entry, ...] = (
    Entry("grid", Message("A grid with walls"), "grid:20x12:30#7:8", "3,0", Message("4 or 8 neighbours")),
    Entry("maze", Message("A maze"), "maze:21x15#3", "3,0", Message("one path and no other")),
    Entry(
        "movingai",
        Message("A MovingAI map or scenario"),
        "movingai:FILE.scen:12",
        "3,0",
        Message("a scenario says its least cost"),
    ),
    Entry(
        "npuzzle",
        Message("The sliding puzzle of 8, 15 or 24 tiles"),
        "npuzzle:8#7:patterns",
        "1,4,2,3,0,5,6,7,8",
        Message("8 tiles: 181,440 boards, at most 31 slides; 15 tiles: at most 80"),
    ),
    Entry(
        "cube2",
        Message("The 2x2x2 cube"),
        "cube2:quarter:R U F' R2",
        "0123456/0000000",
        Message("3,674,160 states, at most 11 turns or 14 quarter turns"),
    ),
    Entry(
        "river",
        Message("River crossings"),
        "river:missionaries:3,2",
        "WCF|G, 3M2CB",
        Message("wolf, goat and cabbage: 7 crossings; 3 missionaries: 11"),
    ),
    Entry("jugs", Message("Water jugs"), "jugs:3,5:4", "0,4", Message("3,5:4 takes 6 steps")),
    Entry(
        "knights",
        Message("A knight's tour"),
        "knights:5x5:c3",
        "Nx./...",
        Message("5x5: only from squares of the corners' colour"),
    ),
    Entry("roads", Message("A road network"), "roads:FILE Paris Lyon", "Paris", Message("whatever you wrote")),
)
"""The problems: what to type, how states are written, and what is known of them."""


def listings() -> list[Listing]:
    """The problems, in the current language: what to type, how states are written, and what is known of them."""
    return [Listing(*map(str, entry)) for entry in ENTRIES]


def problem_class(name: str) -> type[Problem[Any]]:
    """The class behind a name of the catalogue."""
    module, _colon, cls = CATALOGUE[name].partition(":")
    found: type[Problem[Any]] = getattr(import_module(module), cls)
    return found


def make(name: str, parameters: str = "") -> Problem[Any]:
    """The problem of that name with those parameters."""
    problem = problem_class(name).from_text(parameters)
    problem.spec = f"{name}:{parameters}" if parameters else name
    return problem


def load_problem(source: str | Problem[Any] | type[Problem[Any]]) -> Problem[Any]:
    """The problem that a text names; a problem itself is given back as it is, and a class of problems is made into one.

    >>> load_problem("jugs:3,5:4").start()
    Levels(levels=(0, 0))
    """
    if isinstance(source, Problem):
        return source
    if inspect.isclass(source) and issubclass(source, Problem):
        return instance(source)
    if not isinstance(source, str):
        raise LoadError("{value} is no problem: give a name, a file or a Problem.", value=repr(source)[:80])
    text = source.strip()
    name, _colon, parameters = text.partition(":")
    if name.casefold() in CATALOGUE:
        return make(name.casefold(), parameters)
    found = FILES.fullmatch(text)
    if found:
        problem = problem_class("movingai").from_text(text) if found[2] else load_text_file(found[1], found[4])
        problem.spec = text
        return problem
    path, class_name = split_path(text)
    if path is not None:
        return load_file(path, class_name, text)
    raise LoadError(
        "There is no problem '{name}'; the problems are {problems}, or give a file.",
        name=name[:80],
        problems=", ".join(CATALOGUE),
    )


def load_text_file(text: str, ways: str | None) -> Problem[Any]:
    """The grid whose picture is in a file, or else the road network."""
    from elagage.paths.problems.grid import Grid
    from elagage.paths.problems.read_problem import read_text

    path = Path(text)
    if path.suffix.casefold() == ".txt" and Grid.is_picture(picture := read_text(path)):
        return Grid.from_picture(picture, int(ways[1:]) if ways else 4)
    if ways:
        raise LoadError(
            "{path} holds no grid, so {ways} neighbours say nothing: a grid has rows of # . 1-9, one S and one G.",
            path=path,
            ways=ways[1:],
        )
    return problem_class("roads").from_text(text)


def load_file(path: Path, class_name: str, spec: str) -> Problem[Any]:
    """The problem in a user's file: the class of that name, or the only one there is."""
    cls = class_in_file(
        path,
        class_name,
        Problem,
        none=Message("{path} holds no problem: write a class that derives from elagage.paths.Problem in it."),
        several=Message("{path} holds several problems ({names}): choose one, as in {path}:{last}."),
        unknown=Message("{path} holds no problem '{name}'; it has {names}."),
    )
    problem = instance(cls)
    problem.spec = spec
    return problem


def instance(cls: type[Problem[Any]]) -> Problem[Any]:
    """A problem of a class, made without arguments; LoadError says what the class lacks."""
    problem: Problem[Any] = make_instance(
        cls, REQUIRED, Message("The problem {name} lacks {rules}: every problem must have {all}.")
    )
    return problem
