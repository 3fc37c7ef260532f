"""What the results of a match say: score, Elo, normalised Elo, likelihood of superiority, and the sequential test.

Games are best played in pairs, one beginning after the other has, from the same opening. The two games of a pair
depend on each other, so the pair is what is counted: its score is 0, ¼, ½, ¾ or 1 (the mean of its games), and the
five counts are [LL, LD, LW or DD, DW, WW], in any order within a pair. Single games have the three counts [L, D, W].
Let s be the mean of the n scores and v their variance (Σ(x − s)²/n).

Elo is −400 log₁₀(1/s − 1), and its interval is that of s ± 1.96 √(v/n). Normalised Elo measures in standard
deviations: (s − ½)/σ · 800/ln 10, where σ is √v for single games and √(2v), that of a game, for pairs; it is what
decides how many games a test needs, and its interval is ± 1.96 · 800/ln 10 / √games. Per pair, σ is √v for pairs as
well, which gives √2 times as much. The likelihood of superiority is Φ((s − ½)/√(v/n)).

If all n scores are the same, v is 0 and says nothing. Then this score has a probability of p = 0.05^(1/n) at least
(with less, n in a row would be rarer than one time in twenty), and the interval holds what is possible if the rest 1 −
p went to the worst or to the best score. The likelihood of superiority is then 1 − ½^(n+1), as Laplace's rule has it.

The sequential test compares two hypotheses, that the Elo is the lower or the upper of two bounds, by the logarithm of
the ratio of their greatest likelihoods (LLR): n Σ q log(p₁/p₀), where q are the observed shares and p₀, p₁ the shares
that are most likely to give q among those that satisfy the hypothesis. If the hypothesis says that the mean of some
h(x) is 0, these are q/(1 + λh), where λ solves Σ q h/(1 + λh) = 0. For logistic Elo, h is x − s₀. For normalised Elo,
the hypothesis is that (s − ½)/σ has a value t, which is not linear in the shares; its tangent at shares with mean m
and deviation σ is h = x − ½ − tσ(1 + ((x − m)/σ)²)/2, and tangents are taken until the shares stay (M. Van den Bergh,
"Normalized Elo", and as in fishtest). A count of 0 is taken as 0.001.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import NormalDist
from typing import Literal, NamedTuple

from elagage.errors import LimitsError

__all__ = [
    "NORMALISED",
    "SURE",
    "Estimate",
    "Sprt",
    "State",
    "Tally",
    "elo",
    "expected_score",
    "llr_logistic",
    "llr_normalised",
]

NORMALISED = 800 / math.log(10)
"""Normalised Elo of one standard deviation of a game."""
SURE = NormalDist().inv_cdf(0.975)
"""How many standard errors a 95 % interval reaches to either side."""
RARE = 0.05
LEAST = 1e-3
"""What a count of 0 is taken for."""
NEAR = 1e-13
ROUNDS = 500

State = Literal["H0", "H1", "continue"]


class Estimate(NamedTuple):
    """A value and its 95 % interval."""

    value: float
    low: float
    high: float


def elo(score: float) -> float:
    """The difference in Elo that makes one expect a score, infinite for 0 and 1.

    >>> round(elo(0.75), 1)
    190.8
    """
    if not 0 < score < 1:
        return math.inf if score >= 1 else -math.inf
    return 400 * math.log10(score / (1 - score))


def expected_score(difference: float) -> float:
    """The score to expect of a player who is better by a difference in Elo.

    >>> round(expected_score(100), 2)
    0.64
    """
    power = 10 ** (-abs(difference) / 400)
    return 1 / (1 + power) if difference >= 0 else power / (1 + power)


@dataclass(frozen=True)
class Tally:
    """How often each score occurred, worst to best: five counts of pairs of games, or three of single games.

    >>> match = Tally.of_pairs([13, 37, 50, 25, 3])
    >>> match.games, round(match.score, 4), [round(value, 1) for value in match.elo]
    (256, 0.4375, [-43.7, -73.4, -14.5])
    """

    counts: tuple[int, ...]

    def __post_init__(self) -> None:
        if len(self.counts) not in (3, 5) or min(self.counts) < 0:
            raise LimitsError("Results are three counts of games or five counts of pairs, none of them negative.")

    @classmethod
    def of_pairs(cls, counts: Iterable[int]) -> Tally:
        """From the counts of pairs [LL, LD, LW or DD, DW, WW]."""
        pairs = tuple(counts)
        return cls(pairs if len(pairs) == 5 else ())

    @classmethod
    def of_games(cls, wins: int, draws: int, losses: int) -> Tally:
        """From the counts of single games."""
        return cls((losses, draws, wins))

    @classmethod
    def of_scores(cls, scores: Sequence[float]) -> Tally:
        """From the scores of games (0, ½ or 1) in the order of play, the two games of a pair one after the other.

        >>> Tally.of_scores([1, 0.5, 0, 1]).counts
        (0, 0, 1, 1, 0)
        """
        counts = [0] * 5
        if len(scores) % 2 or any(score not in (0, 0.5, 1) for score in scores):
            raise LimitsError("Pairs of games need an even number of scores, each of them 0, 0.5 or 1.")
        for first, second in zip(scores[::2], scores[1::2], strict=True):
            counts[round(2 * (first + second))] += 1
        return cls(tuple(counts))

    def __add__(self, other: Tally) -> Tally:
        """Both together; they must count the same."""
        if len(self.counts) != len(other.counts):
            raise LimitsError("Counts of pairs and counts of single games don't add up.")
        return Tally(tuple(one + more for one, more in zip(self.counts, other.counts, strict=True)))

    @property
    def paired(self) -> bool:
        """Are these counts of pairs?"""
        return len(self.counts) == 5

    @property
    def number(self) -> int:
        """How many pairs, or single games."""
        return sum(self.counts)

    @property
    def games(self) -> int:
        """How many games."""
        return self.number * (2 if self.paired else 1)

    @property
    def points(self) -> float:
        """The sum of the games' scores."""
        return sum(place * count for place, count in enumerate(self.counts)) / 2

    @property
    def score(self) -> float:
        """The points per game, from 0 to 1; ½ before the first one."""
        return self.points / self.games if self.games else 0.5

    @property
    def variance(self) -> float:
        """The variance of the score of a pair, or of a single game."""
        if max(self.counts) == self.number:
            return 0.0
        top = len(self.counts) - 1
        return sum(count * (place / top - self.score) ** 2 for place, count in enumerate(self.counts)) / self.number

    @property
    def score_interval(self) -> Estimate:
        """The score with its 95 % interval."""
        if not self.variance:
            return Estimate(self.score, self.score * self.common, 1 - (1 - self.score) * self.common)
        reach = SURE * math.sqrt(self.variance / self.number)
        return Estimate(self.score, max(0.0, self.score - reach), min(1.0, self.score + reach))

    @property
    def elo(self) -> Estimate:
        """The difference in Elo with its 95 % interval, infinite where nothing bounds it."""
        return Estimate(*(elo(score) for score in self.score_interval))

    @property
    def normalised(self) -> Estimate:
        """The normalised Elo per game with its 95 % interval."""
        if not self.number:
            return Estimate(0.0, -math.inf, math.inf)
        unit = NORMALISED / math.sqrt(2 if self.paired else 1)
        if self.variance:
            value = unit * (self.score - 0.5) / math.sqrt(self.variance)
            reach = SURE * NORMALISED / math.sqrt(self.games)
            return Estimate(value, value - reach, value + reach)
        score, common = self.score, self.common
        least = most = unit / math.sqrt(common * (1 - common))
        least *= (score * common - 0.5) / score if score else 1.0
        most *= (score * common + 0.5 - common) / (1 - score) if score < 1 else 1.0
        if score > 0.5:
            return Estimate(math.inf, least, math.inf)
        return Estimate(-math.inf, -math.inf, most) if score < 0.5 else Estimate(0.0, least, most)

    @property
    def normalised_pair(self) -> Estimate:
        """The normalised Elo per pair: √2 times the one per game."""
        return Estimate(*(value * math.sqrt(2) for value in self.normalised))

    @property
    def superiority(self) -> float:
        """The likelihood of superiority: how sure we are that the one is better than the other, from 0 to 1."""
        if self.variance:
            return NormalDist().cdf((self.score - 0.5) / math.sqrt(self.variance / self.number))
        doubt = 0.5 ** (self.number + 1)
        return 0.5 if self.score == 0.5 else 1 - doubt if self.score > 0.5 else doubt

    @property
    def common(self) -> float:
        """The least probability of a score that occurs each time without being rare."""
        return RARE ** (1 / self.number) if self.number else 0.0


@dataclass(frozen=True)
class Sprt:
    """A sequential test of H0, the Elo is ``elo0``, against H1, it is ``elo1``.

    ``alpha`` and ``beta`` are the chances to accept H1 or H0 wrongly.

    >>> test = Sprt(0, 4)
    >>> match = Tally.of_pairs([13, 37, 50, 25, 3])
    >>> round(test.llr(match), 4), test.state(match), round(test.upper, 3)
    (-0.5491, 'continue', 2.944)
    """

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05
    normalised: bool = True

    def __post_init__(self) -> None:
        if not -1e4 <= self.elo0 < self.elo1 <= 1e4:
            raise LimitsError("A sequential test needs two bounds in Elo, the lower one first.")
        if not (0 < self.alpha < 0.5 and 0 < self.beta < 0.5):
            raise LimitsError("The chances of error of a sequential test lie between 0 and 0.5.")

    @property
    def lower(self) -> float:
        """H0 is accepted once the LLR is not above this."""
        return math.log(self.beta / (1 - self.alpha))

    @property
    def upper(self) -> float:
        """H1 is accepted once the LLR is not below this."""
        return math.log((1 - self.beta) / self.alpha)

    def llr(self, tally: Tally) -> float:
        """The logarithm of the likelihood ratio."""
        return (llr_normalised if self.normalised else llr_logistic)(tally, self.elo0, self.elo1)

    def state(self, tally: Tally) -> State:
        """The hypothesis that is accepted, or ``continue``."""
        return self.verdict(self.llr(tally))

    def verdict(self, llr: float) -> State:
        """The same, from an LLR that is known."""
        return "H0" if llr <= self.lower else "H1" if llr >= self.upper else "continue"


def llr_logistic(tally: Tally, elo0: float, elo1: float) -> float:
    """The LLR of two differences in Elo."""
    places, shares, number = compute_shares(tally)
    fits = []
    for bound in (elo0, elo1):
        score = expected_score(bound)
        fits.append(fit_zero_mean_shares(shares, [place - score for place in places]))
    return ratio(tally, shares, number, fits)


def llr_normalised(tally: Tally, elo0: float, elo1: float) -> float:
    """The LLR of two differences in normalised Elo (per game)."""
    places, shares, number = compute_shares(tally)
    unit = NORMALISED / math.sqrt(2 if tally.paired else 1)
    return ratio(
        tally, shares, number, [fit_standardised_shares(places, shares, bound / unit) for bound in (elo0, elo1)]
    )


def compute_shares(tally: Tally) -> tuple[list[float], list[float], float]:
    """The scores, their shares, and how many there are, with no count of 0."""
    counts = [count or LEAST for count in tally.counts]
    number = math.fsum(counts)
    top = len(counts) - 1
    return [place / top for place in range(top + 1)], [count / number for count in counts], number


def ratio(tally: Tally, shares: Sequence[float], number: float, fits: Sequence[Sequence[float]]) -> float:
    """The LLR of the likeliest shares under each hypothesis; 0 before the first game."""
    if not tally.number:
        return 0.0
    return number * math.fsum(
        share * math.log(one / zero) for share, zero, one in zip(shares, fits[0], fits[1], strict=True)
    )


def fit_standardised_shares(places: Sequence[float], shares: Sequence[float], target: float) -> list[float]:
    """The likeliest shares of which (mean − ½)/deviation is the target."""
    if target < 0:
        return fit_standardised_shares(places, shares[::-1], -target)[::-1]
    fit = [1 / len(places)] * len(places)
    for _round in range(ROUNDS):
        mean, deviation = moments(places, fit)
        values = tangent(places, mean, deviation, target)
        while max(values) <= 0:
            mean, deviation = (mean + 1) / 2, deviation / 2
            values = tangent(places, mean, deviation, target)
        before, fit = fit, fit_zero_mean_shares(shares, values)
        if max(abs(old - new) for old, new in zip(before, fit, strict=True)) < NEAR:
            break
    return fit


def moments(places: Sequence[float], shares: Sequence[float]) -> tuple[float, float]:
    """The mean and the standard deviation."""
    mean = math.fsum(share * place for place, share in zip(places, shares, strict=True))
    return mean, math.sqrt(math.fsum(share * (place - mean) ** 2 for place, share in zip(places, shares, strict=True)))


def tangent(places: Sequence[float], mean: float, deviation: float, target: float) -> list[float]:
    """What has mean 0 for the target, near shares with this mean and deviation."""
    return [place - 0.5 - target * deviation * (1 + ((place - mean) / deviation) ** 2) / 2 for place in places]


def fit_zero_mean_shares(shares: Sequence[float], values: Sequence[float]) -> list[float]:
    """The likeliest shares for which values of both signs have mean 0: Newton's method, between bounds that close in.

    λ is counted from the end of its range at which the largest value's share is infinite, since it may be very near to
    it.
    """
    if math.fsum(share * value for share, value in zip(shares, values, strict=True)) > 0:
        values = [-value for value in values]
    most = max(values)
    bases = [1 - value / most for value in values]
    low, high = 0.0, 1 / most
    place = high
    for _round in range(ROUNDS):
        terms = [value / (base + place * value) for base, value in zip(bases, values, strict=True)]
        slope = math.fsum(share * term for share, term in zip(shares, terms, strict=True))
        bend = math.fsum(share * term * term for share, term in zip(shares, terms, strict=True))
        low, high = (place, high) if slope > 0 else (low, place)
        step = place + slope / bend
        if not low < step < high:
            step = (low + high) / 2
        done = abs(step - place) <= 1e-15 * place
        place = step
        if done:
            break
    return [share / (base + place * value) for share, base, value in zip(shares, bases, values, strict=True)]
