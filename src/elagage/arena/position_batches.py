"""A list of positions solved by an executor: jobs go out in batches, answers come back in the order of the list.

job     {"game", "checks": {path: sha256}, "solution", "settings", "positions": [text, ...]}
answer  what ``solve --json`` says of a position, or {"game", "position", "error"}
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, Future
from functools import lru_cache
from itertools import islice
from pathlib import Path
from typing import Any

from elagage.analysis import result_json
from elagage.arena.execution.executor import Inline
from elagage.arena.game_jobs import checksum_of, explain_failure, files_of, load_checked_game
from elagage.arena.plan_runner import is_death
from elagage.arena.schedule import game_from_anywhere
from elagage.errors import ElagageError, LimitsError
from elagage.game import Game, read_state
from elagage.i18n import _
from elagage.result import Result
from elagage.solvers import load_solution, solver

__all__ = ["answer_json", "solve_job", "solve_positions"]

IN_A_JOB = 8
"""Positions of a job: some minutes of the hardest, so that a lost worker loses little; milliseconds of the easiest."""
AHEAD = 4
"""Jobs that are out for each worker."""

Settings = tuple[tuple[str, Any], ...]
Job = Future[list[dict[str, Any]]]


def answer_json(game: Game[Any, Any], state: Any, result: Result[Any]) -> dict[str, Any]:
    """The answer for one position, for programs."""
    best = [game.move_name(state, entry.move) for entry in result.moves if entry.score == result.score]
    return {**result_json(game, state, result), "method": result.algorithm, "best": best}


def solve_positions(
    game: Game[Any, Any],
    positions: Iterable[str],
    executor: Executor,
    workers: int = 1,
    *,
    batch: int = IN_A_JOB,
    solution: Path | None = None,
    **settings: Any,
) -> Iterator[dict[str, Any]]:
    """The answers for positions, ``batch`` of them a job, in order, by any executor; settings are those of ``solve``.

    >>> from elagage.arena.execution.executor import Inline
    >>> from elagage.loading import load
    >>> answers = solve_positions(load("nim:1,2,3"), ["1,2,3", "1,2,2", "7"], Inline(), plain=True)
    >>> [answer.get("score", answer.get("error", "")[:13]) for answer in answers]
    [-1, 1, 'This game has']
    """
    if batch < 1:
        raise LimitsError("A job has one position at least.")
    path = None if solution is None else os.path.abspath(solution)
    checks = files_of(game.spec, []) | ({} if path is None else {path: checksum_of(Path(path))})
    common = {"game": game_from_anywhere(game.spec), "checks": checks, "solution": path, "settings": settings}
    texts = iter(positions)

    def submit(wanted: list[str]) -> Job:
        return executor.submit(solve_job, {**common, "positions": wanted})

    going: deque[tuple[list[str], Job]] = deque()
    ahead = 1 if isinstance(executor, Inline) else AHEAD * workers
    try:
        while True:
            while len(going) < ahead and (wanted := list(islice(texts, batch))):
                going.append((wanted, submit(wanted)))
            if not going:
                return
            wanted, future = going.popleft()
            for answer in answers_of(future, wanted, submit):
                yield {**answer, "game": game.spec}
    finally:
        for _wanted, future in going:
            future.cancel()


def answers_of(future: Job, wanted: list[str], again: Callable[[list[str]], Job]) -> list[dict[str, Any]]:
    """The answers of a job; if its workers died its positions are tried one by one, and the guilty one says so."""
    try:
        return future.result()
    except Exception as error:
        if not is_death(error):
            raise
    if len(wanted) > 1:
        return [answer for text in wanted for answer in answers_of(again([text]), [text], again)]
    return [{"game": "", "position": wanted[0], "error": _("A worker died again and again over this position.")}]


def solve_job(job: dict[str, Any]) -> list[dict[str, Any]]:
    """Solve the positions of a job, one after the other; what is learnt serves the next ones, in other jobs too."""
    checks = tuple(sorted(job["checks"].items()))
    game = load_checked_game(job["game"], checks)
    answer: Callable[[Any], Result[Any]] | None = None
    answers = []
    for text in job["positions"]:
        try:
            state = read_state(game, text)
            answer = answer or get_solver(job["game"], checks, job["solution"], tuple(sorted(job["settings"].items())))
            answers.append(answer_json(game, state, answer(state)))
        except (ElagageError, MemoryError) as error:
            answers.append(
                {"game": game.spec, "position": text, "error": str(error) or _("There is not enough memory.")}
            )
        except Exception as error:  # whatever a user's rules raise
            answers.append({"game": game.spec, "position": text, "error": str(explain_failure(game, error))})
    return answers


@lru_cache(maxsize=2)
def get_solver(
    spec: str, checks: tuple[tuple[str, str], ...], solution: str | None, settings: Settings
) -> Callable[[Any], Result[Any]]:
    """How a worker answers, the same for all jobs of a list."""
    game = load_checked_game(spec, checks)
    if solution is not None:
        return load_solution(Path(solution), game).result_of
    return solver(game, **dict(settings))
