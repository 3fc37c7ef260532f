"""A match or a tournament in one call: plan it, play it, report it.

>>> report = match("tictactoe", "greedy", "random", games=20)
>>> report.games, report.score > 0.5
(20, True)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from elagage.arena.execution.executor import Inline, executor_for
from elagage.arena.game_store import Store
from elagage.arena.plan_runner import Course, run_plan
from elagage.arena.report import MatchReport, TournamentReport, match_report, tournament_report
from elagage.arena.schedule import Plan, make_plan
from elagage.game import Game

__all__ = ["Progress", "match", "tournament"]

Progress = Callable[[Course], None]
"""What is told how far the games are: at first, and whenever some have been played."""


def match(
    game: str | Game[Any, Any] | type[Game[Any, Any]],
    one: str,
    other: str,
    games: int = 100,
    *,
    seed: int = 0,
    openings: str | int | Path | None = None,
    time: float | None = None,
    patience: float | None = None,
    sprt: tuple[float, float] | None = None,
    adjudicate: int = 0,
    workers: int | None = 1,
    executor: Executor | None = None,
    store: str | Path | None = None,
    on_progress: Progress | None = None,
    stop: Callable[[], bool] | None = None,
) -> MatchReport:
    """Play ``games`` games between two players, in pairs with colours swapped, and report them for the first one.

    Players are lines of text (``"level:3"``, ``"mcts playouts=500"``). ``openings`` is a number of plies or a file, by
    default enough for all pairs; ``time`` are seconds a move, ``sprt`` the two bounds of a sequential test that may end
    it early, ``adjudicate`` the positions in which the solver may find a game's exact result, which then ends it,
    ``store`` a file that the games are kept in, from which the same call goes on. One worker is the caller itself,
    several are processes (None: one a processor); or any ``executor``, whose size ``workers`` then says.
    """
    plan = make_plan(
        game, [one, other], games, seed=seed, openings=openings, clock=time, patience=patience, sprt=sprt,
        adjudicate=adjudicate,
    )  # fmt: skip
    return match_report(play_plan(plan, workers, executor, store, on_progress, stop))


def tournament(
    game: str | Game[Any, Any] | type[Game[Any, Any]],
    players: Sequence[str],
    games: int = 20,
    *,
    kind: str = "round-robin",
    seed: int = 0,
    openings: str | int | Path | None = None,
    time: float | None = None,
    patience: float | None = None,
    adjudicate: int = 0,
    workers: int | None = 1,
    executor: Executor | None = None,
    store: str | Path | None = None,
    on_progress: Progress | None = None,
    stop: Callable[[], bool] | None = None,
) -> TournamentReport:
    """Play ``games`` games for each pairing and rate the players.

    ``kind`` is ``round-robin``, ``gauntlet``, ``swiss`` or ``ladder``; the rest is as for ``match``.

    >>> report = tournament("tictactoe", ["random", "greedy", "first"], games=10)
    >>> report.games, report.ratings.rows[0].name
    (30, 'greedy')
    """
    plan = make_plan(
        game, players, games, seed=seed, openings=openings, kind=kind, clock=time, patience=patience,
        adjudicate=adjudicate,
    )  # fmt: skip
    return tournament_report(play_plan(plan, workers, executor, store, on_progress, stop))


def play_plan(
    plan: Plan,
    workers: int | None,
    executor: Executor | None,
    store: str | Path | None,
    on_progress: Progress | None,
    stop: Callable[[], bool] | None,
) -> Course:
    """Play what the store does not hold yet, by the caller itself, by processes or by an executor that is there."""
    path = None if store is None else Path(store)
    with Store(path, plan) as kept, choose_executor(workers, executor) as (chosen, count):
        return run_plan(plan, kept, chosen, count, on_progress=on_progress, stop=stop)


@contextmanager
def choose_executor(workers: int | None, executor: Executor | None) -> Iterator[tuple[Executor, int]]:
    if executor is not None:
        yield executor, workers or 1
    elif workers == 1:
        yield Inline(), 1
    else:
        with executor_for(workers) as found:
            yield found
