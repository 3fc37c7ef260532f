"""The processes of one lane: started when there is work, chosen by what they have loaded, renewed when they have grown.

A process that lives never gives native code back, so a worker that has loaded many games makes room for a new one.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from elagage.web.workers.jobs import Job
from elagage.web.workers.kinds import Lane
from elagage.web.workers.worker_process import WorkerProcess

__all__ = ["MOST_GAMES", "MOST_RESTING", "Crew"]

MOST_GAMES = 24
"""Games and variants that a worker loads before it is renewed."""
MOST_RESTING = 300_000_000
"""Bytes that a worker may occupy while it rests."""
REST = 120.0
"""Seconds without work after which a worker goes."""


class Crew:
    """Workers of a lane. ``busy`` says what each of them does; whoever is in neither has been sent away."""

    def __init__(
        self,
        lane: Lane,
        setup: dict[str, Any],
        on_frame: Callable[[WorkerProcess, dict[str, Any], bytes], None],
        on_end: Callable[[WorkerProcess], None],
    ) -> None:
        self.lane = lane
        self.setup = {**setup, "low_priority": lane.low_priority}
        self.on_frame, self.on_end = on_frame, on_end
        self.idle: list[WorkerProcess] = []
        self.busy: dict[WorkerProcess, Job] = {}
        self.leaving: set[WorkerProcess] = set()

    def may_begin(self, kind: str) -> bool:
        """Is there room for one of this kind? Each leaves a process to every kind before it."""
        place = self.lane.kinds.index(kind)
        later = sum(job.kind in self.lane.kinds[place:] for job in self.busy.values())
        return len(self.busy) < self.lane.processes and later < max(1, self.lane.processes - place)

    def start(self) -> WorkerProcess:
        """A new worker, which rests."""
        worker = WorkerProcess(self.setup, self.on_frame, self.on_end)
        worker.rested = time.monotonic()
        self.idle.append(worker)
        return worker

    def begin(self, job: Job) -> None:
        """Give work to a worker that knows its game, else to any, else to a new one."""
        if not self.idle:
            self.start()
        worker = next((each for each in self.idle if job.game in each.games), self.idle[-1])
        self.idle.remove(worker)
        self.busy[worker] = job
        if job.game:
            worker.games.add(job.game)
        job.worker, job.begun, job.cpu, job.asked = worker, time.monotonic(), worker.cpu(), 0.0
        worker.send({"do": "work", "job": job.number, "task": job.task}, job.encode())
        if job.hurried:
            worker.send({"do": "stop", "job": job.number})

    def end(self, worker: WorkerProcess) -> Job | None:
        """A worker has done its work; it rests, or makes room."""
        job = self.busy.pop(worker, None)
        if job is not None:
            worker.rested = time.monotonic()
            if len(worker.games) >= MOST_GAMES or worker.memory() > MOST_RESTING:
                self.send_away(worker)
            else:
                self.idle.append(worker)
        return job

    def lose(self, worker: WorkerProcess) -> Job | None:
        """A worker is gone; what it was doing."""
        self.leaving.discard(worker)
        if worker in self.idle:
            self.idle.remove(worker)
        return self.busy.pop(worker, None)

    def send_away(self, worker: WorkerProcess) -> None:
        """A worker that rests goes."""
        if worker in self.idle:
            self.idle.remove(worker)
        self.leaving.add(worker)
        worker.retire()

    def rest(self, least: int, seconds: float = REST) -> None:
        """Send away those that have had nothing to do for so long; ``least`` may stay."""
        now = time.monotonic()
        for worker in [each for each in self.idle if now - each.rested >= seconds]:
            if len(self.idle) + len(self.busy) > least:
                self.send_away(worker)

    @property
    def workers(self) -> list[WorkerProcess]:
        """All of them."""
        return [*self.idle, *self.busy, *self.leaving]
