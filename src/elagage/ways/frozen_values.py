"""Values that can be changed, made into values that can't: hashable, equal where the originals are, and back.

A list becomes a tuple of its own kind, a dict its items, a set a frozenset, an object its class and its attributes;
what is immutable already stays what it is. What two places share is shared again when it is thawed, so that an object
which refers to its own parts, or to itself, comes back as it was.
"""

from __future__ import annotations

import types
from collections import deque
from collections.abc import Callable
from enum import Enum
from typing import Any

__all__ = ["CannotFreeze", "freeze", "is_immutable", "read_plain", "thaw", "write_plain"]

ATOMS = frozenset((int, bool, str, float, complex, bytes, type(None), range))
CLOSED = (
    Enum,
    type,
    types.FunctionType,
    types.BuiltinFunctionType,
    types.MethodType,
    types.ModuleType,
    types.MappingProxyType,
)
"""What is kept as it is, whatever it holds."""
DEEPEST = 200
PYTHON_CLASS = 1 << 9
"""The flag of a class that was made by a class statement."""


class CannotFreeze(Exception):
    """A value holds something that has no lasting value: a generator, a file, a lock."""


class FrozenList(tuple[Any, ...]):
    """What a list held."""

    __slots__ = ()

    def __repr__(self) -> str:
        return repr(write_plain(self))


class FrozenBytes(bytes):
    """What a bytearray held."""

    __slots__ = ()

    def __repr__(self) -> str:
        return repr(write_plain(self))


class FrozenSet(frozenset[Any]):
    """What a set held."""

    __slots__ = ()

    def __repr__(self) -> str:
        return repr(write_plain(self))


class FrozenDeque(tuple[Any, ...]):
    """What a deque held, after its greatest length."""

    __slots__ = ()

    def __repr__(self) -> str:
        return repr(write_plain(self))


class FrozenDict:
    """What a dict held, in the order in which it came; equal to another one in any order."""

    __slots__ = ("held", "items", "kind", "rest")

    def __init__(self, kind: Any, items: tuple[tuple[Any, Any], ...], rest: Any) -> None:
        self.kind, self.items, self.rest = kind, items, rest
        self.held = frozenset(items)

    def __hash__(self) -> int:
        return hash(self.held)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, FrozenDict) and self.kind is other.kind and self.held == other.held

    def __repr__(self) -> str:
        return repr(write_plain(self))


class FrozenObject:
    """An object's class and its attributes, or the shape, kind and bytes of an array."""

    __slots__ = ("kind", "names", "values")

    def __init__(self, kind: Any, names: tuple[str, ...], values: tuple[Any, ...]) -> None:
        self.kind, self.names, self.values = kind, names, values

    def __hash__(self) -> int:
        return hash(self.values)

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, FrozenObject)
            and self.kind is other.kind
            and self.names == other.names
            and self.values == other.values
        )

    def __repr__(self) -> str:
        told = ", ".join(f"{name}={write_plain(value)!r}" for name, value in zip(self.names, self.values, strict=True))
        return f"{self.kind.__name__}({told})"


class Again:
    """A place that holds what was met before, by its number."""

    __slots__ = ("number",)

    def __init__(self, number: int) -> None:
        self.number = number

    def __hash__(self) -> int:
        return hash(self.number)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Again) and self.number == other.number

    def __repr__(self) -> str:
        return "..."


def freeze(value: Any) -> Any:
    """A value that can be hashed and that never changes; ``thaw`` gives the original's equal. CannotFreeze if none can
    be made.

    >>> freeze([[1, 2], {"a": 3}])
    [[1, 2], {'a': 3}]
    >>> freeze((1, 2)), hash(freeze([1])) == hash(freeze([1]))
    ((1, 2), True)
    """
    return _freeze(value, {}, 0)


def _freeze(value: Any, seen: dict[int, int], depth: int) -> Any:
    kind = type(value)
    if kind in ATOMS or kind in THAWERS:  # what is frozen stays so
        return value
    if depth > DEEPEST:
        raise CannotFreeze
    if isinstance(value, tuple):
        parts = [_freeze(part, seen, depth + 1) for part in value]
        if all(one is other for one, other in zip(parts, value, strict=True)):
            return value
        return kind(*parts) if hasattr(value, "_fields") else tuple(parts)
    if isinstance(value, CLOSED):
        return value
    if id(value) in seen:
        return Again(seen[id(value)])
    if kind is frozenset:
        return value  # all of it can be hashed
    seen[id(value)] = len(seen)
    if kind is list:
        return FrozenList([part if type(part) in ATOMS else _freeze(part, seen, depth + 1) for part in value])
    if isinstance(value, dict):
        rest = () if kind is dict else _freeze_attributes(value, seen, depth)
        items = tuple((key, _freeze(part, seen, depth + 1)) for key, part in value.items())
        return FrozenDict(kind, items, (getattr(value, "default_factory", None), rest))
    if kind is set:
        return FrozenSet(value)
    if kind is deque:
        return FrozenDeque([value.maxlen, *(_freeze(part, seen, depth + 1) for part in value)])
    if kind is bytearray:
        return FrozenBytes(value)
    if kind.__module__ == "numpy" and kind.__name__ == "ndarray" and not value.dtype.hasobject:
        return FrozenObject(kind, ("dtype", "shape", "bytes"), (value.dtype.str, value.shape, value.tobytes()))
    return _freeze_object(value, kind, seen, depth)


def _freeze_object(value: Any, kind: type, seen: dict[int, int], depth: int) -> Any:
    """An object by its attributes; one without any is what it is, if it can be hashed."""
    own = bool(kind.__flags__ & PYTHON_CLASS) and not isinstance(value, list | set | bytearray)
    attributes = _freeze_attributes(value, seen, depth) if own else None
    if attributes is None:
        try:
            hash(value)
        except Exception:
            raise CannotFreeze from None
        if kind.__dict__.get("__eq__", object.__eq__) is object.__eq__:  # a generator or a lock: no two are equal
            raise CannotFreeze
        return value
    names = tuple(name for name, _part in attributes)
    values = tuple(part for _name, part in attributes)
    if is_frozen_dataclass(kind) and all(part is getattr(value, name) for name, part in attributes):
        return value
    return FrozenObject(kind, names, values)


def _freeze_attributes(value: Any, seen: dict[int, int], depth: int) -> tuple[tuple[str, Any], ...] | None:
    """The attributes of an object; None if it has no place for any."""
    names = list(getattr(value, "__dict__", ()))
    slots = [
        name
        for cls in type(value).__mro__
        for name in ([cls.__dict__["__slots__"]] if isinstance(cls.__dict__.get("__slots__"), str) else
                     cls.__dict__.get("__slots__", ()))
        if name not in ("__dict__", "__weakref__") and hasattr(value, name)
    ]  # fmt: skip
    if not hasattr(value, "__dict__") and not slots:
        return None
    return tuple((name, _freeze(getattr(value, name), seen, depth + 1)) for name in (*names, *slots))


def is_frozen_dataclass(kind: type) -> bool:
    """Is it the class of a dataclass that can't be changed?"""
    return bool(getattr(getattr(kind, "__dataclass_params__", None), "frozen", False))


def is_immutable(value: Any) -> bool:
    """Is it made of parts that can't be changed, whatever the rules do?"""
    kind = type(value)
    if kind in ATOMS or kind is frozenset or isinstance(value, CLOSED):
        return True
    if isinstance(value, tuple):
        return all(map(is_immutable, value))
    return is_frozen_dataclass(kind) and all(map(is_immutable, vars(value).values()))


def thaw(value: Any) -> Any:
    """A new original of a frozen value.

    >>> thaw(freeze([[1, 2], {"a": {3}}]))
    [[1, 2], {'a': {3}}]
    """
    return _thaw(value, [])


def _thaw(value: Any, made: list[Any]) -> Any:
    kind = type(value)
    if kind in ATOMS:
        return value
    maker = THAWERS.get(kind)
    if maker is not None:
        return maker(value, made)
    if isinstance(value, tuple):
        parts = [_thaw(part, made) for part in value]
        if all(one is other for one, other in zip(parts, value, strict=True)):
            return value
        return kind(*parts) if hasattr(value, "_fields") else tuple(parts)
    return value


def _thaw_list(value: FrozenList, made: list[Any]) -> list[Any]:
    new: list[Any] = []
    made.append(new)
    new += [part if type(part) in ATOMS else _thaw(part, made) for part in value]
    return new


def _thaw_dict(value: FrozenDict, made: list[Any]) -> dict[Any, Any]:
    factory, rest = value.rest
    new: dict[Any, Any] = value.kind(factory) if factory is not None else value.kind.__new__(value.kind)
    made.append(new)
    for name, part in rest or ():
        object.__setattr__(new, name, _thaw(part, made))
    for key, part in value.items:
        new[key] = _thaw(part, made)
    return new


def _thaw_set(value: FrozenSet, made: list[Any]) -> set[Any]:
    made.append(set(value))
    return made[-1]  # type: ignore[no-any-return]


def _thaw_deque(value: FrozenDeque, made: list[Any]) -> deque[Any]:
    new: deque[Any] = deque(maxlen=value[0])
    made.append(new)
    new.extend(_thaw(part, made) for part in value[1:])
    return new


def _thaw_bytes(value: FrozenBytes, made: list[Any]) -> bytearray:
    made.append(bytearray(value))
    return made[-1]  # type: ignore[no-any-return]


def _thaw_object(value: FrozenObject, made: list[Any]) -> Any:
    if value.kind.__module__ == "numpy":
        import numpy as np

        dtype, shape, held = value.values
        made.append(np.frombuffer(held, dtype=dtype).reshape(shape).copy())
        return made[-1]
    new = value.kind.__new__(value.kind)
    made.append(new)
    for name, part in zip(value.names, value.values, strict=True):
        object.__setattr__(new, name, _thaw(part, made))
    return new


THAWERS: dict[type, Callable[[Any, list[Any]], Any]] = {
    FrozenList: _thaw_list,
    FrozenDict: _thaw_dict,
    FrozenSet: _thaw_set,
    FrozenDeque: _thaw_deque,
    FrozenBytes: _thaw_bytes,
    FrozenObject: _thaw_object,
    Again: lambda value, made: made[value.number],
}


def write_plain(value: Any) -> Any:
    """A frozen value as lists, dicts and other literals that ``repr`` writes: an object is the dict of its
    attributes.
    """
    if isinstance(value, FrozenList):
        return [write_plain(part) for part in value]
    if isinstance(value, FrozenDict):
        return {key: write_plain(part) for key, part in value.items}
    if isinstance(value, FrozenSet):
        return set(value)
    if isinstance(value, FrozenDeque):
        return [write_plain(part) for part in value[1:]]
    if isinstance(value, FrozenBytes):
        return bytes(value)
    if isinstance(value, FrozenObject):
        if value.kind.__module__ == "numpy":
            return thaw(value).tolist()
        return {name: write_plain(part) for name, part in zip(value.names, value.values, strict=True)}
    if isinstance(value, tuple):
        return tuple(write_plain(part) for part in value)
    return value


def read_plain(value: Any, like: Any) -> Any:
    """The frozen value that ``write_plain`` wrote, built like another one where a literal does not say what it is."""
    if isinstance(like, FrozenObject) and like.kind.__module__ == "numpy":
        import numpy as np

        return freeze(np.array(value, dtype=like.values[0]).reshape(like.values[1]))
    if isinstance(like, FrozenObject) and isinstance(value, dict):
        examples = dict(zip(like.names, like.values, strict=True))
        parts = tuple(read_plain(part, examples.get(name)) for name, part in value.items())
        return FrozenObject(like.kind, tuple(value), parts)
    if isinstance(like, FrozenDict) and isinstance(value, dict):
        held = dict(like.items)
        items = tuple((key, read_plain(part, held.get(key))) for key, part in value.items())
        return FrozenDict(like.kind, items, like.rest)
    if isinstance(like, FrozenDeque) and isinstance(value, list):
        return FrozenDeque([like[0], *map(freeze, value)])
    if isinstance(like, FrozenBytes):
        return FrozenBytes(value)
    if isinstance(like, FrozenList) and isinstance(value, list):
        example = like[0] if like else None
        return FrozenList([read_plain(part, like[i] if i < len(like) else example) for i, part in enumerate(value)])
    if isinstance(like, tuple) and isinstance(value, tuple | list):
        parts = tuple(read_plain(part, like[i] if i < len(like) else None) for i, part in enumerate(value))
        return type(like)(*parts) if hasattr(like, "_fields") else parts
    return freeze(value)
