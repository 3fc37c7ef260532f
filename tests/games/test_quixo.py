"""Quixo: published values, an analysis of our own as a referee, cubes that move up, and lines of both sides.

Tanaka, Bonnet, Tixeuil and Tamura (2020): 3x3 and 4x4 are won by the first player, in 7 and in 21 plies; 5x5 is a draw.
"""

from __future__ import annotations

from collections import Counter

import pytest
from rules import solved

from elagage.errors import NotationError
from elagage.games.quixo import Quixo


def test_the_first_player_wins_on_3x3():
    game = Quixo(3)
    values = solved(game, game.starts())
    assert (len(values), values[game.start()]) == (32_027, (1, 7))
    assert set(Counter(winner for winner, _plies in values.values())) == {1, -1}
    for state, value in list(values.items())[::37]:
        assert {values[image] for image in game.symmetries(state)} == {value}


def test_positions_that_are_images_of_each_other_are_one():
    game = Quixo(3)
    values = solved(game, game.starts(), lambda state: min(game.symmetries(state)))
    assert (len(values), values[game.start()]) == (4433, (1, 7))


@pytest.mark.parametrize(
    ("before", "move", "after"),
    [
        ("XO.../...../...../...../....O X", "a1e1", "O...X/...../...../...../....O O"),
        ("XO.../O..../X..../...../....O X", "a1a5", "OO.../X..../...../...../X...O O"),
        (".OX../...../...../...../..O.. X", "c1a1", "X.O../...../...../...../..O.. O"),
        (".OX../..O../..X../...../..O.. X", "c1c5", ".OO../..X../...../..O../..X.. O"),
        ("XO.../O..../X..../...../....O O", "e5e1", "XO..O/O..../X..../...../..... X"),
    ],
)
def test_cubes_between_move_up(before, move, after):
    game = Quixo()
    state = game.parse_state(before)
    assert game.state_name(game.play(state, game.parse_move(state, move))) == after


def test_what_may_be_taken_and_where_it_goes():
    game = Quixo(4)
    state = game.parse_state("XOOO/O..O/O..O/OO.X X")
    names = [game.move_name(state, move) for move in game.moves(state)]
    assert names == ["a1d1", "a1a4", "c4c1", "c4a4", "c4d4", "d4d1", "d4a4"]
    for size, moves in ((3, 20), (4, 32), (5, 44)):
        assert len(list(Quixo(size).moves(Quixo(size).start()))) == moves


@pytest.mark.parametrize(
    ("text", "score"),
    [
        ("XXX/.OO/... O", 1),
        ("XXX/.OO/... X", 1),  # O made it, and has lost
        ("XXX/OOO/... X", 1),  # O made both
        ("XXX/OOO/... O", -1),  # X did
        ("X.O/XO./O.. X", -1),
        ("XOX/OXO/OXO X", None),
    ],
)
def test_a_line_of_the_opponents_loses(text, score):
    game = Quixo(3)
    state = game.parse_state(text)
    assert game.over(state) == (score is not None)
    if score is not None:
        assert game.score(state) == score


def test_positions_that_play_cannot_lead_to_are_refused():
    game = Quixo(3)
    for text in (".../.../... O", "X../.../... X", "XX./.../... O", "O../.../... X", "O../.../... O"):
        with pytest.raises(NotationError, match="every move leaves a mark"):
            game.parse_state(text)
    assert game.parse_state("a1c1") == game.parse_state("..X/.../... O")
