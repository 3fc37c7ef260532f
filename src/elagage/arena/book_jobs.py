"""The positions of a book of first plies solved by an executor, one a job; a worker keeps its tables between jobs.

job     {"game", "checks": {path: sha256}, "settings", "name", "least"}
answer  [outcome, value, plies, goes on, move, ...]
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from functools import lru_cache
from typing import Any

from elagage.arena.game_jobs import files_of, load_checked_game
from elagage.arena.schedule import game_from_anywhere
from elagage.game import Game
from elagage.result import Score
from elagage.solvers.book.book_estimates import EstimateSolver
from elagage.solvers.book.book_file import Entry
from elagage.solvers.book.book_making import BookSolver, SolveJobs, Wanted

__all__ = ["book_job", "share_book"]

AHEAD = 2
"""Jobs that are out for each worker."""
PATIENCE = 0.2
"""Seconds between two looks whether somebody wants to stop."""


def share_book(game: Game[Any, Any], executor: Executor, workers: int, **settings: Any) -> SolveJobs:
    """How an executor solves positions of a book; settings are ``BookSolver``'s, or with a ``depth``
    ``EstimateSolver``'s.
    """
    common = {
        "game": game_from_anywhere(game.spec), "checks": files_of(game.spec, []), "settings": settings,
    }  # fmt: skip

    def solve_jobs(wanted: list[Wanted]) -> Iterator[tuple[str, Entry] | None]:
        waiting = deque(wanted)
        going: dict[Future[list[Any]], str] = {}
        try:
            while waiting or going:
                while waiting and len(going) < AHEAD * workers:
                    one = waiting.popleft()
                    job = {**common, "name": one.name, "least": one.least}
                    going[executor.submit(book_job, job)] = one.name
                done, _others = wait(going, timeout=PATIENCE, return_when=FIRST_COMPLETED)
                for future in done:
                    outcome, value, plies, goes_on, *moves = future.result()
                    yield going.pop(future), Entry(Score(outcome, value, plies), tuple(moves), goes_on)
                if not done:
                    yield None
        finally:
            for future in going:
                future.cancel()

    return solve_jobs


def book_job(job: dict[str, Any]) -> list[Any]:
    """Solve a position, in a worker."""
    checks = tuple(sorted(job["checks"].items()))
    solver = get_book_solver(job["game"], checks, tuple(sorted(job["settings"].items())))
    least = job["least"]
    entry = solver.solve(Wanted(job["name"], None if least is None else tuple(least)))
    return [entry.score.outcome, entry.score.value, entry.score.plies, entry.goes_on, *entry.moves]


@lru_cache(maxsize=1)
def get_book_solver(
    spec: str, checks: tuple[tuple[str, str], ...], settings: tuple[tuple[str, Any], ...]
) -> BookSolver | EstimateSolver:
    given = dict(settings)
    game = load_checked_game(spec, checks)
    return EstimateSolver(game, **given) if "depth" in given else BookSolver(game, **given)
