"""The check of native code: every rule is compared with the rule as it was written, on the states of random games."""

from __future__ import annotations

import copy
import math
import time
from collections.abc import Callable
from typing import Any

from elagage.compiler.fallback import CannotCompile
from elagage.compiler.memory import wrap_word
from elagage.compiler.native.border import attributes_of
from elagage.compiler.native.native_game import OVERFLOW, Desk, Failed, NativeCode, TooNarrow
from elagage.compiler.native.python_types import is_object_class
from elagage.compiler.native.value_types import Clash
from elagage.compiler.workers import check_stop
from elagage.game import Game

__all__ = ["check_rules", "compare_state", "is_same"]

CHECK_SECONDS = 0.3


def check_rules(game: Game[Any, Any], native: NativeCode, samples: list[tuple[Any, Any]]) -> None:
    """Compare every rule on states of random games; CannotCompile at the first difference."""
    began = time.process_time()
    desk = Desk(native.compiled)
    step = max(1, len(samples) // 400)
    for state, move in samples[::step] + samples:
        if time.process_time() - began > CHECK_SECONDS:
            return
        check_stop()
        before = copy.deepcopy(state)
        compare_state(game, native, desk, state, move)
        if not is_same(state, before):
            raise CannotCompile("a rule changes the state it is given", "play")


def compare_state(game: Game[Any, Any], native: NativeCode, desk: Desk, state: Any, move: Any) -> None:
    """The same on one state, with the move made there, None at an end."""
    compiled = native.compiled

    def compare(rule: str, entry: str, given: Any, plain: Callable[[], Any]) -> None:
        compare_rule(native, desk, (rule, entry), state, given, plain)

    over = bool(game.over(state))
    compare("player", "max", None, lambda: game.player(state) == 0)
    if "is_over" in compiled.rules:
        compare("over", "over", None, lambda: over)
    if not over:
        compare("moves", "moves", None, lambda: list(game.moves(state)))
    if move is not None:
        compare("play", "play", move, lambda: game.play(state, move))
        compare("heuristic", "heuristic", None, lambda: game.heuristic(state))
        if "rank" in compiled.rules:
            compare("order", "order", move, lambda: game.order(state, move))
        if "is_noisy" in compiled.rules:
            compare("noisy", "noisy", move, lambda: bool(game.noisy(state, move)))
        if "images" in compiled.rules:
            compare("symmetries", "symmetries", None, lambda: list(game.symmetries(state)))
        if "score_bounds" in compiled.rules:
            compare("bounds", "bounds", None, lambda: tuple(map(float, game.bounds(state))))
        if "first_wins" in compiled.rules:
            compare("soonest", "soonest", None, lambda: tuple(map(float, game.soonest(state))))
        if "last_wins" in compiled.rules:
            compare("latest", "latest", None, lambda: tuple(map(float, game.latest(state))))
        if "some_moves" in compiled.rules:
            compare("candidates", "candidates", None, lambda: list(game.candidates(state)))
        if "stand_in" in compiled.rules:
            compare("key", "key", None, lambda: game.key(state))
    else:
        compare("score", "final", None, lambda: game.final(state))


def compare_rule(
    native: NativeCode, desk: Desk, rule: tuple[str, str], state: Any, move: Any, plain: Callable[[], Any]
) -> None:
    """Compare one rule on one state."""
    try:
        wanted = plain()
    except Exception:
        return  # a rule that raises is run interpreted when it does so
    try:
        found = native.rule(desk, rule[1], state, move)
    except Failed as failed:
        if failed.code == OVERFLOW and native.compiled.bits == 64:
            raise TooNarrow from None
        raise CannotCompile(
            "it stops compiled where it does not interpreted ({code})", rule[0], code=failed.code
        ) from None
    except Clash as error:
        raise CannotCompile("a value has two types here: {both}", rule[0], both=error) from None
    if not is_same(found, wrap_words(wanted) if native.compiled.words else wanted):
        raise CannotCompile("it answers differently compiled", rule[0])


def wrap_words(value: Any) -> Any:
    """A value with its ints as words of 64 bits hold them."""
    if isinstance(value, int) and not isinstance(value, bool):
        return wrap_word(value)
    if isinstance(value, list):
        return [wrap_words(part) for part in value]
    if isinstance(value, tuple):
        parts = map(wrap_words, value)
        return type(value)(*parts) if hasattr(value, "_fields") else tuple(parts)
    return value


def is_same(one: Any, other: Any) -> bool:
    """Are two values equal, and built of the same kinds of containers?"""
    if isinstance(one, int | float) and isinstance(other, int | float):
        return one == other or (math.isnan(one) and math.isnan(other))
    if type(one) is not type(other):
        return False
    if isinstance(one, tuple | list):
        return len(one) == len(other) and all(map(is_same, one, other))
    if isinstance(one, dict):
        return list(one) == list(other) and all(is_same(one[key], other[key]) for key in one)
    if is_object_class(type(one)) and "__eq__" not in names_of(type(one)):
        mine, theirs = attributes_of(one), attributes_of(other)
        return mine.keys() == theirs.keys() and all(is_same(mine[name], theirs[name]) for name in mine)
    return bool(one == other)


def names_of(cls: type) -> set[str]:
    """The names that a class and its bases define, but for those of every object."""
    return {name for base in cls.__mro__ if base is not object for name in vars(base)}
