"""Quixo: published values, an analysis of our own as a referee, cubes that move up, and lines of both sides.

Tanaka, Bonnet, Tixeuil and Tamura (2020): 3x3 and 4x4 are won by the first player, in 7 and in 21 plies; 5x5 is a draw.
"""

from __future__ import annotations

from collections import Counter

import pytest
from rules import solved

from elagage import solve
from elagage.errors import NotationError
from elagage.games.quixo import Quixo, QuixoState


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


class FullBoards(Quixo):
    """Every board of 5x5 without a blank cube on which O, to move, has so many: no move changes how many."""

    def __init__(self, count):
        super().__init__()
        self.count = count

    def start(self):
        o = (1 << self.count) - 1
        return QuixoState((1 << 25) - 1 ^ o, o, 1)

    def starts(self):
        o = (1 << self.count) - 1
        while o < 1 << 25:
            yield QuixoState((1 << 25) - 1 ^ o, o, 1)
            low = o & -o
            over = o + low
            o = over | ((o ^ over) >> 2) // low


@pytest.mark.parametrize(
    ("count", "won", "lost", "drawn"),
    [
        (5, 12, 53_118, 0),
        pytest.param(6, 304, 176_796, 0, marks=pytest.mark.slow),
        pytest.param(10, 436_320, 2_832_416, 24, marks=pytest.mark.slow),
    ],
)
def test_full_boards_are_won_lost_and_drawn_as_published(count, won, lost, drawn):
    """The classes of Tanaka's program (st34-satoshi/quixo-cpp, O to move); all of a draw's are without end."""
    solution = solve(FullBoards(count), memory=2000)
    assert solution.facts.by_ply[0] == [won, lost, 0, drawn]
