"""All the positions of a game with their values: in a dict, or
as sorted keys in memory or in a file that is mapped into it.

    a value     0 drawn | sign for Max: (level << 20) + plies to the end + 1 | ENDLESS: drawn, and play never ends

A level is a size of final score; the list of levels has the largest first. Where only winning counts there is one.
"""

from __future__ import annotations

import struct
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from typing import Any

from elagage.errors import SearchError
from elagage.game import Game
from elagage.result import Number, Score

__all__ = [
    "ENDLESS",
    "LEVEL_SHIFT",
    "MOST_LEVELS",
    "Code",
    "Positions",
    "StatePositions",
    "StoredPositions",
    "code_for",
    "make_value",
    "pack_values",
]

MOST_BITS = 1 << 16
LEVEL_SHIFT = 20
MOST_LEVELS = 1000
ENDLESS = 1 << 30
ENDLESS_SMALL = (1 << 15) - 1


def make_value(sign: int, level: int, plies: int) -> int:
    """A decided value."""
    return sign * ((level << LEVEL_SHIFT) + plies + 1)


class Code:
    """How a state is written as a key: each number of it takes some bits of some key, less the least value it has.

    ``fields`` has ``[path, low, bits, key, shift]`` for every number, ``widths`` the bytes of each key. Keys are
    written with the highest byte first, so that their order is that of their bytes. ValueError if a size is none.
    """

    def __init__(self, fields: list[list[Any]], widths: list[int], template: Any) -> None:
        sizes = [*widths, *(size for _path, _low, *rest in fields for size in rest)]
        if not all(type(size) is int and 0 <= size <= MOST_BITS for size in sizes):
            raise ValueError(sizes)
        self.fields, self.widths, self.template = fields, widths, template
        self.width = sum(widths)

    def key(self, state: Any) -> bytes | None:
        """The key of a state; None if it holds a number that no position in question has."""
        keys = [0] * len(self.widths)
        for path, low, bits, key, shift in self.fields:
            number = state
            for step in path:
                number = number[step]
            value = int(number) & (1 << 64) - 1 if bits == 64 and low == 0 else int(number) - low
            if value < 0 or value >> bits:
                return None
            keys[key] |= value << shift
        return b"".join(key.to_bytes(width, "big") for key, width in zip(keys, self.widths, strict=True))

    def state(self, key: bytes) -> Any:
        """The state of a key."""
        keys, at = [], 0
        for width in self.widths:
            keys.append(int.from_bytes(key[at : at + width], "big"))
            at += width
        numbers = {
            tuple(path): (keys[number] >> shift & (1 << bits) - 1) + low
            for path, low, bits, number, shift in self.fields
        }
        return self.build(self.template, (), numbers)

    def build(self, like: Any, path: tuple[int, ...], numbers: dict[tuple[int, ...], int]) -> Any:
        """What stands at a path of the state."""
        if isinstance(like, tuple):
            parts = [self.build(part, (*path, step), numbers) for step, part in enumerate(like)]
            return type(like)(*parts) if hasattr(like, "_fields") else tuple(parts)
        return bool(numbers[path]) if isinstance(like, bool) else numbers[path]


class Positions(ABC):
    """The values of positions; ``levels`` are the sizes of final scores."""

    def __init__(self, game: Game[Any, Any], levels: list[Number], symmetric: bool) -> None:
        self.game, self.levels, self.symmetric = game, levels, symmetric

    @abstractmethod
    def __len__(self) -> int: ...

    @abstractmethod
    def __iter__(self) -> Iterator[tuple[Any, int]]:
        """Every state with its value."""

    @abstractmethod
    def look_up(self, state: Any) -> int | None:
        """The value kept for this very state, None if there is none."""

    def value(self, state: Any) -> int | None:
        """The value of a position, None if it is not among them."""
        if not self.symmetric:
            return self.look_up(state)
        for image in (state, *self.game.symmetries(state)):
            found = self.look_up(image)
            if found is not None:
                return found
        return None

    def score_of_value(self, value: int) -> Score:
        """A value for people."""
        if value in (0, ENDLESS):
            return Score.estimate(0) if self.game.payoffs else Score.draw()
        size = abs(value)
        plies, level = (size & (1 << LEVEL_SHIFT) - 1) - 1, self.levels[size >> LEVEL_SHIFT]
        margin = int(level) if isinstance(level, float) and level.is_integer() else level
        if self.game.payoffs:
            return Score(None, margin if value > 0 else -margin, plies)
        margin = margin if self.game.margins else 1
        return Score.win(plies, margin) if value > 0 else Score.loss(plies, margin)

    def score(self, state: Any) -> Score | None:
        """The score of a position, None if it is not among them."""
        value = self.value(state)
        return None if value is None else self.score_of_value(value)


class StatePositions(Positions):
    """Values in a dict by state: what the plain solver finds."""

    def __init__(self, game: Game[Any, Any], levels: list[Number], symmetric: bool, values: dict[Any, int]) -> None:
        super().__init__(game, levels, symmetric)
        self.values = values

    def __len__(self) -> int:
        return len(self.values)

    def __iter__(self) -> Iterator[tuple[Any, int]]:
        return iter(self.values.items())

    def look_up(self, state: Any) -> int | None:
        """From the dict."""
        return self.values.get(state)


class StoredPositions(Positions):
    """Values beside sorted keys; a position is found by halving."""

    def __init__(
        self,
        game: Game[Any, Any],
        levels: list[Number],
        symmetric: bool,
        code: Code,
        keys: Any,
        values: Any,
        small: bool,
    ) -> None:
        super().__init__(game, levels, symmetric)
        self.code, self.key_bytes, self.value_bytes, self.small = code, memoryview(keys), memoryview(values), small
        self.size = 2 if small else 4

    def __len__(self) -> int:
        return len(self.value_bytes) // self.size

    def __iter__(self) -> Iterator[tuple[Any, int]]:
        for number in range(len(self)):
            yield self.state_at(number), self.value_at(number)

    def state_at(self, number: int) -> Any:
        """The state of that number."""
        width = self.code.width
        return self.code.state(bytes(self.key_bytes[number * width : (number + 1) * width]))

    def value_at(self, number: int) -> int:
        """The value of that number."""
        found: int = struct.unpack_from("<h" if self.small else "<i", self.value_bytes, number * self.size)[0]
        return ENDLESS if self.small and found == ENDLESS_SMALL else found

    def look_up(self, state: Any) -> int | None:
        """By halving."""
        key = self.code.key(state)
        if key is None:
            return None
        low, high, width = 0, len(self), self.code.width
        while low < high:
            middle = (low + high) // 2
            if bytes(self.key_bytes[middle * width : (middle + 1) * width]) < key:
                low = middle + 1
            else:
                high = middle
        if low < len(self) and bytes(self.key_bytes[low * width : (low + 1) * width]) == key:
            return self.value_at(low)
        return None


def code_for(game: Game[Any, Any], states: Iterable[Any]) -> Code:
    """The shortest code for these states; SearchError if they are not made of integers."""
    template = game.start()
    paths = list(number_paths(template, ()))
    lows, highs = [1 << 64] * len(paths), [-(1 << 64)] * len(paths)
    for state in states:
        if list(number_paths(state, ())) != paths or not paths:
            raise SearchError("The positions of this game are not all of one shape, so they can't be saved.")
        for place, path in enumerate(paths):
            number = state
            for step in path:
                number = number[step]
            lows[place], highs[place] = min(lows[place], int(number)), max(highs[place], int(number))
    fields: list[list[Any]] = []
    widths, key, used = [], 0, 0
    for path, low, high in zip(paths, lows, highs, strict=True):
        bits = max(1, (high - low).bit_length())
        if bits > 64:
            raise SearchError("The positions of this game hold numbers of more than 64 bits, so they can't be saved.")
        if used + bits > 64:
            widths.append(-(-used // 8))
            key, used = key + 1, 0
        fields.append([list(path), low, bits, key, used])
        used += bits
    return Code(fields, [*widths, -(-used // 8)], template)


def number_paths(like: Any, path: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """The places of the numbers in a state."""
    if isinstance(like, tuple):
        for step, part in enumerate(like):
            yield from number_paths(part, (*path, step))
    elif isinstance(like, int):
        yield path
    else:
        raise SearchError("The positions of this game are not made of integers alone, so they can't be saved.")


def pack_values(code: Code, values: dict[Any, int], levels: int) -> tuple[bytes, bytes, bool]:
    """Values by state as sorted keys, values in that order, and whether these take 16 bits each;
    SearchError if there are more sizes of scores than a value has room for.
    """
    if levels > MOST_LEVELS:
        raise SearchError(
            "This game ends with more than {most} different scores, which a table of all positions can't hold.",
            most=MOST_LEVELS,
        )
    rows = sorted((code.key(state) or b"", value) for state, value in values.items())
    small = levels <= 1 and all(abs(value) < ENDLESS_SMALL or value == ENDLESS for _key, value in rows)
    numbers = [ENDLESS_SMALL if small and value == ENDLESS else value for _key, value in rows]
    written = struct.pack(f"<{len(numbers)}{'h' if small else 'i'}", *numbers)
    return b"".join(key for key, _value in rows), written, small
