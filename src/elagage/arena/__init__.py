"""Players against players: what a match or a tournament says of their strength, and how surely.

Many positions are solved here too, by the same executors. A name is imported when it is first used, so that whoever
wants a player alone does not wait for the pool of processes and the store.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from elagage.lazy import export_lazily

if TYPE_CHECKING:
    from elagage.arena.contests import match, tournament
    from elagage.arena.execution.executor import Inline, LocalPool, WorkerDied, executor_for
    from elagage.arena.game_store import Store
    from elagage.arena.match_elo import Estimate, Sprt, Tally, elo, expected_score
    from elagage.arena.plan_runner import Course, run_plan
    from elagage.arena.position_batches import solve_positions
    from elagage.arena.ratings import Encounter, Rating, Ratings, rate
    from elagage.arena.report import MatchReport, TournamentReport, match_report, tournament_report
    from elagage.arena.schedule import Plan, make_plan

__all__ = [
    "Course",
    "Encounter",
    "Estimate",
    "Inline",
    "LocalPool",
    "MatchReport",
    "Plan",
    "Rating",
    "Ratings",
    "Sprt",
    "Store",
    "Tally",
    "TournamentReport",
    "WorkerDied",
    "elo",
    "executor_for",
    "expected_score",
    "make_plan",
    "match",
    "match_report",
    "rate",
    "run_plan",
    "solve_positions",
    "tournament",
    "tournament_report",
]

export_lazily(
    __name__,
    {
        name: module
        for module, names in {
            "contests": ("match", "tournament"),
            "execution.executor": ("Inline", "LocalPool", "WorkerDied", "executor_for"),
            "game_store": ("Store",),
            "match_elo": ("Estimate", "Sprt", "Tally", "elo", "expected_score"),
            "plan_runner": ("Course", "run_plan"),
            "position_batches": ("solve_positions",),
            "ratings": ("Encounter", "Rating", "Ratings", "rate"),
            "report": ("MatchReport", "TournamentReport", "match_report", "tournament_report"),
            "schedule": ("Plan", "make_plan"),
        }.items()
        for name in names
    },
)
