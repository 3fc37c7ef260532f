"""NBoard as a server: a program that shows Othello asks what we would play, and what moves are worth.

    > nboard 2                           < set myname Elagage
    > set depth 8, set game (;GM[...];)
    > hint 2                             < search f5d6 0.40 0 8, search f4 0.10 0 8
    > go                                 < nodestats 1234 0.1, === F5/0.40/0.12
    > ping 3                             < pong 3, when we have stopped

Values are for whoever moves, in discs where the evaluation counts them. A move that we would play is not made.
"""

from __future__ import annotations

import re
from typing import Any

from elagage.errors import ElagageError
from elagage.formats.ggf import read_ggf, read_ggf_move
from elagage.formats.written_games import PASS, complete_line, replay_written
from elagage.game import Game
from elagage.i18n import Message
from elagage.protocols.nboard import DEPTH, Nboard
from elagage.protocols.serving import NAME, Reply, Server, Thought, clean_line, points_of
from elagage.result import Info, Limits, MoveScore, Result, Score

__all__ = ["NboardServer"]

DEEPEST = 99


class NboardServer(Server):
    """A server for Othello on 8 x 8."""

    def __init__(self, game: Game[Any, Any], limits: Limits | None = None) -> None:
        Nboard.check_game(game)
        super().__init__(game, limits)
        self.depth = DEPTH
        self.hints = 0
        """Of how many moves the values are wanted; 0: a move is wanted."""
        self.places: list[int] = []
        """The positions of the game that are still to be analysed, the next one last."""
        self.analysed: int | None = None

    def receive(self, line: str) -> Reply:
        """What a command asks for; what is no command is left alone, and a wrong game or move is told."""
        command, _space, rest = clean_line(line).partition(" ")
        try:
            if command == "nboard":
                return Reply((f"set myname {NAME}",))
            if command == "ping":
                return Reply((f"pong {rest.strip()}",))
            if command == "set":
                self.set(*rest.strip().partition(" ")[::2])
            elif command == "move" or re.fullmatch("[A-Ha-h][1-8]|(?i:pa)", command):
                self.move(rest if command == "move" else command)
            elif command == "learn":
                return Reply(("learned",))
            elif command in ("go", "hint"):
                self.hints, self.analysed = 0 if command == "go" else read_count(rest), None
                return self.think(self.state)
            elif command == "analyze":
                self.places = list(range(len(self.history)))
                return self.analyse_next()
        except ElagageError as error:
            return self.tell(error.message)
        return Reply(ends=command == "quit")

    def set(self, name: str, value: str) -> None:
        """The depth or the game."""
        if name == "depth":
            self.depth = max(1, min(DEEPEST, read_count(value)))
        elif name == "game":
            for game in read_ggf(value):
                start, names, _last = replay_written(self.game, game)
                self.history = [start]
                for each in names:
                    self.history.append(self.game.play_line(self.state, [each]))
                return

    def move(self, text: str) -> None:
        """Make a move that was told, after a pass that was not."""
        name = read_ggf_move(re.sub(r"\s+", "/", text.strip())).name
        for each in complete_line(self.game, self.state, [name]):
            self.history.append(self.game.play_line(self.state, [each]))

    def think(self, state: Any) -> Reply:
        """Begin to think; where there is nothing to choose, the answer."""
        if self.game.over(state):
            return self.tell(Message("The game is over."))
        only = self.only_move()
        if not self.hints and only is not None:
            return self.conclude(only, None)
        limits = self.limit(Limits(depth=self.depth))
        return Reply(thought=Thought(state, limits, plays=not self.hints, every_move=self.hints > 0))

    def analyse_next(self) -> Reply:
        """The value of the next position of the game, from the last one back."""
        while self.places:
            self.analysed = self.places.pop()
            state = self.history[self.analysed]
            if not self.game.over(state):
                return Reply(thought=Thought(state, self.limit(Limits(depth=self.depth)), plays=False))
            ended = Score.estimate(self.game.score(state))
            return Reply((self.format_analysis(ended),), self.analyse_next().thought)
        self.analysed = None
        return Reply()

    def conclude(self, move: Any, result: Result[Any] | None) -> Reply:
        """The move that we would play, or the values at the end of a hint."""
        lines = [] if result is None else [f"nodestats {result.nodes} {result.seconds:.2f}"]
        if self.analysed is not None and result is not None:
            line, following = self.format_analysis(result.score), self.analyse_next()
            return Reply((*lines, line, *following.lines), following.thought)
        if self.hints:
            lines += self.format_moves(result.moves, result.line, result.depth) if result is not None else []
            return Reply((*lines, "status"))
        name = "PA" if (name := self.game.move_name(self.state, move)) == PASS else name.upper()
        if result is None:
            return Reply((f"=== {name}", "status"))
        return Reply((*lines, f"=== {name}/{self.value(result.score):.2f}/{result.seconds:.2f}", "status"))

    def report(self, info: Info[Any]) -> tuple[str, ...]:
        """The values so far."""
        if self.analysed is not None:
            return ()
        if not self.hints:
            best = (MoveScore(info.line[0], info.score, info.exact, 0),) if info.line else ()
            return tuple(self.format_moves(best, info.line, info.depth))
        return tuple(self.format_moves(info.moves, info.line, info.depth))

    def interrupts(self, line: str) -> bool:
        """Any command does."""
        return clean_line(line) != ""

    def format_moves(self, moves: tuple[MoveScore[Any], ...], line: tuple[Any, ...], depth: int | None) -> list[str]:
        """A line for each of the best moves."""
        empty = sum(cell == "." for row in self.game.grid(self.state) for cell in row)
        texts = []
        for entry in moves[: max(1, self.hints)]:
            way = line if line[:1] == (entry.move,) else (entry.move,)
            names, state = [], self.state
            for move in way:
                name = self.game.move_name(state, move)
                names.append("PA" if name == PASS else name)
                state = self.game.play(state, move)
            reached = "100%" if entry.exact else str(empty if depth is None else depth)
            texts.append(f"search {''.join(names)} {self.value(entry.score):.2f} 0 {reached}")
        return texts

    def format_analysis(self, score: Score) -> str:
        """What a position of the game is worth."""
        assert self.analysed is not None
        value = points_of(self.game, score, self.game.player(self.history[self.analysed]))
        return f"analysis {self.analysed} {value:.2f}"

    def value(self, score: Score) -> float:
        """A score for whoever moves."""
        return points_of(self.game, score, self.game.player(self.state))

    def tell(self, message: Message) -> Reply:
        """A sentence for the person who looks at the other program."""
        return Reply((f"status {message}",))


def read_count(text: str) -> int:
    """The number that a command is given; 1 if there is none."""
    found = re.match(r"\s*([0-9]{1,4})", text)
    return max(1, int(found[1])) if found else 1
