"""Literal trees: their notations, names and texts, both ways."""

from __future__ import annotations

import pytest
from hypothesis import given
from trees import cyclic_graphs, graphs, trees

from elagage import check_game, load, search
from elagage.errors import LoadError
from elagage.games.tree import Tree


def test_all_notations_give_the_same_game():
    text = Tree("a=(b=(5 6) c=(7 4 5))")
    lists = Tree([[5, 6], [7, 4, 5]])
    names = Tree({"a": ["b", "c"], "b": [5, 6], "c": [7, 4, 5]})
    assert {search.minimax(game).value for game in (text, lists, names)} == {5}
    assert {search.minimax(game).leaves for game in (text, lists, names)} == {5}
    assert search.minimax(Tree([[5, 6], [7, 4, 5]], first=1)).value == 6


def test_shared_nodes():
    game = Tree("a=(b=(s=(1 9) 4) c=(s 7))")
    assert len(set(search.reachable(game))) == 8
    assert search.memoised(game).hits == 1
    assert search.memoised(game).value == search.minimax(game).value


@pytest.mark.parametrize(
    ("tree", "word"),
    [
        ("", "one pair"), ("()", "empty"), ("((1 2)", "never closed"), ("(1 2))", "too many"), ("(1 x)", "neither"),
        ("(1 2) 3", "one pair"), ("(a=1 a=2)", "once"), ("(1 nan)", "neither"), ([], "empty"), ([[1], []], "empty"),
        ([1, "x"], "number"),
        ({}, "empty"), ({1: [2], "1": 3}, "once"), ({"": [1]}, "not empty"),
        ({"a": [[1]]}, "number"), ({"a": ["b"]}, "not in the tree"), ({"a": []}, "no branches"),
        ([float("nan")], "number"), ([True], "number"),
    ],
)  # fmt: skip
def test_what_is_no_tree_is_refused(tree, word):
    with pytest.raises(LoadError, match=word):
        Tree(tree)


def test_a_very_deep_tree_is_read():
    depth = 5000
    game = Tree("(" * depth + "7" + ")" * depth)
    assert len(game.children) == depth + 1


def test_text_comes_back_to_itself():
    for text in ("((5 6) (7 4 5))", "a=(b=(1 -2.5) c=(+∞ -∞))", "(1)"):
        game = Tree(text)
        again = Tree(game.text(game.start()))
        assert (again.children, again.values, again.names) == (game.children, game.values, game.names)


@given(trees() | graphs() | cyclic_graphs())
def test_every_tree_is_written_and_read_back(game):
    again = Tree(game.text(game.start()), game.first)
    assert again.text(again.start()) == game.text(game.start())
    assert len(set(again.labels)) == len(again.labels)


def test_a_shared_node_is_written_once():
    game = Tree({"a": ["b", "c"], "b": ["s", 4], "c": ["s", 7], "s": [1, 9]})
    assert game.text(game.start()) == "a=(b=(s=(1 9) 4) c=(s 7))"
    layers = {f"n{level}": [f"n{level + 1}", f"n{level + 1}"] for level in range(200)}
    assert len(Tree({**layers, "n200": 1}).text(Tree("(1)").start())) < 5000


def test_a_deep_tree_is_written():
    text = "(" * 5000 + "7" + ")" * 5000
    assert Tree(text).text(Tree(text).start()) == text


def test_keys_may_be_numbers():
    game = Tree({1: [2, 3], 2: [5, 6], 3: [7, 8]}, players={2: 1}, estimates={3: 4})
    assert search.minimax(game).value == 7
    assert [game.move_name(game.start(), move) for move in (0, 1)] == ["2", "3"]
    assert game.estimates[2] == 4
    check_game(game)
    assert search.minimax(Tree(game.text(game.start()))).value == 7
    mixed = Tree({"r": [2, 9, 2], 2: [5, 6]})
    check_game(mixed)
    assert search.minimax(mixed).value == 9


def test_a_node_may_be_named_root():
    game = Tree("(root=(1 2) 3)")
    check_game(game)
    assert len(set(game.labels)) == len(game.labels)
    assert game.parse_state("root min").node == 1


def test_names_with_spaces_around_their_sign():
    game = load("a = (b =(1 2) 3)")
    assert (game.names[:2], search.minimax(game).value) == (("a", "b"), 3)
    assert game.spec == "tree:a = (b =(1 2) 3)"


@pytest.mark.parametrize("player", [2, -1, "max", True])
def test_players_are_0_and_1(player):
    with pytest.raises(LoadError, match="'a' is 0"):
        Tree({"a": [1, 2]}, players={"a": player})
