"""GTP, the protocol of Go programs and their kin, as far as playing needs it.

    > boardsize 8     < =
    > play b d3       < =
    > genmove w       < = C5

For games whose moves are squares, from an opening whose moves are known: the program is told moves, not positions.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from elagage.game import Game, read_move
from elagage.i18n import _
from elagage.protocols.conversation import (
    PASSES,
    Awaited,
    Breakdown,
    EngineProtocol,
    Exchange,
    MoveFound,
    MoveRequest,
    Ready,
    Refused,
    Resignation,
)
from elagage.protocols.gtp_vertices import check_squares, colour_of, from_vertex, to_vertex

__all__ = ["Gtp"]

Telling = Generator[Awaited, str | None, str]


class Gtp(EngineProtocol):
    """A program that speaks GTP."""

    def __init__(self, game: Game[Any, Any], name: str, depth: int | None = None) -> None:
        super().__init__(game, name, depth)
        self.known: tuple[Any, tuple[str, ...]] | None = None
        """Where the game began that the program knows of, and its moves."""

    @staticmethod
    def check_game(game: Game[Any, Any]) -> None:
        """LoadError unless the game's moves are squares of a board that has letters enough."""
        check_squares(game)

    def greet(self, patience: float) -> Exchange:
        """Nothing but a sign of life."""
        yield from self.tell("protocol_version", patience)
        return Ready()

    def ask(self, request: MoveRequest) -> Exchange:
        """The moves that the program does not know yet, then its own."""
        if request.opening is None:
            return Breakdown("crash", _("GTP can't set up a position: give openings as moves."))
        patience = request.patience
        if self.known is None or self.known[0] != request.start or not begins_with(request.names, self.known[1]):
            yield from self.set_up(request)
            self.known = (request.start, ())
        state = request.start
        for number, name in enumerate(request.names):
            if number >= len(self.known[1]):
                yield from self.tell_move(state, name, patience)
            state = self.game.play(state, read_move(self.game, state, name))
        if request.clock is not None:
            yield from self.try_to_tell(f"time_settings 0 {max(1, int(request.clock))} 1", patience)
        name = (yield from self.tell(f"genmove {colour_of(self.game, state)}", patience)).casefold()
        if name == "resign":
            return Resignation()
        name = from_vertex(self.game, name)
        self.known = (request.start, (*request.names, name))
        return MoveFound(name)

    def set_up(self, request: MoveRequest) -> Generator[Awaited, str | None, None]:
        """An empty board of the right size, and the moves of the opening."""
        yield from self.tell(f"boardsize {len(self.game.grid(request.state))}", request.patience)
        yield from self.tell("clear_board", request.patience)
        state = self.game.start()
        for name in request.opening or ():
            yield from self.tell_move(state, name, request.patience)
            state = self.game.play(state, read_move(self.game, state, name))

    def tell_move(self, state: Any, name: str, patience: float) -> Telling:
        """Tell the program of a move; some pass by themselves and refuse to hear of it."""
        if name in PASSES:
            return (yield from self.try_to_tell(f"play {colour_of(self.game, state)} pass", patience))
        return (yield from self.tell(f"play {colour_of(self.game, state)} {to_vertex(self.game, name)}", patience))

    def try_to_tell(self, command: str, patience: float) -> Telling:
        """The answer to a command, be it a refusal."""
        return (yield Awaited((command,), lambda line: line[:1] in ("=", "?"), patience)) or ""

    def tell(self, command: str, patience: float) -> Telling:
        """The answer to a command; Refused if it is refused."""
        line = yield from self.try_to_tell(command, patience)
        if line[0] == "?":
            raise Refused(_("{program} refused '{command}'.").format(program=self.name, command=command))
        return line.lstrip("=0123456789").strip() if line[1:2].isdigit() else line[1:].strip()


def begins_with(names: tuple[str, ...], first: tuple[str, ...]) -> bool:
    return names[: len(first)] == first
