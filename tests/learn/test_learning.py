"""Learning: games against itself with exact endings, weights that fit, generations that win, files that hold."""

from __future__ import annotations

import numpy as np
import pytest
from kernels import DIGESTS, digest_games

from elagage import analyse, load, match, solve, with_heuristic
from elagage.analysis import Recall, ask
from elagage.compiler.link import sample_games
from elagage.errors import FileError, LimitsError, LoadError
from elagage.evaluation.feature_rules import make_rules
from elagage.evaluation.weights import read_evaluation, write_evaluation
from elagage.game import derive
from elagage.learn import Lesson, learn
from elagage.learn.compiled import self_play as kernels
from elagage.learn.find_features import lay_out
from elagage.learn.fitting import choose_shrink, find_twins, fit_phases, keep_apart, mean_error, predict
from elagage.learn.generations import begin
from elagage.learn.self_play import Positions, SelfPlay, blend
from elagage.question import Question, Wishes
from elagage.result import Limits

SMALL = Lesson(generations=2, positions=1000, depth=2, seed=3)


def judged(spec):
    game = load(spec)
    layout = lay_out(game)
    return derive(game, **make_rules(layout)), layout


@pytest.mark.parametrize("spec", DIGESTS)
def test_games_are_those_that_are_played_interpreted(spec):
    assert digest_games(spec) == DIGESTS[spec]


@pytest.mark.parametrize(
    "spec", ["tictactoe", "hexapawn", "hexapawn:4x4", "dots_and_boxes:2x2", "kalah:3,2", "othello:4"]
)
def test_the_score_of_an_exact_position_is_the_value_of_the_game(spec):
    game, layout = judged(spec)
    play = SelfPlay(game, layout.width, 60, seed=1, nodes=3_000_000)
    play.workspace[kernels.ENDING_PLY] = 0
    positions = play.play(1, 1, 0)
    value = solve(game).score
    expected = value.value if game.margins else value.outcome
    assert positions.exact[0]
    assert positions.scores[0] == expected


def test_every_game_ends_with_the_score_of_its_positions():
    game, layout = judged("connect4:4x4")
    positions = SelfPlay(game, layout.width, 60, seed=2, nodes=50).play(40, 2, 4)
    assert set(np.unique(positions.scores)) <= {-1.0, 0.0, 1.0}
    assert len(set(positions.scores)) > 1
    assert (positions.players == 0).any()
    assert (positions.players == 1).any()


def made_positions(logistic, seed=1, rows=4000, size=60, width=5):
    """Positions whose scores are known sums of weights."""
    chooser = np.random.default_rng(seed)
    truth = chooser.normal(0, 1, size)
    features = np.array([chooser.choice(size, width, replace=False) for _row in range(rows)], dtype=np.int32)
    features[::7, -1] = -1
    sums = np.where(features >= 0, truth[features], 0).sum(axis=1)
    players = chooser.integers(0, 2, rows)
    scores = sums if not logistic else np.where(chooser.random(rows) < 1 / (1 + np.exp(-sums)), 1.0, -1.0)
    return (
        truth,
        sums,
        Positions(features, np.zeros(rows, int), players, np.where(players == 0, 1, -1) * scores, np.ones(rows, bool)),
    )


def test_least_squares_find_the_weights_that_made_the_scores():
    truth, _sums, positions = made_positions(logistic=False)
    fit = fit_phases(positions, 1, len(truth), logistic=False, shrink=0.01)
    assert np.abs(fit.weights[0] - truth).max() < 0.02
    assert fit.error < 0.05


def test_the_logistic_fit_comes_near_the_odds():
    truth, sums, positions = made_positions(logistic=True, rows=20_000)
    fit = fit_phases(positions, 1, len(truth), logistic=True, shrink=0.1)
    assert np.corrcoef(predict(fit.weights, positions), sums)[0, 1] > 0.97
    nothing = mean_error(np.zeros_like(fit.weights), positions, logistic=True)
    assert nothing == pytest.approx(1.0)
    assert fit.error < 0.95 * nothing


def test_how_much_weights_shrink_is_chosen_by_games_that_were_left_out():
    chooser = np.random.default_rng(4)
    rows, size = 8000, 3000
    results = np.repeat(
        chooser.choice([-1.0, 1.0], rows // 40), 40
    )  # games of 40 positions, each with features of its own
    games = np.repeat(np.arange(rows // 40), 40)
    own = (games[:, None] * 13 + chooser.integers(0, 13, (rows, 4))) % (size - 1) + 1
    told = np.where(chooser.random(rows) < 0.75, results, -results) > 0  # and one that tells something of the result
    features = np.column_stack([np.where(told, 0, -1), own]).astype(np.int32)
    positions = Positions(features, np.zeros(rows, int), np.zeros(rows, int), results, np.ones(rows, bool))
    chosen = fit_phases(positions, 1, size, logistic=True)
    weakest = fit_phases(positions, 1, size, logistic=True, shrink=4.0)
    assert chosen.error < weakest.error
    assert choose_shrink(positions, 1, size, logistic=True) > 4
    apart = keep_apart(rows)
    assert 0.03 < apart.mean() < 0.07
    assert (np.diff(apart.astype(int)) != 0).sum() < 2 * rows / 200  # whole stretches


def test_what_was_hardly_seen_weighs_little_and_phases_lean_on_their_neighbours():
    features = np.array([[0]] * 200 + [[1]], dtype=np.int32)
    phases = np.array([1] * 201)
    scores = np.array([10.0] * 201)
    positions = Positions(features, phases, np.zeros(201, int), scores, np.ones(201, bool))
    fit = fit_phases(positions, 2, 2, logistic=False, shrink=4.0)
    assert fit.weights[1, 0] == pytest.approx(10, abs=0.5)
    assert fit.weights[1, 1] < 5
    assert fit.weights[0, 0] == pytest.approx(10, abs=1.5)  # nothing was seen of the first phase itself


def test_learning_wins_against_no_heuristic_and_keeps_what_it_says(tmp_path):
    path = tmp_path / "connect.weights"
    heard = []
    found = learn("connect4:5x4", path, Lesson(1, 8000, 2, 1), on_generation=heard.append)
    assert [generation.number for generation in heard] == [1]
    assert heard[0].kept
    assert read_evaluation(path) == found
    assert found.facts["generations"][0]["score"] > 0.5
    report = match(
        "connect4:5x4", f"engine depth=2 heuristic={path}", "engine depth=2 heuristic=none", games=60, seed=4
    )
    assert report.score > 0.55
    game = with_heuristic(load("connect4:5x4"), str(path))
    state = game.parse_state("3324")
    assert analyse(game, state, depth=3).score == analyse(game, state, depth=3, plain=True).score


def test_the_same_seed_gives_the_same_file_also_after_a_stop_and_by_two_workers(tmp_path):
    from elagage.arena.execution.executor import executor_for

    whole, halted, shared = (tmp_path / f"{name}.weights" for name in ("whole", "halted", "shared"))
    learn("hexapawn:4x3", whole, SMALL)
    done = []
    learn("hexapawn:4x3", halted, SMALL, on_generation=done.append, stop=lambda: len(done) == 1)
    assert len(read_evaluation(halted).facts["generations"]) == 1
    learn("hexapawn:4x3", halted, SMALL, resume=True)
    assert halted.read_bytes() == whole.read_bytes()
    with executor_for(2) as (executor, workers):
        learn("hexapawn:4x3", shared, SMALL, executor=executor, workers=workers)
    assert shared.read_bytes() == whole.read_bytes()
    with pytest.raises(LoadError, match="seed"):
        learn("hexapawn:4x3", whole, Lesson(generations=2, positions=1000, depth=2, seed=4), resume=True)
    with pytest.raises(LoadError, match="hexapawn:4x3"):
        learn("hexapawn:3x3", whole, SMALL, resume=True)


def test_a_damaged_file_is_refused_and_so_is_another_games(tmp_path):
    path = tmp_path / "some.weights"
    write_evaluation(path, begin(load("hexapawn"), SMALL))
    whole = path.read_bytes()
    for place in range(0, len(whole), max(1, len(whole) // 25)):
        path.write_bytes(whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :])
        with pytest.raises(FileError):
            read_evaluation(path)
    for length in (0, 20, len(whole) - 1):
        path.write_bytes(whole[:length])
        with pytest.raises(FileError):
            read_evaluation(path)
    path.write_bytes(whole)
    with pytest.raises(LoadError, match="learned for hexapawn"):
        with_heuristic(load("tictactoe"), str(path))
    with pytest.raises(FileError, match="There is no file"):
        with_heuristic(load("tictactoe"), str(tmp_path / "none.weights"))


def test_a_lesson_that_makes_no_sense_is_refused(tmp_path):
    for lesson in (Lesson(generations=0), Lesson(positions=10), Lesson(depth=0)):
        with pytest.raises(LimitsError):
            learn("hexapawn", tmp_path / "x.weights", lesson)


def test_a_game_that_can_only_be_interpreted_is_refused_with_the_reason(tmp_path):
    path = tmp_path / "odd.py"
    path.write_text(ODD, encoding="utf-8")
    with pytest.raises(LoadError, match="can't be learned"):
        learn(str(path), tmp_path / "odd.weights", SMALL)


ODD = """
from elagage import Game

class Odd(Game):
    def start(self): return (0, 0, 0, 0)
    def player(self, state): return sum(state) % 2
    def moves(self, state): return [i for i in range(4) if not state[i]]
    def play(self, state, move):
        exec("pass")
        return state[:move] + (1,) + state[move + 1:]
    def score(self, state): return 1
"""


def test_the_values_of_searches_are_mixed_into_what_became_of_a_game():
    """Three positions of one game, then two of another: the first of each is exact, or has nothing after it."""
    table = np.zeros((5, kernels.FEATURES), dtype=np.int32)
    table[[0, 3], kernels.FIRST] = 1
    table[2, kernels.EXACT] = 1
    scores, values = np.array([8.0, 8.0, 8.0, -2.0, -2.0]), np.array([0.0, 4.0, 100.0, 6.0, 100.0])
    known = np.array([True, True, True, True, False])
    assert list(blend(scores, values, known, table, 0.25)) == [5.25, 7.0, 8.0, 0.0, -2.0]
    assert list(blend(scores, values, known, table, 0.0)) == list(scores)


def test_features_that_mean_the_same_share_their_weights():
    _truth, _sums, positions = made_positions(logistic=False)
    twins = np.arange(60)
    twins[1::2] = twins[::2]
    fit = fit_phases(positions, 1, 60, logistic=False, shrink=1.0, twins=twins)
    assert (fit.weights[:, 1::2] == fit.weights[:, ::2]).all()
    assert find_twins(load("connect4"), begin(load("connect4"), SMALL)) is None
    game = load("othello")
    assert [game.twin(game.twin(feature)) for feature in range(game.feature_count)] == list(range(game.feature_count))
    twins = find_twins(game, begin(game, SMALL))
    for state, _move in sample_games(game, 2, 60):
        seen = [sorted(twins[list(game.features(image))]) for image in game.symmetries(state)]
        assert all(features == seen[0] for features in seen)


def test_the_engine_and_the_solver_are_kept_for_the_next_question():
    game, recall = load("connect4:4x4"), Recall()
    analyse(game, depth=1)  # compiles it
    first = ask(Question(game, game.start(), Limits(time=5.0)), recall=recall)
    engine, core = recall.search.engine, recall.beside
    assert engine is not None
    after = game.play(game.start(), first.move)
    second = ask(Question(game, after, Limits(time=5.0)), recall=recall)
    assert recall.search.engine is engine
    assert core is None or recall.beside is core
    assert second.score.outcome == first.score.outcome
    ask(Question(game, after, Limits(time=5.0), Wishes(memory=3)), recall=recall)
    assert recall.search.engine is not engine
