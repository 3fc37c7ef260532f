"""The order of moves of alpha-beta to the end, interpreted: estimates lead where they are seen to save moves."""

from __future__ import annotations

import pytest

from elagage.game import derive
from elagage.games.tree import Tree
from elagage.search.compiled.workspace import NODES
from elagage.solvers.exact.exact_core import Core
from elagage.solvers.exact.exact_order import HINT, TRIED_ESTIMATES, TRIED_HINT, choose_depth, note_cut
from elagage.solvers.exact.exact_workspace import DEEPER, DEEPEST, JUDGED, NO_MOVE, PAYS, SAMPLED, SAMPLES, TRIALS, WARM

pytestmark = pytest.mark.twin


def hinted_core(hinted):
    """A core of a game with a heuristic, and an order for solvers if ``hinted``."""
    rules = {"solver_order": lambda _self, _state, move: move} if hinted else {}
    core = Core(derive(Tree({"root": [1, 2]}, estimates={"root": 0}), **rules), 1, 1, 1)
    core.workspaces[0][NODES] = WARM
    return core


def test_estimates_lead_where_no_order_is_written():
    core = hinted_core(False)
    depths = [choose_depth(core.linked.handle, 16 * work, NO_MOVE, core.workspaces[0]) for work in (1, SAMPLED, JUDGED)]
    assert depths == [HINT, HINT, 0]
    assert core.workspaces[0][TRIALS] == 0


def test_estimates_lead_a_written_order_once_they_save_moves():
    core = hinted_core(True)
    handle, workspace = core.linked.handle, core.workspaces[0]
    heavy = 16 * JUDGED * DEEPER * DEEPER
    workspace[NODES] = WARM - 1
    assert choose_depth(handle, 16 * SAMPLED, NO_MOVE, workspace) == HINT
    workspace[NODES] = WARM
    tried = [choose_depth(handle, 16 * SAMPLED, NO_MOVE, workspace) for _trial in range(4)]
    assert tried == [TRIED_HINT, TRIED_ESTIMATES, TRIED_HINT, TRIED_ESTIMATES]
    assert choose_depth(handle, 16 * SAMPLED, 0, workspace) == HINT  # its first move is known
    assert choose_depth(handle, heavy, NO_MOVE, workspace) == HINT
    for vain, pays in ((1, False), (0, True)):
        for _cut in range(64):
            note_cut(TRIED_HINT, 1, workspace)
            note_cut(TRIED_ESTIMATES, vain, workspace)
            note_cut(HINT, 9, workspace)
            note_cut(0, 9, workspace)
        assert bool(workspace[PAYS]) is pays
    assert choose_depth(handle, 16 * JUDGED, NO_MOVE, workspace) == 0
    assert choose_depth(handle, heavy, NO_MOVE, workspace) == 2
    assert choose_depth(handle, heavy * DEEPER**9, NO_MOVE, workspace) == DEEPEST
    for _cut in range(200):
        note_cut(TRIED_ESTIMATES, 3, workspace)
    assert not workspace[PAYS]
    core.begin()
    assert not any(workspace[TRIALS : TRIALS + 8])


def test_few_positions_are_compared_after_the_first_ones():
    core = hinted_core(True)
    handle, workspace = core.linked.handle, core.workspaces[0]
    workspace[TRIALS] = SAMPLES
    light = [choose_depth(handle, 16 * SAMPLED, NO_MOVE, workspace) for _trial in range(16)]
    heavy = [choose_depth(handle, 16 * JUDGED, NO_MOVE, workspace) for _trial in range(4)]
    assert light == [TRIED_HINT, TRIED_ESTIMATES] + [HINT] * 14
    assert heavy == [TRIED_HINT, TRIED_ESTIMATES] * 2


def test_one_lucky_saving_does_not_pay():
    core = hinted_core(True)
    note_cut(TRIED_HINT, 2, core.workspaces[0])
    note_cut(TRIED_ESTIMATES, 0, core.workspaces[0])
    assert not core.workspaces[0][PAYS]
