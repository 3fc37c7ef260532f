"""Types made of games: how a user's plain class becomes something that the compiler knows.

Alone in using Numba's extension interface for games.

The game is a *type*. Its name carries the fingerprint of the rules; its methods are overloads that lead to the user's
own functions; its attributes are constants. So ``game.moves(state)`` inside a kernel is the user's ``moves``, compiled
and inlined, and the compiler's cache on disk works as it does for any function. The instance itself is never passed: a
``Handle`` is, which compiles to nothing, or to one address where the instance holds large arrays: those are no
constants, and all instances with arrays of the same sizes share the native code.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from types import FunctionType
from typing import Any

import numpy as np
from llvmlite import ir
from numba import carray, from_dtype, types
from numba.extending import (
    NativeValue,
    intrinsic,
    models,
    register_model,
    typeof_impl,
    unbox,
)

from elagage.compiler.fallback import CannotCompile
from elagage.compiler.fingerprint import fingerprint, own_mark
from elagage.compiler.memory import peek, wrap_word
from elagage.compiler.numba_backend import bits  # noqa: F401  (teaches the compiler bit_count and bit_length)
from elagage.compiler.numba_backend.overloads import overload, overload_attribute, overload_method
from elagage.compiler.numba_backend.rewrite import rewrite_idioms
from elagage.compiler.numba_backend.state_layout import Layout

__all__ = ["GameType", "Handle", "large_arrays", "link_type"]

LONG = 12
"""Longer tuples of numbers on ``self`` become arrays."""
LARGE = 1 << 16
"""Arrays on ``self`` of so many bytes are read through their addresses."""


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
    """What a kernel is given for the game: its type, and where its large arrays are."""

    kind: GameType
    arrays: tuple[Any, ...] = ()
    addresses: Any = None

    @property
    def block(self) -> int:
        """The address of the arrays' addresses."""
        return int(self.addresses.ctypes.data)


@typeof_impl.register(Handle)
def handle_type(handle: Handle, _context: Any) -> GameType:
    """The type of a handle is its game's."""
    return handle.kind


def link_type(
    game: Any,
    rules: tuple[str, ...],
    layout: Layout,
    extra: str,
    methods: dict[str, Callable[..., Any]],
    constants: dict[str, Any],
) -> tuple[Handle, str]:
    """The handle of a game (or of a problem) whose kernels call these rules, and its fingerprint;
    the type is made if it is new.
    """
    large = large_arrays(game)
    sizes = {name: f"{array.dtype} {len(array)}" for name, array in large.items()}
    mark, functions = fingerprint(game, f"{layout.describe()} {extra}", rules, sizes)
    if mark not in TYPES:
        TYPES[mark] = make_type(game, mark, functions, {**layout.functions(), **methods}, constants, large)
    arrays = tuple(large.values())
    addresses = np.array([array.ctypes.data for array in arrays], dtype=np.int64) if arrays else None
    return Handle(TYPES[mark], arrays, addresses), mark


def large_arrays(game: Any) -> dict[str, Any]:
    """The large arrays that an instance holds, in the order of their names."""
    found = {}
    for name, value in sorted(vars(game).items()):
        if isinstance(value, bytes | tuple | list | np.ndarray) and len(value) >= LARGE // 8:
            array = native(value)
            if isinstance(array, np.ndarray) and array.ndim == 1 and array.nbytes >= LARGE and array.dtype.isnative:
                found[name] = np.ascontiguousarray(array)
    return found


class BlockModel(models.PrimitiveModel):
    """A handle with large arrays is an address."""

    def __init__(self, manager: Any, kind: Any) -> None:
        super().__init__(manager, kind, ir.IntType(64))


def make_type(
    game: Any,
    mark: str,
    functions: list[FunctionType],
    methods: dict[str, Callable[..., Any]],
    constants: dict[str, Any],
    large: dict[str, Any],
) -> GameType:
    """A new type with the game's methods and attributes."""
    cls = type(game)
    kind_class = type(f"Game_{mark[:8]}", (GameType,), {})
    register_model(kind_class)(BlockModel if large else models.OpaqueModel)

    @unbox(kind_class)
    def unbox_handle(_kind: Any, handle: Any, context: Any) -> Any:
        if not large:
            return NativeValue(context.context.get_dummy_value())
        block = context.pyapi.object_getattr_string(handle, "block")
        address = context.pyapi.long_as_longlong(block)
        context.pyapi.decref(block)
        return NativeValue(address)

    for name, function in methods.items():
        add_method(kind_class, name, function)
    for name in dir(cls):
        member = inspect.getattr_static(cls, name)
        if name.startswith("__"):
            continue
        if isinstance(member, FunctionType):
            add_method(kind_class, name, rewrite_idioms(member))
        elif isinstance(member, staticmethod):
            add_method(kind_class, name, without_self(member.__func__, game))
        elif not callable(member) and not isinstance(member, property | classmethod):
            add_attribute(kind_class, name, member)
    for name, value in {**vars(game), **constants}.items():
        if name not in large:
            add_attribute(kind_class, name, value)
    for number, (name, array) in enumerate(large.items()):
        add_large(kind_class, name, number, array)
    own = {id(inspect.getattr_static(cls, name, None)) for name in dir(cls)}
    for function in functions:
        if id(function) not in own:
            add_function(function, game)
    kind: GameType = kind_class(mark)
    return kind


@intrinsic
def block_of(typingctx: Any, game: Any) -> Any:
    """The address of the addresses of a game's large arrays."""
    return types.int64(game), lambda context, builder, signature, arguments: arguments[0]


def add_large(kind: Any, name: str, number: int, array: Any) -> None:
    """``game.name`` is the array at the address of that number."""
    element, count = from_dtype(array.dtype), len(array)

    @intrinsic
    def pointer(typingctx: Any, address: Any) -> Any:
        def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return builder.inttoptr(arguments[0], context.get_value_type(signature.return_type))

        return types.CPointer(element)(types.int64), codegen

    def choose(self: Any) -> Any:
        def implementation(self: Any) -> Any:
            return carray(pointer(peek(block_of(self), number)), (count,))

        return implementation

    overload_attribute(kind, name)(choose)


def add_method(kind: Any, name: str, function: Callable[..., Any]) -> None:
    """``game.name(...)`` leads to the function."""

    def choose(*_arguments: Any, **_named: Any) -> Any:
        return function

    choose.__signature__ = inspect.signature(function)  # type: ignore[attr-defined]
    overload_method(kind, name)(choose)


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
    if isinstance(value, bytes | bytearray):
        octets = np.frombuffer(value, dtype=np.uint8)
        return octets if len(value) >= LARGE else octets.astype(np.int64)
    if isinstance(value, int):
        return wrap_word(value) if fits(value) else None
    if (
        isinstance(value, tuple | list)
        and len(value) > LONG
        and all(type(element) is float or (type(element) is int and fits(element)) for element in value)
    ):
        whole = all(isinstance(element, int) for element in value)
        return np.array(
            [wrap_word(element) for element in value] if whole else value, dtype=np.int64 if whole else np.float64
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


def without_self(function: Any, game: Any) -> FunctionType:
    """A static method as a method."""
    names = list(inspect.signature(function).parameters)
    scope: dict[str, Any] = {"function": function}
    exec(
        f"def method(self, {', '.join(names)}): return function({', '.join(names)})", scope
    )  # the names are the function's own
    add_function(function, game)
    result: FunctionType = scope["method"]
    return result


KNOWN: dict[int, tuple[FunctionType, str]] = {}
"""The plain functions that kernels may call, by identity (kept so that identities stay theirs),
and what each depended on.
"""


def add_function(function: FunctionType, game: Any) -> None:
    """A plain function of the user's may be called by compiled rules; CannotCompile if it is no longer what it was.

    The compiler keeps one translation of a function as long as the process lives, so a constant that it reads must
    stay.
    """
    module = function.__module__ or ""
    if module.partition(".")[0] in ("numba", "numpy", "llvmlite", "elagage.i18n"):
        return
    mark = own_mark(function, game)
    if id(function) in KNOWN:
        if KNOWN[id(function)][1] != mark:
            raise CannotCompile(
                "what the function {name} reads has changed since it was compiled: start Python anew",
                name=function.__name__,
            )
        return
    KNOWN[id(function)] = function, mark
    body = rewrite_idioms(function)

    def choose(*_arguments: Any, **_named: Any) -> Any:
        return body

    overload(function)(choose)
