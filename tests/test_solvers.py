"""Solving: published values, compiled against plain, solutions kept and checked, and work that is stopped and goes on."""

from __future__ import annotations

import math
import os
import random
import signal
import subprocess
import sys
import time
from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import elagage
from elagage import Game, load, solve, solvers
from elagage.engine.solver import Retrograde
from elagage.errors import ElagageError, FileError, LimitsError, SearchError
from elagage.result import Score
from elagage.solvers import load_solution, verify
from elagage.solvers import storage as storage_module
from elagage.solvers.positions import ENDLESS


@pytest.fixture(scope="module")
def krk():
    return solve("krk")


@pytest.fixture(scope="module")
def morris():
    return solve("morris")


# Published values


@pytest.mark.parametrize(
    ("spec", "value"),
    [("4x4", 0), ("4x5", 0), ("4x6", 0), ("5x4", 0), ("5x5", 0), ("6x4", -1)],
)
def test_connect4_on_small_boards(spec, value):
    solution = solve(f"connect4:{spec}")
    assert (solution.value, solution.method) == (value, "alphabeta")
    assert solution.result.exact


@pytest.mark.parametrize(("spec", "value"), [("3,3,3", 0), ("4,3,3", 1), ("4,4,3", 1), ("4,4,4", 0)])
def test_m_n_k_on_small_boards(spec, value):
    assert solve(f"mnk:{spec}").value == value


def test_othello_on_4x4_is_won_by_the_second_player_11_to_3():
    by_windows, by_table = solve("othello:4"), solve("othello:4", method="retrograde")
    assert (
        by_windows.value == by_table.value == -10
    )  # the two squares left over go to the winner: 11 to 3, counted 13 to 3
    assert set(by_windows.best_moves) >= set(by_table.best_moves)
    state = by_table.state
    for move in by_table.line:
        state = by_table.game.play(state, move)
    assert (state.black.bit_count(), state.white.bit_count()) == (3, 11)


def test_every_position_of_tictactoe_and_of_connect4_on_4x4():
    table = solve("tictactoe", method="retrograde").facts
    assert (table.states, sum(table.counts)) == (5478, 5478)
    assert solve("tictactoe", method="retrograde", symmetric=True).facts.states == 765
    assert solve("connect4:4x4", method="retrograde").facts.counts == (38675, 32234, 90120, 0)


def test_the_rook_mates_in_16_moves_and_the_queen_in_10(krk):
    # The published 201,484 and 200,532 lost positions leave out those that are mate already: 216 and 364.
    for solution, white, longest, lost, mates in (
        (krk, 175_168, 16, 201_484, 216),
        (solve("kqk"), 144_508, 10, 200_532, 364),
    ):
        facts = solution.facts
        assert facts.counts[0] == sum(row[0] for row in facts.by_distance) == white
        assert max(plies for plies, row in enumerate(facts.by_distance) if row[0]) == 2 * longest - 1
        assert facts.longest_win == 2 * longest
        assert facts.counts[1] == lost + mates
        assert facts.by_distance[0] == [0, mates]
        bare_kings = facts.states - white - 223_944
        assert facts.counts[2] - bare_kings == 223_944 - lost - mates


def test_fox_and_hounds():
    assert solve("fox_and_hounds:8", method="retrograde").score == Score.loss(44)
    assert solve("fox_and_hounds:6").score == Score.win(25)


def test_morris_goes_round(morris):
    assert morris.method == "retrograde"
    assert morris.score == Score.win(9)
    assert [morris.game.move_name(morris.state, move) for move in morris.best_moves] == ["b2"]
    assert morris.facts.counts[3] > 0
    assert solve("morris:fly").value == 0


@pytest.mark.parametrize("misere", ["", ":misere"])
def test_nim_is_lost_where_the_exclusive_or_is_0(misere):
    solution = solve(f"nim:3,5,7{misere}", method="retrograde")
    for state, value in solution.positions:
        one, two, three = state.piles
        lost = (one ^ two ^ three == 0) == (max(state.piles) > 1 or not misere)
        assert (value > 0) == (lost == (state.turn == 1)), state


def test_wythoff_is_lost_at_the_golden_pairs():
    golden = (1 + math.sqrt(5)) / 2
    pairs = {(math.floor(k * golden), math.floor(k * golden * golden)) for k in range(9)}
    solution = solve("wythoff:12,20", method="retrograde")
    for state, value in solution.positions:
        lost = tuple(sorted(state[:2] if isinstance(state[0], int) else state[0])) in pairs
        assert (value > 0) == (lost == (solution.game.player(state) == 1)), state


# Compiled against plain, and both against what is obvious


@pytest.mark.parametrize("spec", ["tictactoe", "morris", "nim:2,3,2:misere", "dots_and_boxes:1x2", "othello:4"])
def test_compiled_and_plain_values_are_the_same(spec):
    compiled, plain = solve(spec, method="retrograde"), solve(spec, method="retrograde", plain=True)
    values = dict(plain.positions)
    assert dict(compiled.positions) == values
    assert compiled.facts.by_ply == plain.facts.by_ply
    assert compiled.facts.by_distance == plain.facts.by_distance
    assert (compiled.facts.edges, compiled.facts.longest_win) == (plain.facts.edges, plain.facts.longest_win)
    assert compiled.positions.levels == plain.positions.levels


class Place(NamedTuple):
    vertex: int
    steps: int = 0


class Walk(Game):
    """A game on a graph: ``arcs`` is rows of ``width`` successors (-1: none), ``owner`` who moves, ``ends`` the score at a vertex without any."""

    margins = True
    cycles = True

    def __init__(self, arcs=(1, 2, 0, -1, -1, -1), owner=(0, 1, 0), ends=(0, 0, 3), width=2):
        self.arcs, self.owner, self.ends, self.width = arcs, owner, ends, width

    def start(self):
        return Place(0)

    def player(self, state):
        return self.owner[state.vertex]

    def moves(self, state):
        for number in range(self.width):
            if self.arcs[state.vertex * self.width + number] >= 0:
                yield number

    def play(self, state, move):
        return Place(self.arcs[state.vertex * self.width + move])

    def score(self, state):
        return self.ends[state.vertex]


@st.composite
def walks(draw):
    count = draw(st.integers(1, 9))
    width = 3
    arcs = draw(st.lists(st.integers(-1, count - 1), min_size=count * width, max_size=count * width))
    owner = draw(st.lists(st.integers(0, 1), min_size=count, max_size=count))
    ends = draw(st.lists(st.integers(-2, 2), min_size=count, max_size=count))
    return Walk(tuple(arcs), tuple(owner), tuple(ends), width)


def naive_values(game, states):
    """The value of each vertex by asking, for each score, who can force at least that: the least fixed point, round by round."""
    values = {}
    for state in states:
        values[state] = 0
    children = {state: [game.play(state, move) for move in game.moves(state)] for state in states}
    for wanted in (-2, -1, 1, 2):
        # Max forces at least 1 or 2; Min forces at most -1 or -2.
        winner = 0 if wanted > 0 else 1
        region = {s for s in states if not children[s] and (game.score(s) >= wanted > 0 or game.score(s) <= wanted < 0)}
        grown = True
        while grown:
            more = {
                s
                for s in states
                if s not in region
                and children[s]
                and (any if game.player(s) == winner else all)(c in region for c in children[s])
            }
            grown = bool(more)
            region |= more
        for state in region:
            if abs(wanted) > abs(values[state]):
                values[state] = wanted
    return values


@settings(deadline=None, max_examples=200)
@given(walks())
def test_random_games_that_go_round(game):
    solution = solve(game, method="retrograde", plain=True)
    states = [state for state, _value in solution.positions]
    assert {state: solution.positions.score(state).value for state in states} == naive_values(game, states)
    assert verify(solution, plain=True).valid


def test_random_games_that_go_round_compiled():
    chooser = random.Random(3)
    count, width = 60, 3
    for _number in range(2):
        arcs = tuple(chooser.choice([-1, *range(count)]) for _arc in range(count * width))
        game = Walk(
            arcs,
            tuple(chooser.choices([0, 1], k=count)),
            tuple(chooser.choices([-3, -1, 0, 2, 3], k=count)),
            width,
        )
        compiled, plain = solve(game), solve(game, plain=True)
        assert dict(compiled.positions) == dict(plain.positions)
        assert ENDLESS in dict(plain.positions).values() or plain.facts.counts[3] == 0
        assert verify(compiled).valid


def test_methods_agree():
    for spec, line in (("tictactoe", "b2 b1"), ("connect4:4x4", "1 2 2"), ("hexapawn:3x3", "")):
        game = load(spec)
        state = game.parse_state(line)
        answers = [solve(game, state, method=method) for method in solvers.METHODS]
        assert len({answer.score.outcome for answer in answers}) == 1
        assert set(answers[0].best_moves) == set(answers[2].best_moves)
        assert answers[0].distance == answers[2].distance
        assert answers[1].best_moves[0] in {
            entry.move for entry in answers[2].result.moves if entry.score.outcome == answers[2].score.outcome
        }


# The answer


def test_an_answer_has_value_distance_and_best_moves():
    solution = solve("tictactoe", "X.X/OO./...", plain=True)
    assert (solution.value, solution.distance, solution.score.outcome) == (1, 1, 1)
    assert [solution.game.move_name(solution.state, move) for move in solution.best_moves] == ["b1"]
    tree = solve("((5 6) (7 4 5))")
    assert (tree.value, tree.best_moves) == (5, (0,))


def test_the_perfect_player_never_errs(krk, morris):
    chooser = random.Random(8)
    for solution, tries in ((krk, 10), (morris, 20), (solve("tictactoe"), 3)):
        game, player = solution.game, solution.player()
        for _game in range(tries):
            state = solution.state
            left = solution.distance
            while not game.over(state):
                if game.player(state) == 0:
                    state = game.play(state, player(state))
                else:
                    state = game.play(state, chooser.choice(list(game.moves(state))))
                left = left and left - 1
            assert game.score(state) >= (1 if solution.value > 0 else 0)
            assert left is None or left >= 0


def test_every_move_is_scored_when_asked():
    scores = {entry.move: entry.score for entry in solve("connect4:4x4", "1 2 2", every_move=True).result.moves}
    table = solve("connect4:4x4", "1 2 2", method="retrograde")
    assert scores == {entry.move: entry.score for entry in table.result.moves}


def test_what_can_not_be_solved_so_is_refused_with_a_sentence():
    with pytest.raises(LimitsError, match="go round"):
        solve("morris", method="alphabeta")
    with pytest.raises(LimitsError, match="no method"):
        solve("nim:2,2", method="magic")
    with pytest.raises(LimitsError, match="MB"):
        solve("nim:2,2", memory=0)
    with pytest.raises(SearchError, match="saved"):
        solve("nim:2,2").save("nowhere")
    with pytest.raises(SearchError, match="verified"):
        verify(solve("nim:2,2"))


def test_too_large_a_state_space_is_refused_with_an_estimate():
    began = time.process_time()
    with pytest.raises(LimitsError, match=r"about [0-9]+ positions"):
        solve("connect4", method="retrograde", memory=300)
    with pytest.raises(LimitsError, match="more than 1666 positions"):
        solve("tictactoe", method="retrograde", memory=1, plain=True)
    assert time.process_time() - began < 60


# Solutions in files


def test_a_solution_is_kept_and_read_back(tmp_path, morris):
    path = tmp_path / "morris.sol"
    morris.save(path)
    again = load_solution(path)
    assert dict(again.positions) == dict(morris.positions)
    assert again.facts == morris.facts
    assert (again.score, again.best_moves, again.line) == (morris.score, morris.best_moves, morris.line)
    assert verify(again) == verify(again, plain=True)
    assert verify(again).valid
    plain = tmp_path / "plain.sol"
    solve("morris", plain=True).save(plain)
    assert verify(load_solution(plain)).valid
    assert path.stat().st_size <= 8 * morris.facts.states


def test_symmetric_solutions_answer_for_every_image(tmp_path):
    path = tmp_path / "xo.sol"
    solve("tictactoe", method="retrograde", symmetric=True).save(path)
    small, whole = load_solution(path), solve("tictactoe", method="retrograde")
    assert verify(small).valid
    for state, _value in whole.positions:
        assert small.positions.score(state) == whole.positions.score(state)


def test_a_wrong_value_is_found(tmp_path, morris):
    path = tmp_path / "morris.sol"
    morris.save(path)
    chooser = random.Random(1)
    for plain in (False, True):
        for _number in range(10):
            solution = load_solution(path)
            values = bytearray(solution.positions.value_bytes)
            values[chooser.randrange(len(values) // 2) * 2] ^= 1
            solution.positions.value_bytes = memoryview(bytes(values))
            assert not verify(solution, plain=plain).valid


def test_damaged_and_foreign_files_are_refused_with_a_sentence(tmp_path, morris):
    path = tmp_path / "morris.sol"
    morris.save(path)
    good = path.read_bytes()
    chooser = random.Random(4)
    spoilt = [b"", b"\n", b"elagage ", good[:40], good[:-1], good + b"x", b"x" * 500, b"elagage game 1\n{}"]
    spoilt += [good[: chooser.randrange(len(good))] for _number in range(10)]
    for _number in range(40):
        place = chooser.randrange(len(good))
        spoilt.append(good[:place] + bytes([good[place] ^ (1 << chooser.randrange(8))]) + good[place + 1 :])
    for content in spoilt:
        path.write_bytes(content)
        with pytest.raises(FileError) as error:
            load_solution(path)
        assert "\n" not in str(error.value)
    path.write_bytes(good)
    with pytest.raises(ElagageError):
        load_solution(path, "tictactoe")
    with pytest.raises(ElagageError):
        load_solution(path, "morris:fly")
    with pytest.raises(FileError, match="no file"):
        load_solution(tmp_path / "none")
    with pytest.raises(FileError):
        load_solution(tmp_path)
    other = tmp_path / "letter.txt"
    other.write_text("dear reader")
    with pytest.raises(FileError, match="another name"):
        morris.save(other)
    assert other.read_text() == "dear reader"


def test_memory_is_what_was_promised(krk, tmp_path):
    for game in ("krk", "morris"):
        run = Retrograde(load(game))
        run.run()
        solved = run.solved()
        assert run.peak <= 24 * solved.states + 5 * solved.edges
        assert len(solved.keys) + len(solved.values) <= 8 * solved.states


# Stopped, killed, gone on


def test_what_was_stopped_goes_on_and_ends_the_same(tmp_path, morris):
    whole, path = tmp_path / "whole", tmp_path / "part"
    morris.save(whole)
    stops = 0
    chooser = random.Random(2)
    while True:
        left = [chooser.randrange(1, 4)]

        def stop(left=left):
            left[0] -= 1
            return left[0] < 0

        try:
            solution = solve("morris", checkpoint=path, resume=True, stop=stop)
            break
        except solvers.Stopped:
            assert path.exists()
            stops += 1
    assert stops > 2
    solution.save(tmp_path / "again")
    assert (tmp_path / "again").read_bytes() == whole.read_bytes()
    assert not path.exists()


def test_a_checkpoint_of_something_else_is_refused(tmp_path):
    path = tmp_path / "part"
    with pytest.raises(solvers.Stopped):
        solve("morris", checkpoint=path, stop=lambda: True)
    with pytest.raises(FileError, match="checkpoint of other rules"):
        solve("morris:fly", checkpoint=path, resume=True)
    path.write_bytes(path.read_bytes()[:-9])
    with pytest.raises(FileError, match="damaged"):
        solve("morris", checkpoint=path, resume=True)
    path.write_text("dear reader")
    with pytest.raises(FileError, match="another name"):
        solve("morris", checkpoint=path)


def test_killed_ten_times_it_ends_with_the_same_bytes(tmp_path, krk):
    whole, path = tmp_path / "whole.sol", tmp_path / "krk.sol"
    krk.save(whole)
    command = [
        sys.executable,
        "-m",
        "elagage",
        "solve",
        "krk",
        "--save",
        str(path),
        "--resume",
        "--checkpoint-every",
        "0.01",
    ]
    chooser = random.Random(6)
    kills = 0
    for _number in range(10):
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        part = path.with_name(path.name + ".part")
        began = part.stat().st_mtime_ns if part.exists() else 0
        deadline = time.monotonic() + 60
        while process.poll() is None and time.monotonic() < deadline:  # wait until it has got somewhere
            if part.exists() and part.stat().st_mtime_ns != began:
                break
            time.sleep(0.005)
        time.sleep(chooser.random() * 0.2)
        kills += process.poll() is None
        process.send_signal(signal.SIGKILL)
        process.wait()
        path.unlink(missing_ok=True)
    assert kills >= 3
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env=os.environ)
    assert path.read_bytes() == whole.read_bytes()
    assert [file.name for file in tmp_path.iterdir() if file.name.endswith(".part")] == []


def test_the_same_facts_give_the_same_bytes(tmp_path):
    for name in ("one", "two"):
        storage_module.write_arrays(tmp_path / name, "test 1", {"b": 1, "a": [2]}, {"x": b"abc", "y": b""})
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()
    facts, arrays = storage_module.read_arrays(tmp_path / "one", "test 1", "a test")
    assert facts["a"] == [2]
    assert bytes(arrays["x"]) == b"abc"
    assert len(arrays["y"]) == 0


def test_the_library_offers_it():
    assert elagage.solve is solvers.solve
    assert elagage.Solution is solvers.Solution
