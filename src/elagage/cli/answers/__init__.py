"""Commands that answer a question about a game, a graph or a problem."""

from typing import TYPE_CHECKING

from elagage.lazy import export_lazily

if TYPE_CHECKING:
    from elagage.cli.answers.analyse_command import analyse
    from elagage.cli.answers.check_command import check
    from elagage.cli.answers.graph_command import graph
    from elagage.cli.answers.path_command import path
    from elagage.cli.answers.perft_command import perft
    from elagage.cli.answers.solve_command import solve

__all__ = ["analyse", "check", "graph", "path", "perft", "solve"]

export_lazily(
    __name__,
    {
        "analyse": "analyse_command",
        "check": "check_command",
        "graph": "graph_command",
        "path": "path_command",
        "perft": "perft_command",
        "solve": "solve_command",
    },
)
