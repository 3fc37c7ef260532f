"""The path searches as pseudo-code, and which line each numbered step of ``paths/path_common.py`` is."""

from __future__ import annotations

from dataclasses import dataclass

from elagage.figures.pages.step_page import Code, translate_row
from elagage.i18n import Message, join_messages, translate_both

__all__ = ["PATH_CODE", "Listing"]


@dataclass(frozen=True)
class Listing:
    """Pseudo-code, and the line (from 1) of each of the steps: 1 start, 2 choose, 3 goal?, 4 successors, 5 cheaper?,
    6 nothing is left.
    """

    code: Code
    lines: tuple[int, int, int, int, int, int]


def best_first(
    title: Message | str,
    choose: Message,
    test: Message | str,
    note: tuple[Message | str, ...],
    first: Message,
    promise: Message,
) -> Listing:
    """The searches that take one state after the other out of a queue differ in a few lines."""
    lines = translate_row(
        Message("Q ← {{start}};  {first}", first=first),
        Message("while Q is not empty:"),
        join_messages(["  ", choose], ""),
        Message("  if s is a goal: {promise}", promise=promise),
        Message("  for each successor p of s:"),
        Message("    if {test}:", test=test),
        *(join_messages(["      ", line], "") for line in note),
        Message("      put p into Q"),
        Message("there is no path"),
    )
    return Listing(Code(translate_both(title), lines), (1, 3, 4, 5, 7, len(lines["en"])))


NEW = Message("p is new")
CHEAPER = "g(s) + w(s,p) < g(p)"
DONE = Message("done, cheapest")
COST = "g(p) ← g(s) + w(s,p)"
FREE = Message("g(start) ← 0")

PATH_CODE: dict[str, Listing] = {
    "breadth_first": best_first(
        Message("Breadth-first search"),
        Message("take out s, the first that came"),
        NEW,
        (Message("f(p) ← f(s) + 1   (steps)"),),
        Message("f(start) ← 0"),
        Message("done, fewest steps"),
    ),
    "dijkstra": best_first(
        Message("Dijkstra's algorithm"), Message("take out s of smallest g"), CHEAPER, (COST,), FREE, DONE
    ),
    "greedy": best_first(
        Message("Greedy search"),
        Message("take out s of smallest f = h"),
        NEW,
        ("f(p) ← h(p)",),
        Message("f(start) ← h(start)"),
        Message("done, any path"),
    ),
    "astar": best_first(
        "A*",
        Message("take out s of smallest f"),
        CHEAPER,
        (COST, "f(p) ← g(p) + h(p)"),
        FREE,
        Message("done, cheapest if h is admissible"),
    ),
    "weighted_astar": best_first(
        Message("Weighted A*"),
        Message("take out s of smallest f"),
        CHEAPER,
        (COST, "f(p) ← g(p) + W·h(p)"),
        FREE,
        Message("done, at most W times the least if h is admissible"),
    ),
    "bidirectional": Listing(
        Code(
            translate_both(Message("Bidirectional search")),
            translate_row(
                Message("from the start: Q₁ ← {{start}};  from the goals: Q₂ ← {{goals}}"),
                Message("m ← ∞   (the best path so far)"),
                Message("while min g(Q₁) + min g(Q₂) < m:"),
                Message("  take out s of smallest g, where fewer wait"),
                Message("  for each successor p of s (in Q₂: predecessor):"),
                Message("    if p is new on this side, or cheaper than before:"),
                Message("      note g(p), put p into this side's queue"),
                Message("      if the other side knows p: m ← min(m, g₁(p) + g₂(p))"),
                Message("if m is finite: done, cheapest; if not, there is no path"),
            ),
        ),
        (1, 4, 9, 5, 7, 9),
    ),
    "ida_star": Listing(
        Code(
            translate_both("IDA*"),
            translate_row(
                Message("t ← h(start)   (the threshold)"),
                Message("while t is finite:"),
                Message("  from the start, depth first, at each state s:"),
                Message("    if s is a goal: done, cheapest if h is admissible"),
                Message("    for each successor p that is not on the path:"),
                Message("      go on to p if g(p) + h(p) ≤ t"),
                Message("  t ← smallest g(p) + h(p) that exceeded t"),
                Message("there is no path"),
            ),
        ),
        (1, 6, 4, 5, 7, 8),
    ),
}
"""By the name of the algorithm."""
