"""A game's heuristics against each other, by the same engine.

At equal depth the question is how well they judge; at equal time a slow one pays for it.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from elagage.arena.contests import Progress, tournament
from elagage.arena.players.player_specs import parse_player
from elagage.arena.report import TournamentReport
from elagage.errors import LimitsError
from elagage.game import Game, heuristic_names
from elagage.loading import load

__all__ = ["Comparison", "compare_heuristics", "heuristic_players"]


@dataclass(frozen=True)
class Comparison:
    """One tournament at equal depth and one at equal time; None for one that was not wanted or not begun."""

    by_depth: TournamentReport | None
    by_time: TournamentReport | None

    @property
    def reports(self) -> list[TournamentReport]:
        """Those that there are, in order."""
        return [report for report in (self.by_depth, self.by_time) if report is not None]

    def as_json(self) -> dict[str, Any]:
        """For programs."""
        return {
            "depth": None if self.by_depth is None else self.by_depth.as_json(),
            "time": None if self.by_time is None else self.by_time.as_json(),
        }


def heuristic_players(game: Game[Any, Any], limit: str) -> list[str]:
    """The engine with each of the game's heuristics; with the game's own judgement too where only one has a name.

    >>> heuristic_players(load("othello"), "depth=4")
    ['engine depth=4 heuristic=discs', 'engine depth=4 heuristic=weights']
    """
    names = heuristic_names(game)
    players = [f"engine {limit} heuristic={name}" for name in names]
    if len(names) == 1:
        players.append(f"engine {limit}")
    if len(players) < 2:
        raise LimitsError(
            "{game} has no two heuristics to compare: write methods heuristic_one, heuristic_two in its class.",
            game=game.spec,
        )
    return [str(parse_player(player)) for player in players]


def compare_heuristics(
    game: str | Game[Any, Any] | type[Game[Any, Any]],
    *,
    depth: int | None = 4,
    time: float | None = 0.05,
    games: int = 40,
    seed: int = 0,
    openings: str | int | Path | None = None,
    workers: int | None = 1,
    executor: Executor | None = None,
    store: str | Path | None = None,
    on_progress: Progress | None = None,
    stop: Callable[[], bool] | None = None,
) -> Comparison:
    """Everybody against everybody, ``games`` a pairing, at that depth and at that time; None leaves one of them out."""
    played = load(game)
    reports: list[TournamentReport | None] = []
    for name, limit in (("depth", depth), ("time", time)):
        if limit is None or (reports and reports[-1] is not None and reports[-1].ended != "done"):
            reports.append(None)
            continue
        path = None if store is None else Path(store)
        report = tournament(
            played, heuristic_players(played, f"{name}={limit}"), games, seed=seed, openings=openings, workers=workers,
            executor=executor, store=None if path is None else path.with_name(f"{path.name}.{name}"),
            on_progress=on_progress, stop=stop,
        )  # fmt: skip
        reports.append(report)
    return Comparison(reports[0], reports[1])
