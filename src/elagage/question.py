"""A question to the engine, as one immutable value: which game, which position, within which limits, with which wishes.

Everything that wants a move or a value (``analyse``, ``solve``, levels, players of the arena, the web app) makes a
question and gives it to ``ask`` in ``analysis.py``. A position alone is for people to look at.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar, Generic, Literal

from elagage.game import Game, Move, State
from elagage.lazy import Shown
from elagage.result import Limits

__all__ = ["Goal", "Position", "Question", "Wishes"]

Goal = Literal["move", "value"]
"""A best move within the limits, with the true value where that is within reach; the true value, however long it takes.
"""


@dataclass(frozen=True)
class Wishes:
    """What an answer should hold beside a best move, and what may be spent on it."""

    goal: Goal = "move"
    every_move: bool = False
    """Give each legal move its own score."""
    plain: bool = False
    """Run interpreted."""
    threads: int = 1
    memory: float | None = None
    """Megabytes of the table; None: as many as the goal usually takes."""
    seed: int | None = None
    """Choose at random among equal best moves."""
    cuts: str | None = None
    """A file with a model of statistical cuts; None: the one that is shipped, if there is one."""
    without: tuple[str, ...] = ()
    """Features that the compiled search is to do without (``search/compiled/features.py``)."""
    book: bool = True
    """Ask the book of exact answers that comes with the package, if there is one."""
    method: str = "alphabeta"
    """How a value is found: ``alphabeta`` to the end, or ``proof`` numbers."""


@dataclass(frozen=True)
class Question(Generic[State, Move]):
    """What is asked."""

    game: Game[State, Move]
    position: State
    limits: Limits = field(default_factory=Limits)
    wishes: Wishes = field(default_factory=Wishes)


@dataclass(frozen=True)
class Position(Shown, Generic[State, Move]):
    """A position, seen: ``print`` it, or let a notebook show its board."""

    _drawer: ClassVar[str] = "draw_position"

    game: Game[State, Move]
    state: State
    last: Move | None = None
    """The move that led to it, which is marked."""

    def __str__(self) -> str:
        return self.game.text(self.state)
