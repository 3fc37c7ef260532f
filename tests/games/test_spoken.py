"""How people speak of a game: sides, counts, rows that won, passes and rules, of every game and of a user's own."""

from __future__ import annotations

import random

import pytest

from elagage import Game, Score, Side, check_game, load
from elagage.figures.boards.board_kinds import box_owners
from elagage.figures.boards.board_labels import mark_text
from elagage.figures.boards.board_pieces import side_colours
from elagage.games import CATALOGUE
from elagage.games.spoken import label_side, read_line_won, read_rules, read_sides, read_tally, tell_move, tell_score
from elagage.i18n import LANGUAGES, Message, translate_both

GAMES = [name if name != "tree" else "((5 6) (7 4 5))" for name in CATALOGUE]


def play_out(game, seed):
    """The states of a random game."""
    rng = random.Random(seed)
    states = [game.start()]
    while not game.over(states[-1]) and len(states) < 120:
        states.append(game.play(states[-1], rng.choice(list(game.moves(states[-1])))))
    return states


def marks_at(game, state, cells):
    grid = game.grid(state)
    return {grid[row][column] for row, column in cells}


@pytest.mark.parametrize("name", GAMES)
def test_every_game_has_rules_and_sides_in_both_languages(name):
    game = load(name)
    rules = read_rules(game)
    assert isinstance(rules, Message)
    assert rules.text("en") != rules.text("fr")
    one, other = read_sides(game)
    for language in LANGUAGES:
        names = {str(translate_both(side.name)[language]) for side in (one, other)}
        assert len(names) == 2
    assert len(set(side_colours(game))) == 2 or side_colours(game) == ["", ""]


@pytest.mark.parametrize("name", GAMES)
def test_what_is_counted_agrees_with_the_score(name):
    game = load(name)
    for seed in range(3):
        states = play_out(game, seed)
        counted = read_tally(game, states[-1])
        if counted is None or not game.margins or not game.over(states[-1]):
            continue
        difference, score = counted[0] - counted[1], game.score(states[-1])
        assert (difference > 0, difference < 0) == (score > 0, score < 0)


@pytest.mark.parametrize(
    ("name", "line", "cells"),
    [
        ("tictactoe", "b2a1a3b1c1", {(0, 2), (1, 1), (2, 0)}),
        ("tictactoe", "b2", set()),
        ("connect4", "4455663", {(5, 2), (5, 3), (5, 4), (5, 5)}),
        ("connect4", "12342334344", {(5, 0), (4, 1), (3, 2), (2, 3)}),
        ("connect4:5x4", "1212121", {(0, 0), (1, 0), (2, 0), (3, 0)}),
    ],
)
def test_a_row_that_won(name, line, cells):
    game = load(name)
    state = game.parse_state(line)
    assert set(read_line_won(game, state)) == cells


@pytest.mark.parametrize("name", ["tictactoe", "mnk:5,5,4", "connect4", "quixo:3", "morris"])
def test_rows_that_won_are_the_winners(name):
    game = load(name)
    found = 0
    for seed in range(12):
        state = play_out(game, seed)[-1]
        cells = read_line_won(game, state)
        if cells:
            found += 1
            assert marks_at(game, state, cells) == {game.players[0 if game.score(state) > 0 else 1]}
    assert found


def test_scores_say_the_names_of_the_sides():
    othello, fox = load("othello"), load("fox_and_hounds")
    assert tell_score(othello, Score.win(margin=12)).text("en") == "Black wins by 12"
    assert tell_score(othello, Score.win(margin=12)).text("fr") == "Noir gagne de 12"
    assert tell_score(fox, Score.loss(4)).text("en") == "Hounds win in 4 plies"
    assert tell_score(fox, Score.loss(4)).text("fr") == "Chiens gagnent en 4 demi-coups"
    assert str(label_side(othello, 1)) == "White (O)"
    assert str(label_side(load("tictactoe"), 1)) == "O"


def test_a_pass_is_told_and_written_otherwise():
    game = load("othello:4")
    state = next(
        state
        for seed in range(50)
        for state in play_out(game, seed)
        if not game.over(state) and list(game.moves(state)) == [game.pass_move]
    )
    assert game.move_name(state, game.pass_move) == "--"
    told = tell_move(game, state, game.pass_move)
    assert translate_both(told) == {"en": "Pass", "fr": "Passe"}


def test_boxes_are_those_of_who_closed_them():
    game = load("dots_and_boxes:2x2")
    states = [game.start()]
    for name in ("b1", "a2", "c2", "b3", "d1", "d3", "e2"):
        states.append(game.play(states[-1], game.parse_move(states[-1], name)))
    owners = box_owners(game, states)
    assert owners == {(1, 1): 1, (1, 3): 1}
    counted = read_tally(game, states[-1])
    assert counted == (0, 2)
    assert box_owners(game, states[-1:]) == {}


def test_the_last_move_and_the_row_that_won_are_marked_in_a_text():
    game = load("connect4:5x4")
    state = game.parse_state("12")
    assert mark_text(game, state, 1).split("\n")[3] == " X(O). . ."
    won = game.parse_state("1213141")
    assert mark_text(game, game.parse_state("1213141"), 0) == mark_text(game, won)
    state = game.parse_state("1122334")
    assert mark_text(game, state, 3).split("\n")[3] == "*X*X*X*X ."


class Count(Game[tuple[int, int], int]):
    """Take one or two matches; who takes the last one wins."""

    def start(self):
        return (4, 0)

    def player(self, state):
        return state[1]

    def moves(self, state):
        return [take for take in (1, 2) if take <= state[0]]

    def play(self, state, move):
        return (state[0] - move, 1 - state[1])

    def score(self, state):
        return 1 if state[1] else -1


def test_a_users_game_has_good_defaults():
    game = Count()
    assert read_sides(game) == (Side("Max"), Side("Min"))
    assert read_rules(game) == "Take one or two matches; who takes the last one wins."
    assert read_tally(game, game.start()) is None
    assert read_line_won(game, (0, 1)) == ()
    assert check_game(game, games=3).notes == ()


def test_a_name_that_means_something_else_is_left_out_and_noted():
    class Odd(Count):
        sides = 6
        rules = ("first", "second")

        def tally(self):
            return "many"

        def line_won(self, state):
            return [(99, 99)]

        def tell_move(self, state, move):
            return None

    game = Odd()
    assert read_sides(game) == (Side("Max"), Side("Min"))
    assert read_rules(game) == ""
    assert read_tally(game, game.start()) is None
    assert read_line_won(game, (0, 1)) == ()
    assert tell_move(game, game.start(), 2) == "2"
    notes = " ".join(map(str, check_game(game, games=3).notes))
    for rule in ("sides", "rules", "tally", "line_won", "tell_move"):
        assert f"{rule} is not used where the game is shown" in notes


def test_a_game_of_functions_says_it_in_french(tmp_path):
    written = (
        '"""Prendre une ou deux allumettes."""\n'
        "camps = ('Rouge', 'Bleu')\n"
        "position_initiale = (4, 0)\n"
        "def joueur_courant(position): return position[1]\n"
        "def coups_possibles(p): return [(p[0] - n, 1 - p[1]) for n in (1, 2) if n <= p[0]]\n"
        "def gain(position): return 1 if position[1] else -1\n"
        "def decompte(position): return (position[0], 4 - position[0])\n"
    )
    path = tmp_path / "allumettes.py"
    path.write_text(written, encoding="utf-8")
    game = load(str(path))
    assert [side.name for side in read_sides(game)] == ["Rouge", "Bleu"]
    assert read_rules(game) == "Prendre une ou deux allumettes."
    assert read_tally(game, game.start()) == (4, 0)
