"""The order in which the engine tries moves: what each hint counts, and where what it has learnt is kept."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from elagage.compiler.memory import new_words
from elagage.search.compiled.features import HINT, HISTORIES, KILLER
from elagage.search.compiled.ordering import MOST_HISTORY, bring_best, gather, reward
from elagage.search.compiled.transposition_table import NO_MOVE
from elagage.search.compiled.workspace import HISTORY, HISTORY_SIZE, MOVES, OVERFLOW, STOPPED, WIDTH
from elagage.search.compiled.workspace import count_workspace_words as count_words

pytestmark = pytest.mark.twin
WIDE = 12
PLY = 3


def make_workspace(width=WIDE):
    workspace = new_words(count_words(width), False)
    workspace[WIDTH] = width
    return workspace


def make_game(hints):
    """A position with so many moves, each with its hint; the key of a move is not its number."""
    return SimpleNamespace(
        moves=lambda _state: range(len(hints)),
        order=lambda _state, move: hints[move],
        move_key=lambda move: 7 * move + 1,
        has_order=True,
        has_candidates=False,
    )


def sort_moves(game, workspace, features, first=NO_MOVE, player=0):
    """The moves as the engine would try them, one after the other."""
    count = gather(game, None, PLY, workspace, features, first, player)
    at = MOVES + PLY * 2 * WIDE
    tried = []
    for number in range(count):
        bring_best(PLY, number, count, workspace)
        tried.append(workspace[at + number])
        assert NO_MOVE - (workspace[at + WIDE + number] & NO_MOVE) == tried[-1]  # its number, as it was offered
    return tried


@settings(max_examples=200)
@given(
    st.lists(st.integers(-3, 3), min_size=4, max_size=WIDE),
    st.lists(st.tuples(st.integers(0, 3), st.integers(0, 1), st.integers(1, 9)), max_size=9),
    st.sampled_from([0, HINT, KILLER, HISTORIES, HINT | KILLER | HISTORIES]),
    st.one_of(st.just(NO_MOVE), st.integers(0, WIDE - 1)),
    st.integers(0, 1),
)
def test_first_the_tables_move_then_by_hint_and_killers_and_among_equals_by_history(
    hints, cuts, features, first, player
):
    game, workspace = make_game(hints), make_workspace()
    history, killers = {}, []
    for move, mover, depth in cuts:
        reward(PLY, game.move_key(move), mover, depth, workspace)
        reward(PLY + 1, game.move_key((move + 1) % WIDE), 1 - player, 9, workspace)  # another ply has its own killers
        history[move, mover] = history.get((move, mover), 0) + depth**2
        other = ((move + 1) % WIDE, 1 - player)
        history[other] = history.get(other, 0) + 81
        if killers[:1] != [move]:
            killers = [move, *killers[:1]]
    worth = dict(zip(killers, (4, 2), strict=False)) if features & KILLER else {}

    def promise(move):
        hint = hints[move] if features & HINT else 0
        learnt = history.get((move, player), 0) if features & HISTORIES else 0
        return move == first, hint + worth.get(move, 0), learnt, -move

    assert sort_moves(game, workspace, features, first, player) == sorted(range(len(hints)), key=promise, reverse=True)


def test_the_last_killer_counts_four_steps_of_the_hint_and_the_one_before_it_two():
    for killers in ([2, 0, 1], [0, 1, 1], [1, 0, 1]):
        game, workspace = make_game([0, 0, 1, 2, 3, 4, 5]), make_workspace()
        for move in killers:
            reward(PLY, game.move_key(move), 0, 1, workspace)
        assert sort_moves(game, workspace, HINT | KILLER) == [6, 1, 5, 4, 0, 3, 2]
        assert sort_moves(game, workspace, HINT) == [6, 5, 4, 3, 2, 0, 1]
    assert gather(make_game([]), None, PLY, make_workspace(), KILLER, NO_MOVE, 0) == 0


def test_no_history_outweighs_a_step_of_the_hint():
    game, workspace = make_game([0, 1]), make_workspace()
    for _cut in range(10):
        reward(PLY + 1, game.move_key(0), 0, 255, workspace)
    assert workspace[HISTORY + game.move_key(0)] == MOST_HISTORY
    assert workspace[HISTORY + HISTORY_SIZE + game.move_key(0)] == 0
    assert sort_moves(game, workspace, HINT | HISTORIES) == [1, 0]
    assert sort_moves(game, workspace, HISTORIES) == [0, 1]


def test_more_moves_than_there_is_room_for_stop_the_search():
    for count, stopped in ((WIDE, 0), (WIDE + 1, 1)):
        workspace = make_workspace()
        assert gather(make_game([0] * count), None, PLY, workspace, 0, NO_MOVE, 0) == WIDE
        assert (workspace[OVERFLOW], workspace[STOPPED]) == (stopped, stopped)
