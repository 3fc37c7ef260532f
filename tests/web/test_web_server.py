"""The web app as a real server: searches over sockets, slow readers, whoever leaves, too many at once,
and the command.
"""

from __future__ import annotations

import asyncio
import http.client
import io
import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from contextlib import AsyncExitStack
from dataclasses import replace

import pytest
from patience import PATIENCE
from web_server import last, run_web_server, wait_until_idle
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

import elagage
from elagage.web.answers.move_list import Shelf
from elagage.web.app import make_context
from elagage.web.live_socket import PAUSE
from elagage.web.saved_games import Store
from elagage.web.server import make_addresses
from elagage.web.together.invitations import find_reachable_name
from elagage.web.workers.kinds import ANALYSE, KINDS
from elagage.web.workers.supervisor import Searches

pytest_plugins = ["web_server"]
"""Its fixtures: context, client and port."""


def test_refusals_of_the_real_server(port):
    async def refused(**options):
        with pytest.raises(InvalidStatus) as error:
            async with connect(f"ws://127.0.0.1:{port}/ws", **options):
                pass
        return error.value.response.status_code

    assert asyncio.run(refused(origin="http://evil.example")) == 403
    assert asyncio.run(refused(additional_headers={"Host": "evil.example"})) in (400, 403)
    link = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    link.putrequest("POST", "/api/position", skip_host=True)
    link.putheader("Host", "evil.example")
    link.endheaders()
    assert link.getresponse().status == 400
    link = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    try:
        link.request("POST", "/api/position", b"x" * 10_000_000, {"Content-Type": "application/json"})
    except (BrokenPipeError, ConnectionResetError):
        pass  # it was refused before it was all sent
    else:
        assert link.getresponse().status == 413


def test_a_message_that_is_too_long(port):
    async def talk():
        async with connect(f"ws://127.0.0.1:{port}/ws", max_size=None) as ws:
            await ws.send("x" * 1_000_000)
            with pytest.raises(ConnectionClosed):
                await ws.recv()

    asyncio.run(talk())


def test_an_analysis_tells_of_itself(port, context):
    async def talk():
        async with connect(f"ws://127.0.0.1:{port}/ws", origin=f"http://127.0.0.1:{port}") as ws:
            await ws.send(json.dumps({"id": "a", "do": "analyse", "game": "othello", "moves": ["d3"], "seconds": 1.2}))
            events, began = [], time.monotonic()
            while not events or events[-1]["event"] != "result":
                events.append(json.loads(await asyncio.wait_for(ws.recv(), PATIENCE)))
        return events, time.monotonic() - began

    events, seconds = asyncio.run(talk())
    key = Shelf().line({"game": "othello", "moves": ["d3"]}).key
    assert all(message["key"] == key and message["id"] == "a" for message in events)
    infos = [message for message in events if message["event"] == "info"]
    assert 1 <= len(infos) <= seconds / PAUSE + 1
    assert all(len(message["moves"]) == 3 for message in infos)
    assert all(-1 <= message["value"] <= 1 for message in infos)
    assert events[-1]["line"]
    assert wait_until_idle(context)


def test_whoever_leaves_ends_the_search(port, context):
    async def talk():
        ws = await connect(f"ws://127.0.0.1:{port}/ws")
        before = context.searches.begun
        for number in range(4):
            request = {"id": f"{number}", "do": "analyse", "game": "othello", "moves": [], "seconds": 60}
            await ws.send(json.dumps(request))
        while json.loads(await ws.recv())["event"] != "info":
            pass
        assert context.searches.running
        ws.transport.abort()
        return context.searches.begun - before

    begun = asyncio.run(talk())
    assert wait_until_idle(context)
    assert begun == KINDS[ANALYSE].running


def test_stop_ends_the_search_and_others_go_on(port, context):
    async def talk():
        async with connect(f"ws://127.0.0.1:{port}/ws") as ws:
            await ws.send(json.dumps({"id": "a", "do": "analyse", "game": "othello", "seconds": 60}))
            await ws.recv()
            await ws.send(json.dumps({"id": "s", "do": "stop", "search": "a"}))
            while json.loads(await ws.recv())["event"] != "stopped":
                pass
            await ws.send(json.dumps({"id": "a", "do": "analyse", "game": "tictactoe", "moves": ["b2"]}))
            found, _count = await last(ws)
            assert found["outcome"] == 0

    asyncio.run(talk())
    assert wait_until_idle(context)


def test_a_level_that_is_to_move_now_plays_what_it_has_found(port, context):
    async def talk():
        async with connect(f"ws://127.0.0.1:{port}/ws") as ws:
            await ws.send(json.dumps({"id": "a", "do": "play", "game": "othello", "level": 10, "moves": ["f5", "d6"]}))
            await ws.send(json.dumps({"id": "n", "do": "now", "search": "a"}))
            await ws.send(json.dumps({"id": "m", "do": "now", "search": "none"}))
            heard = []
            while not any(message["event"] == "result" for message in heard):
                heard.append(json.loads(await ws.recv()))
            return heard

    heard = asyncio.run(talk())
    assert [message["search"] for message in heard if message["event"] == "hurried"] == ["a", "none"]
    assert len(heard[-1]["move"]) == 2
    assert wait_until_idle(context)


def test_a_slow_reader_gets_the_newest_and_stops_nobody(port, context):
    async def talk():
        async with connect(f"ws://127.0.0.1:{port}/ws") as slow, connect(f"ws://127.0.0.1:{port}/ws") as quick:
            await slow.send(json.dumps({"id": "a", "do": "analyse", "game": "othello", "seconds": 2}))
            for number in range(500):  # nobody reads the answers
                await slow.send(json.dumps({"id": number, "do": "ping"}))
            for number in range(20):
                await quick.send(json.dumps({"id": number, "do": "ping"}))
                assert json.loads(await quick.recv())["event"] == "pong"
            found, _count = await last(slow, "a")
            assert found["event"] == "result"

    asyncio.run(talk())
    assert wait_until_idle(context)


def test_more_searches_than_the_limit(tmp_path):
    bounds = {**KINDS, ANALYSE: replace(KINDS[ANALYSE], running=1, waiting=3)}
    context = make_context(store=Store(tmp_path / "kept.sqlite3"), searches=Searches(kinds=bounds))

    async def talk(number):
        async with connect(f"ws://127.0.0.1:{number}/ws") as ws:
            for ident in range(8):
                await ws.send(json.dumps({"id": ident, "do": "analyse", "game": "othello", "seconds": 60}))
            refused = [(await last(ws))[0] for _refusal in range(4)]
            assert {message["status"] for message in refused} == {429}
            assert {message["id"] for message in refused} == {"4", "5", "6", "7"}

    with run_web_server(context) as number:
        asyncio.run(talk(number))
        assert wait_until_idle(context)
    context.close()


def test_twenty_sockets_and_ten_searches(port, context):
    games = [("tictactoe", "a1 b1"), ("tictactoe", "a1"), ("tictactoe", "b2 a2"), ("tictactoe", "a1 b2 c3 a3")]
    games.append(("tictactoe", "b2 a1 a2 c2 a3"))
    expected = []
    for spec, moves in games:
        game = elagage.load(spec)
        state = game.play_line(game.start(), moves.split())
        expected.append(elagage.solve(game, state, plain=True).score.outcome)

    async def talk():
        async with AsyncExitStack() as stack:
            sockets = [
                await stack.enter_async_context(connect(f"ws://127.0.0.1:{port}/ws")) for _socket in range(20)
            ]  # fmt: skip
            for number in range(10):
                spec, moves = games[number % 5]
                request = {"id": f"{number}", "do": "analyse", "game": spec, "moves": moves.split(), "seconds": 60}
                await sockets[2 * number].send(json.dumps(request))
            for number in range(20):
                await sockets[number].send(json.dumps({"id": "p", "do": "ping"}))
            found = await asyncio.gather(*(last(sockets[2 * number]) for number in range(10)))
            return [message for message, _count in found]

    found = asyncio.run(talk())
    assert [message["id"] for message in found] == [f"{number}" for number in range(10)]
    assert [message["outcome"] for message in found] == expected * 2
    assert wait_until_idle(context)


def test_review_finds_the_turning_point(port):
    async def talk():
        async with connect(f"ws://127.0.0.1:{port}/ws") as ws:
            request = {
                "id": "r",
                "do": "review",
                "game": "tictactoe",
                "moves": ["a1", "b1", "b2", "c1", "c3"],
                "seconds": 10,
            }
            await ws.send(json.dumps(request))
            return await last(ws)

    found, count = asyncio.run(talk())
    assert count == 6
    assert found["turning"][0]["played"] == "b1"


def started(*words, data):
    """``elagage serve`` in a process of its own, and the address that it prints."""
    process = subprocess.Popen(
        [sys.executable, "-m", "elagage", "serve", "--no-browser", *words],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "ELAGAGE_DATA": str(data), "PYTHONUNBUFFERED": "1"},
    )
    line = process.stdout.readline()
    return process, next(word for word in line.split() if word.startswith("http"))


@pytest.mark.skipif(os.name == "nt", reason="signals")
def test_serve_ends_at_once_even_with_searches(tmp_path):
    process, address = started("--port", "0", data=tmp_path)
    port = int(address.rstrip("/").rpartition(":")[2])

    async def talk():
        async with connect(f"ws://127.0.0.1:{port}/ws") as ws:
            await ws.send(json.dumps({"id": "a", "do": "analyse", "game": "othello", "seconds": 60}))
            while json.loads(await ws.recv())["event"] != "info":
                pass
            process.send_signal(signal.SIGINT)
            return await asyncio.to_thread(process.wait, PATIENCE)

    assert asyncio.run(talk()) == 0


@pytest.mark.parametrize(
    ("host", "public", "own"),
    [("0.0.0.0", f"http://{find_reachable_name()}:8/?token=t", "http://127.0.0.1:8/"),
     ("::", f"http://{find_reachable_name()}:8/?token=t", "http://[::1]:8/"),
     ("10.0.0.7", "http://10.0.0.7:8/?token=t", "http://10.0.0.7:8/?token=o"),
     ("::1", "http://[::1]:8/", "http://[::1]:8/")],
)  # fmt: skip
def test_the_host_has_an_address_of_their_own(host, public, own):
    assert make_addresses(host, 8, "t", "o") == (public, own)


def test_where_others_can_come_the_host_is_told_their_own_address(tmp_path):
    process, _address = started("--host", "0.0.0.0", "--port", "0", data=tmp_path)
    try:
        own = next(word for word in process.stdout.readline().split() if word.startswith("http")).rstrip(",")
        with urllib.request.urlopen(own + "api/me", timeout=PATIENCE) as answer:
            assert json.load(answer) == {"host": True, "name": None, "others": True}
    finally:
        process.terminate()
        process.wait(PATIENCE)


def test_a_taken_port_is_told_in_one_sentence(run):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        number = taken.getsockname()[1]
        code, _out, err = run("serve", "--no-browser", "--port", f"{number}")
    assert code == 2
    assert err.count("\n") == 1
    assert str(number) in err
    assert run("serve", "--port", "99999")[0] == 2
    assert run("serve", "--no-browser", "no_such_game")[0] == 2


def test_alone_in_a_terminal_it_serves(monkeypatch):
    from elagage.cli import commands

    class Terminal(io.StringIO):
        def isatty(self):
            return True

    calls = []
    monkeypatch.setattr("elagage.cli.playing.serve_command.run", lambda: calls.append(1))
    monkeypatch.setattr("sys.stdin", Terminal())
    monkeypatch.setattr("sys.stdout", Terminal())
    commands.elagage.main([], standalone_mode=False)
    assert calls == [1]
