"""The trace: what a search did, as immutable events in the order they happened.

A search that is given a trace reports to it; pictures, tables, quizzes and tests read the events and nothing else.
Nodes are numbered from 0 in the order they are entered. Values and windows are those of the algorithm itself: an event
of a node with ``sign`` -1 (Min's nodes in negamax form) holds the opposite of Max's value.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from typing import Any, ClassVar

from elagage.errors import SearchError
from elagage.lazy import Shown, draw_value
from elagage.result import MAX, Number

__all__ = [
    "EXACT", "LOWER", "UPPER", "Best", "Conventions", "Cut", "Enter", "Event", "Leaf", "Leave", "Playout", "Recall",
    "Round", "Trace",
    "bound_kind", "deep_cuts", "replay",
]  # fmt: skip

EXACT = "exact"
LOWER = "lower"
UPPER = "upper"


@dataclass(frozen=True, slots=True)
class Enter:
    """The search enters a node, by a move of its parent, with a window and a depth still to go."""

    node: int
    parent: int | None
    move: Any
    state: Any
    player: int
    depth: int | None
    """Plies still to go; None if to the end of the game."""
    alpha: Number
    beta: Number
    sign: int
    """1 if the algorithm's numbers at this node are Max's, -1 if they are the opposite."""
    phase: str
    """What this visit is: '' for an ordinary one, 'scout' (null window), 'again' (re-search),
    'quiet' (prolonged leaf), 'check' (a shallower search with a null window).
    """


@dataclass(frozen=True, slots=True)
class Leaf:
    """The node is judged by itself: by its final score if the game has ended, else by the heuristic."""

    node: int
    value: Number
    ended: bool


@dataclass(frozen=True, slots=True)
class Recall:
    """The node is answered from memory."""

    node: int
    value: Number
    bound: str
    on_path: bool = False
    """Was it met on the very path to itself, and not answered before?"""


@dataclass(frozen=True, slots=True)
class Best:
    """A move is the best so far at its node; the window is what is left for the next ones.

    ``move`` is None for standing pat.
    """

    node: int
    move: Any
    value: Number
    alpha: Number
    beta: Number


@dataclass(frozen=True, slots=True)
class Cut:
    """The node's other moves need not be looked at: an 'alpha' cut at Min's node, a 'beta' cut at Max's."""

    node: int
    kind: str
    value: Number
    limit: Number
    """The bound that the value met, in the algorithm's own numbers."""
    skipped: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Leave:
    """The node's answer: a value, or a bound on it."""

    node: int
    value: Number
    bound: str


@dataclass(frozen=True, slots=True)
class Round:
    """A new search of the same root begins: a depth of progressive deepening, a test of MTD(f),
    a question of AND/OR.
    """

    number: int
    depth: int | None
    guess: Number | None = None
    """What a test asks: is the value at least this?"""
    above: bool = False
    """Or: is it above this?"""
    winner: int | None = None
    """The question of an AND/OR search: can this player force a win?"""


@dataclass(frozen=True, slots=True)
class Playout:
    """A random game of a Monte Carlo search: the moves inside its tree, and how the game ended for Max (1,
    1/2 or 0).
    """

    number: int
    path: tuple[Any, ...]
    outcome: float


@dataclass(frozen=True)
class Conventions:
    """Alpha-beta's switches: one branch for both players or one for each, answers clamped to the window or not,
    cuts at a bound or past it.
    """

    negamax: bool = False
    soft: bool = True
    strict: bool = False


Event = Enter | Leaf | Recall | Best | Cut | Leave | Round | Playout


class Trace(Shown):
    """A notebook that a search writes its events into: ``events`` holds them, ``game``,
    ``algorithm`` and ``root`` say of what.
    """

    _drawer: ClassVar[str] = "draw_trace"

    def __init__(self, limit: int = 1_000_000) -> None:
        self.events: list[Event] = []
        self.game: Any = None
        self.algorithm = ""
        self.root: Any = None
        self.conventions: Conventions | None = None
        """Those of the search, if it has any and said so."""
        self.limit = limit
        self._stack: list[Enter] = []
        self._entered = 0
        self._move: Any = None
        self._phase = ""

    def __len__(self) -> int:
        return len(self.events)

    @property
    def strict(self) -> bool:
        """Did the search cut past a bound only, and not at it?"""
        return self.conventions is not None and self.conventions.strict

    def _repr_svg_(self) -> str | None:
        """The figure alone, for what prints notebooks, once there is something to show."""
        return draw_value(self, "draw_trace_svg")  # type: ignore[no-any-return]

    def begin(self, game: Any, algorithm: str, root: Any, conventions: Conventions | None = None) -> None:
        """A search of the position ``root`` begins; what an earlier one left is forgotten."""
        self.events.clear()
        self._stack.clear()
        self._entered = 0
        self._move, self._phase = None, ""
        self.game, self.algorithm, self.root, self.conventions = game, algorithm, root, conventions

    def descend(self, move: Hashable, phase: str = "") -> None:
        """The node on top tries a move; the next ``enter`` is its child."""
        self._move, self._phase = move, phase

    def enter(
        self,
        state: Any,
        player: int,
        depth: int | None,
        alpha: Number = -math.inf,
        beta: Number = math.inf,
        sign: int = 1,
    ) -> None:
        """A node is entered."""
        parent = self._stack[-1].node if self._stack else None
        if depth is not None and depth >= 1 << 29:  # a search to the end of the game
            depth = None
        node = Enter(self._entered, parent, self._move, state, player, depth, alpha, beta, sign, self._phase)
        self._move, self._phase = None, ""
        self._entered += 1
        self._stack.append(node)
        self._add(node)

    def leaf(self, value: Number, ended: bool) -> None:
        """The node on top is judged by itself, and left."""
        self._add(Leaf(self._stack[-1].node, value, ended))
        self.leave(value)

    def recall(self, value: Number, bound: str = EXACT, on_path: bool = False) -> None:
        """The node on top is answered from memory (or met on its own path), and left."""
        self._add(Recall(self._stack[-1].node, value, bound, on_path))
        self.leave(value, bound)

    def best(self, move: Hashable, value: Number, alpha: Number = -math.inf, beta: Number = math.inf) -> None:
        """The node on top has a new best move."""
        self._add(Best(self._stack[-1].node, move, value, alpha, beta))

    def cut(self, value: Number, limit: Number, skipped: Iterable[Any]) -> None:
        """The node on top skips the rest of its moves."""
        top = self._stack[-1]
        self._add(Cut(top.node, "beta" if top.player == MAX else "alpha", value, limit, tuple(skipped)))

    def leave(self, value: Number, bound: str = EXACT) -> None:
        """The node on top is answered."""
        self._add(Leave(self._stack.pop().node, value, bound))

    def round(
        self,
        number: int,
        depth: int | None,
        guess: Number | None = None,
        above: bool = False,
        winner: int | None = None,
    ) -> None:
        """The root is searched anew; an interrupted round leaves no node open."""
        self._stack.clear()
        self._move, self._phase = None, ""
        self._add(Round(number, depth, guess, above, winner))

    def playout(self, number: int, path: Iterable[Any], outcome: float) -> None:
        """A random game was played."""
        self._add(Playout(number, tuple(path), outcome))

    def _add(self, event: Event) -> None:
        if len(self.events) >= self.limit:
            raise SearchError(
                "The search makes more than {limit} steps, too many to keep: ask for a smaller depth.", limit=self.limit
            )
        self.events.append(event)


def just_above(value: Number) -> Number:
    """The end of the null window that begins at ``value``; a value strictly inside it is exact all the same."""
    return value + 1 if isinstance(value, int) else math.nextafter(value, math.inf)


def bound_kind(value: Number, alpha: Number, beta: Number, strict: bool = False) -> str:
    """What a fail-soft answer says of the true value: an upper bound at or below alpha, a lower one at or above beta.

    With strict cuts one that equals a bound was searched in full, and is exact; an answer clamped to it need not be.
    """
    if value < alpha or (value == alpha > -math.inf and not strict):
        return UPPER
    if value > beta or (value == beta < math.inf and not strict):
        return LOWER
    return EXACT


def deep_cuts(events: Iterable[Event], strict: bool = False) -> list[Cut]:
    """The deep cuts of an alpha-beta search, in order.

    A *deep cut* (Knuth and Moore, 1975) is one that the best value so far of the node's parent does not justify: the
    bound that was met comes from further up, at least three levels above the node, so it takes a tree of depth 4.
    """
    found: list[Cut] = []
    path: list[tuple[Enter, list[Number]]] = []  # the open nodes, each with its best value for Max so far
    for event in events:
        if isinstance(event, Enter):
            path.append((event, []))
        elif isinstance(event, Best):
            enter, best = path[-1]
            best[:] = [enter.sign * event.value]
        elif isinstance(event, Cut):
            enter = path[-1][0]
            value = enter.sign * event.value
            known = path[-2][1] if len(path) > 1 else []
            if event.kind == "beta":
                justified = any(value > best if strict else value >= best for best in known)
            else:
                justified = any(value < best if strict else value <= best for best in known)
            if not justified:
                found.append(event)
        elif isinstance(event, Leave):
            path.pop()
    return found


def replay(trace: Trace) -> Number:
    """The root's value for Max, worked out anew from the leaves, the memory's answers and the order of events alone.

    Raises ValueError where the events contradict each other: a best that no child gave, a node left with another value
    than its best, a cut that its value doesn't justify.
    """
    open_nodes: list[
        tuple[Enter, list[Number], list[Number]]
    ] = []  # the node, its candidates, what its children answered, for Max
    answer: Number | None = None
    for event in trace.events:
        if isinstance(event, Round):
            open_nodes.clear()
        elif isinstance(event, Enter):
            open_nodes.append((event, [], []))
        elif not isinstance(event, Playout):
            node, candidates, answers = open_nodes[-1]
            if node.node != event.node:
                raise ValueError(f"event {event} is not about the open node {node.node}")
            value = node.sign * event.value
            if isinstance(event, Leaf | Recall):
                candidates.append(value)
            elif isinstance(event, Best):
                if event.move is not None and value not in answers:
                    raise ValueError(f"no child of node {node.node} answered {value}")
                candidates.append(value)
            elif isinstance(event, Cut):
                limit = node.sign * event.limit
                if not (value >= limit if event.kind == "beta" else value <= limit):
                    raise ValueError(f"the cut at node {node.node} is not justified: {value} against {limit}")
            else:
                chosen = max(candidates) if node.player == MAX else min(candidates)
                clamped = sorted((node.sign * node.alpha, node.sign * node.beta))
                if value not in (chosen, min(max(chosen, clamped[0]), clamped[1])):
                    raise ValueError(f"node {node.node} is left with {value} instead of {chosen}")
                open_nodes.pop()
                if open_nodes:
                    open_nodes[-1][2].append(value)
                else:
                    answer = value
    if answer is None:
        raise ValueError("the trace holds no finished search")
    return answer
