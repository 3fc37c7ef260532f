"""State spaces past memory: solved tier by tier, the same bytes as in memory, whoever does the slices and however often
the work is stopped.
"""

from __future__ import annotations

import random
import struct
from typing import NamedTuple

import pytest
from game_list import one_in

from elagage import Game, check_game, load, solve, solvers
from elagage.arena.execution.executor import Inline, LocalPool, executor_for
from elagage.arena.slice_jobs import FEW, share_slices
from elagage.errors import FileError, LimitsError, RulesError, SearchError
from elagage.games.nim import Nim
from elagage.solvers.retrograde.certificate_kernel import check_values
from elagage.solvers.retrograde.retrograde_driver import Retrograde
from elagage.solvers.retrograde.solved_positions import ENDLESS, ENDLESS_SMALL, StoredPositions
from elagage.solvers.retrograde.tiers import folder_beside, slice_files
from elagage.solvers.retrograde.tiers.certificate_slices import check_by_slices
from elagage.solvers.retrograde.tiers.tier_jobs import do_slice_job
from elagage.solvers.retrograde.tiers.tier_solver import TierSolver

SLICES = ("plan", "starts", "layer-", "reached-", "states-", "edges-", "values-", "merged")
"""How the names of slices begin that stay until the solution is saved."""


def by_tiers(game, **options):
    return solve(game, method="retrograde", share=share_slices(game, Inline(), 1), **options)


def same_bytes(folder, *found):
    for number, solution in enumerate(found):
        solution.save(folder / str(number))
    return len({(folder / str(number)).read_bytes() for number in range(len(found))}) == 1


@pytest.mark.parametrize(
    ("spec", "symmetric"), one_in(3, [("tictactoe", True), ("morris", False), ("othello:4", False)])
)
def test_tiers_give_the_same_bytes_as_memory(tmp_path, spec, symmetric):
    game = load(spec)
    whole = solve(game, method="retrograde", symmetric=symmetric)
    assert same_bytes(tmp_path, whole, by_tiers(game, symmetric=symmetric))


def test_a_quarter_of_the_memory_is_enough_and_no_more_is_taken(tmp_path):
    game, memory = load("connect4:4x4"), 0.9
    run = Retrograde(game)
    run.run()
    whole = solve(game, method="retrograde")
    assert min(run.peak, 16 * whole.facts.states + 4 * whole.facts.edges) > 4e6 * memory
    small = solve(game, method="retrograde", memory=1, checkpoint=tmp_path / "part")
    assert same_bytes(tmp_path, whole, small)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["0", "1"]
    tiers = TierSolver(game, None, tmp_path / "tiers", b"secret", memory=memory)
    tiers.run(resume=False)
    assert 0 < tiers.peak <= memory * 1e6


def test_a_tier_that_is_too_large_alone_is_told(tmp_path):
    with pytest.raises(LimitsError, match="alone has"):
        TierSolver(load("connect4:4x4"), None, tmp_path, b"secret", memory=0.01).run(resume=False)


def same_solved(one, other):
    """Are two analyses the same to the last byte?"""
    names = ("fields", "widths", "small", "levels", "states", "edges", "by_ply", "by_distance", "longest")
    differing = [name for name in names if getattr(one, name) != getattr(other, name)]
    return not differing and (bytes(other.keys), bytes(other.values)) == (one.keys, one.values)


@pytest.mark.parametrize(
    ("spec", "symmetric"),
    one_in(3, [("hexapawn:4x4", False), ("quixo:3", False), ("quixo:3", True)]),
)
def test_a_tier_in_parts_that_are_smaller_than_it_gives_the_same_bytes(tmp_path, spec, symmetric):
    game = load(spec)
    run = Retrograde(game, symmetric=symmetric)
    run.run()
    whole = run.collect_solved()
    parts = []
    for memory in (100, 0.1, 0.03):
        tiers = TierSolver(game, None, tmp_path / str(memory), b"secret", symmetric=symmetric, memory=memory)
        assert same_solved(whole, tiers.run(resume=False))
        parts.append(tiers.most_parts)
        left = [path.name for path in (tmp_path / str(memory)).iterdir() if not path.name.startswith(SLICES)]
        assert left == []
    assert parts[0] == (1, 1)
    assert min(parts[-1]) > 1


class Vertex(NamedTuple):
    number: int
    spare: int


class Stairs(Game):
    """A random graph whose arcs go round inside a tier or lead to a later one; scores have sizes."""

    margins = True
    cycles = True
    count, width, tiers = 9000, 3, 4

    def __init__(self, seed=1):
        chooser = random.Random(seed)
        each = self.count // self.tiers
        self.arcs = tuple(
            -1 if chooser.random() < 0.2 else self.arc_from(vertex // each, each, chooser)
            for vertex in range(self.count)
            for _arc in range(self.width)
        )
        self.owner = tuple(chooser.randrange(2) for _vertex in range(self.count))
        self.ends = tuple(chooser.randrange(-3, 4) for _vertex in range(self.count))

    def arc_from(self, tier, each, chooser):
        """Where an arc from a tier leads: mostly round in the same one."""
        last = self.tiers if chooser.random() < 0.1 else tier + 1
        return chooser.randrange(tier * each, last * each)

    def start(self):
        return Vertex(0, 0)

    def starts(self):
        for number in range(0, self.count, 5):
            yield Vertex(number, 0)

    def player(self, state):
        return self.owner[state.number]

    def moves(self, state):
        for number in range(self.width):
            if self.arcs[state.number * self.width + number] >= 0:
                yield number

    def play(self, state, move):
        return Vertex(self.arcs[state.number * self.width + move], 0)

    def score(self, state):
        return self.ends[state.number]

    def tier(self, state):
        return state.number // 2250


class Round(Stairs):
    """The same, which tells no tiers."""

    tier = Game.tier


def test_a_game_that_tells_no_tier_is_one_tier(tmp_path):
    game = Round(5)
    run = Retrograde(game)
    run.run()
    tiers = TierSolver(game, None, tmp_path, b"secret", memory=0.1)
    assert same_solved(run.collect_solved(), tiers.run(resume=False))
    assert min(tiers.most_parts) > 1


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_random_graphs_that_go_round_inside_their_tiers(tmp_path, seed):
    game = Stairs(seed)
    memory, tiers = Retrograde(game), TierSolver(game, None, tmp_path, b"secret", memory=1)
    memory.run()
    one, other = memory.collect_solved(), tiers.run(resume=False)
    assert len(one.levels) == 3
    assert min(one.by_ply[0]) > 0
    assert same_solved(one, other)


# Stopped, damaged, shared out


def test_what_was_stopped_at_any_slice_goes_on_and_ends_the_same(tmp_path):
    game, chooser = load("morris"), random.Random(4)
    path, stops, found = tmp_path / "part", 0, None
    while found is None:
        done, most = [], chooser.randrange(1, 7)

        def share(jobs, done=done):
            for job in jobs:
                yield do_slice_job(game, job)
                done.append(job)

        def stop(done=done, most=most):
            return len(done) >= most

        try:
            found = solve(game, checkpoint=path, resume=True, share=share, stop=stop)
        except solvers.Stopped:
            assert folder_beside(path).is_dir()
            stops += 1
    assert stops > 3
    assert same_bytes(tmp_path, solve(game), found)
    assert not folder_beside(path).exists()


def test_parts_that_were_stopped_go_on_and_end_the_same(tmp_path):
    game, chooser = load("quixo:3"), random.Random(2)
    run = Retrograde(game, symmetric=True)
    run.run()
    stops, found, parts = 0, None, []
    while found is None:
        asked, most = [], chooser.choice((2, 5, 9, 40))

        def stop(asked=asked, most=most):
            asked.append(1)
            return len(asked) > most

        tiers = TierSolver(game, None, tmp_path, b"secret", symmetric=True, memory=0.02, stop=stop)
        try:
            found = tiers.run(resume=stops > 0)
        except solvers.Stopped:
            stops += 1
        parts.append(tiers.most_parts)
    assert stops > 3
    assert max(parts)[0] > 1
    assert max(decided for _found, decided in parts) > 1
    assert same_solved(run.collect_solved(), found)


def test_a_slice_that_is_cut_short_is_made_anew_and_other_work_is_refused(tmp_path):
    game, path = load("morris"), tmp_path / "part"
    whole = by_tiers(game, checkpoint=path)
    folder = folder_beside(path)
    assert folder.is_dir()
    for name in ("values-3", "edges-5-0", "merged"):
        slice_file = folder / (name + slice_files.SUFFIX)
        slice_file.write_bytes(slice_file.read_bytes()[:-1])
    again = by_tiers(game, checkpoint=path, resume=True)
    with pytest.raises(FileError, match="checkpoint of other rules"):
        by_tiers(load("morris:fly"), checkpoint=path, resume=True)
    assert same_bytes(tmp_path, whole, again)


def test_workers_do_the_slices(tmp_path):
    game = load("connect4:4x4")
    whole = solve(game, method="retrograde")
    assert max(map(sum, whole.facts.by_ply)) > FEW
    pool = LocalPool(2)
    try:
        found = solve(game, method="retrograde", share=share_slices(game, pool, 2))
    finally:
        pool.shutdown(wait=False)
    assert same_bytes(tmp_path, whole, found)


@pytest.mark.slow
def test_a_cluster_does_the_slices(tmp_path):
    game = load("connect4:4x4")
    with executor_for(2, "local") as (executor, count):
        found = solve(game, method="retrograde", share=share_slices(game, executor, count))
    assert same_bytes(tmp_path, solve(game, method="retrograde"), found)


# Certificates


@pytest.mark.parametrize(("spec", "symmetric"), [("tictactoe", True), ("morris", False), ("othello:4", False)])
def test_a_certificate_by_slices_is_the_same(tmp_path, spec, symmetric):
    solution = solve(spec, method="retrograde", symmetric=symmetric)
    whole, sliced = solvers.verify(solution), solvers.verify(solution, memory=0.01)
    assert whole == sliced
    assert sliced.valid
    assert (sliced.states, sliced.edges) == (solution.facts.states, solution.facts.edges)


def test_a_certificate_by_slices_finds_every_wrong_value_and_every_missing_position():
    game = load("morris")
    positions = solve(game).positions
    chooser = random.Random(3)
    for place in [0, len(positions) - 1, *(chooser.randrange(len(positions)) for _try in range(20))]:
        value = positions.value_at(place)
        for wrong in {0, 1, -1, 4, -4, ENDLESS_SMALL} - {value, ENDLESS_SMALL if value == ENDLESS else value}:
            changed = bytearray(positions.value_bytes)
            struct.pack_into("<h", changed, 2 * place, wrong)
            spoilt = StoredPositions(game, positions.levels, False, positions.code, positions.key_bytes, changed, True)
            assert check_by_slices(game, spoilt, part=700)[2] == check_whole(spoilt) >= 0, (place, wrong)
        width = positions.code.width
        keys, values = bytearray(positions.key_bytes), bytearray(positions.value_bytes)
        del keys[place * width : (place + 1) * width], values[2 * place : 2 * place + 2]
        spoilt = StoredPositions(game, positions.levels, False, positions.code, keys, values, True)
        assert check_by_slices(game, spoilt, part=700)[2] == check_whole(spoilt)
    assert check_by_slices(game, positions, part=700) == (5390, 21509, -1)


def check_whole(positions):
    """The first wrong position as the certificate in memory finds it."""
    code = positions.code
    return check_values(
        positions.game, code.fields, code.widths, positions.levels, positions.key_bytes, positions.value_bytes, True,
        symmetric=False,
    )[2]  # fmt: skip


# Held to account


class FallingNim(Nim):
    """Matches left are no tier: every move takes some."""

    def tier(self, state):
        return sum(state.piles)


class OddNim(Nim):
    """No whole number."""

    def tier(self, state):
        return 0.5


def test_a_tier_that_a_move_lowers_is_shown():
    with pytest.raises(RulesError, match=r"after the move .* no move may lower it"):
        check_game(FallingNim((2, 3)))
    with pytest.raises(RulesError, match="it must be a whole number"):
        check_game(OddNim((2, 3)))
    with pytest.raises(SearchError, match="no move may lower it"):
        by_tiers(FallingNim((2, 3)))


@pytest.mark.parametrize("spec", ["connect4", "mnk:4,4,3", "othello", "morris", "krk"])
def test_games_that_tell_their_tiers_pass(spec):
    check_game(load(spec), games=3)
