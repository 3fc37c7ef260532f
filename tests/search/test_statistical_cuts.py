"""Statistical cuts in the compiled search: what they change, what they never do, and where they are used."""

from __future__ import annotations

import pytest

from elagage import analyse, load, with_heuristic
from elagage.analysis import ask
from elagage.errors import FileError, LoadError
from elagage.evaluation.cut_models import CutModel, CutRow, find_cuts, read_cuts, write_cuts
from elagage.question import Question, Wishes
from elagage.result import WIN, Limits
from elagage.search import minimax
from elagage.search.compiled import Engine, features_of
from elagage.search.compiled.features import CUTS
from elagage.search.compiled.selection import choose_features
from elagage.search.probcut import depth_of_check

ROWS = tuple(CutRow(depth, depth_of_check(depth), 1.0, 0.0, 2.0, 2.0) for depth in range(3, 20))
MODEL = CutModel("othello:6", "", 1.0, (ROWS,))


def run_engine(game, state, depth, sure=None, memory=1):
    """What the engine finds to a depth, with cuts that have to be so sure."""
    cuts = None if sure is None else CutModel(game.spec, "", sure, (ROWS,))
    features = features_of(added=() if cuts is None else ("cuts",))
    return Engine(game, memory=memory, features=features, cuts=cuts).deepen(state, Limits(depth))


@pytest.mark.twin
def test_cuts_save_positions_and_are_not_called_exact():
    game = load("othello:6")
    state = game.start()
    whole, cut = run_engine(game, state, 6), run_engine(game, state, 6, 1.0)
    assert cut.nodes < whole.nodes
    assert not cut.exact
    assert cut.move in list(game.moves(state))


@pytest.mark.twin
def test_cuts_that_are_never_sure_change_nothing():
    """The check is not even tried where no estimate comes near."""
    game = load("othello:6")
    state = game.start()
    whole, sure = run_engine(game, state, 5), run_engine(game, state, 5, 1e12)
    assert (sure.value, sure.line, sure.nodes) == (whole.value, whole.line, whole.nodes)


@pytest.mark.twin
@pytest.mark.parametrize("spec", ["tictactoe", "hexapawn", "connect4:4x4"])
def test_what_is_called_exact_is_exact_however_bold_the_cuts_are(spec):
    game = load(spec)
    states, seen = [game.start()], 0
    while states and seen < 12:
        state = states.pop(0)
        if game.over(state):
            continue
        states += [game.play(state, move) for move in game.moves(state)][:3]
        seen += 1
        found = run_engine(game, state, 9, 0.0)
        if found.exact:
            assert found.score.outcome == minimax(game, state).score.outcome


def test_a_win_that_a_selective_search_finds_is_told_with_the_shortest_way():
    game = load("connect4")
    state = game.parse_state("4455")
    features = features_of(added=("cuts",))
    cuts = CutModel(game.spec, "", 0.5, (ROWS,))
    engine = Engine(game, memory=4, features=features, cuts=cuts)
    found = engine.deepen(state, Limits(8))
    assert found.score == analyse(game, state, depth=8).score
    assert abs(found.value) >= WIN
    assert not engine.deepen(game.start(), Limits(4)).exact
    assert engine.features & CUTS  # and the next question begins as the first did


def test_a_depth_or_a_number_of_positions_is_a_promise():
    game = with_heuristic(load("othello"), "learned")
    for limits in (Limits(depth=5), Limits(nodes=1000), Limits(depth=5, time=1.0), Limits(nodes=10, time=1.0)):
        features, cuts = choose_features(Question(game, game.start(), limits))
        assert (features & CUTS, cuts) == (0, None)
    features, cuts = choose_features(Question(game, game.start(), Limits(time=1.0)))
    assert features & CUTS
    assert cuts is not None
    wishes = Wishes(without=("cuts",))
    features, _cuts = choose_features(Question(game, game.start(), Limits(time=1.0), wishes))
    assert not features & CUTS


def test_a_model_is_a_file_that_is_whole_or_refused(tmp_path):
    path = tmp_path / "a.cuts"
    write_cuts(path, MODEL)
    assert read_cuts(path) == MODEL
    assert find_cuts(load("othello:6"), str(path)) == MODEL
    with pytest.raises(LoadError, match="fitted for othello:6"):
        find_cuts(load("othello"), str(path))
    path.write_bytes(path.read_bytes().replace(b"1.0", b"1.5", 1))
    with pytest.raises(FileError, match="damaged"):
        read_cuts(path)
    for rows in ((CutRow(3, 3, 1.0, 0.0, 1.0, 1.0),), (CutRow(3, 1, 0.0, 0.0, 1.0, 1.0),)):
        write_cuts(path, CutModel("othello:6", "", 1.0, (rows,)))
        with pytest.raises(FileError, match="damaged"):
            read_cuts(path)


def test_a_question_with_a_time_alone_is_answered_with_a_given_model(tmp_path):
    game = load("othello:6")
    path = tmp_path / "a.cuts"
    write_cuts(path, MODEL)
    wishes = Wishes(memory=4, cuts=str(path))
    found = ask(Question(game, game.start(), Limits(time=0.05), wishes))
    assert found.move in list(game.moves(game.start()))
