"""Which numbers of cuts a shape of tree admits, and a random tree that has them.

Exact, for leaves that may be any numbers.

Seen from the player who moves, a node is entered with two bounds, its own (what its player is sure of) and the other's,
and its answer falls *low* (its own bound is not improved), *inside*, or *high* (the other's bound is met). Which of
them are possible, and with how many cuts below, depends on the shape and on which bounds are finite, and on nothing
else: between two bounds there is always room. So sets of numbers of cuts can be put together from the children's, and a
tree taken apart again at random.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from random import Random
from typing import Any, NamedTuple

__all__ = ["Counts", "Planner", "Shape", "pick"]

Shape = tuple[Any, ...]
"""A node is the tuple of its branches, a leaf is ()."""
Sets = tuple[int, int]
"""Numbers of cuts as bits, without and with a deep cut: bit ``alpha + size * beta``."""
LOW, INSIDE, HIGH = range(3)
NOTHING: Sets = (0, 0)
ZERO: Sets = (1, 0)


class Counts(NamedTuple):
    """How many cuts of each kind, and how many of them are deep."""

    alpha: int
    beta: int
    deep: int


class State(NamedTuple):
    """How a node is entered."""

    maximise: bool
    own: bool
    """Is the mover's own bound finite?"""
    other: bool
    """Is the other player's?"""
    inherited: bool
    """Does the other's bound come from further up than the parent?"""


def pick(chooser: Random, count: int) -> int:
    """A number below ``count``; of Random only ``random`` is promised to stay the same for ever."""
    return int(chooser.random() * count)


class Planner:
    """What the trees of one shape can have."""

    def __init__(self, shape: Shape, maximise: bool) -> None:
        self.shape = shape
        self.root = State(maximise, False, False, True)
        self.size = inner_nodes(shape) + 1
        self.known: dict[tuple[Shape, State, int, bool, int], Sets] = {}

    @cached_property
    def possible(self) -> list[Counts]:
        """All the numbers of cuts that there can be; ``deep`` is 1 for at least one deep cut."""
        sets = self.node(self.shape, self.root, INSIDE)
        return sorted(Counts(bit % self.size, bit // self.size, deep) for deep in (0, 1) for bit in bits(sets[deep]))

    def node(self, shape: Shape, state: State, outcome: int) -> Sets:
        """The numbers of cuts in a node and below it, for one kind of answer."""
        if not shape:
            return ZERO if outcome == INSIDE or (state.own if outcome == LOW else state.other) else NOTHING
        return self.rest(shape, state, 0, False, outcome)

    def rest(self, shape: Shape, state: State, place: int, improved: bool, outcome: int) -> Sets:
        """The same for the branches from ``place`` on; ``improved``: has a branch before improved the node's bound?"""
        if place == len(shape):
            return ZERO if outcome == (INSIDE if improved else LOW) else NOTHING
        key = shape, state, place, improved, outcome
        if key not in self.known:
            total = NOTHING
            for answer, cut, after in self.ways(shape, state, place, improved, outcome):
                total = union(total, self.sum(self.sum(self.branch(shape, state, place, improved, answer), cut), after))
            self.known[key] = total
        return self.known[key]

    def ways(
        self, shape: Shape, state: State, place: int, improved: bool, outcome: int
    ) -> Iterator[tuple[int, Sets, Sets]]:
        """What a branch may answer (as its own player sees it), the cut that this makes, and what may follow."""
        if improved or state.own:
            yield HIGH, ZERO, self.rest(shape, state, place + 1, improved, outcome)
        yield INSIDE, ZERO, self.rest(shape, state, place + 1, True, outcome)
        if outcome == HIGH and state.other:
            cut = 1 << (self.size if state.maximise else 1)
            skips = place + 1 < len(shape)
            yield LOW, ((0, cut) if state.inherited else (cut, 0)) if skips else ZERO, ZERO

    def branch(self, shape: Shape, state: State, place: int, improved: bool, answer: int) -> Sets:
        """The numbers of cuts in a branch."""
        return self.node(shape[place], below(state, improved), answer)

    def sum(self, first: Sets, second: Sets) -> Sets:
        """Any of the first added to any of the second."""
        plain = add(first[0], second[0])
        return plain, add(first[0], second[1]) | add(first[1], second[0]) | add(first[1], second[1])

    def draw(self, counts: Counts, chooser: Random) -> Any:
        """A tree of nested lists with these cuts, its leaves between 0 and 1; those that are skipped are anything."""
        bit = counts.alpha + self.size * counts.beta
        return self.make(self.shape, self.root, INSIDE, (bit, counts.deep), 0.0, 1.0, chooser)[0]

    def make(
        self,
        shape: Shape,
        state: State,
        outcome: int,
        target: tuple[int, int],
        low: float,
        high: float,
        chooser: Random,
    ) -> tuple[Any, float]:
        """A subtree and what it answers (for Max); ``target`` is its bit and whether there is a deep cut."""
        if not shape:
            upward = outcome == (HIGH if state.maximise else LOW)
            downward = outcome == (LOW if state.maximise else HIGH)
            start, end = (high, 1.0) if upward else (0.0, low) if downward else (low, high)
            value = start + (end - start) * (0.05 + 0.9 * chooser.random())
            return value, value
        tree: list[Any] = []
        best: float | None = None
        improved = False
        for place in range(len(shape)):
            answer, part, target, more = self.choose(shape, state, place, improved, outcome, target, chooser)
            branch, value = self.make(shape[place], below(state, improved), answer, part, low, high, chooser)
            tree.append(branch)
            if best is None or (value > best if state.maximise else value < best):
                best = value
            if answer == INSIDE:
                improved = True
                low, high = (value, high) if state.maximise else (low, value)
            if not more:
                break
        tree += [draw_subtree(branch, chooser) for branch in shape[len(tree) :]]
        return tree, best or 0.0

    def choose(
        self,
        shape: Shape,
        state: State,
        place: int,
        improved: bool,
        outcome: int,
        target: tuple[int, int],
        chooser: Random,
    ) -> tuple[int, tuple[int, int], tuple[int, int], bool]:
        """One of the ways in which a branch and what follows make the target: its answer, its part, what is left,
        does more follow?
        """
        found = []
        bit, deep = target
        for answer, cut, after in self.ways(shape, state, place, improved, outcome):
            own = max(cut).bit_length() - 1
            part = self.branch(shape, state, place, improved, answer)
            for branch_deep in (0, 1):
                for branch_bit in bits(part[branch_deep]):
                    left = bit - branch_bit - own
                    for rest_deep in (0, 1):
                        reached = int(bool(branch_deep or rest_deep or cut[1]))
                        if left >= 0 and after[rest_deep] >> left & 1 and reached == deep:
                            found.append((answer, (branch_bit, branch_deep), (left, rest_deep), answer != LOW))
        return found[pick(chooser, len(found))]


def below(state: State, improved: bool) -> State:
    return State(not state.maximise, state.other, state.own or improved, not improved)


def inner_nodes(shape: Shape) -> int:
    """Nodes that have branches."""
    return 1 + sum(inner_nodes(branch) for branch in shape) if shape else 0


def bits(number: int) -> Iterator[int]:
    """The places of the bits of a number."""
    while number:
        lowest = number & -number
        yield lowest.bit_length() - 1
        number ^= lowest


def add(first: int, second: int) -> int:
    """The sums of two sets of numbers, as bits."""
    if first.bit_count() > second.bit_count():
        first, second = second, first
    total = 0
    for place in bits(first):
        total |= second << place
    return total


def union(first: Sets, second: Sets) -> Sets:
    return first[0] | second[0], first[1] | second[1]


def draw_subtree(shape: Shape, chooser: Random) -> Any:
    """A subtree that is never looked at."""
    return [draw_subtree(branch, chooser) for branch in shape] if shape else chooser.random()
