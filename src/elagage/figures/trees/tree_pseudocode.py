"""The searches as pseudo-code, in French and English, and which line each kind of event lights."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from elagage.figures.pages.step_page import Code
from elagage.result import MAX
from elagage.trace import Best, Conventions, Cut, Enter, Leave, Playout, Trace

__all__ = ["Conventions", "TreeListing", "conventions", "space_punctuation", "tree_listing"]


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


def listing(title: tuple[str, str], rows: str) -> TreeListing:
    """Pseudo-code from rows ``kinds | English | French``."""
    lines: dict[str, int] = {}
    english, french = [], []
    for number, row in enumerate(rows.strip("\n").splitlines(), 1):
        kinds, first, second = row.split(" | ")
        lines.update(dict.fromkeys(kinds.split(), number))
        english.append(first)
        french.append(space_punctuation(second.rstrip()))
    code = Code({"en": title[0], "fr": title[1]}, {"en": tuple(english), "fr": tuple(french)})
    return TreeListing(code, lines)


def space_punctuation(french: str) -> str:
    """A French text whose spaces before punctuation don't break."""
    return re.sub(r"(?<=\S) (?=[:;?])", "\u00a0", french)


LEAVES = """
ended |   if s is final: return score(s) |   si s est finale : renvoyer score(s)
estimate |   if d = 0: return heuristic(s) |   si d = 0 : renvoyer heuristique(s)
"""
OWN_LEAVES = """
ended |   if s is final: return ±score(s) |   si s est finale : renvoyer ±score(s)
estimate |   if d = 0: return ±heuristic(s) |   si d = 0 : renvoyer ±heuristique(s)
"""
"""From the mover's point of view."""
BOTH = """
 |   best ← −∞ for Max, +∞ for Min |   meilleur ← −∞ pour Max, +∞ pour Min
 |   for each move m of s: |   pour chaque coup c de s :
"""
ONE = """
 |   best ← −∞ |   meilleur ← −∞
 |   for each move m of s: |   pour chaque coup c de s :
"""
LARGEST = """
best-max |     Max: if v > best: best ← v |     Max : si v > meilleur : meilleur ← v
best-min |     Min: if v < best: best ← v |     Min : si v < meilleur : meilleur ← v
"""
AGAIN = "(no − if the same player moves again)", "(sans − si le même joueur rejoue)"


def rows(*parts: str) -> str:
    return "\n".join(part.strip("\n") for part in parts)


def alphabeta_listing(chosen: Conventions) -> TreeListing:
    more, less = (">", "<") if chosen.strict else ("≥", "≤")
    answer = "leave |   return best   (fail-soft) |   renvoyer meilleur   (fail-soft)"
    if not chosen.soft:
        answer = (
            "leave |   return best, clamped to the window on entry   (fail-hard)"
            " |   renvoyer meilleur, ramené dans la fenêtre d'entrée   (fail-hard)"
        )
    if chosen.negamax:
        title = "Alpha-beta, negamax form", "Alpha-bêta, forme négamax"
        return listing(title, rows(
            "enter | alphabeta(s, d, α, β):   (for the player to move) | alphabeta(s, d, α, β) :   (pour le joueur "
            "au trait)",
            OWN_LEAVES, ONE,
            " |     v ← −alphabeta(s·m, d − 1, −β, −α) |     v ← −alphabeta(s·c, d − 1, −β, −α)",
            f" |       {AGAIN[0]} |       {AGAIN[1]}",
            "best |     if v > best: best ← v |     si v > meilleur : meilleur ← v",
            "window |       α ← max(α, best) |       α ← max(α, meilleur)",
            f"cut |       if best {more} β: cut, stop |       si meilleur {more} β : coupure, arrêter",
            answer,
        ))  # fmt: skip
    return listing(("Alpha-beta", "Alpha-bêta"), rows(
        "enter | alphabeta(s, d, α, β): | alphabeta(s, d, α, β) :",
        LEAVES, BOTH,
        " |     v ← alphabeta(s·m, d − 1, α, β) |     v ← alphabeta(s·c, d − 1, α, β)",
        "best-max |     Max: if v > best: best ← v |     Max : si v > meilleur : meilleur ← v",
        "window-max |       α ← max(α, best) |       α ← max(α, meilleur)",
        f"cut-max |       if best {more} β: β cut, stop |       si meilleur {more} β : coupure β, arrêter",
        "best-min |     Min: if v < best: best ← v |     Min : si v < meilleur : meilleur ← v",
        "window-min |       β ← min(β, best) |       β ← min(β, meilleur)",
        f"cut-min |       if best {less} α: α cut, stop |       si meilleur {less} α : coupure α, arrêter",
        answer,
    ))  # fmt: skip


LISTINGS: dict[str, TreeListing] = {
    "minimax": listing(("Minimax", "Minimax"), rows(
        "enter | minimax(s, d): | minimax(s, d) :",
        LEAVES, BOTH,
        " |     v ← minimax(s·m, d − 1) |     v ← minimax(s·c, d − 1)",
        LARGEST,
        "leave |   return best |   renvoyer meilleur",
    )),
    "memoised": listing(("Memoised minimax", "Minimax avec mémoire"), rows(
        "enter | minimax(s, d): | minimax(s, d) :",
        "recall |   if memory[s] was searched to depth d or more: return it |   si mémoire[s] vient d'une "
        "profondeur d ou plus : la renvoyer",
        LEAVES, BOTH,
        " |     v ← minimax(s·m, d − 1) |     v ← minimax(s·c, d − 1)",
        LARGEST,
        "leave |   memory[s] ← best, d;  return best |   mémoire[s] ← meilleur, d ;  renvoyer meilleur",
    )),
    "negamax": listing(("Negamax", "Négamax"), rows(
        "enter | negamax(s, d):   (for the player to move) | négamax(s, d) :   (pour le joueur au trait)",
        OWN_LEAVES, ONE,
        " |     v ← −negamax(s·m, d − 1) |     v ← −négamax(s·c, d − 1)",
        f" |       {AGAIN[0]} |       {AGAIN[1]}",
        "best |     if v > best: best ← v |     si v > meilleur : meilleur ← v",
        "leave |   return best |   renvoyer meilleur",
    )),
    "deepening": listing(("Iterative deepening", "Approfondissement itératif"), rows(
        "round | for d = 1, 2, 3, … while there is time: | pour d = 1, 2, 3, … tant qu'il reste du temps :",
        " |   search(root, d, −∞, +∞) |   chercher(racine, d, −∞, +∞)",
        "enter | search(s, d, α, β):   (for the player to move) | chercher(s, d, α, β) :   (pour le joueur au trait)",
        OWN_LEAVES,
        " |   sort the moves: the best of the last round first |   trier les coups : le meilleur du tour précédent "
        "d'abord",
        ONE,
        " |     v ← −search(s·m, d − 1, −β, −α) |     v ← −chercher(s·c, d − 1, −β, −α)",
        "best |     if v > best: best ← v |     si v > meilleur : meilleur ← v",
        "window |       α ← max(α, best) |       α ← max(α, meilleur)",
        "cut |       if best ≥ β: cut, stop |       si meilleur ≥ β : coupure, arrêter",
        "leave |   remember the best move of s;  return best |   retenir le meilleur coup de s ;  renvoyer meilleur",
    )),
    "quiescence": listing(("Quiescence search", "Recherche de calme"), rows(
        "enter quiet | search(s, d, α, β):   (for the player to move) | chercher(s, d, α, β) :   (pour le joueur "
        "au trait)",
        "ended |   if s is final: return ±score(s) |   si s est finale : renvoyer ±score(s)",
        "estimate |   if d ≤ 0 and s is calm: return ±heuristic(s) |   si d ≤ 0 et s est calme : renvoyer "
        "±heuristique(s)",
        " |   best ← −∞;  M ← moves of s |   meilleur ← −∞ ;  C ← coups de s",
        " |   if d ≤ 0:   (the leaf is prolonged) |   si d ≤ 0 :   (la feuille est prolongée)",
        "pat |     best ← ±heuristic(s);  α ← max(α, best) |     meilleur ← ±heuristique(s) ;  α ← max(α, meilleur)",
        "cut-pat |     M ← noisy moves of s, none if best ≥ β |     C ← coups agités de s, aucun si meilleur ≥ β",
        " |   for each move m of M: |   pour chaque coup c de C :",
        " |     v ← −search(s·m, d − 1, −β, −α) |     v ← −chercher(s·c, d − 1, −β, −α)",
        "best |     if v > best: best ← v |     si v > meilleur : meilleur ← v",
        "window |       α ← max(α, best) |       α ← max(α, meilleur)",
        "cut |       if best ≥ β: cut, stop |       si meilleur ≥ β : coupure, arrêter",
        "leave |   return best |   renvoyer meilleur",
    )),
    "and_or": listing(("AND/OR search", "Recherche ET/OU"), rows(
        "round | for J = Max, then J = Min:  can J force a win? | pour J = Max, puis J = Min :  J peut-il forcer "
        "le gain ?",
        " |   if wins(root, d): the root is won for J |   si gagne(racine, d) : la racine est gagnée pour J",
        "enter | wins(s, d): | gagne(s, d) :",
        "ended |   if s is final: return yes if J has won, no if not |   si s est finale : renvoyer oui si J a "
        "gagné, non sinon",
        "estimate |   if d = 0: return no   (nothing is proven) |   si d = 0 : renvoyer non   (rien n'est prouvé)",
        "recall |   if the memory knows s: return its answer |   si la mémoire connaît s : renvoyer sa réponse",
        "met |   if s is on the path already: return no |   si s est déjà sur le chemin : renvoyer non",
        "best |   for each move m of s: |   pour chaque coup c de s :",
        "best-or |     J's node (OR): if wins(s·m, d − 1): yes, stop |     nœud de J (OU) : si gagne(s·c, d − 1) : "
        "oui, arrêter",
        "best-and |     other node (AND): if not wins(s·m, d − 1): no, stop |     autre nœud (ET) : si non "
        "gagne(s·c, d − 1) : non, arrêter",
        "leave |   remember and return the answer |   retenir et renvoyer la réponse",
    )),
    "pvs": listing(("Principal variation search", "Recherche de la variante principale"), rows(
        "enter | pvs(s, d, α, β):   (for the player to move) | pvs(s, d, α, β) :   (pour le joueur au trait)",
        OWN_LEAVES, ONE,
        " |     first move: v ← −pvs(s·m, d − 1, −β, −α) |     premier coup : v ← −pvs(s·c, d − 1, −β, −α)",
        "scout |     others, scout: v ← −pvs(s·m, d − 1, −α − 1, −α) |     autres, sonde : v ← −pvs(s·c, d − 1, −α "
        "− 1, −α)",
        "again |       if α < v < β: v ← −pvs(s·m, d − 1, −β, −α) |       si α < v < β : v ← −pvs(s·c, d − 1, −β, −α)",
        "best |     if v > best: best ← v |     si v > meilleur : meilleur ← v",
        "window |       α ← max(α, best) |       α ← max(α, meilleur)",
        "cut |       if best ≥ β: cut, stop |       si meilleur ≥ β : coupure, arrêter",
        "leave |   return best |   renvoyer meilleur",
    )),
    "mtdf": listing(("MTD(f)", "MTD(f)"), rows(
        " | low ← −∞;  high ← +∞;  g ← first guess | bas ← −∞ ;  haut ← +∞ ;  g ← première estimation",
        "round | while low < high:  g ← test(root, d, g) | tant que bas < haut :  g ← test(racine, d, g)",
        " |   if it passes: low ← g;  if not: high ← g |   s'il réussit : bas ← g ;  sinon : haut ← g",
        "enter | test(s, d, g):   (is it g or more? above g, if g = low) | test(s, d, g) :   (au moins g ? plus "
        "que g, si g = bas)",
        LEAVES,
        "recall |   if a bound in memory answers: return it |   si une borne en mémoire répond : la renvoyer",
        BOTH,
        " |     v ← test(s·m, d − 1, g) |     v ← test(s·c, d − 1, g)",
        "best-max |     Max: if v > best: best ← v |     Max : si v > meilleur : meilleur ← v",
        "cut-max |       if best passes: β cut, stop |       si meilleur réussit : coupure β, arrêter",
        "best-min |     Min: if v < best: best ← v |     Min : si v < meilleur : meilleur ← v",
        "cut-min |       if best fails: α cut, stop |       si meilleur échoue : coupure α, arrêter",
        "leave |   remember and return best   (a bound on the value) |   retenir et renvoyer meilleur   (une borne "
        "de la valeur)",
    )),
    "mcts": listing(("Monte Carlo tree search", "Recherche arborescente Monte-Carlo"), rows(
        " | repeat N times: | répéter N fois :",
        " |   s ← root |   s ← racine",
        " |   while every move of s has been tried: |   tant que tous les coups de s ont été essayés :",
        " |     s ← the child with the largest mean + c·√(ln n(s) / n(child)) |     s ← le fils de plus grand "
        "moyenne + c·√(ln n(s) / n(fils))",
        " |   add a new child to s, go to it |   ajouter un nouveau fils à s, y aller",
        " |   play at random to the end: outcome 1, ½ or 0 for Max |   jouer au hasard jusqu'à la fin : issue 1, ½ "
        "ou 0 pour Max",
        "playout |   on the way back: n(s) ← n(s) + 1, add the outcome |   en remontant : n(s) ← n(s) + 1, ajouter "
        "l'issue",
        " | answer: the most visited move of the root | réponse : le coup le plus visité de la racine",
    )),
}  # fmt: skip
"""By the name of the algorithm, alpha-beta apart."""
