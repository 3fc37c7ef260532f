"""A tree as a student's function sees it: nested lists, positions with the functions of a game, or a dict;
what is looked at is noted.

This is imported in the student's process, so it needs nothing of the rest of the package.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

__all__ = ["CHILDREN", "CONSTANTS", "ENDED", "IS_MAX", "PLAYER", "VALUE", "Node", "ObservedTree", "plain_type"]

CHILDREN = {
    "coups_possibles", "coups", "successeurs", "suivants", "fils", "enfants", "situations_suivantes",
    "positions_suivantes",
    "possible_moves", "legal_moves", "successors", "children", "next_positions", "next_states", "moves",
}  # fmt: skip
VALUE = {
    "heuristique", "heuristic", "evaluation", "evaluer", "evaluate", "eval", "score", "valeur", "value", "gain",
    "utility", "utilite", "h",
    "eval_position", "staticval",
}  # fmt: skip
ENDED = {
    "est_feuille", "feuille", "est_finale", "est_final", "est_terminal", "est_terminale", "fin_de_partie",
    "partie_finie", "jeu_fini",
    "is_leaf", "is_terminal", "terminal", "game_over", "is_over", "over",
}  # fmt: skip
PLAYER = {"joueur_courant", "joueur", "trait", "current_player", "player", "to_move", "qui_joue"}
IS_MAX = {"est_max", "is_max", "max_to_move"}
CONSTANTS = {
    "PROGRAMME": 0, "ADVERSAIRE": 1, "MAX": 0, "MIN": 1, "JMAX": 0, "JMIN": 1, "J_MAX": 0, "J_MIN": 1,
    "INFINI": math.inf, "INF": math.inf, "INFINITY": math.inf, "inf": math.inf, "infini": math.inf,
}  # fmt: skip


class Position:
    """A node that only the functions of the game know; it has the usual attributes too."""

    def __init__(self, observed: ObservedTree, number: int) -> None:
        self._observed, self._number = observed, number

    def __repr__(self) -> str:
        return f"<position {self._number}>"

    def __getattr__(self, name: str) -> Any:
        for words, answer in (
            (CHILDREN, self._observed.children),
            (VALUE, self._observed.value),
            (PLAYER, self._observed.player),
        ):
            if name in words:
                return answer(self)
        if name in IS_MAX:
            return self._observed.player(self) == 0
        if name in ENDED:
            return self._observed.is_leaf(self)
        raise AttributeError(name)


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


def plain_type(thing: Any, *rest: Any) -> Any:
    """``type``, for which our nodes and leaves are ordinary lists and numbers."""
    if rest:
        return type(thing, *rest)
    return list if isinstance(thing, Node) else int if isinstance(thing, LeafNumber) else type(thing)


class ObservedTree:
    """One tree as the student's function sees it, and what it looks at."""

    def __init__(self, job: dict[str, Any], relative: bool) -> None:
        self.values: list[int] = []
        self.below: list[list[int]] = []
        self.players: list[int] = []
        self.relative = relative
        self.seen: set[int] = set()
        self.called: set[int] = set()
        self.known: dict[int, int] = {}
        self.kept: list[Any] = []
        self.add(job["tree"], 0)
        inner = [number for number, branches in enumerate(self.below) if branches]
        for number, estimate in zip(inner, job["estimates"]):
            self.values[number] = -estimate if relative and self.players[number] else estimate
        self.positions = [Position(self, number) for number in range(len(self.below))]

    def add(self, tree: Any, player: int) -> int:
        """Number the nodes in the order of the tree."""
        number = len(self.below)
        self.below.append([])
        self.players.append(player)
        leaf = not isinstance(tree, list)
        self.values.append((-tree if self.relative and player else tree) if leaf else 0)
        for branch in [] if leaf else tree:
            self.below[number].append(self.add(branch, 1 - player))
        return number

    def lists(self, number: int, noted: bool) -> Any:
        """The tree as nested lists."""
        made: Any
        if not self.below[number]:
            made = LeafNumber(self.values[number]) if noted else self.values[number]
        else:
            branches = [self.lists(child, noted) for child in self.below[number]]
            made = branches
            if noted:
                made = Node(branches, self.seen)
                made.numbers = self.below[number]
        if noted or self.below[number]:
            self.known[id(made)] = number
            self.kept.append(made)
        return made

    def number(self, node: Any) -> int | None:
        """Which node this is."""
        if isinstance(node, Position):
            return node._number
        if isinstance(node, str) and node[:1] == "n" and node[1:].isdecimal():
            return int(node[1:])
        return self.known.get(id(node))

    def children(self, node: Any, *_rest: Any) -> Any:
        """The positions that follow."""
        number = self.number(node)
        if number is None:
            return []
        self.seen.add(number)
        return [self.positions[child] for child in self.below[number]]

    def value(self, node: Any, *rest: Any) -> Any:
        """The score of a leaf, the estimate of an inner node; for a player if one is given."""
        number = self.number(node)
        if number is None:
            return node
        self.seen.add(number)
        return -self.values[number] if rest and rest[0] in (1, -1) else self.values[number]

    def is_leaf(self, node: Any, *_rest: Any) -> bool:
        """Is this a leaf?"""
        number = self.number(node)
        return number is None or not self.below[number]

    def player(self, node: Any, *_rest: Any) -> int:
        """Who moves: 0 (Max) or 1 (Min)."""
        number = self.number(node)
        return 0 if number is None else self.players[number]
