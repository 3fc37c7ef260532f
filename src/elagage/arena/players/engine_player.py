"""A player that is another program: a protocol says what to write and what a line means, a process writes and reads."""

from __future__ import annotations

import time as clock_time
from collections.abc import Callable
from typing import Any

from elagage.arena.players.engine_process import EngineProcess
from elagage.arena.players.player_specs import PlayerSpec
from elagage.arena.players.player_types import Choice, Failure, Player, Resigned, Turn
from elagage.errors import ElagageError
from elagage.game import Game, read_move
from elagage.i18n import _
from elagage.protocols import PROTOCOLS, Breakdown, EngineProtocol, Event, MoveFound, MoveRequest, Resignation, Step

__all__ = ["EnginePlayer"]

START = 10.0
"""Seconds that a program may take to get ready."""
LOOK = 0.1
"""Seconds between two looks at whether somebody wants to stop."""


class EnginePlayer(Player):
    """Another program; it is started when it is first asked, and again after a failure."""

    def __init__(self, spec: PlayerSpec, game: Game[Any, Any]) -> None:
        PROTOCOLS[spec.kind].check_game(game)
        self.spec = spec
        self.game = game
        self.process: EngineProcess | None = None
        self.protocol = self.new_protocol()

    def new_protocol(self) -> EngineProtocol:
        """The conversation with a program that is to be started."""
        return PROTOCOLS[self.spec.kind](self.game, self.spec.target, self.spec.get("depth"))

    def choose(self, turn: Turn) -> Choice:
        """Its move; after a failure the program is gone."""
        process = self.running(turn.patience)
        request = MoveRequest(turn.state, turn.start, turn.opening, turn.names, turn.clock, turn.patience)
        event = self.converse(process, self.protocol.request_move(request), turn.stop)
        if isinstance(event, Resignation):
            raise Resigned
        assert isinstance(event, MoveFound)
        try:
            return Choice(read_move(self.game, turn.state, event.name), event.nodes)
        except ElagageError:
            self.close()
            text = _("{command} played '{name}'.").format(command=self.spec.target, name=event.name)
            raise Failure("illegal", text) from None

    def prepare(self, patience: float) -> None:
        """Start the program, unless it runs, and tell it that a game begins."""
        process = self.running(patience)
        self.converse(process, self.protocol.begin_game(patience))

    def running(self, patience: float) -> EngineProcess:
        """The program, started if it does not run."""
        if self.process is None:
            self.process = EngineProcess(self.spec.target)
            self.protocol = self.new_protocol()
            waits = max(START, patience) if patience > 1 else patience
            self.converse(self.process, self.protocol.connect(waits))
        return self.process

    def converse(self, process: EngineProcess, step: Step, stop: Callable[[], bool] | None = None) -> Event:
        """Carry an exchange out to its event; Failure if it breaks down, and then the program is ended."""
        deadline = 0.0
        try:
            while step.event is None:
                if step.lines:
                    process.write(*step.lines)
                if step.seconds is not None:
                    deadline = clock_time.monotonic() + step.seconds
                line = self.next_line(process, deadline, stop)
                step = self.protocol.expire() if line is None else self.protocol.receive(line)
            if isinstance(step.event, Breakdown):
                raise Failure(step.event.kind, step.event.text)
        except BaseException:
            self.close()
            raise
        return step.event

    def next_line(self, process: EngineProcess, deadline: float, stop: Callable[[], bool] | None) -> str | None:
        """The next line, None if there is none in time; KeyboardInterrupt if somebody does not want to wait for it."""
        while (left := deadline - clock_time.monotonic()) > 0:
            line = process.read_line(left if stop is None else min(left, LOOK))
            if line is not None:
                return line
            if stop is not None and stop():
                raise KeyboardInterrupt
        return None

    def close(self) -> None:
        """End the program."""
        if self.process is not None:
            self.process.end(self.protocol.farewell)
            self.process = None
