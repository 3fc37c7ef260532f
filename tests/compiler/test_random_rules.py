"""Random small rules, compiled and interpreted: the same answer, the same error, or a refusal; never anything else."""

from __future__ import annotations

import fuzz_rules
import pytest

from elagage.compiler.fallback import CannotCompile


@pytest.fixture(scope="module")
def short_run():
    return fuzz_rules.fuzz(60, seed=20261116)


def test_compiled_rules_do_what_interpreted_ones_do(short_run):
    counts, problems = short_run
    assert not problems, "\n\n".join(problems)
    assert counts["same answers"] > 100
    assert counts["same errors"] > 20


def test_most_random_rules_compile(short_run):
    counts, _problems = short_run
    assert counts["compiled"] > 5 * counts["refused"]


def test_a_difference_is_told(monkeypatch):
    from elagage.compiler.native import compile_functions

    monkeypatch.setattr(
        compile_functions,
        "compile_functions",
        lambda functions, level: [lambda *_ignored: "wrong" for _function in functions[:-1]] + [CannotCompile("no")],
    )
    counts, differences = fuzz_rules.compare_batch(1, size=3)
    assert counts["differences"] == len(differences) == 2
    assert counts["refused"] == 1
    assert "seed 1, rule 0\ndef rule0(" in differences[0]


def test_a_crash_and_a_hang_are_told_with_their_number(monkeypatch):
    crash = "import os, sys; print('[7, {}, []]', flush=True); os.kill(os.getpid(), 11)"
    started = []

    def start_child(first, count):
        import subprocess
        import sys

        started.append((first, count))
        text = crash if len(started) == 1 else "print('[9, {\"compiled\": 20}, []]')"
        return subprocess.Popen([sys.executable, "-c", text], stdout=subprocess.PIPE, text=True)

    monkeypatch.setattr(fuzz_rules, "start_child", start_child)
    counts, problems = fuzz_rules.fuzz(60, seed=7)
    assert started == [(7, 3), (9, 1)]
    assert counts["crashes"] == 1
    assert problems == ["seed 8: the process ended with -11"]
