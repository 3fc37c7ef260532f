"""The ways to what states are made of: places of tuples, texts and bytes, attributes, keys of dicts, members of sets.

All states are walked together, so that a way is found if and only if every state has it; of dicts and sets every key
that any state has is one, since its absence says something too.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields, is_dataclass
from enum import Enum
from math import isqrt
from typing import Any

from elagage.evaluation.layout import GET, HAS, Path, Step

__all__ = ["FEWEST", "family_of", "find_paths", "places_of", "read_path"]

MOST_PATHS = 640
FEWEST = 4
"""Cells of a board."""


def find_paths(states: Sequence[Any]) -> list[Path]:
    """The ways to the integers, texts and truth values of states, those that all states have."""
    found: list[Path] = []

    def walk(column: Sequence[Any], path: Path) -> None:
        if len(found) >= MOST_PATHS:
            return
        if all(isinstance(value, dict) for value in column):
            found.extend((*path, (GET, key)) for key in sort_keys(column))
        elif all(isinstance(value, set | frozenset) for value in column):
            found.extend((*path, (HAS, key)) for key in sort_keys(column))
        elif all(isinstance(value, tuple | list | bytes | bytearray) for value in column) and not attributes_of(column):
            for index in range(min(map(len, column))):
                walk([value[index] for value in column], (*path, index))
        elif all(isinstance(value, str) for value in column) and max(map(len, column)) > 1:
            found.extend((*path, index) for index in range(min(map(len, column))))
        elif all(value is None or isinstance(value, int | str) for value in column):
            found.append(path)
        else:
            for name in attributes_of(column):
                walk([getattr(value, name) for value in column], (*path, name))

    walk(states, ())
    return found[:MOST_PATHS]


def sort_keys(column: Sequence[Any]) -> list[Any]:
    """The keys or members of a column of dicts or sets, in an order that is always the same."""
    keys = {key for value in column for key in value if is_plain(key)}
    try:
        return sorted(keys)
    except TypeError:
        return sorted(keys, key=repr)


def is_plain(key: Any) -> bool:
    """Can this be written into a rule as it is?"""
    if type(key) is tuple:
        return all(is_plain(part) for part in key)
    return key is None or type(key) in (int, str, bool)


def attributes_of(column: Sequence[Any]) -> list[str]:
    """The attributes that hold what the values of a column are."""
    first = column[0]
    if all(isinstance(value, Enum) for value in column):
        return ["value"]
    if any(type(value) is not type(first) for value in column):
        return []
    if isinstance(first, tuple):
        return list(getattr(first, "_fields", ()))
    if is_dataclass(first):
        return [field.name for field in fields(first)]
    return [name for name in getattr(first, "__dict__", {}) if all(hasattr(value, name) for value in column)]


def read_path(state: Any, path: Path) -> Any:
    """What is at the end of a way."""
    for step in path:
        state = take_step(state, step)
    return state


def take_step(state: Any, step: Step) -> Any:
    if isinstance(step, int):
        return state[step]
    if isinstance(step, str):
        return getattr(state, step)
    kind, key = step
    return state.get(key) if kind == GET else int(key in state)


def family_of(path: Path) -> Path:
    """What leads to a board: a way without the places, keys or members at its end."""
    end = len(path)
    while end and not isinstance(path[end - 1], str):
        end -= 1
    return path[:end]


def places_of(paths: Sequence[Path]) -> list[tuple[int, int] | None]:
    """The rows and columns that ways speak of, if no two speak of the same: two places, a pair of numbers as a key, the
    name of a square; or one place, where there is a square number of them.
    """
    places = [place_of(path) for path in paths]
    known = [place for place in places if place is not None]
    if len(set(known)) == len(known) >= FEWEST:
        return places
    single = [path[-1] for path in paths if len(path) == len(family_of(path)) + 1 and isinstance(path[-1], int)]
    side = isqrt(max(single, default=0) + 1)
    if len(single) < len(paths) or len({family_of(path) for path in paths}) != 1 or side * side != max(single) + 1:
        return [None] * len(paths)
    return [divmod(place, side) for place in single]


def place_of(path: Path) -> tuple[int, int] | None:
    last = path[-1] if path else None
    if isinstance(last, tuple):
        key = last[1]
        if type(key) is tuple and len(key) == 2 and all(type(part) is int and part >= 0 for part in key):
            return key
        if isinstance(key, str) and key[:1].isalpha() and key[1:].isdecimal() and key.isascii():
            return int(key[1:]), ord(key[0].lower()) - ord("a")
        return None
    if len(path) > 1 and isinstance(last, int) and isinstance(path[-2], int):
        return path[-2], last
    return None
