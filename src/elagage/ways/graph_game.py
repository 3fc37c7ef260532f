"""A game said as a graph: a dict of successors, who moves where, what the ends are worth.

    graphe = {"a": ["b", "c"], "b": ["a", "d"]}     graph in English; a value may be a dict {move: vertex}
    joueur = {"a": 0, "b": 1}                       owner; 0 or "max", 1 or "min"; without it they move in turn
    gains = {"c": 1, "d": -1}                       ends; a final vertex that is not named is worth 0
    depart = "a"                                    start; without it the first vertex of the dict
    heuristique = {"b": 0.5}                        heuristic; a dict or a function of the vertex

``sommets`` and ``arcs`` (a list of pairs) may stand in the place of ``graphe``. A successor that is a number and no
vertex is an end that is worth so much. Ends worth 1, 0 and -1 are won, drawn and lost; other numbers are amounts.
Whether play can cycle is found out.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterable, Mapping
from typing import Any

from elagage.errors import LoadError
from elagage.game import MAX, MIN, Game
from elagage.ways.function_game import read_facts
from elagage.ways.rule_names import find_member

__all__ = ["GraphGame", "make_graph_game"]

PLAYERS = {"max": MAX, "min": MIN, "j0": MAX, "j1": MIN, "0": MAX, "1": MIN}


class GraphGame(Game[Any, Any]):
    """A state is a vertex; a move is the successor, or the name of the arc."""

    def __init__(
        self,
        arcs: dict[Any, dict[Any, Any]],
        first: Any,
        owner: dict[Any, int],
        ends: dict[Any, Any],
        estimates: dict[Any, Any],
    ) -> None:
        self.arcs, self.first, self.owner, self.ends, self.estimates = arcs, first, owner, ends, estimates
        self.listed = {vertex: tuple(moves) for vertex, moves in arcs.items()}

    def start(self) -> Any:
        """The first vertex."""
        return self.first

    def player(self, state: Any) -> int:
        """Who moves there; at an end it does not matter."""
        return self.owner[state]

    def moves(self, state: Any) -> Any:
        """The successors."""
        return self.listed[state]

    def play(self, state: Any, move: Any) -> Any:
        """The vertex that a move leads to."""
        return self.arcs[state][move]

    def score(self, state: Any) -> Any:
        """What an end is worth for Max."""
        return self.ends[state]

    def heuristic(self, state: Any) -> Any:
        """What is guessed of a vertex."""
        return self.estimates[state]

    def grid(self, state: Any) -> list[list[str]]:
        """The vertex."""
        return [[str(state)]]

    def move_name(self, state: Any, move: Any) -> str:  # noqa: ARG002
        """A vertex or an arc without spaces, so that it can stand in a line of moves."""
        return "".join(str(move).split()) or "-"

    def state_name(self, state: Any) -> str:
        """The vertex."""
        return str(state)

    def parse_state(self, text: str) -> Any:
        """A vertex, or a line of moves from the start."""
        wanted = text.strip()
        for vertex in self.listed:
            if self.state_name(vertex) == wanted:
                return vertex
        return self.play_line(self.start(), text.replace(",", " ").split())


class TurnGraphGame(Game[Any, Any]):
    """The same where both move in turn: a state is a vertex and who moves."""

    def __init__(
        self, arcs: dict[Any, dict[Any, Any]], first: Any, ends: dict[Any, Any], estimates: dict[Any, Any]
    ) -> None:
        self.arcs, self.first, self.ends, self.estimates = arcs, first, ends, estimates
        self.listed = {vertex: tuple(moves) for vertex, moves in arcs.items()}

    def start(self) -> Any:
        """The first vertex, where Max moves."""
        return (self.first, MAX)

    def player(self, state: Any) -> int:
        """Who moves."""
        return state[1]  # type: ignore[no-any-return]

    def moves(self, state: Any) -> Any:
        """The successors."""
        return self.listed[state[0]]

    def play(self, state: Any, move: Any) -> Any:
        """The vertex that a move leads to; it is the other's turn."""
        return (self.arcs[state[0]][move], 1 - state[1])

    def score(self, state: Any) -> Any:
        """What an end is worth for Max."""
        return self.ends[state[0]]

    def heuristic(self, state: Any) -> Any:
        """What is guessed of a vertex."""
        return self.estimates[state[0]]

    def grid(self, state: Any) -> list[list[str]]:
        """The vertex."""
        return [[str(state[0])]]

    move_name = GraphGame.move_name

    def state_name(self, state: Any) -> str:
        """The vertex and who moves."""
        return f"{state[0]} {('max', 'min')[state[1]]}"

    def parse_state(self, text: str) -> Any:
        """A vertex and who moves, or a line of moves from the start."""
        for vertex in self.listed:
            for turn in (MAX, MIN):
                if self.state_name((vertex, turn)) == text.strip():
                    return (vertex, turn)
        return self.play_line(self.start(), text.replace(",", " ").split())


def make_graph_game(members: Mapping[str, Any], where: Any, title: str, module: str) -> Game[Any, Any] | None:
    """The game that the graph among a file's names says; None if there is no graph."""
    arcs = read_arcs(members, where)
    if arcs is None:
        return None
    ends_name = find_member("ends", [name for name, value in members.items() if isinstance(value, Mapping)], where)
    ends = dict(members[ends_name]) if ends_name else {}
    add_ends(arcs, ends, where)
    owner = read_owner(members, arcs, where)
    name = find_member("start", [name for name in members if not callable(members[name])], where)
    first = members[name] if name else next(iter(arcs))
    if first not in arcs:
        raise LoadError(
            "{name} of {where} is {vertex}, which is no vertex of its graph.",
            name=name,
            where=where,
            vertex=repr(first),
        )
    estimates = read_estimates(members, arcs, where)
    facts = {
        "cycles": has_cycle(arcs),
        "payoffs": any(value not in (-1, 0, 1) for value in ends.values()),
        **read_facts({name: value for name, value in members.items() if value is not None}, where),
        "__module__": module,
        "__doc__": members.get("__doc__"),
    }
    if owner is None:
        turns: Game[Any, Any] = type(title, (TurnGraphGame,), facts)(arcs, first, ends, estimates)
        return turns
    game: Game[Any, Any] = type(title, (GraphGame,), facts)(arcs, first, owner, ends, estimates)
    return game


def read_arcs(members: Mapping[str, Any], where: Any) -> dict[Any, dict[Any, Any]] | None:
    """The successors of every vertex by the moves that lead to them; None if the names hold no graph."""
    name = find_member("graph", [name for name, value in members.items() if isinstance(value, Mapping)], where)
    if name:
        return {vertex: name_arcs(vertex, held, name, where) for vertex, held in members[name].items()}
    name = find_member("arcs", [name for name, value in members.items() if is_pairs(value)], where)
    if not name:
        return None
    listed = find_member("vertices", [name for name, value in members.items() if is_several(value)], where)
    arcs: dict[Any, dict[Any, Any]] = {vertex: {} for vertex in (members[listed] if listed else ())}
    for one, other in members[name]:
        arcs.setdefault(one, {})[other] = other
        if listed and (one not in members[listed] or other not in members[listed]):
            raise LoadError(
                "{name} of {where} holds the arc {arc}, but {vertices} does not hold both its vertices.",
                name=name,
                where=where,
                arc=repr((one, other)),
                vertices=listed,
            )
    return arcs or None


def is_several(value: Any) -> bool:
    return isinstance(value, list | tuple | set | frozenset)


def is_pairs(value: Any) -> bool:
    return is_several(value) and bool(value) and all(isinstance(arc, tuple | list) and len(arc) == 2 for arc in value)


def name_arcs(vertex: Any, held: Any, name: str, where: Any) -> dict[Any, Any]:
    """The arcs from a vertex: what they are called, and where they lead."""
    if isinstance(held, Mapping):
        return dict(held)
    if held is None:
        return {}
    if isinstance(held, str) or not isinstance(held, Iterable):
        raise LoadError(
            "{name}[{vertex}] of {where} is {value}: it must be the list of the successors, or a dict from moves to "
            "them.",
            name=name,
            vertex=repr(vertex),
            where=where,
            value=repr(held)[:80],
        )
    successors = sorted(held, key=repr) if isinstance(held, set | frozenset) else list(held)
    for successor in successors:
        if not isinstance(successor, Hashable):
            raise LoadError(
                "{name}[{vertex}] of {where} leads to {value}, which can't be a vertex: make it a name, a number or a "
                "tuple.",
                name=name,
                vertex=repr(vertex),
                where=where,
                value=repr(successor)[:80],
            )
    return {successor: successor for successor in successors}


def add_ends(arcs: dict[Any, dict[Any, Any]], ends: dict[Any, Any], where: Any) -> None:
    """Make every successor a vertex and every final vertex worth something; what is wrong with the ends is told."""
    said = bool(ends)
    for moves in list(arcs.values()):
        for vertex in moves.values():
            if vertex not in arcs:
                arcs[vertex] = {}
                if isinstance(vertex, int | float) and not isinstance(vertex, bool) and vertex not in ends:
                    ends[vertex] = vertex
                    said = True
    for vertex, value in ends.items():
        if vertex not in arcs or arcs[vertex]:
            raise LoadError(
                "{where} says what {vertex} is worth, but it is no end of its graph: an end is a vertex without "
                "successors.",
                where=where,
                vertex=repr(vertex),
            )
        if isinstance(value, bool) or not isinstance(value, int | float) or math.isnan(value):
            raise LoadError(
                "{where} says that {vertex} is worth {value}: it must be a number for Max.",
                where=where,
                vertex=repr(vertex),
                value=repr(value)[:80],
            )
    finals = [vertex for vertex, moves in arcs.items() if not moves]
    if finals and not said:
        raise LoadError(
            "{where} does not say what the ends {vertices} of its graph are worth: write ends = {example} (gains in "
            "French).",
            where=where,
            vertices=", ".join(map(repr, finals[:5])),
            example=repr(dict.fromkeys(finals[:2], 1)),
        )
    for vertex in finals:
        ends.setdefault(vertex, 0)


def read_owner(members: Mapping[str, Any], arcs: dict[Any, dict[Any, Any]], where: Any) -> dict[Any, int] | None:
    """Who moves at each vertex; None if both move in turn."""
    fitting = [name for name, value in members.items() if isinstance(value, Mapping) or is_function(value)]
    name = find_member("owner", fitting, where)
    if not name:
        return None
    held = members[name]
    owner = {}
    for vertex, moves in arcs.items():
        try:
            told = held(vertex) if callable(held) else held.get(vertex, None if moves else MAX)
        except Exception as error:
            raise LoadError(
                "{name}({vertex}) of {where} fails: {problem}.",
                name=name,
                vertex=repr(vertex),
                where=where,
                problem=f"{type(error).__name__}: {error}",
            ) from error
        player = PLAYERS.get(told.casefold(), told) if isinstance(told, str) else told
        if isinstance(player, bool) or player not in (MAX, MIN):
            if not moves:
                player = MAX
            else:
                raise LoadError(
                    "{name} of {where} says {value} for {vertex}: say 0 (Max) or 1 (Min) for every vertex that has "
                    "successors.",
                    name=name,
                    where=where,
                    value=repr(told)[:80],
                    vertex=repr(vertex),
                )
        owner[vertex] = player
    return owner


def is_function(value: Any) -> bool:
    return callable(value) and not isinstance(value, type)


def read_estimates(members: Mapping[str, Any], arcs: dict[Any, dict[Any, Any]], where: Any) -> dict[Any, Any]:
    """What is guessed of each vertex, by a dict or by a function; 0 where nothing is said."""
    fitting = [name for name, value in members.items() if isinstance(value, Mapping) or is_function(value)]
    name = find_member("heuristic", fitting, where)
    held: Mapping[Any, Any] | Callable[[Any], Any] = members[name] if name else {}
    estimates = {}
    for vertex in arcs:
        try:
            estimates[vertex] = held.get(vertex, 0) if isinstance(held, Mapping) else held(vertex)
        except Exception as error:
            raise LoadError(
                "{name}({vertex}) of {where} fails: {problem}.",
                name=name,
                vertex=repr(vertex),
                where=where,
                problem=f"{type(error).__name__}: {error}",
            ) from error
    return estimates


def has_cycle(arcs: dict[Any, dict[Any, Any]]) -> bool:
    """Can play come back to a vertex? It can if not all vertices can be taken away, ends first."""
    left = {vertex: set(moves.values()) for vertex, moves in arcs.items()}
    before: dict[Any, list[Any]] = {}
    for vertex, successors in left.items():
        for successor in successors:
            before.setdefault(successor, []).append(vertex)
    free = [vertex for vertex, successors in left.items() if not successors]
    taken = 0
    while free:
        vertex = free.pop()
        taken += 1
        for one in before.get(vertex, ()):
            left[one].discard(vertex)
            if not left[one]:
                free.append(one)
    return taken < len(left)
