"""The compiled engine: plain rules at the speed of native code. The only part that imports Numba."""

from elagage.compiler.link import CannotCompile, keep_linked
from elagage.search.compiled.api import analyse, count, problem_of
from elagage.search.compiled.driver import Engine
from elagage.search.compiled.features import features_of
from elagage.search.compiled.mcts import mcts, win_share
from elagage.solvers.alphabeta_to_end import Exact, OutOfNodes
from elagage.solvers.proof.proof_driver import prove
from elagage.solvers.retrograde.certificate_kernel import check_values
from elagage.solvers.retrograde.retrograde_driver import Retrograde

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
