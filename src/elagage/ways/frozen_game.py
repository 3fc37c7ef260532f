"""The border between rules whose states can be changed and searches that need values.

Searches see frozen states. A rule is given a thawed copy of its own each time, so that it may change it: what
``play`` does to its argument, or a heuristic that sorts a list, harms no other position.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Sequence
from typing import Any

from elagage.errors import NotationError
from elagage.game import MAX, MIN, Game, Term, derive, heuristic_names
from elagage.i18n import Message
from elagage.result import Number
from elagage.ways.frozen_values import CannotFreeze, FrozenObject, freeze, is_immutable, read_plain, thaw, write_plain

__all__ = ["FrozenGame", "add_border", "freeze_position", "game_as_written", "position_as_written"]

FACTS = (
    "margins",
    "payoffs",
    "compiles",
    "cycles",
    "players",
    "sides",
    "rules",
    "board_kind",
    "piece_looks",
    "levels",
    "symmetric_keys",
)
"""What a class says of its game beside the rules."""


class FrozenGame(Game[Any, Any]):
    """A game whose states are frozen; ``written`` holds its rules as they were written."""

    def __init__(self, written: Game[Any, Any]) -> None:
        self.written = written
        self.spec = written.spec

    def start(self) -> Any:
        """The first state."""
        return freeze(self.written.start())

    def player(self, state: Any) -> int:
        """Who moves."""
        return self.written.player(thaw(state))

    def moves(self, state: Any) -> Iterable[Any]:
        """The legal moves."""
        return [freeze(move) for move in self.written.moves(thaw(state))]

    def play(self, state: Any, move: Any) -> Any:
        """The state after a move."""
        return freeze(self.written.play(thaw(state), thaw(move)))

    def over(self, state: Any) -> bool:
        """Has the game ended?"""
        return self.written.over(thaw(state))

    def score(self, state: Any) -> Number:
        """The final score."""
        return self.written.score(thaw(state))

    def final(self, state: Any) -> Number:
        """What a search counts for an end."""
        return self.written.final(thaw(state))

    def heuristic(self, state: Any) -> Number:
        """An estimate."""
        return self.written.heuristic(thaw(state))

    def noisy(self, state: Any, move: Any) -> bool:
        """Is this move too sharp to stop on?"""
        return self.written.noisy(thaw(state), thaw(move))

    def order(self, state: Any, move: Any) -> Number:
        """A hint for the search."""
        return self.written.order(thaw(state), thaw(move))

    def solver_order(self, state: Any, move: Any) -> Number:
        """The same for solvers."""
        return self.written.solver_order(thaw(state), thaw(move))

    def symmetries(self, state: Any) -> Iterable[Any]:
        """Equivalent states."""
        return [freeze(image) for image in self.written.symmetries(thaw(state))]

    def bounds(self, state: Any) -> tuple[Number, Number]:
        """Between which numbers the final score lies."""
        return self.written.bounds(thaw(state))

    def soonest(self, state: Any) -> tuple[int, int]:
        """In how many plies each side could win at the soonest."""
        return self.written.soonest(thaw(state))

    def latest(self, state: Any) -> tuple[int, int]:
        """In how many plies each side wins at the latest, if it does."""
        return self.written.latest(thaw(state))

    def candidates(self, state: Any) -> Iterable[Any]:
        """Moves among which a best one is."""
        return [freeze(move) for move in self.written.candidates(thaw(state))]

    def key(self, state: Any) -> Any:
        """What stands for a state in tables."""
        return freeze(self.written.key(thaw(state)))

    def tier(self, state: Any) -> int:
        """A number that no move makes smaller."""
        return self.written.tier(thaw(state))

    def features(self, state: Any) -> Iterable[int]:
        """The numbers of what is present."""
        return self.written.features(thaw(state))

    def twin(self, feature: int) -> int:
        """The feature that means the same."""
        return self.written.twin(feature)

    def phase(self, state: Any) -> int:
        """How far the game has gone."""
        return self.written.phase(thaw(state))

    def starts(self) -> Iterable[Any]:
        """Where solving begins."""
        return [freeze(state) for state in self.written.starts()]

    # What people see and type: what the author says, or else what is shown of a frozen state

    def has_own(self, rule: str) -> bool:
        """Did the author write this rule?"""
        return getattr(type(self.written), rule) is not getattr(Game, rule)

    def grid(self, state: Any) -> Sequence[Sequence[str]]:
        """The board as rows of short texts."""
        return self.written.grid(thaw(state)) if self.has_own("grid") else super().grid(make_tuples(state))

    def explain(self, state: Any) -> Iterable[Term]:
        """What the heuristic is made of."""
        return self.written.explain(thaw(state))

    def openings(self) -> Iterable[tuple[str, Message | str]]:
        """Lines that have names."""
        return self.written.openings()

    def tally(self, state: Any) -> Sequence[Number]:
        """What each side has."""
        return self.written.tally(thaw(state))

    def line_won(self, state: Any) -> Iterable[tuple[int, int]]:
        """The cells that won."""
        return self.written.line_won(thaw(state))

    def tell_move(self, state: Any, move: Any) -> Message | str:
        """How a move is told."""
        return self.written.tell_move(thaw(state), thaw(move))

    def text(self, state: Any) -> str:
        """The board for a terminal."""
        return self.written.text(thaw(state)) if self.has_own("text") else super().text(state)

    def move_name(self, state: Any, move: Any) -> str:
        """How a move is written."""
        return self.written.move_name(thaw(state), thaw(move))

    def parse_move(self, state: Any, text: str) -> Any:
        """The legal move of that name."""
        if self.has_own("parse_move"):
            return freeze(self.written.parse_move(thaw(state), text))
        return super().parse_move(state, text)

    def state_name(self, state: Any) -> str:
        """The position as a line of text: a literal, in which an object is the dict of its attributes."""
        if self.has_own("state_name"):
            return self.written.state_name(thaw(state))
        return repr(write_plain(state))

    def parse_state(self, text: str) -> Any:
        """The position that the text describes."""
        if self.has_own("parse_state"):
            return freeze(self.written.parse_state(text))
        if text.strip()[:1] not in ("(", "[", "{"):
            return super().parse_state(text)
        shown = " ".join(text.split())[:80]
        start = self.start()
        try:
            state = read_plain(ast.literal_eval(text.strip()), start)
            fits = type(state) is type(start) and self.player(state) in (MAX, MIN)
            fits = fits and getattr(state, "names", ()) == getattr(start, "names", ())
            fits = fits and (bool(self.over(state)) or bool(list(self.moves(state))))
        except Exception as error:  # the rules may raise anything on a state that makes no sense
            raise NotationError(
                "'{text}' is not a position of this game ({problem}).", text=shown, problem=error
            ) from None
        if not fits:
            raise NotationError("'{text}' is not a position of this game.", text=shown)
        return state


def make_tuples(value: Any) -> Any:
    """A frozen value as tuples all through, as boards are looked for."""
    if isinstance(value, FrozenObject) and value.kind.__module__ != "numpy":
        return tuple(make_tuples(part) for part in value.values)
    value = write_plain(value)
    if isinstance(value, list | tuple):
        return tuple(make_tuples(part) for part in value)
    return tuple(make_tuples(part) for part in value.values()) if isinstance(value, dict) else value


def add_border(game: Game[Any, Any]) -> Game[Any, Any]:
    """The game, or the same game with frozen states if its own can be changed and are not fit to be remembered."""
    if isinstance(game, FrozenGame):
        return game
    try:
        if not needs_border(game):
            return game
    except Exception:  # a rule that fails is told of where it is asked
        return game
    return freeze_states(game)


def freeze_states(game: Game[Any, Any]) -> Game[Any, Any]:
    """The same game with frozen states, whatever its own are."""
    cls = type(game)
    body: dict[str, Any] = {name: getattr(game, name) for name in FACTS}
    for name in dir(cls):
        if name.startswith(("heuristic_", "explain_")):
            body[name] = make_rule(name)
    frozen: Game[Any, Any] = type(
        cls.__name__, (FrozenGame,), {"__module__": cls.__module__, "__doc__": cls.__doc__, **body}
    )(game)
    return frozen


def make_rule(name: str) -> Any:
    """A rule of one argument by its name, as a method of the frozen game."""

    def rule(self: FrozenGame, state: Any) -> Any:
        return getattr(self.written, name)(thaw(state))

    rule.__name__ = name
    return rule


def needs_border(game: Game[Any, Any]) -> bool:
    """Can a state not be hashed, is it equal to itself alone, or does playing a move change it?"""
    state = game.start()
    if is_immutable(state):
        return False
    try:
        before = freeze(state)
    except CannotFreeze:
        return False
    try:
        hash(state)
    except TypeError:
        return True
    if freeze(thaw(before)) != before or thaw(before) != state:
        return True
    for move in game.moves(state):
        game.play(state, move)
        break
    return bool(freeze(state) != before)


def game_as_written(game: Game[Any, Any]) -> Game[Any, Any] | None:
    """The game whose rules can be compiled: itself, or what is behind its border; None if the border was changed."""
    if not isinstance(game, FrozenGame):
        return game
    cls = type(game)
    changed = [name for name in dir(Game) if name in vars(cls) and name not in FACTS and not name.startswith("_")]
    if not changed:
        return game.written.write_rules() if hasattr(game.written, "write_rules") else game.written
    name = getattr(cls.heuristic, "__name__", "")
    if set(changed) == {"heuristic", "explain"} and name.removeprefix("heuristic_") in heuristic_names(game.written):
        written = type(game.written)
        explain = getattr(written, name.replace("heuristic_", "explain_"), Game.explain)
        return derive(game.written, heuristic=getattr(written, name), explain=explain)
    return None


def position_as_written(game: Game[Any, Any], state: Any) -> Any:
    """A state of a game as its rules want it."""
    return thaw(state) if isinstance(game, FrozenGame) else state


def freeze_position(game: Game[Any, Any], state: Any) -> Any:
    """A state as a caller has it, as the game's searches want it."""
    return freeze(state) if isinstance(game, FrozenGame) and state is not None else state
