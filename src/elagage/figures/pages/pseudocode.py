"""Every algorithm of the course as pseudo-code, by its name: what the step pages show beside their figures, and the few
that have no such page.
"""

from __future__ import annotations

from collections.abc import Mapping

from elagage.figures.graphs.graph_page import attractor_code
from elagage.figures.pages.step_page import Code, translate_row
from elagage.figures.paths.path_pseudocode import PATH_CODE
from elagage.figures.trees.tree_pseudocode import LISTINGS, alphabeta_listing, space_punctuation
from elagage.i18n import Message, translate_both
from elagage.trace import Conventions

__all__ = ["NAMES", "find_code", "format_code"]

OTHERS: Mapping[str, tuple[Message | str, tuple[Message | str, ...]]] = {
    "game": (
        Message("A game is played, and its games are counted"),
        (
            Message("play(s):"),
            Message("  while s has moves:"),
            Message("    J ← the player to move in s"),
            Message("    m ← the move that J chooses among those of s"),
            Message("    s ← s·m"),
            Message("  return score(s)   (what Max wins and Min loses)"),
            Message("count(s):   (the games that begin in s)"),
            Message("  if s is final: return 1"),
            Message("  n ← 0"),
            Message("  for each move m of s: n ← n + count(s·m)"),
            Message("  return n"),
        ),
    ),
    "heuristic": (
        Message("Two heuristics: the lines of tic-tac-toe, and random games"),
        (
            Message("heuristic(s):   (tic-tac-toe)"),
            Message("  h ← 0"),
            Message("  for each of the 8 lines of three squares:"),
            Message("    if X alone is on it: h ← h + 1, 10 or 100 for one, two or three X"),
            Message("    if O alone is on it: h ← h − 1, 10 or 100 for one, two or three O"),
            Message("  return h"),
            Message("share(s, N):   (any game)"),
            Message("  w ← 0;  d ← 0"),
            Message("  repeat N times: play at random from s to the end"),
            Message("    if the game is decided: d ← d + 1"),
            Message("    if Max has won it: w ← w + 1"),
            Message("  return w / d, or ½ if d = 0"),
        ),
    ),
    "level": (
        Message("A level: a depth d and a temperature T"),
        (
            Message("choose(s, d, T):"),
            Message("  for each move m of s: v(m) ← value of s·m for the mover, d − 1 plies deep"),
            Message("  M ← the moves of s"),
            Message("  if a move of M wins at once: M ← such moves"),
            Message("  take out of M what lets the other side win at once, unless nothing is left"),
            Message("  b ← the largest v(m) of M"),
            Message("  if T = 0: return a move with v(m) = b"),
            Message("  take out of M the moves with v(m) < b − 3·T"),
            Message("  give each move m of M the weight e^((v(m) − b) / T)"),
            Message("  return a move of M, drawn with these weights"),
        ),
    ),
    "grundy": (
        Message("Grundy values, and retrograde analysis"),
        (
            Message("grundy(s):   (who can't move has lost)"),
            Message("  if the memory knows s: return memory[s]"),
            Message("  G ← the set of grundy(s·m), m a move of s"),
            Message("  memory[s] ← the least number that is not in G"),
            Message("  return memory[s]   (0: lost for the mover)"),
            Message("retrograde():   (any game, even if play cycles)"),
            Message("  n(s) ← how many moves s has;  Q ← the ends that are not drawn, at distance 0"),
            Message("  while Q is not empty: take out s, the first that came"),
            Message("    for each undecided p with a move to s:"),
            Message("      s is won for p's mover: p is won, one ply further, put p into Q"),
            Message("      s is lost for p's mover: n(p) ← n(p) − 1"),
            Message("        if n(p) = 0: p is lost, one ply further, put p into Q"),
            Message("  what is not decided is drawn"),
        ),
    ),
}
"""What no page steps through: a title and lines."""
NAMES = tuple(sorted({*LISTINGS, "alphabeta", *PATH_CODE, "attractor", "regions", *OTHERS}))


def find_code(name: str, chosen: Conventions | None = None) -> Code:
    """The pseudo-code of that name; ``chosen`` are alpha-beta's conventions."""
    if name == "alphabeta":
        return alphabeta_listing(chosen or Conventions()).code
    if name in LISTINGS:
        return LISTINGS[name].code
    if name in PATH_CODE:
        return PATH_CODE[name].code
    if name in OTHERS:
        title, lines = OTHERS[name]
        words = translate_row(*lines)
        return Code(translate_both(title), {**words, "fr": tuple(map(space_punctuation, words["fr"]))})
    return attractor_code(name == "attractor")


def format_code(code: Code, language: str) -> str:
    """The title, and the lines below it."""
    return "\n".join((code.title[language], *code.lines[language]))
