"""Commands that set players against each other."""

from typing import TYPE_CHECKING

from elagage.lazy import export_lazily

if TYPE_CHECKING:
    from elagage.cli.contests.compare_heuristics_command import compare_heuristics
    from elagage.cli.contests.learn_command import learn
    from elagage.cli.contests.match_command import match
    from elagage.cli.contests.tournament_command import tournament

__all__ = ["compare_heuristics", "learn", "match", "tournament"]

export_lazily(
    __name__,
    {
        "compare_heuristics": "compare_heuristics_command",
        "learn": "learn_command",
        "match": "match_command",
        "tournament": "tournament_command",
    },
)
