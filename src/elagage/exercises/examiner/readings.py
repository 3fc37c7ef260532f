"""How a program's answers are to be read: who is Max, where the value stands, where the move stands and as what.

That is learnt from small trees: what agrees with the right answers most often.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from elagage.exercises.examiner.references import right_value
from elagage.exercises.examiner.worlds import World

__all__ = ["Reading", "learn", "number_in"]

MOVE_FORMS = ("node", "first", "last", "index", "counted")


def number_in(item: Any) -> float | None:
    """The number that an encoded item is, if it is one."""
    value = item.get("n") if isinstance(item, dict) else None
    if value in ("inf", "-inf", "nan"):
        return float(str(value))
    return value if isinstance(value, int | float) and not isinstance(value, bool) else None


def items_of(answer: Mapping[str, Any]) -> list[Any]:
    """What an answer consists of."""
    encoded = answer.get("answer")
    if not isinstance(encoded, dict):
        return []
    items = encoded.get("t")
    return items if isinstance(items, list) else [encoded]


@dataclass(frozen=True)
class Reading:
    """A way to read answers."""

    variant: int = 0
    place: int | None = 0
    """Where the value stands; None: there is no value."""
    move_place: int | None = None
    """Where the move stands; None: there is no move, or it can't be told."""
    move_form: str = ""

    def value(self, answer: Mapping[str, Any]) -> float | None:
        """The value in an answer."""
        items = items_of(answer)
        if self.place is None or not items:
            return None
        return number_in(items[self.place if self.place < len(items) else 0])

    def move(self, world: World, answer: Mapping[str, Any]) -> int | None:
        """The place of the move among those of the root; -1: it is none of them; None: there is none."""
        items = items_of(answer)
        if self.move_place is None or self.move_place >= len(items):
            return None
        return read_move(world, items[self.move_place], self.move_form)


def read_move(world: World, item: Any, form: str) -> int | None:
    """A move as its place among those of the root."""
    children = world.below[0]
    if not isinstance(item, dict):
        return None
    if form in ("first", "last"):
        inner = item.get("t")
        if not isinstance(inner, list) or not inner:
            return None
        return read_move(world, inner[0 if form == "first" else -1], "node")
    if form == "node":
        if isinstance(item.get("p"), int):
            return children.index(item["p"]) if item["p"] in children else -1
        match item.get("m"):
            case [0, int(place)]:
                return place
            case [_parent, _place]:
                return -1
        number = number_in(item)  # a leaf of nested lists is its number
        if world.tree is not None and number is not None:
            leaves = [place for place, child in enumerate(children) if not world.below[child]]
            return next((place for place in leaves if world.values[children[place]] == number), None)
        return None
    number = number_in(item)
    if number is None or not math.isfinite(number) or number != int(number):
        return None
    place = int(number) - (form == "counted")
    return place if 0 <= place < len(children) else None


def learn(worlds: Sequence[World], answers: Mapping[tuple[int, int], Mapping[str, Any]], variants: int) -> Reading:
    """The reading that fits best."""
    known = [right_value(world) for world in worlds]
    best, chosen = -1, Reading()
    for variant in range(variants):
        mine = [answers.get((number, variant), {}) for number in range(len(worlds))]
        for place in range(max((len(items_of(answer)) for answer in mine), default=0)):
            reading = Reading(variant, place)
            agreed = sum(reading.value(answer) == value for answer, value in zip(mine, known))
            present = sum(reading.value(answer) is not None for answer in mine)
            if (score := 1000 * agreed + present) > best and present:
                best, chosen = score, reading
    mine = [answers.get((number, chosen.variant), {}) for number in range(len(worlds))]
    return learn_move(worlds, mine, chosen, best < 0)


def learn_move(worlds: Sequence[World], answers: Sequence[Mapping[str, Any]], reading: Reading, alone: bool) -> Reading:
    """The same with the place of the move, if there is one; ``alone``: no value was found."""
    asked = [(world, answer) for world, answer in zip(worlds, answers) if "answer" in answer]
    places = range(max((len(items_of(answer)) for _world, answer in asked), default=0))
    for place in places:
        if place == reading.place and not alone:
            continue
        for form in MOVE_FORMS:
            candidate = Reading(reading.variant, None if alone else reading.place, place, form)
            moves = [(world, candidate.move(world, answer)) for world, answer in asked]
            read = [(world, move) for world, move in moves if move is not None]
            if not read or len(read) < 0.9 * len(moves) or (alone and form in ("index", "counted")):
                continue
            possible = sum(move >= 0 for _world, move in read)
            if form == "node" and possible:
                return candidate
            if form in ("node", "first", "last"):
                if possible < 0.9 * len(read):
                    continue
                return candidate
            if len(read) == len(moves) and len({move for _world, move in read}) > 1:
                return candidate  # a number that is never out of the range of the moves
    return Reading(reading.variant, None if alone and reading.place is None else reading.place)
