"""What a session keeps, takes back and refuses, and what a terminal shows while it goes on."""

from __future__ import annotations

import json
import os
import sys

import pytest
from game_files import COUNT
from patience import until

from elagage.cli import output
from elagage.cli.playing.terminal_session import Session
from elagage.errors import FileError
from elagage.game import Game
from elagage.games import make
from elagage.record import Record, load_record, save_record

PEOPLE = ("--max", "human", "--min", "human")


@pytest.fixture
def own(tmp_path):
    """A user's game, and a record of it."""
    path = tmp_path / "count.py"
    path.write_text(COUNT)
    saved = tmp_path / "saved.json"
    save_record(Record(str(path), "", ("1",)), saved)
    return path, saved


def test_a_saved_game_runs_no_file_that_the_user_did_not_name(run, tmp_path, own):
    trap = tmp_path / "trap.py"
    trap.write_text(f"open({str(tmp_path / 'sprung')!r}, 'w')\n" + COUNT)
    saved = tmp_path / "gift.json"
    for spec in (str(trap), f"{trap}:Count", f" {trap}", "./" + os.path.relpath(trap)):
        save_record(Record(spec, "", ()), saved)
        with pytest.raises(FileError, match="name it too"):
            load_record(saved)
        for words in (("play", "--load", str(saved)), ("play", str(own[0]), "--load", str(saved))):
            code, _out, err = run(*words)
            assert code == 2
            assert "trap.py" in err
        out = run("play", "tictactoe", *PEOPLE, typed=f"load {saved}\nquit\n")[1]
        assert "name it too" in out
        assert "To go on later: elagage play tictactoe" in out
    assert not (tmp_path / "sprung").exists()


def test_a_saved_game_of_a_users_file_goes_on_if_the_file_is_named(run, own):
    path, saved = own
    code, out, _err = run("play", str(path), "--load", str(saved), *PEOPLE, typed="quit\n")
    assert code == 0
    assert "--position 1" in out
    code, out, _err = run("play", str(path), *PEOPLE, typed=f"2\nload {saved}\nquit\n")
    assert "--position 1" in out


def test_a_saved_game_of_the_package_takes_no_file(run, own, tmp_path):
    save_record(Record("tictactoe", "", ("b2",)), tmp_path / "t.json")
    code, _out, err = run("play", str(own[0]), "--load", str(tmp_path / "t.json"))
    assert (code, "tictactoe" in err) == (2, True)
    out = run("play", str(own[0]), *PEOPLE, typed=f"load {tmp_path / 't.json'}\nquit\n")[1]
    assert "elagage play tictactoe --position b2" in out


def test_nothing_but_a_saved_game_is_replaced(run, tmp_path):
    mine = tmp_path / "thesis.txt"
    mine.write_text("years of work")
    link = tmp_path / "link.json"
    link.symlink_to(mine)
    for place, word in ((mine, "not a saved game"), (tmp_path, "ordinary file"), (link, "ordinary file")):
        out = run("play", "tictactoe", *PEOPLE, typed=f"save {place}\nquit\n")[1]
        assert word in out
        code, out, err = run("play", "tictactoe", *PEOPLE, "--save", str(place), typed="quit\n")
        assert (code, word in err, "to move" in out) == (2, True, False)
    assert mine.read_text() == "years of work"
    saved = tmp_path / "game.json"
    for moves in ("b2", "a1"):
        assert "is saved in" in run("play", "tictactoe", *PEOPLE, typed=f"{moves}\nsave {saved}\nquit\n")[1]
    assert json.loads(saved.read_text())["moves"] == ["a1"]


def test_a_tree_replaces_ordinary_files_alone(run, tmp_path):
    (tmp_path / "tree.txt").write_text("old")
    assert run("tree", "(1 2)", "-o", str(tmp_path / "tree.txt"))[0] == 0
    assert (tmp_path / "tree.txt").read_text(encoding="utf-8").startswith("▲")
    os.mkfifo(tmp_path / "pipe.txt")
    code, _out, err = run("tree", "(1 2)", "-o", str(tmp_path / "pipe.txt"))
    assert (code, "ordinary file" in err) == (2, True)


def test_files_whose_names_make_no_sense(run):
    out = run("play", "tictactoe", *PEOPLE, typed="save ~nosuchuser/x\nload ~nosuchuser/x\nsave a\0b\nquit\n")[1]
    assert out.count("~nosuchuser/x is not known") == 2
    assert "can't be written" in out
    assert "To go on later" in out


@pytest.mark.parametrize("reading", ["int(text)", "1 // 0", "99", "[1]", "None"])
def test_whatever_a_users_parse_move_does(run, tmp_path, reading):
    path = tmp_path / "reads.py"
    path.write_text(COUNT + f"    def parse_move(self, state, text): return {reading}\n")
    code, out, err = run("play", str(path), *PEOPLE, typed="x\nx\nquit\n")
    assert code == 0
    assert out.count("'x' ") == 2
    assert "To go on later" in out
    assert not err
    assert run("analyse", str(path), "--position", "x", "--plain", "--depth", "2")[0] == 2


def test_going_on_keeps_what_was_asked_for(run):
    words = ("--max", "2", "--min", "human", "--lang", "fr")
    out = run("play", "tictactoe", *words, "--seed", "1", typed="quit\n")[1]
    assert out.splitlines()[-1].endswith("--max 2 --min human --lang fr")
    out = run("--lang", "fr", "play", "tictactoe", "--level", "4", typed="quit\n")[1]
    assert out.splitlines()[-1].endswith("elagage play tictactoe --level 4 --lang fr")


class Named(Game):
    """Moves with spaces in their names: a position is read by its own name, or not at all."""

    def start(self):
        return (5, 0)

    def player(self, state):
        return state[1]

    def moves(self, state):
        return range(1, min(2, state[0]) + 1)

    def play(self, state, move):
        return (state[0] - move, 1 - state[1])

    def score(self, state):
        return 1

    def move_name(self, state, move):
        return f"take {move}"


def test_a_position_that_moves_cannot_name(capsys):
    game = Named()
    Session(game, game.start(), [1, 2], (None, None)).leave()
    assert "--position '(2, 0)'" in capsys.readouterr().out
    nameless = type("Nameless", (Named,), {"state_name": lambda self, state: "?"})()
    Session(nameless, nameless.start(), [1, 2], (None, None)).leave()
    assert "no name" in capsys.readouterr().out


def test_undo_before_the_person_has_moved(run):
    out = run("play", "tictactoe", "--max", "2", "--seed", "1", typed="undo\nquit\n")[1]
    assert out.count("X plays") == 1
    assert "nothing to take back" in out


def test_a_resigned_game_stays_resigned(run, tmp_path):
    saved = tmp_path / "lost.json"
    run("play", "tictactoe", *PEOPLE, "--save", str(saved), typed="b2\nresign\n")
    code, out, _err = run("play", "--load", str(saved), *PEOPLE, typed="a1\n")
    assert code == 0
    assert "O gives up; X wins." in out
    assert "to move" not in out
    out = run("play", "tictactoe", *PEOPLE, typed=f"load {saved}\na1\n")[1]
    assert "O gives up; X wins." in out
    document = json.loads(saved.read_text())
    saved.write_text(json.dumps({**document, "result": "max bribed"}))
    with pytest.raises(FileError, match="damaged"):
        load_record(saved)


def test_a_person_who_waits_is_told_why(capsys, monkeypatch):
    with output.announce_wait(0):
        pass
    assert capsys.readouterr().err == ""
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    monkeypatch.setenv("TERM", "xterm")
    with output.announce_wait(60):
        pass
    assert capsys.readouterr().err == ""
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    said = []
    with output.announce_wait(0):
        until(lambda: said.append(capsys.readouterr().err) or "thinking..." in "".join(said))


@pytest.mark.parametrize("setting", [("NO_COLOR", "1"), ("TERM", "dumb")])
def test_boards_without_colours(monkeypatch, setting):
    game = make("tictactoe")
    state = game.parse_state("b2")
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    assert "\x1b" in output.board(game, state)
    monkeypatch.setenv(*setting)
    assert output.board(game, state) == game.text(state)
