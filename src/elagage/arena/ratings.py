"""Ratings of many players from all their games at once: those under which the results are likeliest.

The model is Bradley and Terry's with Davidson's draws. Let d be the strength of the first mover less that of the other
plus an advantage of moving first. The first mover wins, loses or draws with probabilities as e^(d/2) : e^(−d/2) : ν.
Without draws the score to expect is that of Elo, 1/(1 + e^(−d)), and so strengths are given in Elo: 400/ln 10 for a
strength of 1, with mean 0. With draws the same score takes a larger difference, for small ones by 1/(1 − the share of
draws between equals); ``expected_score`` says what a difference means. The logarithm of the likelihood is concave in
the strengths, the advantage and log ν, so Newton's method finds its one summit.

Who won or lost everything would have an infinite rating. Therefore each player has one more draw, against a virtual
player of strength 0, as half a win and half a loss without ν; moving first has one like it, and ν one game between
equals that is half drawn. ν is 0 if there was no draw. Standard errors come from the inverse of the observed
information (the second derivatives at the summit), projected on strengths with mean 0; an interval is that of a rating
against the mean of the players, and ``difference`` compares two of them. Players whom no chain of games joins can't be
compared, so each group of players is rated by itself.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from statistics import NormalDist
from typing import NamedTuple

from elagage.arena.match_elo import RARE, SURE, Estimate
from elagage.errors import LimitsError
from elagage.i18n import _

__all__ = ["Encounter", "Group", "Rating", "Ratings", "rate"]

ELO = 400 / math.log(10)
"""Elo of a strength of 1."""
NEAR = 1e-10
ROUNDS = 200

Matrix = list[list[float]]


class Encounter(NamedTuple):
    """Games in which the same player moved first: how many this player won, drew and lost."""

    first: str
    second: str
    wins: int
    draws: int
    losses: int


@dataclass(frozen=True)
class Rating:
    """A player's rating in Elo with its standard error, its games and points, and the number of its group from 0."""

    name: str
    value: float
    error: float
    games: int
    points: float
    group: int = 0

    @property
    def low(self) -> float:
        """Where the 95 % interval begins."""
        return self.value - SURE * self.error

    @property
    def high(self) -> float:
        """Where the 95 % interval ends."""
        return self.value + SURE * self.error


@dataclass(frozen=True)
class Group:
    """Players whom games join, best first, what moving first is worth in Elo, and the share of draws between equals."""

    players: tuple[str, ...]
    advantage: Estimate
    draws: Estimate
    covariance: dict[tuple[str, str], float] = field(repr=False, compare=False)


@dataclass(frozen=True)
class Ratings:
    """All ratings, group by group (the largest first) and the best player first."""

    rows: tuple[Rating, ...]
    groups: tuple[Group, ...]

    @property
    def note(self) -> str:
        """A sentence if there are groups that can't be compared, or nothing."""
        if len(self.groups) < 2:
            return ""
        sentence = _("No games join the {n} groups of players, so each group is rated by itself.")
        return sentence.format(n=len(self.groups))

    def of(self, name: str) -> Rating:
        """The rating of a player. LimitsError if there is none."""
        for row in self.rows:
            if row.name == name:
                return row
        raise LimitsError("No player is called {name}.", name=name)

    def difference(self, name: str, other: str) -> Estimate:
        """By how much the one is better than the other, with the 95 % interval; unbounded if no games join them."""
        one, two = self.of(name), self.of(other)
        if one.group != two.group:
            return Estimate(0.0, -math.inf, math.inf)
        known = self.groups[one.group].covariance
        variance = known[name, name] + known[other, other] - known[name, other] - known[other, name]
        gap, reach = one.value - two.value, SURE * math.sqrt(max(0.0, variance))
        return Estimate(gap, gap - reach, gap + reach)

    def expected_score(self, name: str, other: str) -> float:
        """The score to expect of the one against the other, both moving first as often; ½ if no games join them."""
        gap = self.difference(name, other).value / ELO
        group = self.groups[self.of(name).group]
        lead, draws = group.advantage.value / ELO, group.draws.value
        draw = math.log(2 * draws / (1 - draws)) if draws else -math.inf
        scores = [won + drawn / 2 for won, drawn, _lost in (chances(gap + lead, draw), chances(gap - lead, draw))]
        return math.fsum(scores) / 2

    def superiority(self, name: str, other: str) -> float:
        """How sure we are that the one is better than the other, from 0 to 1."""
        gap, _low, high = self.difference(name, other)
        error = (high - gap) / SURE
        return NormalDist().cdf(gap / error) if 0 < error < math.inf else 0.5


def rate(
    encounters: Iterable[Encounter], players: Iterable[str] = (), virtual: float = 1.0, advantage: bool = True
) -> Ratings:
    """The ratings of all players that occur. ``players`` may name some who haven't played, of whom nothing is known.

    ``virtual`` weighs the virtual draws; without ``advantage``, moving first is taken to be worth nothing. The order
    of the games doesn't matter.

    >>> table = rate([Encounter("a", "b", 6, 2, 2), Encounter("b", "a", 3, 2, 5)])
    >>> [(row.name, round(row.value), round(row.error)) for row in table.rows]
    [('a', 68, 47), ('b', -68, 47)]
    >>> [round(table.expected_score("a", "b"), 2), round(table.superiority("a", "b"), 2), table.note]
    [0.65, 0.93, '']
    """
    if virtual <= 0:
        raise LimitsError("The weight of the virtual draws must be more than 0.")
    sums: dict[tuple[str, str], list[int]] = {}
    names = set(players)
    for first, second, *results in encounters:
        if first == second:
            raise LimitsError("{name} can't be rated by games against itself.", name=first)
        if min(results) < 0:
            raise LimitsError("Numbers of games can't be negative.")
        names |= {first, second}
        if any(results):
            kept = sums.setdefault((first, second), [0, 0, 0])
            sums[first, second] = [one + more for one, more in zip(kept, results, strict=True)]
    games = [Encounter(*key, *counts) for key, counts in sorted(sums.items())]
    rows: list[Rating] = []
    groups = []
    for number, members in enumerate(group_players(sorted(names), games)):
        own = [game for game in games if game.first in members]
        group, found = rate_group(members, own, virtual, advantage, number)
        groups.append(group)
        rows += found
    return Ratings(tuple(rows), tuple(groups))


def group_players(names: Sequence[str], games: Iterable[Encounter]) -> list[list[str]]:
    """The groups of players whom chains of games join: the largest first, then by name."""
    leader = {name: name for name in names}

    def head(name: str) -> str:
        while leader[name] != name:
            leader[name] = name = leader[leader[name]]
        return name

    for game in games:
        one, two = sorted((head(game.first), head(game.second)))
        leader[two] = one
    groups: dict[str, list[str]] = {}
    for name in names:
        groups.setdefault(head(name), []).append(name)
    return sorted(groups.values(), key=lambda group: (-len(group), group[0]))


def rate_group(
    names: Sequence[str], games: Sequence[Encounter], virtual: float, advantage: bool, number: int
) -> tuple[Group, list[Rating]]:
    unknown = Estimate(0.0, -math.inf, math.inf)
    if not games:
        rows = [Rating(name, 0.0, math.inf, 0, 0.0, number) for name in names]
        return Group(tuple(names), unknown, Estimate(0.0, 0.0, 1.0), {(name, name): 0.0 for name in names}), rows
    model = Model(names, games, virtual, advantage)
    found = model.summit()
    covariance = inverse(model.slopes(found)[1])
    count = len(names)
    mean = math.fsum(found[:count]) / count
    centred = project_covariance([row[:count] for row in covariance[:count]])
    played, points = dict.fromkeys(names, 0), dict.fromkeys(names, 0.0)
    for first, second, wins, draws, losses in games:
        for name, won in ((first, wins), (second, losses)):
            played[name] += wins + draws + losses
            points[name] += won + draws / 2
    rows = [
        Rating(
            name, ELO * (found[place] - mean), ELO * math.sqrt(max(0.0, centred[place][place])), played[name],
            points[name], number,
        )
        for place, name in enumerate(names)
    ]  # fmt: skip
    rows.sort(key=lambda row: (-round(row.value, 9), row.name))
    first_move = Estimate(0.0, 0.0, 0.0)
    if model.advantage is not None:
        first_move = interval(
            ELO * found[model.advantage], ELO * math.sqrt(covariance[model.advantage][model.advantage])
        )
    if model.draw is None:
        drawn = Estimate(0.0, 0.0, 1 - RARE ** (2 / sum(played.values())))
    else:
        low, high = (
            share(bound) for bound in interval(found[model.draw], math.sqrt(covariance[model.draw][model.draw]))[1:]
        )
        drawn = Estimate(share(found[model.draw]), low, high)
    known = {
        (one, two): ELO**2 * centred[place][other] for place, one in enumerate(names) for other, two in enumerate(names)
    }
    return Group(tuple(row.name for row in rows), first_move, drawn, known), rows


def interval(value: float, error: float) -> Estimate:
    return Estimate(value, value - SURE * error, value + SURE * error)


def share(draw: float) -> float:
    """The share of draws between equals, by log ν."""
    return 1 / (1 + 2 * math.exp(-max(draw, -700.0)))


class Model:
    """The likelihood of a group's games; the unknowns are the strengths, then the advantage and log ν if wanted."""

    def __init__(self, names: Sequence[str], games: Sequence[Encounter], virtual: float, advantage: bool) -> None:
        place = {name: number for number, name in enumerate(names)}
        self.games = [(place[first], place[second], *counts) for first, second, *counts in games]
        self.players, self.virtual = len(names), virtual
        self.advantage = self.players if advantage else None
        self.draw = self.players + advantage if any(game.draws for game in games) else None
        self.size = self.players + advantage + (self.draw is not None)

    def summit(self) -> list[float]:
        """The unknowns that make the games likeliest."""
        unknowns = [0.0] * self.size
        height = self.height(unknowns)
        for _round in range(ROUNDS):
            slope, bend = self.slopes(unknowns)
            step = [math.fsum(a * b for a, b in zip(row, slope, strict=True)) for row in inverse(bend)]
            scale = 1.0
            while True:
                tried = [old + scale * change for old, change in zip(unknowns, step, strict=True)]
                reached = self.height(tried)
                if reached >= height or scale < 1e-6:
                    break
                scale /= 2
            unknowns, height = tried, reached
            if max(map(abs, step)) < NEAR:
                break
        return unknowns

    def gap(self, unknowns: Sequence[float], first: int, second: int) -> float:
        """How much the first mover is ahead."""
        ahead = unknowns[first] - unknowns[second]
        return ahead if self.advantage is None else ahead + unknowns[self.advantage]

    def height(self, unknowns: Sequence[float]) -> float:
        """The logarithm of the likelihood, with the virtual draws."""
        draw = -math.inf if self.draw is None else unknowns[self.draw]
        terms = []
        for first, second, wins, draws, losses in self.games:
            gap = self.gap(unknowns, first, second)
            terms.append((wins - losses) * gap / 2 - (wins + draws + losses) * total(gap, draw))
            if draws:
                terms.append(draws * draw)
        terms += [-self.virtual * total(value, -math.inf) for value in unknowns[: self.size - (self.draw is not None)]]
        if self.draw is not None:
            terms.append(self.virtual * (draw / 2 - total(0.0, draw)))
        return math.fsum(terms)

    def slopes(self, unknowns: Sequence[float]) -> tuple[list[float], Matrix]:
        """The first derivatives, and the second ones with their signs turned."""
        slope = [0.0] * self.size
        bend = [[0.0] * self.size for _row in slope]
        draw = -math.inf if self.draw is None else unknowns[self.draw]
        for first, second, wins, draws, losses in self.games:
            count = wins + draws + losses
            won, drawn, lost = chances(self.gap(unknowns, first, second), draw)
            signs = [(first, 0.5), (second, -0.5)]
            if self.advantage is not None:
                signs.append((self.advantage, 0.5))
            lead = won - lost
            for one, sign in signs:
                slope[one] += sign * (wins - losses - count * lead)
                for two, other in signs:
                    bend[one][two] += sign * other * count * (won + lost - lead * lead)
                if self.draw is not None:
                    cross = -sign * count * lead * drawn
                    bend[one][self.draw] += cross
                    bend[self.draw][one] += cross
            if self.draw is not None:
                slope[self.draw] += draws - count * drawn
                bend[self.draw][self.draw] += count * drawn * (1 - drawn)
        for one in range(self.size):
            if one == self.draw:
                _won, drawn, _lost = chances(0.0, draw)
                slope[one] += self.virtual * (0.5 - drawn)
                bend[one][one] += self.virtual * drawn * (1 - drawn)
            else:
                won, _drawn, lost = chances(unknowns[one], -math.inf)
                slope[one] -= self.virtual * (won - lost) / 2
                bend[one][one] += self.virtual * won * lost
        return slope, bend


def total(gap: float, draw: float) -> float:
    """The logarithm of e^(d/2) + e^(−d/2) + ν."""
    most = max(abs(gap) / 2, draw)
    return most + math.log(math.exp(gap / 2 - most) + math.exp(-gap / 2 - most) + math.exp(draw - most))


def chances(gap: float, draw: float) -> tuple[float, float, float]:
    """The probabilities that the first mover wins, draws and loses."""
    whole = total(gap, draw)
    return math.exp(gap / 2 - whole), math.exp(draw - whole), math.exp(-gap / 2 - whole)


def inverse(matrix: Matrix) -> Matrix:
    """The inverse, by elimination with the largest pivot of each column."""
    size = len(matrix)
    rows = [[*row, *(float(place == other) for other in range(size))] for place, row in enumerate(matrix)]
    for column in range(size):
        best = max(range(column, size), key=lambda place: abs(rows[place][column]))
        rows[column], rows[best] = rows[best], rows[column]
        pivot = rows[column][column]
        top = rows[column] = [value / pivot for value in rows[column]]
        for place in range(size):
            factor = rows[place][column]
            if place != column and factor:
                rows[place] = [value - factor * other for value, other in zip(rows[place], top, strict=True)]
    return [row[size:] for row in rows]


def project_covariance(matrix: Matrix) -> Matrix:
    """The covariance of values less their mean."""
    size = len(matrix)
    means = [math.fsum(row) / size for row in matrix]
    mean = math.fsum(means) / size
    return [
        [value - means[place] - means[other] + mean for other, value in enumerate(row)]
        for place, row in enumerate(matrix)
    ]
