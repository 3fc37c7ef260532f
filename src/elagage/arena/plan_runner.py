"""Playing a plan: jobs go out in batches, games come back, are committed and counted, until something ends it.

A match with a sequential test ends at the first pair, in the order of the plan, at which the test is decided; what was
played beyond it stays in the file and does not count. So neither the number of workers nor an interruption changes the
result.
"""

from __future__ import annotations

import os
import tempfile
from collections import Counter, deque
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, wait
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import Any

from elagage.arena.execution.executor import Inline, WorkerDied
from elagage.arena.game_jobs import FAILED_IN_A_ROW, make_void_row, play_job
from elagage.arena.game_store import GameRow, Store
from elagage.arena.match_elo import State, Tally
from elagage.arena.schedule import Fixture, Plan
from elagage.errors import LimitsError

__all__ = ["Course", "Schedule", "run_plan"]

JOB_SECONDS = 0.3
"""How long a job should take: long against its overhead, short against a person's patience."""
MOST_IN_A_JOB = 500
OVERHEAD = 0.0005
"""Seconds a game beside those in which players think."""
PATIENCE = 0.2
"""Seconds between two looks at whether somebody wants to stop."""

Progress = Callable[["Course"], None]


class Schedule:
    """The games of a plan, round by round, as far as the rounds before are played."""

    def __init__(self, plan: Plan, rows: dict[int, GameRow]) -> None:
        self.plan = plan
        self.rows = rows
        self.fixtures: list[Fixture] = []

    def round(self, number: int) -> list[Fixture]:
        """The games of a round; the rounds before it have been played."""
        size = self.plan.pairings_a_round * self.plan.games
        while len(self.fixtures) < (number + 1) * size:
            self.fixtures += self.plan.fixtures(len(self.fixtures) // size, self.points)
        return self.fixtures[number * size : (number + 1) * size]

    def points(self, low: int, high: int) -> list[float]:
        """What each player made in the games with these numbers."""
        made = [0.0] * len(self.plan.players)
        for fixture in self.fixtures[low:high]:
            row = self.rows.get(fixture.number)
            if row is not None and row.outcome is not None:
                made[fixture.first] += (1 + row.outcome) / 2
                made[fixture.second] += (1 - row.outcome) / 2
        return made

    def list_played_games(self) -> Iterator[tuple[Fixture, GameRow]]:
        """The games that were played, in order."""
        for fixture in self.fixtures:
            if fixture.number in self.rows:
                yield fixture, self.rows[fixture.number]


@dataclass
class Course:
    """How the play of a plan goes: what was played, and why it ended."""

    plan: Plan
    store: Store
    schedule: Schedule
    verdict: State = "continue"
    """What a sequential test says."""
    pairs: int | None = None
    """How many pairs count; None: all of them."""
    ended: str = ""
    """``done``, ``decided``, ``stopped`` or ``failures``; nothing while it goes on."""
    failing: str = ""
    """Who failed three times in a row; empty if workers did."""
    reason: str = ""
    """Why, the last time."""
    streaks: Counter[int] = field(default_factory=Counter)
    tally: Tally = field(default_factory=lambda: Tally.of_pairs([0] * 5))
    """Of a match: the pairs that are complete, from the first one on."""
    looked: int = 0
    """How many pairs of the match were looked at for that."""
    llrs: list[tuple[float, float]] = field(default_factory=list)
    """The course of the sequential test: after how many games, which LLR."""

    @property
    def done(self) -> int:
        """How many games are played."""
        return len(self.store.rows)

    def list_played_games(self) -> list[tuple[Fixture, GameRow]]:
        """The games that count, in the order of the plan."""
        games = list(self.schedule.list_played_games())
        return games if self.pairs is None else [game for game in games if game[0].number < 2 * self.pairs]

    def count(self, row: GameRow) -> None:
        """Take note of a game that was committed: who fails again and again?"""
        fixture = self.schedule.fixtures[row.number]
        if row.outcome is None:
            self.streaks[-1] += 1
            if self.streaks[-1] >= FAILED_IN_A_ROW:
                self.ended, self.reason = "failures", row.reason
            return
        self.streaks[-1] = 0
        for side, player in enumerate((fixture.first, fixture.second)):
            self.streaks[player] = self.streaks[player] + 1 if row.failed == side else 0
            if self.streaks[player] >= FAILED_IN_A_ROW:
                self.ended, self.failing, self.reason = "failures", self.plan.players[player], row.reason

    def look(self) -> None:
        """Count the pairs of a match that have become complete, in order, and ask its test after each."""
        if self.plan.kind != "match" or self.verdict != "continue":
            return
        test, rows = self.plan.test, self.store.rows
        while 2 * self.looked in rows and 2 * self.looked + 1 in rows:
            outcomes = rows[2 * self.looked].outcome, rows[2 * self.looked + 1].outcome
            self.looked += 1
            pair = pair_tally(*outcomes)
            if pair is None:
                continue
            self.tally += pair
            if test is None:
                continue
            llr = test.llr(self.tally)
            self.llrs.append((2.0 * self.looked, llr))
            self.verdict = test.verdict(llr)
            if self.verdict != "continue":
                self.pairs = self.looked
                self.ended = self.ended or "decided"
                return


def pair_tally(first: int | None, second: int | None) -> Tally | None:
    """A pair, for who was Max in its first game; None if a game of it does not count."""
    if first is None or second is None:
        return None
    return Tally.of_scores([(1 + first) / 2, (1 - second) / 2])


def run_plan(
    plan: Plan,
    store: Store,
    executor: Executor,
    workers: int = 1,
    *,
    on_progress: Progress | None = None,
    stop: Callable[[], bool] | None = None,
) -> Course:
    """Play what is not played yet, by any executor; progress is told at first and whenever games have been played."""
    if not plan.game and not isinstance(executor, Inline):
        raise LimitsError(
            "{game} can't be sent to other processes: write its class into a file and give that, or take workers=1.",
            game=plan.game_name,
        )
    course = Course(plan, store, Schedule(plan, store.rows))
    for number in range(plan.rounds):
        fixtures = course.schedule.round(number)
        if number == 0:
            course.look()
            if on_progress is not None:
                on_progress(course)
        missing = deque(fixture for fixture in fixtures if fixture.number not in store.rows)
        if missing and not course.ended:
            play(course, missing, executor, workers, on_progress, stop)
        if course.ended:
            break
    course.ended = course.ended or "done"
    return course


def play(
    course: Course,
    missing: deque[Fixture],
    executor: Executor,
    workers: int,
    on_progress: Progress | None,
    stop: Callable[[], bool] | None,
) -> None:
    """Play some games, in batches that grow until a job takes long enough."""
    going: dict[Future[list[dict[str, Any]]], tuple[list[Fixture], str | None]] = {}
    alone: deque[Fixture] = deque()
    seconds = JOB_SECONDS
    here = {"game": course.plan.played} if isinstance(executor, Inline) and course.plan.played is not None else {}
    with ExitStack() as stack:
        stack.callback(lambda: [future.cancel() for future in going])
        while (missing or alone or going) and not course.ended:
            while (missing or alone) and len(going) < 2 * workers:
                note = None
                if alone:
                    batch = [alone.popleft()]
                    note = os.path.join(stack.enter_context(tempfile.TemporaryDirectory()), "mover")
                else:
                    size = max(1, min(int(JOB_SECONDS / seconds), MOST_IN_A_JOB, len(missing) // (2 * workers)))
                    batch = [missing.popleft() for _game in range(min(size, len(missing)))]
                going[executor.submit(play_job, {**course.plan.job(batch), **here, "note": note})] = batch, note
            finished, _rest = wait(going, timeout=PATIENCE, return_when=FIRST_COMPLETED)
            for future in sorted(finished, key=lambda future: going[future][0][0].number):
                batch, note = going.pop(future)
                rows = answer_of(future, batch, note)
                if rows is None:
                    alone.extend(batch)
                    continue
                if course.ended:
                    continue
                for row in course.store.add(rows):
                    course.count(row)
                spent = sum(sum(row["seconds"]) for row in rows) / max(1, len(rows)) + OVERHEAD
                seconds = spent if seconds == JOB_SECONDS else (seconds + spent) / 2
            course.look()
            if on_progress is not None and finished:
                on_progress(course)
            if stop is not None and stop() and not course.ended and (missing or alone or going):
                course.ended = "stopped"


def answer_of(
    future: Future[list[dict[str, Any]]], batch: list[Fixture], note: str | None
) -> list[dict[str, Any]] | None:
    """The games of a job; None if its worker died and they are to be tried one by one, noting whose turn it is."""
    try:
        return future.result()
    except Exception as error:
        if not is_death(error):
            raise
        return None if note is None else [make_void_row(batch[0].number, note)]


def is_death(error: Exception) -> bool:
    """Did a worker die, here or on a cluster?"""
    return isinstance(error, WorkerDied | BrokenExecutor) or type(error).__name__ == "KilledWorker"
