"""ProbCut: alpha-beta with no margin to clear, minimax where no error exceeds it, and never exact by chance."""

from __future__ import annotations

import math

from hypothesis import given, settings
from hypothesis import strategies as st
from trees import graphs, trees, whole

from elagage.search import alphabeta, minimax, probcut
from elagage.search.probcut import depth_of_check

ANY = st.one_of(trees(), graphs())
DEPTHS = st.one_of(st.none(), st.integers(0, 4))


@given(ANY, DEPTHS)
def test_probcut_without_a_margin_to_clear_is_alphabeta_node_for_node(game, depth):
    bare = alphabeta(game, None, depth, form="negamax")
    wide = probcut(game, None, depth, margin=math.inf)
    assert (wide.value, wide.line, wide.nodes, wide.cuts, wide.exact) == (
        bare.value, bare.line, bare.nodes, bare.cuts, bare.exact,
    )  # fmt: skip


@settings(max_examples=60)
@given(graphs(whole, 5), st.integers(3, 5))
def test_probcut_is_right_where_no_error_exceeds_the_margin(game, depth):
    truth, found = minimax(game, None, depth), probcut(game, None, depth, margin=largest_error(game, depth))
    assert found.value == truth.value
    for margin in (0, 1, 3):
        result = probcut(game, None, depth, margin=margin)
        assert result.exact <= truth.exact  # a value that a cut took part in is never called exact
        if result.exact:
            assert result.value == truth.value


def largest_error(game, depth):
    """How far the value of a position is from that of its check at most, at any depth that a search comes to."""
    states, layer, errors = set(), {game.start()}, [0]
    while layer:
        states |= layer
        layer = {game.play(state, move) for state in layer for move in game.moves(state)} - states
    for state in states:
        values = [minimax(game, state, plies).value for plies in range(depth)]
        errors += [abs(values[plies] - values[depth_of_check(plies)]) for plies in range(2, depth)]
    return max(errors)
