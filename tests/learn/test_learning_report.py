"""The report of learning: what is drawn is what the evaluation says, everything is on the sheet, no texts overlap."""

from __future__ import annotations

import math
from itertools import combinations
from xml.etree import ElementTree

import numpy as np
import pytest

from elagage import load, with_heuristic
from elagage.evaluation.heuristics import find_evaluation
from elagage.evaluation.weights import MIDDLE, POINT, Evaluation, with_evaluation
from elagage.figures.pages.report_page import report_page
from elagage.figures.plots.heat_maps import format_worth, tint
from elagage.figures.plots.learning_report import learning_scene, round_up
from elagage.figures.scene.pdf import scenes_pdf
from elagage.figures.scene.png import scene_png
from elagage.figures.scene.shapes import Text
from elagage.figures.scene.svg import scene_svg
from elagage.figures.scene.text_metrics import text_width
from elagage.figures.scene.tikz import scene_tikz
from elagage.game import derive
from elagage.i18n import use_language
from elagage.learn.description import add_up, describe_heuristic, describe_learning
from elagage.learn.find_features import lay_out
from elagage.learn.report_values import LearningReport, Worth, WorthMap
from elagage.learn.worth import find_motifs, measure_worth


def test_a_sum_over_cells_is_found_as_it_is():
    game = load("tictactoe")
    worths = (3, 0, 3, 0, 4, 0, 3, 0, 3)

    def heuristic(self, state):
        cells = [cell for row in self.grid(state) for cell in row]
        return sum(worth * (cell == "X") - worth * (cell == "O") for worth, cell in zip(worths, cells, strict=True))

    found = measure_worth(derive(game, heuristic=heuristic))
    assert found.explained > 0.999
    assert not found.mover
    for one in found.maps:
        sign = 1 if one.piece == "X" else -1
        for (
            row,
            column,
        ), value in one.values.items():  # who moves says how many there are: differences are what counts
            more = sign * (worths[3 * row + column] - worths[4])
            assert value - one.values[1, 1] == pytest.approx(more, abs=0.1)


def test_the_weights_of_a_heuristic_by_hand_are_found_where_the_number_of_pieces_is_free():
    found = measure_worth(with_heuristic(load("othello:6"), "weights"))
    assert found.explained > 0.99
    black = next(one.values for one in found.maps if one.piece == "X")
    white = next(one.values for one in found.maps if one.piece == "O")
    assert black[0, 0] == pytest.approx(20, abs=1)
    assert black[0, 2] == pytest.approx(5, abs=1)
    assert black[1, 1] == pytest.approx(1, abs=1)
    assert white[5, 5] == pytest.approx(-20, abs=1)


def test_a_number_that_is_shown_is_worth_so_much_for_each_one():
    game = load("kalah:3,2")
    found = measure_worth(with_heuristic(game, game_heuristic(game)))
    assert {one.piece for one in found.maps} == {""}
    stores = sorted(value for value in found.maps[0].values.values() if abs(value) > 0.5)
    assert stores[0] < -0.5
    assert stores[-1] > 0.5


def game_heuristic(game):
    from elagage.game import heuristic_names

    return heuristic_names(game)[0]


def test_what_nobody_owns_is_worth_something_to_the_player_to_move():
    game = load("domineering:4x5")
    judged = derive(game, heuristic=lambda _self, state: (1 if game.player(state) == 0 else -1) * taken(game, state))
    found = measure_worth(judged)
    assert found.mover
    assert found.explained > 0.99


def taken(game, state):
    return sum(cell not in ("", ".", " ") for row in game.grid(state) for cell in row)


def test_the_pattern_that_weighs_most_is_shown_with_its_worth():
    game = load("connect4:4x4")
    layout = lay_out(game)
    weights = np.full((layout.phases, layout.count), MIDDLE, dtype=np.int64)
    pattern = layout.patterns[0]
    digit = 1
    weights[:, 1 + pattern.offset + digit] += 3 * POINT
    weights[:, layout.half + 1 + pattern.offset + digit] += 3 * POINT
    learned = Evaluation(game.spec, layout, layout.count, layout.phases, weights.astype("<u2").tobytes())
    first = find_motifs(with_evaluation(game, learned), learned, 1)[0]
    assert first.value == pytest.approx(3, abs=0.01)
    assert set(first.shown) == {layout.board.cells[cell].place for cell in pattern.places[0]}
    assert sum(text not in ("", ".", " ") for text in first.shown.values()) == 1
    assert first.share > 0


HISTORY = [
    {"number": 1, "score": 1.0, "games": 20, "error": 5.0, "kept": True, "low": 310.0, "high": None},
    {"number": 2, "score": 0.6, "games": 200, "error": 4.0, "kept": True},
    {"number": 3, "score": 0.45, "games": 200, "error": 4.1, "kept": False, "low": -80.0, "high": 10.0},
    {"number": 4, "score": 0.7, "games": 100, "error": 3.5, "kept": True, "low": 90.0, "high": 210.0},
]


def test_elo_adds_up_over_what_was_kept():
    first, second, third, fourth = add_up(HISTORY)
    assert (first.value, first.low, first.high) == (310, 310, math.inf)
    assert second.value == pytest.approx(310 + 70.4, abs=0.1)
    assert second.low < second.value < second.high
    assert third.value < second.value
    assert fourth.value == pytest.approx(second.value + 147.2, abs=0.1)
    assert fourth.high - fourth.value > 60  # the errors of the matches before are in it


def sample_report(spec, pieces, periods=3, mover=False):
    game = load(spec)
    places = [(row, column) for row, line in enumerate(game.grid(game.start())) for column in range(len(line))]
    maps = tuple(
        WorthMap(period, piece, {place: math.sin(7 * number + period) for number, place in enumerate(places)})
        for period in range(periods)
        for piece in pieces
    )
    facts = {"positions": 1_000_000, "depth": 3, "seed": 0}
    return LearningReport(game, tuple(add_up(HISTORY)), Worth(maps, periods, mover, 0.5), (), facts, True)


def some_reports():
    learned = load("dots_and_boxes")
    return {
        "squares": sample_report("hexapawn:4x4", ("W", "B")),
        "columns": sample_report("connect4", ("X", "O")),
        "points": sample_report("morris", ("X", "O"), 1),
        "pits": sample_report("kalah", ("",)),
        "mover": sample_report("domineering:4x5", ("#",), 2, mover=True),
        "written": describe_heuristic(load("hexapawn:4x4")),
        "shipped": describe_learning(learned, find_evaluation(learned, "learned")),
    }


REPORTS = some_reports()


def box(text):
    width = text_width(text.text, text.size, text.bold, text.italic, text.mono)
    left = text.x - width * {"start": 0.0, "middle": 0.5, "end": 1.0}[text.anchor]
    return left + 0.3, text.y - 0.7 * text.size, left + width - 0.3, text.y + 0.15 * text.size


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("name", REPORTS)
def test_everything_is_on_the_sheet_and_no_texts_overlap(name, lang):
    with use_language(lang):
        scene = learning_scene(REPORTS[name])
    boxes = [(shape.text, box(shape)) for shape in scene.shapes if isinstance(shape, Text) and shape.text.strip()]
    for text, (left, top, right, bottom) in boxes:
        assert 0 <= left < right <= scene.width, text
        assert 0 <= top < bottom <= scene.height, text
    for (one, a), (other, b) in combinations(boxes, 2):
        apart = a[2] <= b[0] or b[2] <= a[0] or a[3] <= b[1] or b[3] <= a[1]
        assert apart, (one, other)


def test_a_report_is_written_in_every_form_and_both_languages():
    report = REPORTS["points"]
    for lang, title in (("en", "What was learned of morris"), ("fr", "Ce qui a été appris de morris")):
        with use_language(lang):
            scene = learning_scene(report)
            page = report_page(report)
        assert scene.title == title
        ElementTree.fromstring(scene_svg(scene))
        assert f'<html lang="{lang}">' in page
        assert page.count("<tr>") == 1 + len(HISTORY)
    assert scenes_pdf([scene], title="x", lang="fr").startswith(b"%PDF")
    assert scene_png(scene).startswith(b"\x89PNG")
    assert "tikzpicture" in scene_tikz(scene)


def test_numbers_have_a_sign_and_colours_a_direction():
    assert format_worth(-0.25, 1) == "−0.2"
    assert format_worth(0.04, 1) == "0"
    assert format_worth(3, 0) == "+3"
    assert tint(1, 1) != tint(-1, 1)
    assert tint(0, 1) == tint(0, 0)
    assert [round_up(value) for value in (0.3, 1, 1.01, 27, 61, 0)] == [0.4, 1, 2, 40, 100, 1]
