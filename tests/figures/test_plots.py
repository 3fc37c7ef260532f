"""Plots of the arena: everything is on the sheet, texts don't overlap, and what is drawn is what was measured."""

from __future__ import annotations

import math
import random
from itertools import combinations
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from elagage.arena import Encounter, Sprt, Tally, rate
from elagage.errors import LimitsError
from elagage.figures.plots.arena_plots import Measured, llr_plot, rating_plot, score_plot, ticks
from elagage.figures.scene.pdf import scenes_pdf
from elagage.figures.scene.png import scene_png
from elagage.figures.scene.shapes import Disc, Line, Polygon, Rect, Text
from elagage.figures.scene.svg import scene_svg
from elagage.figures.scene.text_metrics import text_width
from elagage.figures.scene.tikz import scene_tikz
from elagage.i18n import use_language

names = st.text(max_size=40)
finite = st.floats(-3000, 3000)
maybe = st.one_of(finite, st.sampled_from([math.inf, -math.inf]))


def box(text):
    width = text_width(text.text, text.size, text.bold, text.italic, text.mono)
    left = text.x - width * {"start": 0.0, "middle": 0.5, "end": 1.0}[text.anchor]
    return left + 0.2, text.y - 0.74 * text.size, left + width - 0.2, text.y + 0.2 * text.size


def corners(shape):
    match shape:
        case Text():
            left, top, right, bottom = box(shape)
            return [(left, top), (right, bottom)] if shape.text else []
        case Line() | Polygon():
            return list(shape.points)
        case Disc():
            return [(shape.x - shape.radius, shape.y - shape.radius), (shape.x + shape.radius, shape.y + shape.radius)]
        case Rect():
            assert shape.width >= 0
            assert shape.height >= 0
            return [(shape.x, shape.y), (shape.x + shape.width, shape.y + shape.height)]
    raise AssertionError(shape)


def assert_sound(scene):
    for shape in scene.shapes:
        for x, y in corners(shape):
            assert 0 <= x <= scene.width, shape
            assert 0 <= y <= scene.height, shape
    areas = [(shape.text, box(shape)) for shape in scene.shapes if isinstance(shape, Text) and shape.text.strip()]
    for (one, first), (other, second) in combinations(areas, 2):
        apart = first[0] >= second[2] or second[0] >= first[2] or first[1] >= second[3] or second[1] >= first[3]
        assert apart, (one, other)
    ElementTree.fromstring(scene_svg(scene))


def words(scene):
    return [shape.text for shape in scene.shapes if isinstance(shape, Text)]


def table():
    return rate([Encounter("deep", "shallow", 5, 2, 1), Encounter("shallow", "random", 8, 0, 0)], ["absent"]).rows


def heuristics():
    counts = {
        "corners": [1, 3, 5, 14, 12],
        "mobility": [3, 6, 9, 9, 8],
        "none": [9, 0, 0, 0, 0],
        "all": [0, 0, 0, 0, 9],
    }
    return [Measured(name, *Tally.of_pairs(pairs).score_interval) for name, pairs in counts.items()]


def course(length=60):
    test, rng, counts, series = Sprt(0, 20), random.Random(4), [0] * 5, []
    for _pair in range(length):
        counts[rng.choices(range(5), [1, 3, 5, 4, 2])[0]] += 1
        series.append(test.llr(Tally(tuple(counts))))
    return series


@given(st.floats(-1e6, 1e6), st.floats(1e-3, 1e6), st.integers(2, 10))
def test_ticks_are_round_and_cover_the_range(least, length, count):
    marks = ticks(least, least + length, count)
    step = marks[1] - marks[0]
    assert 2 <= len(marks) <= count + 1
    assert marks[0] <= least + 1e-6 * step
    assert marks[-1] >= least + length - 1e-6 * step
    assert float(f"{step:.0e}"[0]) in (1, 2, 5)
    assert marks[0] > least - step * 1.001
    assert len(ticks(3, 3)) >= 2
    assert ticks(0.0, 5e-324) == ticks(0.0, 0.0)


def test_ratings_from_the_best_to_the_worst():
    scene = rating_plot(table(), "Ratings")
    assert_sound(scene)
    assert scene.title == "Ratings"
    shown = {shape.text: shape.y for shape in scene.shapes if isinstance(shape, Text)}
    dots = {shape.hint: shape for shape in scene.shapes if isinstance(shape, Disc)}
    order = [row.name for row in sorted(table(), key=lambda row: -row.value)]
    assert sorted(dots, key=lambda name: dots[name].y) == order
    assert sorted(order, key=shown.__getitem__) == order
    assert sorted(dots, key=lambda name: -dots[name].x) == order
    assert len([shape for shape in scene.shapes if isinstance(shape, Polygon)]) == 2  # the arrows of who hasn't played
    assert any(word.endswith("[−∞; +∞]") for word in words(scene))
    assert len(dots) == 4


@settings(deadline=None, max_examples=60)
@given(st.lists(st.tuples(names, maybe, maybe, maybe), max_size=12), names)
def test_any_ratings_can_be_drawn(rows, title):
    measured = [Measured(name, *(sorted(ends)[place] for place in (1, 0, 2))) for name, *ends in rows]
    assert_sound(rating_plot(measured, title))


@settings(deadline=None, max_examples=40)
@given(st.lists(st.tuples(names, st.floats(0, 1), st.floats(0, 1), st.floats(0, 1)), max_size=12), names)
def test_any_scores_can_be_drawn(rows, title):
    assert_sound(
        score_plot([Measured(name, *(sorted(ends)[place] for place in (1, 0, 2))) for name, *ends in rows], title)
    )


@settings(deadline=None, max_examples=40)
@given(st.lists(st.floats(-30, 30), max_size=50), st.floats(-9, -0.5), st.floats(0.5, 9), names)
def test_any_course_can_be_drawn(series, lower, upper, title):
    assert_sound(llr_plot(series, lower, upper, title))


def test_small_differences_keep_their_digits():
    scene = rating_plot([Measured("x", 0.42, 0.1, 1.31)], "Small")
    assert "+0.42  [+0.1; +1.31]" in words(scene)
    assert {"0", "+0.5", "+1", "+1.5"} <= set(words(scene))


def test_scores_are_bars_with_intervals():
    scene = score_plot(heuristics(), "Heuristics")
    assert_sound(scene)
    bars = {shape.hint: shape.width for shape in scene.shapes if isinstance(shape, Rect) and shape.hint}
    assert list(bars) == ["all", "corners", "mobility", "none"]
    assert bars["none"] == 0
    assert bars["corners"] / bars["all"] == pytest.approx(heuristics()[0].value)
    dashed = [shape for shape in scene.shapes if isinstance(shape, Line) and shape.style.dash]
    (half,) = {x for shape in dashed for x, _y in shape.points}
    left = min(shape.x for shape in scene.shapes if isinstance(shape, Rect) and shape.hint)
    assert half - left == pytest.approx(bars["all"] / 2)


def test_the_course_of_a_test():
    scene = llr_plot(course(), -2.944, 2.944, "A test")
    assert_sound(scene)
    (line,) = [shape for shape in scene.shapes if shape.id == "course"]
    assert len(line.points) == 61
    assert list(line.points) == sorted(line.points)
    assert {"H1 accepted: 2.94", "H0 accepted: −2.94", "games", "LLR", "0", "120"} <= set(words(scene))
    dashed = sorted(
        (shape for shape in scene.shapes if isinstance(shape, Line) and shape.style.dash),
        key=lambda one: one.points[0][1],
    )
    upper, lower = (shape.points[0][1] for shape in dashed)
    assert line.points[0][1] == pytest.approx((upper + lower) / 2)
    assert line.points[-1][1] == pytest.approx((upper + lower) / 2 - course()[-1] / 2.944 * (lower - upper) / 2)
    assert words(llr_plot([(10.0, 0.5)], -1, 1, "Points")).count("10") == 1


def test_long_courses_are_thinned_but_keep_their_peaks():
    rng = random.Random(1)
    series = [rng.gauss(0, 0.5) for _pair in range(30_000)]
    series[12_345] = 2.9
    scene = llr_plot(series, -2.944, 2.944, "Long")
    (line,) = [shape for shape in scene.shapes if shape.id == "course"]
    assert len(line.points) < 2000
    assert_sound(scene)
    peak = min(y for _x, y in line.points)
    (upper, _lower) = sorted(
        shape.points[0][1] for shape in scene.shapes if isinstance(shape, Line) and shape.style.dash
    )
    assert 0 <= peak - upper < 2


def test_long_names_are_clipped_and_told_under_the_pointer():
    long = "minimax with killer moves, history and a transposition table"
    scene = rating_plot([Measured(long, 10, 0, 20), Measured("b", -10, -20, 0)], "A title that is too long " * 6)
    assert_sound(scene)
    (label,) = [shape for shape in scene.shapes if isinstance(shape, Text) and shape.hint == long]
    assert label.text.endswith("…")


@pytest.mark.parametrize("language", ["en", "fr"])
def test_all_kinds_of_files_can_be_written(language):
    with use_language(language):
        scenes = [rating_plot(table(), "a"), score_plot(heuristics(), "b"), llr_plot(course(), -2.9, 2.9, "c")]
    for scene in scenes:
        assert_sound(scene)
        assert scene_png(scene).startswith(b"\x89PNG")
        assert "tikzpicture" in scene_tikz(scene)
    assert scenes_pdf(scenes, title="x", lang=language).startswith(b"%PDF")
    assert scene_svg(scenes[0]) == scene_svg(rating_plot(table()[::-1], "a"))


def test_what_makes_no_sense_is_refused():
    with pytest.raises(LimitsError, match="between 0 and 1"):
        score_plot([Measured("x", 1.5, 1, 2)], "")
    with pytest.raises(LimitsError, match="lower bound"):
        llr_plot([], 1, -1, "")
    with pytest.raises(LimitsError, match="500 rows"):
        rating_plot([Measured(str(number), 0, 0, 0) for number in range(501)], "")
