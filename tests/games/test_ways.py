"""Games said by functions, a graph or a board, in French and in English: they are sound and have their values."""

from __future__ import annotations

import json
import math

import pytest
from saying_ways import BOARDS, FUNCTIONS, GRAPHS, WRONG

from elagage import analyse, check_game, load, search, solve
from elagage.analysis import can_compile, count
from elagage.errors import LoadError
from elagage.game import read_state

GAMES = {**FUNCTIONS, **GRAPHS, **BOARDS}


@pytest.fixture
def write(tmp_path):
    def write_file(text, name="my_game.py"):
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        return str(path)

    return write_file


@pytest.mark.parametrize("name", GAMES)
def test_every_way_is_sound_and_has_its_value(write, name):
    text, value, moves = GAMES[name]
    game = load(write(text))
    assert check_game(game, games=10).games == 10
    assert solve(game, plain=True).value == value
    assert len(list(game.moves(game.start()))) == moves


@pytest.mark.parametrize("name", GAMES)
def test_compiled_and_interpreted_say_the_same(write, name):
    game = load(write(GAMES[name][0]))
    one, other = analyse(game, depth=4, every_move=True), analyse(game, depth=4, plain=True, every_move=True)
    assert one.score == other.score
    assert {entry.move: entry.value for entry in one.moves} == {entry.move: entry.value for entry in other.moves}
    assert count(game, game.start(), 3) == count(game, game.start(), 3, plain=True)
    assert search.alphabeta(game, game.start(), 4).value == other.value


@pytest.mark.parametrize("name", FUNCTIONS)
def test_functions_of_a_position_compile(write, name):
    assert can_compile(load(write(FUNCTIONS[name][0]))) == ""


@pytest.mark.parametrize("name", GAMES)
def test_positions_and_moves_are_written_and_read_back(write, name):
    game = load(write(GAMES[name][0]))
    state = game.start()
    for _ply in range(3):
        move = list(game.moves(state))[-1]
        assert game.parse_move(state, game.move_name(state, move)) == move
        state = game.play(state, move)
        assert read_state(game, game.state_name(state)) == state
        if game.over(state):
            break
    assert game.text(state)


@pytest.mark.parametrize("name", ["nim, French", "rooms, English", "aligned, French"])
def test_every_command_takes_every_way(run, write, name):
    path = write(GAMES[name][0])
    assert json.loads(run("check", path, "--json")[1])["sound"] is True
    shown = json.loads(run("analyse", path, "--depth", "3", "--json")[1])
    plain = json.loads(run("analyse", path, "--depth", "3", "--json", "--plain")[1])
    assert (shown["score"], shown["exact"]) == (plain["score"], plain["exact"])
    assert run("solve", path)[0] == 0
    assert run("perft", path, "2")[0] == 0
    assert run("tree", path, "--depth", "2")[0] == 0
    assert run("play", path, "--max", "1", "--min", "1")[0] == 0


@pytest.mark.parametrize("name", ["nim, French", "rooms, English", "aligned, French"])
def test_the_web_app_plays_every_way(write, tmp_path, name):
    from starlette.testclient import TestClient

    from elagage.web.app import make_app, make_context
    from elagage.web.saved_games import Store

    context = make_context(write(GAMES[name][0]), store=Store(tmp_path / "kept.sqlite3"), language="en")
    start = context.start
    client = TestClient(make_app(context), base_url="http://127.0.0.1:8462", client=("127.0.0.1", 50000))
    first = client.post("/api/position", json={"game": start, "moves": []}).json()
    assert len(first["moves"]) == GAMES[name][2]
    played = [first["moves"][0]["name"]]
    after = client.post("/api/position", json={"game": start, "moves": played}).json()
    assert after["ply"] == 1
    assert after["notation"] != first["notation"]
    back = client.post("/api/position", json={"game": start, "position": after["notation"], "moves": []}).json()
    assert back["text"] == after["text"]
    context.close()


@pytest.mark.parametrize("name", WRONG)
def test_what_is_wrong_is_told_in_a_sentence(run, write, name):
    text, words = WRONG[name]
    code, _out, err = run("analyse", write(text), "--depth", "2")
    assert (code, err.count("\n")) == (2, 1)
    assert words in err
    code, _out, french = run("analyse", write(text), "--depth", "2", "--lang", "fr")
    assert code == 2
    assert french != err


@pytest.mark.parametrize("name", ["morpion", "corridor", "puissance_trois", "matches", "connect_four", "ring"])
def test_the_examples_are_sound_and_compile(name):
    from pathlib import Path

    game = load(str(Path(__file__).parents[2] / "examples" / f"{name}.py"))
    assert check_game(game, games=5).games == 5
    assert can_compile(game) == ""


def test_boards_compile(write):
    for text, _value, _moves in BOARDS.values():
        assert can_compile(load(write(text))) == ""


def test_the_heuristic_counts_at_the_ends_of_a_file_without_scores(write):
    game = load(write(FUNCTIONS["nim, French"][0]))
    assert game.payoffs
    assert solve(game, plain=True).value == math.inf


def test_a_graph_knows_whether_play_cycles(write):
    assert load(write(GRAPHS["rooms, English"][0])).cycles
    assert not load(write(GRAPHS["a tree of numbers"][0])).cycles


def test_a_module_a_dict_and_a_class_of_boards_load():
    import types

    module = types.ModuleType("mine")
    exec(FUNCTIONS["subtraction, English"][0], vars(module))
    assert solve(load(module), plain=True).value == FUNCTIONS["subtraction, English"][1]
    assert load({"graphe": {"a": ["b", "c"]}, "gains": {"b": 1, "c": -1}}).start() == ("a", 0)
    names: dict = {}
    exec(BOARDS["aligned, French"][0], names)
    assert load(names["Plateau"]).player(load(names["Plateau"]).start()) == 0
    with pytest.raises(LoadError, match="no game"):
        load({"x": 1})


def test_a_board_that_is_not_brought_back_is_found(write):
    from elagage import RulesError

    text = BOARDS["aligned, French"][0].replace("self.colonnes[colonne].pop()", "self.colonnes[colonne].pop(0)")
    with pytest.raises(RulesError, match="annuler does not take the move"):
        check_game(load(write(text)))


def test_a_file_that_was_changed_is_compiled_as_it_is_now(write):
    for text, value, _moves in (*FUNCTIONS.values(), *BOARDS.values()):
        game = load(write(text))
        assert can_compile(game) == ""
        assert solve(game).value == value
