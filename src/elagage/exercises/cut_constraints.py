"""Which numbers of cuts a shape of tree admits, and a random tree that has them.

Exact, for leaves that may be any numbers and, if answers are clamped, all lie at the same depth.

Seen from the player who moves, a node is entered with two bounds, its own (what its player is sure of) and the other's,
and its answer falls *low* (its own bound is not improved), *inside*, or *high* (the other's bound is met). Which of
them are possible, and with how many cuts below, depends on the shape and on which bounds are finite, and on nothing
else: between two bounds there is always room. So sets of numbers of cuts can be put together from the children's, and a
tree taken apart again at random.

A cut is deep if its parent's best so far does not justify it. A parent that has improved its bound justifies every cut
below; one that has no best yet justifies none. Between the two is a parent whose branches have all answered outside of
its window: its best is worse than its bound, so a cut that the bound justifies may or may not be justified by the best,
whichever side of it the answer falls on; there is room on both. If answers are clamped (fail-hard), that best is the
bound itself, and justifies the cut.
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
Span = tuple[float, float]
"""Two numbers, the smaller one first, and what lies between them."""
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
    """Is a cut here justified only from further up than the parent?"""


class Way(NamedTuple):
    """One of the things that a branch may do."""

    answer: int
    """As the branch's own player sees it."""
    entered: State
    cut: Sets
    """The cut that the answer makes in the node."""
    after: Sets
    """The numbers of cuts that may follow."""


def pick(chooser: Random, count: int) -> int:
    """A number below ``count``; of Random only ``random`` is promised to stay the same for ever."""
    return int(chooser.random() * count)


class Planner:
    """What the trees of one shape can have; ``soft``: are answers left as they are, not clamped to the window?"""

    def __init__(self, shape: Shape, maximise: bool, soft: bool = True) -> None:
        self.shape = shape
        self.soft = soft
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
            for way in self.ways(shape, state, place, improved, outcome):
                branch = self.node(shape[place], way.entered, way.answer)
                total = union(total, self.sum(self.sum(branch, way.cut), way.after))
            self.known[key] = total
        return self.known[key]

    def ways(self, shape: Shape, state: State, place: int, improved: bool, outcome: int) -> Iterator[Way]:
        """What a branch may do, for one kind of answer of the node."""
        entered = State(not state.maximise, state.other, state.own or improved, False)
        if entered.other:
            after = self.rest(shape, state, place + 1, improved, outcome)
            for inherited in self.justifications(shape, place, improved):
                yield Way(HIGH, entered._replace(inherited=inherited), ZERO, after)
        yield Way(INSIDE, entered, ZERO, self.rest(shape, state, place + 1, True, outcome))
        if outcome == HIGH and state.other:
            cut = 1 << (self.size if state.maximise else 1)
            skips = place + 1 < len(shape)
            yield Way(LOW, entered, ((0, cut) if state.inherited else (cut, 0)) if skips else ZERO, ZERO)

    def justifications(self, shape: Shape, place: int, improved: bool) -> tuple[bool, ...]:
        """May a cut in a branch be justified only from further up than the node? If both, the branch's answer against
        the node's best decides.
        """
        if improved or len(shape[place]) < 2:
            return (False,)
        if place == 0:
            return (True,)
        return (True, False) if self.soft else (False,)

    def sum(self, first: Sets, second: Sets) -> Sets:
        """Any of the first added to any of the second."""
        plain = add(first[0], second[0])
        return plain, add(first[0], second[1]) | add(first[1], second[0]) | add(first[1], second[1])

    def draw(self, counts: Counts, chooser: Random) -> Any:
        """A tree of nested lists with these cuts, its leaves between 0 and 1; those that are skipped are anything."""
        bit = counts.alpha + self.size * counts.beta
        whole = (0.0, 1.0)
        return self.make(self.shape, self.root, INSIDE, (bit, counts.deep), whole, whole, chooser)[0]

    def make(
        self,
        shape: Shape,
        state: State,
        outcome: int,
        target: tuple[int, int],
        window: Span,
        span: Span,
        chooser: Random,
    ) -> tuple[Any, float]:
        """A subtree and what it answers (for Max), a number in ``span``; ``target`` is its bit and whether there is a
        deep cut.
        """
        if not shape:
            start, end = span
            value = start + (end - start) * (0.05 + 0.9 * chooser.random())
            return value, value
        tree: list[Any] = []
        best = 0.0
        improved = False
        for place in range(len(shape)):
            way, part, target = self.choose(shape, state, place, improved, outcome, target, chooser)
            within = window if way.answer == INSIDE else span
            if way.answer == HIGH:
                within = span if outcome == LOW else (0.0, window[0]) if state.maximise else (window[1], 1.0)
                if len(self.justifications(shape, place, improved)) > 1:
                    within = (best, within[1]) if way.entered.inherited == state.maximise else (within[0], best)
            branch, value = self.make(shape[place], way.entered, way.answer, part, window, within, chooser)
            tree.append(branch)
            best = value if place == 0 else max(best, value) if state.maximise else min(best, value)
            if way.answer == INSIDE:
                improved = True
                window = (value, window[1]) if state.maximise else (window[0], value)
            if way.answer == LOW:
                break
        tree += [draw_subtree(branch, chooser) for branch in shape[len(tree) :]]
        return tree, best

    def choose(
        self,
        shape: Shape,
        state: State,
        place: int,
        improved: bool,
        outcome: int,
        target: tuple[int, int],
        chooser: Random,
    ) -> tuple[Way, tuple[int, int], tuple[int, int]]:
        """One of the ways in which a branch and what follows make the target, the branch's part, and what is left."""
        found = []
        bit, deep = target
        for way in self.ways(shape, state, place, improved, outcome):
            own = max(way.cut).bit_length() - 1
            part = self.node(shape[place], way.entered, way.answer)
            for branch_deep in (0, 1):
                for branch_bit in bits(part[branch_deep]):
                    left = bit - branch_bit - own
                    for rest_deep in (0, 1):
                        reached = int(bool(branch_deep or rest_deep or way.cut[1]))
                        if left >= 0 and way.after[rest_deep] >> left & 1 and reached == deep:
                            found.append((way, (branch_bit, branch_deep), (left, rest_deep)))
        return found[pick(chooser, len(found))]


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
