"""What a heuristic is made of, as the games tell it: terms that add up to it, on the cells that they count."""

from __future__ import annotations

import random

import pytest

from elagage import check_game, load, with_heuristic
from elagage.errors import RulesError
from elagage.game import Game, Term, heuristic_names
from elagage.games import CATALOGUE
from elagage.games.connect4 import Connect4
from elagage.games.mnk import Mnk
from elagage.i18n import use_language
from elagage.search import playouts

SILENT = {"chomp", "fox_and_hounds", "nim", "wythoff"}
"""Games without a heuristic, or whose heuristic is one number and no sum."""


def positions(game, seed, count=40):
    """Positions of random games that go on."""
    chooser, found, state = random.Random(seed), [], game.start()
    while len(found) < count:
        if game.over(state):
            state = game.start()
        found.append(state)
        state = game.play(state, chooser.choice(list(game.moves(state))))
    return [state for state in found if not game.over(state)]


@pytest.mark.parametrize("name", [name for name in CATALOGUE if name != "tree"])
def test_the_terms_of_every_game_add_up(name):
    game = load(name)
    for judged in [game, *(with_heuristic(game, part) for part in heuristic_names(game))]:
        told = 0
        for state in positions(judged, 5):
            terms = list(judged.explain(state))
            told += bool(terms)
            if terms:
                assert sum(term.value for term in terms) == judged.heuristic(state)
            for term in terms:
                assert not term.cells or sum(term.cells.values()) == term.value
        assert bool(told) == (name not in SILENT)


def test_the_names_of_terms_are_in_both_languages():
    for name in CATALOGUE:
        if name == "tree":
            continue
        game = load(name)
        for state in positions(game, 1, 6):
            names = {}
            for language in ("en", "fr"):
                with use_language(language):
                    names[language] = [str(term.name) for term in game.explain(state)]
            assert all(one != other for one, other in zip(names["en"], names["fr"], strict=True)), name


@pytest.mark.parametrize("name", ["mnk:5,4,3", "tictactoe", "othello:6", "hexapawn:4x3"])
def test_the_cells_that_count_are_those_with_pieces(name):
    game = load(name)
    for state in positions(game, 3):
        grid = game.grid(state)
        for term in game.explain(state):
            for (row, column), value in term.cells.items():
                assert grid[row][column] in "XO"
                if not name.startswith("othello"):  # where some squares weigh less than nothing
                    assert (value > 0) == (grid[row][column] == "X")


def test_threats_are_on_empty_cells():
    game = Connect4()
    state = game.parse_state("112233")
    finishing, central = game.explain(state)
    assert finishing.cells == {(5, 3): 10, (4, 3): -10}
    assert sum(central.cells.values()) == game.heuristic(state)


def test_a_heuristic_by_its_name_is_explained_by_its_own_terms():
    game = load("othello")
    state = game.parse_state("f5d6")
    assert [str(term.name) for term in with_heuristic(game, "discs").explain(state)] == ["One for each disc"]
    seeds = with_heuristic(load("kalah"), "seeds")
    assert sum(term.value for term in seeds.explain(seeds.start())) == seeds.heuristic(seeds.start())


def test_another_heuristic_is_not_explained_by_the_terms_of_the_first():
    class Judged(Mnk):
        def heuristic_count(self, state):
            return (state.x | state.o).bit_count()

    game = Judged(3, 3, 3)
    state = game.play(game.start(), 0)
    assert list(game.explain(state))
    assert list(with_heuristic(game, "count").explain(state)) == []
    assert list(playouts(game, 2).explain(state)) == []
    check_game(with_heuristic(game, "count"), games=3)


class Count(Game):
    """Take one or two from nine; the heuristic says what is left and who moves."""

    def start(self):
        return (9, 0)

    def player(self, state):
        return state[1]

    def moves(self, state):
        return range(1, min(2, state[0]) + 1)

    def play(self, state, move):
        return state[0] - move, 1 - state[1]

    def score(self, state):
        return -1 if state[1] == 0 else 1

    def heuristic(self, state):
        return 0.1 * state[0] - 0.2 * state[1]

    def heuristic_left(self, state):
        return state[0]

    def explain(self, state):
        yield Term("left", 0.1 * state[0])
        yield Term("turn", -0.2 * state[1])


FALSE = {
    "a term too many": ({"explain": lambda self, state: [Term("left", 9.5)]}, "explain", "left 9.5: together 9.5"),
    "a named one": ({"explain_left": lambda self, state: [Term("left", 7)]}, "explain_left", "heuristic_left is 9"),
    "no heuristic": ({"explain_right": lambda self, state: []}, "explain_right", "heuristic_right"),
    "no term": ({"explain": lambda self, state: [("left", 0.9)]}, "explain", "Term(name, value, cells)"),
    "no name": ({"explain": lambda self, state: [Term("", 0.9)]}, "explain", "Term(name, value, cells)"),
    "no number": ({"explain": lambda self, state: [Term("left", "0.9")]}, "explain", "is a number"),
    "no iterable": ({"explain": lambda self, state: None}, "explain", "TypeError"),
    "cells that say another thing": (
        {"explain": lambda self, state: [Term("left", self.heuristic(state), {(0, 0): 8})]},
        "explain",
        "cells of the term 'left' give 8",
    ),
    "cells that are a little off": (
        {"explain": lambda self, state: [Term("left", self.heuristic(state), {(0, 0): self.heuristic(state) + 1e-6})]},
        "explain",
        "cells of the term 'left' give 0.900001",
    ),
    "a cell that is not there": (
        {"explain": lambda self, state: [Term("left", self.heuristic(state), {(7, 0): self.heuristic(state)})]},
        "explain",
        "(7, 0)",
    ),
    "cells that are none": ({"explain": lambda self, state: [Term("left", 0.9, {3: 0.9})]}, "explain", "TypeError"),
}


def test_floats_add_up_as_far_as_floats_do():
    assert check_game(Count(), games=10).ended == 10


@pytest.mark.parametrize("mistake", FALSE)
def test_a_false_explanation_is_shown_with_its_state(mistake):
    methods, rule, words = FALSE[mistake]
    with pytest.raises(RulesError) as caught:
        check_game(type("Wrong", (Count,), methods)())
    assert caught.value.rule == rule
    assert caught.value.state == (9, 0)
    assert words in str(caught.value)
