"""The slices of a solver's work, shared out to an executor's workers: here, or on a cluster with the same disk.

job     {"game", "checks": {path: sha256}, "slice": what ``do_slice_job`` wants}
answer  what it gives: nothing, or what has to be larger
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from concurrent.futures import Executor, Future
from typing import Any

from elagage.arena.game_jobs import files_of, load_checked_game
from elagage.arena.schedule import game_from_anywhere
from elagage.game import Game
from elagage.solvers.retrograde.tiers import ShareJobs

__all__ = ["share_slices", "slice_job"]

AHEAD = 2
"""Jobs that are out for each worker."""
FEW = 5000
"""A job of fewer states is done here: it takes less time than it takes to send."""


def share_slices(game: Game[Any, Any], executor: Executor, workers: int) -> ShareJobs:
    """How ``solve`` has the slices of a game done by an executor; they come back in order."""
    from elagage.solvers.retrograde.tiers.tier_jobs import do_slice_job

    common = {"game": game_from_anywhere(game.spec), "checks": files_of(game.spec, [])}

    def share(jobs: list[dict[str, Any]]) -> Iterator[dict[str, Any] | None]:
        waiting = deque(jobs)
        going: deque[Future[dict[str, Any] | None]] = deque()
        try:
            while waiting or going:
                while waiting and len(going) < AHEAD * workers:
                    job = waiting.popleft()
                    if job["last"] - job["first"] < FEW:
                        yield do_slice_job(game, job)
                    else:
                        going.append(executor.submit(slice_job, {**common, "slice": job}))
                if going:
                    yield going.popleft().result()
        finally:
            for future in going:
                future.cancel()

    return share


def slice_job(job: dict[str, Any]) -> dict[str, Any] | None:
    """Do a job, in a worker."""
    from elagage.solvers.retrograde.tiers.tier_jobs import do_slice_job

    return do_slice_job(load_checked_game(job["game"], tuple(sorted(job["checks"].items()))), job["slice"])
