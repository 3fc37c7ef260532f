"""A graph as a student's ``dijkstra``, ``astar``, ``attracteur`` or ``positions_gagnantes`` takes it."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from typing import Any

__all__ = ["GraphWorld", "call_graph", "graph_variants", "is_given", "read_heuristic"]

GRAPHS = {
    "g", "graphe", "graph", "adj", "adjacence", "voisins", "neighbours", "neighbors", "arcs", "m", "matrice", "matrix",
    "dico", "d", "successeurs", "succ", "jeu",
}  # fmt: skip
STARTS = {"s", "s0", "depart", "source", "start", "debut", "origine", "a", "deb", "src", "sommet", "r", "origin", "sd"}
GOALS = {"t", "arrivee", "but", "goal", "fin", "cible", "target", "end", "b", "dest", "destination", "objectif", "sf"}
ESTIMATES = {"h", "heuristique", "heuristic", "estimation", "estimate"}
WEIGHTS = {"w", "poids", "weights", "cout", "couts", "cost", "costs"}
TARGETS = {
    "f", "cibles", "cible", "target", "targets", "but", "buts", "gagnants", "gagnantes", "finales", "finaux", "t", "o",
    "objectif", "objectifs", "goal", "goals", "w", "v", "fin",
}  # fmt: skip
PLAYERS = {"joueur", "player", "j", "jr"}
OWNERS = {
    "joueurs", "proprietaire", "proprietaires", "owner", "owners", "controle", "joueurde", "qui", "appartenance",
}  # fmt: skip
OWN = {"v0", "s0", "vmax", "smax", "max", "sommetsmax", "sommetsjoueur", "sj", "vj", "s1", "v1", "sommets1", "etats1"}
PATH_ROLES = GRAPHS | STARTS | GOALS | ESTIMATES | WEIGHTS
GAME_ROLES = PLAYERS | OWNERS | OWN | TARGETS
MOST = 2_000


class Estimates(dict):  # type: ignore[type-arg]
    """A heuristic: a dict that can be called as well."""

    def __call__(self, node: Any, *_rest: Any) -> Any:
        return self[node]


class GraphWorld:
    """One graph as the student's function sees it."""

    def __init__(self, job: dict[str, Any], variant: dict[str, Any]) -> None:
        self.job, self.variant = job, variant
        self.rows: list[list[list[int]]] = job["arcs"]
        plain = variant["form"].startswith("matrix")
        pairs = bool(variant.get("pairs"))
        owners = job.get("owners") or []
        self.names: list[Any] = [
            n if plain else (name, owners[n]) if pairs else name for n, name in enumerate(job["names"])
        ]
        self.numbers = {name: n for n, name in enumerate(self.names)}
        self.path = [0]
        self.heuristic = Estimates({name: job["h"][n] for n, name in enumerate(self.names)} if job.get("h") else {})

    def number(self, thing: Any) -> int | None:
        """Which vertex this is."""
        try:
            return None if isinstance(thing, int | float) else self.numbers.get(thing)
        except TypeError:
            return None

    def value(self, node: Any, *_rest: Any) -> Any:
        """The heuristic."""
        return self.heuristic[node]

    def children(self, node: Any, *_rest: Any) -> Any:
        """The successors."""
        return [self.names[head] for head, _cost in self.rows[self.numbers[node]]]

    def graph(self) -> Any:
        """The graph in the form of the variant."""
        form = self.variant["form"]
        rows = [[(self.names[head], cost) for head, cost in row] for row in self.rows]
        if form == "weights":
            return {self.names[n]: [head for head, _cost in row] for n, row in enumerate(rows)}
        if form == "plain":
            return {self.names[n]: [head for head, _cost in row] for n, row in enumerate(rows)}
        if form == "sets":
            return {self.names[n]: {head for head, _cost in row} for n, row in enumerate(rows)}
        if form == "dicts":
            return {self.names[n]: dict(row) for n, row in enumerate(rows)}
        if form == "pairs":
            return {self.names[n]: list(row) for n, row in enumerate(rows)}
        if form == "turned":
            return {self.names[n]: [(cost, head) for head, cost in row] for n, row in enumerate(rows)}
        nothing: float = 0 if form == "matrix0" else math.inf
        matrix: list[list[float]] = [[nothing] * len(rows) for _row in rows]
        for tail, row in enumerate(self.rows):
            matrix[tail][tail] = 0
            for head, cost in row:
                matrix[tail][head] = cost
        return matrix

    def weights(self) -> dict[Any, int]:
        """The costs by pairs of vertices."""
        return {(self.names[tail], self.names[head]): cost for tail, row in enumerate(self.rows) for head, cost in row}


def is_given(kind: str, place: int, role: str) -> bool:
    """Is there an argument for this parameter? Graph, start, goal and heuristic are known by their places too."""
    if kind == "heuristic" or place == 0:
        return True
    if kind in ("dijkstra", "astar"):
        return role in PATH_ROLES or place < (4 if kind == "astar" else 3)
    return role in GAME_ROLES


def graph_variants(kind: str, roles: list[str]) -> list[dict[str, Any]]:
    """The forms in which a graph may be expected, likeliest first."""
    if kind in ("dijkstra", "astar"):
        if any(role in WEIGHTS for role in roles[1:]):
            return [{"form": "weights"}]
        return [{"form": form} for form in ("dicts", "pairs", "matrix", "turned", "matrix0")]
    forms = [{"form": "plain"}, {"form": "sets"}]
    if kind == "attractor":
        owned = [role for role in roles[1:] if role in OWNERS | OWN]
        if not owned:
            return [{"form": "plain", "pairs": True, "count": count} for count in (0, 1)]
        return [
            {**form, "count": count, "owners": owners}
            for owners in ("dict", "set")
            for form in forms
            for count in (0, 1)
        ]
    return forms


def call_graph(function: Callable[..., Any], kind: str, roles: list[str], world: GraphWorld) -> Any:
    """What the function answers for a graph: arguments by the names of parameters, or by their places."""
    job, names, variant = world.job, world.names, world.variant
    given: list[Any] = []
    for place, role in enumerate(roles):
        if kind in ("dijkstra", "astar"):
            if place == 0 or (role in GRAPHS and not given):
                given.append(world.graph())
            elif role in WEIGHTS:
                given.append(world.weights())
            elif role in ESTIMATES or (kind == "astar" and place == 3):
                given.append(world.heuristic)
            elif role in GOALS or place >= 2:
                given.append(names[job["goal"]])
            else:
                given.append(names[job["start"]])
            continue
        count = variant.get("count", 0)
        mine = {names[n] for n, owner in enumerate(job["owners"]) if owner == job["player"]}
        if place == 0:
            given.append(world.graph())
        elif role in PLAYERS:
            given.append(job["player"] + count)
        elif role in OWNERS | OWN and variant.get("owners") == "set":
            given.append(set(mine))
        elif role in OWNERS | OWN:
            given.append({names[n]: owner + count for n, owner in enumerate(job["owners"])})
        else:
            given.append({names[n] for n in job["targets"]})
    return function(*given)


def read_heuristic(function: Callable[..., Any], roles: list[str], space: dict[str, Any], plain: Any) -> dict[str, Any]:
    """A heuristic with its problem: the graph, start and goal that the file holds, or a grid; h of every vertex."""
    named = {plain(name): thing for name, thing in space.items() if not name.startswith("_")}
    graph = next((named[name] for name in sorted(GRAPHS, key=len, reverse=True) if is_graph(named.get(name))), None)
    graph = graph or next((thing for thing in named.values() if is_graph(thing)), None)
    goal = next(
        (named[name] for name in sorted(GOALS, key=len, reverse=True) if is_vertex(named.get(name), graph)), None
    )
    grid = graph is None
    if graph is None:
        cells = [(x, y) for x in range(6) for y in range(6)]
        graph = {(x, y): {(x + i, y + j): 1 for i, j in ((0, 1), (1, 0), (0, -1), (-1, 0)) if (x + i, y + j) in cells}
                 for x, y in cells}  # fmt: skip
        goal = goal if goal in graph else (4, 3)
    if goal is None:
        return {"problem": "goal"}
    rows = {tail: list(costs_of(row)) for tail, row in graph.items()}
    vertices = list(dict.fromkeys([*rows, *(head for row in rows.values() for head, _cost in row)]))[:MOST]
    numbers = {vertex: n for n, vertex in enumerate(vertices)}
    values = [function(vertex, goal) if len(roles) > 1 else function(vertex) for vertex in vertices]
    arcs = [
        [numbers[tail], numbers[head], cost]
        for tail, row in rows.items()
        for head, cost in row
        if tail in numbers and head in numbers
    ]
    return {
        "vertices": [str(v)[:40] for v in vertices],
        "values": values,
        "arcs": arcs,
        "goal": numbers[goal],
        "grid": grid,
    }


def is_graph(thing: Any) -> bool:
    """Is this a dict of successors with costs?"""
    if not isinstance(thing, dict) or not thing or not all(isinstance(r, dict | list | tuple) for r in thing.values()):
        return False
    try:
        rows = [list(costs_of(row)) for row in thing.values()]
    except (TypeError, ValueError):
        return False
    return any(rows) and all(isinstance(c, int | float) and not isinstance(c, bool) for row in rows for _h, c in row)


def is_vertex(thing: Any, graph: Any) -> bool:
    """Is this a vertex of the graph?"""
    try:
        return thing is not None and (graph is None or thing in graph)
    except TypeError:
        return False


def costs_of(row: Any) -> Iterable[tuple[Any, Any]]:
    """The arcs of a vertex with their costs; a vertex alone costs 1."""
    for item in row.items() if isinstance(row, dict) else row:
        if isinstance(item, tuple | list) and len(item) == 2 and isinstance(item[1], int | float):
            yield item[0], item[1]
        else:
            yield item, 1
