"""Players against players: what a match or a tournament says of their strength, and how surely."""

from elagage.arena.ratings import Encounter, Rating, Ratings, rate
from elagage.arena.statistics import Estimate, Sprt, Tally, elo, expected_score

__all__ = ["Encounter", "Estimate", "Rating", "Ratings", "Sprt", "Tally", "elo", "expected_score", "rate"]
