"""The web app survives its visitors: floods of searches and of connections, hostile trees, workers that are killed."""

from __future__ import annotations

import asyncio
import http.client
import io
import json
import socket
import tracemalloc
from contextlib import ExitStack
from functools import partial

import pytest
from patience import PATIENCE, until
from web_server import both, last
from websockets.asyncio.client import connect

from elagage.games.tree import Tree
from elagage.web import connections, routes
from elagage.web.answers.tasks import Desk
from elagage.web.workers import pieces
from elagage.web.workers.frames import read_frame, write_frame
from elagage.web.workers.kinds import ANALYSE

pytest_plugins = ["web_server"]
"""Its fixtures: context, client and port."""

DEEP = "(" * 9_990 + "1" + ")" * 9_990


def test_a_deep_tree_takes_memory_in_proportion():
    tracemalloc.start()
    try:
        tree = Tree(DEEP)
        _now, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert len(tree.children) == 9_991
    assert most < 20_000_000


@pytest.mark.parametrize("route", ["position", "tree", "literal"])
def test_a_tree_that_is_too_deep_for_a_page_is_refused(client, route):
    answer = client.post(f"/api/{route}", json={"game": f"tree:{DEEP}", "text": DEEP})
    assert answer.status_code == 400
    assert "deep" in both(answer)


def test_one_socket_with_seventy_analyses_locks_nobody_out(port):
    async def talk():
        address = f"ws://127.0.0.1:{port}/ws"
        async with connect(address) as greedy, connect(address) as other:
            for number in range(70):
                request = {"id": number, "do": "analyse", "game": "othello", "moves": [], "seconds": 60}
                await greedy.send(json.dumps(request))
            refused, _count = await last(greedy)
            await other.send(json.dumps({"id": "p", "do": "play", "game": "tictactoe", "level": 5, "seed": 2}))
            played, _count = await last(other)
            return refused, played

    refused, played = asyncio.run(talk())
    assert (refused["event"], refused["status"]) == ("error", 429)
    assert played["event"] == "result"
    assert played["move"]


def test_half_sent_requests_block_nobody(port):
    with ExitStack() as stack:
        for _number in range(650):
            line = stack.enter_context(socket.create_connection(("127.0.0.1", port), timeout=PATIENCE))
            line.sendall(b"GET /api/info HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ")
        link = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
        link.request("GET", "/api/info")
        assert link.getresponse().status == 200
        link.close()


def is_closed(line):
    """Has the server ended this connection?"""
    line.settimeout(PATIENCE)
    try:
        return line.recv(1) == b""
    except ConnectionError:
        return True


def test_headers_have_a_time_limit(port, monkeypatch):
    monkeypatch.setattr(connections, "HEADERS", 0.2)
    with socket.create_connection(("127.0.0.1", port)) as silent:
        assert is_closed(silent)
    with socket.create_connection(("127.0.0.1", port)) as half:
        half.sendall(b"GET /api/info HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ")
        assert is_closed(half)
    link = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    for _request in range(2):
        link.request("GET", "/api/info")
        assert link.getresponse().read()
    link.sock.sendall(b"GET /api/info HTTP/1.1\r\nX-Slow: ")  # the third of a connection that was in use
    assert is_closed(link.sock)


def test_a_body_has_a_time_limit(port, monkeypatch):
    monkeypatch.setattr(routes, "BODY", 0.2)
    link = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    link.putrequest("POST", "/api/position")
    link.putheader("Content-Type", "application/json")
    link.putheader("Content-Length", "1000")
    link.endheaders(b'{"game": ')
    answer = link.getresponse()
    assert answer.status == 408
    assert set(json.loads(answer.read())["error"]) == {"en", "fr"}
    assert is_closed(link.sock) if link.sock is not None else True


def test_whoever_is_silent_for_longest_makes_room(port, monkeypatch):
    monkeypatch.setattr(connections, "MOST_OF_ADDRESS", 4)

    async def talk():
        async with connect(f"ws://127.0.0.1:{port}/ws") as ws:
            lines = [socket.create_connection(("127.0.0.1", port)) for _number in range(5)]
            assert await asyncio.to_thread(is_closed, lines[0])
            assert await asyncio.to_thread(is_closed, lines[1])
            lines[4].sendall(b"GET /api/info HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
            assert (await asyncio.to_thread(lines[4].recv, 12)).endswith(b"200")
            await ws.send(json.dumps({"id": 1, "do": "ping"}))  # a socket is never ended for others
            assert json.loads(await ws.recv())["event"] == "pong"
            for line in lines:
                line.close()

    asyncio.run(talk())


def test_an_answer_has_a_largest_size(monkeypatch):
    """The worker's own loop, in this process: what it would send of a figure that is too large."""
    monkeypatch.setattr(pieces, "MOST_BYTES", 2000)
    stream = io.BytesIO()
    piece = pieces.Piece(7, {"request": {"game": "othello"}}, partial(write_frame, stream))
    pieces.work(Desk({}), "position", piece)
    stream.seek(0)
    header, body = read_frame(stream)
    assert (header["job"], header["status"], header["last"]) == (7, 400, True)
    assert "too large" in json.loads(body)["error"]["en"]


def test_two_analyses_delay_no_move(port, context):
    """Nobody's analysis is in the way of anybody's move, for no analysis has a process of those that play."""

    async def talk():
        address = f"ws://127.0.0.1:{port}/ws"
        async with connect(address) as busy, connect(address) as player:
            for number in range(2):
                await busy.send(json.dumps({"id": number, "do": "analyse", "game": "othello", "seconds": 60}))
            await busy.recv()
            analysing = list(context.searches.running)
            await player.send(json.dumps({"id": "p", "do": "play", "game": "connect4", "level": 5}))
            played, _count = await last(player)
            return played, analysing, [job for job in analysing if not job.over]

    played, analysing, still = asyncio.run(talk())
    assert played["event"] == "result"
    assert {job.kind for job in analysing} == {ANALYSE}
    assert still == analysing


def test_whoever_leaves_ends_the_figure(port, context):
    link = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    body = json.dumps({"game": "othello", "depth": 12, "algorithm": "minimax"})
    link.request("POST", "/api/compare", body, {"Content-Type": "application/json"})
    until(lambda: [job for job in context.searches.running if job.task == "compare"])
    job = next(job for job in context.searches.running if job.task == "compare")
    link.close()
    until(lambda: job.stopped)
