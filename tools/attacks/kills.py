"""kill -9 at random moments: of compilations, solvers that save and resume, matches with a store, games that are saved.

Each piece of work is killed some times and then done once in peace, in the same folders: it must end well, with what an
undisturbed run gives, and what lies there between two kills must be whole or not be there.
"""

from __future__ import annotations

import os
import random
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from attacks import Row

__all__ = ["FULL", "attack"]

FULL = 200
PATIENCE = 900
KILLS = 4
"""How often a piece of work is killed before it is done in peace."""

COMPILE = """
import elagage
from elagage.search.compiled.mcts import win_share
game = elagage.load("tictactoe")
print(elagage.analyse(game, depth=9).value, win_share(game, game.start(), 50))
"""
SAVE = """
import sys
from pathlib import Path
import elagage
from elagage.record import Record, save_record
game = elagage.load("nim:30,40")
state, moves = game.start(), []
for number in range(60):
    move = next(iter(game.moves(state)))
    moves.append(game.move_name(state, move))
    state = game.play(state, move)
    save_record(Record("nim:30,40", "", tuple(moves)), Path(sys.argv[1]))
print(len(moves))
"""


@dataclass(frozen=True)
class Work:
    """Something that is killed: its command, given a folder, and what must hold there after each kill."""

    name: str
    words: Callable[[Path], list[str]]
    is_whole: Callable[[Path], bool]
    result: Callable[[Path, str], object]
    cold: bool = False
    """With an empty cache, so that it is killed while it compiles."""


def solve_words(folder: Path) -> list[str]:
    """A solver that leaves checkpoints all the time."""
    path = str(folder / "solution")
    return ["-m", "elagage", "solve", "connect4:4x4", "--save", path, "--resume", "--checkpoint-every", "0.01"]


def match_words(folder: Path) -> list[str]:
    """A match with a store."""
    players = ("random", "engine depth=1")
    return [
        "-m",
        "elagage",
        "match",
        "tictactoe",
        *players,
        "--games",
        "60",
        "--store",
        str(folder / "store"),
        "--json",
    ]


def is_whole_solution(folder: Path) -> bool:
    """Is there no solution, or one that opens?"""
    from elagage.solvers import load_solution

    return not (folder / "solution").exists() or load_solution(folder / "solution").facts is not None


def is_whole_store(folder: Path) -> bool:
    """Is there no store, or a sound one?"""
    path = folder / "store"
    if not path.exists():
        return True
    with sqlite3.connect(path) as store:
        return bool(store.execute("PRAGMA integrity_check").fetchone()[0] == "ok")


def read_games(folder: Path) -> list[tuple[object, ...]]:
    """The games of a store."""
    with sqlite3.connect(folder / "store") as store:
        return store.execute("SELECT number, outcome, moves FROM games ORDER BY number").fetchall()


def is_whole_game(folder: Path) -> bool:
    """Is there no game, or one that can be replayed?"""
    from elagage.record import load_record

    return not (folder / "game").exists() or bool(load_record(folder / "game")[0].moves)


WORKS = (
    Work("compilations", lambda _folder: ["-c", COMPILE], lambda _folder: True, lambda _folder, out: out, cold=True),
    Work(
        "solve --save --resume",
        solve_words,
        is_whole_solution,
        lambda folder, _out: (folder / "solution").read_bytes(),
    ),
    Work("match --store", match_words, is_whole_store, lambda folder, _out: read_games(folder)),
    Work(
        "saved games",
        lambda folder: ["-c", SAVE, str(folder / "game")],
        is_whole_game,
        lambda folder, _out: (folder / "game").read_bytes(),
    ),
)


def attack(count: int, seed: int) -> Iterator[Row]:
    """A row for each kind of work, ``count`` kills together."""
    with tempfile.TemporaryDirectory() as folder:
        for work in WORKS:
            yield kill_work(work, max(1, count // len(WORKS)), random.Random(f"{seed} {work.name}"), Path(folder), seed)


def kill_work(work: Work, count: int, chooser: random.Random, root: Path, seed: int) -> Row:
    """Kill one kind of work so many times."""
    row = Row(f"kills, {work.name}")
    warm = Path(os.environ.get("ELAGAGE_CACHE", root / "warm"))
    calm = root / f"calm {work.name}"
    calm.mkdir()
    if not work.cold:
        run_work(work, calm, warm)  # the first one compiles, if nobody has
    began = time.monotonic()
    fresh = root / "fresh"
    fresh.mkdir()
    code, out = run_work(work, fresh, root / "cold" if work.cold else warm)
    longest = time.monotonic() - began
    right = work.result(fresh, out) if code == 0 else None
    shutil.rmtree(fresh)
    if code:
        row.fail("crashed", f"undisturbed: {code}")
        return row
    while row.tried < count:
        folder = root / "work"
        folder.mkdir()
        cache = folder / "cache" if work.cold else warm
        delays = [longest * chooser.random() for _number in range(min(KILLS, count - row.tried))]
        problem = ("", "")
        for delay in delays:
            row.tried += 1
            start_and_kill(work, folder, cache, delay)
            problem = problem if problem[0] else judge(lambda: work.is_whole(folder), "lost")  # noqa: B023
        code, out = run_work(work, folder, cache)
        if code:
            problem = ("crashed", f"exit code {code}: {out[-200:]}")
        elif not problem[0] and work.result(folder, out) != right:
            problem = ("wrong", "another result than undisturbed")
        if problem[0]:
            row.fail(problem[0], f"seed {seed}, kills {row.tried} after {delays}: {problem[1]}")
        shutil.rmtree(folder)
    return row


def judge(is_whole: Callable[[], bool], kind: str) -> tuple[str, str]:
    """What is wrong with what lies there, if anything is."""
    try:
        return ("", "") if is_whole() else (kind, "not whole")
    except Exception as error:
        return kind, f"{type(error).__name__}: {error}"


def environment_of(cache: Path) -> dict[str, str]:
    """The environment of a piece of work."""
    return {**os.environ, "ELAGAGE_CACHE": str(cache)}


def run_work(work: Work, folder: Path, cache: Path) -> tuple[int, str]:
    """Do it in peace; its exit code and what it printed."""
    done = subprocess.run(
        [sys.executable, *work.words(folder)],
        env=environment_of(cache),
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    return done.returncode, done.stdout or done.stderr


def start_and_kill(work: Work, folder: Path, cache: Path, delay: float) -> None:
    """Begin it, and kill it after a while."""
    command = [sys.executable, *work.words(folder)]
    process = subprocess.Popen(command, env=environment_of(cache), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        process.wait(timeout=delay)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
