"""Ratings of many players: known strengths are found again, as often as the intervals say."""

from __future__ import annotations

import math
import random

import pytest

from elagage.arena import Encounter, rate
from elagage.arena.ratings import ELO, Model, inverse
from elagage.errors import LimitsError

TRUTH = {"a": -200, "b": -100, "c": -20, "d": 30, "e": 100, "f": 190}


def tournament(rng, strengths=TRUTH, advantage=40, draw=0.6, times=8):
    """Everybody against everybody, each moving first as often."""
    encounters = []
    for first in strengths:
        for second in strengths:
            if first != second:
                gap = (strengths[first] - strengths[second] + advantage) / ELO
                results = rng.choices("wdl", [math.exp(gap / 2), draw, math.exp(-gap / 2)], k=times)
                encounters.append(Encounter(first, second, *map(results.count, "wdl")))
    return encounters


def test_the_truth_lies_within_the_intervals_as_often_as_they_say():
    rng = random.Random(7)
    players, advantages, draws, gaps = [], [], [], []
    for _tournament in range(200):
        table = rate(tournament(rng))
        (group,) = table.groups
        players += [row.low <= TRUTH[row.name] <= row.high for row in table.rows]
        advantages.append(group.advantage.low <= 40 <= group.advantage.high)
        draws.append(group.draws.low <= 0.6 / 2.6 <= group.draws.high)
        gap = table.difference("b", "e")
        gaps.append(gap.low <= -200 <= gap.high)
    assert 0.93 <= sum(players) / len(players) <= 0.975
    for inside in (advantages, draws, gaps):
        assert 0.90 <= sum(inside) / len(inside) <= 0.99


def test_two_players_without_draws_have_the_elo_of_their_score():
    table = rate([Encounter("x", "y", 3000, 0, 1000), Encounter("y", "x", 1000, 0, 3000)])
    assert table.difference("x", "y").value == pytest.approx(400 * math.log10(3), abs=0.5)
    assert table.groups[0].advantage.value == pytest.approx(0, abs=1e-6)
    assert table.groups[0].draws.value == 0
    assert table.groups[0].draws.high < 0.001
    assert table.expected_score("x", "y") == pytest.approx(0.75, abs=0.001)


def test_expected_scores_are_the_observed_ones():
    games = [Encounter("x", "y", 500, 300, 200), Encounter("y", "x", 300, 300, 400)]
    table = rate(games)
    assert table.expected_score("x", "y") == pytest.approx(0.6, abs=0.005)
    assert table.expected_score("y", "x") == pytest.approx(0.4, abs=0.005)
    assert table.groups[0].advantage.value > 20
    assert rate(games, advantage=False).groups[0].advantage == (0, 0, 0)


def test_derivatives_are_those_of_the_likelihood():
    model = Model(list(TRUTH), tournament(random.Random(2)), 1.0, True)
    place = [0.3, -0.2, 0.5, 0.1, 0.0, -0.4, 0.2, -0.3]
    slope, bend = model.slopes(place)
    step = 1e-5
    for number in range(model.size):
        ahead = [value + step * (number == other) for other, value in enumerate(place)]
        behind = [value - step * (number == other) for other, value in enumerate(place)]
        assert slope[number] == pytest.approx((model.height(ahead) - model.height(behind)) / 2 / step, abs=1e-4)
        for other, (up, down) in enumerate(zip(model.slopes(ahead)[0], model.slopes(behind)[0], strict=True)):
            assert bend[number][other] == pytest.approx((down - up) / 2 / step, abs=1e-4)


def test_at_the_summit_nothing_rises():
    model = Model(list(TRUTH), tournament(random.Random(2)), 1.0, True)
    assert max(map(abs, model.slopes(model.summit())[0])) < 1e-8


@pytest.mark.parametrize("games", [(10, 0, 0), (0, 10, 0), (0, 0, 10), (100_000, 0, 0), (1, 0, 0)])
def test_one_sided_results_have_finite_ratings(games):
    table = rate([Encounter("x", "y", *games), Encounter("y", "x", games[2], games[1], games[0])])
    for row in table.rows:
        assert math.isfinite(row.low)
        assert math.isfinite(row.high)
    assert math.copysign(1, table.of("x").value) == math.copysign(1, games[0] - games[2]) or games[1]
    assert 0 <= table.superiority("x", "y") <= 1


def test_the_mean_is_zero_and_the_order_of_games_does_not_matter():
    games = tournament(random.Random(1))
    table = rate(games)
    assert sum(row.value for row in table.rows) == pytest.approx(0, abs=1e-9)
    assert [row.value for row in table.rows] == sorted((row.value for row in table.rows), reverse=True)
    assert {(row.games, row.group) for row in table.rows} == {(80, 0)}
    assert sum(row.points for row in table.rows) == 240
    single = [
        Encounter(first, second, *(int(kind == other) for other in range(3)))
        for first, second, *counts in games
        for kind, count in enumerate(counts)
        for _game in range(count)
    ]
    random.Random(2).shuffle(single)
    assert repr(rate(single)) == repr(rate(games[::-1])) == repr(table)


def test_groups_that_never_met_are_rated_apart():
    games = [
        Encounter("a", "b", 3, 1, 0), Encounter("b", "c", 3, 1, 0), Encounter("y", "x", 0, 1, 5),
        Encounter("a", "x", 0, 0, 0),
    ]  # fmt: skip
    table = rate(games, ["nobody"])
    assert [group.players for group in table.groups] == [("a", "b", "c"), ("x", "y"), ("nobody",)]
    assert [row.group for row in table.rows] == [0, 0, 0, 1, 1, 2]
    assert "3 groups" in table.note
    assert table.difference("a", "x") == (0, -math.inf, math.inf)
    assert table.superiority("a", "x") == table.expected_score("a", "x") == 0.5
    assert table.of("nobody").high == math.inf
    alone = rate(games[:2])
    assert [row.value for row in alone.rows] == [row.value for row in table.rows[:3]]
    assert alone.note == ""
    assert rate([]).rows == ()


def test_more_games_make_narrower_intervals():
    few, many = rate([Encounter("x", "y", 6, 2, 2)]), rate([Encounter("x", "y", 600, 200, 200)], advantage=False)
    assert few.of("x").error > 3 * many.of("x").error
    assert many.superiority("x", "y") > 0.999


def test_an_inverse():
    matrix = [[0.0, 2.0, 1.0], [1.0, 0.0, 3.0], [2.0, 1.0, 0.0]]
    turned = inverse(matrix)
    for place, row in enumerate(matrix):
        for other in range(3):
            dot = sum(value * turned[number][other] for number, value in enumerate(row))
            assert dot == pytest.approx(float(place == other), abs=1e-12)


def test_what_makes_no_sense_is_refused():
    with pytest.raises(LimitsError, match="itself"):
        rate([Encounter("x", "x", 1, 0, 0)])
    with pytest.raises(LimitsError, match="negative"):
        rate([Encounter("x", "y", -1, 0, 0)])
    with pytest.raises(LimitsError, match="virtual"):
        rate([], virtual=0)
    with pytest.raises(LimitsError, match="called z"):
        rate([Encounter("x", "y", 1, 0, 0)]).of("z")
