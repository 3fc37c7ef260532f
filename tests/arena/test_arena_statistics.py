"""Results of matches: published values of the sequential test, and what holds at the extremes."""

from __future__ import annotations

import math
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from elagage.arena.match_elo import (
    NORMALISED,
    SURE,
    Sprt,
    Tally,
    compute_shares,
    elo,
    expected_score,
    fit_standardised_shares,
    fit_zero_mean_shares,
    llr_logistic,
    llr_normalised,
    moments,
)
from elagage.errors import LimitsError

pairs = st.lists(st.one_of(st.integers(0, 3), st.integers(0, 50_000)), min_size=5, max_size=5).map(Tally.of_pairs)
games = st.tuples(st.integers(0, 500), st.integers(0, 500), st.integers(0, 500)).map(Tally)
tallies = st.one_of(pairs, games)
bounds = st.tuples(st.floats(-60, 60), st.floats(0.1, 60)).map(lambda pair: (pair[0], pair[0] + pair[1]))


@pytest.mark.parametrize(
    ("counts", "elo0", "elo1", "llr"),
    [([39, 8843, 26675, 9240, 44], 0.5, 2.5, 2.941675), ([13, 37, 50, 25, 3], 0, 4, -0.549125)],
)
def test_published_likelihood_ratios(counts, elo0, elo1, llr):
    assert llr_normalised(Tally.of_pairs(counts), elo0, elo1) == pytest.approx(llr, abs=1e-6)


def test_a_match_that_another_program_has_printed():
    match = Tally.of_pairs([0, 0, 2, 0, 37])
    assert (match.games, match.points) == (78, 76)
    assert match.elo.value == pytest.approx(631.91, abs=0.005)
    assert match.normalised.value == pytest.approx(1056.68, abs=0.005)
    assert match.normalised.high - match.normalised.value == pytest.approx(77.10, abs=0.005)
    assert Sprt(0, 20).llr(match) == pytest.approx(2.96, abs=0.005)
    assert Sprt(0, 20).state(match) == "H1"


def test_definitions_by_hand():
    match = Tally.of_games(wins=30, draws=40, losses=10)
    assert (match.number, match.games, match.points, match.score) == (80, 80, 50, 0.625)
    variance = (30 * 0.375**2 + 40 * 0.125**2 + 10 * 0.625**2) / 80
    assert match.variance == pytest.approx(variance)
    assert match.elo.value == pytest.approx(400 * math.log10(0.625 / 0.375))
    assert match.elo.low == pytest.approx(elo(0.625 - SURE * math.sqrt(variance / 80)))
    assert match.normalised.value == pytest.approx(0.125 / math.sqrt(variance) * NORMALISED)
    assert match.normalised_pair.value == pytest.approx(match.normalised.value * math.sqrt(2))
    assert match.superiority == pytest.approx(0.5 * (1 + math.erf(0.125 / math.sqrt(variance / 80) / math.sqrt(2))))


def test_pairs_that_depend_on_each_other_make_a_narrower_interval():
    """An opening that the first mover always wins says nothing, and only pairs know it."""
    as_pairs, as_games = Tally.of_pairs([0, 0, 90, 5, 5]), Tally.of_games(wins=105, draws=5, losses=90)
    assert as_pairs.score == as_games.score
    assert as_pairs.elo.low > 0 > as_games.elo.low
    assert abs(as_pairs.normalised.value) > abs(as_games.normalised.value)


def test_independent_games_have_the_same_normalised_elo_alone_and_in_pairs():
    loss, draw, win = 2, 3, 5
    counts = [loss * loss, 2 * loss * draw, 2 * loss * win + draw * draw, 2 * draw * win, win * win]
    one, two = Tally.of_pairs(counts), Tally((loss * 20, draw * 20, win * 20))
    assert one.normalised.value == pytest.approx(two.normalised.value)
    assert one.elo == pytest.approx(two.elo)


def test_scores_in_the_order_of_play():
    assert Tally.of_scores([0, 0, 0, 0.5, 1, 0, 0.5, 0.5, 0.5, 1, 1, 1]).counts == (1, 1, 2, 1, 1)
    assert Tally.of_scores([]).counts == (0,) * 5
    assert (Tally.of_scores([1, 1]) + Tally.of_scores([0, 1])).counts == (0, 0, 1, 0, 1)


@given(st.floats(-3000, 3000))
def test_elo_and_score_are_inverse(difference):
    score = expected_score(difference)
    assert score + expected_score(-difference) == pytest.approx(1)
    assert elo(score) == pytest.approx(difference, rel=1e-6, abs=1e-5)


def test_elo_has_no_end():
    assert (elo(0), elo(1), elo(0.5)) == (-math.inf, math.inf, 0)
    assert (expected_score(math.inf), expected_score(-math.inf)) == (1, 0)


@given(tallies)
def test_every_match_has_sensible_numbers(match):
    for estimate in (match.score_interval, match.elo, match.normalised, match.normalised_pair):
        assert estimate.low <= estimate.value <= estimate.high
    assert 0 <= match.score_interval.low <= match.score_interval.high <= 1
    assert 0 <= match.superiority <= 1
    assert (match.superiority > 0.5) >= (match.score > 0.5 and match.number > 0)


@settings(deadline=None, max_examples=60)
@given(tallies, bounds, st.booleans())
def test_a_mirrored_match_has_the_mirrored_ratio(match, ends, normalised):
    mirrored = Tally(match.counts[::-1])
    ratio = Sprt(*ends, normalised=normalised).llr(match)
    other = Sprt(-ends[1], -ends[0], normalised=normalised).llr(mirrored)
    assert math.isfinite(ratio)
    assert ratio == pytest.approx(-other, rel=1e-6, abs=1e-6)


def test_extremes():
    nothing, won, lost = Tally.of_pairs([0] * 5), Tally.of_pairs([0, 0, 0, 0, 9]), Tally.of_pairs([9, 0, 0, 0, 0])
    assert (nothing.score, nothing.superiority, Sprt(0, 5).llr(nothing)) == (0.5, 0.5, 0)
    assert nothing.elo == nothing.normalised == (0, -math.inf, math.inf)
    assert won.elo.value == won.elo.high == won.normalised.value == won.normalised.high == math.inf
    assert 100 < won.elo.low < 200
    assert won.elo.low == pytest.approx(-lost.elo.high)
    assert won.normalised.low == pytest.approx(-lost.normalised.high)
    assert lost.elo.value == lost.elo.low == -math.inf
    assert won.superiority == 1 - lost.superiority == 1 - 0.5**10
    level = Tally.of_pairs([0, 0, 9, 0, 0])
    assert level.elo.value == level.normalised.value == 0
    assert level.elo.low == pytest.approx(-level.elo.high)
    assert level.elo.high > 50
    assert Sprt(0, 20).llr(won) > 0 > Sprt(0, 20).llr(lost)
    assert Tally.of_pairs([0, 0, 0, 0, 1]).elo.low < 0  # one pair proves nothing


def test_likeliest_shares_meet_their_constraint_and_nothing_near_is_likelier():
    rng = random.Random(3)
    for counts in ([3, 10, 20, 15, 2], [0, 1, 50, 4, 0], [100, 0, 0, 0, 1]):
        places, shares, _number = compute_shares(Tally.of_pairs(counts))
        for target in (-0.5, -0.02, 0.0, 0.1, 1.0):
            fit = fit_standardised_shares(places, shares, target)
            mean, deviation = moments(places, fit)
            assert (mean - 0.5) / deviation == pytest.approx(target, abs=1e-8)
            best = likelihood(shares, fit)
            for _try in range(30):
                near = [share * math.exp(rng.gauss(0, 0.02)) for share in fit]
                near = [share / sum(near) for share in near]
                tilted = tilt(places, near, target)
                assert likelihood(shares, tilted) <= best + 1e-9


def likelihood(shares, fit):
    return sum(share * math.log(other) for share, other in zip(shares, fit, strict=True))


def tilt(places, shares, target):
    """The shares, turned towards better or worse scores until they meet the target."""
    low, high = -5.0, 5.0
    for _step in range(60):
        middle = (low + high) / 2
        turned = [share * math.exp(middle * place) for place, share in zip(places, shares, strict=True)]
        turned = [share / sum(turned) for share in turned]
        mean, deviation = moments(places, turned)
        low, high = (middle, high) if (mean - 0.5) / deviation < target else (low, middle)
    return turned


def test_the_ratio_is_near_its_well_known_approximation():
    match = Tally.of_pairs([110, 2040, 5600, 2150, 130])
    s0, s1 = expected_score(0), expected_score(3)
    rough = match.number * (s1 - s0) * (2 * match.score - s0 - s1) / match.variance / 2
    assert llr_logistic(match, 0, 3) == pytest.approx(rough, rel=0.01)
    fit = fit_zero_mean_shares([0.2, 0.3, 0.5], [-0.6, -0.1, 0.4])
    assert sum(share * value for share, value in zip(fit, [-0.6, -0.1, 0.4], strict=True)) == pytest.approx(
        0, abs=1e-12
    )


def test_the_bounds_of_a_test():
    test = Sprt(0, 5)
    assert (test.lower, test.upper) == pytest.approx((-2.944439, 2.944439), abs=1e-6)
    assert Sprt(0, 5, alpha=0.01).upper == pytest.approx(math.log(95))
    assert test.state(Tally.of_pairs([0] * 5)) == "continue"
    assert test.state(Tally.of_pairs([500, 2000, 5000, 1000, 100])) == "H0"
    assert test.state(Tally.of_pairs([100, 1000, 5000, 2000, 500])) == "H1"


def test_a_test_errs_as_seldom_as_it_says():
    rng = random.Random(5)
    test, weights = Sprt(0, 120), [0.05, 0.2, 0.5, 0.2, 0.05]
    accepted, pairs_played = 0, 0
    for _match in range(100):
        counts = [0] * 5
        while (state := test.state(Tally(tuple(counts)))) == "continue":
            for score in rng.choices(range(5), weights, k=4):
                counts[score] += 1
            pairs_played += 4
        accepted += state == "H1"
    assert accepted <= 11  # 5 to be expected
    assert pairs_played < 100 * 100


def test_what_makes_no_sense_is_refused():
    for counts in ([1, 2], [1, 2, 3], [1, 2, 3, 4, -1], []):
        with pytest.raises(LimitsError, match="Results"):
            Tally.of_pairs(counts)
    for scores in ([1], [1, 0.3]):
        with pytest.raises(LimitsError, match="Pairs"):
            Tally.of_scores(scores)
    with pytest.raises(LimitsError, match="add up"):
        Tally.of_games(1, 1, 1) + Tally.of_pairs([0] * 5)
    for elo0, elo1 in ((5, 0), (1, 1), (math.nan, 1), (0, math.inf)):
        with pytest.raises(LimitsError, match="lower one first"):
            Sprt(elo0, elo1)
    for alpha in (0, 0.5, math.nan):
        with pytest.raises(LimitsError, match="chances"):
            Sprt(0, 5, alpha=alpha)
