"""Saved games come back as they were, and damaged files are refused with a sentence."""

from __future__ import annotations

import json

import pytest
from game_list import GAMES
from hypothesis import given, settings
from hypothesis import strategies as st

from elagage.errors import FileError
from elagage.games import make
from elagage.record import Record, load_record, save_record


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
