"""What people see and type: names that come back to themselves, symmetric states that agree, a board that shows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from elagage.check.examination import Examination
from elagage.errors import NotationError, RulesError, shorten_repr
from elagage.game import Game
from elagage.games.spoken import is_name, is_side, is_tally
from elagage.i18n import Message
from elagage.ways.frozen_game import FrozenGame

__all__ = ["check_openings", "check_people"]


def check_people(exam: Examination, state: Any, moves: list[Any]) -> None:
    """Notation must come back to itself, symmetric states must agree, and the board must show."""
    for move in moves:
        exam.check_time()
        name = exam.ask("move_name", lambda move=move: exam.game.move_name(state, move), state, move)
        if not isinstance(name, str) or not name.strip():
            raise RulesError(
                "move_name({state}, {move}) is {name}: it must be a text that is not empty.",
                "move_name",
                state,
                move,
                name=repr(name),
            )
        try:
            back = exam.game.parse_move(state, name)
        except Exception as error:  # a NotationError, or whatever a user's parse_move raises
            raise RulesError(
                "The move {move} in {state} is written {name}, which parse_move does not read: {problem}",
                "parse_move",
                state,
                move,
                name=repr(name),
                problem=describe_error(error),
            ) from error
        if back != move:
            raise RulesError(
                "The move {move} in {state} is written {name}, which is read back as {back}: give each move its own "
                "name.",
                "parse_move",
                state,
                move,
                name=repr(name),
                back=back,
            )
    check_state_name(exam, state)
    for image in exam.ask("symmetries", lambda: list(exam.game.symmetries(state)), state):
        if not same_position(exam, state, image):
            raise RulesError(
                "symmetries({state}) offers {image}, which is not the same position seen otherwise.",
                "symmetries",
                state,
                image=shorten_repr(image),
            )
    grid = exam.ask("grid", lambda: exam.game.grid(state), state)
    if not is_rows(grid) or not all(is_rows(row) and all(isinstance(cell, str) for cell in row) for row in grid):
        raise RulesError("grid({state}) is {value}: it must be rows of texts.", "grid", state, value=shorten_repr(grid))
    check_text("text", exam.ask("text", lambda: exam.game.text(state), state), state)
    check_speech(exam, state, moves, grid)


def check_speech(exam: Examination, state: Any, moves: list[Any], grid: Sequence[Sequence[str]]) -> None:
    """How people speak of the game must be what ``games/spoken.py`` reads: else it is not shown, and that is noted."""
    game, sides = exam.game, exam.game.sides
    if sides != () and not (is_rows(sides) and len(sides) == 2 and all(map(is_side, sides))):
        note_unused(exam, "sides", Message("a pair of names"))
    if game.rules != "" and not is_name(game.rules):
        note_unused(exam, "rules", Message("a text"))
    if has_own(game, "tally") and not is_tally(ask_quietly(lambda: game.tally(state))):
        note_unused(exam, "tally", Message("a number for each side"))
    if has_own(game, "line_won") and game.over(state):
        cells = ask_quietly(
            lambda: [grid[row][column] for row, column in game.line_won(state) if min(row, column) >= 0]
        )
        if cells is None or len(cells) != len(list(game.line_won(state))):
            note_unused(exam, "line_won", Message("cells of the grid, by row and column"))
    for move in moves if has_own(game, "tell_move") else []:
        if not is_name(ask_quietly(partial(game.tell_move, state, move))):
            note_unused(exam, "tell_move", Message("a text"))


def has_own(game: Game[Any, Any], rule: str) -> bool:
    """Did the author write this rule?"""
    cls = type(game.written if isinstance(game, FrozenGame) else game)
    return getattr(cls, rule) is not getattr(Game, rule)


def ask_quietly(call: Callable[[], Any]) -> Any:
    """What a rule says, None if it fails."""
    try:
        return call()
    except Exception:  # a user's rule may raise anything
        return None


def note_unused(exam: Examination, rule: str, wanted: Message) -> None:
    """Note that something is not what the contract means by its name, so that people are not shown it."""
    exam.note(
        rule,
        Message("{rule} is not used where the game is shown: it would have to be {wanted}.", rule=rule, wanted=wanted),
    )


def is_rows(value: Any) -> bool:
    """Is this a list, a tuple or a text, so that it can be shown cell by cell?"""
    return isinstance(value, Sequence)


def check_text(rule: str, value: Any, state: Any) -> None:
    if not isinstance(value, str):
        raise RulesError("{rule}({state}) is {value}: it must be a text.", rule, state, value=shorten_repr(value))


def describe_error(error: Exception) -> Message | str:
    """A problem in a sentence: our own words, or the kind and the words of somebody else's error."""
    return error.message if isinstance(error, NotationError) else f"{type(error).__name__}: {error}."


def same_position(exam: Examination, state: Any, image: Any) -> bool:
    """Can the image be the same position? The same player moves, with as many moves, and both go on or neither."""
    try:
        hash(image)
        return bool(
            exam.game.player(image) == exam.game.player(state)
            and len(list(exam.game.moves(image))) == len(list(exam.game.moves(state)))
            and bool(exam.game.over(image)) == bool(exam.game.over(state))
        )
    except Exception:  # the rules may raise anything on something that is no state
        return False


def check_state_name(exam: Examination, state: Any) -> None:
    """A position's name must be read back; what the names that
    we give by default can't say is no fault of the game's.
    """
    cls = type(exam.game.written if isinstance(exam.game, FrozenGame) else exam.game)
    own = cls.state_name is not Game.state_name or cls.parse_state is not Game.parse_state
    written = exam.ask("state_name", lambda: exam.game.state_name(state), state)
    check_text("state_name", written, state)
    if not own:
        return
    try:
        restored = exam.game.parse_state(written)
    except Exception as error:  # a NotationError, or whatever a user's parse_state raises
        raise RulesError(
            "The state {state} is written {name}, which parse_state does not read: {problem}",
            "parse_state",
            state,
            name=repr(written),
            problem=describe_error(error),
        ) from error
    if restored != state:
        raise RulesError(
            "The state {state} is written {name}, which is read back as {back}.",
            "parse_state",
            state,
            name=repr(written),
            back=shorten_repr(restored),
        )


def check_openings(exam: Examination) -> None:
    """The lines that have names must be lines of the game."""
    for line, _name in exam.ask("openings", lambda: tuple(exam.game.openings()), None):
        try:
            exam.game.parse_state(line)
        except Exception as error:  # a NotationError, or whatever a user's parse_state raises
            raise RulesError(
                "The opening {line} can't be played: {problem}",
                "openings",
                line=repr(line),
                problem=describe_error(error),
            ) from error
