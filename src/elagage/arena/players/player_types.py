"""What a player of the arena is: asked for a move through ``choose(turn)``, told how long it may take.

Whatever goes wrong there is a ``Failure`` of a kind that is recorded; the game is lost for it.
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

from elagage.i18n import Message
from elagage.result import Result

__all__ = ["FAILURES", "Choice", "Failure", "Player", "Resigned", "Resources", "Turn"]

FAILURES = ("crash", "hang", "illegal", "time", "worker")
"""Why a game is lost otherwise than on the board: it broke down, gave no answer, made an illegal move, took too long;
or its worker died."""


class Failure(Exception):
    """A player did not give a legal move: why, and what there is to say of it."""

    def __init__(self, kind: str, message: Message | str = "") -> None:
        super().__init__(kind, message)
        self.kind = kind
        self.message = message


class Resigned(Exception):
    """A player gives the game up."""


@dataclass(frozen=True)
class Turn:
    """What a player is asked: a position, how the game came there, and how long to think (None: as it likes)."""

    state: Any
    start: Any
    """Where the game began, its opening included."""
    opening: tuple[str, ...] | None
    """The moves that lead from the game's own beginning to ``start``, if they are known."""
    names: tuple[str, ...]
    """The moves made since then."""
    seed: int
    """For what is drawn at random."""
    clock: float | None = None
    patience: float = 60.0
    """After so many seconds a player that does not answer is given up."""
    stop: Callable[[], bool] | None = None
    """Asked now and then: does somebody want the move at once?"""
    on_wait: Callable[[], None] | None = None
    """Called before the rules are compiled."""
    source: random.Random | None = None
    """Where chance comes from instead of the seed."""

    def chooser(self) -> random.Random:
        """What draws at random in this turn."""
        return random.Random(self.seed) if self.source is None else self.source


class Choice(NamedTuple):
    """A move, how many positions were looked at (0 if that is not known), and what a search found if there was one."""

    move: Any
    nodes: int = 0
    result: Result[Any] | None = None


@dataclass(frozen=True)
class Resources:
    """What the players that search may use: interpreted code alone, threads, megabytes of their table (None: few)."""

    plain: bool = False
    threads: int = 1
    memory: float | None = None
    timed_levels: bool = False
    """Do levels keep to their own seconds a move where their depth alone could decide?"""


class Player(ABC):
    """A player at the board."""

    @abstractmethod
    def choose(self, turn: Turn) -> Choice:
        """Its move; Failure if there is none, Resigned if it gives up."""

    def prepare(self, patience: float) -> None:  # noqa: B027  (most players need nothing)
        """Do what takes long before the clock runs; Failure if that is in vain."""

    def close(self) -> None:  # noqa: B027  (most players have nothing to close)
        """End whatever was started."""
