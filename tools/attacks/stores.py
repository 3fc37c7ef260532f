"""Damaged stores: saved games, solutions, checkpoints, stores of the arena and of the web app, pattern databases.

Each is made whole and then flipped in a bit, cut short, filled with zeros, emptied, swapped with another kind, given
other bytes in its middle, or put where nothing can be written; and each is written by two at once and onto a full disk.
What is read is refused or as it was; what was whole is whole afterwards.
"""

from __future__ import annotations

import os
import random
import resource
import shutil
import signal
import tempfile
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from attacks import Row
from elagage.arena.execution.executor import Inline
from elagage.arena.game_store import Store as GameStore
from elagage.arena.plan_runner import run_plan
from elagage.arena.schedule import Plan, make_plan
from elagage.errors import MessageException, Stopped
from elagage.paths.problems.pattern_databases import load_patterns, partition_of
from elagage.record import Record, load_record, save_record
from elagage.solvers import load_solution, solve
from elagage.web.saved_games import Store as WebStore

__all__ = ["FULL", "attack"]

FULL = 200
LITTLE = 3000
"""Bytes of a file on a full disk."""


@dataclass(frozen=True)
class Kind:
    """A kind of store: how a whole one is written, and all that can be read of one.

    Of what a damaged one gives, each part is a part of the whole; ``made_again`` if a damaged one is simply replaced.
    """

    name: str
    write: Callable[[Path], object]
    read: Callable[[Path], dict[Any, Any]]
    made_again: bool = False


def read_solution(path: Path) -> dict[Any, Any]:
    """What a solution says of its positions."""
    found = load_solution(path)
    return {
        "score": found.score,
        "moves": found.best_moves,
        "facts": found.facts,
        "positions": dict(found.positions or ()),
    }


def stop_solver(path: Path) -> None:
    """A checkpoint: what a solver leaves that is stopped as soon as it has begun."""
    begun: list[str] = []
    with suppress(Stopped):
        solve(
            "morris",
            checkpoint=path,
            method="retrograde",
            on_progress=lambda phase, _done, _expected: begun.append(phase),
            stop=lambda: bool(begun),
        )


def resume_solver(path: Path) -> dict[Any, Any]:
    """What comes of going on from a checkpoint."""
    found = solve("morris", checkpoint=path, resume=True, method="retrograde")
    return {"score": found.score, "facts": found.facts}


def play_plan(plan: Plan, path: Path) -> None:
    with GameStore(path, plan) as store:
        run_plan(plan, store, Inline())


def read_plan(plan: Plan, path: Path) -> dict[Any, Any]:
    with GameStore(path, plan) as store:
        return dict(store.rows)


def keep_games(path: Path) -> None:
    store = WebStore(path)
    for number in range(5):
        store.save(f"game {number}", "nim:3,4,5", {"moves": ["a1"], "notes": ["é" * number]})
    store.change_settings({"theme": "dark", "level": 3})


def read_games(path: Path) -> dict[Any, Any]:
    store = WebStore(path)
    found: dict[Any, Any] = {game["name"]: game["record"] for game in store.export()["games"]}
    return found | store.settings()


def read_tables(path: Path) -> dict[Any, Any]:
    """The tables of a puzzle; ``path`` is their file in a cache of its own."""
    os.environ["ELAGAGE_CACHE"] = str(path.parent.parent)
    load_patterns.cache_clear()
    return {"tables": load_patterns(3, partition_of(3))}


def make_kinds() -> list[Kind]:
    """Every kind of file that is kept."""
    plan = make_plan("tictactoe", ["random", "greedy"], 12)
    record = Record("nim:3,4,5", "", ("a1", "b2", "c3"))
    return [
        Kind("saved games", lambda path: save_record(record, path), lambda path: {"record": load_record(path)[0]}),
        Kind("solutions", solve("morris", method="retrograde").save, read_solution),
        Kind("checkpoints", stop_solver, resume_solver),
        Kind("stores of the arena", partial(play_plan, plan), partial(read_plan, plan)),
        Kind("games of the web app", keep_games, read_games),
        Kind("pattern databases", read_tables, read_tables, made_again=True),
    ]


def damage(content: bytes, other: bytes, chooser: random.Random) -> tuple[str, bytes]:
    """The content, damaged in one of many ways, and the name of that way."""
    place = chooser.randrange(len(content))
    match chooser.randrange(8):
        case 0 | 1 | 2:
            used = chooser.choice([each for each, byte in enumerate(content) if byte])
            return f"bit of byte {used}", content[:used] + bytes([content[used] ^ 1 << chooser.randrange(8)]) + content[
                used + 1 :
            ]
        case 3:
            return f"cut at {place}", content[:place]
        case 4:
            return f"zeros from {place}", content[:place] + bytes(len(content) - place)
        case 5:
            return "emptied", b""
        case 6:
            return "swapped", other
        case _:
            return f"noise at {place}", content[:place] + chooser.randbytes(64) + content[place + 64 :]


def run_child(work: Callable[[], None]) -> int:
    """How a child ends that does some work: 0 well, 3 refused, 4 wrong, anything else a crash."""
    child = os.fork()
    if child:
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    code = 1
    try:
        with open(os.devnull, "w") as silence:
            os.dup2(silence.fileno(), 2)
        signal.setitimer(signal.ITIMER_PROF, 60)
        work()
        code = 0
    except MessageException:
        code = 3
    except AssertionError:
        code = 4
    finally:
        os._exit(code)


def judge(row: Row, code: int, what: str) -> None:
    """Count how a child has ended."""
    row.tried += 1
    if code == 3:
        row.refused += 1
    elif code:
        row.fail("wrong" if code == 4 else "crashed", f"{what}: exit {code}")


def attack(count: int, seed: int) -> Iterator[Row]:
    """A row for each kind: ``count`` damaged stores in all, and beside them full disks and two writers at once."""
    kinds = make_kinds()
    cache = os.environ.get("ELAGAGE_CACHE")
    with tempfile.TemporaryDirectory() as folder:
        os.environ["ELAGAGE_CACHE"] = cache or os.path.join(folder, "cache")  # forked children change it
        contents = {kind.name: make_whole(kind, Path(folder)) for kind in kinds}
        for number, kind in enumerate(kinds):
            chooser = random.Random(f"{kind.name}/{seed}")
            row = Row(kind.name)
            other = contents[kinds[number - 1].name][0].read_bytes()
            for time in range(-(-count // len(kinds))):
                try_damage(row, kind, contents[kind.name], other, chooser, time)
            try_full_disk(row, kind, contents[kind.name])
            try_two_writers(row, kind, contents[kind.name])
            yield row
    if cache is None:
        os.environ.pop("ELAGAGE_CACHE", None)


def make_whole(kind: Kind, folder: Path) -> tuple[Path, dict[Any, Any]]:
    """A whole store, and all that can be read of it; tables of patterns lie where a cache has them."""
    path = folder / kind.name.replace(" ", "_") / ("patterns" if kind.made_again else "kept") / "store"
    path.parent.mkdir(parents=True)
    before = os.environ["ELAGAGE_CACHE"]
    kind.write(path)
    if kind.made_again:
        (path,) = path.parent.glob("*.bin")
    os.environ["ELAGAGE_CACHE"] = before
    whole = kind.read(copy_of(path))
    os.environ["ELAGAGE_CACHE"] = before
    return path, whole


def copy_of(path: Path) -> Path:
    """The store and what lies beside it in a folder of its own, as something to be spoilt."""
    room = path.parents[1] / "spoilt" / path.parent.name
    shutil.rmtree(room.parent, ignore_errors=True)
    return Path(shutil.copytree(path.parent, room)) / path.name


def try_damage(
    row: Row, kind: Kind, made: tuple[Path, dict[Any, Any]], other: bytes, chooser: random.Random, time: int
) -> None:
    """Damage a copy and read it; every sixth one lies in a folder where nothing can be written."""
    path = copy_of(made[0])
    way, spoilt = damage(path.read_bytes(), other, chooser)
    path.write_bytes(spoilt)
    if time % 6 == 5:
        way += ", in a folder that can't be written"
        path.parent.chmod(0o500)
        path.chmod(0o400)

    def read() -> None:
        found = kind.read(path)
        assert all(made[1].get(name) == value for name, value in found.items())

    judge(row, run_child(read), f"{kind.name}, {way} (the {time + 1}th)")
    path.parent.chmod(0o700)


def try_full_disk(row: Row, kind: Kind, made: tuple[Path, dict[Any, Any]]) -> None:
    """Write onto a disk where no file can grow large: the one that was there before stays whole."""
    path = copy_of(made[0])

    def write() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (LITTLE, LITTLE))
        kind.write(path)

    judge(row, run_child(write), f"{kind.name}, full disk")
    look_again(row, kind, made, path, "after a full disk")


def try_two_writers(row: Row, kind: Kind, made: tuple[Path, dict[Any, Any]]) -> None:
    """Two processes write the same store at once: what they leave is whole."""
    path = copy_of(made[0])
    children = []
    for _writer in range(2):
        child = os.fork()
        if not child:
            try:
                with suppress(MessageException):
                    for _time in range(5):
                        kind.write(path)
                os._exit(0)
            finally:
                os._exit(1)
        children.append(child)
    for child in children:
        judge(row, os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), f"{kind.name}, two writers")
    look_again(row, kind, made, path, "after two writers")


def look_again(row: Row, kind: Kind, made: tuple[Path, dict[Any, Any]], path: Path, when: str) -> None:
    """Is what was whole still there?"""

    def read() -> None:
        assert kind.read(path).items() >= made[1].items()

    code = run_child(read)
    if code:
        row.fail("lost", f"{kind.name}, {when}: exit {code}")
