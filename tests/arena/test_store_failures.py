"""The store where something is in its way: a full disk, other files, another process."""

from __future__ import annotations

import os
import random
import sqlite3
import subprocess
import sys

import pytest
from played_plans import asked, count_games, played

from elagage.arena.execution.executor import Inline
from elagage.arena.game_store import Store
from elagage.arena.plan_runner import run_plan
from elagage.arena.report import tournament_report
from elagage.arena.schedule import make_plan
from elagage.errors import FileError


def test_a_full_disk_is_a_sentence_and_the_file_stays_whole(tmp_path):
    plan = make_plan("tictactoe", ["random", "greedy"], 400)
    path = tmp_path / "store"
    with Store(path, plan) as store:
        store.database.execute("PRAGMA max_page_count = 5")
        with pytest.raises(FileError, match="disk is full"):
            run_plan(plan, store, Inline())
        kept = len(store.rows)
    assert 0 < kept < 400
    assert count_games(path) == kept
    assert str(tournament_report(played(plan, path))) == str(tournament_report(played(plan)))


@pytest.mark.skipif(sys.platform != "linux" or os.geteuid() != 0, reason="a small disk can be made by root alone")
def test_a_disk_that_is_really_full(tmp_path):
    disk = tmp_path / "disk"
    disk.mkdir()
    if subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", str(disk)], capture_output=True, check=False
    ).returncode:
        pytest.skip("nothing can be mounted here")
    try:
        plan = make_plan("tictactoe", ["random", "greedy"], 2000)
        with Store(disk / "store", plan) as store, pytest.raises(FileError, match="disk is full"):
            run_plan(plan, store, Inline())
        assert asked(disk / "store", "PRAGMA integrity_check") == [("ok",)]
        subprocess.run(["mount", "-o", "remount,size=4m", str(disk)], check=True)
        assert played(plan, disk / "store").done == 2000
    finally:
        subprocess.run(["umount", str(disk)], check=False)


def test_files_that_are_something_else_are_left_alone(tmp_path):
    plan = make_plan("tictactoe", ["random", "greedy"], 2)
    text, other, folder = tmp_path / "text", tmp_path / "other.db", tmp_path / "folder"
    text.write_text("not a database at all, but long enough to be looked at " * 20)
    folder.mkdir()
    with sqlite3.connect(other) as base:
        base.execute("CREATE TABLE games (number INTEGER)")
    base.close()
    for path in (text, other, folder):
        with pytest.raises(FileError):
            Store(path, plan)
    played(plan, tmp_path / "ours")
    with sqlite3.connect(tmp_path / "ours") as base:
        base.execute("UPDATE games SET outcome = 5")
    base.close()
    with pytest.raises(FileError, match="damaged"):
        Store(tmp_path / "ours", plan)


def test_one_process_writes_at_a_time(tmp_path):
    plan = make_plan("tictactoe", ["random", "greedy"], 2)
    with Store(tmp_path / "store", plan), pytest.raises(FileError, match="in use"):
        Store(tmp_path / "store", plan)


def test_a_flipped_bit_is_told_or_changes_nothing(tmp_path):
    plan = make_plan("tictactoe", ["random", "greedy"], 12)
    path = tmp_path / "store"
    whole = dict(played(plan, path).store.rows)
    good = path.read_bytes()
    chooser = random.Random(3)
    told = 0
    used = [place for place, byte in enumerate(good) if byte]
    for place in chooser.sample(used, 300):
        flipped = good[place] ^ (1 << chooser.randrange(8))
        path.write_bytes(good[:place] + bytes([flipped]) + good[place + 1 :])
        try:
            with Store(path, plan) as store:
                assert store.rows.items() <= whole.items()
        except FileError:
            told += 1
    assert told > 150
