"""The path searches as pseudo-code, in French and English, and
which line each numbered step of ``paths/path_common.py`` is.
"""

from __future__ import annotations

from dataclasses import dataclass

from elagage.figures.pages.step_page import Code

__all__ = ["PATH_CODE", "Listing"]


@dataclass(frozen=True)
class Listing:
    """Pseudo-code, and the line (from 1) of each of the steps: 1 start, 2 choose, 3 goal?, 4 successors, 5 cheaper?,
    6 nothing is left.
    """

    code: Code
    lines: tuple[int, int, int, int, int, int]


def best_first(
    title: tuple[str, str],
    choose: tuple[str, str],
    test: tuple[str, str],
    note: tuple[str, str],
    first: str,
    promise: tuple[str, str],
) -> Listing:
    """The searches that take one state after the other out of a queue differ in a few lines."""
    english = (
        f"Q ← {{start}};  {first}",
        "while Q is not empty:",
        f"  {choose[0]}",
        f"  if s is a goal: {promise[0]}",
        "  for each successor p of s:",
        f"    if {test[0]}:",
        *(f"      {line}" for line in note[0].split(" | ")),
        "      put p into Q",
        "there is no path",
    )
    french = (
        f"Q ← {{départ}} ;  {first.replace('start', 'départ')}",
        "tant que Q n'est pas vide :",
        f"  {choose[1]}",
        f"  si s est un but : {promise[1]}",
        "  pour chaque successeur p de s :",
        f"    si {test[1]} :",
        *(f"      {line}" for line in note[1].split(" | ")),
        "      ajouter p à Q",
        "il n'y a pas de chemin",
    )
    code = Code({"en": title[0], "fr": title[1]}, {"en": english, "fr": french})
    return Listing(code, (1, 3, 4, 5, 7, len(english)))


NEW = ("p is new", "p est nouveau")
CHEAPER = ("g(s) + w(s,p) < g(p)", "g(s) + w(s,p) < g(p)")
DONE = ("done, cheapest", "fini, coût minimal")
COST = "g(p) ← g(s) + w(s,p)"
SUM = COST + " | f(p) ← g(p) + "
"""Two lines."""

PATH_CODE: dict[str, Listing] = {
    "breadth_first": best_first(
        ("Breadth-first search", "Parcours en largeur"),
        ("take out s, the first that came", "retirer s, le premier arrivé"),
        NEW,
        ("f(p) ← f(s) + 1   (steps)", "f(p) ← f(s) + 1   (pas)"),
        "f(start) ← 0",
        ("done, fewest steps", "fini, moins de pas possible"),
    ),
    "dijkstra": best_first(
        ("Dijkstra's algorithm", "Algorithme de Dijkstra"),
        ("take out s of smallest g", "retirer s de plus petit g"),
        CHEAPER,
        (COST, COST),
        "g(start) ← 0",
        DONE,
    ),
    "greedy": best_first(
        ("Greedy search", "Recherche gloutonne"),
        ("take out s of smallest f = h", "retirer s de plus petit f = h"),
        NEW,
        ("f(p) ← h(p)", "f(p) ← h(p)"),
        "f(start) ← h(start)",
        ("done, any path", "fini, un chemin quelconque"),
    ),
    "astar": best_first(
        ("A*", "A*"),
        ("take out s of smallest f", "retirer s de plus petit f"),
        CHEAPER,
        (SUM + "h(p)", SUM + "h(p)"),
        "g(start) ← 0",
        DONE,
    ),
    "weighted_astar": best_first(
        ("Weighted A*", "A* pondéré"),
        ("take out s of smallest f", "retirer s de plus petit f"),
        CHEAPER,
        (SUM + "W·h(p)", SUM + "W·h(p)"),
        "g(start) ← 0",
        ("done, at most W times the least", "fini, au plus W fois le minimum"),
    ),
    "bidirectional": Listing(
        Code(
            {"en": "Bidirectional search", "fr": "Recherche bidirectionnelle"},
            {
                "en": (
                    "from the start: Q₁ ← {start};  from the goals: Q₂ ← {goals}",
                    "m ← ∞   (the best path so far)",
                    "while min g(Q₁) + min g(Q₂) < m:",
                    "  take out s of smallest g, where fewer wait",
                    "  for each successor p of s (in Q₂: predecessor):",
                    "    if p is new on this side, or cheaper than before:",
                    "      note g(p), put p into this side's queue",
                    "      if the other side knows p: m ← min(m, g₁(p) + g₂(p))",
                    "if m is finite: done, cheapest; if not, there is no path",
                ),
                "fr": (
                    "depuis le départ : Q₁ ← {départ} ;  depuis les buts : Q₂ ← {buts}",
                    "m ← ∞   (le meilleur chemin connu)",
                    "tant que min g(Q₁) + min g(Q₂) < m :",
                    "  retirer s de plus petit g, du côté qui attend le moins",
                    "  pour chaque successeur p de s (dans Q₂ : prédécesseur) :",
                    "    si p est nouveau de ce côté, ou moins cher qu'avant :",
                    "      noter g(p), ajouter p à la file de ce côté",
                    "      si l'autre côté connaît p : m ← min(m, g₁(p) + g₂(p))",
                    "si m est fini : fini, coût minimal ; sinon, pas de chemin",
                ),
            },
        ),
        (1, 4, 9, 5, 7, 9),
    ),
    "ida_star": Listing(
        Code(
            {"en": "IDA*", "fr": "IDA*"},
            {
                "en": (
                    "t ← h(start)   (the threshold)",
                    "while t is finite:",
                    "  from the start, depth first, at each state s:",
                    "    if s is a goal: done, cheapest",
                    "    for each successor p that is not on the path:",
                    "      go on to p if g(p) + h(p) ≤ t",
                    "  t ← smallest g(p) + h(p) that exceeded t",
                    "there is no path",
                ),
                "fr": (
                    "t ← h(départ)   (le seuil)",
                    "tant que t est fini :",
                    "  depuis le départ, en profondeur, en chaque état s :",
                    "    si s est un but : fini, coût minimal",
                    "    pour chaque successeur p hors du chemin :",
                    "      continuer en p si g(p) + h(p) ≤ t",
                    "  t ← plus petit g(p) + h(p) qui a dépassé t",
                    "il n'y a pas de chemin",
                ),
            },
        ),
        (1, 6, 4, 5, 7, 8),
    ),
}
"""By the name of the algorithm."""
