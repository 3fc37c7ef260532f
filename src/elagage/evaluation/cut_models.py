"""How well a shallow search foretells a deep one, by phase and depth: what statistical cuts go by; its file.

A model belongs to a game and the heuristic it was fitted with, and is a few numbers a phase and depth. It says nothing
that is certain: who cuts by it gets values that are probably right.
"""

from __future__ import annotations

import functools
import math
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from elagage.array_files import read_arrays, write_arrays
from elagage.errors import FileError, LoadError
from elagage.evaluation.heuristics import SHIPPED
from elagage.game import Game
from elagage.i18n import Message

__all__ = ["CUTS_SUFFIX", "CutModel", "CutRow", "find_cuts", "read_cuts", "write_cuts"]

KIND = "cuts 1"
WHAT = Message("a model of statistical cuts")
CUTS_SUFFIX = ".cuts"
MOST_PHASES, MOST_DEPTH = 64, 64


@dataclass(frozen=True)
class CutRow:
    """The value at a depth is about slope times that of the check, plus the intercept; in the heuristic's numbers."""

    depth: int
    check: int
    slope: float
    intercept: float
    sigma: float
    """The standard deviation of the error."""
    doubt: float
    """How far from the value of the check the estimate of a position usually is."""


@dataclass(frozen=True)
class CutModel:
    """The rows of each phase."""

    spec: str
    heuristic: str
    """The name of the heuristic; empty: the game's own."""
    sure: float
    """By how many deviations a check has to clear a bound."""
    rows: tuple[tuple[CutRow, ...], ...]
    facts: dict[str, Any] = field(default_factory=dict)
    """How it was made, for people."""


def write_cuts(path: Path, model: CutModel) -> None:
    """Keep a model in a file, which is whole or not there."""
    facts = {
        "game": model.spec,
        "heuristic": model.heuristic,
        "sure": model.sure,
        "rows": [[list(asdict(row).values()) for row in rows] for rows in model.rows],
        "facts": model.facts,
    }
    write_arrays(path, KIND, facts, {})


def read_cuts(path: Path) -> CutModel:
    """The model in a file; FileError if it is none, or damaged."""
    facts, _arrays = read_arrays(path, KIND, WHAT)
    try:
        rows = tuple(tuple(read_row(row) for row in phase) for phase in facts["rows"])
        sure = float(facts["sure"])
        if not 1 <= len(rows) <= MOST_PHASES or not 0 <= sure < math.inf:
            raise ValueError("rows")
        return CutModel(str(facts["game"]), str(facts["heuristic"]), sure, rows, dict(facts["facts"]))
    except (ValueError, KeyError, TypeError) as error:
        raise FileError("{path} is damaged ({problem}).", path=path, problem=error) from None


def read_row(row: Any) -> CutRow:
    """A row from JSON; ValueError if it makes no sense."""
    depth, check, *numbers = row
    slope, intercept, sigma, doubt = map(float, numbers)
    if type(depth) is not int or type(check) is not int or not 0 <= check < depth <= MOST_DEPTH:
        raise ValueError("depth")
    if not all(map(math.isfinite, (slope, intercept, sigma, doubt))) or slope <= 0 or sigma < 0 or doubt < 0:
        raise ValueError("row")
    return CutRow(depth, check, slope, intercept, sigma, doubt)


def find_cuts(game: Game[Any, Any], name: str | None = None) -> CutModel | None:
    """The model in a file of that name, or the one that is shipped for the game as it is judged; None if there is none.

    LoadError if the file is for another game.
    """
    if name is None:
        path = find_shipped_cuts(game)
        return None if path is None else read_once(path)
    model = read_cuts(Path(name))
    if model.spec != game.spec:
        raise LoadError(
            "The cuts in {path} were fitted for {other}, and this is {game}.",
            path=name,
            other=model.spec,
            game=game.spec,
        )
    return model


def find_shipped_cuts(game: Game[Any, Any]) -> Path | None:
    """The file of the model that is shipped for a game with the heuristic it is judged by."""
    if not game.spec or not type(game).__module__.startswith("elagage.games."):
        return None
    words = [game.spec.replace(":", "-").replace(",", "-"), *([game.judged_by] if game.judged_by else [])]
    path = SHIPPED / ("-".join(words) + CUTS_SUFFIX)
    return path if path.is_file() else None


@functools.lru_cache(maxsize=16)
def read_once(path: Path) -> CutModel:
    """A shipped model, which stays as it is."""
    return read_cuts(path)
