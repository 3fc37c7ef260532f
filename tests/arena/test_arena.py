"""Players in one line, openings, plans, matches and tournaments, and the commands that run them."""

from __future__ import annotations

import json
import random

import pytest
from played_plans import played

from elagage.arena.execution.executor import LocalPool
from elagage.arena.game_jobs import play_job
from elagage.arena.game_store import Store
from elagage.arena.heuristic_match import heuristic_players
from elagage.arena.openings import generate_openings, openings_for, read_openings
from elagage.arena.players.built_in_players import make_player
from elagage.arena.players.player_specs import parse_player
from elagage.arena.players.player_types import Turn
from elagage.arena.report import match_report, tournament_report
from elagage.arena.schedule import make_plan
from elagage.errors import ElagageError, FileError, LimitsError, LoadError
from elagage.game import canonical
from elagage.loading import load


@pytest.mark.parametrize(
    ("text", "canonical_text", "again"),
    [
        ("level:5", "level:5", True),
        ("Level: 5", "level:5", True),
        ("level:9", "level:9", False),
        ("engine", "engine depth=6", True),
        ("engine heuristic=weights  depth=3", "engine depth=3 heuristic=weights", True),
        ("engine time=.10 nodes=1000", "engine time=0.1 nodes=1000", False),
        ("alphabeta", "alphabeta depth=4", True),
        ("mcts playouts=50", "mcts playouts=50", True),
        ("mcts time=0.5", "mcts time=0.5", False),
        ("perfect solution='a b.sol'", "perfect solution='a b.sol'", True),
        ("random", "random", True),
        ("uci:stockfish  --x", "uci:stockfish --x", False),
    ],
)
def test_a_text_has_one_canonical_form(text, canonical_text, again):
    player = parse_player(text)
    assert str(player) == canonical_text
    assert parse_player(str(player)) == player
    assert player.reproducible is again


@pytest.mark.parametrize(
    "text",
    ["", "deepblue", "level:11", "level:x", "engine depth=0", "engine depth=x", "engine fast", "random depth=3", "uci:",
    "gtp:'",
     "mcts playouts=nan", "engine time=inf", "perfect solution=", "'"],
)  # fmt: skip
def test_a_wrong_text_is_told_in_a_sentence(text):
    with pytest.raises(ElagageError) as error:
        parse_player(text)
    assert len(str(error.value)) > 20


@pytest.mark.parametrize(
    ("text", "game", "problem"),
    [
        ("uci:x", "othello", "UCI"),
        ("nboard:x", "othello:6", "NBoard"),
        ("gtp:x", "connect4", "GTP"),
        ("engine heuristic=magic", "othello", "magic"),
    ],
)
def test_a_player_that_can_not_play_a_game_is_refused_at_once(text, game, problem):
    with pytest.raises(LoadError, match=problem):
        make_plan(game, [text, "random"], 2)


@pytest.mark.parametrize(
    "text",
    ["level:3", "engine depth=2", "minimax depth=2", "pvs depth=2", "deepening nodes=100", "quiescence depth=1",
    "mcts playouts=20",
     "random", "first", "greedy", "beginner", "perfect", "alphabeta depth=2 heuristic=discs"],
)  # fmt: skip
def test_every_kind_of_player_makes_legal_moves_and_the_same_again(text):
    game = load("othello:4")
    state = game.start()
    turn = Turn(state, state, (), (), 7)
    moves = [make_player(parse_player(text), game).choose(turn)[0] for _time in range(2)]
    assert moves[0] in list(game.moves(state))
    assert moves[0] == moves[1]


def test_a_beginner_wins_and_blocks_but_for_errors():
    game = load("connect4")
    for line, good in (("121212", "1"), ("13131", "1")):
        state = game.parse_state(line)
        seen = {}
        for error in (0, 1):
            player = make_player(parse_player(f"beginner error={error}"), game)
            seen[error] = {
                game.move_name(state, player.choose(Turn(state, state, (), (), seed))[0]) for seed in range(40)
            }
        assert seen == {0: {good}, 1: set("1234567")}


def test_a_perfect_player_never_loses_tic_tac_toe():
    report = match_report(played(make_plan("tictactoe", ["perfect", "random"], 40, openings="1")))
    assert report.losses == 0
    assert report.wins > 20


def test_a_game_that_is_too_large_has_no_perfect_player_without_a_file():
    with pytest.raises(LoadError, match="perfect solution=FILE"):
        make_player(parse_player("perfect"), load("othello"))


def test_openings_are_distinct_up_to_symmetry_and_balanced_first():
    game = load("tictactoe")
    openings = generate_openings(game, 3, seed=1)
    states = [game.parse_state(opening.position) for opening in openings]
    assert len({canonical(game, state) for state in states}) == len(openings) == 38
    assert all(game.play_line(game.start(), opening.moves) == state for opening, state in zip(openings, states))
    assert openings != generate_openings(game, 3, seed=2)
    assert sorted(openings, key=str) == sorted(generate_openings(game, 3, seed=1), key=str)
    assert len(openings_for(game, None, 10, 0)) == 10
    with pytest.raises(LimitsError):
        generate_openings(game, 9)


def test_openings_of_too_many_plies_are_refused_in_a_sentence():
    for wish in ("61", "9" * 5000):
        with pytest.raises(ElagageError):
            openings_for(load("tictactoe"), wish, 10, 0)


def test_openings_from_a_file(tmp_path):
    path = tmp_path / "openings"
    path.write_text("b2 a1  # the middle\n\nX.O/.X./...\n")
    game = load("tictactoe")
    first, second = read_openings(game, path)
    assert first.moves == ("b2", "a1")
    assert second.moves is None
    path.write_text("b2 b2\n")
    with pytest.raises(FileError, match="Line 1"):
        read_openings(game, path)
    path.write_text("# nothing\n")
    with pytest.raises(FileError, match="no openings"):
        read_openings(game, path)


def test_pairs_share_an_opening_and_swap_colours():
    plan = make_plan("tictactoe", ["random", "first", "greedy"], 4, kind="round-robin", seed=5)
    fixtures = list(plan.fixtures(0, lambda _low, _high: []))
    assert [fixture.number for fixture in fixtures] == list(range(12))
    for one, other in zip(fixtures[::2], fixtures[1::2]):
        assert (one.first, one.second, one.opening) == (other.second, other.first, other.opening)
    assert len({fixture.seed for fixture in fixtures}) == 12
    assert plan == make_plan("tictactoe", ["random", "first", "greedy"], 4, kind="round-robin", seed=5)


def test_the_number_of_workers_and_the_batches_change_nothing(tmp_path):
    plan = make_plan("tictactoe", ["random", "greedy", "alphabeta depth=1"], 30, kind="round-robin")
    with LocalPool(2) as pool:
        many = played(plan, tmp_path / "many", pool, 2)
    one = played(plan)
    assert str(tournament_report(many)) == str(tournament_report(one))
    assert [row[:7] for _fixture, row in many.list_played_games()] == [
        row[:7] for _fixture, row in one.list_played_games()
    ]


def test_a_swiss_tournament_lets_everybody_play_and_pairs_like_with_like():
    players = ["random", "first", "greedy", "alphabeta depth=1", "alphabeta depth=2"]
    plan = make_plan("tictactoe", players, 4, kind="swiss")
    course = played(plan)
    met = [{fixture.first, fixture.second} for fixture in course.schedule.fixtures[:: plan.games]]
    assert course.ended == "done"
    assert course.done == plan.total == plan.rounds * 2 * 4
    assert all(len(pair) == 2 for pair in met)
    assert len({row.name for row in tournament_report(course).ratings.rows}) == 5


def test_a_gauntlet_is_the_first_against_all():
    course = played(make_plan("nim:2,3", ["perfect", "random", "first"], 6, kind="gauntlet"))
    assert all(0 in (fixture.first, fixture.second) for fixture in course.schedule.fixtures)
    assert course.done == 12


def test_openings_that_end_at_once_come_last():
    game = load("krk")
    openings = generate_openings(game, 4, seed=1)
    for opening in openings[:20]:  # nobody's rook can be taken
        state = game.parse_state(opening.position)
        assert not any(game.over(game.play(state, move)) for move in game.moves(state))


def test_a_match_draws_the_course_of_its_test_or_its_score(run, tmp_path):
    words = ("match", "tictactoe", "greedy", "random", "--games", "40", "--plot")
    assert run(*words, str(tmp_path / "llr.svg"), "--sprt", "0,20")[0] == 3  # not decided yet
    assert run(*words, str(tmp_path / "score.svg"))[0] == 0
    assert "LLR" in (tmp_path / "llr.svg").read_text()
    assert "92" in (tmp_path / "score.svg").read_text()
    assert run(*words, str(tmp_path / "x.jpg"))[0] == 2


def test_the_course_of_a_test_has_a_point_for_each_pair():
    plan = make_plan("tictactoe", ["greedy", "random"], 400, sprt=(0, 20))
    course = played(plan)
    assert [games for games, _llr in course.llrs] == [2.0 * (pair + 1) for pair in range(course.pairs)]
    assert course.llrs[-1][1] == pytest.approx(match_report(course).llr)


def test_a_sequential_test_stops_a_match_at_the_same_pair_whatever_the_batches(tmp_path):
    plan = make_plan("tictactoe", ["greedy", "random"], 400, sprt=(0, 20))
    one = played(plan)
    with LocalPool(2) as pool:
        other = played(plan, tmp_path / "store", pool, 2)
    first, second = match_report(one), match_report(other)
    assert one.ended == other.ended == "decided"
    assert first.verdict == second.verdict == "H1"
    assert first.games == second.games < 400
    assert first.as_json()["llr"] == second.as_json()["llr"]


def test_players_that_repeat_themselves_are_found_out():
    report = match_report(played(make_plan("tictactoe", ["first", "alphabeta depth=1"], 40, openings="1")))
    assert report.distinct <= 6
    assert report.repeats


def test_play_that_goes_round_is_a_draw():
    plan = make_plan("morris", ["first", "first"], 2, openings="0")
    (row, _other) = [row for _fixture, row in played(plan).list_played_games()]
    assert (row.outcome, row.reason) in ((0, "repetition"), (1, ""), (-1, ""))
    job = plan.job(list(plan.fixtures(0, lambda _low, _high: [])))
    assert json.loads(json.dumps(job)) == json.loads(json.dumps(job, default=str))
    assert [row["moves"] for row in play_job(json.loads(json.dumps(job)))] == [row.moves, _other.moves]


@pytest.mark.parametrize(
    ("change", "problem"),
    [({"games": 3}, "even"), ({"games": 0}, "even"), ({"clock": 0.0}, "seconds"), ({"patience": 0.0}, "patience"),
    ({"sprt": (5, 0)}, "bounds")],
)  # fmt: skip
def test_a_plan_that_makes_no_sense_is_refused(change, problem):
    with pytest.raises(LimitsError, match=problem):
        make_plan("tictactoe", ["random", "first"], **({"games": 2} | change))
    with pytest.raises(LimitsError):
        make_plan("tictactoe", ["random", "random"], 2, kind="round-robin")


def test_match_prints_json_with_what_a_script_needs(run):
    code, out, err = run("match", "tictactoe", "greedy", "random", "--games", "20", "--workers", "1", "--json")
    answer = json.loads(out)
    assert code == 0
    assert answer["wins"] + answer["draws"] + answer["losses"] == answer["games"] == 20
    assert {"elo", "interval", "distinct", "failures", "pairs", "normalised"} <= set(answer)
    assert "To play the same again: elagage match tictactoe greedy random --games 20 --seed 0" in err


def test_tournament_prints_tables_draws_and_goes_on(run, tmp_path):
    words = [
        "tournament",
        "tictactoe",
        "greedy",
        "random",
        "first",
        "--games",
        "4",
        "--workers",
        "1",
        "--store",
        str(tmp_path / "t"),
    ]
    code, out, err = run(*words, "--plot", str(tmp_path / "ratings.svg"))
    assert code == 0
    assert out.count("greedy") == 2
    assert "<svg" in (tmp_path / "ratings.svg").read_text()
    assert run(*words)[1] == out
    code, _out, err = run(*words, "--seed", "1")
    assert code == 2
    assert "another command" in err


def test_the_exit_code_says_what_a_test_decided(run):
    words = ["match", "tictactoe", "random", "greedy", "--workers", "1", "--sprt", "0,20"]
    code, out, _err = run(*words, "--games", "300")
    assert code == 1
    assert "the lower bound is accepted" in out
    code, out, _err = run(*words, "--games", "2")
    assert code == 3
    assert "not decided" in out


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("match", "tictactoe", "random", "deepblue"), "There is no player"),
        (("match", "tictactoe", "random", "first", "--games", "5"), "even"),
        (("match", "tictactoe", "random", "first", "--sprt", "x"), "--sprt"),
        (("match", "tictactoe", "random", "first", "--openings", "no/file"), "no/file"),
        (("match", "tictactoe", "random", "first", "--store", "README.md"), "choose another name"),
        (("match", "tictactoe", "random", "first", "--workers", "-1"), "workers"),
        (("tournament", "tictactoe", "random"), "two players"),
        (("tournament", "tictactoe", "random", "first", "--plot", "x.jpg"), "x.jpg"),
        (("tournament", "tictactoe", "random", "first", "--plot", "nowhere/x.svg"), "nowhere"),
        (("match", "tictactoe", "random", "first", "--workers", "0"), "0 workers"),
        (("match", "tictactoe", "gtp:x", "first", "--time", "0.4"), "whole seconds"),
        (("match", "mnk:26,3,3", "gtp:x", "first"), "25"),
        (("compare-heuristics", "tictactoe"), "no two heuristics"),
    ],
)
def test_what_is_wrong_is_told_in_one_sentence(run, words, sentence):
    code, out, err = run(*words)
    assert (code, out) == (2, "")
    assert sentence in err
    assert err.count("\n") == 1


def test_heuristics_are_compared_at_equal_depth_and_at_equal_time(run, tmp_path):
    words = ["compare-heuristics", "kalah:3,2", "--games", "4", "--depth", "2", "--time", "9", "--workers", "1"]
    code, out, err = run(*words, "--plot", str(tmp_path / "h.svg"))
    assert code == 0
    assert out.count("heuristic=stores") == 4
    assert (tmp_path / "h.svg").exists()
    assert "not the same games" in err
    assert len(heuristic_players(load("nim:2,2"), "depth=2")) == 2


def test_a_user_s_heuristics_are_players_too(tmp_path):
    path = tmp_path / "my_game.py"
    path.write_text(
        "from elagage.games.nim import Nim\nclass My(Nim):\n"
        "    def heuristic_big(self, state):\n        return sum(state[0]) if isinstance(state[0], tuple) else 0\n"
        "    def heuristic_none(self, state):\n        return 0\n"
    )
    chooser = random.Random(1)
    plan = make_plan(
        f"{path}:My",
        ["alphabeta depth=1 heuristic=big", "alphabeta depth=1 heuristic=none"],
        4,
        seed=chooser.randrange(9),
    )
    course = played(plan, tmp_path / "store")
    assert course.done == 4
    path.write_text(path.read_text() + "\n# changed\n")
    changed = make_plan(f"{path}:My", list(plan.players), 4, seed=plan.seed)
    with pytest.raises(FileError, match="rules have changed"):
        Store(tmp_path / "store", changed)
