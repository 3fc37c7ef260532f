"""The analysis of a page: what is proven is told by move, carried from turn to turn, and never gone back on."""

from __future__ import annotations

import pytest

from elagage import load
from elagage.games.spoken import read_sides
from elagage.result import Score
from elagage.solvers.exact import Exact
from elagage.web.answers import tasks
from elagage.web.answers.tasks import Desk, Later

ENDING = "-XOO----OOXOO--XOOOOOOXXOOOXXXOXOOOOXOOXO-XXOO-XOOXOOO--X-X--OO- O"
"""Othello with 17 empty squares and three moves."""


class Turn:
    """A worker's turn at an analysis, which ends after some news if that is said."""

    def __init__(self, carry=None, last=1000, wish="yield", **request):
        self.request, self.carry = {"game": "othello", "position": ENDING, "moves": [], **request}, carry
        self.seconds, self.spent = 3600.0, 0.0
        self.last, self.wish = last, wish
        self.told = []

    def is_stopped(self):
        return sum(event["exact"] for event in self.told) >= self.last

    def gives_way(self):
        return self.is_stopped() and self.wish == "yield"

    def tell(self, event, carry=False):
        if event["event"] == "info":
            assert carry
            self.told.append(event)
            self.carry = event


@pytest.fixture(scope="module")
def truth():
    game = load("othello")
    found = Exact(game).solve(game.parse_state(ENDING), every_move=True)
    return {game.move_name(game.parse_state(ENDING), entry.move): entry.score for entry in found.moves}


def texts(moves):
    return {move["name"]: move["score"]["en"] for move in moves}


def test_proofs_are_told_by_move(truth):
    turn = Turn()
    found = tasks.analyse(Desk({}), turn)
    expected = {name: score.text(read_sides(load("othello"))) for name, score in truth.items()}
    assert found["exact"]
    assert found["outcome"] == 1
    assert texts(found["moves"]) == expected
    assert all(move["exact"] for move in found["moves"])
    first = next(number for number, event in enumerate(turn.told) if event["exact"])
    assert [sum(move["exact"] for move in event["moves"]) for event in turn.told[first:]] == [1, 2, 3]
    assert not any(event["exact"] for event in turn.told[:first])


def test_a_turn_that_gives_way_keeps_its_proofs(truth):
    desk, first = Desk({}), Turn(last=2)
    later = tasks.analyse(desk, first)
    assert isinstance(later, Later)
    assert [move["exact"] for move in later.carry["moves"]].count(True) == 2
    second = Turn(carry=later.carry, last=1, wish="stop")
    found = tasks.analyse(desk, second)
    assert all(event["exact"] for event in second.told), "estimates are no news of a value that is proven"
    assert found["exact"]
    assert [move["exact"] for move in found["moves"]].count(True) == 2


def test_estimates_after_a_proof_leave_it(monkeypatch):
    desk, first = Desk({}), Turn(last=2)
    carry = tasks.analyse(desk, first).carry
    monkeypatch.setattr("elagage.analysis.may_be_solved", lambda _question: False)
    second = Turn(carry=carry, depth=3)
    found = tasks.analyse(desk, second)
    assert second.told == []
    assert (found["event"], found["exact"], found["score"]) == ("result", True, carry["score"])
    assert found["moves"] == carry["moves"]


def test_the_depth_of_what_is_not_proven_is_that_of_the_search():
    turn = Turn(last=1, wish="stop")
    found = tasks.analyse(Desk({}), turn)
    assert found["depth"] is None
    depths = {move["depth"] for move in found["moves"] if not move["exact"]}
    assert depths == {turn.told[-1]["depth"]}
    assert Score.win(margin=8).text(read_sides(load("othello"))) == found["score"]["en"]
