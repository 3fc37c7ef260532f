"""Learning an evaluation: play, fit, and keep what wins; generation after generation, from nothing but the rules.

A generation plays games against itself by the weights that are kept, fits new weights to what became of them, and has
the arena decide whether these win. All of it follows from a seed, and the file is whole after each generation, so that
a run that was stopped goes on as if it had not been.
"""

from __future__ import annotations

import math
import tempfile
from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from elagage.arena.contests import match
from elagage.arena.execution.executor import Inline
from elagage.arena.players.player_specs import PlayerSpec
from elagage.arena.report import MatchReport
from elagage.compiler.fallback import CannotCompile
from elagage.compiler.link import sample_games
from elagage.errors import LimitsError, LoadError
from elagage.evaluation.heuristics import SUFFIX
from elagage.evaluation.layout import Layout
from elagage.evaluation.weights import MIDDLE, Evaluation, read_evaluation, write_evaluation
from elagage.game import Game
from elagage.learn.find_features import lay_out
from elagage.learn.fitting import evaluation_of, find_twins, fit_phases
from elagage.learn.position_jobs import Pace, play_positions
from elagage.loading import load

__all__ = ["Course", "Generation", "Lesson", "learn"]

BOUNDS = 0.0, 30.0
"""The sequential test that new weights have to pass, in normalised Elo."""
MATCH_GAMES, MATCH_DEPTH = 200, 3
LONGEST = 400
FEWEST = 1000
TRUST = 0.3
"""What the value of a search counts beside what became of a position, once weights were kept."""
GROWTH = 4
"""The first generation has one position for so many that are asked for, the next one twice as many, and so on."""
DEEPEST, AFFORDABLE = 3, 20_000
"""By default, the plies that games look ahead: as many as lead to so many positions, were none of them cut off."""


@dataclass(frozen=True)
class Lesson:
    """What is asked of learning."""

    generations: int = 4
    positions: int = 200_000
    """Of a generation; the first ones have fewer."""
    depth: int | None = None
    """How many plies both sides look ahead in the games; None: three, or fewer where there are many moves."""
    seed: int = 0

    def check(self) -> None:
        """LimitsError if it makes no sense."""
        depth = 1 if self.depth is None else self.depth
        if self.generations < 1 or self.positions < FEWEST or not 1 <= depth <= 12:
            raise LimitsError(
                "Learning takes a generation at least, of 1000 positions at least, and looks 1 to 12 plies ahead."
            )


@dataclass(frozen=True)
class Generation:
    """What one generation came to."""

    number: int
    positions: int
    error: float
    """Of what was predicted for positions kept apart: in points, or in bits where only winning counts."""
    score: float
    """The share of the points against the weights before."""
    games: int
    elo: float
    low: float | None
    """Where the interval of 95 % of the Elo begins; None: nowhere."""
    high: float | None
    kept: bool


@dataclass(frozen=True)
class Course:
    """How far learning is: the generation, what it is doing, and which part of that is done."""

    generation: int
    generations: int
    doing: str
    """``play``, ``fit`` or ``match``."""
    part: float


def learn(
    game: str | Game[Any, Any] | type[Game[Any, Any]],
    path: str | Path,
    lesson: Lesson | None = None,
    *,
    resume: bool = False,
    executor: Executor | None = None,
    workers: int = 1,
    on_course: Callable[[Course], None] | None = None,
    on_generation: Callable[[Generation], None] | None = None,
    stop: Callable[[], bool] | None = None,
) -> Evaluation:
    """Learn an evaluation of a game and keep it in a file; ``resume`` goes on with what is there.

    LoadError if the game can only be interpreted, or if its states show nothing to learn from.
    """
    played, goal = load(game), Path(path)
    wanted = lesson or Lesson()
    wanted.check()
    evaluation = read_evaluation(goal) if resume and goal.exists() else begin(played, wanted)
    check_same(evaluation, played, wanted)
    by = executor or Inline()
    halted = stop or (lambda: False)
    tell = on_course or (lambda _course: None)
    with tempfile.TemporaryDirectory(prefix="elagage-learn-") as folder:
        for number in range(len(evaluation.facts["generations"]) + 1, wanted.generations + 1):
            step = Step(played, wanted, number, Path(folder), by, workers, tell, halted)
            try:
                found = step.run(evaluation)
            except CannotCompile as error:
                raise LoadError(
                    "{game} can't be learned, since compiled code is needed for so many games. {reason}",
                    game=played.spec or type(played).__name__,
                    reason=error.sentence(),
                ) from None
            if found is None:
                break
            evaluation, generation = found
            write_evaluation(goal, evaluation)
            if on_generation is not None:
                on_generation(generation)
    return evaluation


def begin(game: Game[Any, Any], lesson: Lesson) -> Evaluation:
    """Weights of 0 for all features of a game."""
    layout: Layout | None = None
    features, phases = game.feature_count, game.phase_count
    if not features:
        layout = lay_out(game)
        features, phases = layout.count, layout.phases
    nothing = np.full(features * phases, MIDDLE, dtype="<u2").tobytes()
    depth = find_depth(game) if lesson.depth is None else lesson.depth
    facts = {"seed": lesson.seed, "positions": lesson.positions, "depth": depth, "generations": []}
    return Evaluation(game.spec, layout, features, phases, nothing, facts)


def check_same(evaluation: Evaluation, game: Game[Any, Any], lesson: Lesson) -> None:
    """LoadError if what is there was begun with something else."""
    if evaluation.spec != game.spec:
        raise LoadError(
            "What was learned is for {other}, and this is {game}: give another file.",
            other=evaluation.spec,
            game=game.spec,
        )
    for name in ("seed", "positions", "depth"):
        if getattr(lesson, name) is not None and evaluation.facts.get(name) != getattr(lesson, name):
            raise LoadError(
                "It was begun with {name} {value}: go on with the same, or give another file.",
                name=name,
                value=evaluation.facts.get(name),
            )


@dataclass(frozen=True)
class Step:
    """One generation."""

    game: Game[Any, Any]
    lesson: Lesson
    number: int
    folder: Path
    executor: Executor
    workers: int
    tell: Callable[[Course], None]
    stop: Callable[[], bool]

    def run(self, before: Evaluation) -> tuple[Evaluation, Generation] | None:
        """The weights after it, whether new or not, and what it came to; None if somebody stopped it."""
        kept = self.folder / f"generation-{self.number - 1}{SUFFIX}"
        write_evaluation(kept, before)
        self.report("play", 0.0)
        wanted = min(self.lesson.positions, max(FEWEST, (self.lesson.positions << self.number - 1) // GROWTH))
        pace = find_pace(self.game, before.facts["depth"])
        if any(generation["kept"] for generation in before.facts["generations"]):
            pace.trust = TRUST
        positions = play_positions(
            self.game, kept, count_features(self.game, before), pace, wanted,
            self.lesson.seed + 1000 * self.number, self.executor, self.workers,
            lambda count: self.report("play", min(1.0, count / wanted)), self.stop,
        )  # fmt: skip
        if positions is None:
            return None
        logistic = not (self.game.margins or self.game.payoffs)
        self.report("fit", 0.0)
        fit = fit_phases(
            positions, before.phases, before.features, logistic=logistic, stop=self.stop,
            on_phase=lambda done: self.report("fit", done), twins=find_twins(self.game, before),
        )  # fmt: skip
        if fit is None:
            return None
        after = evaluation_of(before.spec, before.layout, fit, before.facts)
        fresh = self.folder / f"generation-{self.number}-new{SUFFIX}"
        write_evaluation(fresh, after)
        report = self.compare(fresh, kept, min(MATCH_DEPTH, before.facts["depth"] + 1))
        if report.ended == "stopped":
            return None
        wins = report.verdict == "H1" or (report.verdict != "H0" and report.score > 0.5)
        generation = Generation(
            self.number, len(positions), round(fit.error, 4), round(report.score, 4), report.games,
            round(report.elo.value, 1), round_finite(report.elo.low), round_finite(report.elo.high), wins,
        )  # fmt: skip
        history = [*before.facts["generations"], vars(generation)]
        return replace(after if wins else before, facts={**before.facts, "generations": history}), generation

    def compare(self, fresh: Path, kept: Path, depth: int) -> MatchReport:
        """New weights against those before, at equal depth."""
        one, other = (
            str(PlayerSpec("engine", options=(("depth", depth), ("heuristic", str(path))))) for path in (fresh, kept)
        )
        self.report("match", 0.0)
        return match(
            self.game, one, other, MATCH_GAMES, seed=self.lesson.seed, sprt=BOUNDS, executor=self.executor,
            workers=self.workers, stop=self.stop,
            on_progress=lambda course: self.report("match", course.done / MATCH_GAMES),
        )  # fmt: skip

    def report(self, doing: str, part: float) -> None:
        self.tell(Course(self.number, self.lesson.generations, doing, part))


def round_finite(value: float) -> float | None:
    """A number as it is kept in a file, None if it is infinite."""
    return round(value, 1) if math.isfinite(value) else None


def count_features(game: Game[Any, Any], evaluation: Evaluation) -> int:
    """The most features that a position has."""
    if evaluation.layout is not None:
        return evaluation.layout.width
    states = [state for state, _move in sample_games(game, 20, LONGEST)]
    return max(len(list(game.features(state))) for state in states)


def find_depth(game: Game[Any, Any]) -> int:
    """How many plies ahead a search can look at each move of many games, by how many moves random ones have."""
    states = [state for state, move in sample_games(game, 10, LONGEST) if move is not None]
    moves = [sum(1 for _move in game.moves(state)) for state in states[:: max(1, len(states) // 100)]]
    mean = max(2.0, sum(moves) / max(1, len(moves)))
    return max(1, min(DEEPEST, int(math.log(AFFORDABLE) / math.log(mean))))


def find_pace(game: Game[Any, Any], depth: int) -> Pace:
    """How long games are, judged by random ones: half of that is random at most."""
    lengths, ply = [], 0
    for _state, move in sample_games(game, 60, LONGEST):
        ply += 1
        if move is None:
            lengths.append(ply)
            ply = 0
    mean = sum(lengths) / len(lengths) if lengths else LONGEST / 4
    return Pace(depth, max(2, round(mean / 2)), min(LONGEST, max(20, round(4 * mean))))
