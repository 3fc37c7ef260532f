"""The board of a class: the teacher steers, everybody follows, answers are counted, and nobody else steers."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack

import pytest
from patience import PATIENCE
from people_at_tables import Player
from web_server import run_web_server, shared_searches

from elagage.web.app import make_context
from elagage.web.saved_games import Store
from elagage.web.together.shared_game import write_moves
from elagage.web.together.table_store import CLASS

TO_WIN = ["a1", "a2", "b1", "b2"]
"""After which c1 wins at once at tic-tac-toe."""


@pytest.fixture
def store(tmp_path):
    return Store(tmp_path / "kept.sqlite3")


def make(store):
    return make_context(store=store, language="en", searches=shared_searches(), with_class=True)


def run(scene, store):
    """A scene with a teacher, and Ada and Blaise who follow."""

    async def all_of_it(port):
        async with AsyncExitStack() as stack:
            people = Player(port, host=True), Player(port, "Ada"), Player(port, "Blaise")
            for each in people:
                await stack.enter_async_context(each.online())
                await each.watch(CLASS)
            return await scene(*people)

    with run_web_server(make(store), "0.0.0.0") as port:
        return asyncio.run(asyncio.wait_for(all_of_it(port), PATIENCE))


async def ask(teacher, *others):
    """Show the position and ask; the question, as the others see it."""
    await teacher.act(CLASS, "show", game="tictactoe", moves=TO_WIN)
    await teacher.act(CLASS, "ask")
    views = [await each.hear(lambda message: bool(message.get("question"))) for each in (teacher, *others)]
    return [view["question"] for view in views]


def test_everybody_follows_the_teacher(store):
    async def scene(teacher, ada, blaise):
        await teacher.act(CLASS, "show", game="tictactoe", moves=["a1", "b2"])
        for each in (ada, blaise):
            view = await each.see(open=True, moves=["a1", "b2"])
            assert (view["game"], view["teacher"], view["question"], "people" in view) == (
                "tictactoe",
                False,
                None,
                False,
            )
        await teacher.act(CLASS, "show", game="tictactoe", moves=["a1"])
        await ada.see(moves=["a1"])
        await teacher.act(CLASS, "show", game="nim:2,1", moves=[])
        await blaise.see(game="nim:2,1")
        people = (await teacher.see(game="nim:2,1"))["people"]
        assert [(each["name"], each["here"]) for each in people] == [("Ada", True), ("Blaise", True)]
        await teacher.act(CLASS, "close")
        assert "game" not in await ada.see(open=False)

    run(scene, store)


def test_answers_are_counted_and_revealed(store):
    async def scene(teacher, ada, blaise):
        asked = await ask(teacher, ada, blaise)
        assert all("moves" not in each and "best" not in each for each in asked)
        number = asked[1]["number"]
        await ada.act(CLASS, "answer", number=number, move="c3")
        await ada.act(CLASS, "answer", number=number, move="c1")  # the last one counts
        await blaise.act(CLASS, "answer", number=number, move="c2")
        seen = await teacher.hear(lambda message: (message.get("question") or {}).get("given") == 2)
        assert seen["question"]["answers"] == [
            {"move": "c1", "count": 1, "names": ["Ada"]}, {"move": "c2", "count": 1, "names": ["Blaise"]},
        ]  # fmt: skip
        assert "answers" not in (await ada.watch(CLASS))["question"]
        assert (await teacher.act(CLASS, "reveal"))["event"] == "result"
        for each, yours in ((ada, "c1"), (blaise, "c2")):
            shown = (await each.hear(lambda message: (message.get("question") or {}).get("revealed")))["question"]
            assert (shown["yours"], shown["best"], shown["exact"]) == (yours, ["c1"], True)
            assert shown["answers"] == [{"move": "c1", "count": 1}, {"move": "c2", "count": 1}]
            assert {move["name"] for move in shown["moves"]} == {"c1", "c2", "a3", "b3", "c3"}
        people = (await teacher.hear(lambda message: (message.get("question") or {}).get("revealed")))["people"]
        assert [(each["name"], each["right"], each["given"]) for each in people] == [("Ada", 1, 1), ("Blaise", 0, 1)]
        assert (await ada.act(CLASS, "answer", number=number, move="c2"))["status"] == 409
        await teacher.act(CLASS, "drop")
        assert (await ada.see(open=True, question=None))["moves"] == TO_WIN

    run(scene, store)


def test_nobody_else_steers_and_what_makes_no_sense_is_refused(store):
    async def scene(teacher, ada, blaise):
        for act in ("show", "ask", "reveal", "drop", "close"):
            assert (await ada.act(CLASS, act, game="nim", moves=[]))["status"] == 403
        assert (await teacher.act(CLASS, "ask"))["status"] == 409
        assert (await teacher.act(CLASS, "reveal"))["status"] == 409
        assert (await teacher.act(CLASS, "show", game="chess", moves=[]))["status"] == 400
        assert (await teacher.act(CLASS, "show", game="nim", moves=["z"]))["status"] == 400
        assert (await teacher.act(CLASS, "dance"))["status"] == 400
        await teacher.act(CLASS, "show", game="tictactoe", moves=["a1", "a2", "b1", "b2", "c1"])
        assert (await teacher.act(CLASS, "ask"))["status"] == 409  # the game has ended
        number = (await ask(teacher, ada))[1]["number"]
        assert (await ada.act(CLASS, "answer", number=number, move="a1"))["status"] == 400
        assert (await ada.act(CLASS, "answer", number=number, move=7))["status"] == 400
        assert (await ada.act(CLASS, "answer", number=99, move="c1"))["status"] == 409
        assert (await teacher.act(CLASS, "answer", number=number, move="c1"))["status"] == 403
        await teacher.act(CLASS, "show", game="tictactoe", moves=TO_WIN[:2])  # another position: nothing is asked there
        assert (await ada.see(moves=TO_WIN[:2]))["question"] is None

    run(scene, store)


def test_the_board_outlives_its_server(store):
    async def first(teacher, ada, blaise):
        number = (await ask(teacher, ada))[1]["number"]
        await ada.act(CLASS, "answer", number=number, move="c1")

    async def second(teacher, ada, blaise):
        view = await teacher.watch(CLASS)
        assert (view["moves"], view["question"]["given"]) == (TO_WIN, 1)
        assert view["question"]["answers"][0]["move"] == "c1"
        assert (await teacher.act(CLASS, "reveal"))["event"] == "result"

    run(first, store)
    run(second, store)


def test_without_class_there_is_no_such_board(store):
    context = make_context(store=store, language="en", searches=shared_searches())

    async def scene(port):
        teacher = Player(port, host=True)
        assert teacher.http.get("/api/info").json()["class"] is False
        async with teacher.online():
            assert (await teacher.watch(CLASS))["status"] == 404

    with run_web_server(context, "0.0.0.0") as port:
        asyncio.run(scene(port))


def test_moves_are_written_as_the_page_writes_them():
    assert write_moves(["a(b)", "é", "x y"]) == "a%28b%29.%C3%A9.x%20y"
