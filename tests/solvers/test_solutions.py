"""Solutions that are kept and checked, damaged and refused; and work that is stopped, killed and goes on."""

from __future__ import annotations

import hashlib
import json
import os
import random
import re
import signal
import subprocess
import sys

import pytest
from patience import until
from slices import stop_after

from elagage import Game, load, solve, solvers
from elagage import array_files as storage_module
from elagage.errors import ElagageError, ElagageWarning, FileError
from elagage.solvers import checkpoints, load_solution, verify
from elagage.solvers.retrograde import retrograde_driver
from elagage.solvers.retrograde import retrograde_workspace as retro
from elagage.solvers.retrograde.retrograde_driver import Retrograde


class Countdown(Game):
    """Take one or three, and Min wins in the end. The state is a number, and so are the moves."""

    def start(self):
        return 9

    def player(self, state):
        return state % 2

    def moves(self, state):
        yield from range(1, min(state, 3) + 1, 2)

    def play(self, state, move):
        return state - move

    def score(self, state):
        return -1


# Solutions in files


def test_a_solution_is_kept_and_read_back(tmp_path, morris):
    path = tmp_path / "morris.sol"
    morris.save(path)
    again = load_solution(path)
    assert dict(again.positions) == dict(morris.positions)
    assert again.facts == morris.facts
    assert (again.score, again.best_moves, again.line) == (morris.score, morris.best_moves, morris.line)
    assert verify(again) == verify(again, plain=True)
    assert verify(again).valid
    plain = tmp_path / "plain.sol"
    solve("morris", plain=True).save(plain)
    assert verify(load_solution(plain)).valid
    assert path.stat().st_size <= 8 * morris.facts.states


@pytest.mark.parametrize("plain", [False, True])
def test_states_that_are_bare_numbers_are_kept(tmp_path, plain):
    path = tmp_path / "countdown.sol"
    for state in (None, 3):
        solution = solve(Countdown(), state, method="retrograde", plain=plain)
        solution.save(path)
        again = load_solution(path, Countdown())
        assert (again.state, again.facts, again.score) == (solution.state, solution.facts, solution.score)
        assert dict(again.positions) == dict(solution.positions)


def test_symmetric_solutions_answer_for_every_image(tmp_path):
    path = tmp_path / "xo.sol"
    solve("tictactoe", method="retrograde", symmetric=True).save(path)
    small, whole = load_solution(path), solve("tictactoe", method="retrograde")
    assert verify(small).valid
    for state, _value in whole.positions:
        assert small.positions.score(state) == whole.positions.score(state)


def test_a_wrong_value_is_found(tmp_path, morris):
    path = tmp_path / "morris.sol"
    morris.save(path)
    chooser = random.Random(1)
    for plain in (False, True):
        for _number in range(10):
            solution = load_solution(path)
            values = bytearray(solution.positions.value_bytes)
            values[chooser.randrange(len(values) // 2) * 2] ^= 1
            solution.positions.value_bytes = memoryview(bytes(values))
            assert not verify(solution, plain=plain).valid


def test_damaged_and_foreign_files_are_refused_with_a_sentence(tmp_path, morris):
    path = tmp_path / "morris.sol"
    morris.save(path)
    good = path.read_bytes()
    chooser = random.Random(4)
    spoilt = [b"", b"\n", b"elagage ", good[:40], good[:-1], good + b"x", b"x" * 500, b"elagage game 1\n{}"]
    spoilt += [good[: chooser.randrange(len(good))] for _number in range(10)]
    for _number in range(40):
        place = chooser.randrange(len(good))
        spoilt.append(good[:place] + bytes([good[place] ^ (1 << chooser.randrange(8))]) + good[place + 1 :])
    for content in spoilt:
        path.write_bytes(content)
        with pytest.raises(FileError) as error:
            load_solution(path)
        assert "\n" not in str(error.value)
    path.write_bytes(good)
    with pytest.raises(ElagageError):
        load_solution(path, "tictactoe")
    with pytest.raises(ElagageError):
        load_solution(path, "morris:fly")
    with pytest.raises(FileError, match="no file"):
        load_solution(tmp_path / "none")
    with pytest.raises(FileError):
        load_solution(tmp_path)
    other = tmp_path / "letter.txt"
    other.write_text("dear reader")
    with pytest.raises(FileError, match="another name"):
        morris.save(other)
    assert other.read_text() == "dear reader"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (rb'\["keys",\d+\]', b'["keys",1e999]'),
        (rb'\["keys",\d+\]', b'["keys",-1]'),
        (rb'\["keys",(\d+)\]', rb'["keys",\1.0]'),
        (rb'"arrays":', b'"arrays":7,"other":'),
        (rb'"fields":\[\[\[0\],0,9', b'"fields":[[[0],0,9223372036854775807'),
        (rb'"fields":\[', b'"fields":[[[0],0,1e999,0,0],'),
        (rb'"levels":\[', b'"levels":[1e999,'),
        (rb'"widths":\[', b'"widths":[-1,'),
        (rb'"states":\d+', b'"states":true'),
        (rb'"by_ply":\[', b'"by_ply":[' + b"[" * 5000),
    ],
)
def test_facts_that_make_no_sense_are_refused_whether_the_checksum_is_right_or_not(tmp_path, morris, old, new):
    path = tmp_path / "morris.sol"
    morris.save(path)
    good = path.read_bytes()
    spoilt = re.sub(old, new, good[:-65], count=1)
    assert spoilt != good[:-65]
    for ending in (good[-65:], hashlib.sha256(spoilt).hexdigest().encode() + b"\n"):
        path.write_bytes(spoilt + ending)
        with pytest.raises(FileError):
            load_solution(path)


@pytest.mark.parametrize("game", ["krk", "morris", "connect4:4x4"])
def test_memory_is_what_was_promised(game):
    roomy = Retrograde(load(game))
    roomy.run()
    whole = roomy.collect_solved()
    most = max(1e6, 16 * whole.states + 4 * whole.edges)
    run = Retrograde(load(game), memory=most / 1e6)
    run.run()
    assert bool(run.workspace[retro.KEY_BYTES]) == (most > 1e6)
    assert run.peak <= most
    assert run.collect_solved() == whole
    assert len(whole.keys) + len(whole.values) <= 8 * whole.states


def test_an_analysis_with_little_memory_goes_on_from_every_phase():
    game = load("connect4:4x4")
    roomy = Retrograde(game)
    roomy.run()
    whole = roomy.collect_solved()
    memory = (16 * whole.states + 4 * whole.edges) / 1e6
    run, phases = Retrograde(game, memory=memory), set()
    while run.phase != "done":
        run.per_slice = 30_000
        run.slice()
        phases.add(run.phase)
        after = Retrograde(game, memory=memory)
        assert after.restore(run.facts(), {name: array.tobytes() for name, array in run.arrays().items()})
        run = after
    assert phases == {"states", "edges", "values", "done"}
    assert run.workspace[retro.KEY_BYTES] == 6
    assert run.collect_solved() == whole


def test_waves_that_outgrow_the_queue_are_swept(monkeypatch, krk):
    monkeypatch.setattr(retrograde_driver, "LEAST_QUEUE", 3)
    monkeypatch.setattr(retrograde_driver, "QUEUE_PART", 1 << 30)
    for spec in ("krk", "morris", "kalah:3,2"):
        run = Retrograde(load(spec))
        run.run()
        assert len(run.queue) == 3
        assert (run.values != -(1 << 30)).all()
        solution = krk if spec == "krk" else solve(spec, method="retrograde", plain=True)
        assert run.collect_solved().by_ply == solution.facts.by_ply
        assert run.collect_solved().by_distance == solution.facts.by_distance


# Stopped, killed, gone on


def test_what_was_stopped_goes_on_and_ends_the_same(tmp_path, morris):
    whole, path = tmp_path / "whole", tmp_path / "part"
    morris.save(whole)
    stops = 0
    chooser = random.Random(2)
    while True:
        try:
            solution = solve("morris", checkpoint=path, resume=True, **stop_after(chooser.randrange(1, 4)))
            break
        except solvers.Stopped:
            assert path.exists()
            stops += 1
    assert stops > 2
    solution.save(tmp_path / "again")
    assert (tmp_path / "again").read_bytes() == whole.read_bytes()
    assert not path.exists()


def test_a_checkpoint_of_something_else_is_refused(tmp_path):
    path = tmp_path / "part"
    with pytest.raises(solvers.Stopped):
        solve("morris", checkpoint=path, **stop_after(1))
    with pytest.raises(FileError, match="checkpoint of other rules"):
        solve("morris:fly", checkpoint=path, resume=True)
    path.write_bytes(path.read_bytes()[:-9])
    with pytest.raises(FileError, match="damaged"):
        solve("morris", checkpoint=path, resume=True)
    path.write_text("dear reader")
    with pytest.raises(FileError, match="another name"):
        solve("morris", checkpoint=path)


def test_a_forged_checkpoint_never_comes_to_native_code(tmp_path):
    path = tmp_path / "part"
    with pytest.raises(solvers.Stopped):
        solve("morris", checkpoint=path, **stop_after(5))
    kind, line, _arrays = path.read_bytes().split(b"\n", 2)
    sizes = json.loads(line)["arrays"]
    for name in ("heads", "keys", "targets", "sources", "workspace"):
        content = bytearray(path.read_bytes()[:-65])
        at = len(kind) + len(line) + 2 + sum(size for _name, size in sizes[: [each for each, _ in sizes].index(name)])
        content[at : at + 4] = b"\xff\xff\xff\x7f"
        forged = tmp_path / "forged"
        forged.write_bytes(bytes(content) + hashlib.sha256(content).hexdigest().encode() + b"\n")
        with pytest.raises(FileError, match="another user"):
            solve("morris", checkpoint=forged, resume=True)


def test_a_checkpoint_of_another_user_is_refused(tmp_path, monkeypatch):
    path = tmp_path / "part"
    with pytest.raises(solvers.Stopped):
        solve("morris", checkpoint=path, **stop_after(1))
    with monkeypatch.context() as elsewhere:
        elsewhere.setattr(checkpoints, "SECRETS", "solve-elsewhere")
        with pytest.raises(FileError, match="another user"):
            solve("morris", checkpoint=path, resume=True)
    assert solve("morris", checkpoint=path, resume=True).facts.states > 0


def test_without_a_place_for_the_secret_nothing_is_kept_and_that_is_told(tmp_path, monkeypatch):
    (tmp_path / "solve").write_text("a file")
    monkeypatch.setenv("ELAGAGE_CACHE", str(tmp_path))
    with pytest.warns(ElagageWarning, match="can't be sealed"):
        assert solve("morris", checkpoint=tmp_path / "part", every=0).facts.states > 0
    assert not (tmp_path / "part").exists()


def written_at(path):
    try:
        return path.stat().st_mtime_ns
    except FileNotFoundError:  # it comes and goes
        return 0


@pytest.mark.parametrize("times", [2, pytest.param(10, marks=pytest.mark.slow)])
def test_killed_again_and_again_it_ends_with_the_same_bytes(tmp_path, krk, times):
    whole, path = tmp_path / "whole.sol", tmp_path / "krk.sol"
    krk.save(whole)
    command = [
        sys.executable,
        "-m",
        "elagage",
        "solve",
        "krk",
        "--save",
        str(path),
        "--resume",
        "--checkpoint-every",
        "0.01",
    ]
    chooser = random.Random(6)
    kills = 0
    for _number in range(times):
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        part = path.with_name(path.name + ".part")
        for _checkpoint in range(chooser.randrange(1, 4)):
            before = written_at(part)
            until(lambda: written_at(part) != before or process.poll() is not None)  # noqa: B023  (called at once)
        kills += process.poll() is None
        process.send_signal(signal.SIGKILL)
        process.wait()
        path.unlink(missing_ok=True)
    assert kills >= times // 3
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env=os.environ)
    assert path.read_bytes() == whole.read_bytes()
    assert [file.name for file in tmp_path.iterdir() if file.name.endswith(".part")] == []


def test_the_same_facts_give_the_same_bytes(tmp_path):
    for name in ("one", "two"):
        storage_module.write_arrays(tmp_path / name, "test 1", {"b": 1, "a": [2]}, {"x": b"abc", "y": b""})
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()
    facts, arrays = storage_module.read_arrays(tmp_path / "one", "test 1", "a test")
    assert facts["a"] == [2]
    assert bytes(arrays["x"]) == b"abc"
    assert len(arrays["y"]) == 0
