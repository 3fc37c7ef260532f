"""Every value that a person gets shows itself in a notebook, in both languages, and nothing in it is run."""

import re

import pytest

import elagage
from elagage import paths, search, solvers
from elagage.i18n import use_language
from elagage.result import Result
from elagage.solvers.graph.graph_files import read_graph

GRAPH = {"a": ["b", "c"], "b": [3, 12, 8], "c": [2, 4, 6]}
HOSTILE = "<img src=x onerror=alert(1)>"


def traced():
    trace = elagage.Trace()
    search.alphabeta(GRAPH, trace=trace)
    return trace


def solved_regions(name="a"):
    return solvers.solve_graph({name: ["b", "c"], "b": [], "c": [name]}, {name: 0, "b": 0, "c": 1}, {"b": 1})


VALUES = {
    "game": (lambda: elagage.load("connect4:4x4"), "<svg"),
    "position": (lambda: elagage.show("othello", "f5d6"), "<svg"),
    "result": (lambda: elagage.analyse("tictactoe", "b2a1", depth=3, every_move=True, plain=True), "<td"),
    "comparison": (lambda: search.compare(GRAPH), "mtdf"),
    "trace": (traced, "srcdoc="),
    "solution": (lambda: elagage.solve("nim:3,4"), "✓"),
    "regions": (solved_regions, "<table"),
    "path": (lambda: paths.astar({"A": {"B": 1}, "B": {"C": 2}, "C": {}}, "A", "C"), "A → B → C"),
    "check": (lambda: elagage.check_game({"graph": {"a": ["b"]}, "ends": {"b": 1}}, games=3), "<table"),
    "match": (lambda: elagage.match("tictactoe", "random", "greedy", games=4), "greedy"),
    "tournament": (lambda: elagage.arena.tournament("tictactoe", ["random", "first"], games=2), "Elo"),
    "scene": (
        lambda: elagage.figures.board_scene(elagage.load("tictactoe"), elagage.load("tictactoe").start()),
        "<svg",
    ),
}


@pytest.mark.parametrize("name", VALUES)
def test_a_value_shows_itself(name):
    make, part = VALUES[name]
    shown = make()._repr_html_()
    assert part in shown
    assert not re.search(r"https?://(?!www\.w3\.org/)", shown.split("srcdoc=")[0]), "nothing from elsewhere"


def test_it_speaks_the_language_of_the_person():
    result = elagage.analyse("connect4:4x4", depth=2, every_move=True, plain=True)
    with use_language("fr"):
        assert "nœuds" in result._repr_html_()
        assert "profondeur 2" in result._repr_html_()
    assert "depth 2" in result._repr_html_()


def test_a_result_is_drawn_with_the_position_it_is_about():
    result = search.minimax("tictactoe", "XX./OO./...", depth=1)
    assert result.asked.state == elagage.load("tictactoe").parse_state("XX./OO./...")
    assert "<svg" in result._repr_html_()
    alone = Result(None, elagage.Score.draw(), 0, (), None, 1)
    assert "<svg" not in alone._repr_html_(), "a result that says nothing of its position"
    assert result == result.about(None)


def test_names_of_the_user_are_text_and_nothing_else():
    shown = solved_regions(HOSTILE)._repr_html_()
    assert HOSTILE not in shown
    assert "&lt;img" in shown
    trace = elagage.Trace()
    result = search.minimax({HOSTILE: [1, "b"], "b": [2]}, trace=trace)
    for page in (result._repr_html_(), trace._repr_html_().split("srcdoc=")[0]):
        assert HOSTILE not in page


def test_an_empty_trace_has_nothing_to_show():
    assert elagage.Trace()._repr_html_() is None
    assert elagage.Trace()._repr_svg_() is None
    assert traced()._repr_svg_().startswith("<svg")


def test_a_graph_from_a_file_is_drawn_with_its_table(tmp_path):
    file = tmp_path / "graph.txt"
    file.write_text("a max: b V\nb min: a D\nV: +1\nD: -1\n", encoding="utf-8")
    from elagage.solvers.graph.graph_regions import graph_regions

    shown = graph_regions(read_graph(file))._repr_html_()
    assert "<svg" in shown
    assert "<table" in shown


def test_plain_dicts_and_texts_are_games_for_every_search():
    for name in ("minimax", "negamax", "memoised", "alphabeta", "pvs", "mtdf", "deepening"):
        assert getattr(search, name)(GRAPH).value == 3
    assert search.minimax({"a": ["b", "c"], "b": 1, "c": -1}).score == elagage.Score.win()
    assert search.and_or("tictactoe", "XX./OO./...").value
    with pytest.raises(elagage.ElagageError, match="no game"):
        search.minimax({"a": "b"})


def test_functions_without_a_first_position_are_given_one():
    game = elagage.jeu(lambda n: [n - 1] if n else [], lambda n: n % 2, lambda n: 5 if n == 0 else 0)
    assert search.minimax(game, 3).value == 5
    with pytest.raises(elagage.ElagageError, match="no first position"):
        search.minimax(game)
    assert elagage.jeu(lambda n: [n - 1] if n else [], lambda n: 0, lambda n: n, 3).start() == 3
