"""The compiled engine: plain rules at the speed of native code. The only part that imports Numba."""

from elagage.engine.api import analyse, count, problem_of
from elagage.engine.core import Engine
from elagage.engine.exact import Exact, OutOfNodes
from elagage.engine.features import features_of
from elagage.engine.link import CannotCompile, keep_linked
from elagage.engine.montecarlo import mcts, win_share
from elagage.engine.prover import prove
from elagage.engine.solver import Retrograde
from elagage.engine.verify import check_values

__all__ = [
    "CannotCompile",
    "Engine",
    "Exact",
    "OutOfNodes",
    "Retrograde",
    "analyse",
    "check_values",
    "count",
    "features_of",
    "keep_linked",
    "mcts",
    "problem_of",
    "prove",
    "win_share",
]
