"""The languages that other programs speak: UCI (chess), NBoard (Othello) and GTP (Go and its kin), the part that playing needs.

uci       position fen ... / go movetime ...          games whose positions are Forsyth-Edwards and whose moves are two squares
nboard    set game (;GM[Othello]...) / go             Othello on 8 x 8
gtp       play b d3 / genmove w                       games whose moves are squares, from an opening whose moves are known
"""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Callable
from typing import Any

from elagage.arena.engine_process import Program
from elagage.arena.player_specs import PlayerText
from elagage.arena.players import CLOCK_SHARE, Failure, Player, Resigned, Turn
from elagage.errors import ElagageError, LoadError
from elagage.game import MAX, Game, read_move
from elagage.i18n import _

__all__ = ["check_protocol", "make_outside"]

THINK = 0.1
"""Seconds a move for a program where no time is given."""
START = 10.0
"""Seconds that a program may take to get ready."""
DEEP, DEEPEST = 8, 60
"""The depth that an NBoard engine is asked for: without a clock, and with one, where it is stopped in time."""
FEN = re.compile(r"(?:[1-8KQRBNPkqrbnp]{1,8}/){7}[1-8KQRBNPkqrbnp]{1,8} [wb]\b")
CHESS_MOVE = re.compile(r"[a-h][1-8][a-h][1-8][qrbn]?")
SQUARE = re.compile(r"[a-z][0-9]{1,2}")
TO_GTP = str.maketrans("ijklmnopqrstuvwxy", "jklmnopqrstuvwxyz")
FROM_GTP = str.maketrans("jklmnopqrstuvwxyz", "ijklmnopqrstuvwxy")
"""GTP has no column i."""
GTP_COLUMNS = 25
PASSES = ("--", "pass", "pa")


class Outside(Player):
    """A player that is another program; it is started when it is first asked, and again after a failure."""

    farewell = "quit"

    def __init__(self, game: Game[Any, Any], command: str) -> None:
        self.game = game
        self.command = command
        self.program: Program | None = None

    def choose(self, turn: Turn) -> tuple[Any, int]:
        """Its move; Failure if there is none, after which the program is gone."""
        program = self.ensure_program(turn.patience, turn.clock)
        try:
            name, nodes = self.ask(program, turn)
        except Resigned:
            raise
        except BaseException:
            self.close()
            raise
        try:
            return read_move(self.game, turn.state, name), nodes
        except ElagageError:
            self.close()
            raise Failure("illegal", _("{command} played '{name}'.").format(command=self.command, name=name)) from None

    def prepare(self, patience: float, clock: float | None = None) -> None:
        """Start the program, unless it runs, and tell it that a game begins."""
        program = self.ensure_program(patience, clock)
        try:
            self.begin(program, patience)
        except BaseException:
            self.close()
            raise

    def ensure_program(self, patience: float, clock: float | None) -> Program:
        """The program, started if it does not run."""
        if self.program is None:
            self.program = Program(self.command)
            try:
                self.greet(self.program, max(START, patience) if patience > 1 else patience, clock)
            except BaseException:
                self.close()
                raise
        return self.program

    def close(self) -> None:
        """End the program."""
        if self.program is not None:
            self.program.end(self.farewell)
            self.program = None

    @abstractmethod
    def greet(self, program: Program, patience: float, clock: float | None) -> None:
        """Get the program ready for games with this clock."""

    def begin(self, program: Program, patience: float) -> None:
        """Tell the program that another game begins."""

    @abstractmethod
    def ask(self, program: Program, turn: Turn) -> tuple[str, int]:
        """The name of its move, and the positions it looked at."""


class Uci(Outside):
    """A chess engine."""

    def greet(self, program: Program, patience: float, clock: float | None) -> None:  # noqa: ARG002  (it is told the time with each move)
        """The question that it must answer first."""
        program.write("uci")
        program.wait_for(lambda line: line == "uciok", patience)

    def begin(self, program: Program, patience: float) -> None:
        """Forget the game before."""
        program.write("ucinewgame", "isready")
        program.wait_for(lambda line: line == "readyok", patience)

    def ask(self, program: Program, turn: Turn) -> tuple[str, int]:
        """The position, and how long to think."""
        nodes = 0

        def is_answer(line: str) -> bool:
            nonlocal nodes
            found = re.search(r"^info .*\bnodes (\d{1,18})", line)
            nodes = int(found[1]) if found else nodes
            return line.startswith("bestmove")

        think = THINK if turn.clock is None else CLOCK_SHARE * turn.clock
        moves = " ".join(["moves", *turn.names]) if turn.names else ""
        program.write(
            f"position fen {fen_of(self.game, turn.start)} {moves}".rstrip(),
            f"go movetime {max(1, round(1000 * think))}",
        )
        words = program.wait_for(is_answer, turn.patience).split()
        return (words[1] if len(words) > 1 else ""), nodes


class Nboard(Outside):
    """An Othello engine."""

    def greet(self, program: Program, patience: float, clock: float | None) -> None:
        """The version, then ping and pong."""
        program.write("nboard 2", f"set depth {DEEP if clock is None else DEEPEST}", "ping 1")
        program.wait_for(lambda line: line == "pong 1", patience)

    def ask(self, program: Program, turn: Turn) -> tuple[str, int]:
        """The position as a game without moves."""
        nodes = 0

        def is_answer(line: str) -> bool:
            nonlocal nodes
            found = re.search(r"^nodestats (\d{1,18})", line)
            nodes = int(found[1]) if found else nodes
            return line.startswith("===")

        board = "".join(cell for row in self.game.grid(turn.state) for cell in row)
        board = board.translate(str.maketrans("X.", "*-"))
        mover = "*O"[self.game.player(turn.state)]
        program.write(
            f"set game (;GM[Othello]PC[Elagage]PB[Black]PW[White]RE[?]TI[0]TY[8]BO[8 {board} {mover}];)", "ping 2"
        )
        program.wait_for(lambda line: line == "pong 2", turn.patience)
        program.write("go")
        if turn.clock is None:
            line = program.wait_for(is_answer, turn.patience)
        else:
            line = self.hurry_answer(program, is_answer, turn.clock, turn.patience)
        name = re.split(r"[\s/]", line.removeprefix("===").strip(), maxsplit=1)[0].casefold()
        return ("--" if name in PASSES else name), nodes

    def hurry_answer(self, program: Program, wanted: Callable[[str], bool], clock: float, patience: float) -> str:
        """Its answer by the clock: a ping stops it, and it says what it would play."""
        try:
            return program.wait_for(wanted, CLOCK_SHARE * clock)
        except Failure as failure:
            if failure.kind != "hang":
                raise
        program.write("ping 3")
        line = program.wait_for(lambda line: wanted(line) or line == "pong 3", patience)
        return line if line.startswith("===") else program.wait_for(wanted, 1.0)


class Gtp(Outside):
    """An engine that speaks GTP."""

    def greet(self, program: Program, patience: float, clock: float | None) -> None:  # noqa: ARG002  (it is told the time with each move)
        """Nothing but a sign of life."""
        self.done: tuple[Any, tuple[str, ...]] | None = None
        self.send_command(program, "protocol_version", patience)

    def try_command(self, program: Program, command: str, patience: float) -> str:
        """The answer to a command, be it a refusal."""
        program.write(command)
        return program.wait_for(lambda line: line[:1] in ("=", "?"), patience)

    def send_command(self, program: Program, command: str, patience: float) -> str:
        """The answer to a command; Failure if it is refused."""
        line = self.try_command(program, command, patience)
        if line[0] == "?":
            raise Failure("crash", _("{program} refused '{command}'.").format(program=self.command, command=command))
        return line.lstrip("=0123456789").strip() if line[1:2].isdigit() else line[1:].strip()

    def ask(self, program: Program, turn: Turn) -> tuple[str, int]:
        """The moves that it has not heard of yet, then its own."""
        if turn.opening is None:
            raise Failure("crash", _("GTP can't set up a position: give openings as moves."))
        if self.done is None or self.done[0] != turn.start or self.done[1] != turn.names[: len(self.done[1])]:
            self.send_command(program, f"boardsize {len(self.game.grid(turn.state))}", turn.patience)
            self.send_command(program, "clear_board", turn.patience)
            state = self.game.start()
            for name in turn.opening:
                state = self.play(program, state, name, turn.patience)
            self.done = (turn.start, ())
        state = turn.start
        for number, name in enumerate(turn.names):
            if number < len(self.done[1]):
                state = self.game.play(state, read_move(self.game, state, name))
            else:
                state = self.play(program, state, name, turn.patience)
        if turn.clock is not None:
            self.try_command(program, f"time_settings 0 {max(1, int(turn.clock))} 1", turn.patience)
        name = self.send_command(program, f"genmove {self.colour(state)}", turn.patience).casefold()
        if name == "resign":
            raise Resigned
        name = "--" if name in PASSES else name.translate(FROM_GTP)
        self.done = (turn.start, (*turn.names, name))
        return name, 0

    def play(self, program: Program, state: Any, name: str, patience: float) -> Any:
        """Tell it of a move."""
        if name in PASSES:  # some programs pass by themselves, and refuse to hear of it
            self.try_command(program, f"play {self.colour(state)} pass", patience)
        else:
            self.send_command(program, f"play {self.colour(state)} {name.translate(TO_GTP)}", patience)
        return self.game.play(state, read_move(self.game, state, name))

    def colour(self, state: Any) -> str:
        """Who moves: Max is Black."""
        return "b" if self.game.player(state) == MAX else "w"


def fen_of(game: Game[Any, Any], state: Any) -> str:
    """A position as chess engines read it."""
    words = game.state_name(state).split()
    return " ".join((words + ["w", "-", "-", "0", "1"][len(words) - 1 :])[:6])


def check_protocol(kind: str, game: Game[Any, Any]) -> None:
    """LoadError if the protocol can't tell this game's positions and moves."""
    start = game.start()
    names = [game.move_name(start, move) for move in game.moves(start)]
    if kind == "uci" and not (FEN.match(game.state_name(start)) and all(map(CHESS_MOVE.fullmatch, names))):
        raise LoadError(
            _("UCI is for chess and its endings, not for {game}: let such an engine play krk or kqk.").format(
                game=game.spec
            )
        )
    if kind == "nboard" and (game.board_kind != "felt" or len(game.grid(start)) != 8):
        raise LoadError(_("NBoard is for Othello on 8 x 8, not for {game}.").format(game=game.spec))
    if kind == "gtp" and len(game.grid(start)[0]) > GTP_COLUMNS:
        raise LoadError(
            _("GTP has letters for {most} columns, and {game} has more.").format(most=GTP_COLUMNS, game=game.spec)
        )
    if kind == "gtp" and not all(SQUARE.fullmatch(name) or name in PASSES for name in names):
        raise LoadError(
            _("GTP is for games whose moves are squares, such as othello or mnk, not for {game}.").format(
                game=game.spec
            )
        )


def make_outside(player: PlayerText, game: Game[Any, Any]) -> Player:
    """The player of another program."""
    check_protocol(player.kind, game)
    kinds: dict[str, type[Outside]] = {"uci": Uci, "nboard": Nboard, "gtp": Gtp}
    return kinds[player.kind](game, player.target)
