"""UCI, the protocol of chess engines, as far as playing needs it.

    > uci                                    < uciok
    > ucinewgame, isready                    < readyok
    > position fen FEN moves e2e4, go ...    < info depth 9 nodes 1234, bestmove e7e5

For games whose positions are Forsyth-Edwards and whose moves are two squares.
"""

from __future__ import annotations

import re
from typing import Any

from elagage.errors import LoadError
from elagage.game import Game
from elagage.protocols.conversation import (
    CLOCK_SHARE,
    Awaited,
    EngineProtocol,
    Exchange,
    MoveFound,
    MoveRequest,
    Ready,
)

__all__ = ["Uci", "complete_fen"]

THINK = 0.1
"""Seconds a move where neither a time nor a depth is given."""
FEN = re.compile(r"(?:[1-8KQRBNPkqrbnp]{1,8}/){7}[1-8KQRBNPkqrbnp]{1,8} [wb]\b")
MOVE = re.compile(r"[a-h][1-8][a-h][1-8][qrbn]?")
NODES = re.compile(r"^info .*\bnodes (\d{1,18})")


class Uci(EngineProtocol):
    """A chess engine."""

    @staticmethod
    def check_game(game: Game[Any, Any]) -> None:
        """LoadError unless the game is chess or an ending of it."""
        start = game.start()
        names = [game.move_name(start, move) for move in game.moves(start)]
        if not (FEN.match(game.state_name(start)) and all(map(MOVE.fullmatch, names))):
            raise LoadError(
                "UCI is for chess and its endings, not for {game}: let such an engine play krk or kqk.", game=game.spec
            )

    def greet(self, patience: float) -> Exchange:
        """The question that an engine must answer first."""
        yield Awaited(("uci",), lambda line: line == "uciok", patience)
        return Ready()

    def announce_game(self, patience: float) -> Exchange:
        """Have it forget the game before."""
        yield Awaited(("ucinewgame", "isready"), lambda line: line == "readyok", patience)
        return Ready()

    def ask(self, request: MoveRequest) -> Exchange:
        """The position, and how long to think."""
        nodes = 0

        def is_wanted(line: str) -> bool:
            nonlocal nodes
            found = NODES.search(line)
            nodes = int(found[1]) if found else nodes
            return line.startswith("bestmove")

        moves = " ".join(["moves", *request.names]) if request.names else ""
        position = f"position fen {complete_fen(self.game.state_name(request.start))} {moves}".rstrip()
        answer = yield Awaited((position, f"go {self.limits(request)}"), is_wanted, request.patience)
        words = (answer or "").split()
        return MoveFound(words[1] if len(words) > 1 else "", nodes)

    def limits(self, request: MoveRequest) -> str:
        """The words after ``go``."""
        words = [] if self.depth is None else [f"depth {self.depth}"]
        if request.clock is not None or self.depth is None:
            seconds = THINK if request.clock is None else CLOCK_SHARE * request.clock
            words.append(f"movetime {max(1, round(1000 * seconds))}")
        return " ".join(words)


def complete_fen(text: str) -> str:
    """A position with the six fields that chess engines want.

    >>> complete_fen("8/8/8/3k4/8/8/8/K6R b")
    '8/8/8/3k4/8/8/8/K6R b - - 0 1'
    """
    words = text.split()
    return " ".join((words + ["w", "-", "-", "0", "1"][len(words) - 1 :])[:6])
