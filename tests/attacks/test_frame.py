"""The frame of ``make attack`` sees what it must: deaths, hangs, errors that are not ours, what doesn't read back."""

from __future__ import annotations

import os
import signal

import attack
import pytest
from attacks import Row
from fuzzing.guarded_runs import Different, Target, make_input, run_target

from elagage.errors import NotationError


def hang(_text):
    while True:
        pass


def refuse(text):
    raise NotationError("'{text}' is not a legal move here.", text=text)


def stumble(text):
    raise {"a": KeyError, "b": RecursionError, "c": MemoryError}[text[:1] or "a"](text)


def differ(_text):
    raise Different("another")


def die(_text):
    os.kill(os.getpid(), signal.SIGSEGV)


@pytest.mark.parametrize(
    ("call", "counts"),
    [
        (len, (0, 0, 0)),
        (refuse, (6, 0, 0)),
        (stumble, (0, 6, 0)),
        (die, (0, 6, 0)),
        (differ, (0, 0, 6)),
        (lambda _text: bytearray(1 << 34), (0, 6, 0)),
    ],
)
def test_what_an_input_does_is_counted(call, counts):
    row = run_target(Target("words", ["a", "b", "c"], call), 6, seed=1)
    assert row.tried == 6
    assert (row.refused, row.crashed, row.wrong) == counts
    assert row.failed == any(counts[1:])
    for failure in row.failures:
        assert "words 0 (seed 1) " in row.failures[0]
        assert failure.startswith("wrong" if counts[2] else "crashed")


def test_a_hang_costs_one_input(monkeypatch):
    monkeypatch.setattr("fuzzing.guarded_runs.SECONDS", 0.05)
    row = run_target(Target("words", ["a"], hang), 2, seed=1)
    assert (row.tried, row.crashed) == (2, 2)
    assert "SIGPROF" in row.failures[0]
    assert "in hang" in row.failures[0]


def test_an_input_is_the_same_again_and_most_are_not_the_sample():
    target = Target("words", ["a=(b=(1 4) c=(b 2))"], len)
    texts = [make_input(target, 3, number) for number in range(200)]
    assert texts == [make_input(target, 3, number) for number in range(200)]
    assert len(set(texts)) > 150
    assert texts != [make_input(target, 4, number) for number in range(200)]


def test_the_table_and_the_exit_code(capsys, monkeypatch):
    class Module:
        FULL = 7

        @staticmethod
        def attack(count, seed):
            row = Row("words", tried=count, refused=seed)
            yield row
            lost = Row("files", tried=1)
            lost.fail("lost", "the third of them")
            yield lost

    monkeypatch.setattr(attack, "load_attack", lambda _name: Module)
    assert attack.main(["parsers", "--seed", "2"]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].split() == ["tried", "refused", "crashed", "lost", "wrong"]
    assert lines[1].split() == ["words", "7", "2", "0", "0", "0"]
    assert lines[3].strip() == "lost: the third of them"
    assert lines[-1].split() == ["all", "together", "8", "2", "0", "1", "0"]
    monkeypatch.setattr(Module, "attack", staticmethod(lambda _count, _seed: [Row("words", tried=1)]))
    assert attack.main(["parsers", "--count", "5"]) == 0
    with pytest.raises(SystemExit):
        attack.main(["nothing"])
