"""Game graphs for tests: any small one, and what is left of it when play ends at the final vertices."""

from __future__ import annotations

from hypothesis import strategies as st

from elagage.result import MAX, MIN


@st.composite
def arenas(draw, most=8):
    """A graph with sinks, self-loops and parallel arcs; who moves; finals of all kinds, with and without successors."""
    count = draw(st.integers(1, most))
    vertex = st.integers(0, count - 1)
    graph = {number: draw(st.lists(vertex, max_size=4)) for number in range(count)}
    owner = {number: draw(st.sampled_from((MAX, MIN))) for number in range(count)}
    finals = draw(st.dictionaries(vertex, st.sampled_from((1, -1, 0)), max_size=3))
    return graph, owner, finals


def closed(graph, finals):
    return {vertex: [] if vertex in finals else successors for vertex, successors in graph.items()}
