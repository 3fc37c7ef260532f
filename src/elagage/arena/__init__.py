"""Players against players: what a match or a tournament says of their strength, and how surely. Many positions too, by the same executors."""

from elagage.arena.execution.executor import Inline, LocalPool, WorkerDied, executor_for
from elagage.arena.game_store import Store
from elagage.arena.match import Course, run_plan
from elagage.arena.match_statistics import Estimate, Sprt, Tally, elo, expected_score
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
    "match_report",
    "rate",
    "run_plan",
    "solve_positions",
    "tournament_report",
]
