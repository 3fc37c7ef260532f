"""The protocols with no process: lines are handed in, and what is to be sent, waited for and concluded comes out."""

from __future__ import annotations

import random

import pytest

from elagage.errors import LoadError
from elagage.loading import load
from elagage.protocols import (
    PROTOCOLS,
    Breakdown,
    Gtp,
    MoveFound,
    MoveRequest,
    Nboard,
    Ready,
    Resignation,
    Step,
    Uci,
    check_protocol,
)

KRK = "8/8/8/3k4/8/8/8/K6R w"


def request_from(game, names=(), **more):
    start = game.start()
    return MoveRequest(game.play_line(start, names), start, (), tuple(names), **more)


def converse(protocol, step, answers):
    """Hand the answers in, each after the step before; everything that was sent, and the event at the end."""
    sent = list(step.lines)
    for answer in answers:
        assert step.event is None
        step = protocol.expire() if answer is None else protocol.receive(answer)
        sent += step.lines
    return sent, step.event


def test_uci_says_who_it_is_and_forgets_the_game_before():
    protocol = Uci(load("krk"), "fish")
    assert protocol.connect(10) == Step(("uci",), 10)
    assert protocol.receive("id name Fish") == Step()
    assert protocol.receive("uciok") == Step(event=Ready())
    assert protocol.begin_game(5) == Step(("ucinewgame", "isready"), 5)
    assert protocol.receive("readyok") == Step(event=Ready())


@pytest.mark.parametrize(
    ("depth", "clock", "limits"),
    [
        (None, None, "movetime 100"),
        (None, 2.0, "movetime 1800"),
        (None, 0.0001, "movetime 1"),
        (9, None, "depth 9"),
        (9, 2.0, "depth 9 movetime 1800"),
    ],
)
def test_uci_asks_by_position_and_limits(depth, clock, limits):
    game = load("krk")
    protocol = Uci(game, "fish", depth)
    start = game.parse_state(KRK)
    step = protocol.request_move(MoveRequest(game.play_line(start, ["h1h5"]), start, None, ("h1h5",), clock, 7.0))
    assert step == Step((f"position fen {KRK} - - 0 1 moves h1h5", f"go {limits}"), 7.0)


def test_uci_counts_the_nodes_of_the_last_line_that_tells_them():
    game = load("krk")
    protocol = Uci(game, "fish")
    step = protocol.request_move(request_from(game))
    lines = ["info depth 1 nodes 17 score cp 0", "info depth 2 score cp 1 nodes 40 nps 9", "info string nothing"]
    assert converse(protocol, step, [*lines, "bestmove a1a2 ponder d5d4"])[1] == MoveFound("a1a2", 40)
    assert converse(protocol, protocol.request_move(request_from(game)), ["bestmove"])[1] == MoveFound("", 0)


def test_a_program_that_does_not_answer_in_time_hangs():
    protocol = Uci(load("krk"), "fish")
    protocol.connect(2.5)
    assert protocol.receive("anything") == Step()
    assert protocol.expire() == Step(event=Breakdown("hang", "fish gave no answer in 2.5 s."))
    assert protocol.receive("uciok") == Step()  # it is over: nothing is waited for
    assert protocol.expire() == Step()


@pytest.mark.parametrize(("depth", "clock", "asked"), [(None, None, 8), (None, 1.0, 60), (3, None, 3), (3, 1.0, 3)])
def test_nboard_is_asked_for_the_depth_that_was_given(depth, clock, asked):
    game = load("othello")
    protocol = Nboard(game, "edax", depth)
    assert protocol.connect(4) == Step(("nboard 2", "ping 1"), 4)
    assert converse(protocol, Step(), ["set myname edax", "pong 1"])[1] == Ready()
    assert protocol.request_move(request_from(game, clock=clock)).lines[0] == f"set depth {asked}"


@pytest.mark.parametrize(
    ("answer", "name"),
    [("=== F5/0.5/0.1", "f5"), ("=== f5 0.00 0.0", "f5"), ("===f5", "f5"), ("=== PA", "--"), ("=== PASS", "--")],
)
def test_nboard_answers_in_the_forms_that_programs_were_seen_to_use(answer, name):
    game = load("othello")
    protocol = Nboard(game, "edax")
    step = protocol.request_move(request_from(game, ["f5"]))
    sent, event = converse(protocol, step, ["pong 2", "status thinking", "nodestats 42 0.1", answer])
    board = f"{'-' * 27}O*{'-' * 6}***{'-' * 26}"
    assert sent == [
        "set depth 8",
        f"set game (;GM[Othello]PC[Elagage]PB[Black]PW[White]RE[?]TI[0]TY[8]BO[8 {board} O];)",
        "ping 2",
        "go",
    ]
    assert event == MoveFound(name, 42)


def test_nboard_is_stopped_by_a_ping_when_the_clock_says_so():
    game = load("othello")
    protocol = Nboard(game, "edax")
    wish = request_from(game, clock=1.0, patience=20.0)

    def begin():
        protocol.request_move(wish)
        assert protocol.receive("pong 2") == Step(("go",), 0.9)

    begin()
    assert protocol.receive("=== d3") == Step(event=MoveFound("d3", 0))  # in time
    begin()
    assert protocol.expire() == Step(("ping 3",), 20.0)
    assert protocol.receive("=== d3") == Step(event=MoveFound("d3", 0))
    begin()
    protocol.expire()
    assert protocol.receive("pong 3") == Step((), 1.0)  # the pong first, and then the move
    assert protocol.receive("=== c4") == Step(event=MoveFound("c4", 0))
    begin()
    protocol.expire()
    assert protocol.expire() == Step(event=Breakdown("hang", "edax gave no answer in 20 s."))


def test_gtp_is_told_each_move_once():
    game = load("tictactoe")
    protocol = Gtp(game, "go")
    assert converse(protocol, protocol.connect(5), ["= 2"]) == (["protocol_version"], Ready())
    wish = request_from(game, ["b2"])
    sent, event = converse(protocol, protocol.request_move(wish), ["= ", "", "=", "=", "=1 A1"])
    assert sent == ["boardsize 3", "clear_board", "play b b2", "genmove w"]
    assert event == MoveFound("a1")
    wish = request_from(game, ["b2", "a1", "c1"], clock=2.9)
    sent, event = converse(protocol, protocol.request_move(wish), ["=", "? unknown command", "= a3"])
    assert sent == ["play b c1", "time_settings 0 2 1", "genmove w"]
    assert event == MoveFound("a3")
    wish = request_from(game, ["b2"])  # moves were taken back
    assert converse(protocol, protocol.request_move(wish), ["="] * 3 + ["= c3"])[0][0] == "boardsize 3"


def test_gtp_plays_the_moves_of_the_opening_and_has_no_column_i():
    game = load("mnk:10,10,5")
    protocol = Gtp(game, "go")
    start = game.play_line(game.start(), ["i1", "a1"])
    wish = MoveRequest(start, start, ("i1", "a1"), ())
    sent, event = converse(protocol, protocol.request_move(wish), ["="] * 4 + ["= K10"])
    assert sent == ["boardsize 10", "clear_board", "play b j1", "play w a1", "genmove b"]
    assert event == MoveFound("j10")


def test_gtp_a_refused_pass_is_no_matter_and_a_refused_move_is():
    game = load("othello:4")
    state, names, chooser = game.start(), [], random.Random(1)
    while "--" not in [game.move_name(state, move) for move in game.moves(state)]:
        move = chooser.choice(list(game.moves(state)))
        names.append(game.move_name(state, move))
        state = game.play(state, move)
        if game.over(state):
            state, names = game.start(), []
    protocol = Gtp(game, "rhino")
    wish = MoveRequest(game.play_line(state, ["--"]), state, tuple(names), ("--",))
    answers = ["="] * (2 + len(names)) + ["? illegal move", "= PASS"]
    sent, event = converse(protocol, protocol.request_move(wish), answers)
    assert sent[-2].endswith(" pass")
    assert event == MoveFound("--")
    refused = converse(Gtp(game, "rhino"), protocol.request_move(request_from(game, names[:1])), [])
    assert refused == (["boardsize 4"], None)
    assert protocol.receive("? no") == Step(event=Breakdown("crash", "rhino refused 'boardsize 4'."))


def test_gtp_may_resign_and_can_not_set_up_a_position():
    game = load("tictactoe")
    protocol = Gtp(game, "go")
    assert converse(protocol, protocol.request_move(request_from(game)), ["=", "=", "= RESIGN"])[1] == Resignation()
    start = game.parse_state("b2a1")
    event = protocol.request_move(MoveRequest(start, start, None, ())).event
    assert isinstance(event, Breakdown)
    assert "give openings as moves" in event.text


@pytest.mark.parametrize(
    ("kind", "fits", "unfit"),
    [
        ("uci", "krk", "othello"),
        ("nboard", "othello", "othello:6"),
        ("gtp", "othello", "connect4"),
        ("gtp", "mnk:25,3,3", "mnk:26,3,3"),
    ],
)
def test_a_protocol_says_which_games_it_has_words_for(kind, fits, unfit):
    check_protocol(kind, load(fits))
    with pytest.raises(LoadError, match="(?i)" + kind):
        check_protocol(kind, load(unfit))


def test_every_protocol_takes_its_leave():
    assert {kind: protocol.farewell for kind, protocol in PROTOCOLS.items()} == dict.fromkeys(PROTOCOLS, "quit")
