"""GTP as a server: another program tells moves and asks for ours.

    > boardsize 8     < =
    > 7 play b d3     < =7
    > genmove w       < = C5
    > play w d3       < ? illegal move

A pass may be told or left out. What a program says of its clocks is our limit, unless a person set one.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from elagage.errors import ElagageError
from elagage.game import MAX, Game, read_move
from elagage.protocols.conversation import CLOCK_SHARE, PASSES
from elagage.protocols.gtp_vertices import check_squares, colour_of, from_vertex, to_vertex
from elagage.protocols.serving import NAME, Reply, Server, Thought, clean_line
from elagage.result import Limits, Result

__all__ = ["GtpServer"]

MOVES_LEFT = 25
"""Among so many moves the rest of a clock is shared out."""
COLOURS = {"b": "b", "black": "b", "w": "w", "white": "w"}


class CommandError(Exception):
    """A command is answered with ``?`` and these words."""


class GtpServer(Server):
    """A server for a game whose moves are squares; ``resize`` makes the game on a board of another size."""

    def __init__(
        self,
        game: Game[Any, Any],
        limits: Limits | None = None,
        resize: Callable[[int], Game[Any, Any]] | None = None,
    ) -> None:
        check_squares(game)
        super().__init__(game, limits)
        self.resize = resize
        self.identity = ""
        """The number before the command that is being answered."""
        self.keeps = True
        """Is the move that is thought of made on the board?"""
        self.clock = Limits()
        """What the clocks of the other program leave for a move."""
        self.settings = (0.0, 0.0, 0)
        """Seconds of main time and of overtime, and the moves of overtime."""
        self.commands: dict[str, Callable[[list[str]], str | Thought]] = {
            "boardsize": self.set_size, "clear_board": self.clear, "final_score": self.final_score,
            "genmove": self.generate, "list_games": lambda _words: self.game_name(), "set_game": self.set_game,
            "known_command": lambda words: str(" ".join(words) in self.commands).lower(),
            "komi": lambda _words: "", "list_commands": lambda _words: "\n".join(sorted(self.commands)),
            "name": lambda _words: NAME, "play": self.play, "protocol_version": lambda _words: "2",
            "quit": lambda _words: "", "reg_genmove": self.generate, "showboard": lambda _words: self.show(),
            "time_left": self.set_time_left, "time_settings": self.set_time, "undo": self.undo,
            "version": lambda _words: self.version,
            "gogui-rules_board": lambda _words: self.show_plain(),
            "gogui-rules_board_size": lambda _words: str(len(self.game.grid(self.state))),
            "gogui-rules_final_result": self.final_score,
            "gogui-rules_game_id": lambda _words: self.game_name(),
            "gogui-rules_legal_moves": lambda _words: self.list_moves(),
            "gogui-rules_side_to_move": lambda _words: {"b": "black", "w": "white"}[colour_of(game, self.state)],
        }  # fmt: skip

    def receive(self, line: str) -> Reply:
        """The answer to a command, or the thought that it takes."""
        words = clean_line(line.partition("#")[0]).split()
        self.identity = words.pop(0) if words and re.fullmatch("[0-9]{1,20}", words[0]) else ""
        if not words:
            return self.refuse("unknown command") if self.identity else Reply()
        command, arguments = words[0], words[1:]
        if command not in self.commands:
            return self.refuse("unknown command")
        self.keeps = command == "genmove"
        try:
            answer = self.commands[command](arguments)
        except CommandError as refusal:
            return self.refuse(str(refusal))
        if isinstance(answer, Thought):
            only = self.only_move()
            return Reply(thought=answer) if only is None else self.conclude(only, None)
        return self.accept(answer)._replace(ends=command == "quit")

    def conclude(self, move: Any, result: Result[Any] | None) -> Reply:  # noqa: ARG002  (GTP has no word for it)
        """Make the move and say which it is."""
        state = self.state
        if self.keeps:
            self.history.append(self.game.play(state, move))
        return self.accept(to_vertex(self.game, self.game.move_name(state, move)).upper())

    def accept(self, text: str = "") -> Reply:
        """An answer; an empty line ends it."""
        return Reply((*f"={self.identity} {text}".rstrip(" ").split("\n"), ""))

    def refuse(self, text: str) -> Reply:
        """What was wrong with a command."""
        return Reply((f"?{self.identity} {text}", ""))

    # The commands

    def game_name(self) -> str:
        """The game, without its parameters."""
        return self.game.spec.partition(":")[0].capitalize()

    def set_game(self, words: list[str]) -> str:
        """Begin anew, if the game is ours."""
        if " ".join(words).casefold() != self.game_name().casefold():
            raise CommandError("unsupported game")
        return self.clear(words)

    def set_size(self, words: list[str]) -> str:
        """Begin anew on a board of that size, if there is such a game."""
        size = read_integer(words)
        if size != len(self.game.grid(self.game.start())):
            try:
                if self.resize is None:
                    raise CommandError("unacceptable size")
                self.game = self.resize(size)
                check_squares(self.game)
            except ElagageError:
                raise CommandError("unacceptable size") from None
        return self.clear(words)

    def clear(self, _words: list[str]) -> str:
        """Begin anew."""
        self.history = [self.game.start()]
        return ""

    def play(self, words: list[str]) -> str:
        """Make a move that was told."""
        if len(words) != 2 or words[0].casefold() not in COLOURS:
            raise CommandError("syntax error")
        name = from_vertex(self.game, words[1])
        if name == PASSES[0] and self.game.over(self.state):
            self.history.append(self.state)
            return ""
        state = self.turn_to(COLOURS[words[0].casefold()], "illegal move")
        try:
            self.history.append(self.game.play(state, read_move(self.game, state, name)))
        except ElagageError:
            raise CommandError("illegal move") from None
        return ""

    def generate(self, words: list[str]) -> str | Thought:
        """Find a move; a pass where the game is over."""
        if len(words) != 1 or words[0].casefold() not in COLOURS:
            raise CommandError("syntax error")
        if self.game.over(self.state):
            if self.keeps:
                self.history.append(self.state)
            return "PASS"
        state = self.turn_to(COLOURS[words[0].casefold()], "not the turn of this colour")
        if state != self.state:
            self.history.append(state)
        return Thought(state, self.limit(self.clock))

    def turn_to(self, colour: str, refusal: str) -> Any:
        """The position with that colour to move, after a pass if the other one has no other move."""
        state = self.state
        if colour_of(self.game, state) != colour:
            moves = [] if self.game.over(state) else list(self.game.moves(state))
            if [self.game.move_name(state, move) for move in moves] != [PASSES[0]]:
                raise CommandError(refusal)
            state = self.game.play(state, moves[0])
        return state

    def undo(self, _words: list[str]) -> str:
        """Take the last move back."""
        if len(self.history) == 1:
            raise CommandError("cannot undo")
        self.history.pop()
        return ""

    def set_time(self, words: list[str]) -> str:
        """Main time, overtime, moves of overtime; by them each move has its time."""
        numbers = [read_seconds(word) for word in words]
        if len(numbers) != 3:
            raise CommandError("syntax error")
        self.settings = (numbers[0], numbers[1], int(numbers[2]))
        self.clock = share_clock(*self.settings)
        return ""

    def set_time_left(self, words: list[str]) -> str:
        """What is left on a clock: of main time if there are no moves, else of overtime."""
        if len(words) != 3 or words[0].casefold() not in COLOURS:
            raise CommandError("syntax error")
        seconds, moves = read_seconds(words[1]), int(read_seconds(words[2]))
        self.clock = share_clock(seconds, *self.settings[1:]) if moves == 0 else share_clock(0, seconds, moves)
        return ""

    def show(self) -> str:
        """The board for a person."""
        return "\n" + self.game.text(self.state)

    def show_plain(self) -> str:
        """The board with a character for each square: X is Black."""
        return "\n" + "\n".join(" ".join(row) for row in self.game.grid(self.state))

    def list_moves(self) -> str:
        """The legal moves."""
        moves = [] if self.game.over(self.state) else self.game.moves(self.state)
        return " ".join(to_vertex(self.game, self.game.move_name(self.state, move)).upper() for move in moves)

    def final_score(self, _words: list[str]) -> str:
        """Who won, by how much."""
        if not self.game.over(self.state):
            raise CommandError("cannot score")
        score = self.game.score(self.state)
        size = abs(score) if self.game.margins else 1
        return "0" if score == 0 else f"{'B' if (score > 0) == (MAX == 0) else 'W'}+{size:g}"


def read_integer(words: list[str]) -> int:
    """The number that a command is given."""
    if len(words) != 1 or not re.fullmatch("[0-9]{1,3}", words[0]):
        raise CommandError("syntax error")
    return int(words[0])


def read_seconds(word: str) -> float:
    """A number that is not negative."""
    try:
        number = float(word)
    except ValueError:
        number = -1.0
    if not (0 <= number < 1e9):
        raise CommandError("syntax error")
    return number


def share_clock(main: float, overtime: float, moves: int) -> Limits:
    """The time of a move: a share of the main time, and what overtime gives each move; no limit is told as overtime for
    no moves.

    >>> share_clock(0, 10, 5).time, share_clock(50, 0, 0).time
    (1.8, 1.8)
    """
    if overtime > 0 and moves == 0:
        return Limits()
    each = main / MOVES_LEFT + (overtime / moves if moves else 0.0)
    return Limits(time=max(0.01, CLOCK_SHARE * each))
