"""Large game graphs as arrays, for the compiled attractor.

Vertices are numbered from 0. The successors of vertex v are ``successors[offsets[v]:offsets[v + 1]]``, so there is one
offset more than there are vertices. Any arrays of integers do: of the standard library's ``array``, of numpy, of memory
that is mapped from a file.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from typing import Any, NamedTuple

from elagage.result import MAX, MIN
from elagage.solvers.graph.attractors import Graph, Owner, Vertex, as_graph, check_vertices, find_movers

__all__ = ["GraphArrays", "as_arrays", "attractor_arrays"]


class GraphArrays(NamedTuple):
    """A graph in arrays of 32-bit integers, and the vertices in the order of their numbers."""

    offsets: array[int]
    successors: array[int]
    owner: array[int]
    target: array[int]
    vertices: list[Vertex]


def as_arrays(graph: Graph, owner: Owner, target: Iterable[Vertex]) -> GraphArrays:
    """Any graph that ``attractor`` takes, in arrays: ``attractor_arrays(*as_arrays(...)[:4])``.

    >>> as_arrays({"a": ["b", "c"], "b": ["a"]}, {"b"}, ["c"]).successors
    array('i', [1, 2, 0])
    """
    plain = as_graph(graph)
    turn = find_movers(plain, owner)
    number = {vertex: place for place, vertex in enumerate(plain)}
    arrays = GraphArrays(array("i", [0]), array("i"), array("i"), array("i", bytes(4 * len(plain))), list(plain))
    for vertex, successors in plain.items():
        arrays.successors.extend(number[successor] for successor in successors)
        arrays.offsets.append(len(arrays.successors))
        arrays.owner.append(turn.get(vertex, MIN))
    for vertex in check_vertices(plain, target):
        arrays.target[number[vertex]] = 1
    return arrays


def attractor_arrays(offsets: Any, successors: Any, owner: Any, target: Any, player: int = MAX) -> Any:
    """The rank of every vertex as a numpy array, -1 for those that are not attracted: ``attractor``, compiled.

    ``owner`` holds 0 (Max) or 1 (Min) and ``target`` 0 or 1 for each vertex.
    """
    from elagage.solvers.graph.attractor_kernel import attractor_arrays as compiled

    return compiled(offsets, successors, owner, target, player)
