"""Games on graphs: from where can a player force what it wants?

A graph is a dict of successors, ``{"a": ["b", "c"], "b": []}``. A token stands on a vertex; ``owner`` says which of the
two players moves it along an arc. Play ends on a vertex without successors, or never.

The *attractor* of a target is computed backwards, in ranks. Rank 0 is the target. A vertex gets rank n + 1 if the
player moves there and *one* successor has a rank of n or less, or if the opponent moves there, it has successors, and
*all* of them have.

Theorem. From a vertex of rank n the player forces the target in at most n plies, and the opponent can hold out for n:
the player moves to a successor of least rank, and needs no memory. From a vertex without a rank the opponent can keep
play away from the target for ever.

Each arc is looked at once: a vertex counts how many of its successors are still needed, and gets its rank when none is.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any, NamedTuple

from elagage.errors import LoadError
from elagage.i18n import _
from elagage.lazy import draw_value
from elagage.result import MAX, MIN
from elagage.solvers.graph.graph_files import parse_graph, read_player, read_result

__all__ = [
    "MAX",
    "MIN",
    "Flaw",
    "Regions",
    "as_graph",
    "attracteur",
    "attractor",
    "check_strategy",
    "find_movers",
    "positions_gagnantes",
    "resoudre_graphe",
    "solve_graph",
    "strategie_gagnante",
    "verifier_strategie",
    "winning_positions",
    "winning_strategy",
]

Vertex = Any
"""Any hashable value: a letter, a number, a tuple."""
Graph = Any
"""A dict of successors, or another of the forms that ``as_graph`` takes."""
Owner = Mapping[Any, int | str] | Callable[[Any], int | str] | Collection[Any]
"""Who moves where: a dict of MAX (0, "J1") and MIN (1, "J2"), a function,
or the collection of Max's vertices (all others are Min's).
"""
Finals = Mapping[Any, float | str] | Iterable[Any]
"""A dict of final vertices and their scores for Max: +1, -1, 0 or others of these signs, or "J1", "J2" and "nul";
or just the vertices that the player wants to reach.
"""


class Regions(NamedTuple):
    """The four parts of a solved graph. Ranks count plies, and each part is in the order of its ranks."""

    max: dict[Vertex, int]
    """Where Max wins, and in how many plies at most."""
    min: dict[Vertex, int]
    """Where Min wins, and in how many plies at most."""
    draw: dict[Vertex, int]
    """Drawn, and play that stays among drawn positions can end: in how many plies, if both head for the end."""
    endless: frozenset[Vertex]
    """Drawn, and play that stays among drawn positions can only go on for ever."""

    def _repr_html_(self) -> str:
        return draw_value(self, "draw_regions")


class Flaw(NamedTuple):
    """What is wrong with a strategy: a play that follows it and doesn't reach the target."""

    reason: str
    """'unknown', 'turn', 'missing', 'illegal', 'end' or 'endless'."""
    play: tuple[Vertex, ...]
    """The vertices of the play. An endless one stops where it meets a vertex again."""

    def text(self) -> str:
        """The flaw in one sentence."""
        sentences = {
            "unknown": _("{vertex} is not a vertex of the graph."),
            "turn": _("The strategy has a move at {vertex}, where the opponent moves."),
            "missing": _("The strategy has no move at {vertex}, where it leads: {play}."),
            "illegal": _("The strategy moves along an arc that is not in the graph: {play}."),
            "end": _("Play ends at {vertex}, which is not wanted: {play}."),
            "endless": _("Play can cycle for ever: {play}."),
        }
        play = " → ".join(str(vertex) for vertex in self.play)
        return sentences[self.reason].format(vertex=self.play[-1], play=play)


# The lesson


def attractor(graph: Graph, owner: Owner, target: Iterable[Vertex], player: int = MAX) -> dict[Vertex, int]:
    """The vertices from which ``player`` can force the target, and the rank of each: in how many plies at most.

    >>> attractor({"a": ["b", "c"], "b": ["a", "goal"], "c": ["c"]}, {"a"}, ["goal"], MIN)
    {'goal': 0, 'b': 1}
    >>> attractor({"a": ["b", "c"], "b": ["a", "goal"], "c": ["c"]}, {"a", "b"}, ["goal"], MAX)
    {'goal': 0, 'b': 1, 'a': 2}
    """
    graph = as_graph(graph)
    return ranks(graph, needs(graph, find_movers(graph, owner), player), check_vertices(graph, target))


def needs(graph: dict[Vertex, list[Vertex]], turn: dict[Vertex, int], player: int) -> dict[Vertex, int]:
    """How many successors must be attracted before a vertex is: one where the player moves,
    all where the opponent does.
    """
    check_player(player)
    return {vertex: 1 if mover == player else len(graph[vertex]) for vertex, mover in turn.items()}


def ranks(graph: dict[Vertex, list[Vertex]], needed: dict[Vertex, int], target: Iterable[Vertex]) -> dict[Vertex, int]:
    """The ranks, breadth first, backwards from the target; ``needed`` is used up.

    A vertex without successors is no predecessor of anything, so nothing ever attracts it.
    """
    predecessors: dict[Vertex, list[Vertex]] = {vertex: [] for vertex in graph}
    for vertex, successors in graph.items():
        for successor in successors:
            predecessors[successor].append(vertex)
    rank = dict.fromkeys(target, 0)
    queue = deque(rank)
    while queue:
        vertex = queue.popleft()
        for predecessor in predecessors[vertex]:
            if predecessor not in rank:
                needed[predecessor] -= 1
                if needed[predecessor] == 0:
                    rank[predecessor] = rank[vertex] + 1
                    queue.append(predecessor)
    return rank


def solve_graph(graph: Graph, owner: Owner, finals: Mapping[Vertex, float | str]) -> Regions:
    """Who wins from each vertex, and in how many plies.

    A final vertex ends the game, whatever its successors. A vertex without successors that isn't among ``finals`` is a
    draw.

    >>> solve_graph({"a": ["b", "won"], "b": ["a", "lost"], "c": ["c", "lost"]}, {"a", "c"}, {"won": 1, "lost": -1})
    Regions(max={'won': 0, 'a': 1}, min={'lost': 0, 'b': 1}, draw={}, endless=frozenset({'c'}))
    >>> solve_graph({"s": ["t", "n"], "t": ["s", "g"]}, {"s": "J1", "t": "J2"}, {"g": "J1", "n": "nul"}).draw
    {'n': 0, 's': 1, 't': 2}
    """
    if not isinstance(finals, Mapping):
        raise LoadError("The final vertices must be a dict with a score for each: +1, -1 or 0.")
    graph, turn, _target = arena(graph, owner, finals, MAX)
    won = {player: ranks(graph, needs(graph, turn, player), select_won(finals, player)) for player in (MAX, MIN)}
    drawn = {
        vertex: [successor for successor in successors if successor not in won[MAX] and successor not in won[MIN]]
        for vertex, successors in graph.items()
        if vertex not in won[MAX] and vertex not in won[MIN]
    }
    # Every drawn vertex that isn't an end has a drawn successor. Here both players are after the same thing: one is
    # enough for either.
    ending = ranks(drawn, dict.fromkeys(drawn, 1), [vertex for vertex in drawn if not graph[vertex]])
    return Regions(won[MAX], won[MIN], ending, frozenset(drawn.keys() - ending.keys()))


def winning_positions(graph: Graph, owner: Owner, finals: Finals, player: int = MAX) -> dict[Vertex, int]:
    """The vertices from which ``player`` can force a win, and in how many plies at most."""
    graph, turn, target = arena(graph, owner, finals, player)
    return ranks(graph, needs(graph, turn, player), target)


def winning_strategy(graph: Graph, owner: Owner, finals: Finals, player: int = MAX) -> dict[Vertex, Vertex]:
    """A move for each vertex where ``player`` moves and wins: to a successor of least rank,
    the first of them in the graph.

    It depends on the vertex alone and not on how play came there: a strategy without memory.

    >>> winning_strategy({"a": ["b", "c"], "b": ["goal"], "c": ["a", "b"]}, {"a", "b"}, ["goal"])
    {'b': 'goal', 'a': 'b'}
    """
    graph, turn, target = arena(graph, owner, finals, player)
    rank = ranks(graph, needs(graph, turn, player), target)
    return {
        vertex: min((successor for successor in graph[vertex] if successor in rank), key=rank.__getitem__)
        for vertex in rank
        if rank[vertex] and turn[vertex] == player
    }


def check_strategy(
    graph: Graph,
    owner: Owner,
    finals: Finals,
    strategy: Mapping[Vertex, Vertex],
    player: int = MAX,
    positions: Iterable[Vertex] | None = None,
) -> Flaw | None:
    """None if the strategy wins against every play of the opponent's, else a play that shows that it doesn't.

    It is tried from every vertex where it has a move or, if they are given, from these ``positions``. Each vertex is
    looked at once.

    >>> check_strategy({"a": ["b", "goal"], "b": ["a"]}, {"a"}, ["goal"], {"a": "b"})
    Flaw(reason='endless', play=('a', 'b', 'a'))
    """
    arcs, turn, target = arena(graph, owner, finals, player)
    won = set(target)
    path: dict[Vertex, None] = {}  # the play so far: an ordered set

    def replies(vertex: Vertex) -> Flaw | list[Vertex]:
        """Where play can go on to, or what is wrong here."""
        if vertex not in arcs:
            return Flaw("unknown", (vertex,))
        if vertex in won:
            return []
        if not arcs[vertex]:
            return Flaw("end", (*path, vertex))
        if turn[vertex] != player:
            return arcs[vertex]
        if vertex not in strategy:
            return Flaw("missing", (*path, vertex))
        move = strategy[vertex]
        return [move] if move in arcs[vertex] else Flaw("illegal", (*path, vertex, move))

    for vertex in strategy:
        if vertex not in arcs or turn.get(vertex, player) != player:
            return Flaw("turn" if vertex in arcs else "unknown", (vertex,))
    proven: set[Vertex] = set()
    for start in strategy if positions is None else positions:
        waiting: list[list[Vertex]] = [[start]]
        while waiting:
            if not waiting[-1]:  # all that can happen below the last vertex of the path has been seen
                waiting.pop()
                if path:
                    proven.add(path.popitem()[0])
                continue
            vertex = waiting[-1].pop()
            if vertex in path:
                return Flaw("endless", (*path, vertex))
            if vertex not in proven:
                following = replies(vertex)
                if isinstance(following, Flaw):
                    return following
                path[vertex] = None
                waiting.append(following[::-1])
    return None


# What is given


def as_graph(thing: Graph) -> dict[Vertex, list[Vertex]]:
    """A dict with the list of successors of every vertex, made of any of the forms of a graph.

    These are a dict of successors, in which vertices without any may be left out; a list of arcs, each a pair; a graph
    of networkx's, or any object with its ``adj``, or ``nodes`` and ``successors``; and a text, in PGSolver's format or
    in ours.

    >>> as_graph([("a", "b"), ("a", "c")]) == as_graph({"a": {"b": 1, "c": 2}}) == {"a": ["b", "c"], "b": [], "c": []}
    True
    """
    if isinstance(thing, str):
        return parse_graph(thing).graph
    graph: dict[Vertex, list[Vertex]] = {}
    try:
        if isinstance(thing, Mapping):
            for vertex, successors in thing.items():
                if isinstance(successors, str):
                    raise LoadError(
                        "The successors of {vertex} are a text, {text}: give a list of vertices.",
                        vertex=vertex,
                        text=repr(successors),
                    )
                graph[vertex] = list(successors)
        elif hasattr(thing, "adj"):
            graph = {vertex: list(thing.adj[vertex]) for vertex in thing.adj}
        elif hasattr(thing, "nodes") and hasattr(thing, "successors"):
            nodes = thing.nodes() if callable(thing.nodes) else thing.nodes
            graph = {vertex: list(thing.successors(vertex)) for vertex in nodes}
        else:
            for arc in thing:
                if isinstance(arc, str) or len(arc) != 2:
                    raise LoadError("An arc is a pair of vertices, not {arc}.", arc=repr(arc))
                graph.setdefault(arc[0], []).append(arc[1])
        for successors in list(graph.values()):
            for successor in successors:
                if successor not in graph:
                    graph[successor] = []
    except TypeError as error:  # what can't be gone through, or can't be a key
        raise LoadError(
            "A graph is a dict of successors, a list of arcs, a networkx graph or a text ({problem}).", problem=error
        ) from None
    return graph


def find_movers(graph: dict[Vertex, list[Vertex]], owner: Owner) -> dict[Vertex, int]:
    """MAX or MIN for each vertex that has successors; at an end nobody moves."""
    if isinstance(owner, Mapping):
        turn = {vertex: read_player(owner.get(vertex)) for vertex, successors in graph.items() if successors}
    elif callable(owner):
        turn = {vertex: read_player(owner(vertex)) for vertex, successors in graph.items() if successors}
    else:
        maximal = owner if isinstance(owner, set | frozenset) else set(owner)
        return {vertex: MAX if vertex in maximal else MIN for vertex, successors in graph.items() if successors}
    for vertex, mover in turn.items():
        if mover not in (MAX, MIN):
            raise LoadError(
                "Who moves at {vertex}? The owner of a vertex is 0 (Max, also J1) or 1 (Min, also J2), not {owner}.",
                vertex=vertex,
                owner=repr(mover),
            )
    return turn


def arena(
    graph: Graph, owner: Owner, finals: Finals, player: int
) -> tuple[dict[Vertex, list[Vertex]], dict[Vertex, int], list[Vertex]]:
    """The graph in which final vertices lead nowhere, who moves, and the final vertices that the player wants."""
    check_player(player)
    whole = as_graph(graph)
    ends = check_vertices(whole, finals)
    closed = whole | {vertex: [] for vertex in ends}
    return closed, find_movers(closed, owner), select_won(finals, player) if isinstance(finals, Mapping) else ends


def select_won(finals: Mapping[Vertex, float | str], player: int) -> list[Vertex]:
    """The final vertices that are won by a player."""
    scores = {vertex: read_result(score) for vertex, score in finals.items()}
    for vertex, score in scores.items():
        if not isinstance(score, int | float):
            raise LoadError(
                "The score of {vertex} must be a number (+1, -1 or 0, also J1, J2 or nul), not {score}.",
                vertex=vertex,
                score=repr(score),
            )
    return [vertex for vertex, score in scores.items() if (score > 0 if player == MAX else score < 0)]


def check_vertices(graph: dict[Vertex, list[Vertex]], vertices: Iterable[Vertex]) -> list[Vertex]:
    """The vertices, once it is seen that the graph has them all."""
    listed = list(vertices)
    for vertex in listed:
        try:
            strange = vertex not in graph
        except TypeError:  # a list, say, which can't be a vertex
            strange = True
        if strange:
            raise LoadError("{vertex} is not a vertex of the graph.", vertex=vertex)
    return listed


def check_player(player: int) -> None:
    """LoadError unless this is one of the two players."""
    if player not in (MAX, MIN):
        raise LoadError("A player is 0 (Max) or 1 (Min), not {player}.", player=repr(player))


attracteur = attractor
positions_gagnantes = winning_positions
strategie_gagnante = winning_strategy
verifier_strategie = check_strategy
resoudre_graphe = solve_graph
