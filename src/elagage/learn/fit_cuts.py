"""Fitting a model of statistical cuts: how the values of deep searches follow from those of shallow ones.

Positions of games that are half played well and half at random are searched deeper and deeper. Of each pair of depths
that a cut may use, the deep values are fitted by the shallow ones, by least squares and by phase; what is left is the
error. Depths that were too expensive to try get the line of the deepest one of the same parity, and an error that grows
as it grew before.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from elagage.compiler.fallback import CannotCompile
from elagage.errors import LimitsError, LoadError
from elagage.evaluation.cut_models import CutModel, CutRow
from elagage.evaluation.weights import POINT
from elagage.game import Game
from elagage.result import Limits
from elagage.search.compiled.driver import Engine, Interrupted, SearchClock
from elagage.search.compiled.features import STEP, WON, features_of
from elagage.search.compiled.workspace import CUT_DEPTHS, CUT_PHASES

__all__ = ["CutLesson", "choose_check", "fit_cuts"]

FEWEST_SAMPLES = 24
"""Pairs of values that a line is fitted to, at least."""
PRIOR = 8.0
"""How many imagined pairs on the line of slope 1 through 0 keep a fit from following chance."""
NEIGHBOUR = 0.5
"""What a pair of a neighbouring phase counts."""
LONGEST = 400
CHANCE = 0.3
"""How often a move is drawn at random in the games."""


@dataclass(frozen=True)
class CutLesson:
    """What is asked of fitting."""

    positions: int = 600
    nodes: int = 300_000
    """What the searches of one position may take."""
    sure: float = 1.2
    """By how many deviations a check has to clear a bound."""
    seed: int = 0

    def check(self) -> None:
        """LimitsError if it makes no sense."""
        if self.positions < 100 or self.nodes < 1000 or not 0 < self.sure <= 10:
            raise LimitsError(
                "Cuts are fitted to 100 positions at least, of 1000 nodes at least, and clear a bound by 0 to 10 "
                "deviations."
            )


@dataclass(frozen=True)
class Sample:
    """A position's phase, and its values for the mover at depths 0, 1, 2 and so on, in the heuristic's numbers."""

    phase: int
    values: tuple[float, ...]


def choose_check(depth: int) -> int:
    """How deep the check of a depth is: about half of it, and of the same parity."""
    return 2 * (depth // 4) + depth % 2


def fit_cuts(
    game: Game[Any, Any],
    lesson: CutLesson | None = None,
    *,
    on_sample: Callable[[int], None] | None = None,
    stop: Callable[[], bool] | None = None,
) -> CutModel | None:
    """The model of a game as it is judged now; None if somebody stopped it. LoadError if the game is interpreted."""
    wanted = lesson or CutLesson()
    wanted.check()
    try:
        samples = sample_values(game, wanted, on_sample or (lambda _count: None), stop or (lambda: False))
    except CannotCompile as error:
        raise LoadError(
            "{game} can't be learned, since compiled code is needed for so many games. {reason}",
            game=game.spec or type(game).__name__,
            reason=error.sentence(),
        ) from None
    if samples is None:
        return None
    phases = min(CUT_PHASES, max((sample.phase for sample in samples), default=0) + 1)
    rows = tuple(fit_phase(samples, phase) for phase in range(phases))
    facts = {
        "positions": wanted.positions,
        "nodes": wanted.nodes,
        "seed": wanted.seed,
        "measured": [found[-1].depth if found else 0 for found in rows],
    }
    return CutModel(game.spec, game.judged_by, wanted.sure, extend_rows(rows), facts)


def sample_values(
    game: Game[Any, Any], lesson: CutLesson, on_sample: Callable[[int], None], stop: Callable[[], bool]
) -> list[Sample] | None:
    """The values of positions at growing depths; None if somebody stopped it."""
    engine = Engine(game, memory=8, features=features_of())
    engine.compile()
    if not engine.linked.compiled:
        raise CannotCompile("it is interpreted")
    chooser = random.Random(lesson.seed)
    samples: list[Sample] = []
    values: list[list[int]] = []
    while len(samples) < lesson.positions:
        for state in choose_positions(engine, chooser):
            if stop():
                return None
            values.append(deepen_values(engine, state, lesson.nodes))
            samples.append(Sample(int(game.phase(state)), ()))
            on_sample(len(samples))
    most = max((abs(value) for found in values for value in found if abs(value) < WON), default=1)
    return [
        Sample(sample.phase, tuple(plain_number(engine, value, most) for value in found))
        for sample, found in zip(samples, values, strict=True)
    ]


def choose_positions(engine: Engine, chooser: random.Random) -> list[Any]:
    """Some positions of one game, in which moves are found by two plies, or drawn."""
    game, state = engine.game, engine.game.start()
    states = []
    for _ply in range(LONGEST):
        if game.over(state):
            break
        states.append(state)
        moves = list(game.moves(state))
        move = chooser.choice(moves)
        if len(moves) > 1 and chooser.random() >= CHANCE:
            move = engine.deepen(state, Limits(depth=2)).move
        state = game.play(state, move)
    return chooser.sample(states, min(len(states), max(1, len(states) // 8)))


def deepen_values(engine: Engine, state: Any, nodes: int) -> list[int]:
    """The values of a position at depths 0, 1, 2 and so on, in the engine's numbers for the mover, with so many nodes;
    none after one that no estimate took part in.
    """
    engine.set_up(engine.width)
    engine.limit_nodes(nodes)
    watch = SearchClock(Limits(), 0.0, None)
    values = [engine.scores.number_for_mover(state, engine.game.heuristic(state))]
    try:
        for depth in range(1, CUT_DEPTHS):
            found = engine.aspire(state, depth, values[-1] if depth > 2 else None, watch)
            values.append(found.value)
            if found.exact:
                break
    except Interrupted:
        pass
    finally:
        engine.limit_nodes(None)
    return values


def plain_number(engine: Engine, value: int, most: int) -> float:
    """A value in the heuristic's numbers: a decided game counts its margin where the heuristic does too, else as much
    as the largest estimate.
    """
    if abs(value) >= WON:
        size = most
        if engine.game.margins and hasattr(engine.game, "learned_weights"):
            size = round((abs(value) - WON) / STEP) * POINT * engine.linked.scale
        value = size if value > 0 else -size
    return value / engine.linked.scale


def fit_phase(samples: list[Sample], phase: int) -> list[CutRow]:
    """The rows of one phase, as deep as there are values enough."""
    near = [
        (sample, 1.0 if sample.phase == phase else NEIGHBOUR) for sample in samples if abs(sample.phase - phase) <= 1
    ]
    rows = []
    for depth in range(3, CUT_DEPTHS):
        check = choose_check(depth)
        pairs = [
            (sample.values[check], sample.values[depth], sample.values[0], weight)
            for sample, weight in near
            if len(sample.values) > depth
        ]
        if len(pairs) < FEWEST_SAMPLES:
            break
        rows.append(fit_row(depth, check, np.array(pairs, dtype=np.float64)))
    return rows


def fit_row(depth: int, check: int, pairs: Any) -> CutRow:
    """The line through pairs of values, and how far from it they are."""
    shallow, deep, estimate, weight = pairs.T
    spread = max(1e-9, float(np.average(shallow**2, weights=weight)))
    total = weight.sum() + PRIOR
    mean_x = float((weight * shallow).sum() / total)
    mean_y = float((weight * deep).sum() / total)
    square = float((weight * shallow**2).sum() + PRIOR * spread) / total - mean_x**2
    product = float((weight * shallow * deep).sum() + PRIOR * spread) / total - mean_x * mean_y
    slope = min(2.0, max(0.25, product / max(1e-9, square)))
    intercept = mean_y - slope * mean_x
    error = float(np.sqrt(np.average((deep - slope * shallow - intercept) ** 2, weights=weight)))
    doubt = float(np.sqrt(np.average((shallow - estimate) ** 2, weights=weight)))
    return CutRow(depth, check, *(round(float(number), 4) for number in (slope, intercept, error, doubt)))


def extend_rows(phases: tuple[list[CutRow], ...]) -> tuple[tuple[CutRow, ...], ...]:
    """The rows of all phases, those of greater depths made from what is known.

    The logarithm of the error is about a constant of the phase, plus a rate for each ply of the depth and one for each
    of the check.
    """
    known = [(phase, row) for phase, rows in enumerate(phases) for row in rows if row.sigma > 0]
    if not known:
        return tuple(tuple(rows) for rows in phases)
    table = np.zeros((len(known), len(phases) + 2))
    for number, (phase, row) in enumerate(known):
        table[number, phase] = 1.0
        table[number, len(phases) :] = row.depth, row.check
    target = np.log([row.sigma for _phase, row in known])
    rates = np.linalg.lstsq(table, target, rcond=None)[0][len(phases) :]
    grown = []
    for rows in phases:
        longer = list(rows)
        for depth in range((rows[-1].depth if rows else CUT_DEPTHS) + 1, CUT_DEPTHS):
            like = next((row for row in reversed(rows) if row.depth % 2 == depth % 2), None)
            if like is None:
                continue
            check = choose_check(depth)
            growth = float(rates @ (depth - like.depth, check - like.check))
            sigma = like.sigma * math.exp(min(2.0, max(0.0, growth)))
            longer.append(CutRow(depth, check, like.slope, like.intercept, round(sigma, 4), like.doubt))
        grown.append(tuple(longer))
    return tuple(grown)
