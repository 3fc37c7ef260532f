"""Typical errors by name: a sentence for the student, and a small tree on which each shows.

One is named only if a search of ours with that very error gives the same answers as the student's program on all worlds
that it was tried on, and other ones than the right search on some.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from elagage.exercises.examiner.references import Outcome
from elagage.exercises.examiner.worlds import World
from elagage.exercises.examiner.wrong_searches import (
    search_alphabeta,
    search_memo,
    search_negamax,
    search_plain,
    search_turned_window,
)
from elagage.i18n import Message

__all__ = ["MISCONCEPTIONS", "Misconception", "agree", "name_misconceptions"]


@dataclass(frozen=True)
class Misconception:
    """An error that people make."""

    name: str
    kinds: tuple[str, ...]
    """The algorithms in which it is made."""
    part: str
    """What it spoils: 'value', 'visits' or 'move'."""
    search: Callable[[World, str], Outcome]
    errors: tuple[str, ...]
    """Ways to make it; one that gives the same answers is enough."""
    sentence: Message
    example: str
    """A tree as nested lists, or the rows of a graph, perhaps with a depth, on which it shows."""

    def run(self, world: World, error: str = "") -> Outcome:
        """What one gets who makes this error."""
        return self.search(world, error or self.errors[0])


PLAIN = ("minimax", "alphabeta", "negamax")
TWO = ("minimax", "alphabeta")
AB = ("alphabeta",)
NEGA = ("negamax", "alphabeta")

MISCONCEPTIONS: tuple[Misconception, ...] = (
    Misconception(
        "window-swapped", AB, "value", search_alphabeta, ("window_swapped",),
        Message("Alpha and beta are swapped when they are passed on."), "[[[[1, 0]]]]",
    ),
    Misconception(
        "window-not-turned", AB, "value", search_turned_window,
        ("window_negated", "window_turned_only", "hard_window_same"),
        Message(
            "The window is not turned round: in negamax form the child gets (-beta, -alpha), each bound negated and in "
            "the other's place."
        ),
        "[[1, 0]]",
    ),
    Misconception(
        "cuts-with-the-wrong-comparison", AB, "value", search_alphabeta, ("cuts_wrong_way",),
        Message("It cuts with the wrong comparison: the rest is skipped when alpha >= beta."), "[0, 1]",
    ),
    Misconception(
        "cuts-on-its-own-bound", AB, "value", search_alphabeta, ("cuts_on_own_bound", "cuts_on_own_bound_first"),
        Message("A player compares with his own bound: Max cuts at beta, Min at alpha."), "[0, 1]",
    ),
    Misconception(
        "returns-alpha", AB, "value", search_alphabeta, ("returns_alpha",),
        Message("Alpha is returned at Min's nodes too: Min's value is beta."), "[[0]]",
    ),
    Misconception(
        "sign-not-changed-in-alpha-beta", AB, "value", search_turned_window, ("sign_kept",),
        Message("The sign is not changed: what is good for the child's player is bad for this one."), "[1]",
    ),
    Misconception(
        "max-and-min-swapped", TWO, "value", search_plain, ("swapped",),
        Message("Max and Min are swapped: at Max's nodes the largest value is taken, at Min's the smallest."), "[0, 1]",
    ),
    Misconception(
        "no-turns", TWO, "value", search_plain, ("always_max",),
        Message("All nodes are Max's: the player must change at each level."), "[[0, 1]]",
    ),
    Misconception(
        "only-min", TWO, "value", search_plain, ("always_min",),
        Message("All nodes are Min's: the player must change at each level."), "[0, 1]",
    ),
    Misconception(
        "sign-not-changed", NEGA, "value", search_negamax, ("sign_kept",),
        Message("The sign is not changed: the child's value is the opponent's, so take -negamax(child)."), "[1]",
    ),
    Misconception(
        "colour-not-changed", NEGA, "value", search_negamax, ("colour_kept",),
        Message(
            "The colour is not changed, or not used at the leaves: a leaf counts for the player who moves there, "
            "colour * value, and the child gets -colour."
        ),
        "[1]",
    ),
    Misconception(
        "min-with-a-changed-sign", NEGA, "value", search_negamax, ("min_of_negated",),
        Message("The smallest of the negated values is taken: in negamax every player takes the largest."), "[0, 1]",
    ),
    Misconception(
        "sign-outside", NEGA, "value", search_negamax, ("negated_max",),
        Message("The sign is changed after the maximum: negate each child's value, then take the largest."),
        "[0, 1]",
    ),
    Misconception(
        "starts-from-0", PLAIN, "value", search_plain, ("from_0",),
        Message("The best value starts from 0: start from -infinity at Max's nodes and from +infinity at Min's."),
        "[-1]",
    ),
    Misconception(
        "max-starts-from-0", PLAIN, "value", search_plain, ("max_from_0",),
        Message("Max's best value starts from 0: start from -infinity, since all values may be negative."), "[-1]",
    ),
    Misconception(
        "min-starts-from-0", PLAIN, "value", search_plain, ("min_from_0",),
        Message("Min's best value starts from 0: start from +infinity, since all values may be positive."), "[[1]]",
    ),
    Misconception(
        "heuristic-from-the-wrong-side", PLAIN, "value", search_plain, ("wrong_side",),
        Message(
            "Values are taken from the wrong side: where Min moves, the evaluation for the mover must change its sign."
        ),
        "[1]",
    ),
    Misconception(
        "depth-ignored", PLAIN, "value", search_plain, ("depth_ignored",),
        Message("The depth is ignored: stop at depth 0 with the heuristic, and pass depth - 1 on."), "[[0]] to 1",
    ),
    Misconception(
        "stops-too-early", PLAIN, "value", search_plain, ("stops_early",),
        Message("It stops a ply too early: at depth 0, not at depth 1."), "[0] to 1",
    ),
    Misconception(
        "stops-too-late", PLAIN, "value", search_plain, ("stops_late",),
        Message("It stops a ply too late: at depth 0, before the moves are looked at."), "[[0]] to 1",
    ),
    Misconception(
        "estimate-is-0", PLAIN, "value", search_plain, ("estimate_is_0",),
        Message("Where the depth ends 0 is returned: return the heuristic's value."), "[[0]] to 1",
    ),
    Misconception(
        "first-branch-left-out", PLAIN, "value", search_plain, ("skips_first",),
        Message("The first branch is left out."), "[1, 0]",
    ),
    Misconception(
        "last-branch-left-out", PLAIN, "value", search_plain, ("skips_last",),
        Message("The last branch is left out: check where the loop ends."), "[0, 1]",
    ),
    Misconception(
        "last-branch-wins", PLAIN, "value", search_plain, ("last_child",),
        Message("The last branch's value is returned, whatever the others were: compare before you keep a value."),
        "[1, 0]",
    ),
    Misconception(
        "first-branch-wins", PLAIN, "value", search_plain, ("first_child",),
        Message("The first branch's value is returned: the return stands inside the loop."), "[0, 1]",
    ),
    Misconception(
        "sum", PLAIN, "value", search_plain, ("sum",),
        Message("The values of the branches are added up: take the largest or the smallest."), "[1, 1]",
    ),
    Misconception(
        "depth-not-part-of-the-memory", PLAIN, "value", search_memo,
        ("depth_forgotten", "depth_forgotten:inner", "depth_forgotten:late"),
        Message(
            "The depth is not part of the memory: a value found with fewer plies left is taken for a deeper one."
        ),
        "a=(b c) b=(d) c=(e) d=(c) e=(1) to 3",
    ),
    Misconception(
        "shallower-values-taken", PLAIN, "value", search_memo,
        ("shallow_accepted", "shallow_accepted:inner", "shallow_accepted:late"),
        Message(
            "The memory is asked with the wrong comparison: a value may be used if it was found with at least as many "
            "plies left, not with at most as many."
        ),
        "a=(b c) b=(d) c=(e) d=(c) e=(1) to 3",
    ),
    Misconception(
        "player-not-part-of-the-memory", PLAIN, "value", search_memo,
        ("player_forgotten", "player_forgotten:inner", "player_forgotten:late"),
        Message("The player is not part of the memory: the same subtree is worth less where Min moves."),
        "[[0, 1], [[0, 1]]]",
    ),
    Misconception(
        "bounds-kept-as-values", AB, "value", search_memo, ("bounds_as_values",),
        Message("After a cut a bound is kept in the memory as if it were a value."),
        "a=(b c) b=(0 d) c=(d) d=(0 e) e=(f) f=(1)",
    ),
    Misconception(
        "no-cut", AB, "visits", search_alphabeta, ("no_cut",),
        Message(
            "Nothing is ever cut: leave the loop when alpha >= beta, with both kept from child to child and passed on."
        ),
        "[0, [0, 0]]",
    ),
    Misconception(
        "window-not-passed-on", AB, "visits", search_alphabeta, ("window_not_passed",),
        Message(
            "The window is not passed on: each child gets the alpha and beta of the moment (in negamax form, -beta and "
            "-alpha)."
        ),
        "[0, [[[0, 0]]]]",
    ),
    Misconception(
        "alpha-and-beta-not-kept", AB, "visits", search_alphabeta, ("bounds_not_kept",),
        Message("Alpha and beta are not kept between children: after each one, Max raises alpha and Min lowers beta."),
        "[0, [0, 0]]",
    ),
    Misconception(
        "alpha-not-kept", AB, "visits", search_alphabeta, ("alpha_not_kept",),
        Message("Alpha is not kept between children: after each child, Max raises alpha."), "[0, [0, 0]]",
    ),
    Misconception(
        "beta-not-kept", AB, "visits", search_alphabeta, ("beta_not_kept",),
        Message("Beta is not kept between children: after each child, Min lowers beta."), "[[0, [0, 0]]]",
    ),
    Misconception(
        "cuts-on-greater-only", AB, "visits", search_alphabeta, ("cuts_late",),
        Message("It cuts when alpha > beta, and not yet when they are equal: then the rest can't help either."),
        "[1, [1, 0]]",
    ),
    Misconception(
        "max-never-cuts", AB, "visits", search_alphabeta, ("max_never_cuts",),
        Message("Max's nodes are never cut: there too the loop is left when alpha >= beta."), "[[0, [0, 0]]]",
    ),
    Misconception(
        "min-never-cuts", AB, "visits", search_alphabeta, ("min_never_cuts",),
        Message("Min's nodes are never cut: there too the loop is left when alpha >= beta."), "[0, [0, 0]]",
    ),
    Misconception(
        "a-bound-taken-for-a-value", AB, "move", search_alphabeta, ("equal_bound",),
        Message(
            "The move is replaced when a later one gives an equal value (>=): after a cut that is a bound only, and "
            "the move may be worse. Compare with >."
        ),
        "[[3, 5], [3, 1]]",
    ),
    Misconception(
        "the-worst-move", PLAIN, "move", search_plain, ("move_of_other",),
        Message("The move that is returned is the worst one: the move's comparison is the wrong way round."),
        "[0, 1]",
    ),
    Misconception(
        "always-the-last-move", PLAIN, "move", search_plain, ("move_is_last",),
        Message("The last move is always returned: keep the move together with the best value."), "[1, 0]",
    ),
    Misconception(
        "always-the-first-move", PLAIN, "move", search_plain, ("move_is_first",),
        Message("The first move is always returned: keep the move together with the best value."), "[0, 1]",
    ),
    Misconception(
        "a-bound-taken-for-a-value", AB, "move", search_turned_window, ("hard_equal_bound",),
        Message(
            "The move is replaced when a later one gives an equal value (>=): after a cut that is a bound only, and "
            "the move may be worse. Compare with >."
        ),
        "[[3, 5], [3, 1]]",
    ),
)  # fmt: skip


def name_misconceptions(
    kind: str, part: str, relative: bool, tried: Sequence[tuple[World, Outcome]], right: Sequence[Outcome]
) -> list[tuple[Misconception, str]]:
    """The errors whose answers are those of the student's program on all worlds, and the ways to make them; none if the
    program is right on all.
    """
    if all(agree(part, answer, outcome) for answer, (_world, outcome) in zip(right, tried)):
        return []
    return [
        (each, error)
        for each in MISCONCEPTIONS
        if kind in each.kinds and each.part == part and not (each.name == "window-swapped" and relative)
        for error in each.errors
        if all(agree(part, each.run(world, error), outcome) for world, outcome in tried)
    ]


def agree(part: str, one: Outcome, other: Outcome) -> bool:
    """Are two outcomes the same in the part that counts?"""
    if part == "visits":
        return one.visited == other.visited
    return one.move == other.move if part == "move" else one.value == other.value
