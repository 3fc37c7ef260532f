"""Saved games come back as they were, and damaged files are refused with a sentence."""

from __future__ import annotations

import json
import os
from dataclasses import asdict

import pytest
from game_list import GAMES
from hypothesis import given, settings
from hypothesis import strategies as st

from elagage.errors import FileError, LoadError
from elagage.exercises import generate
from elagage.exercises.class_marks import grade
from elagage.exercises.solved_exercise import Wanted, exercise_json, read_exercise
from elagage.games import make
from elagage.games.tree import Tree
from elagage.loading import load
from elagage.record import Record, checksum, load_record, save_record
from elagage.solvers.graph.graph_files import parse_graph


@settings(deadline=None, max_examples=50)
@given(st.sampled_from(GAMES), st.lists(st.integers(0, 63), max_size=40), st.integers(0, 5))
def test_saving_and_loading_gives_the_game_back(tmp_path_factory, name, choices, skip):
    game = make(*name.split(":", 1))
    state, moves, states = game.start(), [], [game.start()]
    for choice in choices:
        legal = list(game.moves(state))
        if not legal:
            break
        moves.append(legal[choice % len(legal)])
        state = game.play(state, moves[-1])
        states.append(state)
    skip = min(skip, len(moves))
    record = Record.of(game, states[skip], moves[skip:])
    path = tmp_path_factory.mktemp("saved") / "game.json"
    save_record(record, path)
    read, loaded = load_record(path)
    assert read == record
    assert loaded.spec == game.spec
    assert read.replay(loaded) == (states[skip], moves[skip:])


@pytest.fixture
def saved(tmp_path):
    game = make("connect4")
    path = tmp_path / "game.json"
    save_record(Record.of(game, game.start(), [3, 3, 2]), path)
    return path


def test_each_damage_is_told(saved):
    whole = saved.read_bytes()
    document = json.loads(whole)
    for damage, word in (
        (whole[:-30], "cut short"),
        (b"\xff\xfe\x00", "not JSON"),
        (b"[1, 2]", "not a saved game"),
        (whole.replace(b'"4"', b'"5"', 1), "checksum"),
        (json.dumps({**document, "moves": 3}).encode(), "damaged"),
        (json.dumps({**document, "format": "other"}).encode(), "not a saved game"),
        (b"[" * 100_000, "not JSON"),
    ):
        saved.write_bytes(damage)
        with pytest.raises(FileError, match=word):
            load_record(saved)
    with pytest.raises(FileError, match="no file"):
        load_record(saved.with_name("missing.json"))


def test_a_record_against_the_rules_is_refused(tmp_path):
    for record, word in (
        (Record("connect4", "", ("9",)), "legal"),
        (Record("nothing", "", ()), "no game"),
        (Record("connect4", "....", ()), "squares"),
    ):
        save_record(record, tmp_path / "game.json")
        with pytest.raises(FileError, match=word):
            load_record(tmp_path / "game.json")


@pytest.mark.parametrize("half", ["\\ud800", "\\udc80"])
def test_half_of_a_sign_is_no_text(tmp_path, half):
    """What can't be written again is not read: a saved game, an exercise, answers."""
    path = tmp_path / "file.json"
    record = Record("nim", json.loads(f'"{half}"'), ())
    path.write_text(json.dumps({"format": "elagage game 1", **asdict(record), "sha256": checksum(record)}))
    with pytest.raises(FileError, match="not a saved game"):
        load_record(path)
    exercise = generate(Wanted(cuts=1), 7)
    path.write_text(exercise_json(exercise, {}).decode().replace("b=(", f"b{half}=("))
    with pytest.raises(FileError):
        read_exercise(path)
    path.write_text(f'[{{"student": "{half}", "a": 3}}]')
    with pytest.raises(FileError, match="JSON"):
        grade(path, exercise)


@pytest.mark.parametrize("space", ["\x1c", "\x1f", "\x85", "\xa0", "\u2003", " \t"])
def test_a_space_is_a_space_beside_a_number(space):
    assert load("nim:3,4,5").parse_state(f"1{space},{space}2,5{space}min").piles == (1, 2, 5)
    assert load("wythoff").parse_state(f"1{space},{space}2") == load("wythoff").parse_state("1,2")
    assert parse_graph(f"0 0 1 0{space},{space}1; 1 0 0 1;").graph == {0: [0, 1], 1: [1]}


@pytest.mark.parametrize("sign", ["\udcff", "\x01", "\x7f"])
def test_a_name_that_cannot_be_shown_names_no_node(sign):
    with pytest.raises(LoadError, match="can't name a node"):
        load(f"a=(b{sign}=(1 2) 3)")
    tree = Tree({f"a{sign}": [1, "b"], "b": [2, 3]})
    assert Tree(tree.text(tree.start())).text(tree.start()) == tree.text(tree.start())


def test_what_cannot_be_written_leaves_the_old_file(saved, monkeypatch):
    before = saved.read_bytes()

    def full(_descriptor):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(FileError, match="No space left"):
        save_record(Record("connect4", "", ()), saved)
    assert saved.read_bytes() == before
    assert [path.name for path in saved.parent.iterdir()] == [saved.name]
    with pytest.raises(FileError):
        save_record(Record("connect4", "", ()), saved.parent / "nowhere" / "game.json")


GOLDEN = """{
 "format": "elagage game 1",
 "game": "connect4",
 "start": "",
 "moves": [
  "4",
  "4",
  "3"
 ],
 "result": "min resigned",
 "sha256": "91213a1aea2ea109e71690b0082d260f60a921a85d9ea687306907754318ec45"
}
"""
"""What was saved by earlier versions must be read, and is still written."""


def test_the_format_stays(tmp_path):
    path = tmp_path / "game.json"
    record = Record("connect4", "", ("4", "4", "3"), "min resigned")
    path.write_text(GOLDEN, encoding="utf-8")
    assert load_record(path)[0] == record
    save_record(record, path)
    assert path.read_text(encoding="utf-8") == GOLDEN


def test_a_file_gets_the_permissions_of_any_other(tmp_path):
    for mask in (0o022, 0o077, 0o002):
        before = os.umask(mask)
        try:
            save_record(Record("connect4", "", ()), tmp_path / f"{mask}.json")
        finally:
            os.umask(before)
        assert (tmp_path / f"{mask}.json").stat().st_mode & 0o777 == 0o666 & ~mask


def test_only_a_saved_game_is_replaced(tmp_path):
    record = Record("connect4", "", ())
    other, link = tmp_path / "other.json", tmp_path / "link"
    other.write_text(" " * 300 + '{"format": "elagage game 1"}')
    link.symlink_to(tmp_path / "away.json")
    for path, word in ((other, "not a saved game"), (link, "not an ordinary file"), (tmp_path, "not an ordinary file")):
        with pytest.raises(FileError, match=word):
            save_record(record, path)
    assert other.read_text().endswith('1"}')
    with pytest.raises(FileError, match=r"'.*a\\x00b' can't be written: .*null"):
        save_record(record, tmp_path / "a\0b")
    with pytest.raises(FileError, match=r"^[^']*nowhere.game.json can't be written: No such file or directory\.$"):
        save_record(record, tmp_path / "nowhere" / "game.json")


def test_the_rules_of_a_users_file_are_run_only_if_the_user_names_it(tmp_path):
    """A class that the record or the user names is the one; both may name none, and they must not differ."""
    rules = tmp_path / "mine.py"
    rules.write_text(
        "from elagage.games.nim import Nim\nclass One(Nim):\n    pass\nclass Two(Nim):\n    cycles = False\n"
    )
    saved = tmp_path / "game.json"
    for spec, named, wanted in (
        ("mine.py:One", f"{rules}:One", "One"), ("mine.py:Two", str(rules), "Two"), ("mine.py", f"{rules}:Two", "Two"),
        ("mine.py:One", f"{rules}:Two", None), ("mine.py:One", None, None), ("mine.py:One", "nim", None),
        ("other.py:One", f"{rules}:One", None),
    ):  # fmt: skip
        save_record(Record(spec, "", ()), saved)
        if wanted is None:
            with pytest.raises(FileError, match="which are a program"):
                load_record(saved, named)
        else:
            record, game = load_record(saved, named)
            assert (record.game, type(game).__name__) == (spec, wanted)
