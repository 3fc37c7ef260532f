"""Whole games in the terminal: against a level, between people, two levels; undo, hint, save, load, resign."""

from __future__ import annotations

import random
import shlex
import sys
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path

import pytest

from elagage.arena.players.player_specs import parse_player
from elagage.cli.playing.terminal_session import Session, player_of
from elagage.errors import LimitsError, LoadError
from elagage.games import make
from elagage.levels import LEVELS, check_level, choose, level_name
from elagage.record import load_record
from elagage.search import deepening


def test_two_people_play_a_whole_game(run):
    code, out, _err = run("play", "connect4", "--max", "human", "--min", "human", typed="1\n2\n1\n2\n1\n2\n1\n")
    assert code == 0
    assert "Yellow wins." in out


def test_a_draw_and_a_margin_are_told(run):
    moves = "a1 b2 c3 a3 c1 b1 b3 c2 a2".replace(" ", "\n")
    assert "The game is a draw." in run("play", "tictactoe", "--max", "human", "--min", "human", typed=moves)[1]
    out = run("play", "othello:4", "--max", "3", "--min", "3", "--seed", "1")[1]
    assert "wins by" in out or "draw" in out


def test_two_levels_play_and_repeat_themselves_with_a_seed(run):
    one = run("play", "connect4:4x4", "--max", "1", "--min", "level:2", "--seed", "5")
    two = run("play", "connect4:4x4", "--max", "1", "--min", "level:2", "--seed", "5")
    assert one[:2] == two[:2]  # the first may also say that it compiles
    assert one[0] == 0


def test_against_a_level(run):
    code, out, _err = run("play", "connect4", "--level", "2", "--seed", "1", typed="4\nresign\n")
    assert code == 0
    assert "Red plays" in out
    assert "Yellow gives up; Red wins." in out


def test_the_computer_may_begin(run):
    _code, out, _err = run("play", "connect4", "--max", "2", "--seed", "1", typed="quit\n")
    assert out.index("Yellow plays") < out.index("Red (O) to move")
    _code, out, _err = run("play", "connect4", "--min", "human", "--level", "2", "--seed", "1", typed="quit\n")
    assert out.index("Yellow plays") < out.index("Red (O) to move")


def test_help_moves_hint_board_and_a_wrong_move(run):
    _code, out, _err = run("play", "tictactoe", typed="help\nmoves\nhint\nboard\nz9\n\nquit\n")
    assert "abandonner" in out
    assert "a1 b1 c1 a2 b2 c2 a3 b3 c3" in out
    assert "Try " in out
    assert "'z9' is not a legal move here" in out
    assert "To go on later: elagage play tictactoe" in out


def test_french_commands_and_french_words(run):
    code, out, _err = run(
        "play",
        "tictactoe",
        "--max",
        "humain",
        "--min",
        "human",
        "--lang",
        "fr",
        typed="aide\ncoups\nb2\nreprendre\nabandonner\n",
    )
    assert code == 0
    assert "1 coup repris" in out
    assert "abandonne" in out


def test_undo_goes_back_to_the_person(run):
    _code, out, _err = run("play", "connect4", "--level", "1", "--seed", "2", typed="4\nundo\nundo\nquit\n")
    assert "2 moves taken back." in out
    assert "nothing to take back" in out


def test_undo_destroys_nothing_that_was_saved(run, tmp_path):
    path = tmp_path / "game.json"
    run("play", "connect4", "--max", "human", "--min", "human", typed=f"4\n4\nsave {path}\nundo\nundo\nquit\n")
    _code, out, _err = run("play", "--load", str(path), "--max", "human", "--min", "human", typed="quit\n")
    assert "--position '4 4'" in out


def test_save_and_load_inside_a_game(run, tmp_path):
    path = tmp_path / "my game.json"
    _code, out, _err = run(
        "play",
        "connect4",
        "--max",
        "human",
        "--min",
        "human",
        typed=f"4\nsave '{path}'\n4\n4\nload {path}\nsave\nload\nquit\n",
    )
    assert out.count("is saved in") == 1
    assert "--position 4" in out
    assert "save FILE" in out
    assert "load FILE" in out


def test_the_game_is_kept_when_the_person_leaves(run, tmp_path):
    path = tmp_path / "kept.json"
    code, out, _err = run("play", "connect4", "--max", "human", "--min", "human", "--save", str(path), typed="4\n3\n")
    assert code == 0
    assert path.exists()
    assert "To go on later: elagage play connect4 --position '4 3'" in out


def test_a_bad_file_inside_a_game_costs_nothing(run):
    _code, out, _err = run(
        "play", "connect4", "--max", "human", "--min", "human", typed="4\nload nowhere.json\nsave /nowhere/x\nquit\n"
    )
    assert "There is no file nowhere.json." in out
    assert "can't be written" in out
    assert "--position 4" in out


def test_players():
    for person in ("human", "Humain", " me ", "moi"):
        assert player_of(person) is None
    assert player_of("level:7") == player_of("7") == player_of("niveau:7") == parse_player("level:7")
    assert player_of("engine depth=4") == parse_player("engine depth=4")
    for wrong in ("0", "11"):
        with pytest.raises(LimitsError, match="no level"):
            player_of(wrong)
    for wrong in ("", "level:", "-3", "x"):
        with pytest.raises(LoadError):
            player_of(wrong)


@pytest.mark.parametrize(
    "text",
    ["engine depth=2", "alphabeta depth=2", "deepening depth=2", "mcts playouts=20", "random", "first", "greedy",
     "perfect", "level:3", "3"],
)  # fmt: skip
def test_any_player_of_the_arena_is_an_opponent(run, text):
    code, out, err = run("play", "tictactoe", "--max", text, "--min", "me", "--seed", "1", typed="quit\n")
    assert code == 0, err
    assert out.count("X plays") == 1
    assert out.splitlines()[0].startswith("X: level 3 (" if text in ("3", "level:3") else f"X: {text}")
    assert f"--max {shlex.quote(text)} --min me" in out.splitlines()[-1]


def test_two_players_to_watch_say_what_they_found(run):
    words = ("play", "tictactoe", "--max", "engine depth=9", "--min", "perfect")
    code, out, _err = run(*words, "--seed", "3")
    assert code == 0
    assert out.count("plays") == out.count("[") == 9
    assert "The game is a draw." in out


def fake(protocol, mode):
    program = Path(__file__).parents[1] / "helpers" / "fake_engine.py"
    return f"{protocol}:{shlex.join([sys.executable, str(program), protocol, mode])}"


def test_another_program_is_an_opponent_by_each_protocol(run):
    code, out, err = run("play", "krk", "--max", fake("uci", "good"), typed="quit\n")
    assert (code, out.count("plays")) == (0, 1), err
    code, out, err = run("play", "othello", "--min", fake("nboard", "good"), typed="f5\nquit\n")
    assert (code, out.count("White plays")) == (0, 1), err
    words = ("play", "tictactoe", "--min", fake("gtp", "good"))
    code, out, err = run(*words, typed="b2\nundo\nc3\nb2\nquit\n")  # what was taken back is told anew
    assert (code, out.count("O plays a1"), out.count("O plays b1")) == (0, 2, 1), err
    code, out, err = run(*words, "--position", "b2 a1 c1", typed="quit\n")  # a position that moves lead to
    assert (code, out.count("O plays b1")) == (0, 1), err


def test_a_program_may_give_up(run):
    code, out, _err = run("play", "tictactoe", "--min", fake("gtp", "resign"), typed="b2\n")
    assert code == 0
    assert "O gives up; X wins." in out


@pytest.mark.parametrize(("mode", "problem"), [("crash", "ended with code 3"), ("illegal", "played '")])
def test_a_program_that_fails_ends_the_game_and_says_how_to_go_on(run, mode, problem):
    code, out, err = run("play", "tictactoe", "--min", fake("gtp", mode), typed="b2\nc3\nc1\n")
    assert code == 2
    assert problem in err
    assert err.count("\n") == 1
    assert "To go on later: elagage play tictactoe --position 'b2 a1 c3' --min gtp:" in out.replace(
        "--min 'gtp:", "--min gtp:"
    )


def fail(*_given, **_named):
    raise TypeError("a fault of ours")


def test_a_player_that_fails_in_our_own_code_ends_the_game_which_is_kept(run, monkeypatch, tmp_path):
    monkeypatch.setattr("elagage.arena.players.built_in_players.choose_level", fail)
    kept = tmp_path / "kept.json"
    code, out, err = run("play", "tictactoe", "--level", "2", "--save", str(kept), typed="b2\n")
    assert code == 2
    assert "fails in this program's own code (TypeError: a fault of ours)" in err
    assert err.count("\n") == 1
    assert "To go on later: elagage play tictactoe --position b2" in out
    assert "wins" not in out
    assert load_record(kept)[0].moves == ("b2",)
    assert load_record(kept)[0].result == ""


def test_a_hint_that_fails_in_our_own_code_costs_no_game(run, monkeypatch):
    monkeypatch.setattr("elagage.cli.playing.terminal_session.analyse", fail)
    code, out, err = run("play", "tictactoe", "--max", "human", "--min", "human", typed="hint\nb2\nquit\n")
    assert (code, err) == (0, "")
    assert "fails in this program's own code (TypeError: a fault of ours)" in out
    assert "To go on later: elagage play tictactoe --position b2" in out


def test_rules_that_fail_in_a_game_leave_a_way_back(run, tmp_path, monkeypatch):
    monkeypatch.setattr("elagage.check.glance", lambda _game: None)  # the random game had no such position
    path = tmp_path / "my_game.py"
    path.write_text(
        "from elagage.games.nim import Nim\nclass My(Nim):\n    def heuristic(self, state):\n"
        "        if sum(state.piles) < sum(self.piles) - 1:\n            raise KeyError('oops')\n        return 0\n"
    )
    code, out, err = run("play", f"{path}:My", "--min", "greedy", "--max", "human", typed="a1\n")
    assert code == 2
    assert "KeyError: 'oops'" in err
    assert "own code" not in err
    assert "To go on later: elagage play" in out


@pytest.mark.parametrize(
    ("game", "text", "sentence"),
    [
        ("tictactoe", "deepblue", "There is no player 'deepblue'"),
        ("tictactoe", "engine depth=x", "depth=x makes no sense"),
        ("tictactoe", "engine heuristic=magic", "magic"),
        ("tictactoe", "12", "no level 12"),
        ("othello", "uci:x", "UCI is for chess"),
        ("othello", "perfect", "perfect solution=FILE"),
        ("tictactoe", "gtp:/no/such/program", "can't be started"),
    ],
)
def test_a_player_that_can_not_play_is_refused_in_one_sentence(run, game, text, sentence):
    code, out, err = run("play", game, "--max", text)
    assert (code, out) == (2, "")
    assert sentence in err
    assert err.count("\n") == 1
    assert run("play", game, "--max", text, "--lang", "fr")[0] == 2


def test_a_game_that_a_player_can_not_play_is_not_loaded(run, tmp_path):
    path = tmp_path / "chess.json"
    run("play", "connect4", "--max", "human", "--min", "human", typed=f"4\nsave {path}\nquit\n")
    code, out, _err = run("play", "tictactoe", "--min", fake("gtp", "good"), typed=f"b2\nload {path}\nc3\nquit\n")
    assert code == 0
    assert "GTP is for games whose moves are squares" in out
    assert out.count("O plays") == 2


def test_there_are_ten_levels_with_ten_names():
    assert [level.number for level in LEVELS] == list(range(1, 11))
    assert len({level_name(number) for number in range(1, 11)}) == 10
    assert all(a.temperature >= b.temperature for a, b in pairwise(LEVELS))
    with pytest.raises(LimitsError):
        check_level(0)


def test_level_1_loses_to_a_player_who_looks_one_ply_ahead():
    game, chooser, points = make("connect4", "5x4"), random.Random(7), 0.0
    for number in range(40):
        state = game.start()
        while not game.over(state):
            if game.player(state) == number % 2:
                move = deepening(game, state, 1).move
            else:
                move = choose(game, state, 1, chooser)[0]
            state = game.play(state, move)
        score = game.score(state) * (1 if number % 2 == 0 else -1)
        points += 0.5 + score / 2
    assert points > 24


def test_the_levels_play_legal_moves_in_every_game():
    chooser = random.Random(1)
    for name in ("tictactoe", "othello:4", "nim", "connect4:4x4"):
        game = make(*name.split(":", 1))
        state = game.start()
        while not game.over(state):
            move, _result = choose(game, state, 1 + chooser.randrange(5), chooser)
            assert move in list(game.moves(state))
            state = game.play(state, move)


def test_a_session_knows_its_position():
    game = make("nim", "3,4")
    session = Session(game, game.start(), [2], (None, None))
    assert game.state_name(session.state) == "1,4 min"
    assert session.record().moves == ("a2",)


@pytest.mark.parametrize("text", ["alphabeta depth=9", "mcts playouts=1000000000", "engine time=1000", "level:9"])
def test_ctrl_c_ends_the_thinking_of_any_player_and_says_how_to_go_on(run, monkeypatch, text):
    @contextmanager
    def stopped_at_once():
        yield lambda: True

    monkeypatch.setattr("elagage.cli.playing.terminal_session.stoppable", stopped_at_once)
    code, out, _err = run("play", "connect4", "--max", text, "--plain")
    assert code == 0
    assert "To go on later: elagage play connect4" in out.splitlines()[-1]


def test_ctrl_c_has_a_level_move_now_and_the_game_goes_on(run, monkeypatch):
    @contextmanager
    def stopped_at_once():
        yield lambda: True

    monkeypatch.setattr("elagage.cli.playing.terminal_session.stoppable", stopped_at_once)
    code, out, _err = run("play", "tictactoe", "--max", "10", "--min", "human", "--plain", typed="moves\nquit\n")
    assert code == 0
    assert out.count("X plays") == 1
    assert len(out.partition("O to move > ")[2].splitlines()[0].split()) == 8


def test_what_a_program_said_is_quoted_as_it_is(run, tmp_path):
    program = tmp_path / "odd.py"
    program.write_text("import sys\nfor line in sys.stdin:\n    print('= {{a}}%b\\n', flush=True)\n")
    player = f"gtp:{shlex.join([sys.executable, str(program)])}"
    code, _out, err = run("play", "tictactoe", "--max", player, "--min", "first")
    assert (code, err.count("\n")) == (2, 1)
    assert "'{{a}}%b'" in err
