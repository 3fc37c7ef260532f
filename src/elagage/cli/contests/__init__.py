"""Commands that set players against each other."""

from elagage.cli.contests.compare_heuristics_command import compare_heuristics
from elagage.cli.contests.match_command import match
from elagage.cli.contests.tournament_command import tournament

__all__ = ["compare_heuristics", "match", "tournament"]
