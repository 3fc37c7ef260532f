"""A match or a tournament in one call, and the players of other programs driven from Python."""

from __future__ import annotations

import shlex
import sys
from dataclasses import FrozenInstanceError
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from patience import PATIENCE

import elagage
from elagage.arena import MatchReport, TournamentReport, tournament
from elagage.arena.execution.executor import Inline
from elagage.arena.heuristic_match import compare_heuristics
from elagage.arena.players.built_in_players import make_player
from elagage.arena.players.player_specs import parse_player
from elagage.arena.players.player_types import Failure, Turn
from elagage.errors import ElagageError, FileError, LimitsError, LoadError
from elagage.loading import load

FAKE = Path(__file__).parents[1] / "helpers" / "fake_engine.py"


class Matches(elagage.Game):
    """A game that no text names."""

    def start(self):
        return (9, 0)

    def player(self, state):
        return state[1]

    def moves(self, state):
        return range(1, min(3, state[0]) + 1)

    def play(self, state, move):
        return (state[0] - move, 1 - state[1])

    def score(self, state):
        return -1 if state[1] == 0 else 1


def fake(protocol, mode):
    return f"{protocol}:{shlex.join([sys.executable, str(FAKE), protocol, mode])}"


def test_a_match_is_one_call_and_can_be_printed():
    report = elagage.match("tictactoe", "greedy", "random", games=20)
    assert isinstance(report, MatchReport)
    assert (report.players, report.game, report.ended) == (("greedy", "random"), "tictactoe", "done")
    assert report.wins + report.draws + report.losses == report.games == 20
    assert report.score == (report.wins + report.draws / 2) / 20
    assert 0 < report.elo.low < report.elo.value
    text = str(report)
    assert text.startswith("greedy against random\n")
    assert f"{report.points:g}/20" in text
    assert text == str(elagage.match("tictactoe", "greedy", "random", games=20))  # nothing of the clock is in it
    with pytest.raises(FrozenInstanceError):
        report.wins = 0


def test_the_seed_and_the_openings_say_which_games():
    one = elagage.match("tictactoe", "random", "random", games=6, seed=1, openings=0)
    same = elagage.match(load("tictactoe"), "random", "random", games=6, seed=1, openings="0")
    other = elagage.match("tictactoe", "random", "random", games=6, seed=2, openings=0)
    assert one.plies == same.plies
    assert (one.wins, one.draws, one.plies) != (other.wins, other.draws, other.plies)


def test_a_game_that_no_text_names_is_played_here_and_refused_elsewhere():
    for game in (Matches(), Matches):
        report = elagage.match(game, "perfect", "random", games=10)
        assert (report.game, report.failures) == ("Matches", ({}, {}, {}))
        assert report.score > 0.5
    with pytest.raises(LimitsError, match="workers=1"):
        elagage.match(Matches(), "perfect", "random", games=10, workers=2)


def test_processes_play_the_same_games():
    one = elagage.match("tictactoe", "random", "greedy", games=20)
    two = elagage.match("tictactoe", "random", "greedy", games=20, workers=2)
    assert str(one) == str(two)


def test_a_test_may_end_a_match_and_its_course_is_told():
    report = elagage.match("tictactoe", "greedy", "random", games=400, sprt=(0, 20))
    assert (report.ended, report.verdict) == ("decided", "H1")
    assert report.games < 400
    assert report.llrs[-1] == (2.0 * (report.games // 2), pytest.approx(report.llr))
    assert "the upper bound is accepted" in str(report)


def test_a_stopped_match_goes_on_from_its_store(tmp_path):
    seen = []

    def stop():
        return bool(seen) and seen[-1] > 0

    settings = {"games": 2000, "store": tmp_path / "games"}
    half = elagage.match(
        "tictactoe", "random", "first", on_progress=lambda course: seen.append(course.done), stop=stop, **settings
    )
    assert half.ended == "stopped"
    assert seen[0] == 0
    assert 0 < half.games < 2000
    again = []
    whole = elagage.match(
        "tictactoe", "random", "first", on_progress=lambda course: again.append(course.done), **settings
    )
    assert (whole.ended, whole.games, again[0]) == ("done", 2000, half.games)
    assert str(whole) == str(elagage.match("tictactoe", "random", "first", games=2000))
    with pytest.raises(FileError, match="another command"):
        elagage.match("tictactoe", "random", "greedy", **settings)


def test_any_executor_will_do():
    class Counting(Inline):
        jobs = 0

        def submit(self, function, /, *arguments, **named):
            self.jobs += 1
            return super().submit(function, *arguments, **named)

    executor = Counting()
    report = elagage.match("tictactoe", "random", "first", games=4, executor=executor, workers=2)
    assert report.games == 4
    assert executor.jobs >= 2


def test_a_tournament_is_one_call_too():
    report = tournament("tictactoe", ["random", "greedy", "first"], games=4, kind="gauntlet")
    assert isinstance(report, TournamentReport)
    assert (report.games, report.ended, report.players[0]) == (8, "done", "random")
    assert str(report).count("greedy") == 2


def test_heuristics_are_compared_in_one_call():
    found = compare_heuristics("kalah:3,2", depth=2, time=None, games=4)
    assert found.by_time is None
    assert [report.games for report in found.reports] == [found.by_depth.games]


@pytest.mark.parametrize("text", ["human", "me", "moi"])
def test_a_person_plays_no_match(text):
    with pytest.raises(LoadError, match="A person"):
        elagage.match("tictactoe", text, "random", games=2)


def test_a_number_is_a_level_in_a_match_too():
    assert elagage.match("tictactoe", "2", "niveau:1", games=2).players == ("level:2", "level:1")


@pytest.mark.parametrize(
    ("text", "written", "depth"),
    [
        ("nboard depth=12:edax -nboard", "nboard depth=12:edax -nboard", 12),
        ("NBoard:edax", "nboard:edax", None),
        ("uci depth=3: fish", "uci depth=3:fish", 3),
        ("nboard:edax depth=3", "nboard:edax depth=3", None),  # the program's own word
    ],
)
def test_a_program_may_be_given_a_depth_before_its_command(text, written, depth):
    player = parse_player(text)
    assert (str(player), player.get("depth")) == (written, depth)
    assert parse_player(written) == player
    game = load("krk" if player.kind == "uci" else "othello")
    assert make_player(player, game).new_protocol().depth == depth


@pytest.mark.parametrize(
    "text", ["nboard\x1fdepth=3:x", "gtp\xa0:x", "9" * 5000, "level:" + "9" * 5000, "engine depth=" + "9" * 5000]
)
def test_a_player_that_is_none_is_refused_in_a_sentence(text):
    with pytest.raises(ElagageError):
        parse_player(text)


@given(seconds=st.floats(0.001, 1e9), exploration=st.floats(0, 1e300), memory=st.integers(1, 1 << 70))
def test_a_player_is_written_with_the_numbers_that_it_has(seconds, exploration, memory):
    for text in (f"engine time={seconds!r} memory={memory}", f"mcts exploration={exploration!r}"):
        player = parse_player(text)
        assert parse_player(str(player)) == player
    assert str(parse_player("engine time=0.10")) == "engine time=0.1"


@pytest.mark.parametrize(
    "text", ["nboard depth=0:x", "nboard time=3:x", "gtp depth=3:x", "uci 'depth=3:x", "nboard depth=3:"]
)
def test_wrong_words_before_a_command_are_told_in_a_sentence(text):
    with pytest.raises(ElagageError) as error:
        parse_player(text)
    assert len(str(error.value)) > 20


def test_a_program_gets_the_depth_and_plays():
    player = fake("nboard", "good").replace("nboard:", "nboard depth=2:", 1)
    report = elagage.match("othello", player, "first", games=2, openings=0, patience=20)
    assert report.failures == ({}, {}, {})


@pytest.mark.parametrize(("words", "depths"), [("nboard:", [8, 60, 8]), ("nboard depth=2:", [2, 2, 2])])
def test_a_program_is_asked_for_the_depth_of_each_move(words, depths, tmp_path, monkeypatch):
    """One that runs already too, whatever it was started for: without a clock, with one, and without."""
    heard = tmp_path / "heard"
    monkeypatch.setenv("FAKE_HEARD", str(heard))
    game = load("othello")
    start = game.start()
    player = make_player(parse_player(fake("nboard", "good").replace("nboard:", words, 1)), game)
    try:
        player.prepare(PATIENCE)
        for clock in (None, PATIENCE, None):
            player.choose(Turn(start, start, (), (), 0, clock, PATIENCE))
    finally:
        player.close()
    asked, last = [], None
    for line in heard.read_text(encoding="ascii").splitlines():
        if line.startswith("set depth "):
            last = int(line.removeprefix("set depth "))
        elif line == "go":
            asked.append(last)
    assert asked == depths


def test_somebody_who_does_not_want_to_wait_for_a_program_need_not():
    game = load("tictactoe")
    player = make_player(parse_player(fake("gtp", "hang")), game)
    player.prepare(20)
    start = game.start()
    first = player.choose(Turn(start, start, (), (), 0))
    names = (game.move_name(start, first.move), "c3")
    turn = Turn(game.play_line(start, names), start, (), names, 0, patience=600, stop=lambda: True)
    with pytest.raises(KeyboardInterrupt):
        player.choose(turn)
    assert player.process is None  # it is gone
    player.prepare(20)
    player.choose(Turn(start, start, (), (), 0))
    with pytest.raises(Failure, match=r"no answer in 0\.2 s"):
        player.choose(Turn(game.play_line(start, names), start, (), names, 0, patience=0.2))
    assert player.process is None
