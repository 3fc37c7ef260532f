"""Where the nodes of a tree go: apart, in order, parents in the middle, quickly."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from elagage.figures.trees.tree_layout import lay_out, lay_out_rows


@st.composite
def shapes(draw):
    """A tree as lists of children, and the sizes of its nodes."""
    count = draw(st.integers(1, 40))
    children = [[] for _node in range(count)]
    for node in range(1, count):
        children[draw(st.integers(max(0, node - draw(st.integers(1, 12))), node - 1))].append(node)
    sizes = st.lists(st.floats(0.5, 60), min_size=count, max_size=count)
    return children, draw(sizes), draw(sizes), draw(sizes)


@given(shapes())
def test_nodes_are_apart_in_order_and_parents_in_the_middle(tree):
    children, left, right, heights = tree
    layout = lay_out(children, left, right, heights, gap=5, between=9)
    rows = {}
    for node in range(len(children)):
        rows.setdefault(layout.row[node], []).append(node)
        assert layout.x[node] - left[node] >= -1e-6
        assert layout.x[node] + right[node] <= layout.width + 1e-6
        assert layout.tops[layout.row[node]] + heights[node] <= layout.height + 1e-6
    for nodes in rows.values():
        nodes.sort(key=layout.x.__getitem__)
        for one, other in pairwise(nodes):
            assert layout.x[other] - left[other] - layout.x[one] - right[one] >= 5 - 1e-6
    for above, below in pairwise(sorted(rows)):
        highest = max(heights[node] for node in rows[above])
        assert layout.tops[below] >= layout.tops[above] + highest + 9 - 1e-6
    for node, branches in enumerate(children):
        if branches:
            assert layout.x[node] == pytest.approx((layout.x[branches[0]] + layout.x[branches[-1]]) / 2)
            places = [layout.x[child] for child in branches]
            assert places == sorted(places)


@given(shapes())
def test_a_subtree_looks_the_same_wherever_it_is(tree):
    """Twice the same tree below a new root, a leaf between them: drawn alike, and like the tree alone."""
    children, left, right, heights = tree
    count = len(children)
    alone = lay_out(children, left, right, heights)
    both = [[1, 2 * count + 1, count + 1]]
    for start in (1, count + 1):
        both += [[start + child for child in branches] for branches in children]
    both.append([])
    layout = lay_out(both, [1, *left, *left, 1], [1, *right, *right, 1], [1, *heights, *heights, 1])
    for node in range(count):
        for start in (1, count + 1):
            inside = layout.x[start + node] - layout.x[start]
            assert inside == pytest.approx(alone.x[node] - alone.x[0], abs=1e-6)


def test_the_layout_knows_no_depth():
    count = 10_000
    wide = [[child for child in range(3 * node + 1, 3 * node + 4) if child < count] for node in range(count)]
    deep = [[node + 1] if node + 1 < count else [] for node in range(count)]
    for children in (wide, deep):
        placed = lay_out(children, [9.0] * count, [20.0] * count, [30.0] * count)
        assert len(placed.x) == count


@given(shapes(), st.data())
def test_rows_of_graphs_are_apart_too(tree, data):
    children, left, right, heights = tree
    layout = lay_out(children, left, right, heights, gap=5)
    arcs = [(node, child) for node, branches in enumerate(children) for child in branches]
    for node, row in enumerate(layout.row):
        above = [other for other, place in enumerate(layout.row) if place == row - 1]
        if above and data.draw(st.booleans()):
            arcs.append((data.draw(st.sampled_from(above)), node))
    changed = lay_out_rows(layout, arcs, left, right, gap=5)
    assert changed.row == layout.row
    for row in range(len(layout.tops)):
        nodes = sorted((node for node in range(len(children)) if layout.row[node] == row), key=changed.x.__getitem__)
        for one, other in pairwise(nodes):
            assert changed.x[other] - left[other] - changed.x[one] - right[one] >= 5 - 1e-6
    assert all(x - room + 1e-6 >= 0 for x, room in zip(changed.x, left, strict=True))
    assert all(x + room <= changed.width + 1e-6 for x, room in zip(changed.x, right, strict=True))
