"""A game that goes on in a terminal: boards out, moves and commands in.

Whoever leaves in the middle is told how to come back; nothing typed is ever lost without a word.
"""

from __future__ import annotations

import random
import shlex
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import click

from elagage.analysis import analyse, line_names
from elagage.cli.output import announce_wait, board, describe, say_compiling, stoppable
from elagage.errors import ElagageError, FileError, LimitsError, SearchError
from elagage.game import Game, read_move, read_state
from elagage.i18n import _, ngettext
from elagage.levels import check_level, choose, level_name
from elagage.record import Record, load_record, save_record
from elagage.result import MAX, Result
from elagage.solvers import Solution

__all__ = ["Session", "player_of"]

COMMANDS: dict[str, str] = {
    "help": "help", "aide": "help", "?": "help",
    "moves": "moves", "coups": "moves",
    "board": "board", "plateau": "board",
    "hint": "hint", "indice": "hint",
    "undo": "undo", "reprendre": "undo",
    "save": "save", "sauver": "save",
    "load": "load", "charger": "load",
    "resign": "resign", "abandonner": "resign",
    "quit": "quit", "quitter": "quit", "exit": "quit",
}  # fmt: skip
"""What can be typed instead of a move, in both languages."""


def player_of(text: str) -> int | None:
    """A level, or None for a person: ``human``, ``5`` or ``level:5``."""
    word = text.strip().casefold()
    if word in ("human", "humain"):
        return None
    number = word.removeprefix("level:").removeprefix("niveau:")
    if not number.isdecimal():
        raise LimitsError(_("'{text}' is not a player: say human, or a level from 1 to 10.").format(text=text))
    return check_level(int(number))


class Session:
    """A game, where it began, the moves made, and who plays each side (a level, or None for a person).

    ``result`` is how a game ended that was given up; ``options`` are what was typed to begin it and is to be typed again to go on;
    the machine plays by the ``solution`` if there is one.
    """

    def __init__(
        self,
        game: Game[Any, Any],
        start: Any,
        moves: list[Any],
        sides: tuple[int | None, int | None],
        seed: int | None = None,
        power: dict[str, Any] | None = None,
        result: str = "",
        options: Sequence[str] = (),
        solution: Solution[Any, Any] | None = None,
    ) -> None:
        self.game = game
        self.start = start
        self.moves = list(moves)
        self.sides = sides
        self.random = random.Random(seed)
        self.power = power or {}
        self.options = options
        self.solution = solution
        self.result = result
        self.finished = False

    @property
    def state(self) -> Any:
        """The position now."""
        state = self.start
        for move in self.moves:
            state = self.game.play(state, move)
        return state

    def record(self) -> Record:
        """The game so far, to be kept."""
        return Record.of(self.game, self.start, self.moves, self.result)

    def run(self, keep: Path | None = None) -> None:
        """Play until the game is over or the person leaves."""
        click.echo(self.format_greeting())
        try:
            self.show()
            self.tell_result()
            while not self.finished and not self.game.over(self.state):
                player = self.game.player(self.state)
                level = self.sides[player]
                if level is None:
                    self.ask(player)
                else:
                    self.think(player, level)
            if not self.finished:
                click.echo(self.outcome())
        except (EOFError, KeyboardInterrupt, click.exceptions.Abort):
            click.echo()
            self.leave()
        finally:
            if keep is not None:
                save_record(self.record(), keep)
                click.echo(_("The game is saved in {path}.").format(path=keep))

    def format_greeting(self) -> str:
        """Who plays, and how to get help."""
        names = [
            _("{mark}: {player}").format(mark=self.game.players[side], player=self.player_name(self.sides[side]))
            for side in (0, 1)
        ]
        return "   ".join(names) + "\n" + _("Type a move, or 'help'.") + "\n"

    def player_name(self, level: int | None) -> str:
        """A side's name."""
        if level is not None and self.solution is not None:
            return _("perfect play")
        return _("you") if level is None else _("level {number} ({name})").format(number=level, name=level_name(level))

    def show(self) -> None:
        """The board as it is."""
        click.echo(board(self.game, self.state))
        click.echo()

    def ask(self, player: int) -> None:
        """One answer of a person: a move, or a command."""
        answer = click.prompt(
            _("{player} to move").format(player=self.game.players[player]),
            prompt_suffix=" > ",
            default="",
            show_default=False,
        ).strip()
        if not answer:
            return
        word, _space, rest = answer.partition(" ")
        command = COMMANDS.get(word.casefold())
        try:
            if command is not None:
                actions: dict[str, Callable[[str], None]] = {
                    "help": self.help, "moves": self.list_moves, "board": lambda _rest: self.show(), "hint": self.hint, "undo": self.undo,
                    "save": self.save, "load": self.load, "resign": self.resign, "quit": self.quit,
                }  # fmt: skip
                actions[command](rest.strip())
            else:
                self.moves.append(read_move(self.game, self.state, answer))
                self.show()
        except ElagageError as error:
            click.echo(str(error))

    def think(self, player: int, level: int) -> None:
        """A level makes its move."""
        state = self.state
        with stoppable() as stop, announce_wait():
            result = self.look_up(state)
            if result is not None:
                move = result.move
            else:
                move, result = choose(
                    self.game, state, level, self.random, stop=stop, on_wait=say_compiling, **self.power
                )
            interrupted = stop()
        click.echo(
            _("{player} plays {move}").format(player=self.game.players[player], move=self.game.move_name(state, move))
            + (
                f"  [{describe(self.game, result)}]"
                if result is not None and all(side is not None for side in self.sides)
                else ""
            )
        )
        self.moves.append(move)
        self.show()
        if interrupted:
            raise KeyboardInterrupt

    def look_up(self, state: Any) -> Result[Any] | None:
        """What the solution says of a position; None if there is none, or it does not know the position."""
        if self.solution is None or self.solution.game.spec != self.game.spec:
            return None
        try:
            return self.solution.result_of(state)
        except SearchError:
            return None

    def outcome(self) -> str:
        """How the game ended, in a sentence."""
        score = self.game.score(self.state)
        if score == 0 and not self.game.payoffs:
            return _("The game is a draw.")
        if self.game.payoffs:
            return _("The game is over with {score} for Max.").format(score=score)
        winner = self.game.players[MAX if score > 0 else 1 - MAX]
        if self.game.margins:
            return _("{player} wins by {margin}.").format(player=winner, margin=abs(score))
        return _("{player} wins.").format(player=winner)

    # The commands

    def help(self, _rest: str) -> None:
        """What can be typed."""
        rows = [
            ("help", "aide", _("this list")), ("moves", "coups", _("the legal moves")), ("board", "plateau", _("the board again")),
            ("hint", "indice", _("a good move")), ("undo", "reprendre", _("take your last move back")),
            ("save FILE", "sauver FICHIER", _("keep the game")), ("load FILE", "charger FICHIER", _("go on with a kept game")),
            ("resign", "abandonner", _("give up")), ("quit", "quitter", _("leave")),
        ]  # fmt: skip
        for english, french, meaning in rows:
            click.echo(f"  {english:<10} {french:<16} {meaning}")

    def list_moves(self, _rest: str) -> None:
        """The legal moves."""
        click.echo(" ".join(self.game.move_name(self.state, move) for move in self.game.moves(self.state)))

    def hint(self, _rest: str) -> None:
        """A good move, found in two seconds at most."""
        with stoppable() as stop, announce_wait():
            result = self.look_up(self.state) or analyse(
                self.game, self.state, time=2.0, stop=stop, on_wait=say_compiling, **self.power
            )
        line = line_names(self.game, self.state, result.line)
        click.echo(_("Try {move}: {score}.").format(move=line[0], score=describe(self.game, result)))

    def undo(self, _rest: str) -> None:
        """Back to the position in which a person made the last move of a person's."""
        state, last = self.start, None
        for number, move in enumerate(self.moves):
            if self.sides[self.game.player(state)] is None:
                last = number
            state = self.game.play(state, move)
        if last is None:
            click.echo(_("There is nothing to take back."))
            return
        taken = len(self.moves) - last
        self.moves = self.moves[:last]
        click.echo(ngettext("{n} move taken back.", "{n} moves taken back.", taken).format(n=taken))
        self.show()

    def save(self, rest: str) -> None:
        """Keep the game in a file."""
        path = file_name(rest)
        if path is None:
            click.echo(_("Say where: save FILE."))
            return
        save_record(self.record(), path)
        click.echo(_("The game is saved in {path}.").format(path=path))

    def load(self, rest: str) -> None:
        """Go on with a kept game of this kind or of the package's; the sides keep their players."""
        path = file_name(rest)
        if path is None:
            click.echo(_("Say which: load FILE."))
            return
        record, game = load_record(path, self.game.spec)
        self.game = game
        self.start, self.moves = record.replay(game)
        self.result = record.result
        self.show()
        self.tell_result()

    def resign(self, _rest: str) -> None:
        """Give up."""
        loser = self.game.player(self.state)
        self.result = "max resigned" if loser == MAX else "min resigned"
        self.tell_result()

    def tell_result(self) -> None:
        """Say who gave up, if somebody did; the game is then over."""
        if not self.result:
            return
        self.finished = True
        loser = MAX if self.result == "max resigned" else 1 - MAX
        click.echo(
            _("{loser} gives up; {winner} wins.").format(
                loser=self.game.players[loser], winner=self.game.players[1 - loser]
            )
        )

    def quit(self, _rest: str) -> None:
        """Leave, and say how to come back."""
        self.finished = True
        self.leave()

    def leave(self) -> None:
        """How to come back to this position."""
        position = self.position()
        if position is None:
            click.echo(_("This position has no name to come back by: next time, type 'save FILE' before you leave."))
            return
        words = ["elagage", "play", self.game.spec, *(["--position", position] if position else []), *self.options]
        click.echo(_("To go on later: {command}").format(command=" ".join(map(shlex.quote, words))))

    def position(self) -> str | None:
        """A text that leads to the position now: the moves made, else its name; None if neither is read back."""
        record = self.record()
        if self.state == self.game.start():
            return ""
        texts = [self.game.state_name(self.state)]
        if not record.start:
            texts.insert(0, " ".join(record.moves))
        for text in texts:
            with suppress(ElagageError):
                if read_state(self.game, text) == self.state:
                    return text
        return None


def file_name(text: str) -> Path | None:
    """The file that a command names; None if it names none."""
    name = text.strip().strip("'\"")
    try:
        return Path(name).expanduser() if name else None
    except RuntimeError:
        raise FileError(_("The folder of the user in {path} is not known.").format(path=name)) from None
