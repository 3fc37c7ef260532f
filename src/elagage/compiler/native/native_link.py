"""From a game to its native code: made once, checked against the rules as they were written, kept; or the reason why there is none.

The fingerprint of a game is a hash of all that its rules reach. Object code is kept on disk under the hash of the text that it was made from,
with a digest of its own; nothing is loaded that does not match it, and nothing is kept that has not passed the check.
"""

from __future__ import annotations

import copy
import functools
import hashlib
import inspect
import math
import os
import threading
import time
from collections.abc import Callable
from pathlib import Path
from types import FunctionType
from typing import Any, TypeVar

import llvmlite
import llvmlite.binding as llvm

from elagage.compiler.fallback import CannotCompile
from elagage.compiler.fingerprint import RULES, Walk
from elagage.compiler.native.compile_rules import Compiled, TooNarrow, sample_games, write_module
from elagage.compiler.native.native_game import Failed, NativeGame, native_code
from elagage.compiler.native.value_types import Clash
from elagage.folders import cache_folder
from elagage.game import Game

__all__ = ["link_native", "raise_as_written", "run_native", "walk_path"]

Answer = TypeVar("Answer")
KEPT: dict[str, NativeGame | CannotCompile] = {}
MOST_KEPT = 16
ONE_AT_A_TIME = threading.RLock()
OVERFLOW = 32
CHECK_SECONDS = 0.3
SAMPLE_SECONDS = 0.25


class NativeWalk(Walk):
    """Feeds a hash with everything that the rules reach, through objects and classes too; what is in ``memos`` changes by itself."""

    def __init__(self, game: Any, memos: set[int]) -> None:
        super().__init__(game, {})
        self.memos = memos

    def value(self, value: Any) -> None:
        """Feed a value; never its address."""
        if isinstance(value, functools.cached_property):
            value = value.func
        if hasattr(value, "cache_info") and hasattr(value, "__wrapped__"):
            value = value.__wrapped__
        if isinstance(value, dict) and id(value) in self.memos:
            self.add("memo")
            return
        if id(value) in self.seen or isinstance(value, type(inspect)):
            super().value(value)
            return
        if isinstance(value, type) and value.__module__ not in ("builtins", "enum", "typing", "abc", "elagage.game"):
            super().value(value)
            for name, held in vars(value).items():
                if isinstance(
                    held, FunctionType | property | staticmethod | classmethod | functools.cached_property
                ) or not callable(held):
                    if not name.startswith("__") or isinstance(held, FunctionType):
                        self.add(name)
                        self.value(held)
            return
        super().value(value)
        plain = isinstance(
            value, FunctionType | type | str | int | float | tuple | list | dict | set | frozenset | bytes | None
        )
        if not plain and hasattr(value, "__dict__") and not isinstance(value, property | staticmethod | classmethod):
            if not type(value).__module__.startswith(("functools", "builtins")):
                self.value(type(value))
                for name, held in vars(value).items():
                    self.add(name)
                    self.value(held)


def native_mark(game: Game[Any, Any]) -> str:
    """The hash of all that a game's rules reach."""
    held = [native.compiled.memo_objects for native in KEPT.values() if isinstance(native, NativeGame)]
    walk = NativeWalk(game, {id(value) for objects in held for value in objects})
    cls = type(game)
    walk.add(f"{cls.__module__}.{cls.__qualname__}")
    for rule in RULES:
        walk.add(rule)
        walk.value(inspect.getattr_static(cls, rule))
    for name, held in vars(game).items():
        walk.add(name)
        walk.value(held)
    return walk.hash.hexdigest()


def link_native(game: Game[Any, Any], bits: int = 64, mark: str = "") -> NativeGame:
    """A game's native code; CannotCompile says why there is none."""
    with ONE_AT_A_TIME:
        mark = mark or native_mark(game)
        found = KEPT.get(mark)
        if found is None or (isinstance(found, NativeGame) and found.compiled.bits < bits):
            try:
                found = make_native(game, bits)
            except CannotCompile as error:
                found = error
            except Exception as error:  # whatever the compiler stumbles over, the rules can be interpreted
                found = CannotCompile(
                    "the compiler made a mistake ({problem})", problem=f"{type(error).__name__}: {error}"[:120]
                )
            KEPT[mark] = found
            if isinstance(found, NativeGame) and found.compiled.memo_objects:
                KEPT[native_mark(game)] = found
            while len(KEPT) > MOST_KEPT:
                del KEPT[next(iter(KEPT))]
        if isinstance(found, CannotCompile):
            raise CannotCompile(found.message, found.rule, found.line)
        return found


def make_native(game: Game[Any, Any], bits: int) -> NativeGame:
    """Compile a game, or find it on disk, and check it."""
    try:
        samples = bounded_samples(game)
    except Exception as error:
        raise CannotCompile("a rule raises {problem}", problem=f"{type(error).__name__}: {error}"[:120]) from None
    while True:
        try:
            compiled = write_module(game, [state for state, _move in samples], bits)
            code, is_checked = find_code(compiled)
            native = NativeGame(game, compiled, code)
            if not is_checked:
                check_native(native, samples)
                keep_code(compiled, code)
            return native
        except TooNarrow:
            if bits == 128:
                raise CannotCompile("the integer {number} does not fit into {bits} bits", number="", bits=128) from None
            bits = 128


def bounded_samples(game: Game[Any, Any]) -> list[tuple[Any, Any]]:
    """States of random games, as many as a fraction of a second gives, but those of two games at least."""
    began = time.process_time()
    samples = sample_games(game, 2, 200, seed=1)
    for seed in range(2, 12):
        if time.process_time() - began > SAMPLE_SECONDS:
            break
        samples += sample_games(game, 1, 200, seed=seed)
    return samples


# The check ----------------------------------------------------------------------------------------------------------


def check_native(native: NativeGame, samples: list[tuple[Any, Any]]) -> None:
    """Compare every rule with the interpreted one on the states of random games; CannotCompile at the first difference."""
    began = time.process_time()
    step = max(1, len(samples) // 400)
    for state, move in samples[::step] + samples:
        if time.process_time() - began > CHECK_SECONDS:
            return
        before = copy.deepcopy(state)
        compare_rules(native, state, move)
        if state != before:
            raise CannotCompile("a rule changes the state it is given", "play")


def compare_rules(native: NativeGame, state: Any, move: Any) -> None:
    """The same on one state."""
    game, compiled = native.game, native.compiled
    over = bool(game.over(state))
    compare(native, "player", "max", state, None, lambda: game.player(state) == 0)
    if compiled.has_over:
        compare(native, "over", "over", state, None, lambda: over)
    if not over:
        compare(native, "moves", "moves", state, None, lambda: tuple(game.moves(state)))
    if move is not None:
        compare(native, "play", "play", state, move, lambda: game.play(state, move))
        compare(native, "heuristic", "heuristic", state, None, lambda: game.heuristic(state))
        if compiled.has_order:
            compare(native, "order", "order", state, move, lambda: game.order(state, move))
    else:
        compare(native, "score", "final", state, None, lambda: game.final(state))


def compare(native: NativeGame, rule: str, entry: str, state: Any, move: Any, plain: Callable[[], Any]) -> None:
    """Compare one rule on one state."""
    try:
        wanted = plain()
    except Exception:
        return  # a rule that raises is run interpreted when it does so
    try:
        found = native.rule(entry, state, move)
    except Failed as failed:
        if failed.code == OVERFLOW and native.compiled.bits == 64:
            raise TooNarrow from None
        raise CannotCompile(
            "it stops compiled where it does not interpreted ({code})", rule, code=failed.code
        ) from None
    except Clash as error:
        raise CannotCompile("a value has two types here: {both}", rule, both=error) from None
    if not is_same(found, wanted):
        raise CannotCompile("it answers differently compiled", rule)


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
    return bool(one == other)


# Object code on disk ------------------------------------------------------------------------------------------------


def code_file(compiled: Compiled) -> Path:
    """Where a module's object code is kept."""
    host = f"{llvm.get_host_cpu_name()} {sorted(llvm.get_host_cpu_features().items())} {llvmlite.__version__} {llvm.llvm_version_info}"
    return cache_folder("objects") / hashlib.sha256((host + compiled.text).encode()).hexdigest()


def find_code(compiled: Compiled) -> tuple[bytes, bool]:
    """The object code of a module, and whether it was found on disk, which means that it was checked."""
    try:
        held = code_file(compiled).read_bytes()
        if hashlib.sha256(held[32:]).digest() == held[:32]:
            return held[32:], True
    except OSError:
        pass
    return native_code(compiled), False


def keep_code(compiled: Compiled, code: bytes) -> None:
    """Keep object code for the next process; where that can't be, it is made again then."""
    goal = code_file(compiled)
    part = goal.with_name(f"{goal.name}.{os.getpid()}")
    try:
        goal.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        part.write_bytes(hashlib.sha256(code).digest() + code)
        part.replace(goal)
    except OSError:
        part.unlink(missing_ok=True)


# Running ------------------------------------------------------------------------------------------------------------


def walk_path(game: Game[Any, Any], state: Any, path: list[int]) -> tuple[Any, list[Any]]:
    """The state after moves given by their numbers, by the rules as they were written; and the moves."""
    moves = []
    for number in path:
        move = list(game.moves(state))[number]
        state = game.play(state, move)
        moves.append(move)
    return state, moves


def raise_as_written(game: Game[Any, Any], state: Any, failed: Failed) -> None:
    """Run the rule that failed as it was written, on the state where it did: it raises its author's own error, if there is one."""
    last = failed.rule in ("play", "order")
    state, _moves = walk_path(game, state, failed.path[:-1] if last else failed.path)
    if last:
        move = list(game.moves(state))[failed.path[-1]]
        _ignored = game.play(state, move) if failed.rule == "play" else game.order(state, move)
    elif failed.rule == "moves":
        list(game.moves(state))
    elif failed.rule:
        getattr(game, failed.rule)(state)


def run_native(game: Game[Any, Any], attempt: Callable[[NativeGame], Answer]) -> Answer:
    """What ``attempt`` gives with a game's native code; CannotCompile if the game can only be interpreted.

    ``attempt`` raises Failed only after it ran the failed rule as it was written.
    """
    mark = native_mark(game)
    native = link_native(game, mark=mark)
    while True:
        try:
            with native.lock:
                return attempt(native)
        except Failed as failed:
            if failed.code == OVERFLOW and native.compiled.bits == 64:
                native = link_native(game, 128, mark)
                continue
            refusal = CannotCompile(
                "it stops compiled where it does not interpreted ({code})", failed.rule, code=failed.code
            )
            KEPT[mark] = refusal
            raise refusal from None
        except (Clash, MemoryError):
            raise CannotCompile("a position is not like those of random games", "state") from None
