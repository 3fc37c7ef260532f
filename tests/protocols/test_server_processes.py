"""The servers as other programs meet them: processes that read, think and write, and end when nobody is there."""

from __future__ import annotations

import signal
import subprocess
import sys

import pytest
from played_plans import played

from elagage.arena import make_plan
from elagage.arena.report import match_report
from elagage.cli import main

US = [sys.executable, "-m", "elagage"]


def start(*words):
    return subprocess.Popen([*US, *words], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)


@pytest.mark.parametrize(
    ("game", "command"),
    [("tictactoe", "gtp:{us} gtp tictactoe --plain --depth 2"), ("krk", "uci depth=1:{us} uci --plain")],
)
def test_a_match_against_ourselves_over_a_protocol(game, command):
    plan = make_plan(game, [command.format(us=f"{sys.executable} -m elagage"), "first"], 2, openings="1")
    report = match_report(played(plan))
    assert not any(report.failures)


def test_the_end_of_the_input_is_the_end():
    program = start("gtp", "tictactoe", "--plain", "--depth", "1")
    out, error = program.communicate(b"1 name\n2 genmove b", timeout=60)
    assert out.split() == [b"=1", b"Elagage", b"=2", out.split()[-1]]
    assert (program.returncode, error) == (0, b"")


def test_nobody_who_reads_is_the_end():
    program = start("nboard", "--plain", "--depth", "1")
    program.stdout.close()
    program.stdin.write(b"nboard 2\nping 1\nping 2\n" * 1000)
    program.stdin.flush()
    assert program.wait(60) == 0
    assert program.stderr.read() == b""
    program.stdin.close()


def test_ctrl_c_is_the_end():
    program = start("gtp", "--plain")
    program.stdin.write(b"name\n")
    program.stdin.flush()
    assert program.stdout.readline() == b"= Elagage\n"
    program.send_signal(signal.SIGINT)
    assert program.wait(60) == 130
    assert b"Traceback" not in program.stderr.read()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["gtp", "connect4"], "squares"),
        (["uci", "othello"], "UCI"),
        (["nboard", "--depth", "0"], "depth"),
        (["gtp", "--level", "11"], "level"),
        (["gtp", "--heuristic", "x"], "heuristic"),
    ],
)
def test_a_wrong_wish_is_one_sentence(words, said, capsys):
    with pytest.raises(SystemExit) as end:
        main(words)
    out, error = capsys.readouterr()
    assert (end.value.code, out) == (2, "")
    assert said in error
    assert len(error.splitlines()) == 1
