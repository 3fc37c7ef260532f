"""The compiled engine against the plain searches: values, lines, node counts, distances, exactness, threads,
stopping.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
import threading
import time
from dataclasses import replace

import pytest
from game_list import COMPILED, affordable_depth
from rules import disagreements

from elagage import analyse, load, search
from elagage.analysis import count
from elagage.compiler.kernel import JIT
from elagage.errors import LimitsError
from elagage.game import derive
from elagage.games.tree import Tree
from elagage.result import MAX, WIN, Limits
from elagage.search.compiled import Engine, features_of
from elagage.search.compiled.driver import SearchClock
from elagage.search.compiled.features import INFINITE
from elagage.search.compiled.mcts import mcts, win_share
from elagage.search.compiled.workspace import NODES

PLAYED = (
    *COMPILED,
    "connect4:4x4",
    "othello:4",
    "examples/connect_four.py",
    pytest.param("nim:2,3,2:misere", marks=pytest.mark.slow),
)
"""A board of every game of the catalogue, and more rules: passes, a tuple of tuples, the last one loses."""


def random_states(game, number, seed, plies=40):
    """Positions of random games, ended ones too."""
    chooser = random.Random(seed)
    states = []
    while len(states) < number:
        state = game.start()
        states.append(state)
        for _ply in range(plies):
            moves = list(game.moves(state))
            if not moves:
                break
            state = game.play(state, chooser.choice(moves))
            states.append(state)
    return states[:number]


def ahead(game, number, seed):
    """Positions that go on, from all stages of a game."""
    chooser = random.Random(seed)
    states = [state for state in random_states(game, 20 * number, seed) if not game.over(state)]
    return chooser.sample(states, number)


def one_search(engine, state, depth):
    for workspace in engine.workspaces:
        workspace[NODES] = 0
    return engine.search(state, depth, -INFINITE, INFINITE, SearchClock(Limits(), time.perf_counter(), None))


@pytest.mark.twin
@pytest.mark.parametrize("name", PLAYED)
def test_with_every_feature_off_it_is_alphabeta_node_for_node(name):
    game = load(name)
    engine = Engine(game, features=0, memory=1)
    engine.compile()
    for number, state in enumerate(ahead(game, 25, 1)):
        depth = min(1 + number % 4, affordable_depth(game, state, 3000))
        plain = search.alphabeta(game, state, depth, form="negamax")
        found = one_search(engine, state, depth)
        sign = 1 if game.player(state) == MAX else -1
        assert engine.scores.score(sign * found.value, found.exact, depth)[1] == plain.value
        assert engine.total(NODES) == plain.nodes
        assert found.line == plain.line
        assert found.exact == plain.exact


@pytest.mark.twin
@pytest.mark.parametrize("name", PLAYED)
def test_the_engine_gives_the_plain_values_and_distances(name):
    """Of the position and of every move: where Max moves, where Min does, where a player moves again; and once more."""
    game = load(name)
    for number, state in enumerate(views(game)):
        depth = min(1 + number % 5, affordable_depth(game, state, 1000 if JIT else 300))
        plain = search.deepening(game, state, depth, every_move=True)
        for features in (
            features_of(("quiescence",)),
            features_of(("quiescence", "table")),
            features_of(("quiescence", "pvs", "history")),
        ):
            engine = Engine(game, features=features, memory=2)
            fast = engine.deepen(state, Limits(depth), every_move=True)
            assert (fast.value, fast.exact) == (plain.value, plain.exact)
            if not game.margins:
                assert fast.score == plain.score
                assert {e.move: e.score for e in fast.moves if e.exact} == {
                    e.move: e.score for e in plain.moves if e.exact
                }
            assert {e.move: e.value for e in fast.moves} == {e.move: e.value for e in plain.moves}
            again = Engine(game, features=features, memory=2).deepen(state, Limits(depth), every_move=True)
            assert replace(again, seconds=0) == replace(fast, seconds=0)
            kept = engine.deepen(state, Limits(depth), every_move=True)  # with a table that is full of answers
            assert {e.move: e.value for e in kept.moves} == {e.move: e.value for e in plain.moves}


def views(game):
    """Positions that go on: Max's, Min's, and some with a move after which the same player moves again."""
    found = ahead(game, 12, 2)
    moving = [[state for state in ahead(game, 60, 3) if game.player(state) == player][:4] for player in (0, 1)]
    assert all(moving), "random games reach both players' turns"
    return list(dict.fromkeys([*found, *moving[0], *moving[1], *moves_again(game)]))


def moves_again(game):
    """Some positions with a move after which the same player moves again."""
    return [
        state
        for state in ahead(game, 60, 4)
        if any(game.player(game.play(state, move)) == game.player(state) for move in game.moves(state))
    ][:4]


def test_some_games_let_a_player_move_again():
    assert {name.partition(":")[0] for name in COMPILED if moves_again(load(name))} >= {"kalah", "dots_and_boxes"}


@pytest.mark.twin
@pytest.mark.parametrize("name", ["tictactoe", "connect4", "othello", "kalah:4,4:empty", "dots_and_boxes:2x3"])
def test_quiescence_is_the_plain_one(name):
    game = load(name)
    for number, state in enumerate(ahead(game, 15, 3)):
        depth = 1 + number % 3
        fast = Engine(game, memory=2, features=features_of(("table",))).deepen(state, Limits(depth))
        if fast.depth == depth:
            assert fast.value == search.quiescence(game, state, depth).value


@pytest.mark.twin
@pytest.mark.parametrize("name", PLAYED)
def test_lines_are_legal_and_lead_to_the_value(name):
    game = load(name)
    for state in ahead(game, 4, 4):
        result = Engine(game, memory=2, features=features_of(("quiescence",))).deepen(state, Limits(4))
        at = state
        for move in result.line:
            assert move in list(game.moves(at))
            at = game.play(at, move)
        if len(result.line) == result.depth:
            assert result.value == (game.final(at) if game.over(at) else game.heuristic(at))


@pytest.mark.parametrize(
    ("name", "outcome", "plies"),
    [
        ("tictactoe", 0, None),
        ("connect4:4x4", 0, None),
        pytest.param("connect4:5x4", 0, None, marks=pytest.mark.slow),
        pytest.param("connect4:6x4", -1, None, marks=pytest.mark.slow),
        ("nim:3,4,5", 1, 11),
        ("mnk:4,3,3", 1, None),
    ],
)
def test_solved_games(name, outcome, plies):
    result = analyse(name, depth=60, memory=128)
    assert result.exact
    assert result.score.outcome == outcome
    if plies is not None:
        assert result.score.plies == plies


@pytest.mark.twin
def test_the_4_by_4_othello_is_solved_with_its_margin():
    result = analyse("othello:4", depth=30)
    assert result.exact
    assert (result.score.outcome, result.score.value, result.value) == (-1, -10, -WIN - 10)


@pytest.mark.parametrize("number", [500, pytest.param(100_000, marks=pytest.mark.slow)])
@pytest.mark.parametrize("name", ["connect4", "othello", "examples/connect_four.py", "nim:3,4,5"])
def test_rules_agree_compiled_and_interpreted_on_many_positions(name, number):
    game = load(name)
    states = random_states(game, number, 7, 70)
    assert disagreements(game, states) == []


def test_bit_63_is_a_bit_like_any_other():
    game = load("othello")
    states = [state for state in random_states(game, 3000, 9, 70) if (state.black | state.white) >> 63]
    assert len(states) > 100
    assert disagreements(game, states) == []
    for state in [state for state in states if not game.over(state)][:10]:
        fast = Engine(game, memory=2, features=features_of(("quiescence",))).deepen(state, Limits(3))
        assert fast.value == search.alphabeta(game, state, 3).value


def test_perft_is_the_same_compiled_for_other_rules():
    """The games of the catalogue are counted in ``test_perft.py``."""
    game = load("examples/connect_four.py")
    assert count(game, game.start(), 5)[None] == search.perft(game, game.start(), 5)
    assert count(game, game.start(), 3, split=True) == search.divide(game, game.start(), 3)
    small = load("othello:4")
    assert search.perft(small, small.start(), 20, ended=True) == count(small, small.start(), 20, ended=True)[None]


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2])
def test_more_literal_trees_compile(seed):
    game = Tree.random(3, 5, seed=seed)
    fast = Engine(game, memory=1).deepen(game.start(), Limits())
    assert (fast.value, fast.exact) == (search.minimax(game).value, True)


def test_leaves_that_are_not_whole_compile_too():
    halves = Tree([[0.5, 2.25], [-1.75, 3]])
    result = Engine(halves, memory=1).deepen(halves.start(), Limits())
    assert (result.value, result.exact) == (0.5, True)


def test_two_threads_give_the_same_exact_answer():
    for name, position in (("connect4:4x4", ""), ("connect4", "44444326"), ("othello:4", ""), ("tictactoe", "")):
        game = load(name)
        state = game.parse_state(position)
        one = Engine(game, threads=1, memory=32).deepen(state, Limits(14 if name == "connect4" else None))
        two = Engine(game, threads=2, memory=32).deepen(state, Limits(14 if name == "connect4" else None))
        if one.exact:
            assert (two.exact, two.score) == (True, one.score)
        assert two.move in list(game.moves(state))


@pytest.mark.twin
def test_one_thread_is_deterministic():
    results = [analyse("othello", depth=6) for _time in range(2)]
    assert results[0].nodes == results[1].nodes
    assert (results[0].line, results[0].value) == (results[1].line, results[1].value)


def test_stopping_at_any_moment_leaves_the_engine_usable():
    game = load("connect4")
    engine = Engine(game, memory=8)
    engine.compile()
    chooser = random.Random(5)
    for _time in range(12):
        flag = threading.Event()
        timer = threading.Timer(chooser.uniform(0.0, 0.05), flag.set)
        timer.start()
        result = engine.deepen(game.start(), Limits(), stop=flag.is_set)
        timer.join()
        assert result.move in list(game.moves(game.start()))
        assert not result.exact
    state = game.parse_state("141516")
    assert engine.deepen(state, Limits(6)).score.plies == 1


@pytest.mark.twin
def test_limits_are_kept():
    game = load("connect4")
    result = analyse(game, nodes=20_000)
    assert result.nodes <= 20_000 + 100
    for limit in ({"time": 0.0}, {"nodes": 0}, {"nodes": 1}):
        assert analyse(game, **limit).move in range(7)
    infos = []
    result = analyse(game, depth=6, on_info=infos.append)
    assert [info.depth for info in infos] == [1, 2, 3, 4, 5, 6]
    assert infos[-1].line == result.line


def test_a_seed_chooses_among_equal_best_moves():
    game = load("tictactoe")
    truth = search.deepening(game, None, 9, every_move=True)
    best = {entry.move for entry in truth.moves if entry.score == truth.moves[0].score}
    chosen = {analyse(game, depth=9, seed=seed).move for seed in range(30)}
    assert chosen <= best
    assert len(chosen) > 1
    assert analyse(game, depth=9, seed=3).move == analyse(game, depth=9, seed=3).move


def test_a_small_table_is_only_slower():
    game = load("connect4")
    state = game.parse_state("4433")
    small, large = (
        Engine(game, memory=memory, features=features_of(("quiescence",))).deepen(state, Limits(9))
        for memory in (1, 64)
    )
    assert small.value == large.value == search.alphabeta(game, state, 9).value or small.exact


def test_symmetric_positions_are_looked_up_together():
    game = load("connect4:4x4")
    for position, depth in (("", 9), ("2", 8), ("23", 9), ("1", 7)):
        state = game.parse_state(position)
        together = Engine(game, memory=4, features=features_of(("quiescence",)))
        result = together.deepen(state, Limits(depth), every_move=True)
        apart = Engine(game, memory=4, features=features_of(("quiescence",)))
        apart.game = derive(game, symmetric_keys=False)
        other = apart.deepen(state, Limits(depth), every_move=True)
        assert together.symmetric == (position == "")
        assert (result.value, result.exact) == (other.value, other.exact)
        assert {e.move: e.value for e in result.moves} == {e.move: e.value for e in other.moves}
        assert result.value == search.alphabeta(game, state, depth).value
        if position == "":
            assert result.nodes < other.nodes


def test_the_tables_size_is_the_options():
    engine = Engine(load("connect4"), memory=50)
    assert abs(engine.table.nbytes / 50e6 - 1) < 0.05


@pytest.mark.slow
@pytest.mark.twin
def test_games_with_cycles_end():
    game = load("examples/ring.py")
    result = Engine(game, memory=1).deepen(game.start(), Limits(30))
    assert result.move is not None
    assert result.value == 0
    assert not result.exact


def test_without_the_compiler_the_engine_runs_all_the_same():
    script = (
        "from elagage import load, search\n"
        "from elagage.search.compiled import Engine, features_of\n"
        "from elagage.search.compiled.mcts import mcts, win_share\n"
        "from elagage.search.compiled.perft import count_lines\n"
        "from elagage.result import Limits\n"
        "game = load('tictactoe')\n"
        "state = game.parse_state('a1b2c3')\n"
        "plain = search.deepening(game, state, 5, every_move=True)\n"
        "found = Engine(game, memory=1, features=features_of(('quiescence',))).deepen(state, Limits(5), "
        "every_move=True)\n"
        "assert (found.value, found.score, found.exact) == (plain.value, plain.score, plain.exact)\n"
        "assert {e.move: e.value for e in found.moves} == {e.move: e.value for e in plain.moves}\n"
        "assert Engine(load('othello:4'), memory=1).deepen(load('othello:4').start(), Limits(4)).depth == 4\n"
        "assert Engine(load('examples/ring.py'), memory=1).deepen(load('examples/ring.py').start(), "
        "Limits(6)).value == 0\n"
        "assert count_lines(game, game.start(), 4) == 3024\n"
        "assert mcts(game, game.parse_state('X.X/O.O/...'), 300).move == 1\n"
        "assert 0 < win_share(game, state, 50) < 1\n"
        "print('done')\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout.strip() == "done", done.stderr


@pytest.mark.twin
def test_playouts_and_mcts_compiled():
    game = load("connect4")
    state = game.parse_state("141516")
    assert mcts(game, state, 2000).move == 0
    assert mcts(game, state, 500, seed=3).line == mcts(game, state, 500, seed=3).line
    compiled, plain = win_share(game, state, 20_000), search.win_share(game, state, 3000)
    assert abs(compiled - plain) < 0.05
    assert mcts(game, game.parse_state("1212121")).move is None
    assert mcts(Tree("((1 -1) (1 1))"), playouts=3000).value > 800
    assert mcts(load("tictactoe"), time=0.01, playouts=10**6).move in list(
        load("tictactoe").moves(load("tictactoe").start())
    )


@pytest.mark.parametrize("wrong", [{"threads": 0}, {"threads": 1000}, {"memory": 0}])
def test_options_that_make_no_sense(wrong):
    with pytest.raises(LimitsError):
        analyse("connect4", depth=1, **wrong)
