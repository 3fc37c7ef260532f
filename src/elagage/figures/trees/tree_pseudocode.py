"""The searches as pseudo-code, and which line each kind of event lights."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from elagage.figures.pages.step_page import Code, translate_row
from elagage.i18n import Message, translate_both
from elagage.result import MAX
from elagage.trace import Best, Conventions, Cut, Enter, Leave, Playout, Trace

__all__ = ["Conventions", "TreeListing", "conventions", "space_punctuation", "tree_listing"]

Row = tuple[str, Message | str]
"""Kinds of events, and a line of pseudo-code; a line that is the same in both languages is a text."""


@dataclass(frozen=True)
class TreeListing:
    """Pseudo-code, and the line (from 1) of each kind of event.

    Kinds are ``round enter ended estimate recall best window cut leave`` and, where they have lines of their own, ``met
    scout again quiet pat playout``; a kind followed by ``-max`` or ``-min`` is for the nodes of one player.
    """

    code: Code
    lines: Mapping[str, int]

    def line(self, *kinds: str) -> int:
        """The line of the first of these kinds that has one, 0 if none has."""
        return next((self.lines[kind] for kind in kinds if kind in self.lines), 0)


def conventions(trace: Trace) -> Conventions:
    """The conventions that the search said, else those that its events show; what they leave open is the usual:
    fail-soft, and cuts at a bound.
    """
    if trace.conventions is not None:
        return trace.conventions
    negamax = hard = strict = False
    windows: dict[int, Enter] = {}
    best: dict[int, Best] = {}
    over: set[int] = set()
    """Nodes whose value has met a bound."""
    for event in trace.events:
        if isinstance(event, Enter):
            windows[event.node] = event
            negamax = negamax or event.sign < 0
            strict = strict or event.parent in over
        elif isinstance(event, Best):
            best[event.node] = event
            enter = windows[event.node]
            upwards = enter.sign < 0 or enter.player == MAX
            if event.value >= enter.beta if upwards else event.value <= enter.alpha:
                over.add(event.node)
        elif isinstance(event, Leave) and event.node in best:
            hard = hard or event.value != best[event.node].value
    return Conventions(negamax, not hard, strict)


def tree_listing(trace: Trace, chosen: Conventions | None = None) -> TreeListing:
    """The pseudo-code of the search that wrote a trace."""
    if trace.algorithm == "alphabeta":
        return alphabeta_listing(chosen or conventions(trace))
    if trace.algorithm in LISTINGS:
        return LISTINGS[trace.algorithm]
    playing = any(isinstance(event, Playout) for event in trace.events)
    cutting = any(isinstance(event, Cut) for event in trace.events)
    return LISTINGS["mcts"] if playing else alphabeta_listing(conventions(trace)) if cutting else LISTINGS["minimax"]


def make_listing(title: Message | str, *rows: Row) -> TreeListing:
    """Pseudo-code from rows of kinds of events and a line."""
    lines: dict[str, int] = {}
    for number, (kinds, _line) in enumerate(rows, 1):
        lines.update(dict.fromkeys(kinds.split(), number))
    words = translate_row(*(line for _kinds, line in rows))
    words["fr"] = tuple(map(space_punctuation, words["fr"]))
    return TreeListing(Code(translate_both(title), words), lines)


def space_punctuation(french: str) -> str:
    """A French text whose spaces before punctuation don't break."""
    return re.sub(r"(?<=\S) (?=[:;?])", "\u00a0", french)


LEAVES = (
    ("ended", Message("  if s is final: return score(s)")),
    ("estimate", Message("  if d = 0: return heuristic(s)")),
)
OWN_LEAVES = (
    ("ended", Message("  if s is final: return ±score(s)")),
    ("estimate", Message("  if d = 0: return ±heuristic(s)")),
)
"""From the mover's point of view."""
BOTH = (
    ("", Message("  best ← −∞ for Max, +∞ for Min")),
    ("", Message("  for each move m of s:")),
)
ONE = (
    ("", Message("  best ← −∞")),
    ("", Message("  for each move m of s:")),
)
AGAIN = Message("      (no − if the same player moves again)")
LARGEST = (
    ("best-max", Message("    Max: if v > best: best ← v")),
    ("best-min", Message("    Min: if v < best: best ← v")),
)


def alphabeta_listing(chosen: Conventions) -> TreeListing:
    more, less = (">", "<") if chosen.strict else ("≥", "≤")
    answer = ("leave", Message("  return best   (fail-soft)"))
    if not chosen.soft:
        answer = ("leave", Message("  return best, clamped to the window on entry   (fail-hard)"))
    if chosen.negamax:
        return make_listing(Message("Alpha-beta, negamax form"),
            ("enter", Message("alphabeta(s, d, α, β):   (for the player to move)")),
            *OWN_LEAVES, *ONE,
            ("", Message("    v ← −alphabeta(s·m, d − 1, −β, −α)")),
            ("", AGAIN),
            ("best", Message("    if v > best: best ← v")),
            ("window", Message("      α ← max(α, best)")),
            ("cut", Message("      if best {more} β: cut, stop", more=more)),
            answer,
        )  # fmt: skip
    return make_listing(Message("Alpha-beta"),
        ("enter", Message("alphabeta(s, d, α, β):")),
        *LEAVES, *BOTH,
        ("", Message("    v ← alphabeta(s·m, d − 1, α, β)")),
        ("best-max", Message("    Max: if v > best: best ← v")),
        ("window-max", Message("      α ← max(α, best)")),
        ("cut-max", Message("      if best {more} β: β cut, stop", more=more)),
        ("best-min", Message("    Min: if v < best: best ← v")),
        ("window-min", Message("      β ← min(β, best)")),
        ("cut-min", Message("      if best {less} α: α cut, stop", less=less)),
        answer,
    )  # fmt: skip


LISTINGS: dict[str, TreeListing] = {
    "minimax": make_listing("Minimax",
        ("enter", Message("minimax(s, d):")),
        *LEAVES, *BOTH,
        ("", Message("    v ← minimax(s·m, d − 1)")),
        *LARGEST,
        ("leave", Message("  return best")),
    ),
    "memoised": make_listing(Message("Memoised minimax"),
        ("enter", Message("minimax(s, d):")),
        ("recall", Message("  if memory[s] is exact, or was searched to depth d or more: return it")),
        *LEAVES, *BOTH,
        ("", Message("    v ← minimax(s·m, d − 1)")),
        *LARGEST,
        ("leave", Message("  memory[s] ← best, d;  return best")),
    ),
    "negamax": make_listing(Message("Negamax"),
        ("enter", Message("negamax(s, d):   (for the player to move)")),
        *OWN_LEAVES, *ONE,
        ("", Message("    v ← −negamax(s·m, d − 1)")),
        ("", AGAIN),
        ("best", Message("    if v > best: best ← v")),
        ("leave", Message("  return best")),
    ),
    "deepening": make_listing(Message("Iterative deepening"),
        ("round", Message("for d = 1, 2, 3, … until the value is proven or a limit is met:")),
        ("", Message("  search(root, d, −∞, +∞)")),
        ("enter", Message("search(s, d, α, β):   (for the player to move)")),
        *OWN_LEAVES,
        ("", Message("  sort the moves: the best of the last round first")),
        *ONE,
        ("", Message("    v ← −search(s·m, d − 1, −β, −α)")),
        ("", AGAIN),
        ("best", Message("    if v > best: best ← v")),
        ("window", Message("      α ← max(α, best)")),
        ("cut", Message("      if best ≥ β: cut, stop")),
        ("leave", Message("  remember the best move of s;  return best")),
    ),
    "quiescence": make_listing(Message("Quiescence search"),
        ("enter quiet", Message("search(s, d, α, β):   (for the player to move)")),
        ("ended", Message("  if s is final: return ±score(s)")),
        ("estimate", Message("  if d ≤ 0 and s is calm, or d ≤ −extra: return ±heuristic(s)")),
        ("", Message("  best ← −∞;  M ← moves of s")),
        ("", Message("  if d ≤ 0:   (the leaf is prolonged)")),
        ("pat", Message("    best ← ±heuristic(s);  α ← max(α, best)")),
        ("cut-pat", Message("    M ← noisy moves of s, none if best ≥ β")),
        ("", Message("  for each move m of M:")),
        ("", Message("    v ← −search(s·m, d − 1, −β, −α)")),
        ("", AGAIN),
        ("best", Message("    if v > best: best ← v")),
        ("window", Message("      α ← max(α, best)")),
        ("cut", Message("      if best ≥ β: cut, stop")),
        ("leave", Message("  return best")),
    ),
    "and_or": make_listing(Message("AND/OR search"),
        ("round", Message("for J = Max, then J = Min:  can J force a win?")),
        ("", Message("  if wins(root, d): the root is won for J, stop")),
        ("enter", Message("wins(s, d):")),
        ("ended", Message("  if s is final: return yes if J has won, no if not")),
        ("estimate", Message("  if d = 0: return no   (nothing is proven)")),
        ("recall", Message("  if the memory knows s: return its answer")),
        ("met", Message("  if s is on the path already: return no")),
        ("best", Message("  for each move m of s:")),
        ("best-or", Message("    J's node (OR): if wins(s·m, d − 1): yes, stop")),
        ("best-and", Message("    other node (AND): if not wins(s·m, d − 1): no, stop")),
        ("leave", Message("  remember the answer, unless it is a no that leans on the path;  return it")),
    ),
    "pvs": make_listing(Message("Principal variation search"),
        ("enter", Message("pvs(s, d, α, β):   (for the player to move)")),
        *OWN_LEAVES, *ONE,
        ("", Message("    first move: v ← −pvs(s·m, d − 1, −β, −α)")),
        ("scout", Message("    others, scout: v ← −pvs(s·m, d − 1, −α − 1, −α)")),
        ("again", Message("      if α < v < β: v ← −pvs(s·m, d − 1, −β, −α)")),
        ("", AGAIN),
        ("best", Message("    if v > best: best ← v")),
        ("window", Message("      α ← max(α, best)")),
        ("cut", Message("      if best ≥ β: cut, stop")),
        ("leave", Message("  return best")),
    ),
    "probcut": make_listing("ProbCut",
        ("enter", Message("probcut(s, d, α, β):   (for the player to move)")),
        *OWN_LEAVES, *ONE,
        ("check", Message("    check, about half as deep: is v ≤ α − margin, or v ≥ β + margin?")),
        ("", Message("    if not: v ← −probcut(s·m, d − 1, −β, −α)")),
        ("", AGAIN),
        ("best", Message("    if v > best: best ← v")),
        ("window", Message("      α ← max(α, best)")),
        ("cut", Message("      if best ≥ β: cut, stop")),
        ("leave", Message("  return best")),
    ),
    "mtdf": make_listing("MTD(f)",
        ("", Message("low ← −∞;  high ← +∞;  g ← first guess")),
        ("round", Message("while low < high:  g ← test(root, d, g)")),
        ("", Message("  if it passes: low ← g;  if not: high ← g")),
        ("enter", Message("test(s, d, g):   (is it g or more? above g, if g = low)")),
        *LEAVES,
        ("recall", Message("  if a bound in memory answers: return it")),
        *BOTH,
        ("", Message("    v ← test(s·m, d − 1, g)")),
        ("best-max", Message("    Max: if v > best: best ← v")),
        ("cut-max", Message("      if best passes: β cut, stop")),
        ("best-min", Message("    Min: if v < best: best ← v")),
        ("cut-min", Message("      if best fails: α cut, stop")),
        ("leave", Message("  remember and return best   (a bound on the value)")),
    ),
    "mcts": make_listing(Message("Monte Carlo tree search"),
        ("", Message("repeat N times:")),
        ("", Message("  s ← root")),
        ("", Message("  while s has moves and all of them have been tried:")),
        ("", Message("    s ← the child with the largest mean for the mover + c·√(ln n(s) / n(child))")),
        ("", Message("  unless s is final: add a new child to s, go to it")),
        ("", Message("  play at random to the end: outcome 1, ½ or 0 for Max")),
        ("playout", Message("  on the way back: n(s) ← n(s) + 1, add the outcome")),
        ("", Message("answer: the most visited move of the root")),
    ),
}  # fmt: skip
"""By the name of the algorithm, alpha-beta apart."""
