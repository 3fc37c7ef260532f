"""A trace as text: the tree that an algorithm walked, with its windows, its cuts and its answers.

▲ Max's node   ▼ Min's node   □ leaf   [α ; β] window on entry   = value   ≥ ≤ bound   ╫ moves skipped by a cut
"""

from __future__ import annotations

import math
import unicodedata
from dataclasses import dataclass, field
from typing import Any

from elagage.games.tree import Tree
from elagage.i18n import Message, _, join_messages, ngettext
from elagage.result import MAX, WIN, Number, format_number
from elagage.trace import EXACT, LOWER, Best, Cut, Enter, Leaf, Leave, Playout, Recall, Round, Trace

__all__ = ["Drawn", "Reading", "Section", "describe_round", "describe_value", "gather", "trace_text", "value_text"]


@dataclass
class Drawn:
    """A node of the tree that a trace describes, gathered from its events."""

    enter: Enter
    parent: Drawn | None = None
    children: list[Drawn] = field(default_factory=list)
    leave: Leave | None = None
    leaf: Leaf | None = None
    recall: Recall | None = None
    cut: Cut | None = None
    pat: Best | None = None
    best: Best | None = None
    """The last of its best moves; that of standing pat has no move."""


@dataclass
class Section:
    """A round of a search: a heading, and the tree it walked."""

    heading: Round | None
    root: Drawn | None = None


@dataclass(frozen=True)
class Reading:
    """What must be known of a search to read one of its rounds."""

    game: Any
    heading: Round | None
    strict: bool
    """Did it cut past a bound only?"""

    @classmethod
    def of(cls, trace: Trace, heading: Round | None) -> Reading:
        """That of a round, or of a search without any."""
        return cls(trace.game, heading, trace.strict)

    @property
    def amounts(self) -> bool:
        """Pay-offs are numbers whatever their size; the two questions of AND/OR are about winning in every game."""
        return bool(self.game.payoffs) and not self.asks

    @property
    def asks(self) -> bool:
        """Is this a question of AND/OR, which has no numbers?"""
        return self.heading is not None and self.heading.winner is not None

    @property
    def tests(self) -> bool:
        """Is this a test of MTD(f), which has no window?"""
        return self.heading is not None and self.heading.guess is not None

    def has_window(self, enter: Enter) -> bool:
        """Was a node entered with a window that says something?"""
        return not self.tests and (enter.alpha, enter.beta) != (-math.inf, math.inf)

    def is_unknown(self, leaf: Leaf | None) -> bool:
        """Is it a leaf of AND/OR where nothing is proven, since the depth is used up?"""
        return self.asks and leaf is not None and not leaf.ended

    def describe(self, value: Number) -> Message:
        """A number of the search for people; a literal tree may have its own way to write it."""
        if isinstance(self.game, Tree) and not self.asks and value in self.game.spelling:
            return join_messages([self.game.spelling[value]])
        return describe_value(value, self.amounts)

    def write(self, value: Number) -> str:
        """The same in the current language."""
        return self.describe(value).text()

    def window(self, enter: Enter) -> str:
        """The window on entry."""
        return f"[{self.bound(enter, enter.alpha)} ; {self.bound(enter, enter.beta)}]"

    def bound(self, enter: Enter, bound: Number) -> str:
        """An end of a node's window."""
        value, mark = mark_bound(enter, bound)
        return self.write(value) + mark

    def comparison(self, enter: Enter, cut: Cut) -> tuple[str, str]:
        """How a cut's value compares, and the name of what it is compared with, in the node's own numbers."""
        upwards = cut.kind == "beta" or enter.sign < 0
        if self.heading is not None and self.tests:
            above = self.heading.above
            return ((">" if above else "≥") if upwards else ("≤" if above else "<")), "g"
        if upwards:
            return (">" if self.strict else "≥"), "β"
        return ("<" if self.strict else "≤"), "α"

    def format_comparison(self, enter: Enter, cut: Cut) -> str:
        """A cut's comparison: 5 ≥ β = 4."""
        relation, name = self.comparison(enter, cut)
        return f"{self.write(cut.value)} {relation} {name} = {self.bound(enter, cut.limit)}"


def mark_bound(enter: Enter, bound: Number) -> tuple[Number, str]:
    """An end of a node's window as it is shown: in a null window of decimals one is the other,
    with ⁺ for just above it or ⁻ for just below.
    """
    low, high = enter.alpha, enter.beta
    if not (isinstance(low, float) and isinstance(high, float) and -math.inf < low < high < math.inf):
        return bound, ""
    if math.nextafter(low, math.inf) == high:
        if bound == high and len(repr(low)) <= len(repr(high)):
            return low, "⁺"
        if bound == low and len(repr(low)) > len(repr(high)):
            return high, "⁻"
    return bound, ""


def trace_text(trace: Trace, limit: int = 1500, ascii_only: bool = False) -> str:
    """The trace as an indented tree of at most ``limit`` lines; what is left out is counted."""
    if any(isinstance(event, Playout) for event in trace.events):
        lines = playout_lines(trace)
    else:
        lines = []
        for section in gather(trace):
            reading = Reading.of(trace, section.heading)
            if section.heading is not None:
                lines.append(describe_round(section.heading, reading).text())
            if section.root is not None:
                lines += tree_lines(reading, section.root)
    hidden = len(lines) - limit
    if hidden > 0:
        lines = [*lines[:limit], ngettext("... {n} more line", "... {n} more lines", hidden).format(n=hidden)]
    text = "\n".join(lines)
    return to_ascii(text) if ascii_only else text


def to_ascii(text: str) -> str:
    """The text in plain characters: signs spelt out, letters without their accents."""
    apart = unicodedata.normalize("NFKD", text.translate(ASCII))
    return "".join(c for c in apart if not unicodedata.combining(c)).encode("ascii", "replace").decode()


ASCII = str.maketrans({
    "▲": "^", "▼": "v", "□": "#", "≥": ">=", "≤": "<=", "╫": "//", "├": "|", "└": "`", "─": "-", "│": "|",
    "∞": "inf", "α": "alpha", "β": "beta", "↺": "@", "★": "*",
    "œ": "oe", "Œ": "OE", "’": "'", "«": '"', "»": '"', "…": "...", "−": "-", "⁺": "+", "⁻": "-",
})  # fmt: skip


def gather(trace: Trace) -> list[Section]:
    """The trees of a trace, one a round."""
    sections = [Section(None)]
    nodes: dict[int, Drawn] = {}
    for event in trace.events:
        if isinstance(event, Round):
            sections.append(Section(event))
        elif isinstance(event, Enter):
            parent = None if event.parent is None else nodes[event.parent]
            node = nodes[event.node] = Drawn(event, parent)
            if parent is None:
                sections[-1].root = node
            else:
                parent.children.append(node)
        elif isinstance(event, Leave):
            nodes[event.node].leave = event
        elif isinstance(event, Leaf):
            nodes[event.node].leaf = event
        elif isinstance(event, Recall):
            nodes[event.node].recall = event
        elif isinstance(event, Cut):
            nodes[event.node].cut = event
        elif isinstance(event, Best):
            nodes[event.node].best = event
            if event.move is None:
                nodes[event.node].pat = event
    return [section for section in sections if section.heading is not None or section.root is not None]


def describe_round(heading: Round, reading: Reading) -> Message:
    """What begins here: a depth, or a test."""
    number, depth = heading.number, heading.depth
    if heading.guess is not None:
        return Message(
            "Test {number}: is the value more than {guess}?"
            if heading.above
            else "Test {number}: is the value {guess} or more?",
            number=number,
            guess=reading.describe(heading.guess),
        )
    if heading.winner is not None and depth is not None:
        return Message(
            "Question {number}: can {player} force a win within {n} ply?",
            "Question {number}: can {player} force a win within {n} plies?",
            count=depth,
            number=number,
            player=Message("Max") if heading.winner == MAX else Message("Min"),
            n=depth,
        )
    if heading.winner is not None:
        return Message(
            "Question 1: can Max force a win?" if heading.winner == MAX else "Question 2: can Min force a win?"
        )
    return Message("Round {number}: depth {depth}", number=number, depth=depth)


def describe_value(value: Number, amounts: bool = False) -> Message:
    """A search's number for people: a forced win or loss in a word, anything else, and every amount, as it is."""
    if WIN <= abs(value) < float("inf") and not amounts:
        margin = abs(value) - WIN
        word = Message("won") if value > 0 else Message("lost")
        return join_messages([word, format_number(margin)], " ") if margin else word
    return join_messages([format_number(value)])


def value_text(value: Number, amounts: bool = False) -> str:
    """The same in the current language."""
    return describe_value(value, amounts).text()


def tree_lines(reading: Reading, root: Drawn) -> list[str]:
    """The node's line and those below it; made with a stack, so that no tree is too deep."""
    lines: list[str] = []
    waiting: list[tuple[Drawn, str, str] | str] = [(root, "", "")]
    while waiting:
        item = waiting.pop()
        if isinstance(item, str):
            lines.append(item)
            continue
        node, first, rest = item
        lines.append(first + node_text(reading, node))
        if node.cut is not None:
            waiting.append(rest + "└╫ " + cut_text(reading, node, node.cut))
        for index, child in enumerate(reversed(node.children)):
            last = index == 0 and node.cut is None
            waiting.append((child, rest + ("└─ " if last else "├─ "), rest + ("   " if last else "│  ")))
    return lines


def node_text(reading: Reading, node: Drawn) -> str:
    """One node: its shape, its move, its answer and its window."""
    game, enter = reading.game, node.enter
    shape = "□" if node.leaf is not None else "▲" if enter.player == MAX else "▼"
    words = [shape]
    if isinstance(game, Tree):
        words.append(game.names[enter.state.node] or "")
    elif node.parent is not None:
        words.append(str(game.move_name(node.parent.enter.state, enter.move)))
    if reading.is_unknown(node.leaf):
        words.append("?")
    elif node.leave is not None:
        sign = "=" if node.leave.bound == EXACT else "≥" if node.leave.bound == LOWER else "≤"
        words.append(f"{sign} {reading.write(node.leave.value)}")
    if node.leaf is None and reading.has_window(enter):
        words.append(reading.window(enter))
    if enter.sign < 0:
        words.append(_("(Min's point of view)"))
    if node.recall is not None:
        words.append("↺ " + (_("met on the path") if node.recall.on_path else _("from memory")))
    if node.pat is not None:
        words.append(_("(stands pat: {value})").format(value=reading.write(node.pat.value)))
    phases = {"scout": _("(scout)"), "again": _("(again)"), "quiet": _("(prolonged)"), "check": _("(check)")}
    words.append(phases.get(enter.phase, ""))
    return " ".join(word for word in words if word)


def cut_text(reading: Reading, node: Drawn, cut: Cut) -> str:
    """Why the rest was skipped, and how much that was."""
    relation, name = reading.comparison(node.enter, cut)
    count = len(cut.skipped)
    moves = (skipped_name(reading.game, node, move) for move in cut.skipped[:8])
    names = " ".join(moves) + (" ..." if count > 8 else "")
    reason = _("{letter} cut: {value} {relation} {name} = {limit}")
    if node.enter.sign < 0:  # the mover's numbers are the opposite of Max's, whose cut it is called after
        reason = _("{letter} cut for Max: {value} {relation} {name} = {limit}")
    reason = reason.format(
        letter="β" if cut.kind == "beta" else "α",
        value=reading.write(cut.value),
        relation=relation,
        name=name,
        limit=reading.bound(node.enter, cut.limit),
    )
    skipped = ngettext("{n} move skipped: {names}", "{n} moves skipped: {names}", count).format(n=count, names=names)
    return _("{reason}; {skipped}").format(reason=reason, skipped=skipped)


def skipped_name(game: Any, node: Drawn, move: Any) -> str:
    """The name of a skipped move; what a literal tree has below it is shown whole, unless its nodes have numbers."""
    state = node.enter.state
    if not isinstance(game, Tree):
        return str(game.move_name(state, move))
    child = game.children[state.node][move]
    return game.names[child] or "" if game.numbered else game.node_text(child)


def playout_lines(trace: Trace, levels: int = 2) -> list[str]:
    """A Monte Carlo search: visits and mean outcome for Max of the nodes of its tree, ``levels`` deep."""
    outcomes: dict[tuple[Any, ...], list[float]] = {}
    children: dict[tuple[Any, ...], list[tuple[Any, ...]]] = {}
    for event in trace.events:
        if isinstance(event, Playout):
            for length in range(min(len(event.path), levels) + 1):
                path = event.path[:length]
                if path not in outcomes and path:
                    children.setdefault(path[:-1], []).append(path)
                outcomes.setdefault(path, []).append(event.outcome)
    lines: list[str] = []

    def draw_path(path: tuple[Any, ...], state: Any, name: str, first: str, rest: str) -> None:
        seen = outcomes[path]
        count = ngettext("{n} visit", "{n} visits", len(seen)).format(n=len(seen))
        shape = "▲" if trace.game.player(state) == MAX else "▼"
        lines.append(f"{first}{shape} {name}{count}, {sum(seen) / len(seen):.2f}")
        below = sorted(children.get(path, []), key=lambda child: -len(outcomes[child]))
        for child in below:
            last = child == below[-1]
            label = _("{move}: ").format(move=trace.game.move_name(state, child[-1]))
            draw_path(
                child,
                trace.game.play(state, child[-1]),
                label,
                rest + ("└─ " if last else "├─ "),
                rest + ("   " if last else "│  "),
            )

    draw_path((), trace.root, "", "", "")
    return lines
