"""A traced search as steps in words: its events, one after the other,
on the shapes of its figure and beside the pseudo-code.

Each step has its row of ``step_table``. Shapes are named as
``tree_scene`` does: ``n``, ``v``, ``w``, ``e``, ``g``, ``k`` and ``c`` with a node's number, and for what it skips with
that number, a dash and another.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import pairwise
from typing import Any

from elagage.figures.pages.step_page import Step, translate_row
from elagage.figures.trees.node_labels import Speaker
from elagage.figures.trees.step_table import has_windows, row_cells, sections, step_rows, table_heads
from elagage.figures.trees.trace_text import describe_round
from elagage.figures.trees.tree_pseudocode import Conventions, conventions, space_punctuation, tree_listing
from elagage.i18n import Message, join_messages, translate_both
from elagage.result import MAX, Number, format_number
from elagage.trace import EXACT, Best, Cut, Enter, Event, Leaf, Leave, Playout, Recall, Round, Trace

__all__ = ["translate_for_page", "tree_columns", "tree_steps"]

PLAYOUT_COLUMNS = translate_row(Message("moves"), Message("for Max"))
SURE = {1.0: Message("won for Max"), 0.5: Message("a draw"), 0.0: Message("lost for Max")}

Change = tuple[str, str, str]


def tree_columns(trace: Trace) -> Mapping[str, tuple[str, ...]]:
    """The heads of the table, after the number of the step; random games have what happens before them too."""
    if any(isinstance(event, Playout) for event in trace.events):
        return PLAYOUT_COLUMNS
    return translate_row(*table_heads(trace))


def tree_steps(
    trace: Trace, section: int = 0, *, chosen: Conventions | None = None, names: Iterable[str] = ()
) -> list[Step]:
    """The steps of one round of a search, counted from 0; ``names`` are those of the figure's shapes,
    if it is known.
    """
    parts = sections(trace)
    if not parts:
        return []
    chosen, events = chosen or conventions(trace), parts[section]
    steps = list(Teller(trace, events, chosen, names).steps())
    if any(isinstance(event, Playout) for event in events):
        return steps
    windows = has_windows(trace.events, narrowed=True)
    rows = step_rows(trace, events, chosen.strict and trace.algorithm == "alphabeta")
    return [replace(step, cells=translate_row(*row_cells(row, windows))) for step, row in zip(steps, rows, strict=True)]


def translate_for_page(words: Message) -> dict[str, str]:
    """A sentence in each language, as a page breaks its lines."""
    found = translate_both(words)
    return {**found, "fr": space_punctuation(found["fr"])}


class Teller:
    """Tells of one round; it keeps what is known of each node so far."""

    def __init__(self, trace: Trace, events: list[Event], chosen: Conventions, names: Iterable[str]) -> None:
        self.trace, self.events = trace, events
        self.listing = tree_listing(trace, chosen)
        self.speaker = Speaker(trace, events, chosen.strict and trace.algorithm == "alphabeta")
        self.enters = self.speaker.enters
        self.windows = has_windows(events)
        self.bests: dict[int, Best] = {}
        self.children: dict[int, dict[Any, int]] = {}
        self.resting: dict[int, str] = {}
        """The class of a node that is not the current one."""
        self.current: int | None = None
        self.skips: dict[str, list[str]] = {}
        """The names of what each node skips."""
        self.marks: dict[str, list[str]] = {}
        """The names of the strokes of each node's cut."""
        for name in names:
            node, dash, _rest = name[1:].partition("-")
            if dash and name[0] in "stul":
                self.skips.setdefault(node, []).append(name)
            elif name[0] == "k":
                self.marks.setdefault(node, []).append(name)

    def line(self, kind: str, node: int) -> int:
        """The line of a kind of event at a node."""
        player = "max" if self.enters[node].player == MAX else "min"
        return self.listing.line(f"{kind}-{player}", kind)

    def steps(self) -> Iterator[Step]:
        """One for each event, but for the leaving of leaves."""
        if any(isinstance(event, Playout) for event in self.events):
            yield from playout_steps(self.trace, self.listing.line("playout"))
            return
        told = False
        for event in self.events:
            match event:
                case Round():
                    words = describe_round(event, self.speaker.reading)
                    if event.winner is None and event.guess is None:
                        words = join_messages([words, "."], "")
                    yield Step(translate_for_page(words), self.listing.line("round"))
                case Enter():
                    yield self.tell_enter(event)
                case Leaf():
                    yield self.tell_leaf(event)
                case Recall():
                    yield self.tell_recall(event)
                case Best():
                    yield self.tell_best(event)
                case Cut():
                    yield self.tell_cut(event)
                case Leave() if not told:
                    yield self.tell_leave(event)
                case _:
                    pass
            told = isinstance(event, Leaf | Recall)

    def step(self, words: Message, line: int, changes: list[Change], node: int) -> Step:
        """A step at a node."""
        return Step(translate_for_page(words), line, (*self.focus(node), *changes))

    @property
    def tests(self) -> bool:
        """Are the nodes asked a yes-or-no question, without a window?"""
        return self.speaker.reading.tests

    def bounds(self, node: int) -> tuple[Number, Number]:
        """What is left of a node's window."""
        best, enter = self.bests.get(node), self.enters[node]
        return (enter.alpha, enter.beta) if best is None else (best.alpha, best.beta)

    def focus(self, node: int) -> list[Change]:
        if self.current == node:
            return []
        changes: list[Change] = []
        if self.current is not None:
            changes.append((f"n{self.current}", "class", self.resting[self.current]))
        self.current = node
        return [*changes, (f"n{node}", "class", "s-current")]

    def tell_enter(self, event: Enter) -> Step:
        node = event.node
        self.speaker.meet(event)
        if event.parent is not None:
            self.children.setdefault(event.parent, {})[event.move] = node
        self.resting[node] = "s-open"
        changes: list[Change] = [(f"e{node}", "class", "s-open")]
        if event.phase:
            changes.append((f"g{node}", "class", "s-shown"))
        window = self.windows and not self.tests
        if window:
            changes += self.window(node)
        line = self.listing.line(event.phase, "enter")
        return self.step(self.speaker.describe_enter(event, window), line, changes, node)

    def window(self, node: int) -> list[Change]:
        return [(f"w{node}", "text", self.speaker.window(node, *self.bounds(node))), (f"w{node}", "class", "s-shown")]

    def show_answer(self, node: int, value: Number, bound: str) -> list[Change]:
        """A node's answer appears; once it is the root's the principal variation is lit."""
        changes = [
            (f"v{node}", "text", self.speaker.figure(value, bound)),
            (f"v{node}", "class", "s-shown"),
            (f"e{node}", "class", "s-done"),
        ]
        if self.enters[node].parent is None:
            nodes = self.variation(node)
            self.resting.update(dict.fromkeys(nodes, "s-pv"))
            changes += [(f"{letter}{number}", "class", "s-pv") for number in nodes for letter in "ne"]
        return changes

    def tell_leaf(self, event: Leaf) -> Step:
        node = event.node
        self.resting[node] = "s-done"
        words = self.speaker.describe_leaf(node, event.value, event.ended)
        line = self.line("ended" if event.ended else "estimate", node)
        changes = self.show_answer(node, event.value, EXACT)
        told = self.speaker.figure(event.value)
        if self.speaker.reading.is_unknown(event):
            told = "?"
            changes[0] = f"v{node}", "text", told
        return self.step(words, line, changes, node)

    def tell_recall(self, event: Recall) -> Step:
        node, told = event.node, self.speaker.answer(event.value, event.bound)
        name = self.speaker.subject(node)
        words = Message("{name} is known already, from memory: {value}.", name=name, value=told)
        line = self.listing.line("recall")
        if event.on_path:
            line = self.listing.line("met", "recall")
            words = Message("{name} is on the path already: it counts as not won.", name=name)
        self.resting[node] = "s-memory"
        changes = self.show_answer(node, event.value, event.bound)
        changes += [(f"{letter}{node}", "class", "s-shown") for letter in "go"]
        return self.step(words, line, changes, node)

    def tell_best(self, event: Best) -> Step:
        """A better value was found; the window may become smaller."""
        node, before, old = event.node, self.bests.get(event.node), self.bounds(event.node)
        self.bests[node] = event
        shown = self.speaker.figure(event.value)
        changes: list[Change] = [(f"v{node}", "text", shown), (f"v{node}", "class", "s-now")]
        if self.speaker.winner is not None:
            mine = self.enters[node].player == self.speaker.winner
            decides = mine == bool(event.value)
            line = self.listing.line(("best-or" if mine else "best-and") if decides else "best")
            return self.step(self.speaker.describe_decision(event), line, changes, node)
        if event.move is None:
            changes.append((f"g{node}", "class", "s-shown"))
        words = self.speaker.describe_best(event, before)
        line = self.line("pat" if event.move is None else "best", node)
        if (event.alpha, event.beta) != old and not self.tests:
            letter, bound = ("α", event.alpha) if event.alpha != old[0] else ("β", event.beta)
            moved = self.speaker.bound(node, bound)
            words = Message("{what}, {letter} becomes {bound}", what=words, letter=letter, bound=moved)
            changes += self.window(node) if self.windows else []
            line = line if event.move is None else self.line("window", node) or line
        return self.step(join_messages([words, "."], ""), line, changes, node)

    def tell_cut(self, event: Cut) -> Step:
        node, best = event.node, self.bests.get(event.node)
        self.resting[node] = "s-cut"
        changes: list[Change] = [(f"c{node}", "class", "s-shown")]
        changes += [(name, "class", "s-shown") for name in self.marks.get(str(node), [f"k{node}"])]
        skipped = self.skips.get(str(node)) or [
            f"{letter}{node}-{k}" for k in range(len(event.skipped)) for letter in "st"
        ]
        changes += [(name, "class", "s-skipped") for name in skipped]
        kind = "cut-pat" if best is not None and best.move is None else "cut"
        line = self.listing.line(kind) or self.line("cut", node)
        return self.step(self.speaker.describe_cut(event), line, changes, node)

    def tell_leave(self, event: Leave) -> Step:
        node, told = event.node, self.speaker.answer(event.value, event.bound)
        if self.resting[node] == "s-open":
            self.resting[node] = "s-done"
        known = {"name": self.speaker.name(node), "value": told}
        words = Message("Leave {name}: {value}.", **known)
        if self.enters[node].parent is None:
            words, moves = Message("Answer of {name}: {value}.", **known), self.moves(node)
            if moves:
                words = Message("Answer of {name}: {value}. Principal variation: {moves}.", moves=moves, **known)
        changes = self.show_answer(node, event.value, event.bound)
        return self.step(words, self.line("leave", node), changes, node)

    def variation(self, root: int) -> list[int]:
        nodes = [root]
        while nodes[-1] in self.bests:
            child = self.children.get(nodes[-1], {}).get(self.bests[nodes[-1]].move)
            if child is None:
                break
            nodes.append(child)
        return nodes

    def moves(self, root: int) -> str:
        nodes = self.variation(root)
        game = self.trace.game
        return " ".join(
            str(game.move_name(self.enters[parent].state, self.enters[child].move)) for parent, child in pairwise(nodes)
        )


def playout_steps(trace: Trace, line: int) -> Iterator[Step]:
    """A Monte Carlo search: a step for each random game."""
    game = trace.game
    numbers: dict[tuple[Any, ...], int] = {(): 0}
    seen: dict[int, list[float]] = {}
    way: list[int] = []
    for event in trace.events:
        if not isinstance(event, Playout):
            continue
        before, way, state, moves = way, [], trace.root, []
        changes: list[Change] = []
        for length in range(len(event.path) + 1):
            if length:
                moves.append(str(game.move_name(state, event.path[length - 1])))
                state = game.play(state, event.path[length - 1])
            number = numbers.setdefault(event.path[:length], len(numbers))
            seen.setdefault(number, []).append(event.outcome)
            way.append(number)
            games = seen[number]
            changes += [(f"v{number}", "text", f"{sum(games) / len(games):.2f}"), (f"v{number}", "class", "s-shown")]
            changes += [(f"w{number}", "text", f"× {len(games)}"), (f"w{number}", "class", "s-shown")]
        changes += [(f"n{number}", "class", "s-done") for number in before]
        changes += [(f"e{number}", "class", "s-seen") for number in before]
        changes += [(f"{letter}{number}", "class", "s-open") for number in way for letter in "ne"]
        changes.append((f"n{way[-1]}", "class", "s-current"))
        moved, outcome = " ".join(moves) or "—", SURE[event.outcome]
        words = Message(
            "Game {number}: {moves}, then at random: {outcome}.", number=event.number, moves=moved, outcome=outcome
        )
        if event is trace.events[-1]:
            best = follow_most_visited(numbers, {number: len(games) for number, games in seen.items()})
            changes.append((f"n{way[-1]}", "class", "s-done"))
            changes += [(f"{letter}{number}", "class", "s-pv") for number in best for letter in "ne"]
        yield Step(translate_for_page(words), line, tuple(changes), (moved, format_number(event.outcome)))


def follow_most_visited(numbers: Mapping[tuple[Any, ...], int], visits: Mapping[int, int]) -> list[int]:
    """The nodes that are reached by going from the root to the most visited child each time."""
    children: dict[tuple[Any, ...], list[tuple[Any, ...]]] = {}
    for path in numbers:
        if path:
            children.setdefault(path[:-1], []).append(path)
    way: list[tuple[Any, ...]] = [()]
    while way[-1] in children:
        way.append(max(children[way[-1]], key=lambda path: visits[numbers[path]]))
    return [numbers[path] for path in way]
