"""The servers of the protocols with no process: lines in, lines and thoughts out."""

from __future__ import annotations

import os
import threading

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from elagage.cli.playing.protocol_session import InputLines, converse, make_thinker
from elagage.errors import LoadError
from elagage.evaluation import with_heuristic
from elagage.loading import load
from elagage.protocols import Gtp, GtpServer, MoveRequest, Nboard, NboardServer, UciServer
from elagage.result import Limits, Result, Score

OTHELLO, TICTACTOE, KRK = load("othello"), load("tictactoe"), load("krk")
LINE = ["c4", "b4", "a1", "d2", "d4", "d3", "a2", "c1", "a4", "a3", "b1"]
"""On 4 x 4, after which White has to pass."""
START = "---------------------------O*------*O---------------------------"
ROOK = "8/8/8/8/8/k7/8/KR6 w"


def found(game, name, state, score=0):
    move = game.parse_move(state, name)
    return move, Result(move, Score.estimate(score), score, (move,), 3, 17, seconds=0.5)


def say(server, *lines):
    """The answers to lines, none of which takes a thought."""
    answers = []
    for line in lines:
        reply = server.receive(line)
        assert reply.thought is None, line
        answers += reply.lines
    return [answer for answer in answers if answer]


def test_gtp_answers_with_the_number_of_the_command():
    server = GtpServer(OTHELLO)
    assert server.receive("12 protocol_version # which?").lines == ("=12 2", "")
    assert say(server, "name", "7 known_command genmove", "known_command x y", "", "# nothing", "\t") == [
        "= Elagage", "=7 true", "= false",
    ]  # fmt: skip
    assert say(server, "5", "6 frobnicate") == ["?5 unknown command", "?6 unknown command"]
    listed = server.receive("list_commands").lines
    assert {"protocol_version", "name", "version", "known_command", "list_commands", "quit", "boardsize", "clear_board",
            "komi", "play", "genmove", "undo", "showboard"} <= {listed[0][2:], *listed[1:]}  # fmt: skip
    assert server.receive("quit").ends


def test_gtp_plays_what_it_is_told_and_makes_its_own_moves():
    server = GtpServer(OTHELLO, Limits(depth=3))
    assert say(server, "boardsize 8", "clear_board", "komi 6.5", "play b F5", "play white d6") == ["="] * 5
    assert say(server, "play w c3", "play b a1", "play x f5", "play b") == [
        "? illegal move", "? illegal move", "? syntax error", "? syntax error",
    ]  # fmt: skip
    reply = server.receive("3 genmove b")
    assert reply.thought.limits == Limits(depth=3)
    assert server.conclude(*found(OTHELLO, "c3", server.state)).lines == ("=3 C3", "")
    assert OTHELLO.parse_state("f5d6c3") == server.state
    assert say(server, "genmove b") == ["? not the turn of this colour"]
    assert server.receive("reg_genmove w").thought is not None
    server.conclude(*found(OTHELLO, "d3", server.state))
    assert OTHELLO.parse_state("f5d6c3") == server.state
    assert say(server, "undo", "undo", "undo", "undo") == ["=", "=", "=", "? cannot undo"]
    assert "O X" in "\n".join(server.receive("showboard").lines)
    assert say(server, "final_score") == ["? cannot score"]


def test_gtp_a_pass_is_told_or_left_out():
    small = load("othello:4")
    told, left_out = GtpServer(small), GtpServer(small)
    for server in (told, left_out):
        for number, name in enumerate(LINE):
            assert say(server, f"play {'bw'[number % 2]} {name}") == ["="]
    assert say(told, "play w pass", "play b d1") == ["=", "="]
    assert say(left_out, "play b d1") == ["="]
    assert told.state == left_out.state
    assert say(left_out, "undo") == ["="]
    assert say(left_out, "genmove b") == ["= D1"]  # the only move takes no thought
    assert say(told, "genmove w", "play b pass", "final_score")[:2] == ["= PASS", "="]


def test_gtp_a_forced_pass_takes_no_thought():
    small = load("othello:4")
    server = GtpServer(small)
    server.history = [small.play_line(small.start(), LINE)]
    assert say(server, "genmove w") == ["= PASS"]
    assert server.state.turn == 0


def test_gtp_boards_of_other_sizes_are_other_games():
    server = GtpServer(OTHELLO, resize=lambda size: load(f"othello:{size}"))
    assert say(server, "boardsize 6", "boardsize 7", "boardsize 9999", "boardsize x") == [
        "=", "? unacceptable size", "? syntax error", "? syntax error",
    ]  # fmt: skip
    assert server.game.spec == "othello:6"
    assert say(GtpServer(TICTACTOE), "boardsize 8", "boardsize 3") == ["? unacceptable size", "="]
    with pytest.raises(LoadError, match="squares"):
        GtpServer(load("connect4"))


def test_gtp_othello_has_a_column_i_and_other_boards_have_none():
    large, five = load("othello:10"), load("mnk:10,10,5")
    assert say(GtpServer(five), "play b j1", "play w i2") == ["=", "? illegal move"]
    server = GtpServer(five)
    assert server.conclude(five.parse_move(five.start(), "i3"), None).lines[0] == "= J3"
    state = large.start()
    name = next(name for move in large.moves(state) if (name := large.move_name(state, move)))
    client = Gtp(large, "x")
    client.request_move(MoveRequest(state, state, (), ()))
    assert say(GtpServer(large), f"play b {name}") == ["="]
    assert Gtp(large, "x").tell_move(state, "i5", 1).send(None).lines == ("play b i5",)
    assert Gtp(five, "x").tell_move(five.start(), "i5", 1).send(None).lines == ("play b j5",)
    Gtp.check_game(load("othello:26"))


def test_gtp_the_other_program_says_what_time_there_is():
    server = GtpServer(OTHELLO)
    assert server.receive("genmove b").thought.limits == Limits()
    for told, seconds in (("time_settings 0 10 5", 1.8), ("time_settings 100 0 0", 3.6), ("time_left b 50 0", 1.8),
                          ("time_left b 10 1", 9.0)):  # fmt: skip
        assert say(server, told) == ["="]
        assert server.receive("genmove b").thought.limits.time == pytest.approx(seconds)
    assert say(server, "time_settings 0 1 0") == ["="]
    assert server.receive("genmove b").thought.limits == Limits()
    assert say(server, "time_settings 1 2", "time_left b nan 0", "time_left 3 3 3") == ["? syntax error"] * 3
    strict = GtpServer(OTHELLO, Limits(depth=2))
    say(strict, "time_settings 0 10 1")
    assert strict.receive("genmove b").thought.limits == Limits(depth=2)


def game_line(moves=""):
    return f"set game (;GM[Othello]PB[a]PW[b]BO[8 {START} *]{moves};)"


def test_nboard_says_what_it_would_play_and_does_not():
    server = NboardServer(with_heuristic(OTHELLO, "learned"))
    assert say(server, "nboard 2", "ping 1", "set depth 5", "set contempt 3", "learn") == [
        "set myname Elagage", "pong 1", "learned",
    ]  # fmt: skip
    assert not say(server, game_line("B[F5/1/2]W[D6]"), "move C3/0.5/1.2", "d3", "frobnicate", "")
    assert server.state == OTHELLO.parse_state("f5d6c3d3")
    reply = server.receive("go")
    assert (reply.thought.limits, reply.thought.plays) == (Limits(depth=5), True)
    answer = server.conclude(*found(OTHELLO, "c4", server.state, 139)).lines
    assert answer == ("nodestats 17 0.50", "=== C4/1.39/0.50", "status")
    assert server.state == OTHELLO.parse_state("f5d6c3d3")
    assert server.receive("quit").ends


def test_nboard_values_are_for_whoever_moves_and_a_pass_is_pa():
    server = NboardServer(OTHELLO)
    say(server, game_line("B[F5]"))
    server.receive("go")
    assert server.conclude(*found(OTHELLO, "d6", server.state, 4)).lines[1] == "=== D6/-4.00/0.50"
    passes = next(state for state in some_positions() if OTHELLO.moves(state).__next__() == OTHELLO.pass_move)
    board = OTHELLO.state_name(passes).replace("X", "*")
    assert say(server, f"set game (;GM[Othello]BO[8 {board}];)", "go") == ["=== PA", "status"]
    black_name = next(name for state in [OTHELLO.play(passes, OTHELLO.pass_move)] for move in OTHELLO.moves(state)
                      if (name := OTHELLO.move_name(state, move)))  # fmt: skip
    assert not say(server, f"move {black_name}")  # the pass that was not told is made


def some_positions():
    import random

    for seed in range(1000):
        chooser, state = random.Random(seed), OTHELLO.start()
        while not OTHELLO.over(state):
            yield state
            state = OTHELLO.play(state, chooser.choice(list(OTHELLO.moves(state))))


def test_nboard_hints_are_values_of_the_best_moves():
    server = NboardServer(OTHELLO)
    thought = server.receive("hint 2").thought
    assert (thought.every_move, thought.plays) == (True, False)
    think = make_thinker(None, 1, 1, True)
    news = []
    move, result = think(
        server, thought.__class__(thought.state, Limits(depth=2), False, True), news.append, lambda: False
    )
    lines = server.report(news[-1])
    assert len(lines) == 2
    assert all(line.startswith("search ") and line.endswith(" 0 2") for line in lines)
    assert server.conclude(move, result).lines[-1] == "status"


def test_nboard_analyses_a_whole_game_from_its_end():
    server = NboardServer(OTHELLO, Limits(depth=1))
    said = talk(server, game_line("B[F5]W[D6]"), "analyze", "ping 2")
    places = [line.split()[1] for line in said if line.startswith("analysis")]
    assert places == sorted(places, reverse=True)
    assert said[-1] == "pong 2"
    said = talk(server, game_line("B[F5]W[D6]"), "analyze")
    assert [line.split()[1] for line in said if line.startswith("analysis")] == ["2", "1", "0"]


def test_nboard_says_in_words_what_it_does_not_understand():
    server = NboardServer(OTHELLO)
    for line in ("set game (;GM[Othello]B[A1];)", "set game (;", "move a1", "set game (;GM[Go];)"):
        assert say(server, line)[0].startswith("status ")
    assert server.state == OTHELLO.start()
    with pytest.raises(LoadError):
        NboardServer(load("othello:6"))


def test_uci_positions_limits_and_answers():
    server = UciServer(KRK)
    assert say(server, "uci")[-1] == "uciok"
    assert say(server, "isready", "ucinewgame", "setoption name Hash value 3", "debug on", "") == ["readyok"]
    assert not say(server, f"position fen {ROOK} - - 0 1 moves b1b8")
    assert server.state == KRK.play_line(KRK.parse_state(ROOK), ["b1b8"])
    cases = {
        "depth 4": Limits(depth=4), "movetime 250": Limits(time=0.25), "nodes 9": Limits(nodes=9),
        "btime 30000 binc 1000": Limits(time=2.0), "wtime 5 btime -7": Limits(time=0.01), "infinite": Limits(),
        "depth x": Limits(),
    }  # fmt: skip
    for words, limits in cases.items():
        thought = server.receive(f"go {words}").thought
        assert (thought.limits, thought.waits) == (limits, words == "infinite")
    move, result = found(KRK, "a3a4", server.state)
    assert server.conclude(move, result).lines == ("bestmove a3a4",)
    assert say(server, "position", "position fen x", "position startpos moves zz")[0].startswith("info string")
    assert server.format_score(Score.win(3)) == "mate -2"
    assert server.answer_meanwhile("isready") == ("readyok",)
    assert server.answer_meanwhile("go") is None
    assert [server.interrupts(line) for line in ("stop", "quit", "isready")] == [True, True, False]
    with pytest.raises(LoadError):
        UciServer(OTHELLO)


def talk(server, *lines, later=()):
    """What a server says to lines that come at once, then to later ones, each after it has said something."""
    read, write = os.pipe()
    said, spoke = [], threading.Event()

    def hear(answer):
        said.extend(line for line in answer if line)
        if answer:
            spoke.set()

    def tell():
        os.write(write, "".join(line + "\n" for line in lines).encode())
        for line in later:
            spoke.wait(60)
            spoke.clear()
            os.write(write, (line + "\n").encode())
        os.close(write)

    teller = threading.Thread(target=tell)
    teller.start()
    heard = InputLines(read)
    try:
        converse(server, heard, hear, make_thinker(None, 1, 1, True))
    finally:
        teller.join()
        heard.reader.join()
        os.close(read)
    return said


def test_a_line_ends_a_thought_and_is_answered_after_it():
    said = talk(NboardServer(OTHELLO, Limits(depth=60)), "go", later=["ping 3"])
    assert any(line.startswith("=== ") for line in said)
    assert said.index("pong 3") > next(number for number, line in enumerate(said) if line.startswith("==="))


def test_uci_is_ready_while_it_thinks_and_waits_with_its_answer():
    said = talk(UciServer(KRK), f"position fen {ROOK}", "go infinite", later=["isready", "stop"])
    assert said.index("readyok") < next(number for number, line in enumerate(said) if line.startswith("bestmove"))


def test_gtp_commands_that_come_all_at_once_are_answered_in_turn():
    server = GtpServer(TICTACTOE, Limits(depth=1))
    said = talk(server, "1 genmove b", "2 genmove w", "3 quit", "4 name")
    assert [answer.split()[0] for answer in said] == ["=1", "=2", "=3"]


def test_the_end_of_the_input_ends_a_thought_without_a_time(monkeypatch):
    monkeypatch.setattr("elagage.cli.playing.protocol_session.LAST_SECONDS", 0.1)
    said = talk(NboardServer(OTHELLO, Limits(depth=60)), "go")
    assert any(line.startswith("=== ") for line in said)


def test_a_flood_of_lines_is_answered_line_by_line(monkeypatch):
    monkeypatch.setattr("elagage.cli.playing.protocol_session.WAITING", 5)
    monkeypatch.setattr("elagage.cli.playing.protocol_session.LONGEST", 100)
    said = talk(GtpServer(TICTACTOE), *(f"{number} name" for number in range(300)), "x" * 200_000, "7 version")
    assert [line.split()[0] for line in said[:300]] == [f"={number}" for number in range(300)]
    assert said[-1].startswith("=7")


def test_a_level_plays():
    server = GtpServer(TICTACTOE)
    think = make_thinker(1, 1, 1, True, seed=3)
    thought = server.receive("genmove b").thought
    move, _result = think(server, thought, lambda _info: None, lambda: False)
    assert server.conclude(move, None).lines[0].startswith("= ")


WORDS = [
    "genmove", "b", "play", "f5", "pass", "undo", "boardsize", "8", "1", "set", "game", "move", "hint", "go", "ping",
    "analyze", "position", "fen", "startpos", "moves", "b1b8", "time_left", "nan", "-1", "=", "?", "#", "clear_board",
    "é", "depth", "movetime", "final_score", "list_commands", game_line(), ROOK, "\x00", "9" * 40,
]  # fmt: skip


@given(st.lists(st.lists(st.sampled_from(WORDS), max_size=6).map(" ".join) | st.text(max_size=30), max_size=12))
@settings(max_examples=40, deadline=None)
def test_no_line_makes_a_server_fail(lines):
    for server in (GtpServer(OTHELLO), NboardServer(OTHELLO), UciServer(KRK), GtpServer(TICTACTOE)):
        for line in lines:
            reply = server.receive(line)
            if reply.thought is not None:
                game = server.game
                move = next(iter(game.moves(reply.thought.state)))
                result = Result(move, Score.draw(), 0, (move,), 1, 1)
                reply = server.conclude(move, result)
            server.interrupts(line)
            server.answer_meanwhile(line)
            assert all("\n" not in text for text in reply.lines)


def test_our_own_clients_understand_our_servers():
    """A game between the two sides of each protocol, line by line."""
    for client_class, server in ((Nboard, NboardServer(OTHELLO)), (Gtp, GtpServer(OTHELLO))):
        client = client_class(OTHELLO, "us")
        names: list[str] = []
        state = OTHELLO.start()
        answer_all(client, server, client.connect(1))
        for _ply in range(12):
            event = answer_all(
                client, server, client.request_move(MoveRequest(state, OTHELLO.start(), (), tuple(names)))
            )
            names.append(event.name)
            state = OTHELLO.play_line(state, [event.name])
        assert len(names) == 12


def answer_all(client, server, step):
    """Hand lines to and fro until the client has its event."""
    sent = list(step.lines)
    while sent and step.event is None:
        reply = server.receive(sent.pop(0))
        answers = [*reply.lines]
        if reply.thought is not None:
            move = next(iter(server.game.moves(server.state)))
            answers += server.conclude(move, Result(move, Score.draw(), 0, (move,), 1, 1)).lines
        for answer in answers:
            if step.event is None:
                step = client.receive(answer)
                sent += step.lines
    return step.event
