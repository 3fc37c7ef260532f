"""Games of a player against itself, shared out to an executor's workers; the same positions whoever plays them.

job     {"game", "checks": {path: sha256}, "weights": path, "seed", "games", "depth", "random", "longest", "ending",
         "trust"}
answer  (ply of the endings, number of positions, a bytes object for each of the arrays)
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from elagage.arena.game_jobs import checksum_of, files_of, load_checked_game
from elagage.arena.schedule import game_from_anywhere
from elagage.compiler.link import keep_linked
from elagage.evaluation.weights import read_evaluation, with_evaluation
from elagage.game import Game
from elagage.learn.compiled.self_play import ENDING_PLY
from elagage.learn.self_play import BATCH, Positions, SelfPlay, join_positions

__all__ = ["Pace", "play_positions"]

GAMES = 4 * BATCH
"""Games of a job."""
AHEAD = 2
NODES = 20_000
"""What a search to the end may take."""
KINDS = (np.int32, np.int32, np.int32, np.float64, np.bool_)


class Pace:
    """How games are played: plies ahead, random plies at first, and when a game is too long; and how far the values of
    their searches are trusted.
    """

    def __init__(
        self, depth: int, random_plies: int, longest: int, ending: int | None = None, trust: float = 0.0
    ) -> None:
        self.depth, self.random_plies, self.longest, self.trust = depth, random_plies, longest, trust
        self.ending = longest if ending is None else ending


def play_positions(
    game: Game[Any, Any],
    weights: Path,
    width: int,
    pace: Pace,
    wanted: int,
    seed: int,
    executor: Executor,
    workers: int,
    on_positions: Callable[[int], None],
    stop: Callable[[], bool],
) -> Positions | None:
    """At least so many positions of games that are played with these weights; None if somebody stopped it."""
    common = {
        "game": game_from_anywhere(game.spec), "checks": files_of(game.spec, []) | {str(weights): checksum_of(weights)},
        "weights": str(weights), "width": width, "depth": pace.depth, "random": pace.random_plies,
        "longest": pace.longest, "trust": pace.trust,
    }  # fmt: skip

    def jobs() -> Iterator[Future[Any]]:
        number = 0
        while True:
            number += 1
            yield executor.submit(positions_job, {**common, "seed": seed * 1_000_003 + number, "ending": pace.ending})

    waiting = jobs()
    first = next(waiting)  # it finds out where endings begin, for all that follow
    pace.ending, positions = read_answer(first.result(), width)
    groups, count = [positions], len(positions)
    going: deque[Future[Any]] = deque()
    try:
        while count < wanted:
            while len(going) < AHEAD * workers:
                going.append(next(waiting))
            _ending, positions = read_answer(going.popleft().result(), width)
            groups.append(positions)
            count += len(positions)
            on_positions(count)
            if stop():
                return None
    finally:
        for future in going:
            future.cancel()
    return join_positions(groups)


def read_answer(answer: tuple[Any, ...], width: int) -> tuple[int, Positions]:
    """The positions of a job."""
    ending, count, *parts = answer
    arrays: list[Any] = [np.frombuffer(part, dtype=kind) for part, kind in zip(parts, KINDS, strict=True)]
    return ending, Positions(arrays[0].reshape(count, width), *arrays[1:])


def positions_job(job: dict[str, Any]) -> tuple[Any, ...]:
    """Play the games of a job."""
    checks = tuple(sorted(job["checks"].items()))
    judged = get_judged(job["game"], checks, job["weights"])
    play = SelfPlay(judged, job["width"], job["longest"], seed=job["seed"], nodes=NODES)
    play.workspace[ENDING_PLY] = job["ending"]
    batches = GAMES // BATCH
    positions = join_positions(
        [play.play(BATCH, job["depth"], job["random"], job["trust"]) for _batch in range(batches)]
    )
    parts = [part.astype(kind).tobytes() for part, kind in zip(positions.parts(), KINDS, strict=True)]
    return (int(play.workspace[ENDING_PLY]), len(positions), *parts)


@lru_cache(maxsize=4)
def get_judged(spec: str, checks: tuple[tuple[str, str], ...], weights: str) -> Game[Any, Any]:
    """The game with its weights, linked once in a worker."""
    judged = with_evaluation(load_checked_game(spec, checks), read_evaluation(Path(weights)))
    keep_linked(judged)
    return judged
