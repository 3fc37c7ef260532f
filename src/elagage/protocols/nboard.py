"""NBoard, a protocol of Othello engines, as far as playing needs it.

    > nboard 2, ping 1                                   < pong 1
    > set depth 8, set game (;GM[Othello]...), ping 2    < pong 2
    > go                                                 < nodestats 1234 0.1, === F5/1.2/0.1
    > ping 3                                             the same, at once: a ping stops a search

For Othello on 8 x 8.
"""

from __future__ import annotations

import re
from typing import Any

from elagage.errors import LoadError
from elagage.game import Game
from elagage.protocols.conversation import (
    CLOCK_SHARE,
    PASSES,
    Awaited,
    EngineProtocol,
    Exchange,
    MoveFound,
    MoveRequest,
    Ready,
)

__all__ = ["Nboard"]

DEPTH, TIMED_DEPTH = 8, 60
"""The depth that an engine is asked for by default: without a clock, and with one, where it is stopped in time."""
LAST_WAIT = 1.0
"""Seconds in which an engine that was stopped says what it plays."""
NODES = re.compile(r"^nodestats (\d{1,18})")
MARKS = str.maketrans("X.", "*-")


class Nboard(EngineProtocol):
    """An Othello engine."""

    @staticmethod
    def check_game(game: Game[Any, Any]) -> None:
        """LoadError unless the game is Othello on 8 x 8."""
        if game.board_kind != "felt" or len(game.grid(game.start())) != 8:
            raise LoadError("NBoard is for Othello on 8 x 8, not for {game}.", game=game.spec)

    def greet(self, patience: float) -> Exchange:
        """The version, then ping and pong."""
        yield Awaited(("nboard 2", "ping 1"), lambda line: line == "pong 1", patience)
        return Ready()

    def ask(self, request: MoveRequest) -> Exchange:
        """The depth, and the position as a game without moves; by the clock a ping stops the search."""
        nodes = 0

        def is_wanted(line: str) -> bool:
            nonlocal nodes
            found = NODES.search(line)
            nodes = int(found[1]) if found else nodes
            return line.startswith("===")

        patience = request.patience
        depth = self.depth if self.depth is not None else DEPTH if request.clock is None else TIMED_DEPTH
        lines = (f"set depth {depth}", self.position(request.state), "ping 2")
        yield Awaited(lines, lambda line: line == "pong 2", patience)
        if request.clock is None:
            answer = yield Awaited(("go",), is_wanted, patience)
        else:
            answer = yield Awaited(("go",), is_wanted, CLOCK_SHARE * request.clock, may_expire=True)
            if answer is None:
                answer = yield Awaited(("ping 3",), lambda line: is_wanted(line) or line == "pong 3", patience)
                if answer == "pong 3":
                    answer = yield Awaited((), is_wanted, LAST_WAIT)
        text = (answer or "").removeprefix("===").strip()
        name = re.split(r"[\s/]", text, maxsplit=1)[0].casefold()
        return MoveFound(PASSES[0] if name in PASSES else name, nodes)

    def position(self, state: Any) -> str:
        """A position as the protocol writes it."""
        board = "".join(cell for row in self.game.grid(state) for cell in row).translate(MARKS)
        mover = "*O"[self.game.player(state)]
        return f"set game (;GM[Othello]PC[Elagage]PB[Black]PW[White]RE[?]TI[0]TY[8]BO[8 {board} {mover}];)"
