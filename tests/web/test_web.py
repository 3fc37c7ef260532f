"""The web app: each route, what is kept, and the pieces."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from patience import PATIENCE
from starlette.testclient import TestClient
from web_server import GAMES, HERE, WS, both

import elagage
from elagage.errors import ElagageError, LimitsError
from elagage.games import CATALOGUE
from elagage.i18n import translate_both, use_language
from elagage.web.answers.figure_answers import compare_json, limit_play
from elagage.web.answers.move_list import Shelf
from elagage.web.answers.position_json import position_json
from elagage.web.app import STATIC, make_app, make_context
from elagage.web.http_errors import Refusal
from elagage.web.saved_games import Store
from elagage.web.server import listen

pytest_plugins = ["web_server"]
"""Its fixtures: context, client and port."""


def test_the_page_and_its_headers(client):
    page = client.get("/")
    assert page.status_code == 200
    assert page.headers["content-type"].startswith("text/html")
    policy = page.headers["content-security-policy"]
    assert "unsafe" not in policy
    assert "script-src 'self'" in policy
    assert page.headers["x-content-type-options"] == "nosniff"
    assert page.headers["referrer-policy"] == "no-referrer"
    assert "<script>" not in page.text
    assert " style=" not in page.text


def test_static_files_have_their_types_and_can_be_kept(client):
    script = client.get("/static/page/step.js")
    assert script.headers["content-type"].startswith("text/javascript")
    assert script.headers["cache-control"] == "no-cache"
    again = client.get("/static/page/step.js", headers={"if-none-match": script.headers["etag"]})
    assert again.status_code == 304
    missing = client.get("/static/nothing.js")
    assert missing.status_code == 404
    both(missing)


def test_info(client):
    found = client.get("/api/info").json()
    assert found["version"] == elagage.__version__
    assert [game["id"] for game in found["games"]] == list(CATALOGUE)
    assert {"en", "fr"} == set(found["games"][0]["title"])
    assert len(found["levels"]) == 10
    assert "alphabeta" in found["algorithms"]


@pytest.mark.parametrize("name", GAMES)
def test_a_position_of_every_game(client, name):
    about = client.post("/api/game", json={"game": name}).json()
    assert len(about["players"]) == 2
    first = client.post("/api/position", json={"game": name, "moves": []}).json()
    assert first["moves"]
    seen = {(cell["row"], cell["column"]) for cell in first["board"]["cells"]}
    for move in first["moves"]:
        assert move["cells"], move
        assert {tuple(cell) for cell in move["cells"]} <= seen
        assert move["click"] or move["from"] or len(move["name"]) > 2
        for row, column in move["cells"]:
            assert f'id="q{row}-{column}"' in first["board"]["svg"]
    names = [first["moves"][0]["name"]]
    after = client.post("/api/position", json={"game": name, "moves": names}).json()
    assert after["ply"] == 1
    assert after["key"] != first["key"]
    back = client.post("/api/position", json={"game": name, "position": first["notation"], "moves": names}).json()
    assert back["key"] == after["key"]


def test_squares_of_moves():
    def moves(game, *names):
        line = Shelf().line({"game": game, "moves": list(names)})
        return {move["name"]: move for move in position_json(line)["moves"]}

    assert moves("connect4", "4")["4"]["cells"] == [(4, 3)]
    assert (0, 3) in moves("connect4", "4")["4"]["click"]
    assert moves("othello")["d3"]["cells"] == [(2, 3)]
    assert moves("nim")["b3"]["cells"] == [(1, 1), (1, 2), (1, 3)]
    assert moves("nim")["b3"]["click"] == [(1, 1)]
    assert moves("wythoff")["ab1"]["cells"] == [(0, 7), (1, 12)]
    assert moves("kalah")["1"]["click"] == [(1, 1)]
    assert moves("kalah", "1")["1"]["click"] == [(0, 6)]
    assert moves("domineering")["b2"]["cells"] == [(1, 1), (2, 1)]
    assert moves("chomp")["e3"]["cells"] == [(2, 4), (3, 4)]
    hexapawn = moves("hexapawn")["a3a2"]
    assert (hexapawn["from"], hexapawn["to"]) == ((2, 0), (1, 0))
    assert moves("dots_and_boxes")["b1"]["cells"] == [(0, 1)]


def test_an_ended_game(client):
    found = client.post("/api/position", json={"game": "tictactoe", "moves": ["a1", "b1", "a2", "b2", "a3"]}).json()
    assert found["over"]
    assert found["moves"] == []
    assert found["result"] == {"en": "X wins", "fr": "X gagne"}


def test_read_any_notation(client):
    found = client.post("/api/read", json={"game": "othello", "text": "f5d6c3"}).json()
    assert found["line"]["moves"] == ["f5", "d6", "c3"]
    ggf = "(;GM[Othello]PB[a]PW[b]BO[8 ---------------------------O*------*O--------------------------- *]B[F5]W[D6];)"
    for text in (ggf, "1. F5 d6", "f5 D6"):
        pasted = client.post("/api/read", json={"game": "othello", "text": text}).json()
        assert pasted["line"]["moves"] == ["f5", "d6"]
        assert pasted["position"]["opening"] == {"en": "Perpendicular", "fr": "Perpendiculaire"}
    board = client.post("/api/read", json={"game": "tictactoe", "text": "X.O/.X./..O"}).json()
    assert board["line"]["moves"] == []
    assert board["position"]["notation"] == "X.O/.X./..O"
    wrong = client.post("/api/read", json={"game": "othello", "text": "zz"})
    assert wrong.status_code == 400
    both(wrong)


@pytest.mark.parametrize(
    "algorithm",
    [
        "minimax",
        "negamax",
        "alphabeta",
        "pvs",
        "mtdf",
        "memoised",
        "deepening",
        "quiescence",
        "and_or",
        "probcut",
        "mcts",
    ],
)
def test_trees(client, algorithm):
    request = {"game": "tictactoe", "moves": ["a1", "b2", "a2"], "algorithm": algorithm, "depth": 2}
    found = client.post("/api/tree", json=request).json()
    assert found["steps"]
    assert {"svg", "code", "columns", "legend", "classes_css", "title"} <= set(found)
    assert all(svg.startswith("<svg") for svg in ([found["svg"]] if isinstance(found["svg"], str) else found["svg"]))
    assert len(found["code"]["lines"]["en"]) == len(found["code"]["lines"]["fr"])


def test_literal_trees(client):
    page = client.post("/api/literal", json={"text": "((5 6) (7 4 5))", "algorithm": "alphabeta", "format": "page"})
    assert page.json()["steps"]
    for kind, start in (("svg", b"<svg"), ("pdf", b"%PDF"), ("tex", b"\\documentclass")):
        file = client.post("/api/literal", json={"text": "((5 6) (7 4 5))", "format": kind})
        assert file.content.startswith(start)
        assert "attachment" in file.headers["content-disposition"]
    wrong = client.post("/api/literal", json={"text": "((5 6"})
    assert wrong.status_code == 400
    both(wrong)


def test_compare_and_explain(client):
    found = client.post("/api/compare", json={"game": "tictactoe", "moves": ["b2"], "depth": 3}).json()
    assert len({row["score"]["en"] for row in found["rows"]}) == 1
    assert found["rows"][0]["leaves"] >= found["minimum"]
    for name in ("othello", "connect4", "hexapawn", "tictactoe", "kalah", "domineering"):
        moves = [client.post("/api/position", json={"game": name, "moves": []}).json()["moves"][0]["name"]]
        told = client.post("/api/explain", json={"game": name, "moves": moves}).json()
        assert sum(part["value"] for part in told["parts"]) == told["total"]
        assert all(part["name"]["en"] != part["name"]["fr"] for part in told["parts"])
    told = client.post("/api/explain", json={"game": "tictactoe", "moves": ["b2"]}).json()
    assert [part["squares"] for part in told["parts"]] == [[{"row": 1, "column": 1, "value": 4}]]


OWN = '''
from elagage.game import Term
from elagage.games.mnk import Mnk


class Told(Mnk):
    """A user's own game, which says what its heuristic is made of."""

    def __init__(self):
        super().__init__(3, 3, 3)

    def heuristic(self, state):
        return 5 * (state.x & 1) - (state.o & 1) * 0.5

    def explain(self, state):
        yield Term("my corner", 5 * (state.x & 1), {(0, 0): 5 * (state.x & 1)})
        yield Term("yours", -(state.o & 1) * 0.5)


class Untrue(Told):
    """It forgets a term."""

    def explain(self, state):
        yield Term("my corner", 7)
'''


@pytest.mark.parametrize(("rules", "names"), [("Told", ["my corner", "yours"]), ("Untrue", ["The whole position"])])
def test_a_users_own_game_explains_itself(tmp_path, rules, names):
    (tmp_path / "own.py").write_text(OWN)
    context = make_context(f"{tmp_path / 'own.py'}:{rules}", store=Store(tmp_path / "kept.sqlite3"), language="en")
    client = TestClient(make_app(context, token="secret"), base_url="http://127.0.0.1:8462", client=HERE)
    told = client.post("/api/explain", json={"game": "file", "moves": ["a1"]}).json()
    context.close()
    assert [part["name"]["en"] for part in told["parts"]] == names
    assert sum(part["value"] for part in told["parts"]) == told["total"] == 5


def test_a_page_names_the_heuristics_of_a_game_and_never_a_file(tmp_path):
    from elagage.evaluation.weights import write_evaluation
    from elagage.learn.generations import Lesson, begin
    from elagage.loading import load

    path = tmp_path / "own.weights"
    write_evaluation(path, begin(load("othello:4"), Lesson()))
    assert Shelf().line({"game": "othello:4", "heuristic": "discs"}).game.heuristic
    for name in (str(path), "../own.weights", "nothing"):
        with pytest.raises(Refusal, match="There is no heuristic"):
            Shelf().line({"game": "othello:4", "heuristic": name})


def test_what_takes_too_long_is_ended(monkeypatch):
    monkeypatch.setattr("elagage.web.answers.figure_answers.PLAYS", 2000)
    with pytest.raises(Refusal, match="too long"):
        compare_json(Shelf().line({"game": "othello"}), {"depth": 9}, 1.0)


def test_the_time_of_a_figure_is_looked_at_before_every_move(monkeypatch):
    """Of a large board each move takes long: a clock that is read now and then is read too late."""
    clock, calls = iter(range(1000)), []
    monkeypatch.setattr("elagage.web.answers.figure_answers.time.process_time", lambda: next(clock))
    game = Shelf().game("othello:26")
    monkeypatch.setattr(type(game), "play", lambda _self, state, _move: calls.append(1) or state)
    limited = limit_play(game, 8)
    for _move in range(8):
        limited.play(game.start(), 0)
    with pytest.raises(Refusal, match="too long"):
        limited.play(game.start(), 0)
    assert len(calls) == 8


def test_paths_and_graphs(client):
    found = client.post("/api/path", json={"rows": ["S..", ".#.", "..G"], "ways": 4, "algorithm": "astar"}).json()
    assert found["cost"] == 4
    assert found["path"][0] == [0, 0]
    assert found["steps"]
    assert (found["optimal"], found["basis"], found["too_high"]) == (True, "proof", None)
    assert client.post("/api/path", json={"rows": ["S#G"]}).json()["path"] is None
    assert client.post("/api/path", json={"rows": ["." * 5000]}).status_code == 400
    graph = client.post("/api/graph", json={"text": "a max: b c\nb: +1\nc min: a d\nd: 0"}).json()
    assert {row["vertex"]: row["region"] for row in graph["ranks"]}["a"] == "max"
    assert graph["svg"].startswith("<svg")
    aimed = client.post("/api/graph", json={"text": "a max: b c\nb: +1\nc: 0", "target": "b", "player": "max"}).json()
    assert {row["vertex"] for row in aimed["ranks"] if row["region"] == "max"} == {"a", "b"}
    assert client.post("/api/graph", json={"text": "a max: b", "target": "z"}).status_code == 400


def test_what_is_kept_survives(client, context):
    record = {"moves": ["4", "4"], "note": "é"}
    kept = client.post("/api/saved", json={"name": "First", "game": "connect4", "record": record}).json()
    changed = {"name": "Second", "game": "connect4", "record": {}, "id": kept["id"]}
    assert client.post("/api/saved", json=changed).json()["id"] == kept["id"]
    client.post("/api/saved", json={"name": "Other", "game": "nim", "record": record})
    client.post("/api/settings", json={"theme": "dark", "level": 3})
    client.post("/api/settings", json={"level": None})
    other = TestClient(
        make_app(make_context(store=Store(context.store.path)), token="x"), base_url="http://127.0.0.1", client=HERE
    )
    assert {game["name"] for game in other.get("/api/saved").json()} == {"Second", "Other"}
    assert other.get(f"/api/saved/{kept['id']}").json()["record"] == {}
    assert other.get("/api/settings").json() == {"theme": "dark"}
    export = other.get("/api/export")
    assert len(export.json()["games"]) == 2
    assert "attachment" in export.headers["content-disposition"]
    assert other.delete(f"/api/saved/{kept['id']}").status_code == 200
    assert other.delete(f"/api/saved/{kept['id']}").status_code == 404
    assert client.post("/api/saved", json={"name": "x", "game": "nim"}).status_code == 400


def test_a_damaged_a_locked_and_a_later_file_lose_nothing(client, context, monkeypatch):
    monkeypatch.setattr("elagage.web.saved_games.WAIT", 0.05)
    path = context.store.path
    path.write_bytes(b"this is no database at all, but somebody's letter" * 40)
    before = path.read_bytes()
    answer = client.post("/api/saved", json={"name": "x", "game": "nim", "record": {}})
    assert answer.status_code == 400
    assert "damaged" in both(answer)
    assert path.read_bytes() == before
    path.unlink()
    client.post("/api/settings", json={"a": 1})
    holder = sqlite3.connect(path, isolation_level=None)
    holder.execute("BEGIN EXCLUSIVE")
    assert "in use" in both(client.post("/api/settings", json={"a": 2}))
    holder.execute("COMMIT")
    assert client.get("/api/settings").json() == {"a": 1}
    holder.execute("PRAGMA user_version=99")
    holder.close()
    assert "later version" in both(client.get("/api/settings"))


def test_a_game_of_a_file(tmp_path):
    (tmp_path / "own.py").write_text(OWN)
    context = make_context(f"{tmp_path / 'own.py'}:Told", store=Store(tmp_path / "x.sqlite3"))
    client = TestClient(make_app(context), base_url="http://localhost", client=HERE)
    info = client.get("/api/info").json()
    assert (info["games"][0]["id"], info["games"][0]["title"]["en"], info["start"]) == ("file", "Told", "file")
    assert client.post("/api/position", json={"game": "file", "moves": ["a1"]}).status_code == 200
    assert not client.post("/api/game", json={"game": "file"}).json()["solved"]
    context.close()


def test_the_solution_of_a_game(tmp_path):
    solved = tmp_path / "tictactoe.solution"
    elagage.solve("tictactoe", method="retrograde", plain=True).save(solved)
    context = make_context(solution=solved, store=Store(tmp_path / "x.sqlite3"))
    client = TestClient(make_app(context), base_url="http://localhost", client=HERE)
    assert client.get("/api/info").json()["start"] == "tictactoe"
    assert client.post("/api/game", json={"game": "tictactoe"}).json()["solved"]
    assert not client.post("/api/game", json={"game": "nim"}).json()["solved"]
    with client.websocket_connect(WS) as ws:
        ws.send_json({"id": 1, "do": "analyse", "game": "tictactoe", "moves": ["a1", "b1"]})
        found = ws.receive_json()
        assert found["event"] == "result"
        assert found["moves"][0]["outcome"] == 1
        assert found["moves"][0]["plies"] == 5
        ws.send_json({"id": 2, "do": "play", "game": "tictactoe", "moves": ["a1", "b1"], "level": 10})
        assert ws.receive_json()["score"]["fr"].startswith("X gagne")
    context.close()


def test_two_threads_speak_two_languages():
    said, both_there = {}, threading.Barrier(2)

    def talk(language):
        with use_language(language):
            both_there.wait(PATIENCE)
            said[language] = elagage.Score.draw().text()

    threads = [threading.Thread(target=talk, args=(language,)) for language in ("en", "fr")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert said == translate_both(elagage.Score.draw().message())
    assert said["en"] != said["fr"]


def test_a_port_that_is_taken():
    with listen("127.0.0.1", 0) as taken:
        number = taken.getsockname()[1]
        with pytest.raises(LimitsError, match=str(number)):
            listen("127.0.0.1", number)
        with listen("127.0.0.1", None) as other:
            assert other.getsockname()[1] != number
    with pytest.raises(ElagageError):
        listen("999.1.1.1", None)


def test_the_data_folder(monkeypatch, tmp_path):
    monkeypatch.setenv("ELAGAGE_DATA", str(tmp_path / "deep" / "er"))
    store = Store()
    store.change_settings({"a": 1})
    assert store.path.parent == tmp_path / "deep" / "er"
    (tmp_path / "plain").write_text("x")
    with pytest.raises(Refusal):
        Store(tmp_path / "plain" / "x.sqlite3").settings()


def test_the_wheel_holds_the_page(tmp_path):
    root = Path(__file__).resolve().parents[2]
    words = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(tmp_path), str(root)]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    import zipfile

    names = zipfile.ZipFile(next(tmp_path.glob("*.whl"))).namelist()
    for file in STATIC.rglob("*"):
        if file.is_file():
            assert f"elagage/web/static/{file.relative_to(STATIC).as_posix()}" in names
    assert "elagage/figures/pages/assets/step.js" in names
