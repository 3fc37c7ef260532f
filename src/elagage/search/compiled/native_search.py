"""Deepening and counting by the rules' own native code: the twin of ``search/deepening.py`` for games whose rules are plain Python of any kind.

The kernels speak of moves by their numbers; every line they give is walked by the rules as they were written.
"""

from __future__ import annotations

import random
import threading
import time as clock_time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from elagage.compiler.fallback import CannotCompile
from elagage.compiler.native.native_game import Failed, NativeGame, Stopped
from elagage.compiler.native.native_link import raise_as_written, run_native, walk_path
from elagage.game import Game, Move, State
from elagage.question import Question
from elagage.result import MAX, WIN, Info, Limits, MoveScore, Number, Result, Score

__all__ = ["count_natively", "find_native_refusal", "search_natively"]

DEEPEST = 120
INFINITY = float("inf")
NODES, LEAVES, ESTIMATES, ALPHA_CUTS, BETA_CUTS, HITS = 4, 6, 7, 8, 9, 10
"""Where the kernels count on their desk."""
ENTRY_BYTES = 32
STACK = 256 << 20


@dataclass(frozen=True)
class Found:
    """What a round found, for the player to move."""

    value: float
    line: tuple[Any, ...]
    exact: bool


def count_natively(game: Game[State, Move], state: State, depth: int, *, ended: bool = False) -> int:
    """How many lines of exactly ``depth`` plies start here; CannotCompile if the game can only be interpreted."""

    def attempt(native: NativeGame) -> int:
        try:
            return in_thread(native, lambda: native.count(state, depth, ended))
        except Failed as failed:
            raise_as_written(game, state, failed)
            raise

    return run_native(game, attempt)


def find_native_refusal(game: Game[Any, Any]) -> CannotCompile | None:
    """Why a game's rules have no native code; None if they have."""
    try:
        run_native(game, lambda _native: None)
    except CannotCompile as error:
        return error
    return None


def search_natively(
    question: Question[State, Move],
    *,
    on_info: Callable[[Info[Move]], None] | None = None,
    stop: Callable[[], bool] | None = None,
) -> Result[Move]:
    """A best move within the limits of a question; CannotCompile if the game can only be interpreted."""

    def attempt(native: NativeGame) -> Result[Move]:
        return Deepening(native, question, on_info, stop).run()

    return run_native(question.game, attempt)


def in_thread(native: NativeGame, work: Callable[[], Any], watch: Callable[[], bool] | None = None) -> Any:
    """What a piece of work gives, done in a thread of its own with room for deep recursion, so that Ctrl-C is heard meanwhile."""
    outcome: list[Any] = []

    def run() -> None:
        try:
            outcome.append((work(), None))
        except BaseException as error:
            outcome.append((None, error))

    before = threading.stack_size(STACK)
    try:
        thread = threading.Thread(target=run, daemon=True)
        thread.start()
    finally:
        threading.stack_size(before)
    try:
        while thread.is_alive():
            thread.join(0.01)
            if watch is not None and watch():
                native.desk[3] = 1
    except BaseException:
        native.desk[3] = 1
        thread.join()
        raise
    answer, error = outcome[0]
    if error is not None:
        raise error
    return answer


class Deepening:
    """One search, deeper and deeper."""

    def __init__(
        self,
        native: NativeGame,
        question: Question[Any, Any],
        on_info: Callable[[Info[Any]], None] | None,
        stop: Callable[[], bool] | None,
    ) -> None:
        self.native, self.question, self.game = native, question, question.game
        self.root, self.limits, self.wishes = question.position, question.limits, question.wishes
        self.on_info, self.stop = on_info, stop
        self.started = clock_time.perf_counter()
        self.sign = 1 if self.game.player(self.root) == MAX else -1
        self.news: list[Info[Any]] = []

    def run(self) -> Result[Any]:
        """The result."""
        game, root = self.game, self.root
        if game.over(root):
            return self.result(Found(self.sign * game.final(root), (), True), 0, ())
        memory = 64.0 if self.wishes.memory is None else self.wishes.memory
        entries = 1 << max(10, int(memory * 1_000_000 / ENTRY_BYTES).bit_length() - 1)
        if self.native.desk[12] != entries - 1:
            self.native.set_table(entries)
        self.native.limit(self.limits.nodes)
        moves = list(game.moves(root))
        children = [game.play(root, move) for move in moves]
        result: Result[Any] = in_thread(self.native, lambda: self.deepen(moves, children), self.must_stop)
        self.tell_news()
        return result

    def must_stop(self) -> bool:
        """Is it time to stop? News is told meanwhile, by the thread that asked the question."""
        self.tell_news()
        if self.stop is not None and self.stop():
            return True
        limit: Limits = self.limits
        return limit.time is not None and clock_time.perf_counter() - self.started >= limit.time

    def tell_news(self) -> None:
        """Tell of the rounds that were finished."""
        while self.news:
            info = self.news.pop(0)
            if self.on_info is not None:
                self.on_info(info)

    def deepen(self, moves: list[Any], children: list[Any]) -> Result[Any]:
        """Rounds, each a ply deeper."""
        game, native = self.game, self.native
        order = sorted(range(len(moves)), key=lambda number: -game.order(self.root, moves[number]))
        found = Found(self.sign * game.heuristic(self.root), (moves[order[0]],), False)
        scores: tuple[MoveScore[Any], ...] = ()
        finished = 0
        proven: dict[int, int] = {}
        deepest = DEEPEST if self.limits.depth is None else min(self.limits.depth, DEEPEST)
        while finished < deepest and not found.exact:
            if self.is_late():
                break
            try:
                found, values, scores = self.search_round(finished + 1, moves, children, order, proven)
            except Stopped:
                break
            finished += 1
            best = moves.index(found.line[0])
            order = sorted(order, key=lambda number: (number != best, -values.get(number, -INFINITY)))
            shown = scores if self.wishes.every_move else ()
            score = self.score(self.sign * found.value, found.exact, finished)
            self.news.append(Info(finished, score, found.line, native.desk[NODES], self.seconds(), shown))
        return self.result(found, finished, scores if self.wishes.every_move else ())

    def is_late(self) -> bool:
        """Are the limits met between two rounds?"""
        limits = self.limits
        if limits.nodes is not None and self.native.desk[NODES] >= limits.nodes:
            return True
        return bool(self.native.desk[3]) or (limits.time is not None and self.seconds() >= limits.time)

    def seconds(self) -> float:
        """Since the search began."""
        return clock_time.perf_counter() - self.started

    def search_round(
        self, depth: int, moves: list[Any], children: list[Any], order: list[int], proven: dict[int, int]
    ) -> tuple[Found, dict[int, float], tuple[MoveScore[Any], ...]]:
        """One round: what it found, what each move is worth, and the scores of all moves if they are wanted."""
        game, native = self.game, self.native
        native.desk[NODES] += 1
        wide = self.wishes.every_move or self.wishes.seed is not None
        best = alpha = -INFINITY
        line: tuple[Any, ...] = ()
        values: dict[int, float] = {}
        lines: dict[int, tuple[Any, ...]] = {}
        scores: list[MoveScore[Any]] = []
        native.desk[ESTIMATES] = 0
        for number in order:
            before = native.desk[ESTIMATES]
            child = children[number]
            same = (game.player(child) == MAX) == (self.sign > 0)
            low = -INFINITY if wide else alpha
            window = (low, INFINITY) if same else (-INFINITY, -low)
            try:
                raw, path = native.search(child, depth - 1, *window)
            except Failed as failed:
                raise_as_written(game, child, failed)
                raise
            value = raw if same else -raw
            values[number] = value
            if not line or value > best:
                best, alpha = value, max(alpha, value)
                line = (moves[number], *self.walked(child, path, depth - 1, raw))
            if wide:
                lines[number] = (moves[number], *walk_path(game, child, path)[1])
                exact = native.desk[ESTIMATES] == before or self.is_decided(value)
                if exact:
                    proven.setdefault(number, depth)
                score = self.score(self.sign * value, exact, proven.get(number, depth))
                scores.append(MoveScore(moves[number], score, exact, self.number(self.sign * value)))
        exact = native.desk[ESTIMATES] == 0 or self.is_decided(best)
        if self.wishes.seed is not None:
            equals = [lines[number] for number in order if values[number] == best]
            line = random.Random(self.wishes.seed).choice(equals)
        ranked = tuple(sorted(scores, key=lambda entry: entry.score, reverse=self.sign > 0))
        return Found(best, line, exact), values, ranked

    def walked(self, child: Any, path: list[int], depth: int, value: float) -> list[Any]:
        """The moves of a line, walked by the rules as they were written, which must give the same value at its end."""
        game = self.game
        end, moves = walk_path(game, child, path)
        over = bool(game.over(end))
        if over or len(path) == depth:
            plain = game.final(end) if over else game.heuristic(end)
            if plain != (value if game.player(child) == MAX else -value):
                raise CannotCompile("it answers differently compiled", "score" if over else "heuristic")
        return moves

    def is_decided(self, value: float) -> bool:
        """Does a value say who wins, so that nothing deeper can change it?"""
        return abs(value) >= WIN and not self.game.margins and not self.game.payoffs

    # From floats to people's numbers

    def number(self, value: float) -> Number:
        """A value as the number that the plain searches give."""
        compiled = self.native.compiled
        whole = (
            compiled.whole_scores
            if abs(value) >= WIN and not self.game.payoffs
            else compiled.whole_scores and compiled.whole_estimates
        )
        return int(value) if whole and abs(value) < 1 << 53 else value + 0.0

    def score(self, value: float, exact: bool, plies: int) -> Score:
        """A value for Max as a score; the first round that proves a win knows how far it is, if its size doesn't matter."""
        score = Score.of_value(self.number(value), exact=exact, margins=self.game.margins, payoffs=self.game.payoffs)
        return score if not score.outcome or self.game.margins or not exact else replace(score, plies=plies)

    def result(self, found: Found, depth: int, scores: tuple[MoveScore[Any], ...]) -> Result[Any]:
        """Everything that was found, for Max."""
        desk = self.native.desk
        value = self.number(self.sign * found.value)
        return Result(
            move=found.line[0] if found.line else None,
            score=self.score(self.sign * found.value, found.exact, depth),
            value=value,
            line=found.line,
            depth=depth,
            nodes=max(1, desk[NODES]),
            leaves=desk[LEAVES],
            alpha_cuts=desk[ALPHA_CUTS],
            beta_cuts=desk[BETA_CUTS],
            hits=desk[HITS],
            seconds=self.seconds(),
            exact=found.exact,
            moves=scores,
            algorithm="native",
        )
