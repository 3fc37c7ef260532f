"""Openings by name: lines that are legal, found from every side of the board and in any order of moves."""

from __future__ import annotations

import pytest

from elagage.check import check_game
from elagage.errors import RulesError
from elagage.games.mnk import Mnk
from elagage.games.openings import name_opening
from elagage.games.openings.othello_openings import OPENINGS
from elagage.i18n import use_language
from elagage.loading import load
from elagage.web.answers.move_list import Shelf
from elagage.web.answers.position_json import position_json

OTHELLO = load("othello")


def name_at(text):
    return name_opening(OTHELLO, [OTHELLO.parse_state(text)])


def test_every_line_is_legal_and_has_its_own_position_and_name():
    assert [str(name_at(line)) for line, _name in OPENINGS] == [str(name) for _line, name in OPENINGS]
    assert len({str(name) for _line, name in OPENINGS}) == len(OPENINGS) > 60
    with use_language("fr"):
        assert len({str(name) for _line, name in OPENINGS}) == len(OPENINGS)


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("f5d6c3d3c4", "Tiger"), ("d3c5f6f5e6", "Tiger"), ("c4e3f6e6f5", "Tiger"), ("e6f4c3c4d3", "Tiger"),
        ("f5f6e6f4e3", "Cow"), ("c4c3d3c5d6", "Cow"), ("f5f4", "Parallel"),
        ("c4e3f4c5d6f3e6c3d3e2b5f5", "Rotating Flat"), ("f5d6c3d3c4f4f6b4", "Kung"),
        ("f5", "None"), ("", "None"), ("f5d6c3d3c4f4c5b3", "None"),
    ],
)  # fmt: skip
def test_lines_on_every_side_of_the_board(line, name):
    assert str(name_at(line)) == name


def test_another_order_of_moves_leads_to_the_same_name():
    assert str(name_at("f5d6c4d3c3")) == str(name_at("f5d6c3d3c4")) == "Tiger"


def test_the_latest_name_on_the_way_counts():
    states = [OTHELLO.parse_state("f5d6c3d3c4f4c5b3"[:end]) for end in range(0, 17, 2)]
    assert str(name_opening(OTHELLO, states)) == "Tiger"
    assert name_opening(load("othello:6"), [load("othello:6").start()]) is None


def test_the_page_names_the_opening_in_both_languages():
    line = Shelf().line({"game": "othello", "moves": ["f5", "d6", "c3", "d3", "c4", "f4"]})
    assert position_json(line)["opening"] == {"en": "Tiger", "fr": "Tigre"}
    assert position_json(Shelf().line({"game": "nim", "moves": []}))["opening"] is None


class Corners(Mnk):
    """A game with openings of its own."""

    def openings(self):
        return (("a1", "Corner"), ("b2", "Centre"))


def test_a_game_of_a_user_has_openings_too_and_check_tries_them():
    game = Corners(3, 3, 3)
    assert [name_opening(game, [game.parse_state(text)]) for text in ("c3", "b2", "b1")] == ["Corner", "Centre", None]
    check_game(game, games=1)
    wrong = type("Wrong", (Corners,), {"openings": lambda _self: (("a1a1", "Twice"),)})(3, 3, 3)
    assert name_opening(wrong, [wrong.start()]) is None
    with pytest.raises(RulesError, match="a1a1"):
        check_game(wrong, games=1)
