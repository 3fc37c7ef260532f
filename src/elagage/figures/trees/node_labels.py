"""What is said of a search: its numbers, its nodes, its windows, its cuts, as messages."""

from __future__ import annotations

import math

from elagage.figures.trees.trace_text import Reading, mark_bound
from elagage.games.tree import Tree
from elagage.i18n import Message, join_messages
from elagage.result import MAX, Number
from elagage.trace import EXACT, LOWER, Best, Cut, Enter, Event, Round, Trace, just_above

__all__ = ["Speaker"]


class Speaker:
    """Speaks of one round of a search; it knows the nodes that it was told of."""

    def __init__(self, trace: Trace, events: list[Event], strict: bool) -> None:
        self.game, self.scouts = trace.game, trace.algorithm == "pvs"
        self.heading = events[0] if events and isinstance(events[0], Round) else None
        self.winner = self.heading.winner if self.heading else None
        self.amounts = bool(trace.game is not None and trace.game.payoffs and self.winner is None)
        self.reading = Reading(trace.game, self.heading, strict)
        self.enters: dict[int, Enter] = {}
        self.short: dict[int, str] = {}
        """The names of the nodes: their own in a literal tree, elsewhere the moves that lead to them; '' for a
        root without.
        """

    def number(self, value: Number) -> Message:
        """A value in words: a forced win or loss, or the number."""
        return self.reading.describe(value)

    def figure(self, value: Number, bound: str = EXACT) -> str:
        """A value as the figure shows it."""
        if self.winner is not None:
            return "✓" if value else "✗"
        return {EXACT: "", LOWER: "≥ "}.get(bound, "≤ ") + self.reading.write(value)

    def bound(self, node: int, bound: Number) -> Message:
        """An end of a node's window in words."""
        value, mark = mark_bound(self.enters[node], bound)
        return join_messages([self.number(value), mark], "")

    def window(self, node: int, alpha: Number, beta: Number) -> str:
        """What a node's window is now, as the figure shows it."""
        enter = self.enters[node]
        return f"[{self.reading.bound(enter, alpha)} ; {self.reading.bound(enter, beta)}]"

    def answer(self, value: Number, bound: str) -> Message:
        """A value or a bound in words."""
        if self.winner is not None:
            return Message("yes") if value else Message("no")
        number = self.number(value)
        if bound == EXACT:
            return number
        if bound == LOWER:
            return Message("≥ {value}, a lower bound", value=number)
        return Message("≤ {value}, an upper bound", value=number)

    def meet(self, enter: Enter) -> None:
        """Note a node and its name."""
        self.enters[enter.node] = enter
        label = self.game.labels[enter.state.node] if isinstance(self.game, Tree) else ""
        if enter.parent is None:
            named = isinstance(self.game, Tree) and self.game.names[enter.state.node]
            self.short[enter.node] = label if named else ""
            return
        if not label:
            move = self.game.move_name(self.enters[enter.parent].state, enter.move)
            label = f"{self.short[enter.parent]} {move}".strip()
        self.short[enter.node] = label

    def name(self, node: int) -> Message:
        """A node inside a sentence."""
        label = self.label(node)
        if self.enters[node].parent is not None:
            return Message("node {label}", label=label)
        return Message("the root {label}", label=label) if label else Message("the root")

    def place(self, node: int) -> Message:
        """A node as the place of what happens, at the beginning of a sentence."""
        label = self.label(node)
        if self.enters[node].parent is not None:
            return Message("At node {label}", label=label)
        return Message("At the root {label}", label=label) if label else Message("At the root")

    def subject(self, node: int) -> Message:
        """A node at the beginning of a sentence."""
        label = self.label(node)
        if self.enters[node].parent is not None:
            return Message("Node {label}", label=label)
        return Message("The root {label}", label=label) if label else Message("The root")

    def label(self, node: int) -> str:
        """A node's name, short enough for a sentence."""
        label = self.short[node]
        return label if len(label) <= 40 or self.enters[node].parent is None else "… " + label[-38:].partition(" ")[2]

    def is_maximising(self, node: int) -> bool:
        """Is a larger number better at this node?"""
        enter = self.enters[node]
        return enter.sign < 0 or enter.player == MAX

    def player(self, node: int) -> Message:
        """Who moves."""
        return Message("Max") if self.enters[node].player == MAX else Message("Min")

    def describe_enter(self, event: Enter, window: bool) -> Message:
        """A node is entered, with its window if it has one."""
        name, who = self.name(event.node), self.player(event.node)
        ends = {"alpha": self.bound(event.node, event.alpha), "beta": self.bound(event.node, event.beta)}
        minimum = event.sign < 0
        if event.phase == "scout":
            within = Message(
                "null window [{alpha} ; {beta}] in Min's numbers" if minimum else "null window [{alpha} ; {beta}]",
                **ends,
            )
            return Message("Scout {name} with the {window}: is it better?", name=name, window=within)
        within = Message(
            "window [{alpha} ; {beta}] in Min's numbers" if minimum else "window [{alpha} ; {beta}]", **ends
        )
        if event.phase == "again":
            return Message("It is better: search {name} again, {window}.", name=name, window=within)
        if event.phase == "check":
            return Message("Check {name} by a shallower search, {window}.", name=name, window=within)
        start = Message("Enter {name} ({player})", name=name, player=who)
        if event.phase == "quiet":
            start = Message("A noisy move: on to {name} ({player})", name=name, player=who)
        if not window:
            return join_messages([start, "."], "")
        sure = self.describe_bounds(event)
        if sure is None:
            return Message("{what}, {window}.", what=start, window=within)
        return Message("{what}, {window}: {sure}.", what=start, window=within, sure=sure)

    def describe_bounds(self, event: Enter) -> Message | None:
        """What each player is sure of already, in Max's numbers; None if nothing is."""
        low, high = (event.alpha, event.beta) if event.sign > 0 else (-event.beta, -event.alpha)
        if self.scouts and just_above(low) == high:  # a question, and nothing that is sure
            return None
        least = Message("Max is sure of at least {value}", value=self.number(low)) if abs(low) < math.inf else None
        most = Message("Min is sure of at most {value}", value=self.number(high)) if abs(high) < math.inf else None
        return Message("{first} and {second}", first=least, second=most) if least and most else least or most

    def describe_leaf(self, node: int, value: Number, ended: bool) -> Message:
        """A leaf is judged."""
        if self.winner is not None and not ended:
            return Message("Leaf: the depth is used up and nothing is proven, so it counts as not won.")
        told = self.number(value)
        if self.winner is not None:
            told = Message("won") if value else Message("not won")
        if self.enters[node].sign < 0:
            told = Message("{value} in Min's numbers", value=told)
        if not ended:
            told = Message("{value} (heuristic)", value=told)
        return Message("Leaf: {value}.", value=told)

    def describe_best(self, event: Best, before: Best | None) -> Message:
        """A value is the best so far, without the end of the sentence."""
        known = {"place": self.place(event.node), "value": self.number(event.value)}
        if event.move is None:
            return Message("{place}, to stop here is worth {value} (heuristic): best is {value}", **known)
        if before is None:
            return Message("{place}, first value: best is {value}", **known)
        sign = ">" if self.is_maximising(event.node) else "<"
        return Message(
            "{place}, {value} {sign} {last}: best is {value}", sign=sign, last=self.number(before.value), **known
        )

    def describe_decision(self, event: Best) -> Message:
        """A move of an AND/OR search: does it decide its node?"""
        place, yes = self.place(event.node), bool(event.value)
        mine = self.enters[event.node].player == self.winner
        if mine != yes:
            return Message(
                "{place}, this move is won: on to the next."
                if yes
                else "{place}, this move is not won: on to the next.",
                place=place,
            )
        if mine:
            return Message("{place} (OR), one won move is enough: yes.", place=place)
        return Message("{place} (AND), one move that is not won is enough: no.", place=place)

    def describe_cut(self, event: Cut) -> Message:
        """The comparison, and how much is skipped."""
        count, enter = len(event.skipped), self.enters[event.node]
        relation, letter = self.reading.comparison(enter, event)
        kind = Message("beta cut") if event.kind == "beta" else Message("alpha cut")
        if enter.sign < 0:
            kind = Message("{cut} for Max", cut=kind)
        return Message(
            "{value} {relation} {letter} = {limit}: {cut}; {skipped}.",
            value=self.number(event.value),
            relation=relation,
            letter=letter,
            limit=self.bound(event.node, event.limit),
            cut=kind,
            skipped=Message("{count} move skipped", "{count} moves skipped", count=count),
        )
