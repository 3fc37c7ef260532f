"""Linking: what compiles, what is told about what doesn't, and a cache of native code that is never wrong."""

from __future__ import annotations

import os
import subprocess
import sys
import textwrap
from typing import NamedTuple

import numpy as np
import pytest

from elagage import Game, analyse, load, search
from elagage.analysis import can_compile
from elagage.compiler import fingerprint as fingerprints
from elagage.compiler.fingerprint import fingerprint
from elagage.compiler.link import link
from elagage.compiler.numba_backend.rewrite import rewrite_idioms
from elagage.compiler.numba_backend.state_layout import layout_of
from elagage.result import Limits
from elagage.search.compiled import Engine

BONUS = 3
TABLE = (5, 1, 4, 2, 3, 0, 6, 2, 1, 7, 3, 4, 9, 8)


class Sink(NamedTuple):
    """Everything a state may hold: numbers, a truth value, cells, a nested tuple."""

    left: int
    turn: int
    done: bool
    cells: tuple[int, ...]
    pair: tuple[int, int]


def doubled(value):
    return 2 * value


class Base(Game):
    def player(self, state):
        return state.turn

    def helper(self, value):
        return doubled(value) + BONUS + TABLE[value % 14]


class KitchenSink(Base):
    """Uses what plain rules use: inheritance, helpers, module functions and constants, arrays, static methods,
    generators.
    """

    def __init__(self, size=6):
        self.size = size
        self.array = np.arange(size * 2, dtype=np.int64)
        self.weights = (3, -1, 2)

    def start(self):
        return Sink(self.size, 0, False, (0,) * 5, (0, 1))

    def moves(self, state):
        if not state.done:
            for index in range(len(state.cells)):
                if state.cells[index] < 2:
                    yield index

    def play(self, state, move):
        cells = state.cells[:move] + (state.cells[move] + 1,) + state.cells[move + 1 :]
        left = state.left - 1
        return Sink(left, 1 - state.turn, left == 0, cells, (state.pair[1], state.pair[0] + move))

    @staticmethod
    def signed(value, turn):
        return value if turn == 0 else -value

    def score(self, state):
        return self.heuristic(state)

    def heuristic(self, state):
        total = 0
        for index, cell in enumerate(state.cells):
            total += cell * (self.array[index] + self.weights[index % 3])
        if 2 in state.cells:
            total += self.helper(state.pair[0])
        return int(self.signed(total - 9, state.turn))


@pytest.mark.parametrize("size", [7, pytest.param(4, marks=pytest.mark.slow)])
def test_whatever_plain_rules_use_compiles(size):
    game = KitchenSink(size)
    assert can_compile(game) == ""
    for depth in (1, 3, 5):
        fast = Engine(game, memory=1).deepen(game.start(), Limits(depth))
        assert fast.value == search.deepening(game, None, depth).value


class Grower(Game):
    """A cell that grows far beyond what random games show, since random games end early."""

    def start(self):
        return ((0, 0, 0), 0, 0)

    def player(self, state):
        return state[1]

    def moves(self, state):
        return range(0) if state[2] else range(4)

    def play(self, state, move):
        cells = state[0]
        if move == 0:
            cells = cells[:1] + (cells[1] * 3 + 1,) + cells[1 + 1 :]
        return (cells, 1 - state[1], 1 if move == 3 or cells[1] > 5000 else 0)

    def score(self, state):
        return 1 if state[0][1] > 5000 else -1 if state[1] == 0 else 0

    def heuristic(self, state):
        return state[0][1] % 7 - 3


def test_cells_that_do_not_fit_are_given_more_room():
    game = Grower()
    for depth in (6, 9):
        assert analyse(game, depth=depth).value == search.deepening(game, None, depth).value


class Wide(Game):
    def start(self):
        return (0, 0)

    def player(self, state):
        return state[1]

    def moves(self, state):
        return range(600) if state[0] == 0 else range(0)

    def play(self, state, move):
        return (move + 1, 1 - state[1])

    def score(self, state):
        return 1 if state[0] == 555 else -1


def test_positions_with_many_moves():
    assert analyse(Wide(), depth=2).move == 554


class OddState(Game):
    def start(self):
        return (3, 1 + 0j)

    def player(self, state):
        return state[0] % 2

    def moves(self, state):
        return range(state[0])

    def play(self, state, move):
        return (state[0] - 1, state[1])

    def score(self, state):
        return 1


class OddMoves(Grower):
    def moves(self, state):
        return [] if state[2] else [1j, 2j]

    def play(self, state, move):
        return (state[0], 1 - state[1], 1)


class Unsupported(Grower):
    def heuristic(self, state):
        return hash(state) % 3


@pytest.mark.parametrize(
    ("game", "words"),
    [(OddState(), "complex"), (OddMoves(), "moves"), (Unsupported(), "heuristic")],
    ids=["state", "moves", "rule"],
)
def test_what_cannot_be_compiled_is_told_in_a_sentence_and_runs_all_the_same(game, words):
    problem = can_compile(game)
    assert problem.startswith("Not compiled: ")
    assert words in problem
    assert problem.count("\n") == 0
    assert analyse(game, depth=3).value == search.deepening(game, None, 3).value


def test_the_line_of_the_problem_is_told():
    line = Unsupported.heuristic.__code__.co_firstlineno
    assert f"line {line + 1}" in can_compile(Unsupported()) or f"line {line}" in can_compile(Unsupported())


def test_boards_of_more_than_64_bits():
    for name, compiles in (
        ("mnk:9,9,5", True),
        ("othello:10", True),
        ("connect4:10x10", False),
        ("mnk:12,12,5", False),
    ):
        game = load(name)
        assert (can_compile(game) == "") == compiles
        assert analyse(game, depth=2).value == search.deepening(game, None, 2).value


def test_the_fingerprint_covers_all_that_rules_reach(monkeypatch):
    def mark(game):
        return fingerprint(game)[0]

    base = mark(KitchenSink())
    assert mark(KitchenSink()) == base
    assert mark(KitchenSink(7)) != base
    changed = KitchenSink()
    changed.array = changed.array + 1
    assert mark(changed) != base
    changed = KitchenSink()
    changed.weights = (3, -1, 1)
    assert mark(changed) != base
    with monkeypatch.context() as patch:
        patch.setitem(globals(), "BONUS", 4)
        assert mark(KitchenSink()) != base
    with monkeypatch.context() as patch:
        patch.setitem(globals(), "doubled", lambda value: 3 * value)
        assert mark(KitchenSink()) != base
    with monkeypatch.context() as patch:
        patch.setattr(Base, "helper", lambda self, value: value)
        assert mark(KitchenSink()) != base
    with monkeypatch.context() as patch:
        patch.setattr(fingerprints, "engine_sources", lambda: "another engine")
        assert mark(KitchenSink()) != base
    assert mark(KitchenSink()) == base


def test_a_changed_constant_is_never_answered_with_old_code(monkeypatch):
    game = KitchenSink(7)
    state = game.play(game.play(game.start(), 0), 0)
    before = analyse(game, state, depth=2)
    monkeypatch.setitem(globals(), "BONUS", 1000)
    after = analyse(game, state, depth=2)
    assert before.value != after.value
    assert after.value == search.deepening(game, state, 2).value


def test_idioms_are_rewritten_and_nothing_else():
    def rule(self, cells, index):
        other = cells[:index] + (7,) + cells[index + 1 :]
        spread = (*cells[:index], 8, *cells[index + 1 :])
        return other[index], spread[index], cells[0], cells[1:2]

    new = rewrite_idioms(rule)
    assert new is not rule
    assert new(None, (1, 2, 3), 1) == rule(None, (1, 2, 3), 1) == (7, 8, 1, (2,))
    assert rewrite_idioms(Base.player) is Base.player


def test_layouts_pack_small_cells():
    layout = layout_of([((0, 1, 2) * 14, 5)])
    assert layout.words == 3
    assert layout.flattener()(((0, 1, 2) * 14, -1))[-1] == -1
    assert link(load("connect4")).words == 4


PROGRAM = """
import warnings
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    from elagage import load, search
    from elagage.search.compiled import Engine
    from elagage.search.compiled.mcts import mcts, win_share
    from elagage.search.compiled.perft import count_lines
    from elagage.compiler.kernel import cache_hits, compilations
    from elagage.result import Limits
    game = load({spec!r})
    state = game.start()
    lines, share = count_lines(game, state, 3), win_share(game, state, 100)
    assert lines == search.perft(game, state, 3)
    value = move = None
    if {every_entry}:
        engine = Engine(game, memory=1)
        engine.compile()
        value, move = engine.deepen(state, Limits(3)).value, mcts(game, state, 200).move
print(value, lines, share, move, compilations(), cache_hits(), len(caught))
"""


def run_program(cache, spec="connect4:4x4", every_entry=False):
    """Run every entry, or the two that are compiled soonest: the answers, what was compiled and found, the warnings."""
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(PROGRAM).format(spec=str(spec), every_entry=every_entry)],
        env={**os.environ, "ELAGAGE_CACHE": str(cache)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    value, lines, share, move, compiled, found, warned = done.stdout.split()
    return (value, lines, share, move), int(compiled), int(found), int(warned)


def test_a_second_process_finds_the_native_code(tmp_path):
    cache = tmp_path / "cache"
    answer, compiled, found, warned = run_program(cache, every_entry=True)
    assert (compiled, found, warned) == (4, 0, 0)
    assert oct((cache / "objects").stat().st_mode)[-3:] == "700"
    assert run_program(cache, every_entry=True) == (answer, 0, 4, 0)


NEWS = """
import elagage.compiler.link
from elagage import load
from elagage.search.compiled.perft import count_lines
from elagage.solvers import solve

elagage.compiler.link.PATIENCE = 0.0
told = []
game = load("tictactoe")
count_lines(game, game.start(), 3, on_wait=lambda: told.append("perft"))
solve(game, method="retrograde", on_wait=lambda: told.append("retrograde"))
print(*sorted(set(told)))
"""


def test_a_person_is_told_of_compilation_where_there_is_one(tmp_path):
    """By either compiler: a first process makes native code, a second one finds it and has nothing to tell."""
    told = [
        subprocess.run(
            [sys.executable, "-c", NEWS],
            env={**os.environ, "ELAGAGE_CACHE": str(tmp_path)}, capture_output=True, text=True, check=True,
        ).stdout.split()
        for _run in range(2)
    ]  # fmt: skip
    assert told == [["perft", "retrograde"], []]


def test_a_broken_cache_is_mended(tmp_path):
    """Truncated, foreign and flipped files: a line of warning and the same answer."""
    cache = tmp_path / "cache"
    answer, compiled, found, warned = run_program(cache)
    assert (compiled, found, warned) == (2, 0, 0)
    for damage in (
        lambda data: data[: len(data) // 2],
        lambda data: b"not a cache",
        lambda data: data[:-40] + bytes(40),
    ):
        damaged = [path for path in (cache / "objects").iterdir() if path.is_file()]
        assert len(damaged) == 4
        for path in damaged:
            path.write_bytes(damage(path.read_bytes()))
        mended, _compiled, _found, warned = run_program(cache)
        assert (mended, warned > 0) == (answer, True)
    assert run_program(cache) == (answer, 0, 2, 0)


def test_a_folder_that_cannot_be_written_is_bypassed(tmp_path):
    (tmp_path / "file").write_text("in the way")
    answer, compiled, found, warned = run_program(tmp_path / "file" / "native")
    assert (compiled, found, warned) == (2, 0, 1)
    assert answer == run_program(tmp_path / "native")[0]


def test_a_changed_rule_in_a_file_is_compiled_anew(tmp_path):
    game = tmp_path / "game.py"
    text = textwrap.dedent("""
        from elagage import Game
        MOST = 2
        class Count(Game):
            def start(self): return (30, 0)
            def player(self, state): return state[1]
            def moves(self, state): return range(1, min(MOST, state[0]) + 1)
            def play(self, state, move): return (state[0] - move, 1 - state[1])
            def score(self, state): return 0
    """)
    for most in (2, 3):
        game.write_text(text.replace("MOST = 2", f"MOST = {most}"))
        answer, compiled, _found, _warned = run_program(tmp_path / "native", game)
        assert (answer[1], compiled) == (str(most**3), 2)
