"""Is a game sound? Random games are played and every clause of the contract is tried on the way.

The first clause that breaks is named, with the rule, the state and the move. Nothing here is fast: rules themselves
check nothing.
"""

from __future__ import annotations

import copy
import math
import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from elagage.errors import NotationError, RulesError, shorten_repr
from elagage.game import MAX, MIN, Game, Term, heuristic_names
from elagage.i18n import Message
from elagage.result import WIN

__all__ = ["Report", "check_game"]


@dataclass(frozen=True)
class Report:
    """What a sound game was seen to do."""

    games: int
    positions: int
    longest: int
    """Plies of the longest game played."""
    ended: int
    """Games that came to an end within the plies allowed."""
    most_moves: int


def check_game(game: Game[Any, Any], games: int = 30, seed: int = 0, plies: int = 300) -> Report:
    """Play random games and check every clause of the contract; RulesError names the first that breaks.

    >>> from elagage.games import make
    >>> check_game(make("nim", "3,4,5"), games=5).ended
    5
    """
    chooser = random.Random(seed)
    checked: set[Any] = set()
    seen_ended: set[Any] = set()
    longest = ended = most = 0
    for _number in range(games):
        state = attempt("start", game.start)
        for ply in range(plies + 1):
            longest = max(longest, ply)
            moves = check_state(game, state)
            most = max(most, len(moves))
            if not moves:
                ended += 1
                if state not in seen_ended:
                    seen_ended.add(state)
                    check_people(game, state, moves)
                break
            move = chooser.choice(moves)
            after = check_move(game, state, move)
            if state not in checked:
                checked.add(state)
                for candidate in moves if len(moves) <= 8 else chooser.sample(moves, 8):
                    check_move(game, state, candidate)
                check_people(game, state, moves)
            state = after
    return Report(games, len(checked), longest, ended, most)


def attempt(rule: str, call: Any, state: Any = None, move: Any = None) -> Any:
    """The rule's answer; a rule that raises breaks the contract."""
    try:
        return call()
    except RulesError:
        raise
    except Exception as error:  # a user's rule may raise anything
        raise RulesError(
            "{rule} rejects the move {move}, which moves(state) offers, in {state}: {problem}."
            if move is not None
            else "{rule} raises an error in {state}: {problem}."
            if state is not None
            else "{rule} raises an error: {problem}.",
            rule,
            state,
            move,
            problem=f"{type(error).__name__}: {error}",
        ) from error


def check_state(game: Game[Any, Any], state: Any) -> list[Any]:
    """What must hold in every state; its moves."""
    check_hash(state)
    before = copy_state(state)
    player = attempt("player", lambda: game.player(state), state)
    if isinstance(player, bool) or player not in (MAX, MIN):
        raise RulesError(
            "player({state}) is {player}: it must be 0 (Max) or 1 (Min).", "player", state, player=repr(player)
        )
    offered = attempt("moves", lambda: game.moves(state), state)
    if offered is None:
        raise RulesError(
            "moves({state}) gives nothing: return the moves or yield them, none if the game is over.", "moves", state
        )
    moves = list(attempt("moves", lambda: list(offered), state))
    over = bool(attempt("over", lambda: game.over(state), state))
    if not same_state(state, before):
        raise RulesError(
            "moves or over changed the state {state} in place: states are values and must stay as they are.",
            "moves",
            before,
        )
    for move in moves:
        try:
            hash(move)
        except Exception:  # TypeError from a list, anything from a user's own __hash__
            raise RulesError(
                "The move {move} in {state} can't be hashed: make it an integer or a tuple.", "moves", state, move
            ) from None
    if len(set(moves)) != len(moves):
        repeated = next(move for move in moves if moves.count(move) > 1)
        raise RulesError("moves({state}) offers the move {move} more than once.", "moves", state, repeated)
    if over and moves:
        raise RulesError(
            "over({state}) says that the game has ended, but moves still offers {count}: let it offer none.",
            "over",
            state,
            count=len(moves),
        )
    if not over and not moves:
        raise RulesError(
            "over({state}) says that the game goes on, but there is no move: let it say True there.", "over", state
        )
    if over:
        check_number(game, "score", game.score, state)
    else:
        check_number(game, "heuristic", game.heuristic, state)
        for name in heuristic_names(game):
            check_number(game, f"heuristic_{name}", getattr(game, f"heuristic_{name}"), state)
        check_terms(game, state)
    return moves


def check_terms(game: Game[Any, Any], state: Any) -> None:
    """What explains a heuristic must add up to it, and what the cells of a term give to the term."""
    prefix = "explain_"
    parts = {name.removeprefix(prefix) for name in dir(game) if name.startswith(prefix)}
    for part in sorted(parts.difference(heuristic_names(game))):
        raise RulesError(
            "{rule} explains heuristic_{part}, which this game does not have.", prefix + part, state, part=part
        )
    for end in ("", *(f"_{part}" for part in sorted(parts))):
        rule = "explain" + end
        terms = attempt(rule, lambda rule=rule: list(getattr(game, rule)(state)), state)
        for term in terms:
            attempt(rule, lambda rule=rule, term=term: check_term(game, rule, term, state), state)
        value, total = getattr(game, "heuristic" + end)(state), sum(term.value for term in terms)
        if terms and not math.isclose(total, value, abs_tol=1e-9):
            raise RulesError(
                "{rule}({state}) gives {terms}: together {total}, while {heuristic} is {value};"
                " tell all of it, or nothing.",
                rule,
                state,
                terms=", ".join(f"{term.name} {term.value}" for term in terms),
                total=total,
                heuristic="heuristic" + end,
                value=value,
            )


def check_term(game: Game[Any, Any], rule: str, term: Any, state: Any) -> None:
    """A term has a name and a number; its cells are on the board, and their numbers add up to it."""
    if not isinstance(term, Term) or not isinstance(term.name, str | Message) or not str(term.name).strip():
        raise RulesError(
            "{rule}({state}) gives {term}: it must give Term(name, value, cells).", rule, state, term=repr(term)
        )
    numbers = [term.value, *term.cells.values()]
    if any(isinstance(number, bool) or not isinstance(number, int | float) for number in numbers):
        raise RulesError("{rule}({state}) gives {term}: what a term gives is a number.", rule, state, term=repr(term))
    sizes = [len(row) for row in game.grid(state)]
    for row, column in term.cells:
        if not (0 <= row < len(sizes) and 0 <= column < sizes[row]):
            raise RulesError(
                "{rule}({state}): the term {name} counts the cell {cell}, which grid(state) does not have.",
                rule,
                state,
                name=repr(term.name),
                cell=(row, column),
            )
    if term.cells and not math.isclose(sum(term.cells.values()), term.value, abs_tol=1e-9):
        raise RulesError(
            "{rule}({state}): the cells of the term {name} give {total} together, while it is {value}.",
            rule,
            state,
            name=repr(term.name),
            total=sum(term.cells.values()),
            value=term.value,
        )


def check_hash(state: Any) -> None:
    """A state must be hashable, since searches remember states."""
    try:
        hash(state)
    except Exception as error:  # TypeError from a list or a dict inside, anything from a user's own __hash__
        raise RulesError(
            "The state {state} can't be hashed: make it a NamedTuple or a tuple, with no list or dict inside.",
            "play",
            state,
        ) from error


def copy_state(state: Any) -> Any:
    """A copy, to see later whether the state has changed; a state that is not equal to its copy is no value."""
    try:
        copy_of = copy.deepcopy(state)
    except Exception as error:  # an object may refuse to be copied in any way
        raise RulesError(
            "The state {state} can't be copied ({problem}): make it a NamedTuple or a tuple.",
            "play",
            state,
            problem=f"{type(error).__name__}: {error}",
        ) from error
    if not same_state(copy_of, state):
        raise RulesError(
            "The state {state} is not equal to a copy of itself: define __eq__ and __hash__, or make it a NamedTuple.",
            "play",
            state,
        )
    return copy_of


def same_state(one: Any, other: Any) -> bool:
    """Are two states equal? RulesError if they can't be compared."""
    try:
        return bool(one == other) and hash(one) == hash(other)
    except Exception as error:  # a state whose == raises or is no truth value, a NumPy array say
        raise RulesError(
            "The state {state} can't be compared with ==: make it a NamedTuple or a tuple.", "play", one
        ) from error


def check_number(game: Game[Any, Any], rule: str, function: Any, state: Any) -> None:
    """A score or an estimate must be a number; only a game whose scores are amounts may say infinity."""
    value = attempt(rule, lambda: function(state), state)
    if value is None:
        raise RulesError("{rule}({state}) gives nothing: it must return a number for Max.", rule, state)
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise RulesError("{rule}({state}) is {value}: it must be a number for Max.", rule, state, value=repr(value))
    if math.isnan(value):
        raise RulesError("{rule}({state}) is not a number (NaN).", rule, state)
    if math.isinf(value) and not game.payoffs:
        raise RulesError(
            "{rule}({state}) is infinite: say 1 or -1 for a game won or lost, and a finite estimate otherwise.",
            rule,
            state,
        )
    if rule != "score" and abs(value) >= WIN and not game.payoffs:
        raise RulesError(
            "{rule}({state}) is {value}: estimates must stay below {limit}, since a won game counts that much.",
            rule,
            state,
            value=repr(value),
            limit=WIN,
        )


def check_move(game: Game[Any, Any], state: Any, move: Any) -> Any:
    """What must hold for every move; the state after it."""
    before = copy_state(state)
    after = attempt("play", lambda: game.play(state, move), state, move)
    if not same_state(state, before):
        raise RulesError(
            "play changed the state {state} in place with the move {move}: return a new state instead.",
            "play",
            before,
            move,
        )
    if after is None:
        raise RulesError("play({state}, {move}) gives nothing: return the next state.", "play", state, move)
    again = attempt("play", lambda: game.play(state, move), state, move)
    check_hash(after)
    copy_state(after)
    if not same_state(after, again):
        raise RulesError(
            "play({state}, {move}) gives another state each time: rules must not be random.", "play", state, move
        )
    hint = attempt("order", lambda: game.order(state, move), state, move)
    if not isinstance(hint, int | float) or math.isnan(hint):
        raise RulesError(
            "order({state}, {move}) is {value}: it must be a number.", "order", state, move, value=repr(hint)
        )
    if abs(hint) >= WIN:
        raise RulesError(
            "order({state}, {move}) is {value}: it must stay below {limit}.",
            "order",
            state,
            move,
            value=repr(hint),
            limit=WIN,
        )
    attempt("noisy", lambda: bool(game.noisy(state, move)), state, move)
    return after


def check_people(game: Game[Any, Any], state: Any, moves: list[Any]) -> None:
    """Notation must come back to itself, symmetric states must agree, and the board must show."""
    for move in moves:
        name = attempt("move_name", lambda move=move: game.move_name(state, move), state, move)
        if not isinstance(name, str) or not name.strip():
            raise RulesError(
                "move_name({state}, {move}) is {name}: it must be a text that is not empty.",
                "move_name",
                state,
                move,
                name=repr(name),
            )
        try:
            back = game.parse_move(state, name)
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
    check_state_name(game, state)
    for image in attempt("symmetries", lambda: list(game.symmetries(state)), state):
        if not same_position(game, state, image):
            raise RulesError(
                "symmetries({state}) offers {image}, which is not the same position seen otherwise.",
                "symmetries",
                state,
                image=shorten_repr(image),
            )
    grid = attempt("grid", lambda: game.grid(state), state)
    if not is_rows(grid) or not all(is_rows(row) and all(isinstance(cell, str) for cell in row) for row in grid):
        raise RulesError("grid({state}) is {value}: it must be rows of texts.", "grid", state, value=shorten_repr(grid))
    check_text("text", attempt("text", lambda: game.text(state), state), state)


def is_rows(value: Any) -> bool:
    """Is this a list, a tuple or a text, so that it can be shown cell by cell?"""
    return isinstance(value, Sequence)


def check_text(rule: str, value: Any, state: Any) -> None:
    if not isinstance(value, str):
        raise RulesError("{rule}({state}) is {value}: it must be a text.", rule, state, value=shorten_repr(value))


def describe_error(error: Exception) -> Message | str:
    """A problem in a sentence: our own words, or the kind and the words of somebody else's error."""
    return error.message if isinstance(error, NotationError) else f"{type(error).__name__}: {error}."


def same_position(game: Game[Any, Any], state: Any, image: Any) -> bool:
    """Can the image be the same position? The same player moves, with as many moves, and both go on or neither."""
    try:
        hash(image)
        return bool(
            game.player(image) == game.player(state)
            and len(list(game.moves(image))) == len(list(game.moves(state)))
            and bool(game.over(image)) == bool(game.over(state))
        )
    except Exception:  # the rules may raise anything on something that is no state
        return False


def check_state_name(game: Game[Any, Any], state: Any) -> None:
    """A position's name must be read back; what the names that
    we give by default can't say is no fault of the game's.
    """
    own = type(game).state_name is not Game.state_name or type(game).parse_state is not Game.parse_state
    written = attempt("state_name", lambda: game.state_name(state), state)
    check_text("state_name", written, state)
    if not own:
        return
    try:
        restored = game.parse_state(written)
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
