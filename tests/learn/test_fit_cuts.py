"""Fitting a model of statistical cuts: lines and errors that are known, the same model for a seed, the command."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from elagage import load
from elagage.errors import LimitsError
from elagage.evaluation.cut_models import SHIPPED, CutRow, find_cuts, read_cuts
from elagage.learn.fit_cuts import CutLesson, Sample, choose_check, extend_rows, fit_cuts, fit_phase
from elagage.search.probcut import depth_of_check

LITTLE = CutLesson(positions=100, nodes=2000, seed=4)


def make_samples(count=4000, phases=2, depths=10):
    """Positions whose deep values are twice the phase's slope, plus an error that is known."""
    chooser = np.random.default_rng(1)
    samples = []
    for number in range(count):
        values = [float(chooser.normal(0, 50))]
        for depth in range(1, depths):
            shallow = values[choose_check(depth)] if depth > 2 else values[0]
            values.append(0.8 * shallow + 3 + float(chooser.normal(0, 5)))
        samples.append(Sample(number % phases, tuple(values)))
    return samples


def test_a_known_line_and_a_known_error_are_found():
    rows = fit_phase(make_samples(), 0)
    assert [row.depth for row in rows] == list(range(3, 10))
    for row in rows:
        assert row.check == depth_of_check(row.depth) == choose_check(row.depth)
        assert row.slope == pytest.approx(0.8, abs=0.03)
        assert row.intercept == pytest.approx(3, abs=0.5)
        assert row.sigma == pytest.approx(5, rel=0.1)


def test_depths_that_were_not_tried_get_an_error_that_is_not_smaller():
    known = [CutRow(depth, choose_check(depth), 1.0, 0.0, 1.0 + depth, 1.0) for depth in range(3, 9)]
    (rows,) = extend_rows((known,))
    assert list(rows[:6]) == known
    assert [row.depth for row in rows] == list(range(3, 32))
    for row in rows[6:]:
        like = known[4] if row.depth % 2 else known[5]
        assert row.sigma >= like.sigma
        assert (row.slope, row.intercept, row.check) == (like.slope, like.intercept, choose_check(row.depth))
    assert extend_rows(([],)) == ((),)


def test_the_same_seed_gives_the_same_model():
    game = load("hexapawn:4x4")
    one, other = fit_cuts(game, LITTLE), fit_cuts(game, LITTLE)
    assert one == other
    assert one.spec == "hexapawn:4x4"
    assert fit_cuts(game, LITTLE, stop=lambda: True) is None
    with pytest.raises(LimitsError, match="100 positions"):
        fit_cuts(game, CutLesson(positions=5))


def test_what_is_shipped_is_read_and_named_by_its_game_and_heuristic():
    from elagage import with_heuristic

    paths = sorted(SHIPPED.glob("*.cuts"))
    assert paths
    for path in paths:
        model = read_cuts(path)
        game = load(model.spec)
        judged = with_heuristic(game, model.heuristic) if model.heuristic else game
        assert find_cuts(judged) == model
        assert find_cuts(with_heuristic(game, "none")) is None


def test_the_command_keeps_a_model_that_a_player_goes_by(run, tmp_path):
    path = tmp_path / "hexapawn.cuts"
    words = "learn", "hexapawn:4x4", "--cuts", "--positions", "100", "-o", str(path)
    code, out, err = run(*words)
    assert (code, "phase" in out, f"The model is in {path}." in err) == (0, True, True)
    code, _out, err = run(*words)
    assert (code, "give another name" in err) == (2, True)
    player = f"engine time=0.01 cuts={path}"
    code, out, _err = run("match", "hexapawn:4x4", player, "random", "--games", "2", "--workers", "1", "--json")
    assert (code, json.loads(out)["games"]) == (0, 2)
    for spec, part in (
        (f"engine time=1 cuts={tmp_path / 'no.cuts'}", "There is no file"),
        ("engine time=1 without=wings", "no feature 'wings'"),
    ):
        code, _out, err = run("match", "hexapawn:4x4", spec, "random", "--workers", "1")
        assert (code, part in err) == (2, True)
    code, _out, err = run("match", "hexapawn", player, "random", "--workers", "1")
    assert (code, "were fitted for hexapawn:4x4" in err) == (2, True)


@pytest.mark.parametrize(
    ("words", "part"),
    [
        (("-o", "x.weights"), "must end with .cuts"),
        (("-o", "x.cuts", "--positions", "5"), "100 positions"),
        (("-o", "x.cuts", "--sure", "-1"), "deviations"),
        (("-o", "x.cuts", "--heuristic", "wings"), "no heuristic 'wings'"),
    ],
)
def test_bad_input_is_one_sentence(run, words, part, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    code, _out, err = run("learn", "hexapawn", "--cuts", *words)
    assert (code, part in err, "Traceback" in err) == (2, True, False)
    assert not list(Path().iterdir())
