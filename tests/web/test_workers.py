"""The processes that work for the server: they die, loop, swell and grow old, and nobody else suffers from it."""

from __future__ import annotations

import json
import os
import signal
import threading
from contextlib import contextmanager

import pytest
from patience import PATIENCE, until

from elagage.web.http_errors import Refusal
from elagage.web.workers import crew, supervisor
from elagage.web.workers.frames import MOST_BYTES, read_frame, write_frame
from elagage.web.workers.kinds import ANALYSE, FIGURE, KINDS, PLAY, QUICK, THINK, Kind, Lane, usual_lanes
from elagage.web.workers.supervisor import Searches

HOSTILE = '''
import os
import signal
from pathlib import Path

from elagage.games.mnk import Mnk


class Hostile(Mnk):
    """What a move does depends on its square."""

    compiles = False

    def __init__(self):
        super().__init__(3, 3, 3)

    def play(self, state, move):
        name, mark = self.move_name(state, move), Path(__file__).with_name("died")
        if name == "a1" or (name == "a2" and not mark.exists()):
            mark.write_text("once")
            os.kill(os.getpid(), signal.SIGKILL)
        while name == "b1":
            pass
        kept = []
        while name == "c1":
            kept.append(bytearray(b"x" * 1_000_000))
        if name == "b2":
            print("this is said by the rules, and is no answer", flush=True)
        return super().play(state, move)
'''


@pytest.fixture
def hostile(tmp_path):
    path = tmp_path / "hostile.py"
    path.write_text(HOSTILE)
    return str(path)


@contextmanager
def searches(*given, **named):
    found = Searches(*given, **named)
    try:
        yield found
    finally:
        found.close()


class Ask:
    """A question to workers, and what is heard of it."""

    def __init__(self, found, kind, task, request, person="somebody", **named):
        self.heard, self.ended = [], threading.Event()
        self.job = found.submit(kind, person, task, request, self.hear, **named)

    def hear(self, header, body):
        self.heard.append((header, body))
        if header.get("last"):
            self.ended.set()

    def infos(self):
        """The depths that were told of."""
        return [json.loads(body)["depth"] for header, body in self.heard if header["event"] == "info"]

    def answer(self):
        """The status of the last answer, and the answer."""
        assert self.ended.wait(PATIENCE)
        header, body = self.heard[-1]
        return header.get("status", 200), json.loads(body)


def position(found, *moves, game="file", person="somebody"):
    return Ask(found, QUICK, "position", {"game": game, "moves": list(moves)}, person).answer()


def test_a_worker_that_dies_again_costs_one_question(hostile):
    with searches({"game": hostile, "own": True}) as found:
        status, answer = position(found, "a1")
        assert status == 500
        assert set(answer["error"]) == {"en", "fr"}
        assert "twice" in answer["error"]["en"]
        assert found.deaths == 2
        assert position(found, "c3")[0] == 200


def test_what_dies_once_is_tried_on_a_new_worker(hostile):
    with searches({"game": hostile, "own": True}) as found:
        status, answer = position(found, "a2")
        assert (status, answer["ply"], found.deaths) == (200, 1, 1)


def test_a_worker_that_somebody_kills_is_replaced():
    with searches() as found:
        asked = Ask(found, ANALYSE, "analyse", {"game": "othello"}, ident="a", seconds=2)
        until(lambda: asked.heard)
        os.kill(found.running[0].worker.pid, signal.SIGKILL if os.name == "posix" else signal.SIGTERM)
        status, answer = asked.answer()
        assert (status, answer["event"], answer["id"]) == (200, "result", "a")
        assert asked.infos() == sorted(set(asked.infos()))
        assert found.deaths == 1


def test_rules_that_never_end_are_ended_from_outside(hostile):
    bounds = {**KINDS, QUICK: Kind(2, 48, 512, 3.0)}
    with searches({"game": hostile, "own": True}, kinds=bounds) as found:
        status, answer = position(found, "b1")
        assert status == 400
        assert "too long" in answer["error"]["en"]
        assert position(found, "c3")[0] == 200


def test_rules_that_take_all_memory_are_ended_from_outside(hostile, monkeypatch):
    monkeypatch.setattr(supervisor, "MOST_MEMORY", 250_000_000)
    with searches({"game": hostile, "own": True}) as found:
        status, answer = position(found, "c1")
        assert status == 400
        assert "memory" in answer["error"]["en"]
        assert position(found, "c3")[0] == 200


def test_what_rules_print_is_no_answer(hostile, capfd):
    with searches({"game": hostile, "own": True}) as found:
        assert position(found, "b2")[0] == 200
        assert "said by the rules" in capfd.readouterr().err


def test_a_worker_that_has_loaded_many_games_is_renewed(monkeypatch):
    monkeypatch.setattr(crew, "MOST_GAMES", 3)
    with searches(lanes=(Lane("one", (QUICK,), 1),)) as found:
        seen = set()
        for size in range(3, 10):
            assert position(found, game=f"mnk:{size},{size},3")[0] == 200
            seen.add(size)
            assert all(len(worker.games) <= 3 for worker in found.workers)
        assert found.deaths == 0
        until(lambda: len(found.workers) <= 1)


def test_a_worker_that_has_grown_is_renewed(monkeypatch):
    monkeypatch.setattr(crew, "MOST_RESTING", 1)
    with searches() as found:
        assert position(found, game="nim")[0] == 200
        until(lambda: not found.workers)
        assert position(found, game="nim")[0] == 200
        assert found.deaths == 0


def test_people_take_turns(hostile):
    ended = []
    with searches({"game": hostile, "own": True}, lanes=(Lane("one", (QUICK,), 1),)) as found:
        asks = []
        for person, count in (("greedy", 12), ("modest", 2)):
            for number in range(count):
                ask = Ask(found, QUICK, "position", {"game": "file"}, person)
                ask.job.hear = lambda *heard, ask=ask, person=person: (ended.append(person), ask.hear(*heard))
                asks.append((number, ask))
        assert all(ask.answer()[0] == 200 for _number, ask in asks)
    assert ended[:5].count("modest") == 2


def test_a_person_has_a_quota_and_others_have_theirs():
    bounds = {**KINDS, ANALYSE: Kind(1, 2, 6, 20.0)}
    with searches(kinds=bounds, lanes=(Lane("one", (ANALYSE,), 1),)) as found:
        asks = [Ask(found, ANALYSE, "analyse", {"game": "othello"}, seconds=60) for _number in range(3)]
        with pytest.raises(Refusal) as refusal:
            Ask(found, ANALYSE, "analyse", {"game": "othello"}, seconds=60)
        assert refusal.value.status == 429
        others = [Ask(found, ANALYSE, "analyse", {"game": "othello"}, f"p{n}", seconds=60) for n in range(4)]
        with pytest.raises(Refusal, match="people"):
            Ask(found, ANALYSE, "analyse", {"game": "othello"}, "late", seconds=60)
        found.stop(asks[-1].job)
        others.append(Ask(found, ANALYSE, "analyse", {"game": "othello"}, "late", seconds=60))
        for ask in (*asks, *others):
            found.stop(ask.job)
        until(lambda: not found.running and not found.waiting)
        assert found.begun == found.ended


def test_analyses_without_end_give_way_and_go_on_from_where_they_were(monkeypatch):
    monkeypatch.setattr(supervisor, "SLICE", 0.2)
    with searches(lanes=(Lane("one", (ANALYSE,), 1),)) as found:
        asks = [Ask(found, ANALYSE, "analyse", {"game": "othello"}, f"p{n}", seconds=60) for n in range(3)]
        until(lambda: all(ask.job.turns >= 2 and ask.infos() for ask in asks))
        for ask in asks:
            found.stop(ask.job)
        until(lambda: not found.running)
        assert found.begun == found.ended == 3
    for ask in asks:
        assert ask.infos() == sorted(set(ask.infos()))


def test_an_analysis_that_gave_way_ends_with_the_best_it_had(monkeypatch):
    monkeypatch.setattr(supervisor, "SLICE", 0.2)
    with searches(lanes=(Lane("one", (ANALYSE,), 1),)) as found:
        asks = [Ask(found, ANALYSE, "analyse", {"game": "othello"}, f"p{n}", seconds=2.5) for n in range(2)]
        for ask in asks:
            status, answer = ask.answer()
            assert (status, answer["event"]) == (200, "result")
            assert answer["depth"] >= max(ask.infos(), default=0)
            assert answer["moves"]
        assert max(ask.job.turns for ask in asks) > 1


def test_a_review_that_gave_way_tells_of_every_position_once(monkeypatch):
    monkeypatch.setattr(supervisor, "SLICE", 0.2)
    moves = ["4", "4", "3", "5", "2", "1"]
    with searches(lanes=(Lane("one", (ANALYSE,), 1),)) as found:
        request = {"game": "connect4", "moves": moves, "seconds": 0.3}
        asks = [Ask(found, ANALYSE, "review", request, f"p{n}", seconds=5) for n in range(2)]
        for ask in asks:
            status, answer = ask.answer()
            assert (status, answer["event"]) == (200, "result")
            plies = [json.loads(body)["ply"] for header, body in ask.heard if header["event"] == "ply"]
            assert plies == list(range(len(moves) + 1))
        assert max(ask.job.turns for ask in asks) > 1


def test_a_system_without_room_for_processes_refuses_and_recovers(monkeypatch):
    with searches() as found:
        monkeypatch.setattr(crew, "WorkerProcess", lambda *_given: (_ for _ in ()).throw(BlockingIOError()))
        status, answer = position(found, game="nim")
        assert status == 429
        assert set(answer["error"]) == {"en", "fr"}
        monkeypatch.undo()
        assert position(found, game="nim")[0] == 200
        assert found.begun == found.ended == 2


def test_each_kind_leaves_a_process_to_those_before_it():
    for cores in (1, 2, 8):
        for lane in usual_lanes(cores):
            team = crew.Crew(lane, {}, lambda *_heard: None, lambda _worker: None)
            begun = dict.fromkeys(lane.kinds, 0)
            for kind in reversed(lane.kinds):
                while team.may_begin(kind):
                    begun[kind] += 1
                    team.busy[len(team.busy)] = Ask(NOBODY, kind, "", {}).job
            assert all(begun.values()), (cores, begun)
            assert len(team.busy) == lane.processes
    assert usual_lanes(2)[0].kinds == (QUICK, PLAY, THINK)


class Nobody:
    """Takes questions and does nothing."""

    def submit(self, kind, person, task, request, hear):
        return supervisor.Job(kind, KINDS[kind], person, task, request, hear)


NOBODY = Nobody()


def test_when_the_server_is_gone_its_workers_go(hostile):
    with searches({"game": hostile, "own": True}) as found:
        looping = Ask(found, QUICK, "position", {"game": "file", "moves": ["b1"]})
        until(lambda: looping.job.worker is not None)
        worker = looping.job.worker
        worker.retire()  # what it sees when the server dies: the end of its input
        until(lambda: worker.process.poll() is not None)


def test_frames_come_back_and_nonsense_is_the_end(tmp_path):
    path = tmp_path / "frames"
    with path.open("wb") as stream:
        write_frame(stream, {"a": "é"}, b"\n\x00{")
        write_frame(stream, {"b": 1})
    with path.open("rb") as stream:
        assert read_frame(stream) == ({"a": "é", "size": 3}, b"\n\x00{")
        assert read_frame(stream) == ({"b": 1, "size": 0}, b"")
        assert read_frame(stream) is None
    sizes = ("-1", "5", str(MOST_BYTES + 1), '"x"', "null", "1e999")
    for nonsense in (b"{\n", b"[]\n", b"x" * 9000, *(f'{{"size": {size}}}\nabc'.encode() for size in sizes)):
        path.write_bytes(nonsense)
        with path.open("rb") as stream:
            assert read_frame(stream) is None, nonsense


BROKEN = """
import operator
from elagage.games.mnk import Mnk
from elagage.web.answers import {module}
if not hasattr({module}, "kept"):
    {module}.kept, {module}.{function} = {module}.{function}, operator.itemgetter(1)
class My(Mnk):
    def __init__(self):
        super().__init__(3, 3, 3)
"""


@pytest.mark.parametrize(
    ("module", "function", "kind", "task"),
    [
        ("analysis_jobs", "choose", PLAY, "play"),
        ("tasks", "heuristic_json", QUICK, "explain"),
        ("figure_answers", "tree_json", FIGURE, "tree"),
        ("figure_answers", "path_json", FIGURE, "path"),
    ],
)
def test_what_fails_in_our_own_code_is_told_as_ours(tmp_path, capfd, module, function, kind, task):
    rules = tmp_path / "my_game.py"  # it breaks one function in the process that loads it, and is no part of the fault
    rules.write_text(BROKEN.format(module=module, function=function))
    with searches({"game": str(rules), "own": True}) as found:
        for _time in range(2):
            asked = Ask(found, kind, task, {"game": "file", "moves": ["b2"], "level": 2, "rows": ["S.G"]}, ident="a")
            status, answer = asked.answer()
            assert status == 500
            assert "went wrong in the server" in answer["error"]["en"]
        assert position(found, "b2", "a1")[0] == 200
        assert found.deaths == 0
    assert "TypeError: " in capfd.readouterr().err


def test_rules_that_fail_are_no_fault_of_ours(tmp_path):
    rules = tmp_path / "my_game.py"
    rules.write_text(
        "from elagage.games.mnk import Mnk\nclass My(Mnk):\n"
        "    def __init__(self):\n        super().__init__(3, 3, 3)\n"
        "    def play(self, state, move):\n        return {}[self.move_name(state, move)]\n"
    )
    with searches({"game": str(rules), "own": True}) as found:
        for kind, task, moves in ((PLAY, "play", []), (FIGURE, "tree", []), (QUICK, "position", ["b2"])):
            asked = Ask(found, kind, task, {"game": "file", "moves": moves, "level": 10, "seed": 1}, ident="a")
            status, answer = asked.answer()
            assert (status, "KeyError" in answer["error"]["en"]) == (400, True), task
