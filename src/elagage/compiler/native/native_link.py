"""Linking a game to its native code: made once, checked against the rules as they were written, kept; or why not.

What is known of a game is kept on disk under the mark of its rules: the types of its states and moves, or the reason
why it does not compile; and for each kernel its object code. A game that was met before is linked without a look at
its source.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from types import FunctionType
from typing import TYPE_CHECKING, Any

from elagage.compiler.fallback import CannotCompile
from elagage.compiler.kernel import COUNTS, NativeHandle
from elagage.compiler.memory import places_of, wrap_word
from elagage.compiler.native.border import Arena, Border, count_state_words, flatten_value, is_flat
from elagage.compiler.native.native_game import (
    KNOWING,
    OUT_OF_MEMORY,
    OVERFLOW,
    Compiled,
    Desk,
    Failed,
    NativeCode,
    TooNarrow,
)
from elagage.compiler.native.object_store import NotKept, keep_file, read_file, read_type, try_out_file, write_type
from elagage.compiler.native.rules_mark import mark_rules
from elagage.compiler.native.value_types import Bool, Clash, EnumOf, Int, Type
from elagage.game import Game
from elagage.i18n import Message

if TYPE_CHECKING:
    from elagage.compiler.native.build_rules import RulesBuild

__all__ = ["NativeGame", "is_kept", "link_native"]

SHARED, ALONE = b"s", b"a"
"""What kept object code begins with: whether its rules fill tables that last."""
KEPT: dict[tuple[Any, ...], NativeGame | CannotCompile] = {}
MOST_KEPT = 32
ONE_AT_A_TIME = threading.RLock()
ROOT_BYTES = 1 << 12


class NativeGame(NativeHandle):
    """A game with its native code: what kernels are given for it."""

    def __init__(self, game: Game[Any, Any], mark: str, classes: list[type], bits: int, *, words: bool) -> None:
        self.game, self.mark, self.classes, self.bits, self.words_wrap = game, mark, classes, bits, words
        self.lock = threading.RLock()
        self.codes: dict[str, NativeCode] = {}
        self.desks: list[Desk] = []
        self.build: RulesBuild | None = None
        self.rule_names: tuple[str, ...] = ()
        self.state: Type
        self.move: Type
        self.key: Type | None = None
        self.scale = 1
        if not self.recall():
            self.settle()
            self.remember()
        self.words = count_state_words(self.state, self.bits)
        self.key_words = count_state_words(self.key or self.state, self.bits)
        self.keeps_whole = is_flat(self.state, self.bits) and isinstance(self.move, Int | Bool | EnumOf)
        """Can kernels keep states and moves as words?"""
        self.has_candidates = "some_moves" in self.rule_names
        """Are the game's candidates native, and found to be sound?"""

    # What is kept from process to process ---------------------------------------------------------------------------

    def recall(self) -> bool:
        """Find on disk what is known of the game; False if nothing is."""
        held = read_file(f"{self.mark} link")
        if held is None:
            return False
        try:
            known = json.loads(held)
            if "refusal" in known:
                text, arguments, rule, line = known["refusal"]
                raise CannotCompile(Message(text, **arguments), rule, line)
            self.state, self.move = (read_type(known[name], self.classes) for name in ("state", "move"))
            self.key = read_type(known["key"], self.classes) if known["key"] else None
            self.bits, self.scale, self.rule_names = known["bits"], known["scale"], tuple(known["rules"])
            self.words_wrap = known["wraps"]
        except (ValueError, KeyError, TypeError, IndexError, NotKept):
            return False
        return True

    def remember(self) -> None:
        """Keep on disk what is known of the game."""
        try:
            known = {"state": write_type(self.state, self.classes), "move": write_type(self.move, self.classes)}
            known["key"] = write_type(self.key, self.classes) if self.key else None
        except NotKept:
            return
        keep_file(
            f"{self.mark} link",
            json.dumps(
                {**known, "bits": self.bits, "scale": self.scale, "wraps": self.words_wrap, "rules": self.rule_names}
            ).encode(),
        )

    def settle(self) -> None:
        """Find the types of states and moves; CannotCompile says why they have none."""
        from elagage.compiler.native.build_rules import RulesBuild

        self.build = RulesBuild(self.game, self.bits, words=self.words_wrap)
        self.bits, self.words_wrap, self.scale = self.build.bits, self.build.words, self.build.scale
        self.state, self.move, self.key = self.build.writer.state, self.build.writer.move, self.build.writer.key
        self.rule_names = tuple(self.build.writer.specs)

    # Kernels --------------------------------------------------------------------------------------------------------

    def prepare_kernel(self, function: FunctionType, on_make: Callable[[], None] | None = None) -> None:
        """See to it that there is native code of a kernel; CannotCompile if there can't be.

        ``on_make`` is called when it begins to be made, which it is not where it is found.
        """
        name = name_kernel(function)
        if name in self.codes:  # who runs a kernel does not wait until another one is made
            return
        with self.lock:
            if name not in self.codes:
                try:
                    self.codes[name] = self.find_code(name, function, on_make)
                except CannotCompile as error:
                    raise self.give_up(error) from None
                except TooNarrow:
                    raise OverflowError from None
                except Exception as error:  # whatever the compiler stumbles over, the rules can be interpreted
                    problem = f"{type(error).__name__}: {error}"[:120]
                    raise CannotCompile("the compiler made a mistake ({problem})", problem=problem) from None

    def has_kernel(self, function: FunctionType) -> bool:
        name = name_kernel(function)
        return name in self.codes or read_file(f"{self.mark} {self.bits} {self.scale} {name}") is not None

    def find_code(self, name: str, function: FunctionType, on_make: Callable[[], None] | None) -> NativeCode:
        """A kernel's native code, from disk or made and checked."""
        mark = f"{self.mark} {self.bits} {self.scale} {name}"
        held = read_file(mark)
        if held is not None:
            with try_out_file(mark):
                native = NativeCode(self.layout(held[:1] == SHARED, function), held[1:])
                self.try_code(native)
            COUNTS["found"] += 1
            return native
        if on_make is not None:
            on_make()
        if self.build is None:
            self.settle()
        assert self.build is not None
        COUNTS["made"] += 1
        native, code = self.build.make_code(function)
        if not native.compiled.memos:
            keep_file(mark, (SHARED if native.compiled.shared else ALONE) + code)
        return native

    def try_code(self, native: NativeCode) -> None:
        """Run native code that was found on disk for the first time: who moves at the start?"""
        desk, start = self.take_desk(), self.game.start()
        try:
            if native.rule(desk, "max", start) != (self.game.player(start) == 0):
                raise CannotCompile("it answers differently compiled", "player")
        finally:
            self.desks.append(desk)

    def run_kernel(self, function: FunctionType, arguments: tuple[Any, ...]) -> int:
        """Run a kernel that was prepared, on integers and arrays; in a worker."""
        native = self.codes[name_kernel(function)]
        desk = self.take_desk()
        try:
            places = places_of(arguments)
            if native.compiled.shared:
                with self.lock:
                    return native.run(desk, places)
            return native.run(desk, places)
        except Failed as failed:
            raise self.explain(failed) from None
        finally:
            self.desks.append(desk)

    def take_desk(self) -> Desk:
        """Memory that nobody else uses."""
        try:
            return self.desks.pop()
        except IndexError:
            return Desk(self.layout())

    def layout(self, shared: bool = False, function: FunctionType | None = None) -> Compiled:
        """What is known of a kernel's native code without its text."""
        knowing = getattr(function, "knowing", False)
        rules = tuple(name for name in self.rule_names if knowing or name not in KNOWING)
        return Compiled("", self.state, self.move, self.bits, self.words_wrap, rules, shared, self.key)

    def explain(self, failed: Failed) -> Exception:
        """What a failure becomes: the author's own error, wider ints, or the end of this native code."""
        try:
            run_as_written(self.game, failed)
        except Exception as error:
            return error
        if failed.code == OVERFLOW and self.bits == 64:
            return OverflowError()
        if failed.code == OUT_OF_MEMORY:
            return CannotCompile("it needs more memory compiled than it is given", failed.rule)
        return self.give_up(
            CannotCompile("it stops compiled where it does not interpreted ({code})", failed.rule, code=failed.code)
        )

    def refuse(self, rule: str) -> CannotCompile:
        """What to raise where a rule's answer was found to differ: the native code is not used any more."""
        return self.give_up(CannotCompile("it answers differently compiled", rule))

    def give_up(self, refusal: CannotCompile) -> CannotCompile:
        """Remember that the game does not compile."""
        KEPT[key_of(self.mark, self.classes)] = refusal
        keep_refusal(self.mark, refusal)
        return refusal

    def flatten(self, state: Any) -> list[int]:
        """The words of a root: its fields where they are a few ints, else its address in memory that they hold."""
        if is_flat(self.state, self.bits):
            try:
                words = flatten_value(state, self.state)
            except Clash:
                raise CannotCompile("a position is not like those of random games", "state") from None
            if not self.words_wrap and any(word != wrap_word(word) for word in words):
                raise OverflowError
            return [wrap_word(word) for word in words]
        size = ROOT_BYTES
        while True:
            arena = Arena(size)
            border = Border(arena, self.bits, words=self.words_wrap)
            try:
                at = arena.take(border.layout(self.state)[0])
                border.write(at, state, self.state)
            except MemoryError:
                size *= 16
                continue
            except Clash:
                raise CannotCompile("a position is not like those of random games", "state") from None
            return RootWords(arena, arena.base + at)


def name_kernel(function: FunctionType) -> str:
    return f"{function.__module__}.{function.__qualname__}"


class RootWords(list[int]):
    """The address of a state, and the memory that it is in: whoever gives the one to a kernel holds the other."""

    def __init__(self, arena: Arena, address: int) -> None:
        super().__init__([address])
        self.arena = arena


def run_as_written(game: Game[Any, Any], failed: Failed) -> None:
    """Run the rule that failed as it was written, on the state where it did."""
    if failed.rule in ("play", "order", "noisy"):
        getattr(game, failed.rule)(failed.state, failed.move)
    elif failed.rule in ("moves", "symmetries", "candidates"):
        list(getattr(game, failed.rule)(failed.state))
    elif failed.rule:
        getattr(game, failed.rule)(failed.state)


def key_of(mark: str, classes: list[type]) -> tuple[Any, ...]:
    """What tells games apart in this process: a file that was loaded twice has two classes of one name."""
    return (mark, *classes)


def keep_refusal(mark: str, refusal: CannotCompile) -> None:
    """Remember why a game does not compile."""
    message = refusal.message
    try:
        text = json.dumps({"refusal": [message.id, dict(message.arguments), refusal.rule, refusal.line]})
    except TypeError:  # a message in a message
        return
    keep_file(f"{mark} link", text.encode())


def is_own(game: Game[Any, Any]) -> bool:
    """Is it a game of the package? Its rules are written for ints that are words of 64 bits."""
    return type(game).__module__.startswith("elagage.")


def mark_of(game: Game[Any, Any]) -> tuple[str, list[type]]:
    """The mark of a game's rules, but for the memos that native code fills by itself; and its classes."""
    natives = [native for native in list(KEPT.values()) if isinstance(native, NativeGame)]
    codes = [code for native in natives for code in native.codes.values()]
    try:
        return mark_rules(game, {id(value) for code in codes for value in code.compiled.memo_objects})
    except Exception as error:  # objects may do anything when they are looked at
        problem = f"{type(error).__name__}: {error}"[:120]
        raise CannotCompile("the compiler made a mistake ({problem})", problem=problem) from None


def is_kept(game: Game[Any, Any]) -> bool:
    """Was the game met before, in this process or by what is on disk?"""
    with ONE_AT_A_TIME:
        try:
            mark, classes = mark_of(game)
        except CannotCompile:
            return True
        return key_of(mark, classes) in KEPT or read_file(f"{mark} link") is not None


def link_native(game: Game[Any, Any], wide: bool = False) -> NativeGame:
    """A game's native code; CannotCompile says why there is none. ``wide``: with ints of 128 bits."""
    with ONE_AT_A_TIME:
        mark, classes = mark_of(game)
        if wide:
            mark += " wide"
        key = key_of(mark, classes)
        found = KEPT.get(key)
        if found is None:
            try:
                found = NativeGame(game, mark, classes, 128 if wide else 64, words=is_own(game) and not wide)
            except CannotCompile as error:
                found = error
                keep_refusal(mark, error)
            except Exception as error:  # whatever the compiler stumbles over, the rules can be interpreted
                problem = f"{type(error).__name__}: {error}"[:120]
                found = CannotCompile("the compiler made a mistake ({problem})", problem=problem)
            KEPT[key] = found
            while len(KEPT) > MOST_KEPT:
                del KEPT[next(iter(KEPT))]
        if isinstance(found, CannotCompile):
            raise CannotCompile(found.message, found.rule, found.line)
        return found
