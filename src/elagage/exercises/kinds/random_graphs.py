"""Random graphs of the size that is solved by hand, the same for the same seed everywhere."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from random import Random
from typing import Any, TypeVar

from elagage.errors import LimitsError
from elagage.exercises.cut_constraints import pick
from elagage.i18n import Message

__all__ = ["choose_some", "draw_layers", "draw_until", "shuffle"]

TRIES = 4_000
Thing = TypeVar("Thing")


def draw_until(seed: int, draw: Callable[[Random], Any], fits: Callable[[Any], bool], asked: Message) -> Any:
    """The first random thing that fits; LimitsError says what none was found with."""
    for attempt in range(TRIES):
        thing = draw(Random((seed << 13) + attempt))
        if fits(thing):
            return thing
    raise LimitsError("No exercise was found with {asked}: ask for less.", asked=asked)


def shuffle(chooser: Random, things: Sequence[Thing]) -> list[Thing]:
    """The things in a random order."""
    found = list(things)
    for place in range(len(found) - 1, 0, -1):
        other = pick(chooser, place + 1)
        found[place], found[other] = found[other], found[place]
    return found


def choose_some(chooser: Random, things: Sequence[Thing], count: int) -> list[Thing]:
    """So many different things, in the order in which they were given."""
    chosen = set(shuffle(chooser, range(len(things)))[:count])
    return [thing for place, thing in enumerate(things) if place in chosen]


def draw_layers(chooser: Random, widths: Sequence[int]) -> dict[str, list[str]]:
    """A graph in layers, each vertex with two or three successors in the next one, and each met from above; the names
    are letters, layer by layer.
    """
    letters = "abcdefghijklmnopqrstuvwxyz"
    layers: list[list[str]] = []
    used = 0
    for width in widths:
        layers.append(list(letters[used : used + width]))
        used += width
    graph: dict[str, list[str]] = {name: [] for layer in layers for name in layer}
    for upper, lower in pairwise(layers):
        for name in upper:
            graph[name] = choose_some(chooser, lower, min(len(lower), 2 + pick(chooser, 2)))
        for name in lower:
            if not any(name in graph[other] for other in upper):
                lucky = upper[pick(chooser, len(upper))]
                graph[lucky] = [other for other in lower if other in graph[lucky] or other == name]
    return graph
