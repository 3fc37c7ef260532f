"""A game that goes on in a terminal: boards out, moves and commands in.

Whoever leaves in the middle is told how to come back; nothing typed is ever lost without a word.
"""

from __future__ import annotations

import random
import shlex
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import click

from elagage.analysis import analyse, line_names
from elagage.arena.game_jobs import is_own_fault, own_failure
from elagage.arena.players.built_in_players import make_player
from elagage.arena.players.player_specs import PlayerSpec, parse_player
from elagage.arena.players.player_types import Choice, Failure, Player, Resigned, Resources, Turn
from elagage.cli.output import announce_wait, describe, paint_marks, paint_side, say_compiling, stoppable
from elagage.errors import ElagageError, FileError, LoadError, SearchError, Stopped
from elagage.evaluation.reasons import tell_reasons
from elagage.figures.boards.board_labels import mark_text
from elagage.game import Game, read_move, read_state
from elagage.games.spoken import read_sides, read_tally, tell_move, tell_score
from elagage.i18n import _, join_messages, ngettext
from elagage.levels import level_name
from elagage.record import Record, load_record, save_record
from elagage.result import MAX, Result, Score, Side, format_number
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
PATIENCE = 600.0
"""Seconds after which another program that does not answer is given up; Ctrl-C is sooner."""


def player_of(text: str) -> PlayerSpec | None:
    """What a player's text says; None for a person."""
    spec = parse_player(text)
    return None if spec.is_person else spec


class Session:
    """A game, where it began, the moves made, and who plays each side (None for a person).

    ``result`` is how a game ended that was given up; ``options`` are what was typed to begin it and is to be typed
    again to go on; the machine plays by the ``solution`` if there is one; ``opening`` are the moves that lead to
    ``start`` if it is not the game's own beginning and they are known.
    """

    def __init__(
        self,
        game: Game[Any, Any],
        start: Any,
        moves: list[Any],
        sides: tuple[PlayerSpec | None, PlayerSpec | None],
        seed: int | None = None,
        power: dict[str, Any] | None = None,
        result: str = "",
        options: Sequence[str] = (),
        solution: Solution[Any, Any] | None = None,
        opening: tuple[str, ...] | None = None,
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
        self.opening = opening
        self.players: list[Player | None] = [None, None]
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
        """Play until the game is over or the person leaves; LoadError if a player can't play."""
        try:
            with announce_wait():
                self.seat_players(self.game)
                self.prepare_programs()
            self.play(keep)
        finally:
            self.close_players()

    def play(self, keep: Path | None) -> None:
        """The game itself, once the players are there."""
        click.echo(self.format_greeting())
        try:
            self.show()
            self.tell_result()
            while not self.finished and not self.game.over(self.state):
                side = self.game.player(self.state)
                player = self.players[side]
                if player is None:
                    self.ask(side)
                else:
                    self.think(side, player)
            if not self.finished:
                click.echo(self.outcome())
        except Failure as failure:
            self.leave()
            raise SearchError(join_messages([failure.message])) from None
        except (EOFError, KeyboardInterrupt, click.exceptions.Abort):
            click.echo()
            self.leave()
        except Exception:
            with suppress(Exception):  # rules that failed may do so again
                self.leave()
            raise
        finally:
            if keep is not None:
                save_record(self.record(), keep)
                click.echo(_("The game is saved in {path}.").format(path=keep))

    def seat_players(self, game: Game[Any, Any]) -> None:
        """Make the players for a game; LoadError, and all is as before, if one can't play it."""
        resources = Resources(**self.power, timed_levels=True)
        players = [None if spec is None else make_player(spec, game, resources) for spec in self.sides]
        self.close_players()
        self.players = players

    def prepare_programs(self) -> None:
        """Start the programs that play; LoadError says which can't be started."""
        for spec, player in zip(self.sides, self.players, strict=True):
            if spec is not None and player is not None and spec.is_program:
                try:
                    player.prepare(PATIENCE)
                except Failure as failure:
                    raise LoadError(join_messages([failure.message])) from None

    def close_players(self) -> None:
        """End whatever the players started."""
        for player in self.players:
            if player is not None:
                player.close()

    def format_greeting(self) -> str:
        """Who plays, and how to get help."""
        names = [
            _("{mark}: {player}").format(mark=paint_side(self.game, side), player=self.player_name(self.sides[side]))
            for side in (0, 1)
        ]
        return "   ".join(names) + "\n" + _("Type a move, or 'help'.") + "\n"

    def player_name(self, spec: PlayerSpec | None) -> str:
        """A side's name."""
        if spec is None:
            return _("you")
        if self.solution is not None:
            return _("perfect play")
        if spec.kind != "level":
            return str(spec)
        return _("level {number} ({name})").format(number=spec.target, name=level_name(int(spec.target)))

    def show(self) -> None:
        """The board as it is: the last move or the row that won marked, and what each side has."""
        state = self.state
        click.echo(paint_marks(self.game, mark_text(self.game, state, self.moves[-1] if self.moves else None)))
        counted = read_tally(self.game, state)
        if counted is not None:
            click.echo()
            click.echo("   ".join(f"{paint_side(self.game, side)} {format_number(counted[side])}" for side in (0, 1)))
        click.echo()

    def ask(self, player: int) -> None:
        """One answer of a person: a move, or a command."""
        answer = click.prompt(
            _("{player} to move").format(player=paint_side(self.game, player)),
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
                    "help": self.help, "moves": self.list_moves, "board": lambda _rest: self.show(),
                    "hint": self.hint, "undo": self.undo,
                    "save": self.save, "load": self.load, "resign": self.resign, "quit": self.quit,
                }  # fmt: skip
                actions[command](rest.strip())
            else:
                self.moves.append(read_move(self.game, self.state, answer))
                self.show()
        except ElagageError as error:
            click.echo(str(error))

    def think(self, side: int, player: Player) -> None:
        """A player that is no person makes its move, or gives up."""
        state = self.state
        try:
            with self.watch_search() as stop:
                result = self.look_up(state)
                choice = player.choose(self.turn(stop)) if result is None else Choice(result.move, 0, result)
                interrupted = stop()
        except Resigned:
            self.resign("")
            return
        except Stopped:
            raise KeyboardInterrupt from None
        name = self.side_name(side)
        if str(told := tell_move(self.game, state, choice.move)) != self.game.move_name(state, choice.move):
            sentence = f"{name.name}: {told}"
        else:
            sentence = ngettext("{player} plays {move}", "{player} play {move}", name.number).format(
                player=name.name, move=told
            )
        if choice.result is not None and None not in self.sides:
            sentence += f"  [{describe(self.game, choice.result)}]"
        click.echo(sentence)
        self.moves.append(choice.move)
        self.show()
        if interrupted and None not in self.sides:  # nobody is there who would be asked next
            raise KeyboardInterrupt

    @contextmanager
    def watch_search(self) -> Iterator[Callable[[], bool]]:
        """Inside, Ctrl-C is a wish, and a long wait is told; SearchError says that this program made a mistake."""
        try:
            with stoppable() as stop, announce_wait():
                yield stop
        except (Failure, Resigned, RecursionError, MemoryError):
            raise
        except Exception as error:
            if not is_own_fault(self.game, error):
                raise
            raise own_failure(error) from error

    def turn(self, stop: Callable[[], bool]) -> Turn:
        """What a player is asked now."""
        state, names = self.start, []
        for move in self.moves:
            names.append(self.game.move_name(state, move))
            state = self.game.play(state, move)
        opening = () if self.start == self.game.start() else self.opening
        return Turn(
            state, self.start, opening, tuple(names), 0, patience=PATIENCE, stop=stop, on_wait=say_compiling,
            source=self.random,
        )  # fmt: skip

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
        ended = Score(1 if score > 0 else -1, score if self.game.margins else 1)
        return f"{tell_score(self.game, ended)}."

    def side_name(self, player: int) -> Side:
        """A side, as people call it."""
        return read_sides(self.game)[player]

    # The commands

    def help(self, _rest: str) -> None:
        """What can be typed."""
        rows = [
            ("help", "aide", _("this list")), ("moves", "coups", _("the legal moves")),
            ("board", "plateau", _("the board again")),
            ("hint", "indice", _("a good move, and why")), ("undo", "reprendre", _("take your last move back")),
            ("save FILE", "sauver FICHIER", _("keep the game")),
            ("load FILE", "charger FICHIER", _("go on with a kept game")),
            ("resign", "abandonner", _("give up")), ("quit", "quitter", _("leave")),
            ("Ctrl-C", "Ctrl-C", _("while the other side thinks: it moves now")),
        ]  # fmt: skip
        for english, french, meaning in rows:
            click.echo(f"  {english:<10} {french:<16} {meaning}")

    def list_moves(self, _rest: str) -> None:
        """The legal moves."""
        click.echo(" ".join(self.game.move_name(self.state, move) for move in self.game.moves(self.state)))

    def hint(self, _rest: str) -> None:
        """A good move, found in two seconds at most, and why."""
        with self.watch_search() as stop:
            result = self.look_up(self.state) or analyse(
                self.game, self.state, time=2.0, stop=stop, on_wait=say_compiling, **self.power
            )
        line = line_names(self.game, self.state, result.line)
        click.echo(_("Try {move}: {score}.").format(move=line[0], score=describe(self.game, result)))
        for reason in tell_reasons(self.game, self.state, result.line, result.score.outcome):
            click.echo(f"  {reason}")

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
        start, moves = record.replay(game)
        self.seat_players(game)
        self.game, self.start, self.moves, self.opening = game, start, moves, None
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
        beaten = self.side_name(loser)
        given = ngettext("{player} gives up", "{player} give up", beaten.number).format(player=beaten.name)
        click.echo(f"{given}; {tell_score(self.game, Score.loss() if loser == MAX else Score.win())}.")

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
        raise FileError("The folder of the user in {path} is not known.", path=name) from None
