"""From the engine's numbers to people's, and back.

A value of the engine is an integer for whoever moves: an amount or an estimate times the scale of the game, or a win
with its margin and its distance (``features.py``). People get a ``Score`` for Max, and of it only what is proven.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

from elagage.compiler.kernel import NativeHandle
from elagage.compiler.link import Linked
from elagage.game import Game, final_value
from elagage.result import MAX, WIN, MoveScore, Number, Score
from elagage.search.compiled.features import CUTS, DISTANCE, LIMIT, STEP, WON

__all__ = ["EngineScores", "Found", "walk_line"]


@dataclass(frozen=True)
class Found:
    """What a kernel found: the value for the root's mover in the engine's numbers, the line,
    and whether no estimate took part, or none that could change who wins.
    """

    value: int
    line: tuple[int, ...]
    exact: bool


class EngineScores:
    """The numbers of one engine: of a game, as it was linked, with some features."""

    def __init__(self, game: Game[Any, Any], linked: Linked, features: int) -> None:
        self.game, self.linked, self.features = game, linked, features

    def is_decided(self, value: int) -> bool:
        """Does a value say who wins, so that nothing deeper can change it?"""
        return abs(value) >= WON and not self.game.margins and not self.game.payoffs

    def is_settled(self, value: int, exact: bool, depth: int) -> bool:
        """Is nothing left to find at a greater depth than this one: neither the value, nor a shorter win?"""
        return exact and (not self.is_decided(value) or self.plies_of(value, exact, depth) is not None)

    def plies_of(self, value: int, exact: bool, depth: int) -> int | None:
        """How far a won end is, if a search of that depth proves it; else None.

        It has seen every win of at most its depth. One that prolonged leaves or the table know of may lie further away,
        and then there may be a shorter one.
        """
        if not self.features & DISTANCE or self.features & CUTS or abs(value) < WON or self.game.payoffs:
            return None
        plies = (WIN - abs(value)) % STEP
        return plies if (exact if self.game.margins else plies <= depth + 1) else None

    def number_for_mover(self, state: Any, value: Number) -> int:
        """An amount or an estimate in the engine's numbers."""
        number = max(-LIMIT, min(LIMIT, value * self.linked.scale))
        return round(number) * (1 if self.game.player(state) == MAX else -1)

    def end_score(self, state: Any) -> tuple[Score, Number]:
        """The score of an ended game, and the number that the plain searches give."""
        value = final_value(self.game, state)
        score = Score.of_value(value, exact=True, margins=self.game.margins, payoffs=self.game.payoffs)
        return replace(score, plies=0 if score.outcome and self.features & DISTANCE else None), value

    def best_number(self, state: Any, score: Score) -> int:
        """A score in the engine's numbers, for the mover: where a search begins to look."""
        if not score.outcome:
            return self.number_for_mover(state, score.value)
        sign = 1 if self.game.player(state) == MAX else -1
        size = int(abs(score.value)) * STEP if self.game.margins else -(score.plies or 0)
        return sign * score.outcome * (WIN + size)

    def score(self, value: int, exact: bool, depth: int, end: Number | None = None) -> tuple[Score, Number]:
        """A value for Max that was found at a depth as a score, and as the number that the plain searches give;
        ``end`` is that number, if the end of the line tells it.
        """
        if self.game.payoffs or abs(value) < WON:
            number: Number = value if self.linked.scale == 1 else value / self.linked.scale
            if self.game.payoffs and abs(value) == LIMIT:
                number = float("inf") if value > 0 else float("-inf")
            elif end is not None and self.linked.scale != 1:
                number = end
            return Score.of_value(number, exact=exact, margins=self.game.margins, payoffs=self.game.payoffs), number
        sign, excess = (1 if value > 0 else -1), abs(value) - WIN
        margin = -(-excess // STEP) if self.game.margins else 0
        plies = self.plies_of(value, exact, depth)
        score = Score.win(plies, margin or 1) if sign > 0 else Score.loss(plies, margin or 1)
        return score, sign * (WIN + margin)

    def tell(self, state: Any, found: Found, depth: int, rounded: bool) -> tuple[Score, Number]:
        """What was found of a state at a depth, as a score for Max and as a number;
        ``rounded``: not all scores were held exactly.
        """
        sign = 1 if self.game.player(state) == MAX else -1
        end = self.value_at_end(state, found.value, found.line, depth)
        return self.score(sign * found.value, found.exact and not rounded, depth, end)

    def rank(
        self, state: Any, scores: tuple[tuple[Any, Found], ...], depth: int, rounded: bool
    ) -> tuple[MoveScore[Any], ...]:
        """The scores of a state's moves for people, best first for the mover."""
        entries = []
        for move, found in scores:
            score, number = self.tell(state, found, depth, rounded)
            entries.append(MoveScore(move, score, found.exact and not rounded, number))
        return tuple(sorted(entries, key=lambda entry: entry.score, reverse=self.game.player(state) == MAX))

    def value_at_end(self, state: Any, value: int, line: tuple[Any, ...], depth: int) -> Number | None:
        """What the rules as they were written say at the end of a line; None if the line does not go so far.

        CannotCompile if it is not what the search said: then the native code is not used any more.
        """
        game, sign = self.game, 1 if self.game.player(state) == MAX else -1
        native = self.linked.handle
        if not isinstance(native, NativeHandle) or type(game).noisy is not Game.noisy or not line:
            return None
        for move in line:
            state = game.play(state, move)
        over = bool(game.over(state))
        if not over and len(line) != depth:
            return None
        found: Number = game.score(state) if over else game.heuristic(state)
        told = sign * value
        if over and not game.payoffs and found != 0:
            if abs(told) < WON or (told > 0) != (found > 0):
                raise native.refuse("score")
            return None
        if told != max(-LIMIT, min(LIMIT, round(max(-LIMIT, min(LIMIT, found * self.linked.scale))))):
            raise native.refuse("score" if over else "heuristic")
        return found


def walk_line(game: Game[Any, Any], state: Any, numbers: Any, candidates: bool = False) -> list[Any]:
    """The moves of a line that a kernel wrote, by the rules as they were written; of ``candidates`` alone, if so."""
    line = []
    offered = game.candidates if candidates else game.moves
    for number in numbers:
        if number == 0:
            break
        move = next(islice(offered(state), int(number) - 1, None))
        line.append(move)
        state = game.play(state, move)
    return line
