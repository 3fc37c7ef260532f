"""What is said of a search, in English and French: its numbers, its nodes, its windows, its cuts."""

from __future__ import annotations

import math

from elagage.figures.trees.trace_text import Reading, mark_bound, value_text
from elagage.figures.trees.tree_pseudocode import space_punctuation
from elagage.games.tree import Tree
from elagage.result import MAX, WIN, Number, format_number
from elagage.trace import EXACT, LOWER, Best, Cut, Enter, Event, Round, Trace, just_above

__all__ = ["Speaker", "Words", "round_words"]

Words = tuple[str, str]
"""English and French."""


class Speaker:
    """Speaks of one round of a search; it knows the nodes that it was told of."""

    def __init__(self, trace: Trace, events: list[Event], strict: bool) -> None:
        self.game, self.scouts = trace.game, trace.algorithm == "pvs"
        self.heading = events[0] if events and isinstance(events[0], Round) else None
        self.winner = self.heading.winner if self.heading else None
        self.amounts = bool(trace.game is not None and trace.game.payoffs and self.winner is None)
        self.reading = Reading(trace.game, self.heading, strict)
        self.enters: dict[int, Enter] = {}
        self.names: dict[int, Words] = {}
        self.short: dict[int, str] = {}

    def number(self, value: Number) -> Words:
        """A value in words: a forced win or loss, or the number."""
        if WIN <= abs(value) < math.inf and not self.amounts:
            margin = abs(value) - WIN
            more = f" {format_number(margin)}" if margin else ""
            return ("won" if value > 0 else "lost") + more, ("gagné" if value > 0 else "perdu") + more
        return format_number(value), format_number(value)

    def figure(self, value: Number, bound: str = EXACT) -> str:
        """A value as the figure shows it."""
        if self.winner is not None:
            return "✓" if value else "✗"
        return {EXACT: "", LOWER: "≥ "}.get(bound, "≤ ") + value_text(value, self.amounts)

    def bound(self, node: int, bound: Number) -> Words:
        """An end of a node's window in words."""
        value, mark = mark_bound(self.enters[node], bound)
        english, french = self.number(value)
        return english + mark, french + mark

    def window(self, node: int, alpha: Number, beta: Number) -> str:
        """What a node's window is now, as the figure shows it."""
        enter = self.enters[node]
        return f"[{self.reading.bound(enter, alpha)} ; {self.reading.bound(enter, beta)}]"

    def answer(self, value: Number, bound: str) -> Words:
        """A value or a bound in words."""
        if self.winner is not None:
            return ("yes", "oui") if value else ("no", "non")
        number = self.number(value)
        if bound == EXACT:
            return number
        if bound == LOWER:
            return f"≥ {number[0]}, a lower bound", f"≥ {number[1]}, un minorant"
        return f"≤ {number[0]}, an upper bound", f"≤ {number[1]}, un majorant"

    def meet(self, enter: Enter) -> None:
        """Note a node and its name: its own in a literal tree, elsewhere the moves that lead to it."""
        self.enters[enter.node] = enter
        label = self.game.labels[enter.state.node] if isinstance(self.game, Tree) else ""
        if enter.parent is None:
            named = isinstance(self.game, Tree) and self.game.names[enter.state.node]
            self.short[enter.node] = label if named else ""
            self.names[enter.node] = (f"the root {label}", f"la racine {label}") if named else ("the root", "la racine")
            return
        if not label:
            move = self.game.move_name(self.enters[enter.parent].state, enter.move)
            label = f"{self.short[enter.parent]} {move}".strip()
        self.short[enter.node] = label
        shown = label if len(label) <= 40 else "… " + label[-38:].partition(" ")[2]
        self.names[enter.node] = f"node {shown}", f"le nœud {shown}"

    def at(self, node: int) -> Words:
        """The place, at the beginning of a sentence."""
        english, french = self.names[node]
        return "At " + english, ("À " + french if french.startswith("la ") else "Au " + french.removeprefix("le "))

    def first(self, node: int) -> Words:
        """The name at the beginning of a sentence."""
        english, french = self.names[node]
        return english[0].upper() + english[1:], french[0].upper() + french[1:]

    def is_maximising(self, node: int) -> bool:
        """Is a larger number better at this node?"""
        enter = self.enters[node]
        return enter.sign < 0 or enter.player == MAX

    def player(self, node: int) -> str:
        """Who moves."""
        return "Max" if self.enters[node].player == MAX else "Min"

    def describe_enter(self, event: Enter, window: bool) -> Words:
        """A node is entered, with its window if it has one."""
        (english, french), who = self.names[event.node], self.player(event.node)
        alpha, beta = self.bound(event.node, event.alpha), self.bound(event.node, event.beta)
        within = f"window [{alpha[0]} ; {beta[0]}]", f"fenêtre [{alpha[1]} ; {beta[1]}]"
        if event.sign < 0:
            within = f"{within[0]} in Min's numbers", f"{within[1]} vue par Min"
        if event.phase == "scout":
            return (
                f"Scout {english} with the null {within[0]}: is it better?",
                f"On sonde {french}, {within[1].replace('fenêtre', 'fenêtre nulle')} : est-ce mieux ?",
            )
        if event.phase == "again":
            return (
                f"It is better: search {english} again, {within[0]}.",
                f"C'est mieux : on reprend {french}, {within[1]}.",
            )
        start = f"Enter {english} ({who})", f"On entre dans {french} ({who})"
        if event.phase == "quiet":
            start = f"A noisy move: on to {english} ({who})", f"Coup agité : on passe dans {french} ({who})"
        if not window:
            return start[0] + ".", start[1] + "."
        sure = self.describe_bounds(event)
        return f"{start[0]}, {within[0]}{sure[0]}.", f"{start[1]}, {within[1]}{sure[1]}."

    def describe_bounds(self, event: Enter) -> Words:
        """What each player is sure of already, in Max's numbers."""
        low, high = (event.alpha, event.beta) if event.sign > 0 else (-event.beta, -event.alpha)
        english, french = [], []
        if self.scouts and just_above(low) == high:  # a question, and nothing that is sure
            return "", ""
        for who, bound, words in (("Max", low, ("at least", "au moins")), ("Min", high, ("at most", "au plus"))):
            if abs(bound) < math.inf:
                number = self.number(bound)
                english.append(f"{who} is sure of {words[0]} {number[0]}")
                french.append(f"{who} est sûr d'avoir {words[1]} {number[1]}")
        return (": " + " and ".join(english), " : " + " et ".join(french)) if english else ("", "")

    def describe_leaf(self, node: int, value: Number, ended: bool) -> Words:
        """A leaf is judged."""
        english, french = self.number(value)
        if self.winner is not None and not ended:
            return (
                "Leaf: the depth is used up and nothing is proven, so it counts as not won.",
                "Feuille : la profondeur est épuisée et rien n'est prouvé, elle compte donc comme non gagnée.",
            )
        if self.winner is not None:
            english, french = ("won", "gagné") if value else ("not won", "pas gagné")
        if self.enters[node].sign < 0:
            english, french = english + " in Min's numbers", french + " vu par Min"
        if not ended:
            english, french = english + " (heuristic)", french + " (heuristique)"
        return f"Leaf: {english}.", f"Feuille : {french}."

    def describe_best(self, event: Best, before: Best | None) -> Words:
        """A value is the best so far, without the end of the sentence."""
        place, value = self.at(event.node), self.number(event.value)
        if event.move is None:
            return (
                f"{place[0]}, to stop here is worth {value[0]} (heuristic): best is {value[0]}",
                f"{place[1]}, en rester là vaut {value[1]} (heuristique) : le meilleur est {value[1]}",
            )
        if before is None:
            return (
                f"{place[0]}, first value: best is {value[0]}",
                f"{place[1]}, première valeur : le meilleur est {value[1]}",
            )
        sign, last = ">" if self.is_maximising(event.node) else "<", self.number(before.value)
        return (
            f"{place[0]}, {value[0]} {sign} {last[0]}: best is {value[0]}",
            f"{place[1]}, {value[1]} {sign} {last[1]} : le meilleur est {value[1]}",
        )

    def describe_decision(self, event: Best) -> Words:
        """A move of an AND/OR search: does it decide its node?"""
        place, yes = self.at(event.node), bool(event.value)
        mine = self.enters[event.node].player == self.winner
        if mine != yes:
            return (
                f"{place[0]}, this move is {'won' if yes else 'not won'}: on to the next.",
                f"{place[1]}, ce coup est {'gagné' if yes else 'non gagné'} : on passe au suivant.",
            )
        english = "(OR), one won move is enough: yes" if mine else "(AND), one move that is not won is enough: no"
        french = "(OU), un coup gagné suffit : oui" if mine else "(ET), un coup non gagné suffit : non"
        return f"{place[0]} {english}.", f"{place[1]} {french}."

    def describe_cut(self, event: Cut) -> Words:
        """The comparison, and how much is skipped."""
        beta, count, enter = event.kind == "beta", len(event.skipped), self.enters[event.node]
        relation, letter = self.reading.comparison(enter, event)
        value, limit = self.number(event.value), self.bound(event.node, event.limit)
        many = "s" if count > 1 else ""
        kind = "beta" if beta else "alpha", "bêta" if beta else "alpha"
        whose = (" for Max", " pour Max") if enter.sign < 0 else ("", "")
        return (
            f"{value[0]} {relation} {letter} = {limit[0]}: {kind[0]} cut{whose[0]}; {count} move{many} skipped.",
            f"{value[1]} {relation} {letter} = {limit[1]} : coupure {kind[1]}{whose[1]} ; {count} coup{many} "
            f"sauté{many}.",
        )


def round_words(event: Round, amounts: bool = False) -> dict[str, str]:
    """What begins here, in both languages."""
    if event.winner is not None:
        who = "Max" if event.winner == MAX else "Min"
        within = depth_words(event)
        english = f"Question {event.number}: can {who} force a win{within[0]}?"
        french = f"Question {event.number} : {who} peut-il forcer le gain{within[1]} ?"
    elif event.guess is not None:
        guess = format_number(event.guess) if amounts else value_text(event.guess)
        english = f"Test {event.number}: is the value {f'more than {guess}' if event.above else f'{guess} or more'}?"
        asked = (
            f"est-elle strictement supérieure à {guess}" if event.above else f"est-elle supérieure ou égale à {guess}"
        )
        french = f"Test {event.number} : la valeur {asked} ?"
    else:
        english, french = (
            f"Round {event.number}: depth {event.depth}.",
            f"Tour {event.number} : profondeur {event.depth}.",
        )
    return {"en": english, "fr": space_punctuation(french)}


def depth_words(event: Round) -> Words:
    """How far a question looks, if not to the end of the game."""
    if event.depth is None:
        return "", ""
    one = event.depth == 1
    return (
        f" within {event.depth} {'ply' if one else 'plies'}",
        f" en {event.depth} demi-coup{'s' if event.depth > 1 else ''}",
    )
