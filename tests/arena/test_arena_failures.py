"""What may go wrong in the arena: bad programs, dying workers, a killed run, a full disk. Nothing is lost."""

from __future__ import annotations

import json
import os
import random
import re
import shlex
import shutil
import signal
import subprocess
import sys
from concurrent.futures import Future
from pathlib import Path

import pytest
from game_list import one_in
from patience import PATIENCE, until
from played_plans import asked, count_games, played

from elagage.arena.execution.executor import Inline, LocalPool, WorkerDied
from elagage.arena.game_jobs import play_job
from elagage.arena.players import built_in_players
from elagage.arena.players.built_in_players import make_player
from elagage.arena.players.player_specs import parse_player
from elagage.arena.players.player_types import Failure, Turn
from elagage.arena.report import match_report
from elagage.arena.schedule import make_plan
from elagage.errors import RulesError
from elagage.loading import load

FAKE = Path(__file__).parents[1] / "helpers" / "fake_engine.py"
HERE = ("--workers", "1")
"""What is printed does not depend on who plays, and no other process has to start."""
POSIX = pytest.mark.skipif(os.name != "posix", reason="signals and process groups")
RULES = """
import os, time
from elagage.games.nim import Nim
class My(Nim):
    def heuristic_die(self, state):
        os._exit(7)
    def heuristic_shaky(self, state):
        if state.piles == (2, 2, 4):
            raise KeyError("oops")
        return 0
    def heuristic_sleep(self, state):
        time.sleep(3600)
    def heuristic_spin(self, state):
        while True:
            pass
    def heuristic_fine(self, state):
        return 0
"""


def fake(protocol, mode):
    return f"{protocol}:{shlex.join([sys.executable, str(FAKE), protocol, mode])}"


def processes_with(mark):
    """The processes, by their numbers, in whose environment a mark stands; ours is not among them."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            if (
                mark.encode() in (folder / "environ").read_bytes()
                and "Z" not in (folder / "stat").read_text().rsplit(")")[1][:3]
            ):
                found.append(int(folder.name))
        except OSError:
            continue
    return [number for number in found if number != os.getpid()]


@pytest.mark.parametrize(("protocol", "game"), [("gtp", "tictactoe"), ("uci", "krk"), ("nboard", "othello")])
def test_other_programs_play_by_their_protocols(protocol, game):
    plan = make_plan(game, [fake(protocol, "good"), "random"], 2, patience=PATIENCE, openings="2")
    course = played(plan)
    assert [
        (row.failed, row.reason in ("", "repetition", "length")) for _fixture, row in course.list_played_games()
    ] == [(None, True)] * 2
    assert all(row.plies for _fixture, row in course.list_played_games())
    assert match_report(course).nodes[0] == {"gtp": 0, "uci": 17, "nboard": 42}[protocol]


@pytest.mark.parametrize(
    ("player", "game", "settings"),
    [
        (("nboard", "spaces"), "othello", {}),
        (
            ("nboard", "deep"),
            "othello",
            {"clock": 1.0, "patience": PATIENCE, "openings": "late"},
        ),  # stopped by the clock, as real ones have to be
        (("gtp", "strict"), "mnk:10,10,5", {}),
    ],
)
def test_what_real_programs_were_seen_to_do_is_understood(tmp_path, player, game, settings):
    if settings.get("openings") == "late":
        settings = {**settings, "openings": str(tmp_path / "late.txt")}
        (tmp_path / "late.txt").write_text(late_line(load(game), 54))
    course = played(make_plan(game, [fake(*player), "first"], 2, **{"openings": "0", **settings}))
    assert [(row.failed, row.reason) for _fixture, row in course.list_played_games()] == [(None, "")] * 2


def late_line(game, plies):
    """The names of the moves of a game in which the first one is always made."""
    state, names = game.start(), []
    for _ply in range(plies):
        move = next(iter(game.moves(state)))
        names.append(game.move_name(state, move))
        state = game.play(state, move)
    assert not game.over(state)
    return "".join(names)


def test_a_program_that_passes_by_itself_may_refuse_to_hear_of_it():
    game = load("othello:4")
    state, names, chooser = game.start(), [], random.Random(1)
    while "--" not in [game.move_name(state, move) for move in game.moves(state)]:
        move = chooser.choice(list(game.moves(state)))
        names.append(game.move_name(state, move))
        state = game.play(state, move)
        if game.over(state):
            state, names = game.start(), []
    player = make_player(parse_player(fake("gtp", "strict")), game)
    player.prepare(PATIENCE)
    with pytest.raises(Failure) as failure:  # the pass is no matter; then it plays on a larger board than there is
        player.choose(Turn(game.play_line(state, ["--"]), state, tuple(names), ("--",), 1))
    assert failure.value.kind == "illegal"
    assert "played" in str(failure.value.message)
    player.close()


def test_a_program_that_resigns_has_lost_and_not_failed(tmp_path, monkeypatch):
    starts = tmp_path / "starts"
    monkeypatch.setenv("FAKE_STARTS", str(starts))
    plan = make_plan("tictactoe", [fake("gtp", "resign"), "first"], 8, openings="0")
    play_job(plan.job(list(plan.fixtures(0, lambda _a, _b: []))))
    assert len(starts.read_text().splitlines()) == 1  # not once a game
    course = played(plan)
    assert course.ended == "done"
    assert {row.reason for _fixture, row in course.list_played_games()} == {"resigned"}
    assert match_report(course).losses == 8
    assert match_report(course).failures[0] == {}


@pytest.mark.parametrize(
    ("mode", "kind", "settings"),
    [
        ("crash", "crash", {}),
        ("illegal", "illegal", {}),
        *one_in(
            3, [("slow", "time", {"clock": 1.0}), ("slow", "time", {"clock": 2.0}), ("hang", "hang", {"patience": 3.0})]
        ),
    ],
)
def test_a_program_that_fails_loses_the_game_is_started_again_and_three_in_a_row_stop_it(mode, kind, settings):
    plan = make_plan("tictactoe", [fake("gtp", mode), "first"], 8, openings="0", **settings)
    course = played(plan)
    rows = [row for _fixture, row in course.list_played_games()]
    assert course.ended == "failures"
    assert course.failing == plan.players[0]
    assert 3 <= len(rows) < 8  # what was going on already when the third one failed is there too
    assert all(
        row.reason.startswith(kind) and row.plies >= 2 for row in rows
    )  # one good move each time: it was started again
    assert match_report(course).failures[0] == {kind: len(rows)}
    assert match_report(course).losses == len(rows)


def test_a_program_that_is_not_there_loses_too():
    course = played(make_plan("tictactoe", ["gtp:/no/such/program", "first"], 8))
    assert course.ended == "failures"
    assert match_report(course).failures[0]["crash"] == course.done < 8


@pytest.mark.skipif(shutil.which("yes") is None, reason="a program that talks without end")
def test_a_program_that_talks_without_end_gives_no_answer():
    course = played(make_plan("tictactoe", ["gtp:yes", "first"], 8, patience=0.2))
    assert course.ended == "failures"
    assert match_report(course).failures[0]["hang"] == course.done


def test_a_failure_now_and_then_stops_nothing(tmp_path):
    rules = tmp_path / "my_game.py"
    rules.write_text(RULES)
    plan = make_plan(f"{rules}:My", ["random", "alphabeta depth=1 heuristic=shaky"], 40, openings="0", seed=4)
    course = played(plan)
    report = match_report(course)
    assert (course.ended, report.games) == ("done", 40)
    assert set(report.failures[1]) == {"crash"}
    assert 0 < report.failures[1]["crash"] < 40
    assert report.failures[0] == {}
    assert any("KeyError" in row.reason for _fixture, row in course.list_played_games())


@POSIX
def test_a_heuristic_without_end_is_a_hang(tmp_path):
    rules = tmp_path / "my_game.py"
    rules.write_text(RULES)
    players = ["alphabeta depth=1 heuristic=sleep", "alphabeta depth=1 heuristic=spin"]
    course = played(make_plan(f"{rules}:My", players, 4, openings="0", patience=0.2))
    rows = [row for _fixture, row in course.list_played_games()]
    assert [(row.failed, row.outcome, row.reason.partition(":")[0], row.plies) for row in rows] == [
        (0, -1, "hang", 0)
    ] * 4
    assert match_report(course).failures[:2] == ({"hang": 2}, {"hang": 2})


def test_rules_that_fail_are_told_in_a_sentence(tmp_path):
    rules = tmp_path / "bad_game.py"
    rules.write_text(
        RULES
        + "    def play(self, state, move):\n        return super().play(state, move) if sum(state.piles) > 9 else "
        "1 // 0\n"
    )
    job = {
        "game": f"{rules}:My", "checks": {}, "clock": None, "patience": PATIENCE,
        "games": [{"number": 0, "max": "first", "min": "first", "position": "", "opening": [], "seed": 1}],
    }  # fmt: skip
    with pytest.raises(RulesError, match="fail"):
        play_job(job)


def die_once(path):
    """Kill this worker, unless that was done before."""
    if not os.path.exists(path):
        Path(path).write_text("")
        os.kill(os.getpid(), signal.SIGKILL)
    return "alive"


def die():
    """Kill this worker."""
    os._exit(9)


def test_the_pool_survives_its_workers(tmp_path):
    with LocalPool(2) as pool:
        futures = [
            pool.submit(die_once, str(tmp_path / "mark")),
            pool.submit(die),
            *(pool.submit(abs, -n) for n in range(5)),
        ]
        assert futures[0].result(PATIENCE) == "alive"
        with pytest.raises(WorkerDied):
            futures[1].result(PATIENCE)
        assert [future.result(PATIENCE) for future in futures[2:]] == list(range(5))
        assert pool.submit(abs, -3).result(PATIENCE) == 3


def test_a_player_that_kills_its_worker_loses(tmp_path):
    rules = tmp_path / "my_game.py"
    rules.write_text(RULES)
    deadly = make_plan(f"{rules}:My", ["first", "alphabeta depth=1 heuristic=die"], 4, openings="0")
    with LocalPool(1) as pool:
        course = played(deadly, tmp_path / "store", pool)
    assert (course.ended, course.failing) == ("failures", deadly.players[1])
    assert match_report(course).failures[1] == {"crash": 3}
    assert match_report(course).wins == 3


def test_games_that_no_worker_survives_are_recorded_and_not_counted(tmp_path):
    class Doomed(Inline):
        def submit(self, function, /, *arguments, **named):
            answer = Future()
            answer.set_exception(WorkerDied("gone"))
            return answer

    course = played(make_plan("tictactoe", ["first", "random"], 20), tmp_path / "store", Doomed())
    assert (course.ended, course.failing) == ("failures", "")
    assert match_report(course).failures[-1] == {"worker": 3}
    assert match_report(course).games == 0


@pytest.mark.parametrize(
    ("command", "words", "player"),
    [
        ("match", ("engine depth=2", "random"), "engine depth=2"),
        ("match", ("engine depth=2", "random", "--json", *HERE), "engine depth=2"),
        ("tournament", ("engine depth=2", "random"), "engine depth=2"),
        ("tournament", ("engine depth=2", "random", "--json", *HERE), "engine depth=2"),
        ("tournament", ("engine depth=2", "random", "first", "--kind", "ladder", *HERE), "engine depth=2"),
        ("compare-heuristics", ("--time", "0.01"), "engine depth=4 heuristic="),
        ("compare-heuristics", ("--time", "0.01", "--json", *HERE), "engine depth=4 heuristic="),
    ],
)
def test_a_mistake_of_our_own_is_an_error_and_no_strength(run, tmp_path, command, words, player):
    rules = tmp_path / "my_game.py"  # it breaks the engine in every process that loads it, and is no part of the crash
    rules.write_text(
        "import operator\nfrom elagage.arena.players import built_in_players\n"
        "if not hasattr(built_in_players, 'real_ask'):\n"
        "    built_in_players.real_ask, built_in_players.ask = built_in_players.ask, operator.itemgetter(1)\n"
        "from elagage.games.nim import Nim\nclass My(Nim):\n    def heuristic_one(self, state):\n        return 1\n"
        "    def heuristic_two(self, state):\n        return 2\n"
    )
    try:
        code, out, err = run(command, f"{rules}:My", *words, "--games", "8")
    finally:
        built_in_players.ask = built_in_players.__dict__.pop("real_ask", built_in_players.ask)
    assert (code, out) == (2, "")
    assert f"The player {player}" in err
    assert "fails in this program's own code (TypeError" in err
    assert "Elo" not in err


def test_a_player_of_ours_whose_process_dies_has_no_strength(run, tmp_path):
    rules = tmp_path / "my_game.py"
    rules.write_text(RULES)
    words = ("match", f"{rules}:My", "first", "alphabeta depth=1 heuristic=die", "--games", "8", "--workers", "2")
    code, out, err = run(*words)
    assert code not in (0, 2)
    assert "failed three times in a row" in err
    assert "Elo" not in out
    code, out, _err = run(*words, "--json")
    told = json.loads(out)
    assert (told["elo"], told["interval"], told["ended"]) == (None, [None, None], "failures")
    assert told["failures"]["second"]["crash"] >= 3


def command(path, *more):
    words = [
        "tournament",
        "tictactoe",
        "random",
        "greedy",
        "alphabeta depth=1",
        "--games",
        "400",
        "--workers",
        "2",
        "--store",
        str(path),
    ]
    return [sys.executable, "-m", "elagage", *words, *more]


@POSIX
@pytest.mark.parametrize("times", [3, pytest.param(6, marks=pytest.mark.slow)])
def test_a_run_that_is_killed_again_and_again_ends_with_the_same_table(tmp_path, times):
    """Each time it is killed once the file has been written to some times more, which it is at every commit."""
    wild = tmp_path / "wild"
    undisturbed = subprocess.run(command(tmp_path / "calm"), capture_output=True, check=True)
    chooser, counts = random.Random(5), [0]
    environment = {**os.environ, "ARENA_TEST": f"kill-{os.getpid()}"}
    for _time in range(times):
        running = subprocess.Popen(command(wild), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environment)
        wait_for_commits(wild, running, chooser.randrange(1, 5))
        running.kill()
        running.wait()
        until(lambda: not processes_with(environment["ARENA_TEST"]))
        counts.append(count_games(wild))
        assert counts[-1] >= counts[-2]
    last = subprocess.run(command(wild), capture_output=True, check=True)
    assert any(0 < count < 1200 for count in counts), counts
    assert last.stdout == undisturbed.stdout
    assert count_games(tmp_path / "wild") == 1200
    assert moves_of(tmp_path / "wild") == moves_of(tmp_path / "calm")


def wait_for_commits(path, process, count):
    """Wait until the file has been written to so many times, or the process has ended."""
    for _commit in range(count):
        before = written_at(path)
        until(lambda before=before: written_at(path) != before or process.poll() is not None)


def written_at(path):
    return path.stat().st_mtime_ns if path.exists() else 0


def moves_of(path):
    return asked(path, "SELECT number, outcome, moves FROM games ORDER BY number")


@POSIX
def test_a_killed_parent_leaves_nobody_not_even_a_program_that_hangs(tmp_path):
    mark = f"orphan-{os.getpid()}"
    words = ["match", "tictactoe", fake("gtp", "hang"), "first", "--workers", "2", "--openings", "0"]
    running = subprocess.Popen(
        [sys.executable, "-m", "elagage", *words], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        env={**os.environ, "ARENA_TEST": mark},
    )  # fmt: skip
    until(lambda: any(b"fake_engine" in cmdline(number) for number in processes_with(mark)))
    running.kill()
    running.wait()
    until(lambda: not processes_with(mark))


def cmdline(number):
    try:
        return Path(f"/proc/{number}/cmdline").read_bytes().split(b"\0")[1]
    except (OSError, IndexError):
        return b""


@POSIX
def test_ctrl_c_ends_in_good_order_and_says_how_to_go_on(tmp_path):
    words = [
        "match",
        "tictactoe",
        "alphabeta depth=5",
        "alphabeta depth=5",
        "--games",
        "5000",
        "--workers",
        "1",
        "--store",
        str(tmp_path / "s"),
    ]
    running = subprocess.Popen(
        [sys.executable, "-m", "elagage", *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        env={**os.environ, "ELAGAGE_LANG": "en"},
    )  # fmt: skip
    wait_for_commits(tmp_path / "s", running, 4)
    running.send_signal(signal.SIGINT)
    out, err = running.communicate(timeout=PATIENCE)
    assert running.returncode == 130
    assert "games" in out
    assert re.search(r"To go on: elagage match tictactoe .* --store ", err)
    assert "Traceback" not in err
