"""Is a game sound? Random games are played and every clause of the contract is tried on the way.

The first clause that breaks is named, with the rule, the state and the move. Nothing here is fast: rules themselves check nothing.
"""

from __future__ import annotations

import copy
import math
import random
from dataclasses import dataclass
from typing import Any

from elagage.errors import NotationError, RulesError
from elagage.game import MAX, MIN, Game, heuristic_names
from elagage.i18n import _

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
    longest = ended = most = 0
    for _number in range(games):
        state = attempt("start", game.start)
        for ply in range(plies + 1):
            longest = max(longest, ply)
            moves = check_state(game, state)
            most = max(most, len(moves))
            if not moves:
                ended += 1
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
        problem = f"{type(error).__name__}: {error}"
        if move is not None:
            text = _("{rule} rejects the move {move}, which moves(state) offers, in {state}: {problem}.")
        elif state is not None:
            text = _("{rule} raises an error in {state}: {problem}.")
        else:
            text = _("{rule} raises an error: {problem}.")
        raise RulesError(
            text.format(rule=rule, move=move, state=shown(state), problem=problem), rule, state, move
        ) from error


def shown(state: Any) -> str:
    """A state, short enough to read in a sentence."""
    text = " ".join(repr(state).split())
    return text if len(text) <= 160 else text[:157] + "..."


def fail(rule: str, message: str, state: Any, move: Any = None, **words: Any) -> RulesError:
    """The error for a broken clause."""
    return RulesError(message.format(rule=rule, state=shown(state), move=move, **words), rule, state, move)


def check_state(game: Game[Any, Any], state: Any) -> list[Any]:
    """What must hold in every state; its moves."""
    try:
        hash(state)
    except TypeError:
        raise fail(
            "play",
            _("The state {state} can't be hashed: make it a NamedTuple or a tuple, with no list or dict inside."),
            state,
        ) from None
    player = attempt("player", lambda: game.player(state), state)
    if isinstance(player, bool) or player not in (MAX, MIN):
        raise fail(
            "player", _("player({state}) is {player}: it must be 0 (Max) or 1 (Min)."), state, player=repr(player)
        )
    before = copy.deepcopy(state)
    over = bool(attempt("over", lambda: game.over(state), state))
    moves = list(attempt("moves", lambda: list(game.moves(state)), state))
    if state != before:
        raise fail(
            "moves",
            _("moves or over changed the state {state} in place: states are values and must stay as they are."),
            before,
        )
    for move in moves:
        try:
            hash(move)
        except TypeError:
            raise fail(
                "moves", _("The move {move} in {state} can't be hashed: make it an integer or a tuple."), state, move
            ) from None
    if len(set(moves)) != len(moves):
        repeated = next(move for move in moves if moves.count(move) > 1)
        raise fail("moves", _("moves({state}) offers the move {move} more than once."), state, repeated)
    if over and moves:
        raise fail(
            "over",
            _("over({state}) says that the game has ended, but moves still offers {count}: let it offer none."),
            state,
            count=len(moves),
        )
    if not over and not moves:
        raise fail(
            "over", _("over({state}) says that the game goes on, but there is no move: let it say True there."), state
        )
    if over:
        check_number(game, "score", game.score, state)
    else:
        check_number(game, "heuristic", game.heuristic, state)
        for name in heuristic_names(game):
            check_number(game, f"heuristic_{name}", getattr(game, f"heuristic_{name}"), state)
    return moves


def check_number(game: Game[Any, Any], rule: str, function: Any, state: Any) -> None:
    """A score or an estimate must be a number; only a game whose scores are amounts may say infinity."""
    value = attempt(rule, lambda: function(state), state)
    if value is None:
        raise fail(rule, _("{rule}({state}) gives nothing: it must return a number for Max."), state)
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise fail(rule, _("{rule}({state}) is {value}: it must be a number for Max."), state, value=repr(value))
    if math.isnan(value):
        raise fail(rule, _("{rule}({state}) is not a number (NaN)."), state)
    if math.isinf(value) and not game.payoffs:
        raise fail(
            rule,
            _("{rule}({state}) is infinite: say 1 or -1 for a game won or lost, and a finite estimate otherwise."),
            state,
        )


def check_move(game: Game[Any, Any], state: Any, move: Any) -> Any:
    """What must hold for every move; the state after it."""
    before = copy.deepcopy(state)
    after = attempt("play", lambda: game.play(state, move), state, move)
    if state != before or hash(state) != hash(before):
        raise fail(
            "play",
            _("play changed the state {state} in place with the move {move}: return a new state instead."),
            before,
            move,
        )
    if after is None:
        raise fail("play", _("play({state}, {move}) gives nothing: return the next state."), state, move)
    again = attempt("play", lambda: game.play(state, move), state, move)
    try:
        same = bool(after == again)
    except Exception as error:  # a state whose == raises or is no truth value, a NumPy array say
        raise fail(
            "play", _("The state {state} can't be compared with ==: make it a NamedTuple or a tuple."), after
        ) from error
    if not same:
        raise fail(
            "play", _("play({state}, {move}) gives another state each time: rules must not be random."), state, move
        )
    hint = attempt("order", lambda: game.order(state, move), state, move)
    if not isinstance(hint, int | float) or math.isnan(hint):
        raise fail("order", _("order({state}, {move}) is {value}: it must be a number."), state, move, value=repr(hint))
    attempt("noisy", lambda: bool(game.noisy(state, move)), state, move)
    return after


def check_people(game: Game[Any, Any], state: Any, moves: list[Any]) -> None:
    """Notation must come back to itself, symmetric states must agree, and the board must show."""
    for move in moves:
        name = attempt("move_name", lambda move=move: game.move_name(state, move), state, move)
        if not isinstance(name, str) or not name.strip():
            raise fail(
                "move_name",
                _("move_name({state}, {move}) is {name}: it must be a text that is not empty."),
                state,
                move,
                name=repr(name),
            )
        try:
            back = game.parse_move(state, name)
        except NotationError as error:
            raise fail(
                "parse_move",
                _("The move {move} in {state} is written {name}, which parse_move does not read: {problem}"),
                state,
                move,
                name=repr(name),
                problem=error,
            ) from None
        if back != move:
            raise fail(
                "parse_move",
                _(
                    "The move {move} in {state} is written {name}, which is read back as {back}: give each move its own name."
                ),
                state,
                move,
                name=repr(name),
                back=back,
            )
    check_state_name(game, state)
    for image in attempt("symmetries", lambda: list(game.symmetries(state)), state):
        same = game.player(image) == game.player(state) and len(list(game.moves(image))) == len(moves)
        if not same or game.over(image) != game.over(state):
            raise fail(
                "symmetries",
                _("symmetries({state}) offers {image}, which is not the same position seen otherwise."),
                state,
                image=shown(image),
            )
    for rule in ("grid", "text"):
        attempt(rule, lambda rule=rule: getattr(game, rule)(state), state)


def check_state_name(game: Game[Any, Any], state: Any) -> None:
    """A position's name must be read back; a game of objects that leaves the names to us has none."""
    own = type(game).state_name is not Game.state_name or type(game).parse_state is not Game.parse_state
    if not own and not isinstance(state, tuple):
        return
    written = attempt("state_name", lambda: game.state_name(state), state)
    try:
        restored = game.parse_state(written)
    except NotationError as error:
        raise fail(
            "parse_state",
            _("The state {state} is written {name}, which parse_state does not read: {problem}"),
            state,
            name=repr(written),
            problem=error,
        ) from None
    if restored != state:
        raise fail(
            "parse_state",
            _("The state {state} is written {name}, which is read back as {back}."),
            state,
            name=repr(written),
            back=shown(restored),
        )
