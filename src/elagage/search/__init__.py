"""The algorithms as a course: one a file, plain Python, each traceable, each with its theorem in the docstring.

Read them in this order: minimax, negamax, memoised, alphabeta, deepening, quiescence, and_or, playouts, pvs, mtdf,
probcut, mcts. They are the oracle that everything faster is compared with. The steps inside have the same numbers
everywhere, in ``search/compiled`` too; each file says which of them it does without.

    Step 1. Leaf         the game has ended, or the depth is used up
    Step 2. Repetition   the position has been met on the path
    Step 3. Shortcut     the answer is remembered, or probable
    Step 4. Order        which moves, in which order
    Step 5. Moves        look at the moves
    Step 6. Cut          the rest of the moves can't matter
    Step 7. Answer       what the node is worth, and what is remembered of it
"""

from typing import TYPE_CHECKING

from elagage.lazy import export_lazily

if TYPE_CHECKING:
    from elagage.search.alphabeta import alphabeta
    from elagage.search.and_or import and_or
    from elagage.search.compare import ALGORITHMS, Comparison, compare, minimal_leaves
    from elagage.search.deepening import deepening
    from elagage.search.mcts import mcts
    from elagage.search.memoised import memoised
    from elagage.search.minimax import minimax
    from elagage.search.mtdf import mtdf
    from elagage.search.negamax import negamax
    from elagage.search.perft import divide, perft, reachable
    from elagage.search.playouts import playout, playouts, win_share
    from elagage.search.probcut import probcut
    from elagage.search.pvs import pvs
    from elagage.search.quiescence import quiescence

__all__ = [
    "ALGORITHMS", "Comparison", "alphabeta", "and_or", "compare", "deepening", "divide", "mcts", "memoised",
    "minimal_leaves",
    "minimax", "mtdf", "negamax", "perft", "playout", "playouts", "probcut", "pvs", "quiescence",
    "reachable", "win_share",
]  # fmt: skip

export_lazily(
    __name__,
    {
        "ALGORITHMS": "compare",
        "Comparison": "compare",
        "alphabeta": "alphabeta",
        "and_or": "and_or",
        "compare": "compare",
        "deepening": "deepening",
        "divide": "perft",
        "mcts": "mcts",
        "memoised": "memoised",
        "minimal_leaves": "compare",
        "minimax": "minimax",
        "mtdf": "mtdf",
        "negamax": "negamax",
        "perft": "perft",
        "playout": "playouts",
        "playouts": "playouts",
        "probcut": "probcut",
        "pvs": "pvs",
        "quiescence": "quiescence",
        "reachable": "perft",
        "win_share": "playouts",
    },
)
