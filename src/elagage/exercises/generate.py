"""Exercises made to measure: so many cuts, a deep one, no ties; the same for the same seed, everywhere and always.

Plain random trees are tried first, since they look like what a teacher would draw. If none will do, a tree is built
from a plan (see ``cut_constraints.py``), which also knows what is impossible; then the error names the nearest thing
that is possible.
"""

from __future__ import annotations

import math
from dataclasses import replace
from random import Random
from typing import Any

from elagage.errors import LimitsError
from elagage.exercises.cut_constraints import Counts, Planner, Shape, pick
from elagage.exercises.solved_exercise import MOST_LEAVES, Exercise, Wanted, make_exercise
from elagage.i18n import Message, join_messages
from elagage.result import MAX

__all__ = ["Exercise", "Impossible", "Wanted", "count_cuts", "generate"]

DRAWS = 150
"""Plain random trees that are tried."""
PLANS = 40
"""Planned trees that are tried."""
NARROW = 40
"""Planned trees of the narrowest shape that are tried at last; half of them are the same for every seed,
so that all seeds can do what one can.
"""


class Impossible(LimitsError):
    """No tree is like that; ``nearest`` is what can be asked for instead."""

    def __init__(self, message: str | Message, /, *, nearest: Wanted, **arguments: Any) -> None:
        super().__init__(message, **arguments)
        self.nearest = nearest


def generate(wanted: Wanted, seed: int = 0) -> Exercise:
    """The exercise of that seed; Impossible says what to ask for instead.

    >>> exercise = generate(Wanted(cuts=2, deep=False), seed=7)
    >>> exercise.cuts
    2
    """
    wanted.check()
    try:
        return search(wanted, seed)
    except Impossible as error:
        nearest = error.nearest
    for _attempt in range(5):  # what is proposed has to work
        nearest.check()
        try:
            search(nearest, seed)
            break
        except Impossible as error:
            nearest = error.nearest
    raise refusal(wanted, nearest)


def search(wanted: Wanted, seed: int) -> Exercise:
    """Random trees, then planned ones; Impossible names something nearer to possible."""
    refuse(wanted)
    fewest, most = wanted.branches
    for draw in range(DRAWS):
        chooser = make_random(seed, draw)
        shape = random_shape(wanted.depth, fewest, most, chooser)
        if wanted.ties or leaves_of(shape) <= values_of(wanted):
            tree = fill(shape, iter(random_values(wanted, leaves_of(shape), chooser)))
            if fits(tree, wanted):
                return make_exercise(tree, wanted, seed)
    needed = 0
    planners: dict[Shape, Planner] = {}
    for attempt in range(PLANS + (NARROW if most > fewest else 0)):
        narrow = attempt >= PLANS
        chooser = make_random(0 if attempt >= PLANS + NARROW // 2 else seed, DRAWS + attempt)
        full = attempt >= PLANS // 2  # the widest shape has all the cuts that any has
        shape = random_shape(wanted.depth, most if full and not narrow else fewest, fewest if narrow else most, chooser)
        planner = planners.setdefault(shape, Planner(shape, wanted.first == MAX, wanted.soft))
        found = [counts for counts in planner.possible if distance(counts, wanted) == 0]
        if not found:
            continue
        tree, levels = plan_tree(planner, found[pick(chooser, len(found))], wanted, chooser)
        if tree is not None:
            return make_exercise(tree, wanted, seed)
        needed = min(needed or levels, levels or needed or 0)
    raise refusal(
        wanted, replace(wanted, high=wanted.low + max(needed or most**wanted.depth, values_of(wanted) + 1) - 1)
    )


def make_random(seed: int, attempt: int) -> Random:
    """Each attempt draws on its own."""
    return Random((seed << 10) + attempt)


# What is impossible


def refuse(wanted: Wanted) -> None:
    """Impossible if no tree with any leaves at all is like that."""
    nearest = deep_enough(wanted) if wanted.deep else wanted
    if not nearest.ties and nearest.branches[0] ** nearest.depth > values_of(nearest):
        nearest = replace(nearest, high=nearest.low + nearest.branches[0] ** nearest.depth - 1)
    if wanted.algorithm == "alphabeta":
        nearest = nearest_cuts(nearest)
    if nearest != wanted:
        raise refusal(wanted, nearest)


def deep_enough(wanted: Wanted) -> Wanted:
    """The same with a shape that has room for a deep cut, and not too many leaves."""
    fewest, most = wanted.branches
    depth = max(4, wanted.depth)
    while most > 2 and most**depth > MOST_LEAVES:
        most -= 1
    most = max(2, most)
    while most**depth > MOST_LEAVES:
        depth -= 1
    if (depth, most) == (wanted.depth, wanted.branches[1]):
        return wanted
    fewest = min(fewest, most) if wanted.branches[1] > 1 else most
    return replace(wanted, depth=depth, branching=most if fewest == most else (fewest, most))


def nearest_cuts(wanted: Wanted) -> Wanted:
    """The same with numbers of cuts that the widest shape admits."""
    if wanted.cuts is None and wanted.alpha_cuts is None and wanted.beta_cuts is None and not wanted.deep:
        return wanted
    shape = full_shape(wanted.depth, wanted.branches[1])
    if wanted.depth > 1 and wanted.branches[1] > 1:
        possible = Planner(shape, wanted.first == MAX, wanted.soft).possible
    else:
        possible = [Counts(0, 0, 0)]
    possible = [counts for counts in possible if counts.deep or not wanted.deep]
    best = min(possible, key=lambda counts: (distance(counts, wanted), counts))
    if not distance(best, wanted):
        return wanted
    return replace(
        wanted,
        cuts=None if wanted.cuts is None else best.alpha + best.beta,
        alpha_cuts=None if wanted.alpha_cuts is None else best.alpha,
        beta_cuts=None if wanted.beta_cuts is None else best.beta,
    )


def distance(counts: Counts, wanted: Wanted) -> int:
    """How far numbers of cuts are from those asked for; 0 if they will do."""
    far = 0 if counts.deep or not wanted.deep else 1
    for asked, there in (
        (wanted.cuts, counts.alpha + counts.beta),
        (wanted.alpha_cuts, counts.alpha),
        (wanted.beta_cuts, counts.beta),
    ):
        far += 0 if asked is None else abs(asked - there)
    return far


def refusal(wanted: Wanted, nearest: Wanted) -> Impossible:
    """The sentence: what there is no tree with, and what to ask for instead."""
    asked, instead = wanted.options(), nearest.options()
    changed = [text for name, text in instead.items() if asked.get(name) != text]
    wishes = []
    if wanted.cuts is not None:
        wishes.append(Message("{n} cut", "{n} cuts", count=wanted.cuts, n=wanted.cuts))
    if wanted.alpha_cuts is not None:
        wishes.append(Message("{n} α cut", "{n} α cuts", count=wanted.alpha_cuts, n=wanted.alpha_cuts))
    if wanted.beta_cuts is not None:
        wishes.append(Message("{n} β cut", "{n} β cuts", count=wanted.beta_cuts, n=wanted.beta_cuts))
    if wanted.deep:
        wishes.append(Message("a deep cut"))
    if not wanted.ties:
        wishes.append(Message("all leaves different"))
    return Impossible(
        "No tree with {shape} was found that has {wishes}: the nearest that is possible is {options}.",
        shape=" ".join(asked[name] for name in ("depth", "branching", "high")),
        wishes=join_messages(wishes),
        options=" ".join(changed),
        nearest=nearest,
    )


# Shapes and leaves


def random_shape(depth: int, fewest: int, most: int, chooser: Random) -> Shape:
    """A shape whose leaves are all at that depth."""
    if depth == 0:
        return ()
    count = fewest + (pick(chooser, most - fewest + 1) if most > fewest else 0)
    return tuple(random_shape(depth - 1, fewest, most, chooser) for _branch in range(count))


def full_shape(depth: int, branches: int) -> Shape:
    """Every inner node has as many branches."""
    shape: Shape = ()
    for _level in range(depth):
        shape = (shape,) * branches
    return shape


def leaves_of(shape: Shape) -> int:
    return sum(leaves_of(branch) for branch in shape) if shape else 1


def values_of(wanted: Wanted) -> int:
    """How many values a leaf may have."""
    return wanted.high - wanted.low + 1


def random_values(wanted: Wanted, count: int, chooser: Random) -> list[int]:
    """Leaves at random, all different if they must be."""
    if wanted.ties:
        return [wanted.low + pick(chooser, values_of(wanted)) for _leaf in range(count)]
    values = sample(wanted, count, chooser)
    for place in range(count - 1, 0, -1):
        other = pick(chooser, place + 1)
        values[place], values[other] = values[other], values[place]
    return values


def sample(wanted: Wanted, count: int, chooser: Random) -> list[int]:
    """Different values, from small to large."""
    size = values_of(wanted)
    if size <= 10_000:
        values = list(range(wanted.low, wanted.high + 1))
        while len(values) > count:
            del values[pick(chooser, len(values))]
        return values
    found: set[int] = set()
    while len(found) < count:
        found.add(wanted.low + pick(chooser, size))
    return sorted(found)


def fill(shape: Shape, values: Any) -> Any:
    """The tree of a shape with these leaves, from left to right."""
    return [fill(branch, values) for branch in shape] if shape else next(values)


def flatten_leaves(tree: Any) -> list[Any]:
    return [leaf for branch in tree for leaf in flatten_leaves(branch)] if isinstance(tree, list) else [tree]


def plan_tree(planner: Planner, counts: Counts, wanted: Wanted, chooser: Random) -> tuple[Any, int]:
    """A tree with these cuts and whole values in the range; else None, and how many values the plan needs."""
    leaves = flatten_leaves(planner.draw(counts, chooser))
    order = sorted(set(leaves))
    size = values_of(wanted)
    ranks = {leaf: rank for rank, leaf in enumerate(order)}
    numbers = [ranks[leaf] for leaf in leaves]
    if not fits(fill(planner.shape, iter(numbers)), wanted):
        return None, 0  # leaves so close that floats no longer tell them apart
    if wanted.ties:
        numbers = squeeze_values(planner.shape, numbers, wanted, chooser)
    levels = max(numbers) + 1
    if levels > size:
        return None, levels
    values = sample(wanted, levels, chooser)
    return fill(planner.shape, iter([values[number] for number in numbers])), levels


def squeeze_values(shape: Shape, numbers: list[int], wanted: Wanted, chooser: Random) -> list[int]:
    """The same cuts with some neighbours made equal: a few in any case, and as many as the range of values needs."""
    aim = min(values_of(wanted), len(numbers) - len(numbers) // 5)
    refused: set[int] = set()
    while max(numbers) + 1 > aim:
        places = [place for place in range(1, max(numbers) + 1) if place not in refused]
        if not places:
            break
        at = places[pick(chooser, len(places))]
        merged = [number - (number >= at) for number in numbers]
        if fits(fill(shape, iter(merged)), wanted):
            numbers = merged
            refused = {place - (place > at) for place in refused}
        else:
            refused.add(at)
    return numbers


def fits(tree: Any, wanted: Wanted) -> bool:
    """Has the tree the cuts that are asked for?"""
    if wanted.algorithm != "alphabeta":
        return True
    return not distance(count_cuts(tree, wanted.first == MAX, wanted.strict, wanted.soft), wanted)


def count_cuts(tree: Any, maximise: bool = True, strict: bool = False, soft: bool = True) -> Counts:
    """The cuts of alpha-beta on nested lists, without a trace."""
    counts = [0, 0, 0]

    def visit(node: Any, alpha: float, beta: float, mine: bool, known: float) -> float:
        # known: the best so far of the parent, which alone would justify a shallow cut
        if not isinstance(node, list):
            return float(node)
        best = -math.inf if mine else math.inf
        low, high = alpha, beta
        for place, child in enumerate(node):
            value = visit(child, low, high, not mine, best)
            if not (value > best if mine else value < best):
                continue
            best = value
            if mine:
                low = max(low, best)
                met, justified = (
                    best > beta or (best == beta and not strict),
                    best > known or (best == known and not strict),
                )
            else:
                high = min(high, best)
                met, justified = (
                    best < alpha or (best == alpha and not strict),
                    best < known or (best == known and not strict),
                )
            if met:
                if place + 1 < len(node):
                    counts[1 if mine else 0] += 1
                    counts[2] += not justified
                break
        return best if soft else min(max(best, alpha), beta)

    visit(tree, -math.inf, math.inf, maximise, math.inf if maximise else -math.inf)
    return Counts(*counts)
