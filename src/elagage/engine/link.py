"""Linking: how a user's plain class becomes a type that the compiler knows. Alone in using Numba's extension interface for games.

The game is a *type*. Its name carries the fingerprint of the rules; its methods are overloads that lead to the user's own functions; its
attributes are constants. So ``game.moves(state)`` inside a kernel is the user's ``moves``, compiled and inlined, and the compiler's cache on
disk works as it does for any function. The instance itself is never passed: a ``Handle`` is, which compiles to nothing.
"""

from __future__ import annotations

import inspect
import random
from collections.abc import Callable
from dataclasses import dataclass
from types import FunctionType
from typing import Any

import numpy as np
from numba import types
from numba.extending import (
    NativeValue,
    models,
    overload,
    overload_attribute,
    overload_method,
    register_model,
    typeof_impl,
    unbox,
)

from elagage.engine import bits  # noqa: F401  (teaches the compiler bit_count and bit_length)
from elagage.engine.fingerprint import fingerprint
from elagage.engine.layout import Layout, LayoutError, layout_of
from elagage.engine.memory import wrapped
from elagage.engine.rewrite import rewritten
from elagage.game import Game, derive
from elagage.i18n import _

__all__ = ["CannotCompile", "GameType", "Handle", "Linked", "link", "link_plain"]

SCALE = 1024
"""Estimates that are not whole are kept to 1/1024."""


LONG = 12
"""Longer tuples of numbers on ``self`` become arrays."""


class CannotCompile(Exception):
    """The game can only be interpreted; ``rule`` and ``line`` say where, the message why."""

    def __init__(self, reason: str, rule: str = "", line: int | None = None) -> None:
        super().__init__(reason)
        self.reason, self.rule, self.line = reason, rule, line


class GameType(types.Opaque):
    """The type of a linked game; two are the same if their fingerprints are."""

    def __init__(self, mark: str) -> None:
        self.mark = mark
        super().__init__(f"Game({mark})")

    @property
    def key(self) -> str:
        """What tells types apart."""
        return self.mark

    def __eq__(self, other: object) -> bool:
        return isinstance(other, GameType) and other.mark == self.mark

    def __hash__(self) -> int:
        return hash(self.mark)

    def __reduce__(self) -> Any:
        """In the cache on disk only the fingerprint is kept."""
        return known_type, (self.mark,)


TYPES: dict[str, GameType] = {}
"""The types linked in this process, by fingerprint."""


def known_type(mark: str) -> GameType:
    """The type of that fingerprint; one that nothing was linked to compares equal to nothing in use."""
    return TYPES.get(mark) or GameType(mark)


@dataclass(frozen=True)
class Handle:
    """What a kernel is given for the game."""

    kind: GameType


@typeof_impl.register(Handle)
def handle_type(handle: Handle, _context: Any) -> GameType:
    """The type of a handle is its game's."""
    return handle.kind


@dataclass(frozen=True)
class Linked:
    """A game ready for kernels: compiled (``handle`` is a Handle) or interpreted (``handle`` is a game with the same methods)."""

    game: Game[Any, Any]
    handle: Any
    words: int
    """How many words of a table a state takes."""
    scale: int
    """What the engine's numbers are multiplied by."""
    compiled: bool
    flatten: Callable[[Any], list[Any]]
    mark: str
    layout: Layout | None = None


def sample_states(game: Game[Any, Any], games: int, plies: int = 80) -> list[Any]:
    """States of a few random games, always the same ones."""
    chooser = random.Random(1)
    states = []
    for _number in range(games):
        state = game.start()
        for _ply in range(plies):
            states.append(state)
            if game.over(state):
                break
            state = game.play(state, chooser.choice(list(game.moves(state))))
    return states


def scale_of(game: Game[Any, Any], states: list[Any]) -> int:
    """1 if every score and estimate seen is whole, else SCALE."""
    for state in states:
        value = game.score(state) if game.over(state) else game.heuristic(state)
        if isinstance(value, float) and value != int(value if abs(value) < 1e18 else 0):
            return SCALE
    return 1


def link(game: Game[Any, Any], widen: int = 1, *, symmetric: bool = False) -> Linked:
    """The game as a type, its rules not compiled yet; CannotCompile if its states or moves are not made of integers.

    ``symmetric``: ``least_state`` gives the one of a state's images that stands for them all, and not the state itself.
    """
    states = sample_states(game, 2)
    try:
        layout = layout_of(states, widen)
        if any(leaf.kind == "packed" for leaf in layout.leaves):
            layout = layout_of(sample_states(game, 24), widen)
    except LayoutError as error:
        raise CannotCompile(str(error), "state") from None
    moves = [move for state in states[:40] if not game.over(state) for move in game.moves(state)]
    if not all(isinstance(move, int | np.integer) for move in moves):
        raise CannotCompile(_("moves are not integers"), "moves")
    scale = scale_of(game, states)
    mark, functions = fingerprint(game, f"{layout.describe()} {scale} {symmetric}")
    if mark not in TYPES:
        TYPES[mark] = make_type(game, mark, layout, scale, functions, symmetric)
    return Linked(game, Handle(TYPES[mark]), layout.words, scale, True, layout.flattener(), mark, layout)


def link_plain(game: Game[Any, Any]) -> Linked:
    """The same for a game that is interpreted: a state is one word, itself."""
    scale = scale_of(game, sample_states(game, 2))

    def save(_self: Any, state: Any, memory: Any, at: int, _data: int) -> None:
        memory[at] = state

    handle = derive(
        game,
        unpack_state=lambda _self, memory, at: memory[at],
        same_state=lambda _self, state: state,
        found_entry=lambda _self, state, memory, at, _data: memory[at] == state,
        save_entry=save,
        key_state=least_image if game.symmetric_keys else itself,
        hash_state=lambda _self, state: wrapped(hash(state) * 0x9E3779B97F4A7C15),
        **engine_constants(game, scale),
    )
    return Linked(game, handle, 1, scale, False, lambda state: [state], "plain")


def itself(self: Any, state: Any) -> Any:
    """What stands for a state in the table where symmetry is not used."""
    return state


def least_image(self: Any, state: Any) -> Any:
    """What stands for a state in the table: the one of its images with the smallest hash."""
    best = state
    least = self.hash_state(state)
    for image in self.symmetries(state):
        other = self.same_state(image)
        key = self.hash_state(other)
        if key < least:
            least = key
            best = other
    return best


def engine_constants(game: Game[Any, Any], scale: int) -> dict[str, Any]:
    """What the kernels know of a game before they run."""
    cls = type(game)
    return {
        "engine_scale": scale,
        "has_order": cls.order is not Game.order,
        "has_noisy": cls.noisy is not Game.noisy,
    }


def make_type(
    game: Game[Any, Any], mark: str, layout: Layout, scale: int, functions: list[FunctionType], symmetric: bool
) -> GameType:
    """A new type with the game's methods and attributes."""
    cls = type(game)
    kind_class = type(f"Game_{mark[:8]}", (GameType,), {})
    register_model(kind_class)(models.OpaqueModel)

    @unbox(kind_class)
    def unbox_handle(_kind: Any, _object: Any, context: Any) -> Any:
        return NativeValue(context.context.get_dummy_value())

    for name, function in layout.functions().items():
        add_method(kind_class, name, function)
    add_method(kind_class, "key_state", least_image if game.symmetric_keys else itself)
    add_method(kind_class, "least_state", least_image if symmetric else itself)
    for name in dir(cls):
        member = inspect.getattr_static(cls, name)
        if name.startswith("__"):
            continue
        if isinstance(member, FunctionType):
            add_method(kind_class, name, rewritten(member))
        elif isinstance(member, staticmethod):
            add_method(kind_class, name, without_self(member.__func__))
        elif not callable(member) and not isinstance(member, property | classmethod):
            add_attribute(kind_class, name, member)
    for name, value in {**vars(game), **engine_constants(game, scale)}.items():
        add_attribute(kind_class, name, value)
    methods = {id(inspect.getattr_static(cls, name, None)) for name in dir(cls)}
    for function in functions:
        if id(function) not in methods:
            add_function(function)
    kind: GameType = kind_class(mark)
    return kind


def add_method(kind: Any, name: str, function: Callable[..., Any]) -> None:
    """``game.name(...)`` leads to the function."""

    def choose(*_arguments: Any, **_named: Any) -> Any:
        return function

    choose.__signature__ = inspect.signature(function)  # type: ignore[attr-defined]
    overload_method(kind, name, strict=False)(choose)


def add_attribute(kind: Any, name: str, value: Any) -> None:
    """``game.name`` is a constant, if it is something that the compiler can hold."""
    constant = native(value)
    if constant is None:
        return

    def choose(self: Any) -> Any:
        def implementation(self: Any) -> Any:
            return constant

        return implementation

    overload_attribute(kind, name)(choose)


def native(value: Any) -> Any:
    """The value with its integers as signed words; None if it is not made of numbers, texts and arrays."""
    if isinstance(value, bool | float | str | np.ndarray | np.generic):
        return value
    if isinstance(value, int):
        return wrapped(value) if fits(value) else None
    if (
        isinstance(value, tuple | list)
        and len(value) > LONG
        and all(type(element) in (int, float) for element in value)
    ):
        whole = all(isinstance(element, int) for element in value)
        return np.array(
            [wrapped(element) for element in value] if whole else value, dtype=np.int64 if whole else np.float64
        )
    if (
        isinstance(value, tuple)
        and float in map(type, value)
        and all(type(element) in (int, float) for element in value)
    ):
        return tuple(float(element) for element in value)
    if isinstance(value, tuple) and value:
        elements = [native(element) for element in value]
        if any(element is None for element in elements):
            return None
        return type(value)(*elements) if hasattr(value, "_fields") else tuple(elements)
    return None


def fits(value: int) -> bool:
    """Can a word hold it, signed or not?"""
    return -(1 << 63) <= value < 1 << 64


def without_self(function: Any) -> FunctionType:
    """A static method as a method."""
    names = list(inspect.signature(function).parameters)
    scope: dict[str, Any] = {"function": function}
    exec(
        f"def method(self, {', '.join(names)}): return function({', '.join(names)})", scope
    )  # the names are the function's own
    add_function(function)
    result: FunctionType = scope["method"]
    return result


KNOWN: dict[int, FunctionType] = {}
"""The plain functions that kernels may call, by identity; kept so that identities stay theirs."""


def add_function(function: FunctionType) -> None:
    """A plain function of the user's may be called by compiled rules."""
    module = function.__module__ or ""
    if id(function) in KNOWN or module.partition(".")[0] in ("numba", "numpy", "llvmlite", "elagage.i18n"):
        return
    KNOWN[id(function)] = function
    body = rewritten(function)

    def choose(*_arguments: Any, **_named: Any) -> Any:
        return body

    overload(function, strict=False)(choose)
