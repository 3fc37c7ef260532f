"""Games that end with their exact result as soon as the solver knows it."""

from __future__ import annotations

import pytest

from elagage import load
from elagage.arena import match, tournament
from elagage.arena.game_jobs import make_judge, play_game
from elagage.arena.schedule import make_plan
from elagage.errors import LimitsError
from elagage.solvers.exact import Exact

WANTED = {"number": 0, "position": "", "opening": None, "seed": 1}


@pytest.mark.parametrize("text", ["", "2", "1123", "22331", "1441"])
def test_an_adjudicated_game_ends_as_perfect_play_does(text):
    game = load("connect4:4x4")
    wanted = {**WANTED, "position": text}
    played = play_game(game, ("perfect", "perfect"), wanted, {})
    judged = play_game(game, ("random", "random"), wanted, {}, judge=make_judge(game, 1_000_000))
    assert (judged["reason"], judged["plies"], played["reason"]) == ("solved", 0, "")
    assert judged["outcome"] == played["outcome"]


def test_a_game_is_played_on_until_it_is_within_reach():
    game = load("connect4:4x4")
    asked = []
    nearby = make_judge(game, 50)

    def judge(state):
        asked.append(state)
        return nearby(state)

    row = play_game(game, ("first", "random"), WANTED, {}, judge=judge)
    assert row["reason"] == "solved"
    assert row["plies"] == len(asked) - 1 > 0
    assert row["outcome"] == Exact(game).solve(asked[-1]).score.outcome
    assert make_judge(game, 1)(game.start()) is None


def test_who_can_not_be_solved_so_is_played_on():
    assert make_judge(load("connect4:4x4"), 0) is None
    for name in ("morris", "tree:((5 6) (7 4 5))"):
        assert make_judge(load(name), 1000) is None


def test_a_contest_is_adjudicated():
    exact = match("connect4:4x4", "random", "first", games=6, adjudicate=1_000_000)
    assert (exact.tally.score, exact.ended) == (0.5, "done")
    plain = match("connect4:4x4", "random", "first", games=6)
    assert plain.games == exact.games == 6
    table = tournament("connect4:4x4", ["random", "first"], games=6, adjudicate=1_000_000)
    assert table.games == 6


def test_the_plan_tells_of_it_and_old_stores_stay_theirs():
    plans = [make_plan("connect4:4x4", ["first", "random"], 4, adjudicate=nodes) for nodes in (0, 500)]
    assert "adjudicate" not in plans[0].text()
    assert '"adjudicate": 500' in plans[1].text()
    assert [plan.job([])["adjudicate"] for plan in plans] == [0, 500]
    with pytest.raises(LimitsError, match="-1 positions make no sense"):
        make_plan("connect4:4x4", ["first", "random"], 4, adjudicate=-1)
