"""From the engine's numbers to people's: scores, lines by the rules as they were written, news and results.

A kernel's value is an integer for the root's mover, its line numbers of moves. What native code says is compared here
with what the rules say at the end of the line.
"""

from __future__ import annotations

import time as clock_time
from dataclasses import dataclass
from itertools import islice
from typing import Any

from elagage.compiler.kernel import NativeHandle
from elagage.compiler.link import Linked
from elagage.game import Game
from elagage.result import MAX, WIN, Info, MoveScore, Number, Result, Score
from elagage.search.compiled.features import DISTANCE, LIMIT, STEP, WON
from elagage.search.compiled.workspace import ALPHA_CUTS, BETA_CUTS, HITS, LEAVES, NODES

__all__ = ["EngineScores", "Found", "walk_line"]


@dataclass(frozen=True)
class Found:
    """What a kernel found: the value for the root's mover in the engine's numbers, the line,
    and whether it is the truth.
    """

    value: int
    line: tuple[int, ...]
    exact: bool


class EngineScores:
    """What an engine makes of its numbers."""

    game: Game[Any, Any]
    linked: Linked
    features: int

    def total(self, counter: int) -> int:
        """A counter, over all threads."""
        raise NotImplementedError

    def value_at_end(self, state: Any, found: Found, depth: int) -> Number | None:
        """What the rules as they were written say at the end of a line; None if the line does not go so far.

        CannotCompile if it is not what the search said: then the native code is not used any more.
        """
        game, sign = self.game, 1 if self.game.player(state) == MAX else -1
        native = self.linked.handle
        if not isinstance(native, NativeHandle) or type(game).noisy is not Game.noisy or not found.line:
            return None
        for move in found.line:
            state = game.play(state, move)
        over = bool(game.over(state))
        if not over and len(found.line) != depth:
            return None
        value: Number = game.score(state) if over else game.heuristic(state)
        told = sign * found.value
        if over and not game.payoffs and value != 0:
            if abs(told) < WON or (told > 0) != (value > 0):
                raise native.refuse("score")
            return None
        if told != max(-LIMIT, min(LIMIT, round(max(-LIMIT, min(LIMIT, value * self.linked.scale))))):
            raise native.refuse("score" if over else "heuristic")
        return value

    def number_for_mover(self, state: Any, value: Number) -> int:
        """An estimate in the engine's numbers."""
        number = max(-LIMIT, min(LIMIT, value * self.linked.scale))
        return round(number) * (1 if self.game.player(state) == MAX else -1)

    def final(self, state: Any) -> int:
        """An ended game in the engine's numbers, for whoever would move."""
        score = self.game.score(state)
        if self.game.payoffs or score == 0:
            return self.number_for_mover(state, score)
        size = int(abs(score)) * STEP if self.game.margins else 0
        sign = 1 if self.game.player(state) == MAX else -1
        return sign * (WIN + size if score > 0 else -WIN - size)

    def score(self, value: int, exact: bool, end: Number | None = None) -> tuple[Score, Number]:
        """A value for Max as a score, and as the number that the plain searches give; ``end`` is that number, if the
        end of the line tells it.
        """
        if self.game.payoffs or abs(value) < WON:
            number: Number = value if self.linked.scale == 1 else value / self.linked.scale
            if end is not None and self.linked.scale != 1:
                number = end
            if self.game.payoffs and abs(value) == LIMIT:
                number = float("inf") if value > 0 else float("-inf")
            return Score.of_value(number, exact=exact, margins=self.game.margins, payoffs=self.game.payoffs), number
        sign, excess = (1 if value > 0 else -1), abs(value) - WIN
        margin = -(-excess // STEP) if self.game.margins else 0
        plies = margin * STEP - excess if self.features & DISTANCE else None
        score = Score.win(plies, margin or 1) if sign > 0 else Score.loss(plies, margin or 1)
        return score, sign * (WIN + margin)

    def info(
        self, state: Any, found: Found, scores: tuple[tuple[int, Found], ...], depth: int, started: float
    ) -> Info[Any]:
        """News of a finished round."""
        sign = 1 if self.game.player(state) == MAX else -1
        score, _number = self.score(sign * found.value, found.exact, self.value_at_end(state, found, depth))
        seconds = clock_time.perf_counter() - started
        return Info(depth, score, found.line, self.total(NODES), seconds, self.rank(state, sign, scores, depth))

    def result(
        self, state: Any, found: Found, scores: tuple[tuple[int, Found], ...], depth: int, started: float
    ) -> Result[Any]:
        """Everything that was found, for Max."""
        sign = 1 if self.game.player(state) == MAX else -1
        score, number = self.score(sign * found.value, found.exact, self.value_at_end(state, found, depth))
        return Result(
            move=found.line[0] if found.line else None,
            score=score,
            value=number,
            line=found.line,
            depth=depth,
            nodes=self.total(NODES),
            leaves=self.total(LEAVES),
            alpha_cuts=self.total(ALPHA_CUTS),
            beta_cuts=self.total(BETA_CUTS),
            hits=self.total(HITS),
            seconds=clock_time.perf_counter() - started,
            exact=found.exact,
            moves=self.rank(state, sign, scores, depth),
            algorithm="engine",
        )

    def rank(
        self, state: Any, sign: int, scores: tuple[tuple[Any, Found], ...], depth: int
    ) -> tuple[MoveScore[Any], ...]:
        """The scores of moves for people, best first for the mover."""
        entries = []
        for move, found in scores:
            score, number = self.score(sign * found.value, found.exact, self.value_at_end(state, found, depth))
            entries.append(MoveScore(move, score, found.exact, number))
        return tuple(sorted(entries, key=lambda entry: entry.score, reverse=sign > 0))


def walk_line(game: Game[Any, Any], state: Any, numbers: Any) -> list[Any]:
    """The moves of a line that a kernel wrote, by the rules as they were written."""
    line = []
    for number in numbers:
        if number == 0:
            break
        move = next(islice(game.moves(state), int(number) - 1, None))
        line.append(move)
        state = game.play(state, move)
    return line
