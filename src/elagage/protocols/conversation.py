"""What the protocols share: a conversation with an engine as lines to send and lines received, with no I/O of its own.

Whoever drives a protocol opens an exchange (``connect``, ``begin_game`` or ``request_move``), sends the lines of each
step, hands every line that comes back to ``receive``, and calls ``expire`` if the step's seconds pass. An event ends
the exchange:

    protocol.connect(10)            Step(lines=("uci",), seconds=10)
    protocol.receive("id name X")   Step()                              wait on, as long as was said before
    protocol.receive("uciok")       Step(event=Ready())
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Generator
from dataclasses import dataclass
from typing import Any, NamedTuple

from elagage.game import Game
from elagage.i18n import _

__all__ = [
    "CLOCK_SHARE",
    "PASSES",
    "Awaited",
    "Breakdown",
    "EngineProtocol",
    "Event",
    "Exchange",
    "MoveFound",
    "MoveRequest",
    "Ready",
    "Refused",
    "Resignation",
    "Step",
]

CLOCK_SHARE = 0.9
"""How much of the time for a move a player is told to think."""
PASSES = ("--", "pass", "pa")
"""How programs write that a player passes; the first is ours."""


@dataclass(frozen=True)
class MoveRequest:
    """A request for a move: the position, how the game came there, and how long it may take."""

    state: Any
    start: Any
    """Where the game began, its opening included."""
    opening: tuple[str, ...] | None
    """The moves that lead from the game's own beginning to ``start``, if they are known."""
    names: tuple[str, ...]
    """The moves made since then."""
    clock: float | None = None
    """Seconds for this move; None: as the program likes."""
    patience: float = 60.0
    """After so many seconds a program that does not answer is given up."""


@dataclass(frozen=True)
class Ready:
    """The program is ready for what comes next."""


@dataclass(frozen=True)
class MoveFound:
    """The program's move by name, and how many positions it looked at (0 if it does not say)."""

    name: str
    nodes: int = 0


@dataclass(frozen=True)
class Resignation:
    """The program gives the game up."""


@dataclass(frozen=True)
class Breakdown:
    """The exchange failed: ``hang`` or ``crash``, and why in a sentence."""

    kind: str
    text: str


Event = Ready | MoveFound | Resignation | Breakdown


class Step(NamedTuple):
    """What is to be done: lines to send, how long to wait from now (None: as said before), and what came of it."""

    lines: tuple[str, ...] = ()
    seconds: float | None = None
    event: Event | None = None


class Awaited(NamedTuple):
    """What an exchange yields: lines to send, and which line it waits for.

    With ``may_expire`` it gets None if that line does not come in time.
    """

    lines: tuple[str, ...]
    is_wanted: Callable[[str], bool]
    seconds: float
    may_expire: bool = False


Exchange = Generator[Awaited, str | None, Event]


class Refused(Exception):
    """The program refused what the exchange can't do without; the text says what."""


class EngineProtocol(ABC):
    """Our side of a conversation with one run of a program, ``name`` in messages; ``depth`` limits its search."""

    farewell = "quit"

    def __init__(self, game: Game[Any, Any], name: str, depth: int | None = None) -> None:
        self.game = game
        self.name = name
        self.depth = depth
        self._exchange: Exchange | None = None
        self._awaited: Awaited | None = None

    def connect(self, patience: float) -> Step:
        """Get a program that has just been started ready for games."""
        return self._open(self.greet(patience))

    def begin_game(self, patience: float) -> Step:
        """Tell the program that another game begins."""
        return self._open(self.announce_game(patience))

    def request_move(self, request: MoveRequest) -> Step:
        """Ask for a move."""
        return self._open(self.ask(request))

    def receive(self, line: str) -> Step:
        """Go on with a line that the program wrote."""
        if self._awaited is None or not self._awaited.is_wanted(line):
            return Step()
        return self._resume(line)

    def expire(self) -> Step:
        """Go on though the wanted line has not come in time."""
        if self._awaited is None:
            return Step()
        if self._awaited.may_expire:
            return self._resume(None)
        seconds = self._awaited.seconds
        self._exchange = self._awaited = None
        text = _("{command} gave no answer in {seconds:g} s.").format(command=self.name, seconds=seconds)
        return Step(event=Breakdown("hang", text))

    def _open(self, exchange: Exchange) -> Step:
        self._exchange = exchange
        return self._resume(None)

    def _resume(self, line: str | None) -> Step:
        assert self._exchange is not None
        try:
            self._awaited = self._exchange.send(line)
        except StopIteration as end:
            self._exchange = self._awaited = None
            event: Event = end.value
            return Step(event=event)
        except Refused as refusal:
            self._exchange = self._awaited = None
            return Step(event=Breakdown("crash", str(refusal)))
        return Step(self._awaited.lines, self._awaited.seconds)

    @staticmethod
    @abstractmethod
    def check_game(game: Game[Any, Any]) -> None:
        """LoadError if the protocol has no words for this game's positions or moves."""

    @abstractmethod
    def greet(self, patience: float) -> Exchange:
        """The exchange after the start of the program."""

    def announce_game(self, patience: float) -> Exchange:  # noqa: ARG002  (most protocols have no word for it)
        """The exchange before each game."""
        yield from ()
        return Ready()

    @abstractmethod
    def ask(self, request: MoveRequest) -> Exchange:
        """The exchange that ends with a move."""
