"""A position's world as a student's function sees it: nested lists, records, positions with the functions of a game, a
board that is played on, or a dict; what is looked at is noted.

A world is a graph of numbered nodes without cycles, 0 is its root; in a tree each node has one parent.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any

from elagage.exercises.examiner.inside.game_words import CHILDREN, ENDED, IS_MAX, PLAY, PLAYER, UNDO, VALUE

__all__ = ["Board", "IllegalMove", "Move", "Node", "ObservedWorld", "Position", "Speech", "plain_type"]


class IllegalMove(Exception):
    """A move that can't be played where the function stands, or taken back."""


class Speech:
    """How a file speaks of a game: read off its text, the same for all worlds."""

    called: frozenset[str] = frozenset()
    """Attributes that are called as methods."""
    methods: dict[str, Callable[..., Any]]
    """Methods of the student's class that our positions answer to as well."""
    moves = False
    """Are moves played, or are positions followed by positions?"""
    mutates = False
    """Does playing change the board?"""
    relative = False
    """Are values those of the player who moves?"""
    players: tuple[Any, Any] = (0, 1)
    """What stands for Max and for Min."""

    def __init__(self) -> None:
        self.methods = {}


class Move:
    """A move: from a node to a node."""

    def __init__(self, parent: int, place: int, child: int) -> None:
        self.parent, self.place, self.child = parent, place, child

    def __repr__(self) -> str:
        return f"<move {self.place + 1}>"

    def __lt__(self, other: Any) -> bool:
        return (self.parent, self.place) < (other.parent, other.place)

    def __deepcopy__(self, _memo: Any) -> Move:
        return self


class Position:
    """A node that only the functions of the game know; it has the usual attributes and methods too."""

    def __init__(self, observed: ObservedWorld, number: int) -> None:
        self._observed, self._number = observed, number

    def __repr__(self) -> str:
        return f"<position {self._number}>"

    def __deepcopy__(self, _memo: Any) -> Any:
        return self

    def __getattr__(self, name: str) -> Any:
        world = self._observed
        for words, answer in (
            (CHILDREN, world.children),
            (VALUE, world.value),
            (PLAYER, world.player),
            (ENDED, world.is_leaf),
            (IS_MAX, world.is_max),
        ):
            if name in words:
                if name in world.speech.called:
                    return lambda *rest: answer(self, *rest)
                return answer(self)
        if name in PLAY:
            return lambda *rest: world.play(self, *rest)
        if name in UNDO:
            return lambda *rest: world.undo(self, *rest)
        if name in ("copy", "copie", "copier", "clone"):
            return lambda: self.__deepcopy__(None)
        if name in world.speech.methods:
            method = world.speech.methods[name]
            return lambda *rest, **named: method(self, *rest, **named)
        raise AttributeError(name)


class Board(Position):
    """A position that changes when a move is played on it."""

    def __init__(self, observed: ObservedWorld, path: list[int]) -> None:
        super().__init__(observed, path[-1])
        self._path = path

    def __deepcopy__(self, _memo: Any) -> Board:
        return Board(self._observed, list(self._path))

    def __copy__(self) -> Board:
        return self.__deepcopy__(None)

    def __hash__(self) -> int:
        return hash(self._number)

    def __eq__(self, other: Any) -> bool:
        return isinstance(other, Board) and other._number == self._number


class Node(list):  # type: ignore[type-arg]
    """An inner node of nested lists that notes which branches are looked at."""

    def __init__(self, branches: Iterable[Any], seen: set[int]) -> None:
        super().__init__(branches)
        self.seen = seen
        self.numbers: list[int] = []

    def __iter__(self) -> Any:
        for place in range(len(self)):
            yield self[place]

    def __getitem__(self, place: Any) -> Any:
        numbers = self.numbers[place]
        self.seen.update(numbers if isinstance(numbers, list) else [numbers])
        return super().__getitem__(place)


class LeafNumber(int):
    """A leaf that is known from the others of the same value."""


class NotedDict(dict):  # type: ignore[type-arg]
    """A dict of successors that notes which nodes are looked up."""

    observed: ObservedWorld

    def __getitem__(self, key: Any) -> Any:
        number = self.observed.number(key)
        if number is not None:
            self.observed.seen.add(number)
            self.observed.expanded[number] += 1
        return super().__getitem__(key)

    def get(self, key: Any, default: Any = None) -> Any:
        """Look a node up that may not be there."""
        try:
            return self[key]
        except KeyError:
            return default


def plain_type(thing: Any, *rest: Any) -> Any:
    """``type``, for which our nodes and leaves are ordinary lists and numbers."""
    if rest:
        return type(thing, *rest)
    return list if isinstance(thing, Node) else int if isinstance(thing, LeafNumber) else type(thing)


class ObservedWorld:
    """One world as the student's function sees it, and what it looks at."""

    def __init__(self, job: dict[str, Any], speech: Speech) -> None:
        self.speech = speech
        self.below: list[list[int]] = job["below"]
        self.players: list[int] = job["players"]
        self.values: list[int] = job["values"]
        self.seen: set[int] = set()
        self.called: set[int] = set()
        self.expanded: Counter[int] = Counter()
        self.known: dict[int, int] = {}
        self.kept: list[Any] = []
        self.path = [0]
        self.positions = [Position(self, number) for number in range(len(self.below))]
        self.moves = [[Move(n, place, child) for place, child in enumerate(row)] for n, row in enumerate(self.below)]

    def read_value(self, number: int) -> int:
        """What the number of a leaf or the estimate of an inner node is where it stands."""
        return -self.values[number] if self.speech.relative and self.players[number] else self.values[number]

    def lists(self, number: int, noted: bool, tuples: bool) -> Any:
        """The tree as nested lists, or tuples."""
        made: Any
        if not self.below[number]:
            made = LeafNumber(self.read_value(number)) if noted else self.read_value(number)
        else:
            branches = [self.lists(child, noted, tuples) for child in self.below[number]]
            made = tuple(branches) if tuples else branches
            if noted:
                made = Node(branches, self.seen)
                made.numbers = self.below[number]
        if noted or self.below[number]:
            self.keep(made, number)
        return made

    def records(self, children: str, value: str, bare: bool) -> Any:
        """The nodes as dicts with two keys; ``bare``: a leaf has the one and an inner node the other."""
        made: list[dict[str, Any]] = [{} for _node in self.below]
        for number, record in enumerate(made):
            if not bare or not self.below[number]:
                record[value] = self.read_value(number)
            if not bare or self.below[number]:
                record[children] = [made[child] for child in self.below[number]]
            self.keep(record, number)
        return made[0]

    def dicts(self, separate: bool) -> dict[str, Any]:
        """The successors by name, with the values among them or apart, and the name of the root."""
        names = [f"n{number}" for number in range(len(self.below))]
        tree = NotedDict({
            names[n]: [names[child] for child in row] if row or separate else self.read_value(n)
            for n, row in enumerate(self.below)
        })  # fmt: skip
        tree.observed = self
        values = {names[n]: self.read_value(n) for n in range(len(names)) if not self.below[n]}
        return {"tree": tree, "values": values, "node": names[0]}

    def keep(self, made: Any, number: int) -> None:
        """Know this object by its identity."""
        self.known[id(made)] = number
        self.kept.append(made)

    def number(self, node: Any) -> int | None:
        """Which node this is."""
        if isinstance(node, Position):
            return node._number
        if isinstance(node, str) and node[:1] == "n" and node[1:].isdecimal() and int(node[1:]) < len(self.below):
            return int(node[1:])
        return self.known.get(id(node))

    def find(self, arguments: tuple[Any, ...]) -> tuple[int, tuple[Any, ...]]:
        """The node that a function of the game is asked about, the current one if none is named, and the rest."""
        if arguments and (number := self.number(arguments[0])) is not None:
            return number, arguments[1:]
        return self.path[-1], arguments

    def children(self, *arguments: Any) -> Any:
        """The positions that follow, or the moves."""
        number, _rest = self.find(arguments)
        self.seen.add(number)
        self.expanded[number] += 1
        if self.speech.moves:
            return list(self.moves[number])
        return [self.positions[child] for child in self.below[number]]

    def value(self, *arguments: Any) -> Any:
        """The score of a leaf, the estimate of an inner node; for a player if one is given."""
        if arguments and isinstance(arguments[0], int | float):
            return arguments[0]
        number, rest = self.find(arguments)
        self.seen.add(number)
        low = self.speech.players[1]
        if rest and type(rest[0]) is type(low) and rest[0] == low:
            return -self.values[number]
        return self.values[number] if rest else self.read_value(number)

    def is_leaf(self, *arguments: Any) -> bool:
        """Is this a leaf?"""
        if arguments and isinstance(arguments[0], int | float) and not isinstance(arguments[0], bool):
            return True
        return not self.below[self.find(arguments)[0]]

    def player(self, *arguments: Any) -> Any:
        """Who moves."""
        return self.speech.players[self.players[self.find(arguments)[0]]]

    def is_max(self, *arguments: Any) -> bool:
        """Does Max move?"""
        return self.players[self.find(arguments)[0]] == 0

    def play(self, *arguments: Any) -> Any:
        """Play a move: on the board that is given, on the one and only board, or into a new position."""
        number, _rest = self.find(arguments)
        board = arguments[0] if arguments and isinstance(arguments[0], Board) else None
        move = next((thing for thing in arguments if isinstance(thing, Move)), None)
        if move is None or move.parent != number:
            raise IllegalMove
        if board is not None:
            board._path.append(move.child)
            board._number = move.child
            return board
        if arguments and isinstance(arguments[0], Position) and not self.speech.mutates:
            return self.positions[move.child]
        self.path.append(move.child)
        return None

    def undo(self, *arguments: Any) -> Any:
        """Take the last move back."""
        board = arguments[0] if arguments and isinstance(arguments[0], Board) else None
        path = self.path if board is None else board._path
        move = next((thing for thing in arguments if isinstance(thing, Move)), None)
        if len(path) < 2 or (move is not None and (move.parent, move.child) != tuple(path[-2:])):
            raise IllegalMove
        path.pop()
        if board is not None:
            board._number = path[-1]
        return board
