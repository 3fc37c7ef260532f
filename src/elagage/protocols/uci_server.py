"""UCI as a server: a program that shows chess asks for moves.

    > uci                                    < id name Elagage, uciok
    > position fen FEN moves a1b1, go ...    < info depth 9 score cp 12 nodes 1234 pv ..., bestmove b1b7
    > isready                                < readyok, while we think too
    > stop                                   < bestmove ...

For games whose positions are Forsyth-Edwards and whose moves are two squares.
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Any

from elagage.errors import ElagageError, NotationError
from elagage.game import Game, read_state
from elagage.protocols.serving import NAME, Reply, Server, Thought, clean_line, points_of
from elagage.protocols.uci import Uci
from elagage.result import Info, Limits, Result, Score

__all__ = ["UciServer"]

MOVES_LEFT = 30
"""Among so many moves the rest of a clock is shared out."""
SAFE = 0.05
"""Seconds of a clock that are left alone."""


class UciServer(Server):
    """A server for chess or an ending of it."""

    def __init__(self, game: Game[Any, Any], limits: Limits | None = None) -> None:
        Uci.check_game(game)
        super().__init__(game, limits)

    def receive(self, line: str) -> Reply:
        """What a command asks for; what is no command is left alone."""
        words = clean_line(line).split()
        command = words[0] if words else ""
        if command == "uci":
            return Reply((f"id name {NAME} {self.version}", f"id author {NAME}", "uciok"))
        if command == "isready":
            return Reply(("readyok",))
        if command == "ucinewgame":
            self.history = [self.game.start()]
        elif command == "position":
            try:
                self.set_position(words[1:])
            except ElagageError as error:
                return Reply((f"info string {error}",))
        elif command == "go":
            if self.game.over(self.state):
                return Reply(("bestmove (none)",))
            wanted = self.read_limits(words[1:])
            return Reply(thought=Thought(self.state, self.limit(wanted), waits="infinite" in words))
        return Reply(ends=command == "quit")

    def set_position(self, words: list[str]) -> None:
        """A position and the moves from there."""
        moves = words[words.index("moves") + 1 :] if "moves" in words else []
        before = words[: words.index("moves")] if "moves" in words else words
        if before[:1] == ["startpos"]:
            state = self.game.start()
        elif before[:1] == ["fen"]:
            state = self.read_fen(before[1:])
        else:
            raise NotationError("A position is 'startpos' or 'fen' with its fields.")
        self.history = [state, self.game.play_line(state, moves)] if moves else [state]

    def read_fen(self, fields: list[str]) -> Any:
        """The position of the fields, of all or of those that the game takes."""
        try:
            return read_state(self.game, " ".join(fields))
        except ElagageError:
            return read_state(self.game, " ".join(fields[:2]))

    def read_limits(self, words: list[str]) -> Limits:
        """The limits after ``go``."""
        given = {
            name: int(value)
            for name, value in pairwise(words)
            if name.isalpha() and re.fullmatch("-?[0-9]{1,12}", value)
        }
        side = "wb"[self.game.player(self.state)]
        time = given["movetime"] / 1000 if "movetime" in given else None
        if time is None and f"{side}time" in given:
            left, more = given[f"{side}time"] / 1000, given.get(f"{side}inc", 0) / 1000
            time = min(left - SAFE, left / max(1, given.get("movestogo", MOVES_LEFT)) + more)
        depth, nodes = (given[name] if given.get(name, 0) > 0 else None for name in ("depth", "nodes"))
        return Limits(depth, None if time is None else max(0.01, time), nodes)

    def interrupts(self, line: str) -> bool:
        """A wish to stop, or the end."""
        return clean_line(line) in ("stop", "quit")

    def answer_meanwhile(self, line: str) -> tuple[str, ...] | None:
        """Whether we are there."""
        return ("readyok",) if clean_line(line) == "isready" else None

    def report(self, info: Info[Any]) -> tuple[str, ...]:
        """What was found so far."""
        names, state = [], self.state
        for move in info.line:
            names.append(self.game.move_name(state, move))
            state = self.game.play(state, move)
        text = (
            f"info depth {info.depth} score {self.format_score(info.score)} nodes {info.nodes} "
            f"time {round(1000 * info.seconds)} pv {' '.join(names)}"
        )
        return (text,)

    def format_score(self, score: Score) -> str:
        """A score for whoever moves: moves to mate, or what the heuristic counts."""
        sign = 1 if self.game.player(self.state) == 0 else -1
        if score.outcome and score.plies is not None:
            return f"mate {sign * score.outcome * ((score.plies + 1) // 2)}"
        return f"cp {round(points_of(self.game, score, self.game.player(self.state)))}"

    def conclude(self, move: Any, result: Result[Any] | None) -> Reply:  # noqa: ARG002  (the news have said it)
        """The move."""
        return Reply((f"bestmove {self.game.move_name(self.state, move)}",))
