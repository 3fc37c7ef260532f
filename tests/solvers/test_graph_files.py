"""Game graphs as people meet them: files and what is wrong with them, the command, the drawing,
the page of the course.
"""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path
from xml.etree import ElementTree

import pytest
from arenas import arenas, closed
from hypothesis import given, settings
from hypothesis import strategies as st

from elagage.errors import FileError, LimitsError, NotationError
from elagage.figures.graphs.graph_scene import MOST_DRAWN, graph_scene
from elagage.figures.graphs.graph_text import graph_rows
from elagage.figures.scene.svg import scene_svg
from elagage.i18n import set_language
from elagage.result import MAX
from elagage.solvers.graph.attractors import as_graph, attractor, solve_graph, winning_strategy
from elagage.solvers.graph.graph_files import parse_graph, read_graph

ROOT = Path(__file__).resolve().parents[2]
FIGURES = ROOT / "docs/course/figures"
ARENA = (FIGURES / "attractor.txt").read_text(encoding="utf-8")

# Files

FRENCH = """s J1: t n
t J2: s g
g: J1
n: nul
"""
JSON_GRAPH = (
    '{"graphe": {"s": ["t", "n"], "t": ["s", "g"]}, "joueurs": {"s": "J1", "t": "J2"}, '
    '"finales": {"g": "J1", "n": "nul"}}'
)


def test_players_may_be_j1_and_j2_and_a_draw_nul_in_a_text_in_json_and_in_dicts():
    lines, objects = parse_graph(FRENCH), parse_graph(JSON_GRAPH)
    assert lines.owner == objects.owner == {"s": 0, "t": 1}
    assert lines.finals == objects.finals == {"g": 1, "n": 0}
    assert lines.graph == objects.graph
    dicts = solve_graph({"s": ["t", "n"], "t": ["s", "g"]}, {"s": "J1", "t": "J2"}, {"g": "J1", "n": "nul"})
    assert dicts == solve_graph(lines.graph, lines.owner, lines.finals)


@pytest.mark.parametrize(
    "text",
    [
        "{",
        '{"graph": []}',
        '{"graph": {}}',
        '{"graph": {"a": ["b"]}}',
        '{"graph": {"a": "b"}, "owner": {"a": "J1"}}',
        '{"graph": {"a": ["b"]}, "owner": {"a": "J3"}}',
        '{"graph": {"a": ["b"]}, "owner": {"a": "J1"}, "finals": {"b": "moi"}}',
        '{"graph": {"a": ["b"]}, "owner": {"a": "J1"}, "finals": {"z": 1}}',
        '{"graph": {"a": ["b\\u0007"]}, "owner": {"a": "J1"}}',
    ],
)
def test_json_that_is_no_graph_is_told_in_one_sentence(text):
    with pytest.raises(NotationError) as told:
        parse_graph(text)
    assert "\n" not in str(told.value)


BAD_TEXTS = {
    "": None,
    "# nothing\n\n": None,
    "a max b": 1,
    "a max: b\nb": 2,
    "a: b": 1,
    "a: +2": 1,
    "a moi: b": 1,
    "a max min: b": 1,
    "a max: b\n\na min: c": 3,
    "a max: b: c": 1,
    "a,b max: c": 1,
    ": +1": 1,
    "a \x1b[31mmax: b": 1,
    "a max: b\x00": 1,
    "a max: b\u202ec": 1,
    "parity 3": 1,
    "parity 3;\n0 1 0 1,2;\n1 0": 3,
    "parity 3;\n0 1 0 1,2;\n1 0 2 1;": 3,
    "parity 1;\n0 1 0 1;": 2,
    "0 0 0 0;\n\n 0 0 0 0;": 3,
    "0 0 0;": 1,
    '0 0 0 0 "x\ny";': 1,
    '0 0 0 0 "x\x07";': 1,
    "0 0 0 " + "9" * 5000 + ";": 1,
    "0 0 0 1" + ",1" * 5000 + " " * 5000: 1,
}


@pytest.mark.parametrize("text", BAD_TEXTS, ids=lambda text: repr(text[:25]))
def test_bad_texts_are_told_in_a_sentence_with_the_line(text):
    with pytest.raises(NotationError) as caught:
        parse_graph(text)
    line = BAD_TEXTS[text]
    assert "\n" not in str(caught.value)
    assert line is None or str(caught.value).startswith(f"Line {line}: ")


@given(st.text(alphabet='ab01 :;,"#\n\r\t+-maxmin\x00é', max_size=60) | st.text(max_size=40))
def test_any_text_is_a_graph_or_a_sentence(text):
    with suppress(NotationError):
        game = parse_graph(text)
        regions = solve_graph(game.graph, game.owner, game.finals)
        assert sum(map(len, regions)) == len(game.graph)


def test_windows_lines_and_pasted_spaces(tmp_path):
    path = tmp_path / "graph.txt"
    path.write_bytes(b"\xef\xbb\xbfa MAX:\xc2\xa0b, c\r\nb: draw\r\nc: \xe2\x88\x921 # lost\r\n")
    game = read_graph(path)
    assert (game.graph, game.finals) == ({"a": ["b", "c"], "b": [], "c": []}, {"b": 0, "c": -1})


def test_files_that_can_not_be_read(tmp_path, run):
    (tmp_path / "binary").write_bytes(bytes(range(256)))
    (tmp_path / "wide").write_bytes("a max: b".encode("utf-16"))
    for path in (tmp_path / "binary", tmp_path / "wide", tmp_path / "none", tmp_path, Path("a\0b")):
        with pytest.raises(FileError):
            read_graph(path)
    for words in (
        [str(tmp_path / "binary")],
        [str(tmp_path)],
        ["-"],
        [str(FIGURES / "attractor.txt"), "--target", "zz"],
        [str(FIGURES / "attractor.txt"), "--target", " , "],
        [str(FIGURES / "attractor.txt"), "-o", str(tmp_path / "x.gif")],
        [str(FIGURES / "attractor.txt"), "-o", str(tmp_path / "no" / "x.svg")],
    ):
        code, out, err = run("graph", *words, typed="a max b\n")
        assert (code, out) == (2, "")
        assert err.startswith("elagage: ")
        assert len(err.splitlines()) == 1


# The command


def test_the_table(run):
    code, out, _err = run("graph", str(FIGURES / "attractor.txt"))
    rows = [line.split("\t") for line in out.splitlines()]
    assert code == 0
    assert rows[0] == ["vertex", "to move", "successors", "value", "rank", "move"]
    assert ["a", "Max", "b c", "Max wins", "4", "b"] in rows
    assert ["N", "end", "", "draw", "0", ""] in rows
    assert ["i", "Max", "j c", "draw, endless", "", ""] in rows
    assert len(rows) == 14


def test_the_table_in_french(run):
    code, out, _err = run("graph", str(FIGURES / "attractor.txt"), "--lang", "fr")
    rows = [line.split("\t") for line in out.splitlines()]
    assert code == 0
    assert rows[0] == ["sommet", "au trait", "successeurs", "valeur", "rang", "coup"]
    assert ["b", "Min", "d e", "Max gagne", "3", ""] in rows
    assert ["j", "Min", "i a", "nulle, sans fin", "", ""] in rows
    code, _out, err = run("graph", "-", "--lang", "fr", typed="a max b")
    assert code == 2
    assert "Ligne 1 : " in err


def test_attractors_by_the_command(run):
    for words, attracted in (
        (["--player", "max"], {"V": 0, "d": 1, "e": 2, "b": 3, "a": 4}),
        (["--player", "min"], {"D": 0, "f": 1, "c": 2}),
        (["--target", "N"], {"N": 0, "h": 1}),
        (["--target", "c, D", "--player", "min"], {"c": 0, "D": 0, "f": 1}),
    ):
        code, out, _err = run("graph", "-", "--json", *words, typed=ARENA)
        vertices = json.loads(out)["vertices"]
        assert code == 0
        assert {each["vertex"]: each["rank"] for each in vertices if each["region"] != "outside"} == attracted
        assert len(vertices) == 13


def test_json(run):
    answer = json.loads(run("graph", "-", "--json", typed='0 0 1 0,1 "start"; 1 2 0 1; 2 1 1 2 "lost";')[1])
    assert set(answer) == {"file", "vertices"}
    assert answer["vertices"][0] == {
        "vertex": 1,
        "name": None,
        "player": None,
        "successors": [1],
        "region": "max",
        "rank": 0,
        "move": None,
    }
    assert [(each["vertex"], each["region"]) for each in answer["vertices"]] == [(1, "max"), (2, "min"), (0, "endless")]
    targeted = json.loads(run("graph", "-", "--json", "--target", "lost", typed='0 0 0 0,1 "a"; 1 1 1 1 "lost";')[1])
    assert targeted["vertices"][1]["move"] == 1


# The drawing


@settings(max_examples=25)
@given(arenas(6), st.booleans())
def test_drawings_are_well_formed_and_show_every_name_and_rank(arena, aimed):
    graph, owner, finals = arena
    names = {vertex: f"<{vertex}&\x00\"'>" for vertex in graph if vertex % 2}
    if aimed:
        ranks, arcs = attractor(graph, owner, finals), graph
        regions, moves = (
            {"max": ranks, "outside": graph.keys() - ranks.keys()},
            winning_strategy(graph, owner, list(finals)),
        )
    else:
        arcs = closed(graph, finals)
        regions, moves = solve_graph(graph, owner, finals)._asdict(), winning_strategy(graph, owner, finals)
    picture = scene_svg(graph_scene(arcs, owner, regions, moves, names))
    root = ElementTree.fromstring(picture)
    texts = [element.text for element in root.iter("{http://www.w3.org/2000/svg}text")]
    for vertex in graph:
        assert (f"{vertex} <{vertex}&\ufffd\"'>" if vertex in names else str(vertex)) in texts
    for rank in regions["max"].values():
        assert f"Max {rank}" in texts
        assert f"rank {rank}" in texts
    arrows = [group for group in root.iter("{http://www.w3.org/2000/svg}g") if [len(part) for part in group] == [0, 0]]
    drawn = [[part.tag.rpartition("}")[2] for part in group] for group in arrows if group[0].tag.endswith("path")]
    assert drawn == [["path", "polygon"]] * len(drawn)
    assert len(drawn) == sum(len(set(successors)) for successors in arcs.values()) + ("a winning strategy" in texts) + (
        "a strategy that forces it" in texts
    )
    assert "http" not in picture.replace("http://www.w3.org/2000/svg", "")
    assert picture == scene_svg(graph_scene(arcs, owner, regions, moves, names))
    assert len(graph_rows(arcs, owner, regions, moves, names)) == len(graph) + 1


def test_what_nobody_could_read_is_not_drawn():
    graph = {number: [number + 1] for number in range(MOST_DRAWN)}
    with pytest.raises(LimitsError):
        graph_scene(as_graph(graph), dict.fromkeys(graph, MAX), {"endless": set(range(MOST_DRAWN + 1))}, {})


@pytest.mark.parametrize(("language", "name"), [("en", "attractor.svg"), ("fr", "attractor.fr.svg")])
def test_the_figures_of_the_course_are_what_the_command_draws(run, tmp_path, language, name):
    run("graph", str(FIGURES / "attractor.txt"), "-o", str(tmp_path / name), "--lang", language)
    assert (tmp_path / name).read_bytes() == (FIGURES / name).read_bytes()


@pytest.mark.parametrize(("language", "page"), [("en", "13-attractors.md"), ("fr", "fr/13-attractors.md")])
def test_the_page_of_the_course(run, language, page):
    path = ROOT / "docs/course" / page
    set_language(language)
    text = path.read_text(encoding="utf-8")
    assert ARENA.split("\n", 1)[1] in text
    shown = [
        block.split("```")[0].splitlines()
        for block in text.split("$ elagage graph docs/course/figures/attractor.txt")[1:]
    ]
    for block in shown:
        words = [] if "--player" not in block[0] else ["--player", "max"]
        printed = run("graph", "-", *words, "--lang", language, typed=ARENA)[1].splitlines()
        assert [line.split() for line in block[1:] if "──" not in line] == [line.split() for line in printed]
