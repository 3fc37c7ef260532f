"""What the servers of the protocols share: lines in, lines out, and thoughts for whoever drives them to think.

Who drives a server hands it each line with ``receive`` and writes the lines of the reply. A reply may hold a thought:
it is thought over, news of it go to ``report`` and the move to ``conclude``, which replies again. Meanwhile a line that
``interrupts`` ends the thought, and no other follows it; ``answer_meanwhile`` knows the lines that don't end it.

    server.receive("genmove b")     Reply(thought=Thought(state, Limits(time=3)))
    server.conclude("f5", result)   Reply(lines=("= F5", ""))
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from elagage.evaluation.weights import POINT
from elagage.game import MAX, Game
from elagage.result import Info, Limits, Result, Score

__all__ = ["NAME", "Reply", "Server", "Thought", "clean_line", "points_of"]

NAME = "Elagage"
"""What the servers call themselves, in letters that every program can show."""
LONGEST = 100_000
"""Characters of a line that are read."""


@dataclass(frozen=True)
class Thought:
    """A position to think over, within limits; ``plays`` says that a move is to be made, ``every_move`` that each move
    needs its score, ``waits`` that the answer is not wanted before it is asked for.
    """

    state: Any
    limits: Limits = field(default_factory=Limits)
    plays: bool = True
    every_move: bool = False
    waits: bool = False


class Reply(NamedTuple):
    """Lines to write, then what to think over; ``ends`` says that the conversation is over."""

    lines: tuple[str, ...] = ()
    thought: Thought | None = None
    ends: bool = False


class Server(ABC):
    """Our side of a conversation in which another program asks; ``limits`` are those that a person set."""

    version: str = "?"
    """Ours, as whoever drives the server knows it."""

    def __init__(self, game: Game[Any, Any], limits: Limits | None = None) -> None:
        self.game = game
        self.limits = limits or Limits()
        self.history: list[Any] = [game.start()]
        """The positions of the game so far, the last one on the board."""

    @property
    def state(self) -> Any:
        """The position on the board."""
        return self.history[-1]

    @abstractmethod
    def receive(self, line: str) -> Reply:
        """What a line asks for."""

    @abstractmethod
    def conclude(self, move: Any, result: Result[Any] | None) -> Reply:
        """What to say when a thought has ended with a move (None: the game is over), and what was found with it."""

    def report(self, info: Info[Any]) -> tuple[str, ...]:  # noqa: ARG002  (some protocols have no word for it)
        """What to say of a thought that goes on."""
        return ()

    def interrupts(self, line: str) -> bool:  # noqa: ARG002
        """Does this line end a thought that goes on?"""
        return False

    def answer_meanwhile(self, line: str) -> tuple[str, ...] | None:  # noqa: ARG002
        """The answer to a line while a thought goes on; None if the line has to wait."""
        return None

    def limit(self, wanted: Limits) -> Limits:
        """The limits that a person set, and where there are none of them those that the other program wants."""
        return wanted if self.limits == Limits() else self.limits

    def only_move(self) -> Any:
        """The move of a position that has no other; None if there are several, or none."""
        moves = [] if self.game.over(self.state) else list(self.game.moves(self.state))
        return moves[0] if len(moves) == 1 else None


def clean_line(line: str) -> str:
    """A line without control characters, short enough to be read; blanks for tabs."""
    return re.sub(r"[\x00-\x1f\x7f]", "", line[:LONGEST].replace("\t", " ")).strip()


def points_of(game: Game[Any, Any], score: Score, player: int) -> float:
    """A score for a player, in points of the game (discs) where learned weights or an end say so, else as it is.

    >>> from elagage.loading import load
    >>> points_of(load("othello"), Score.win(3, 14), 1)
    -14.0
    """
    points = float(score.value)
    if not score.is_decided and hasattr(game, "learned_weights"):
        points /= POINT
    return points if player == MAX else 0.0 - points
