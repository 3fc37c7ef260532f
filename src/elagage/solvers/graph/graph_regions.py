"""What people ask of a game graph: who wins from where, or where a player can force a target; for the command,
the page and the drawing.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from elagage.errors import NotationError
from elagage.lazy import draw_value
from elagage.result import MAX, MIN
from elagage.solvers.graph.attractors import attractor, find_movers, select_won, solve_graph, winning_strategy
from elagage.solvers.graph.graph_files import GameGraph

__all__ = ["GraphRegions", "graph_regions"]


class GraphRegions(NamedTuple):
    """An answered graph."""

    arcs: dict[Any, list[Any]]
    """The arcs that count: none leaves an end, unless it is about a target."""
    turn: dict[Any, int]
    """Who moves where."""
    regions: dict[str, Any]
    """Vertices and ranks under 'max', 'min', 'draw', 'endless'; or an attractor under its player,
    and the rest under 'outside'.
    """
    moves: dict[Any, Any]
    """The moves of the winning strategies."""

    def _repr_html_(self) -> str:
        return draw_value(self, "draw_graph_regions")


def graph_regions(game: GameGraph, target: str | None = None, player: str | None = None) -> GraphRegions:
    """The graph solved; with a target or a player ('max', 'min'), the attractor of that target,
    or of the ends that the player wins.
    """
    regions: dict[str, Any]
    if target is None and player is None:
        arcs = {vertex: [] if vertex in game.finals else after for vertex, after in game.graph.items()}
        regions = solve_graph(game.graph, game.owner, game.finals)._asdict()
        moves = {
            vertex: move
            for side in (MAX, MIN)
            for vertex, move in winning_strategy(game.graph, game.owner, game.finals, side).items()
        }
    else:
        arcs = game.graph
        side = MIN if player == "min" else MAX
        aims = select_won(game.finals, side) if target is None else find_vertices(game, target)
        ranks = attractor(game.graph, game.owner, aims, side)
        regions = {"max" if side == MAX else "min": ranks, "outside": game.graph.keys() - ranks.keys()}
        moves = winning_strategy(game.graph, game.owner, aims, side)
    return GraphRegions(arcs, find_movers(arcs, game.owner), regions, moves)


def find_vertices(game: GameGraph, target: str) -> list[Any]:
    """The vertices that a person named, by their names or their numbers."""
    known = {name: vertex for vertex, name in game.names.items()} | {str(vertex): vertex for vertex in game.graph}
    names = [name.strip() for name in target.split(",") if name.strip()]
    for name in names:
        if name not in known:
            raise NotationError("{vertex} is not a vertex of the graph.", vertex=name[:60])
    if not names:
        raise NotationError("--target needs the name of at least one vertex.")
    return [known[name] for name in names]
