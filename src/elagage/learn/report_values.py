"""The values that a report of learning holds. Pictures read them, and compute nothing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from elagage.game import Game

__all__ = ["ANY", "LearningReport", "Motif", "Place", "Progress", "Worth", "WorthMap"]

ANY = " "
"""The piece of cells each of which can show but one thing."""
Place = tuple[int, int]


@dataclass(frozen=True)
class WorthMap:
    """What one kind of piece is worth in each place during a part of a game; the piece "" is one more of a number that
    is shown there, and " " whatever it is that a cell can show.
    """

    period: int
    piece: str
    values: dict[Place, float]


@dataclass(frozen=True)
class Worth:
    """The worth of pieces on the cells, in points or in logarithms of odds."""

    maps: tuple[WorthMap, ...]
    periods: int
    mover: bool
    """For the player to move, and not for Max: who owns the pieces cannot be seen."""
    explained: float
    """The share of the evaluation's variance that is explained so."""


@dataclass(frozen=True)
class Motif:
    """Cells of the board with what is on them, what that is worth, and in which share of positions it is seen."""

    shown: dict[Place, str]
    value: float
    share: float


@dataclass(frozen=True)
class Progress:
    """A generation: the Elo of its weights over weights of 0 with the interval of 95 %, and its error. Who won every
    game is better by an unknown amount: the interval has no end then, and the value is where it begins.
    """

    number: int
    value: float
    low: float
    high: float
    error: float
    kept: bool


@dataclass(frozen=True)
class LearningReport:
    """What was learned of a game."""

    game: Game[Any, Any]
    generations: tuple[Progress, ...]
    worth: Worth
    motifs: tuple[Motif, ...]
    facts: dict[str, Any]
    """How it was learned: positions, depth, seed."""
    logistic: bool
    """Is the unit the logarithm of the odds, and the error in bits? Else both are in points."""
