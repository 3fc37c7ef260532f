"""The table of steps of a traced search: the one that the sheet, the quiz, the page and the terminal show.

A row is a step: which node, what happens, the node's α and β, its value. Windows are variables of a call: a row shows
those of its own node as they are after the step. A node that is left has the α and β that its moves have
made, and what its parent has is seen in the parent's next row.

A leaf that is judged and an answer from memory are one row with the leaving that always follows.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from elagage.figures.trees.node_labels import Speaker
from elagage.figures.trees.trace_text import describe_round
from elagage.games.tree import Tree
from elagage.i18n import Message, join_messages
from elagage.result import Number
from elagage.trace import EXACT, LOWER, Best, Cut, Enter, Event, Leaf, Leave, Recall, Round, Trace, deep_cuts

__all__ = ["TableRow", "has_windows", "row_cells", "sections", "step_rows", "table_heads", "whole_table"]

Cell = Message | str
MANY = 8
"""Names of skipped moves that are written out."""
PHASES = {
    "scout": Message("(scout)"), "again": Message("(again)"), "quiet": Message("(prolonged)"),
    "check": Message("(check)"),
}  # fmt: skip


@dataclass(frozen=True)
class TableRow:
    """A step: the node, what happens, its window after that, and the value that was found, if any."""

    node: str
    what: Message
    alpha: Cell = ""
    beta: Cell = ""
    value: Cell = ""


def sections(trace: Trace) -> list[list[Event]]:
    """The events of each round, in order; a search without rounds is one."""
    parts: list[list[Event]] = [[]]
    for event in trace.events:
        if isinstance(event, Round):
            parts.append([])
        parts[-1].append(event)
    return [part for part in parts if part]


def has_windows(events: Iterable[Event], *, narrowed: bool = False) -> bool:
    """Does a node have a window that says something on entry, or with ``narrowed`` after one of its moves?"""
    testing = False
    kinds = (Enter, Best) if narrowed else (Enter,)
    for event in events:
        if isinstance(event, Round):
            testing = event.guess is not None
        elif isinstance(event, kinds) and not testing and (event.alpha, event.beta) != (-math.inf, math.inf):
            return True
    return False


def table_heads(trace: Trace) -> tuple[Cell, ...]:
    """The heads of the table, without that of the step's number; a search without windows has no α and β."""
    windows: tuple[Cell, ...] = ("α", "β") if has_windows(trace.events, narrowed=True) else ()
    return (Message("node"), Message("what happens"), *windows, Message("value"))


def row_cells(row: TableRow, windows: bool) -> tuple[Cell, ...]:
    """The cells of a row under those heads."""
    return (row.node, row.what, *((row.alpha, row.beta) if windows else ()), row.value)


def whole_table(trace: Trace) -> list[tuple[Cell, ...]]:
    """All rows of a search, numbered, its head first."""
    windows = has_windows(trace.events, narrowed=True)
    rows = [row for events in sections(trace) for row in step_rows(trace, events)]
    numbered = [(str(number), *row_cells(row, windows)) for number, row in enumerate(rows, 1)]
    return [(Message("step"), *table_heads(trace)), *numbered]


def step_rows(trace: Trace, events: Sequence[Event], strict: bool | None = None) -> list[TableRow]:
    """The rows of one round; ``strict`` says whether cuts were past a bound only, if the trace does not."""
    return list(Scribe(trace, events, trace.strict if strict is None else strict).rows())


class Scribe:
    """Writes the rows of one round; it keeps what is known of each node so far."""

    def __init__(self, trace: Trace, events: Sequence[Event], strict: bool) -> None:
        self.trace, self.events = trace, events
        self.speaker = Speaker(trace, list(events), strict)
        self.bests: dict[int, Best] = {}
        self.children: dict[int, dict[Any, int]] = {}
        deep = trace.algorithm == "alphabeta"
        self.deep = {cut.node for cut in deep_cuts(events, strict)} if deep else set()

    def rows(self) -> Iterator[TableRow]:
        """One for each event, but for the leaving of leaves."""
        told = False
        for number, event in enumerate(self.events):
            match event:
                case Round():
                    yield TableRow("", describe_round(event, self.speaker.reading))
                case Enter():
                    self.meet(event)
                    leaf = any(isinstance(after, Leaf) for after in self.events[number + 1 : number + 2])
                    yield self.row(event.node, self.describe_enter(event, leaf))
                case Leaf():
                    yield self.row(event.node, self.describe_leaf(event), self.leaf_value(event))
                case Recall():
                    what = Message("met on the path") if event.on_path else Message("from memory")
                    yield self.row(event.node, what, self.figure(event.value, event.bound))
                case Best():
                    self.bests[event.node] = event
                    yield self.row(event.node, self.describe_best(event), self.figure(event.value))
                case Cut():
                    yield self.row(event.node, self.describe_cut(event), self.figure(event.value))
                case Leave() if not told:
                    yield self.row(event.node, self.describe_leave(event), self.figure(event.value, event.bound))
                case _:
                    pass
            told = isinstance(event, Leaf | Recall)

    def meet(self, event: Enter) -> None:
        self.speaker.meet(event)
        if event.parent is not None:
            self.children.setdefault(event.parent, {})[event.move] = event.node

    def row(self, node: int, what: Message, value: Cell = "") -> TableRow:
        """A row at a node, with what is left of its window; a test of MTD(f) has none."""
        name = self.speaker.short[node] or "—"
        if self.speaker.reading.tests:
            return TableRow(name, what, value=value)
        alpha, beta = self.bounds(node)
        return TableRow(name, what, self.speaker.bound(node, alpha), self.speaker.bound(node, beta), value)

    def bounds(self, node: int) -> tuple[Number, Number]:
        known = self.bests.get(node) or self.speaker.enters[node]
        return known.alpha, known.beta

    def figure(self, value: Number, bound: str = EXACT) -> Cell:
        """A value as the figure shows it."""
        if self.speaker.winner is not None:
            return "✓" if value else "✗"
        return join_messages([{EXACT: "", LOWER: "≥ "}.get(bound, "≤ "), self.speaker.number(value)], "")

    def leaf_value(self, event: Leaf) -> Cell:
        return "?" if self.speaker.reading.is_unknown(event) else self.figure(event.value)

    def describe_enter(self, event: Enter, leaf: bool) -> Message:
        what = Message("enter, {player} moves", player=self.speaker.player(event.node))
        if leaf:
            what = Message("enter a leaf")
        return join_messages([what, PHASES[event.phase]], " ") if event.phase in PHASES else what

    def describe_leaf(self, event: Leaf) -> Message:
        if self.speaker.reading.is_unknown(event):
            return Message("leaf, {value}", value=Message("nothing is proven"))
        told = self.speaker.number(event.value)
        if self.speaker.winner is not None:
            told = Message("won") if event.value else Message("not won")
        return Message("leaf, {value}", value=told if event.ended else Message("{value} (heuristic)", value=told))

    def describe_best(self, event: Best) -> Message:
        if event.move is None:
            return Message("stands pat: {value}", value=self.speaker.number(event.value))
        child = self.speaker.label(self.children[event.node][event.move])
        if self.speaker.winner is not None:
            return Message("{child} is won", child=child) if event.value else Message("{child} is not won", child=child)
        return Message("best so far {value}, from {child}", value=self.speaker.number(event.value), child=child)

    def describe_cut(self, event: Cut) -> Message:
        enter = self.speaker.enters[event.node]
        relation, letter = self.speaker.reading.comparison(enter, event)
        value, limit = self.speaker.number(event.value), self.speaker.bound(event.node, event.limit)
        known: Mapping[str, Any] = {
            "reason": join_messages([value, relation, letter, "=", limit], " "),
            "branches": " ".join(self.list_skipped(event)),
        }
        if enter.sign < 0:
            what = Message(
                "β cut for Max: {reason}; skipped: {branches}"
                if event.kind == "beta"
                else "α cut for Max: {reason}; skipped: {branches}",
                **known,
            )
        else:
            what = Message(
                "β cut: {reason}; skipped: {branches}"
                if event.kind == "beta"
                else "α cut: {reason}; skipped: {branches}",
                **known,
            )
        return Message("{text} (deep)", text=what) if event.node in self.deep else what

    def list_skipped(self, event: Cut) -> Iterator[str]:
        state, game = self.speaker.enters[event.node].state, self.trace.game
        for move in event.skipped[:MANY]:
            if isinstance(game, Tree):
                yield game.labels[game.children[state.node][move]]
            else:
                yield str(game.move_name(state, move))
        if len(event.skipped) > MANY:
            yield "..."

    def describe_leave(self, event: Leave) -> Message:
        if self.speaker.winner is not None:
            return Message("leave: {answer}", answer=Message("yes") if event.value else Message("no"))
        sign = {EXACT: "=", LOWER: "≥"}.get(event.bound, "≤")
        return Message("leave, value {answer}", answer=join_messages([sign, self.speaker.number(event.value)], " "))
