"""How many positions the engine visits, compiled and interpreted: another order or window is another number."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from elagage import load
from elagage.cli.upkeep.bench_command import POSITIONS
from elagage.compiler.kernel import JIT
from elagage.evaluation.cut_models import CutModel, CutRow
from elagage.result import Limits
from elagage.search.compiled import Engine, features_of

WITHOUT = ((), ("table",), ("order",), ("killers",), ("history",), ("pvs",), ("quiescence",), ("distance",))


@pytest.mark.twin
def test_the_engine_visits_as_many_positions_as_ever_with_each_feature_off():
    """A change of behaviour changes tests/bench.txt in the same commit."""
    written = (Path(__file__).parents[1] / "bench.txt").read_text(encoding="utf-8")
    nodes = 0
    for spec, position, depth, _deeper in POSITIONS:
        game = load(spec)
        state = game.parse_state(position)
        cuts = CutModel(spec, "", 1.0, (tuple(CutRow(plies, plies % 2, 1.0, 0.0, 3.0, 3.0) for plies in (3, 4, 5)),))
        for features in (*(features_of(off) for off in WITHOUT), features_of(added=("cuts",))):
            engine = Engine(game, memory=1, features=features, cuts=cuts)
            for every_move in (False, True):  # the second time with a table that is full of answers
                nodes += engine.deepen(state, Limits(min(depth, 6)), every_move=every_move).nodes
    kind = "Shallow" if JIT else "Interpreted"  # where states lie in other places of the table
    assert f"{kind}: {nodes}" == re.search(f"^{kind}: .*", written, re.M)[0]
