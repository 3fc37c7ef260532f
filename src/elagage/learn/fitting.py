"""Weights that fit scores: least squares where scores are margins, logistic where they are wins.

A position's value is a sum of weights, one for each feature that is present. With X the matrix that says which are,
w minimises  sum of (X w - y)^2 + shrink * |w|^2  (margins), or the logistic loss of sign(y) with the same second term
(wins); the second term keeps what was hardly ever seen near 0. Conjugate gradients with the diagonal as preconditioner
need X and its transpose as products only, and those are sums over lists of features.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from elagage.evaluation.layout import Layout
from elagage.evaluation.weights import MIDDLE, POINT, Evaluation
from elagage.game import Game
from elagage.learn.self_play import Positions

__all__ = ["Fit", "choose_shrink", "evaluation_of", "find_twins", "fit_phases", "keep_apart", "mean_error", "predict"]

ROUNDS = 20
"""Steps of conjugate gradients."""
NEWTON = 4
"""How often the logistic loss is made quadratic anew."""
APART, STRETCH = 20, 200
"""One stretch of positions in so many is kept apart to measure the error, and how long it is: positions of one game say
much the same, so that a single one among its neighbours would tell nothing.
"""
SHRINKS = 2048.0, 256.0, 32.0, 4.0, 1.0
"""How strongly weights may be kept near 0: the strongest that no weaker one betters on positions kept apart."""
MOST_TRIED = 60_000
NEAR = 0.5
"""How much a position counts whose score is not exact, and one of a neighbouring phase."""
NEIGHBOURS = 4
"""One position of a neighbouring phase in so many is looked at."""
Array = np.ndarray[Any, np.dtype[Any]]


@dataclass(frozen=True)
class Fit:
    """Weights by phase and feature, in points or in logits for the mover; and the error on positions kept apart."""

    weights: Array
    error: float


class Seen:
    """Which features positions have, with products by it and by its transpose, column by column."""

    def __init__(self, features: Array) -> None:
        flat = features.ravel()
        self.known, places = np.unique(flat[flat >= 0], return_inverse=True)
        table = np.full(len(flat), len(self.known))  # one more column, which weighs nothing
        table[flat >= 0] = places
        self.columns = np.ascontiguousarray(table.reshape(features.shape).T)

    def times(self, weights: Array) -> Array:
        """The sums of weights of the features that were seen."""
        padded = np.append(weights, 0.0)
        total = np.zeros(self.columns.shape[1])
        for column in self.columns:
            total += np.take(padded, column, mode="clip")
        return total

    def transposed_times(self, values: Array) -> Array:
        """For each feature that was seen the sum over the positions that have it."""
        size = len(self.known)
        total = np.zeros(size + 1)
        for column in self.columns:
            total += np.bincount(column, values, size + 1)
        return total[:size]


def solve_least_squares(
    seen: Seen, goals: Array, importance: Array, shrink: float, first: Array, rounds: int = ROUNDS
) -> Array:
    """The weights that fit goals by weighted least squares, from a first guess that they are drawn to."""
    diagonal = seen.transposed_times(importance) + shrink
    weights = first.copy()
    residual = seen.transposed_times(importance * (goals - seen.times(weights)))
    ready = residual / diagonal
    direction = ready.copy()
    slope = float(residual @ ready)
    begun = slope
    for _round in range(rounds):
        if slope <= 1e-6 * begun:
            break
        image = seen.transposed_times(importance * seen.times(direction)) + shrink * direction
        step = slope / float(direction @ image)
        weights += step * direction
        residual -= step * image
        ready = residual / diagonal
        slope, before = float(residual @ ready), slope
        direction = ready + slope / before * direction
    return weights


def solve_logistic(seen: Seen, goals: Array, importance: Array, shrink: float, first: Array) -> Array:
    """The same for goals from 0 (lost) to 1 (won), by Newton's method."""
    weights = first.copy()
    for _round in range(NEWTON):
        values = np.clip(seen.times(weights), -8, 8)
        chance = 1 / (1 + np.exp(-values))
        steep = np.maximum(chance * (1 - chance), 0.02)
        weights = solve_least_squares(seen, values + (goals - chance) / steep, importance * steep, shrink, weights, 10)
    return weights


def fit_phases(
    positions: Positions,
    phases: int,
    size: int,
    *,
    logistic: bool,
    shrink: float | None = None,
    on_phase: Callable[[float], None] | None = None,
    stop: Callable[[], bool] | None = None,
    twins: Array | None = None,
) -> Fit | None:
    """The weights of every phase, each fitted to its own positions and, counting less, to those of its neighbours; None
    if somebody stopped it. Without ``shrink`` it is chosen. ``twins`` says for each feature which one it shares its
    weight with.
    """
    if twins is not None:
        features = np.where(positions.features >= 0, twins[positions.features], -1)
        positions = replace(positions, features=features)
    goals = goals_of(positions, logistic=logistic)
    apart = keep_apart(len(positions))
    if shrink is None:
        shrink = choose_shrink(positions, phases, size, logistic=logistic)
    table = np.zeros((phases, size))
    numbers = np.arange(len(positions))
    for phase in range(phases - 1, -1, -1):
        distance = np.abs(positions.phases - phase)
        rows = ((distance == 0) | ((distance == 1) & (numbers % NEIGHBOURS == 0))) & ~apart
        if not rows.any():
            continue
        seen = Seen(positions.features[rows])
        importance = np.where(distance[rows] == 0, 1.0, NEAR)
        importance *= np.where(positions.exact[rows], 1.0, NEAR)
        first = table[phase + 1] if phase + 1 < phases else np.zeros(size)
        solve = solve_logistic if logistic else solve_least_squares
        table[phase] = first
        table[phase, seen.known] = solve(seen, goals[rows], importance, shrink, first[seen.known])
        if on_phase is not None:
            on_phase(1 - phase / phases)
        if stop is not None and stop():
            return None
    error = mean_error(table, positions.take(apart), logistic=logistic)
    return Fit(table if twins is None else table[:, twins], error)


def goals_of(positions: Positions, *, logistic: bool) -> Array:
    """What weights are fitted to: the score for the mover, or 1 for a win, 0 for a loss and a half for a draw, and what
    lies between them for a chance.
    """
    goals: Array = np.where(positions.players == 0, 1.0, -1.0) * positions.scores
    if logistic:
        goals = (goals + 1) / 2
    return goals


def keep_apart(count: int) -> Array:
    """Which positions are kept apart: stretches of them, since games follow each other."""
    apart: Array = np.arange(count) // max(1, min(STRETCH, count // APART)) % APART == 0
    return apart


def choose_shrink(positions: Positions, phases: int, size: int, *, logistic: bool) -> float:
    """How strongly weights are kept near 0, by the error in the phase that most positions are in."""
    phase = int(np.bincount(positions.phases, minlength=phases).argmax())
    apart = keep_apart(len(positions))
    inside = positions.phases == phase
    learned = positions.take(np.flatnonzero(inside & ~apart)[:MOST_TRIED])
    tested = positions.take(np.flatnonzero(inside & apart))
    if not len(learned) or not len(tested):
        return SHRINKS[-1]
    seen, goals = Seen(learned.features), goals_of(learned, logistic=logistic)
    importance = np.where(learned.exact, 1.0, NEAR)
    solve = solve_logistic if logistic else solve_least_squares
    best, chosen = np.inf, SHRINKS[0]
    for shrink in SHRINKS:
        table = np.zeros((phases, size))
        table[phase, seen.known] = solve(seen, goals, importance, shrink, np.zeros(len(seen.known)))
        error = mean_error(table, tested, logistic=logistic)
        if error >= best:
            break
        best, chosen = error, shrink
    return chosen


def predict(weights: Array, positions: Positions) -> Array:
    """What the weights say of positions, for the mover."""
    values = np.zeros(len(positions))
    for phase in range(len(weights)):
        rows = positions.phases == phase
        seen = Seen(positions.features[rows])
        values[rows] = seen.times(weights[phase, seen.known])
    return values


def mean_error(weights: Array, positions: Positions, *, logistic: bool) -> float:
    """The root of the mean square error in points, or the mean logistic loss in bits."""
    goals = goals_of(positions, logistic=logistic)
    values = predict(weights, positions)
    if not logistic:
        return float(np.sqrt(np.mean((values - goals) ** 2)))
    likely = np.clip(1 / (1 + np.exp(-np.clip(values, -30, 30))), 1e-9, 1 - 1e-9)
    return float(-np.mean(goals * np.log2(likely) + (1 - goals) * np.log2(1 - likely)))


def find_twins(game: Game[Any, Any], evaluation: Evaluation) -> Array | None:
    """Which feature each one shares its weight with, by a game's own rule; None if each has its own."""
    if evaluation.layout is not None or type(game).twin is Game.twin:
        return None
    return np.array([min(feature, game.twin(feature)) for feature in range(evaluation.features)])


def evaluation_of(spec: str, layout: Layout | None, fit: Fit, facts: dict[str, Any]) -> Evaluation:
    """Fitted weights, rounded to what two bytes hold."""
    phases, features = fit.weights.shape
    rounded = np.clip(np.rint(fit.weights * POINT), -MIDDLE, MIDDLE - 1).astype(np.int64) + MIDDLE
    return Evaluation(spec, layout, features, phases, rounded.astype("<u2").tobytes(), facts)
