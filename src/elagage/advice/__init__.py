"""Advice for the author of a game that can only be interpreted: the line in the way, and a rewrite beside it."""

from __future__ import annotations

from elagage.advice.explain_refusal import Advice, explain_refusal, find_difference
from elagage.advice.rewrites import REWRITES, Rewrite, find_rewrite

__all__ = ["REWRITES", "Advice", "Rewrite", "explain_refusal", "find_difference", "find_rewrite"]
