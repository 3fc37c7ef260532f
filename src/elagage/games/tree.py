"""A game given as a literal tree (or a graph, if branches meet), such as a teacher draws on the board.

    "((5 6) (7 4 5))"                 text: a pair of brackets is a node, a number is a leaf
    "a=(b=(1 4) c=(b 2))"             nodes may have names; a name alone stands for the node again (a shared node)
    [[5, 6], [7, 4, 5]]               nested lists
    {"a": ["b", "c"], "b": [5, 6], "c": ["b", 2]}     a dict of successors, its first key the root; keys may be numbers

Max and Min alternate from the root down, Max first by default; in a dict, ``players`` may say who owns which node. A
leaf's number is its score for Max; the capitals V, G, W stand for 1 (won), D, P, L for -1 (lost), N for 0 (a draw), and
a tree whose leaves are all letters is shown with them. An inner node's heuristic is 0, or what ``estimates`` gives for
its name. Values may be infinite: ``inf``, ``-inf``.
"""

from __future__ import annotations

import math
import random
import re
from collections.abc import Mapping, Sequence
from copy import copy
from itertools import accumulate
from typing import Any, NamedTuple

from elagage.errors import LoadError
from elagage.game import MAX, MIN, Game
from elagage.games.shapes.tree_labels import Labels
from elagage.i18n import Message
from elagage.result import Number, format_number

__all__ = ["Tree", "TreeState"]

LETTERS = {"V": 1, "G": 1, "W": 1, "D": -1, "P": -1, "L": -1, "N": 0}
OPPOSITES = {"V": "D", "G": "P", "W": "L", "D": "V", "P": "G", "L": "W"}
MOST_NODES = 1_000_000


class TreeState(NamedTuple):
    """``node``: its number, 0 for the root; ``turn``: who moves."""

    node: int
    turn: int


class Tree(Game[TreeState, int]):
    """The game that a literal tree describes; a move is the number of a branch, from 0."""

    payoffs = True
    compiles = False
    rules = Message(
        "Max and Min take turns to choose a branch, from the root down to a leaf. The number of the leaf is "
        "what Max gets and Min pays."
    )
    board_kind = "node"

    def __init__(
        self,
        tree: str | Sequence[Any] | Mapping[Any, Any],
        first: int = MAX,
        *,
        players: Mapping[Any, int] | None = None,
        estimates: Mapping[Any, Number] | None = None,
        spelling: Mapping[Number, str] | None = None,
    ) -> None:
        if first not in (MAX, MIN):
            raise LoadError("The first player is 0 (Max) or 1 (Min), not {first}.", first=first)
        builder = Builder()
        if isinstance(tree, str):
            builder.read_text(tree)
        elif isinstance(tree, Mapping):
            builder.read_dict(tree)
        else:
            builder.read_lists(tree)
        self.first = first
        self.numbered = False
        """Are the names of the nodes their numbers?"""
        self.children = tuple(tuple(branches) for branches in builder.children)
        # The same, flat: the branches of a node are ``branches[firsts[node]]`` and the next ``counts[node]`` ones.
        self.counts = tuple(len(branches) for branches in self.children)
        self.firsts = tuple(accumulate(self.counts, initial=0))
        self.branches = tuple(child for branches in self.children for child in branches)
        self.values = tuple(builder.values)
        self.names = tuple(builder.names)
        self.labels = Labels(self.children, self.names)
        self.spelling = builder.spelling() if spelling is None else spelling
        """How some values are written: V and D, say, where all leaves are letters."""
        self.written = self._written_names()
        owners = {str(name): player for name, player in (players or {}).items()}
        guesses = {str(name): value for name, value in (estimates or {}).items()}
        known = set(self.names)
        for name in (*owners, *guesses):
            if name not in known:
                raise LoadError("No node of this tree is named '{name}'.", name=name)
        for name, player in owners.items():
            if isinstance(player, bool) or player not in (MAX, MIN):
                raise LoadError(
                    "The player of node '{name}' is 0 (Max) or 1 (Min), not {player}.", name=name, player=repr(player)
                )
        self.owners = tuple(owners.get(name or "", -1) for name in self.names)
        self.estimates = tuple(guesses.get(name or "", 0) for name in self.names)

    @classmethod
    def from_text(cls, parameters: str) -> Tree:
        """``tree:((5 6) (7 4 5))``, ``tree:min:(...)`` with Min first, ``tree:3^4`` (random, branching 3, depth 4),
        ``tree:3^4#7`` (seed 7).
        """
        text, first = parameters.strip(), MAX
        for word, player in (("max:", MAX), ("min:", MIN)):
            if text.casefold().startswith(word):
                text, first = text[len(word) :], player
        uniform = re.fullmatch(r"([0-9]{1,3})\^([0-9]{1,2})(?:#([0-9]{1,9}))?", text)
        if uniform:
            return cls.random(int(uniform[1]), int(uniform[2]), seed=int(uniform[3] or 0), first=first)
        return cls(text, first)

    @classmethod
    def random(
        cls, branching: int, depth: int, *, seed: int = 0, low: int = -9, high: int = 9, first: int = MAX
    ) -> Tree:
        """A uniform tree with random leaves."""
        if branching < 1 or branching**depth > MOST_NODES:
            raise LoadError(
                "A tree of branching {branching} and depth {depth} has no leaves or too many.",
                branching=branching,
                depth=depth,
            )
        chooser = random.Random(seed)

        def grow(plies: int) -> Any:
            return [grow(plies - 1) for _branch in range(branching)] if plies else chooser.randint(low, high)

        return cls(grow(depth), first)

    def number_nodes(self) -> Tree:
        """The same tree with its nodes numbered level by level from 0, the root: their names are their numbers."""
        order, seen = [0], {0}
        for node in order:  # the list grows meanwhile
            for child in self.children[node]:
                if child not in seen:
                    seen.add(child)
                    order.append(child)
        numbers: list[str | None] = [None] * len(self.children)
        for number, node in enumerate(order):
            numbers[node] = str(number)
        numbered = copy(self)
        numbered.numbered, numbered.names = True, tuple(numbers)
        numbered.labels = Labels(self.children, numbered.names)
        numbered.written = numbered._written_names()
        return numbered

    def _written_names(self) -> tuple[str | None, ...]:
        """The nodes' names in the bracket notation, in which a number can't be one."""
        names = {name for name in self.names if name is not None}
        return tuple(
            name if name is None or is_name(name) else make_unique("n" + replace_unwritable(name), names)
            for name in self.names
        )

    # The rules

    def start(self) -> TreeState:
        return TreeState(0, self.owners[0] if self.owners[0] >= 0 else self.first)

    def player(self, state: TreeState) -> int:
        return state.turn

    def moves(self, state: TreeState) -> range:
        return range(self.counts[state.node])

    def play(self, state: TreeState, move: int) -> TreeState:
        child = self.branches[self.firsts[state.node] + move]
        owner = self.owners[child]
        return TreeState(child, owner if owner >= 0 else 1 - state.turn)

    def over(self, state: TreeState) -> bool:
        return self.counts[state.node] == 0

    def score(self, state: TreeState) -> Number:
        return self.values[state.node]

    def heuristic(self, state: TreeState) -> Number:
        return self.estimates[state.node]

    # What people see and type

    def grid(self, state: TreeState) -> list[list[str]]:
        return [[self.node_text(child)] for child in self.children[state.node]] or [[self.node_text(state.node)]]

    def text(self, state: TreeState) -> str:
        return self.node_text(state.node)

    def node_text(self, node: int) -> str:
        """The tree below a node, in the bracket notation; a node met again is only named.

        Written with a stack, so that no tree is too deep.
        """
        parts: list[str] = []
        met: set[int] = set()
        waiting: list[int | str] = [node]
        while waiting:
            item = waiting.pop()
            if isinstance(item, str):
                parts.append(item)
                continue
            if parts and parts[-1] != "(":
                parts.append(" ")
            name = self.written[item]
            if item in met:
                parts.append(name or "")
                continue
            if name is not None:
                met.add(item)
                parts.append(f"{name}=")
            if self.children[item]:
                parts.append("(")
                waiting.append(")")
                waiting.extend(reversed(self.children[item]))
            else:
                parts.append(self.spell(self.values[item]))
        return "".join(parts)

    def spell(self, value: Number) -> str:
        """A value as this tree writes it."""
        return self.spelling.get(value) or format_number(value)

    def move_name(self, state: TreeState, move: int) -> str:
        siblings = [self.names[child] for child in self.children[state.node]]
        name = siblings[move]
        distinct = None not in siblings and len(set(siblings)) == len(siblings)
        alone = name is not None and siblings.count(name) == 1 and not name.isdecimal()
        return name if name is not None and (distinct or alone) else str(move + 1)

    def state_name(self, state: TreeState) -> str:
        return f"{self.labels[state.node]} {'min' if state.turn else 'max'}"

    def parse_state(self, text: str) -> TreeState:
        label, _space, side = text.strip().rpartition(" ")
        sides = {"max": MAX, "min": MIN}
        if side.casefold() in sides and (node := self.labels.find(label.strip())) is not None:
            return TreeState(node, sides[side.casefold()])
        return self.play_line(self.start(), text.split())


class Builder:
    """Collects the nodes of a tree from any of its notations."""

    def __init__(self) -> None:
        self.children: list[list[int]] = []
        self.values: list[Number] = []
        self.names: list[str | None] = []
        self.by_name: dict[str, int] = {}
        self.letters: list[str] = []
        self.leaves = 0

    def spelling(self) -> dict[Number, str]:
        """Values as letters, if all leaves were given so: the first of each kind, and its opposite."""
        if len(self.letters) < self.leaves:
            return {}
        found: dict[Number, str] = {}
        for letter in self.letters:
            found.setdefault(LETTERS[letter], letter)
        for letter in list(found.values()):
            if letter in OPPOSITES:
                found.setdefault(-LETTERS[letter], OPPOSITES[letter])
        return found

    def new(self, name: str | None = None) -> int:
        """A node with no branches yet; an index."""
        if len(self.children) > 2 * MOST_NODES:
            raise LoadError("The tree has more than {count} nodes.", count=2 * MOST_NODES)
        self.children.append([])
        self.values.append(0)
        self.names.append(name)
        if name is not None:
            self.by_name[name] = len(self.names) - 1
        return len(self.names) - 1

    def leaf(self, value: Any, name: str | None = None) -> int:
        if isinstance(value, bool) or not isinstance(value, int | float) or math.isnan(value):
            raise LoadError("A leaf must be a number, not {value}.", value=repr(value))
        node = self.new(name)
        self.leaves += 1
        self.values[node] = (
            int(value) if isinstance(value, float) and math.isfinite(value) and value == int(value) else value
        )
        return node

    def read_text(self, text: str) -> None:
        """The bracket notation; read with a stack, so that no tree is too deep."""
        tokens = re.findall(r"[()]|[^\s(),=]+\s*=|[^\s(),=]+|=", text)
        stack: list[int] = []
        name: str | None = None
        roots = 0
        for token in tokens:
            if token == ")":
                if not stack or name is not None:
                    raise LoadError("The tree has a closing bracket too many.")
                if not self.children[stack[-1]]:
                    raise LoadError("The tree has an empty pair of brackets; write a number or branches in it.")
                stack.pop()
                continue
            if token.endswith("="):
                name = token[:-1].rstrip()
                if name in self.by_name or not is_name(name):
                    raise LoadError(
                        "'{name}' can't name a node: a name is a word given once, not a number nor one of V G "
                        "W D P L N.",
                        name=name,
                    )
                continue
            if not stack:
                roots += 1
            node = self.new(name) if token == "(" else self.text_leaf(token, name)
            name = None
            if stack:
                self.children[stack[-1]].append(node)
            if token == "(":
                stack.append(node)
        if stack:
            raise LoadError("The tree has an opening bracket that is never closed.")
        if roots != 1 or name is not None:
            raise LoadError("A tree is one pair of brackets with branches inside, such as ((5 6) (7 4 5)).")

    def text_leaf(self, token: str, name: str | None) -> int:
        """A number, or a node met before."""
        if token in self.by_name and name is None:
            return self.by_name[token]
        number = LETTERS.get(token, read_number(token))
        if number is not None:
            self.letters += [token] if token in LETTERS else []
            return self.leaf(number, name)
        raise LoadError("'{token}' is neither a number nor the name of a node met before.", token=token)

    def read_lists(self, tree: Any) -> None:
        """Nested lists, read with a stack."""
        root = self.new() if is_branching(tree) else self.leaf(tree)
        waiting = [(root, tree)] if is_branching(tree) else []
        while waiting:
            node, branches = waiting.pop()
            if not branches:
                raise LoadError("The tree has an empty node; give it a number or branches.")
            for branch in branches:
                child = self.new() if is_branching(branch) else self.leaf(branch)
                self.children[node].append(child)
                if is_branching(branch):
                    waiting.append((child, branch))

    def read_dict(self, tree: Mapping[Any, Any]) -> None:
        """A dict of successors: keys of the dict, or numbers; a key whose value is a number is a leaf."""
        if not tree:
            raise LoadError("The tree is empty: give at least its root.")
        for key, branches in tree.items():
            name = str(key).strip()
            if not name or name in self.by_name:
                raise LoadError("'{name}' can't name a node: each name is given once, and is not empty.", name=name)
            if is_branching(branches):
                self.new(name)
            else:
                self.leaf(branches, name)
        nodes = {key: number for number, key in enumerate(tree)}
        for name, branches in tree.items():
            if is_branching(branches):
                if not branches:
                    raise LoadError("Node '{name}' has no branches; give it a number or branches.", name=name)
                for branch in branches:
                    try:
                        known = None if isinstance(branch, bool) else nodes.get(branch)
                    except TypeError:  # a list, say, which is no leaf either
                        known = None
                    if known is None and isinstance(branch, str):
                        raise LoadError(
                            "Node '{name}' leads to '{branch}', which is not in the tree.", name=name, branch=branch
                        )
                    self.children[nodes[name]].append(self.leaf(branch) if known is None else known)


def is_name(text: str) -> bool:
    """Can this name a node in the bracket notation?

    A word that can be shown and is neither a number nor one of the letters that stand for one.
    """
    word = re.fullmatch(r"[^\s(),=]+", text) is not None and text.isprintable()
    return word and text not in LETTERS and read_number(text) is None


def replace_unwritable(name: str) -> str:
    """The name with an underscore for each character that the bracket notation has no room for."""
    return "".join("_" if sign in "(),=" or sign.isspace() or not sign.isprintable() else sign for sign in name)


def make_unique(label: str, taken: set[str]) -> str:
    """The label, made unlike those that are taken; it is then taken too."""
    while label in taken:
        label += "'"
    taken.add(label)
    return label


def is_branching(tree: Any) -> bool:
    """Is this an inner node of nested lists?"""
    return isinstance(tree, Sequence) and not isinstance(tree, str)


def read_number(text: str) -> Number | None:
    """The number that the text is, or None."""
    text = text.replace("∞", "inf").replace("−", "-")
    try:
        value = float(text)
    except ValueError:
        return None
    if math.isnan(value):
        return None
    return int(text) if math.isfinite(value) and re.fullmatch(r"[+-]?[0-9]{1,999}", text) else value
