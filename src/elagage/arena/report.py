"""What the games of a match or a tournament come to: counts, Elo, ratings, a cross table.

Each is a value with rows of text for people and plain data for programs. Nothing in a tournament's tables depends on
the clock, on the number of workers or on interruptions.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from elagage.arena.game_store import GameRow
from elagage.arena.match_elo import Estimate, Tally
from elagage.arena.plan_runner import Course
from elagage.arena.players.player_specs import parse_player
from elagage.arena.players.player_types import FAILURES
from elagage.arena.ratings import Encounter, Ratings, rate
from elagage.arena.schedule import Fixture
from elagage.i18n import _
from elagage.lazy import Shown

__all__ = [
    "ContestReport",
    "MatchReport",
    "TournamentReport",
    "distinct_games",
    "format_bar",
    "match_report",
    "tournament_report",
]

FEW = 0.9
"""If less than this share of the games is distinct, the players repeat themselves."""

Played = list[tuple[Fixture, GameRow]]


def distinct_games(played: Played) -> int:
    """How many games differ in their opening or in their moves."""
    return len({(fixture.opening, row.moves) for fixture, row in played if row.outcome is not None})


def failures_of(played: Played, players: int) -> list[dict[str, int]]:
    """For each player how often it failed, by kind; last, the games that did not count since a worker died."""
    counts: list[Counter[str]] = [Counter() for _player in range(players + 1)]
    for fixture, row in played:
        if row.outcome is None:
            counts[-1]["worker"] += 1
        elif row.failed is not None:
            counts[(fixture.first, fixture.second)[row.failed]][row.reason.partition(":")[0]] += 1
    return [{kind: count[kind] for kind in FAILURES if count[kind]} for count in counts]


def json_value(value: float) -> float | str | None:
    """A number that JSON can hold."""
    if math.isnan(value):
        return None
    if math.isinf(value):
        return "inf" if value > 0 else "-inf"
    return round(value, 2)


def score_text(points: float) -> str:
    return f"{points:g}" if points < 1e6 else str(points)


def elo_text(value: float, digits: int = 0) -> str:
    if math.isinf(value):
        return "+∞" if value > 0 else "-∞"
    return f"{value:+.{digits}f}"


def interval_text(value: float, low: float, high: float) -> str:
    return _("{value} ({low} to {high})").format(value=elo_text(value, 1), low=elo_text(low, 1), high=elo_text(high, 1))


def format_bar(value: float, low: float, high: float, width: int = 20) -> str:
    """A value between two bounds, with a bar.

    >>> format_bar(0.0, -2.94, 2.94, 10)
    '0.00 (-2.94 |#####.....| 2.94)'
    """
    share = min(1.0, max(0.0, (value - low) / (high - low))) if math.isfinite(value) else float(value > 0)
    full = round(share * width)
    return f"{value:.2f} ({low:.2f} |{'#' * full}{'.' * (width - full)}| {high:.2f})"


@dataclass(frozen=True, kw_only=True)
class ContestReport(Shown):
    """What is said of a match and of a tournament alike."""

    game: str
    failures: tuple[dict[str, int], ...]
    """For each player how often it failed, by kind; last, the games that did not count since a worker died."""
    distinct: int
    """How many games differ in their opening or in their moves."""
    reproducible: bool
    """Does the same call play the same games again?"""
    ended: str = "done"
    """``done``, ``decided`` (by a sequential test), ``stopped`` or ``failures``."""
    failing: str = ""
    """Who failed three times in a row, if that is why it ended; empty if workers did."""
    reason: str = ""
    """Why, the last time."""

    def failure_lines(self, names: Sequence[str]) -> list[str]:
        """Who failed how often, by kind."""
        kinds = {
            "crash": _("crashed"),
            "hang": _("gave no answer"),
            "illegal": _("made an illegal move"),
            "time": _("overstepped its time"),
            "worker": _("games not counted, their worker died"),
        }
        return [
            f"{name + ': ' if name else ''}{kinds.get(kind, kind)} ({count})"
            for name, counts in zip([*names, ""], self.failures, strict=True)
            for kind, count in counts.items()
        ]


@dataclass(frozen=True, kw_only=True)
class MatchReport(ContestReport):
    """What a match came to, for its first player; ``print`` it."""

    _drawer: ClassVar[str] = "draw_match"

    players: tuple[str, str]
    wins: int
    draws: int
    losses: int
    tally: Tally
    """The pairs of games by their points, and the statistics that follow from them."""
    llr: float | None
    """The log-likelihood ratio of the sequential test, if there is one."""
    bounds: tuple[float, float] | None
    """Where the test decides."""
    verdict: str
    """What the test says: ``H0``, ``H1`` or ``continue``."""
    llrs: tuple[tuple[float, float], ...]
    """The course of the test: after how many games, which LLR."""
    plies: tuple[int, float, int]
    """The shortest game, the mean, the longest."""
    nodes: tuple[float, float]
    """Positions a move, of each player."""
    seconds: tuple[float, float]
    """Seconds a move, of each player."""

    @property
    def title(self) -> str:
        """Who played whom."""
        return _("{one} against {other}").format(one=self.players[0], other=self.players[1])

    @property
    def points(self) -> float:
        """What the first player made: a game won is a point, a draw half a one."""
        return self.wins + self.draws / 2

    @property
    def score(self) -> float:
        """The first player's share of the points."""
        return self.points / max(1, self.games)

    @property
    def elo(self) -> Estimate:
        """How much better the first player is in Elo: ``value``, and the 95 % interval from ``low`` to ``high``."""
        return self.tally.elo

    @property
    def measures(self) -> bool:
        """Do the games say anything of the players' strength? Not if a player of ours kept failing, or the workers."""
        return self.ended != "failures" or (bool(self.failing) and parse_player(self.failing).is_program)

    def strength_rows(self) -> list[tuple[str, str]]:
        """What the games say of the players' strength, a row a number."""
        if not self.measures:
            return [(_("games"), str(self.games))]
        rows = [
            (_("games"), str(self.games)),
            (_("won"), str(self.wins)),
            (_("drawn"), str(self.draws)),
            (_("lost"), str(self.losses)),
            (_("score"), f"{self.points:g}/{self.games} ({100 * self.score:.1f} %)"),
            ("Elo", interval_text(*self.elo)),
            (_("normalised Elo"), interval_text(*self.tally.normalised)),
            (_("chance to be better"), f"{100 * self.tally.superiority:.1f} %"),
            (_("pairs with 0, ½, 1, 1½, 2 points"), " ".join(map(str, self.tally.counts))),
        ]
        if self.llr is not None and self.bounds is not None:
            rows.append(("LLR", format_bar(self.llr, *self.bounds) + "  " + verdict_text(self.verdict)))
        least, mean, most = self.plies
        rows += [
            (_("distinct games"), str(self.distinct)),
            (_("plies a game"), _("{mean:.1f} ({least} to {most})").format(mean=mean, least=least, most=most)),
            (_("positions a move"), f"{self.nodes[0]:g}, {self.nodes[1]:g}"),
        ]
        return rows

    def rows(self) -> list[tuple[str, str]]:
        """The same, and what the clock said."""
        return [*self.strength_rows(), (_("seconds a move"), f"{self.seconds[0]:.4f}, {self.seconds[1]:.4f}")]

    def __str__(self) -> str:
        rows = self.strength_rows()
        width = max(len(name) for name, _value in rows)
        lines = [f"{name.ljust(width)}  {value}" for name, value in rows]
        return "\n".join([self.title, "", *lines, *self.failure_lines(self.players)])

    @property
    def games(self) -> int:
        """How many games count."""
        return self.wins + self.draws + self.losses

    @property
    def repeats(self) -> bool:
        """Do the players repeat themselves?"""
        return self.distinct < FEW * self.games

    def as_json(self) -> dict[str, Any]:
        """For programs."""
        value, low, high = self.tally.elo if self.measures else (math.nan,) * 3
        fields = {
            "players": list(self.players), "games": self.games, "wins": self.wins, "draws": self.draws,
            "losses": self.losses,
            "score": round(self.tally.score, 4), "elo": json_value(value),
            "interval": [json_value(low), json_value(high)],
            "normalised": [json_value(part) for part in self.tally.normalised],
            "superiority": round(self.tally.superiority, 4),
            "pairs": list(self.tally.counts), "distinct": self.distinct,
            "failures": {
                "first": self.failures[0], "second": self.failures[1], "workers": self.failures[2].get("worker", 0),
            },
            "plies": list(self.plies), "nodes": list(self.nodes), "seconds": list(self.seconds),
            "reproducible": self.reproducible,
        }  # fmt: skip
        if self.llr is not None and self.bounds is not None:
            fields |= {
                "llr": round(self.llr, 4), "bounds": [round(bound, 4) for bound in self.bounds],
                "verdict": self.verdict,
            }  # fmt: skip
        return fields


def match_report(course: Course) -> MatchReport:
    """What a match came to."""
    played = course.list_played_games()
    counts = Counter[int]()
    moves, nodes, seconds, plies = [0, 0], [0, 0], [0.0, 0.0], []
    for fixture, row in played:
        if row.outcome is None:
            continue
        counts[row.outcome if fixture.first == 0 else -row.outcome] += 1
        plies.append(row.plies)
        for side, player in enumerate((fixture.first, fixture.second)):
            moves[player] += row.turns[side]
            nodes[player] += row.nodes[side]
            seconds[player] += row.seconds[side]
    test = course.plan.test
    return MatchReport(
        game=course.plan.game_name,
        players=(course.plan.players[0], course.plan.players[1]),
        wins=counts[1], draws=counts[0], losses=counts[-1],
        tally=course.tally,
        llr=None if test is None else test.llr(course.tally),
        bounds=None if test is None else (test.lower, test.upper),
        verdict=course.verdict,
        llrs=tuple(course.llrs),
        distinct=distinct_games(played),
        failures=tuple(failures_of(played, 2)),
        plies=(min(plies, default=0), round(sum(plies) / max(1, len(plies)), 2), max(plies, default=0)),
        nodes=(round(nodes[0] / max(1, moves[0]), 1), round(nodes[1] / max(1, moves[1]), 1)),
        seconds=(round(seconds[0] / max(1, moves[0]), 6), round(seconds[1] / max(1, moves[1]), 6)),
        reproducible=course.plan.reproducible,
        ended=course.ended, failing=course.failing, reason=course.reason,
    )  # fmt: skip


def verdict_text(verdict: str) -> str:
    if verdict == "continue":
        return _("not decided")
    return _("the upper bound is accepted") if verdict == "H1" else _("the lower bound is accepted")


@dataclass(frozen=True, kw_only=True)
class TournamentReport(ContestReport):
    """What a tournament came to; ``print`` it."""

    _drawer: ClassVar[str] = "draw_tournament"

    players: tuple[str, ...]
    ratings: Ratings
    results: dict[tuple[int, int], tuple[int, int, int]]
    """For two players: games that the one won, drew and lost against the other."""
    games: int

    @property
    def repeats(self) -> bool:
        """Do the players repeat themselves?"""
        return self.distinct < FEW * self.games

    @property
    def order(self) -> list[int]:
        """The players, best first."""
        places = {name: number for number, name in enumerate(self.players)}
        return [places[row.name] for row in self.ratings.rows]

    def record(self, player: int) -> tuple[int, int, int]:
        """All games that a player won, drew and lost."""
        own = [result for (one, _other), result in self.results.items() if one == player]
        won, drawn, lost = (sum(result[kind] for result in own) for kind in range(3))
        return won, drawn, lost

    def standings(self) -> list[tuple[str, ...]]:
        """The table: a header, then a row a player."""
        head = ("", _("player"), "Elo", "95 %", _("games"), _("won"), _("drawn"), _("lost"), _("points"), _("failures"))
        rows = []
        for rank, (rating, player) in enumerate(zip(self.ratings.rows, self.order, strict=True), 1):
            reach = "∞" if math.isinf(rating.error) else f"{rating.high - rating.value:.0f}"
            failed = " ".join(f"{kind}:{count}" for kind, count in self.failures[player].items())
            rows.append(
                (
                    str(rank), rating.name, elo_text(rating.value), f"±{reach}", str(rating.games),
                    *map(str, self.record(player)),
                    score_text(rating.points), failed,
                )
            )  # fmt: skip
        return [head, *rows]

    def cross(self) -> list[tuple[str, ...]]:
        """The cross table: each player's points against each other one."""
        head = ("", _("player"), *(str(rank) for rank in range(1, len(self.players) + 1)))
        rows = []
        for rank, player in enumerate(self.order, 1):
            cells = []
            for other in self.order:
                won, drawn, _lost = self.results.get((player, other), (0, 0, 0))
                cells.append(
                    "×" if other == player else score_text(won + drawn / 2) if (player, other) in self.results else ""
                )
            rows.append((str(rank), self.players[player], *cells))
        return [head, *rows]

    def as_json(self) -> dict[str, Any]:
        """For programs."""
        table = []
        for rank, (rating, player) in enumerate(zip(self.ratings.rows, self.order, strict=True), 1):
            won, drawn, lost = self.record(player)
            table.append(
                {
                    "rank": rank, "player": rating.name, "elo": json_value(rating.value),
                    "interval": [json_value(rating.low), json_value(rating.high)], "games": rating.games, "wins": won,
                    "draws": drawn,
                    "losses": lost, "points": rating.points, "failures": self.failures[player],
                }
            )  # fmt: skip
        return {
            "table": table, "games": self.games, "distinct": self.distinct,
            "workers_died": self.failures[-1].get("worker", 0),
            "cross": [
                {
                    "player": self.players[one], "against": self.players[other],
                    "wins": won, "draws": drawn, "losses": lost,
                }
                for (one, other), (won, drawn, lost) in sorted(self.results.items())
            ],
            "reproducible": self.reproducible,
        }  # fmt: skip

    def __str__(self) -> str:
        return "\n".join("\t".join(row) for row in [*self.standings(), *self.cross()])


def tournament_report(course: Course) -> TournamentReport:
    """What a tournament came to."""
    players, played = course.plan.players, course.list_played_games()
    results: dict[tuple[int, int], list[int]] = {}
    encounters: dict[tuple[int, int], list[int]] = {}
    games = 0
    for fixture, row in played:
        if row.outcome is None:
            continue
        games += 1
        one, other = fixture.first, fixture.second
        encounters.setdefault((one, other), [0, 0, 0])[1 - row.outcome] += 1
        results.setdefault((one, other), [0, 0, 0])[1 - row.outcome] += 1
        results.setdefault((other, one), [0, 0, 0])[1 + row.outcome] += 1
    ratings = rate(
        [Encounter(players[one], players[other], *counts) for (one, other), counts in encounters.items()], players
    )
    return TournamentReport(
        game=course.plan.game_name,
        players=players,
        ratings=ratings,
        results={pair: (won, drawn, lost) for pair, (won, drawn, lost) in results.items()},
        failures=tuple(failures_of(played, len(players))),
        games=games,
        distinct=distinct_games(played),
        reproducible=course.plan.reproducible,
        ended=course.ended,
        failing=course.failing,
        reason=course.reason,
    )
