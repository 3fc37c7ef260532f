"""The weights that are shipped: whole, small, for their games, and better than heuristics written by hand."""

from __future__ import annotations

import pytest

from elagage import analyse, load, match, with_heuristic
from elagage.evaluation.heuristics import SHIPPED, SUFFIX, heuristic_choices
from elagage.evaluation.weights import read_evaluation
from elagage.game import Game, derive

FILES = sorted(SHIPPED.glob(f"*{SUFFIX}"))


def test_they_take_little_room():
    assert FILES
    assert sum(path.stat().st_size for path in FILES) < 6_000_000


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_each_is_for_its_game_and_says_how_it_was_made(path):
    evaluation = read_evaluation(path)
    game = load(evaluation.spec)
    assert "learned" in heuristic_choices(game)
    assert {"seed", "positions", "depth", "generations"} <= set(evaluation.facts)
    judged = derive(with_heuristic(game, "learned"), noisy=Game.noisy)
    state = game.start()
    assert analyse(judged, state, depth=2).value == analyse(judged, state, depth=2, plain=True).value


@pytest.mark.parametrize("spec", ["kalah", "dots_and_boxes", "othello"])
def test_it_wins_against_the_heuristic_by_hand(spec):
    report = match(spec, "engine depth=3 heuristic=learned", "engine depth=3", games=40, seed=5)
    assert report.score > 0.55
