"""The boards that a game can be asked for: the smallest and the largest load and begin, one step beyond is refused."""

from __future__ import annotations

import pytest

from elagage import load
from elagage.errors import LoadError

OFFERED = {
    "mnk": ("1,1,1", "26,26,1", "1,26,26", "26,1,2"),
    "connect4": ("1x1", "35x64", "35x1", "1X64"),
    "othello": ("4", "26"),
    "nim": ("0", "999", ",".join(26 * "1"), "3,4:misere", "3:max=1", "3,4,5:misere:max=2"),
    "wythoff": ("0,0", "999,999"),
    "chomp": ("1x1", "26x26"),
    "hexapawn": ("2x1", "64x1", "2x26", "8X8", "3x21"),
    "kalah": ("1,1", "7,9", "1,63", "4,4:EMPTY"),
    "domineering": ("1x1", "64x1", "8x8", "2x26", "4x4:vertical", "4x4:HORIZONTAL"),
    "dots_and_boxes": ("1x1", "1x12", "21x1", "5x5"),
    "fox_and_hounds": ("4", "6", "8"),
    "morris": ("fly", "straight"),
    "quixo": ("3", "4", "5"),
}
REFUSED = {
    "mnk": ("0,1,1", "1,0,1", "1,1,0", "27,1,1", "1,27,1", "1,1,27", "3,3", "3,3,3,3", "a,b,c"),
    "connect4": ("0x1", "1x0", "36x1", "1x65", "7", "7x6x5", "7,6"),
    "othello": ("2", "3", "5", "28", "8x8"),
    "nim": ("1000", ",".join(27 * "1"), "3:max=0", "3:max=", "misere", "3:4", "3,,4"),
    "wythoff": ("1000,0", "0,1000", "3", "3,4,5"),
    "chomp": ("0x1", "1x0", "27x1", "1x27"),
    "hexapawn": ("1x3", "3x0", "1x27", "2x27", "5x13", "65x1", "3"),
    "kalah": ("0,1", "8,1", "1,0", "1,64", "7,10", "4,4:full", "4,4:", "4"),
    "domineering": ("0x1", "1x0", "65x1", "1x27", "2x27", "13x5", "4x4:up", "4x4:"),
    "dots_and_boxes": ("0x1", "1x0", "1x13", "22x1", "5x6", "3"),
    "fox_and_hounds": ("5", "10", "2"),
    "morris": ("run", "flystraight"),
    "quixo": ("2", "6", "4x4"),
    "tictactoe": ("3",),
    "krk": ("8",),
}


@pytest.mark.parametrize("name", OFFERED)
def test_boards_from_the_smallest_to_the_largest_begin(name):
    for parameters in OFFERED[name]:
        game = load(f"{name}:{parameters}")
        state = game.start()
        assert game.player(state) in (0, 1)
        assert game.over(state) == (not list(game.moves(state)))
        assert game.parse_state(game.state_name(state)) == state


@pytest.mark.parametrize("name", REFUSED)
def test_one_step_beyond_is_refused(name):
    for parameters in REFUSED[name]:
        with pytest.raises(LoadError):
            load(f"{name}:{parameters}")


def test_a_game_without_parameters_has_its_usual_board():
    usual = {
        "connect4": "7x6", "othello": "8", "nim": "3,4,5", "wythoff": "8,13", "chomp": "4x5", "hexapawn": "3x3",
        "kalah": "6,4", "domineering": "6x6", "dots_and_boxes": "3x3", "fox_and_hounds": "8", "mnk": "3,3,3",
        "quixo": "5",
    }  # fmt: skip
    for name, parameters in usual.items():
        one, other = load(name), load(f"{name}:{parameters}")
        assert {key: value for key, value in vars(one).items() if key != "spec"} == {
            key: value for key, value in vars(other).items() if key != "spec"
        }
