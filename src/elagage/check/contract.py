"""The clauses of the contract, tried on one state and one move."""

from __future__ import annotations

import math
from collections.abc import Callable
from itertools import islice
from typing import Any

from elagage.check.examination import Examination
from elagage.check.explanations import check_terms
from elagage.check.state_values import check_hash, copy_state, same_state
from elagage.errors import RulesError, shorten_repr
from elagage.game import MAX, MIN, heuristic_names
from elagage.i18n import Message
from elagage.result import WIN
from elagage.ways.board_game import BoardGame
from elagage.ways.frozen_game import FrozenGame
from elagage.ways.frozen_values import freeze, thaw

__all__ = ["check_move", "check_state", "note_changes"]

MOST_MOVES = 100_000


def check_state(exam: Examination, state: Any) -> list[Any]:
    """What must hold in every state; its moves."""
    check_hash(state)
    before = copy_state(state)
    player = exam.ask("player", lambda: exam.game.player(state), state)
    if isinstance(player, bool) or player not in (MAX, MIN):
        raise RulesError(
            "player({state}) is {player}: it must be 0 (Max) or 1 (Min).", "player", state, player=repr(player)
        )
    offered = exam.ask("moves", lambda: exam.game.moves(state), state)
    if offered is None:
        raise RulesError(
            "moves({state}) gives nothing: return the moves or yield them, none if the game is over.", "moves", state
        )
    moves = list(exam.ask("moves", lambda: list(islice(offered, MOST_MOVES + 1)), state))
    if len(moves) > MOST_MOVES:
        raise RulesError(
            "moves({state}) offers more than {count} moves: does a loop in it end?", "moves", state, count=MOST_MOVES
        )
    check_again(exam, "moves", moves, lambda: list(exam.game.moves(state)), state)
    over = bool(exam.ask("over", lambda: exam.game.over(state), state))
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
        check_number(exam, "score", exam.game.score, state)
    else:
        check_number(exam, "heuristic", exam.game.heuristic, state)
        for name in heuristic_names(exam.game):
            check_number(exam, f"heuristic_{name}", getattr(exam.game, f"heuristic_{name}"), state)
        check_terms(exam, state)
        check_features(exam, state)
    return moves


def check_features(exam: Examination, state: Any) -> None:
    """What is learned from: numbers below what the game says, the same when they are asked for again."""
    game = exam.game
    if not game.feature_count:
        return
    features = exam.ask("features", lambda: list(game.features(state)), state)
    wrong = [feature for feature in features if type(feature) is not int or not 0 <= feature < game.feature_count]
    if wrong:
        raise RulesError(
            "features({state}) yields {number}: give whole numbers from 0 on, below feature_count ({count}).",
            "features",
            state,
            number=repr(wrong[0]),
            count=game.feature_count,
        )
    phase = exam.ask("phase", lambda: game.phase(state), state)
    if type(phase) is not int or not 0 <= phase < game.phase_count:
        raise RulesError(
            "phase({state}) is {number}: give a whole number from 0 on, below phase_count ({count}).",
            "phase",
            state,
            number=repr(phase),
            count=game.phase_count,
        )
    check_again(exam, "features", features, lambda: list(game.features(state)), state)


def check_again(exam: Examination, rule: str, first: Any, call: Callable[[], Any], state: Any) -> None:
    """A rule that is asked twice must say the same."""
    second = exam.ask(rule, call, state)
    if second != first and not (is_nan(first) and is_nan(second)):
        raise RulesError(
            "{rule}({state}) gives another answer when it is asked again: a rule must always say the same of a state, "
            "so let chance have no part in it, or seed it by the state.",
            rule,
            state,
        )


def is_nan(value: Any) -> bool:
    return isinstance(value, float) and math.isnan(value)


def check_number(exam: Examination, rule: str, function: Any, state: Any) -> None:
    """A score or an estimate must be a number; only a game whose scores are amounts may say infinity."""
    value = exam.ask(rule, lambda: function(state), state)
    check_again(exam, rule, value, lambda: function(state), state)
    if value is None:
        raise RulesError("{rule}({state}) gives nothing: it must return a number for Max.", rule, state)
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise RulesError("{rule}({state}) is {value}: it must be a number for Max.", rule, state, value=repr(value))
    if math.isnan(value):
        raise RulesError("{rule}({state}) is not a number (NaN).", rule, state)
    if math.isinf(value) and not exam.game.payoffs:
        raise RulesError(
            "{rule}({state}) is infinite: say 1 or -1 for a game won or lost, and a finite estimate otherwise.",
            rule,
            state,
        )
    if rule != "score" and abs(value) >= WIN and not exam.game.payoffs:
        raise RulesError(
            "{rule}({state}) is {value}: estimates must stay below {limit}, since a won game counts that much.",
            rule,
            state,
            value=repr(value),
            limit=WIN,
        )


def check_move(exam: Examination, state: Any, move: Any) -> Any:
    """What must hold for every move; the state after it."""
    before = copy_state(state)
    after = exam.ask("play", lambda: exam.game.play(state, move), state, move)
    if not same_state(state, before) or changes_argument(exam, state, move):
        raise RulesError(
            "play changed the state {state} in place with the move {move}: return a new state instead.",
            "play",
            before,
            move,
        )
    if after is None:
        raise RulesError("play({state}, {move}) gives nothing: return the next state.", "play", state, move)
    again = exam.ask("play", lambda: exam.game.play(state, move), state, move)
    check_hash(after)
    copy_state(after)
    if not same_state(after, again):
        raise RulesError(
            "play({state}, {move}) gives another state each time: rules must not be random.", "play", state, move
        )
    hint = exam.ask("order", lambda: exam.game.order(state, move), state, move)
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
    check_undo(exam, state, move)
    exam.ask("noisy", lambda: bool(exam.game.noisy(state, move)), state, move)
    return after


def changes_argument(exam: Examination, state: Any, move: Any) -> bool:
    """Does play change the copy that it is given, where states are frozen? A board may."""
    written = exam.game.written if isinstance(exam.game, FrozenGame) else None
    if written is None or isinstance(written, BoardGame):
        return False
    given = thaw(state)
    exam.ask("play", lambda: written.play(given, thaw(move)), state, move)
    return bool(freeze(given) != state)


def check_undo(exam: Examination, state: Any, move: Any) -> None:
    """A board that takes a move back must be what it was before it was played."""
    written = exam.game.written if isinstance(exam.game, FrozenGame) else None
    if not isinstance(written, BoardGame) or "undo" not in written.names:
        return
    board = written.play(thaw(state), thaw(move))
    back = exam.ask("undo", lambda: written.undo(board, thaw(move)), state, move)
    if freeze(back) != state:
        raise RulesError(
            "{name} does not take the move {move} back in {state}: the board is {back} then.",
            written.names["undo"],
            state,
            move,
            name=written.names["undo"],
            back=shorten_repr(freeze(back)),
        )


def note_changes(exam: Examination, state: Any, move: Any) -> None:
    """Note a rule that changes the state it is given, where each is given a copy of its own."""
    if not isinstance(exam.game, FrozenGame) or "argument" in exam.notes:
        return
    written = exam.game.written
    rules = {
        "player": written.player,
        "moves": lambda given: list(written.moves(given)),
        "over": written.over,
        "heuristic": lambda given: None if move is None else written.heuristic(given),
        "score": lambda given: written.score(given) if move is None else None,
    }
    for rule, call in rules.items():
        given = thaw(state)
        exam.ask(rule, lambda call=call, given=given: call(given), state)
        if freeze(given) != state:
            exam.note(
                "argument",
                Message(
                    "{rule} changes the state {state} that it is given: it gets a copy each time, so the answers are "
                    "right, but a rule that makes a new state is faster.",
                    rule=rule,
                    state=shorten_repr(state),
                ),
            )
            return
