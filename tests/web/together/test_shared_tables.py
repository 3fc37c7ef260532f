"""Two people play at one table from two machines, and others watch: over real sockets, through a real server."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from contextlib import AsyncExitStack, closing

import pytest
from patience import PATIENCE, until
from people_at_tables import Player
from web_server import both, run_web_server, shared_searches, sit_at, visit

from elagage.web.app import make_context
from elagage.web.saved_games import Store
from elagage.web.together import hall, rooms, table_store

pytest_plugins = ["web_server"]
"""Its fixtures: context, client and app."""

X_WINS = ["a1", "a2", "b1", "b2", "c1"]


@pytest.fixture
def port(context):
    with run_web_server(context, "0.0.0.0") as number:
        yield number


async def sit_down(stack, port, side=0, game="tictactoe", **more):
    """Ada and Blaise at a new table, both watching; Ada has made it."""
    ada, blaise = Player(port, "Ada"), Player(port, "Blaise")
    for each in (ada, blaise):
        await stack.enter_async_context(each.online())
    table = ada.make_table(game, side=side, **more)
    await ada.watch(table)
    await blaise.watch(table)
    assert (await blaise.act(table, "sit"))["event"] == "result"
    await ada.hear(lambda message: message["event"] == "table" and None not in message["seats"])
    return table, ada, blaise


async def play_all(table, moves, *players):
    """Make moves in turn, each of which all players see."""
    for ply, move in enumerate(moves):
        assert (await players[ply % 2].act(table, "move", ply=ply, move=move))["event"] == "result"
        await players[1 - ply % 2].see(moves=moves[: ply + 1])


def run(scene, *given):
    """A scene with several people."""

    async def all_of_it():
        async with AsyncExitStack() as stack:
            return await scene(stack, *given)

    return asyncio.run(asyncio.wait_for(all_of_it(), PATIENCE))


def test_two_play_a_game_and_it_is_kept_for_both(port):
    async def scene(stack):
        table, ada, blaise = await sit_down(stack, port)
        carl = await stack.enter_async_context(Player(port, "Carl").online())
        first = await carl.watch(table)
        assert (first["you"], first["watching"], first["moves"]) == (None, 1, [])
        assert [seat["name"] for seat in first["seats"]] == ["Ada", "Blaise"]
        assert all(seat["here"] for seat in first["seats"])
        await play_all(table, X_WINS, ada, blaise)
        last = await carl.see(moves=X_WINS)
        assert (last["over"], last["end"], last["player"]) == (True, "", last["player"])
        assert (await blaise.act(table, "move", ply=5, move="c2"))["status"] == 409
        for each in (ada, blaise):
            (game,) = each.http.get("/api/saved").json()
            assert game["name"] == "Ada – Blaise"
            record = each.http.get(f"/api/saved/{game['id']}").json()["record"]
            assert record == {"game": "tictactoe", "position": None, "text": ".".join(X_WINS), "at": 5}
        assert carl.http.get("/api/saved").json() == []

    run(scene)


def test_who_may_do_what(port):
    async def scene(stack):
        table, ada, blaise = await sit_down(stack, port)
        carl, nobody = Player(port, "Carl"), Player(port)
        for each in (carl, nobody):
            await stack.enter_async_context(each.online())
            await each.watch(table)
        assert (await carl.act(table, "sit"))["status"] == 409
        for act in ("resign", "draw", "decline", "rematch"):
            assert (await carl.act(table, act))["status"] == 403
            assert (await nobody.act(table, act))["status"] == 403
        assert (await nobody.act(table, "sit"))["status"] == 403
        assert (await carl.act(table, "move", ply=0, move="a1"))["status"] == 403
        assert (await blaise.act(table, "move", ply=0, move="a1"))["status"] == 409  # it is Ada's turn
        assert (await ada.act(table, "move", ply=0, move="z9"))["status"] == 400
        assert (await ada.act(table, "move", ply=1, move="a1"))["status"] == 409
        assert (await ada.act(table, "rematch"))["status"] == 409
        assert (await ada.act(table, "fly"))["status"] == 400
        assert (await ada.act(table, "move", ply=0, move="a1"))["event"] == "result"
        assert (await ada.act(table, "move", ply=0, move="a1"))["event"] == "result"  # told once more, made once
        assert (await ada.act(table, "move", ply=0, move="b1"))["status"] == 409
        assert (await blaise.see(moves=["a1"]))["you"] == 1

    run(scene)


def test_nobody_moves_before_both_are_there_and_a_lonely_table_can_be_taken_away(port):
    async def scene(stack):
        ada = await stack.enter_async_context(Player(port, "Ada").online())
        table = ada.make_table(side=0)
        assert (await ada.watch(table))["seats"][1] is None
        assert (await ada.act(table, "move", ply=0, move="a1"))["status"] == 409
        assert Player(port, "Blaise").http.delete(f"/api/tables/{table}").status_code == 403
        assert ada.http.delete(f"/api/tables/{table}").status_code == 200
        await ada.hear(lambda message: message["event"] == "gone")
        assert (await ada.watch(table))["status"] == 404
        table, one, _other = await sit_down(stack, port)
        assert one.http.delete(f"/api/tables/{table}").status_code == 409

    run(scene)


def test_resigning_a_draw_and_a_rematch_with_the_sides_exchanged(port):
    async def scene(stack):
        table, ada, blaise = await sit_down(stack, port)
        await ada.act(table, "draw")
        assert (await blaise.see(offer=0))["end"] == ""
        await blaise.act(table, "decline")
        await ada.see(offer=None, end="")
        await ada.act(table, "draw")
        await ada.act(table, "move", ply=0, move="a1")
        assert (await blaise.see(moves=["a1"]))["offer"] == 0
        await blaise.act(table, "move", ply=1, move="b1")  # playing on declines
        assert (await ada.see(moves=["a1", "b1"]))["offer"] is None
        await blaise.act(table, "draw")
        await ada.act(table, "draw")
        assert (await blaise.see(end="d"))["over"] is False
        await blaise.act(table, "rematch")
        await ada.see(rematch=1)
        await ada.act(table, "decline")
        await blaise.see(rematch=None)
        await blaise.act(table, "rematch")
        await ada.act(table, "rematch")
        again = await blaise.see(round=2)
        assert (again["you"], again["moves"], again["end"]) == (0, [], "")
        await blaise.act(table, "move", ply=0, move="b2")
        await ada.see(moves=["b2"])
        await ada.act(table, "resign")
        await blaise.see(end="r1")
        records = [blaise.http.get(f"/api/saved/{game['id']}").json() for game in blaise.http.get("/api/saved").json()]
        assert [(each["name"], each["record"]["text"]) for each in records] == [
            ("Blaise – Ada", "b2!r1"), ("Ada – Blaise", "a1.b1!d"),
        ]  # fmt: skip

    run(scene)


def test_the_clock_is_the_servers(port):
    async def scene(stack):
        table, ada, blaise = await sit_down(stack, port, seconds=10, more=5)
        before = (await ada.watch(table))["clock"]
        assert before == {"seconds": 10, "more": 5, "left": [10, 10], "running": None}
        await ada.act(table, "move", ply=0, move="a1")
        assert (await blaise.see(moves=["a1"]))["clock"]["running"] == 1
        await blaise.act(table, "move", ply=1, move="b1")
        clock = (await ada.see(moves=["a1", "b1"]))["clock"]
        assert clock["running"] == 0
        assert 5 < clock["left"][1] <= 15

    run(scene)


def test_whoever_runs_out_of_time_has_lost(port, context):
    async def scene(stack):
        table, ada, blaise = await sit_down(stack, port, seconds=10)
        await ada.act(table, "move", ply=0, move="a1")
        room = context.hall.rooms[table]
        room.game.clock.left[1] = 0.2
        await ada.act(table, "draw")  # the timer is set anew with what is left now
        assert (await ada.see(end="t1"))["clock"]["left"][1] == 0
        assert (await blaise.act(table, "move", ply=1, move="b1"))["status"] == 409

    run(scene)


def test_a_table_outlives_its_server_and_so_does_a_seat(tmp_path):
    store = Store(tmp_path / "kept.sqlite3")

    def make():
        return make_context(store=store, language="en", searches=shared_searches())

    async def first(stack, port):
        table, ada, blaise = await sit_down(stack, port, seconds=600)
        await play_all(table, X_WINS[:3], ada, blaise)
        return table, ada

    with run_web_server(make(), "0.0.0.0") as port:
        table, ada = run(first, port)

    async def second(stack, port):
        again = Player(port)
        names = {name.rpartition("_")[0]: value for name, value in ada.http.cookies.items()}
        again.http.cookies.set(f"elagage_person_{port}", names["elagage_person"])  # as on the same port
        await stack.enter_async_context(again.online())
        view = await again.watch(table)
        assert (view["you"], view["moves"], view["clock"]["running"]) == (0, X_WINS[:3], 1)
        assert [each["table"] for each in again.http.get("/api/tables").json()["tables"]] == [table]

    with run_web_server(make(), "0.0.0.0") as port:
        run(second, port)


def test_nothing_of_one_table_reaches_another(port):
    async def scene(stack):
        table, ada, blaise = await sit_down(stack, port)
        other, carl, dora = await sit_down(stack, port, game="nim:2,1")
        await play_all(table, X_WINS[:2], ada, blaise)
        await carl.act(other, "move", ply=0, move="a1")
        await dora.see(moves=["a1"])
        for each in (carl, dora):
            assert {message["table"] for message in each.seen if message["event"] == "table"} == {other}
            assert table not in json.dumps(each.seen)
            assert [one["table"] for one in each.http.get("/api/tables").json()["tables"]] == [other]

    run(scene)


def test_a_table_may_begin_in_the_middle_of_a_game_and_at_a_position(port):
    async def scene(stack):
        ada = await stack.enter_async_context(Player(port, "Ada").online())
        table = ada.make_table("tictactoe", moves=["a1", "b2"], side=None)
        view = await ada.watch(table)
        assert (view["moves"], view["start"], view["player"]) == (["a1", "b2"], 2, 0)
        assert view["you"] in (0, 1)
        ended = ada.http.post("/api/tables", json={"game": "tictactoe", "moves": X_WINS})
        assert ended.status_code == 400
        assert "ended" in both(ended)

    run(scene)


def test_what_makes_no_sense_is_refused(port, monkeypatch):
    ada, nobody = Player(port, "Ada"), Player(port)
    assert nobody.http.post("/api/tables", json={"game": "nim"}).status_code == 403
    for odd in ({}, {"game": 3}, {"game": "chess"}, {"game": "nim", "side": 2}, {"game": "nim", "moves": "a1"},
                {"game": "nim", "seconds": 1}, {"game": "nim", "more": -1}, {"game": "nim", "moves": ["z"]},
                {"game": "x" * 5000}, {"game": "nim", "position": "x" * 5000}, {"game": "/etc/passwd.py"}):  # fmt: skip
        answer = ada.http.post("/api/tables", json=odd)
        assert answer.status_code == 400, odd
        both(answer)

    async def scene(stack):
        await stack.enter_async_context(ada.online())
        for odd in ("", "../etc", "aaaaaaaaaaaa", "class", 7, None, "x" * 100):
            answer = await ada.watch(odd)
            assert (answer["event"], answer["status"] in (400, 404)) == ("error", True), odd

    run(scene)
    monkeypatch.setattr(hall, "QUICK_ACTS", 0)
    assert ada.http.post("/api/tables", json={"game": "nim"}).status_code == 429


def test_limits(port, monkeypatch):
    async def scene(stack):
        table, ada, _blaise = await sit_down(stack, port)
        monkeypatch.setattr(rooms, "MOST_WATCHERS", 2)
        carl = await stack.enter_async_context(Player(port, "Carl").online())
        assert (await carl.watch(table))["status"] == 409
        monkeypatch.setattr(table_store, "MOST_OF_PERSON", 1)
        assert ada.http.post("/api/tables", json={"game": "nim"}).status_code == 409
        lonely = carl.make_table()
        assert carl.make_table() != lonely  # nobody has joined that one: it makes room
        assert (await carl.watch(lonely))["status"] == 404
        monkeypatch.setattr(table_store, "MOST_TABLES", 2)
        assert Player(port, "Dora").http.post("/api/tables", json={"game": "nim"}).status_code == 409
        for number in range(hall.QUICK_ACTS + 5):
            await carl.send(do="act", table=table, act="sit", number=number)
        await carl.hear(lambda message: message.get("status") == 429)

    run(scene)


def test_a_table_that_is_left_for_long_goes_and_its_game_is_kept(port, monkeypatch, context):
    async def scene(stack):
        table, ada, blaise = await sit_down(stack, port)
        await play_all(table, X_WINS[:2], ada, blaise)
        return ada

    ada = run(scene)
    until(lambda: not context.hall.rooms)
    monkeypatch.setattr(table_store, "IDLE", -1.0)
    other = Player(port, "Carl")
    other.make_table("nim")
    monkeypatch.undo()
    assert ada.http.get("/api/tables").json()["tables"] == []
    assert [game["name"] for game in ada.http.get("/api/saved").json()] == ["Ada – Blaise"]


def test_somebody_who_is_forgotten_sits_nowhere(port):
    async def scene(stack):
        _table, _ada, blaise = await sit_down(stack, port)
        return blaise

    blaise = run(scene)
    host = Player(port, host=True)
    for person in host.http.get("/api/people").json():
        host.http.delete(f"/api/people/{person['id']}")
    assert blaise.http.get("/api/tables").json()["tables"] == []


def test_the_invitation_leads_from_another_machine_to_this_server(app):
    invited = sit_at(app).get("/api/tables").json()["invitation"]
    assert invited.endswith(":8462/?token=secret")
    assert "127.0.0.1" not in invited
    assert visit(app, "Ada").get("/api/tables").json()["invitation"] == "http://192.168.1.5:8462/?token=secret"


def test_where_nobody_else_can_come_it_is_said_how_they_could(client):
    assert client.get("/api/tables").json() == {"tables": [], "invitation": None}
    refused = client.post("/api/tables", json={"game": "nim"})
    assert "--class" in both(refused)


def test_a_users_own_game_is_played_together(tmp_path):
    path = tmp_path / "matches.py"
    path.write_text(
        "def start():\n    return (5, 0)\n\ndef player(state):\n    return state[1]\n\n"
        "def over(state):\n    return state[0] == 0\n\ndef moves(state):\n    return range(1, min(3, state[0]) + 1)\n\n"
        "def play(state, move):\n    return (state[0] - move, 1 - state[1])\n\n"
        "def score(state):\n    return 1 if state[1] else -1\n"
    )
    context = make_context(str(path), store=Store(tmp_path / "kept.sqlite3"), language="en")

    async def scene(stack, port):
        table, ada, blaise = await sit_down(stack, port, game="file")
        await play_all(table, ["3", "2"], ada, blaise)
        assert (await ada.watch(table))["over"] is True

    try:
        with run_web_server(context, "0.0.0.0") as port:
            run(scene, port)
    finally:
        context.close()


def test_a_file_of_the_third_version_knew_no_tables(tmp_path):
    store = Store(tmp_path / "kept.sqlite3")
    ident = store.save("first", "nim", {"moves": []})["id"]
    with closing(sqlite3.connect(store.path)) as base:
        base.executescript("DROP TABLE tables; PRAGMA user_version=3;")
    assert table_store.TableStore(store).find("a" * 12) is None
    assert store.get(ident)["name"] == "first"
