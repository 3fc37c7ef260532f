"""Scores and limits as values."""

from __future__ import annotations

import json
import math
from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from elagage import Limits, Score
from elagage.errors import LimitsError
from elagage.i18n import set_language
from elagage.result import WIN, Result, format_number, json_number

scores = st.one_of(
    st.builds(Score.win, st.one_of(st.none(), st.integers(0, 99)), st.integers(1, 64)),
    st.builds(Score.loss, st.one_of(st.none(), st.integers(0, 99)), st.integers(1, 64)),
    st.builds(Score.draw),
    st.builds(Score.estimate, st.integers(-999, 999)),
)


@given(scores, scores)
def test_order_is_total_and_negation_reverses_it(one, other):
    assert (one < other) + (one == other) + (one > other) == 1
    assert (one < other) == (-other < -one)
    assert one.__neg__().__neg__() == one
    if one == other:
        assert hash(one) == hash(other)


def test_the_order_of_kinds():
    ladder = [
        Score.loss(1), Score.loss(7), Score.loss(), Score.estimate(-500), Score.draw(), Score.estimate(3),
        Score.win(), Score.win(9), Score.win(2), Score.win(2, margin=40),
    ]  # fmt: skip
    assert all(low < high for low, high in pairwise(ladder))


def test_numbers_compare_as_estimates():
    assert Score.estimate(4) == 4
    assert Score.draw() == 0
    assert Score.win(3) > 10**9
    assert Score.loss(3) < -(10**9)
    assert Score.estimate(4) != "4"


def test_in_both_languages():
    set_language("en")
    assert [str(s) for s in (Score.win(3), Score.loss(1), Score.draw(), Score.estimate(5), Score.win(7, 12))] == [
        "Max wins in 3 plies", "Min wins in 1 ply", "draw", "+5", "Max wins by 12 in 7 plies",
    ]  # fmt: skip
    set_language("fr")
    assert str(Score.win(3)) == "Max gagne en 3 demi-coups"
    assert str(Score.loss(1)) == "Min gagne en 1 demi-coup"
    assert str(Score.draw()) == "partie nulle"
    set_language("en")


def test_who_wins_is_one_of_three():
    assert [score.outcome for score in (Score.win(3), Score.loss(2), Score.draw())] == [1, -1, 0]
    assert [score.outcome for score in (-Score.win(3), -Score.loss(2), -Score.draw())] == [-1, 1, 0]
    assert Score.estimate(1).outcome is None


def test_of_value():
    kinds = {"exact": True, "margins": False, "payoffs": False, "plies": 5}
    assert Score.of_value(WIN, **kinds) == Score.win(5)
    assert Score.of_value(-WIN, **kinds) == Score.loss(5)
    assert Score.of_value(0, **kinds).outcome == 0
    assert Score.of_value(0, **kinds | {"exact": False}).outcome is None
    assert Score.of_value(WIN + 12, **kinds | {"margins": True}) == Score.win(5, 12)
    assert Score.of_value(0, **kinds | {"payoffs": True}).outcome is None
    assert Score.of_value(math.inf, **kinds | {"payoffs": True}).value == math.inf


def test_json():
    assert Score.win(3).as_json() == {"score": 1, "win": "max", "plies": 3}
    assert Score.loss(4, 10).as_json() == {"score": -10, "win": "min", "plies": 4}
    assert Score.estimate(2.0).as_json() == {"score": 2}
    assert (json_number(math.inf), json_number(0.5)) == ("inf", 0.5)
    assert [format_number(x) for x in (4, -0.5, math.inf, -math.inf, 3.0)] == ["4", "-0.5", "+∞", "-∞", "3"]


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_numbers_are_written_exactly(value):
    assert float(format_number(value)) == value


@given(st.one_of(st.integers(), st.integers(400, 5000).map(lambda n: 10**n + 1), st.fractions()), st.booleans())
def test_whole_numbers_of_any_size_and_fractions_are_written_exactly(value, negative):
    value = -value if negative else value
    number = json_number(value)
    assert json.loads(json.dumps(number)) == number
    for text in (format_number(value), str(number)):
        read = (lambda text: int(text, 0)) if "x" in text else float if {".", "e"} & set(text) else Fraction
        assert read(text) == value
    assert Score.estimate(value).as_json() == {"score": number}


def test_fractions_are_written_shortly():
    numbers = (Fraction(4, 2), Fraction(1, 4), Fraction(-1, 3), 10**20, Fraction(10**400, 3))
    assert [json_number(x) for x in numbers] == [2, 0.25, "-1/3", 10**20, f"{10**400}/3"]
    assert [format_number(x, signed=True) for x in numbers[:3]] == ["+2", "+0.25", "-1/3"]


def test_numbers_are_written_shortly():
    numbers = (1234567.5, 0.1, 2.0**52, 1e300, -0.0)
    assert [format_number(x) for x in numbers] == ["1234567.5", "0.1", "4503599627370496", "1e+300", "0"]


def test_signs_are_written_where_they_are_asked_for():
    numbers = (3, 0, -3, 0.5, 1e15, 1e16, math.inf, -math.inf)
    written = ["+3", "0", "-3", "+0.5", "+1000000000000000", "+1e+16", "+∞", "-∞"]
    assert [format_number(x, signed=True) for x in numbers] == written


def test_limits_of_nothing_are_limits():
    nothing = Limits(0, 0.0, 0)
    assert (nothing.depth, nothing.time, nothing.nodes) == (0, 0.0, 0)
    assert Limits() == Limits(None, None, None)


def test_a_result_counts_cuts_of_both_kinds():
    result = Result(None, Score.draw(), 0, (), None, 1, alpha_cuts=3, beta_cuts=4)
    assert result.cuts == 7
    assert Result(None, Score.draw(), 0, (), None, 1) == Result(None, Score.draw(), 0, (), None, 1, 0, 0, 0, 0, 0.0)
    assert not result.exact
    assert Result(None, Score.draw(), 0, (), None, 1).cuts == 0


@pytest.mark.parametrize(
    "wrong", [{"depth": -1}, {"depth": 1.5}, {"time": -0.1}, {"time": math.nan}, {"time": math.inf}, {"nodes": -5}]
)
def test_limits_that_make_no_sense(wrong):
    with pytest.raises(LimitsError):
        Limits(**wrong)
