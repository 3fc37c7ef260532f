"""The one-player problems of the package: known numbers, heuristics against brute force, mazes,
boards that are wrong.
"""

from __future__ import annotations

import heapq
import math
import random
from collections import deque
from itertools import pairwise

import pytest

from elagage.errors import LoadError, NotationError
from elagage.paths.problem import Problem
from elagage.paths.problems import CATALOGUE, listings, load_problem, make
from elagage.paths.problems.grid import Grid
from elagage.paths.problems.npuzzle import NPuzzle, solvable
from elagage.paths.problems.pattern_databases import build_table, load_patterns, partition_of

SMALL = (
    "grid", "grid:S.#/3.9/..G:8", "grid:12x9:25#5", "grid:12x9:25#5:8", "maze:11x9#2", "npuzzle:3#2",
    "npuzzle:8:1,4,2,3,0,5,6,7,8",
    "river:wolf", "river:missionaries:3,2", "river:missionaries:5,3", "jugs:3,5:4", "jugs:8,5,3:4", "knights:3x4",
    "cube2:R U F'",
    "cube2:quarter:R U2",
)  # fmt: skip


def solve(problem, limit=200_000):
    """The least cost and a path, by A* that reopens; None if there is no path."""
    start = problem.start()
    best, parent, heap, number = {start: 0}, {start: None}, [(problem.heuristic(start), 0, 0, start)], 0
    while heap:
        assert len(best) < limit
        _f, less, _number, state = heapq.heappop(heap)
        cost = -less
        if cost > best[state]:
            continue
        if problem.goal(state):
            path = [state]
            while parent[path[-1]] is not None:
                path.append(parent[path[-1]])
            return cost, path[::-1]
        for near, step in problem.successors(state):
            if near not in best or cost + step < best[near]:
                number += 1
                best[near], parent[near] = cost + step, state
                heapq.heappush(heap, (cost + step + problem.heuristic(near), -cost - step, number, near))
    return None


def reachable(problem, limit=10**6):
    """The states that can be reached, nearest first, with how many steps they are away."""
    found, queue = {problem.start(): 0}, deque([problem.start()])
    while queue and len(found) < limit:
        state = queue.popleft()
        for near, _cost in problem.successors(state):
            if near not in found:
                found[near] = found[state] + 1
                queue.append(near)
    return found


def least_costs(problem, states):
    """What each of these states has to pay to a goal, by the steps backwards."""
    back = {}
    for state in states:
        for near, cost in problem.successors(state):
            back.setdefault(near, []).append((state, cost))
    costs = {state: 0 for state in states if problem.goal(state)}
    heap = [(0, number, state) for number, state in enumerate(costs)]
    while heap:
        cost, _number, state = heapq.heappop(heap)
        if cost > costs[state]:
            continue
        for before, step in back.get(state, ()):
            if cost + step < costs.get(before, math.inf):
                costs[before] = cost + step
                heapq.heappush(heap, (cost + step, len(costs) + id(before), before))
    return costs


@pytest.mark.parametrize("text", SMALL)
def test_heuristics_are_admissible_and_consistent(text):
    problem = load_problem(text)
    states = reachable(problem, 3000)
    for state in states:
        here = problem.heuristic(state)
        assert here >= 0
        if problem.goal(state):
            assert here == 0
        for near, cost in problem.successors(state):
            assert cost > 0
            assert here <= cost + problem.heuristic(near) + 1e-9
    if len(states) < 3000:
        for state, cost in least_costs(problem, states).items():
            assert problem.heuristic(state) <= cost + 1e-9


@pytest.mark.parametrize("text", SMALL)
def test_names_lead_back_to_their_states(text):
    problem = load_problem(text)
    assert problem.spec == text
    for state in list(reachable(problem, 60))[:60]:
        assert problem.parse_state(problem.state_name(state)) == state
        assert problem.text(state)
        for near, _cost in problem.successors(state):
            assert problem.step_name(state, near)
    for wrong in ("", "?", "99,99,99", "-1,0", "x|y", "R9", "9M9CB", "12345678901234567890", "\0"):
        with pytest.raises((NotationError, LoadError)):
            problem.parse_state(wrong)


def test_the_catalogue_makes_what_it_lists():
    assert [listing.name for listing in listings()] == list(CATALOGUE)
    for name in CATALOGUE:
        if name not in ("roads", "movingai"):
            assert isinstance(make(name), Problem)
            example = next(listing.parameters for listing in listings() if listing.name == name)
            assert load_problem(example if ":patterns" not in example else "npuzzle:8#7").spec


# Grids


def test_grids_cost_what_they_should():
    assert solve(load_problem("grid:S.G"))[0] == 2
    assert solve(load_problem("grid:S9G/..."))[0] == 4
    assert solve(load_problem("grid:S#/.G:8"))[0] == 2  # no corner is cut
    assert solve(load_problem("grid:S./.G:8"))[0] == pytest.approx(math.sqrt(2))
    assert solve(load_problem("grid:S2/2G:8"))[0] == pytest.approx(math.sqrt(2))
    assert solve(load_problem("grid:S#G")) is None
    assert solve(load_problem("grid:5x4:0"))[0] == 7
    problem = Grid([[2, 2], [2, 2]], (0, 0), (1, 1), 8)
    assert solve(problem)[0] == pytest.approx(2 * math.sqrt(2)) == problem.heuristic(problem.start())


def test_a_random_grid_has_its_share_of_walls_and_its_seed():
    problem = load_problem("grid:20x12:30#7")
    picture = problem.draw()
    assert picture.count("#") == (240 - 2) * 30 // 100
    assert picture.startswith("S")
    assert picture.endswith("G")
    assert load_problem("grid:20x12:30#7").draw() == picture != load_problem("grid:20x12:30#8").draw()


def test_a_drawing_can_be_read_again_and_shows_the_path():
    problem = load_problem("grid:S.#/.3./#.G")
    cost, path = solve(problem)
    assert Grid.from_picture(problem.draw()).weights == problem.weights
    assert problem.draw(path).count("*") == len(path) - 2
    assert "+" in problem.draw((), reachable(problem))
    assert cost == 4 + 2
    assert "".join(problem.step_name(*step) for step in pairwise(path)) in ("→↓↓→", "→↓→↓", "↓→↓→", "↓→→↓")


@pytest.mark.parametrize("text", ["maze:21x15#3", "maze:5x5", "maze:31x7#9"])
def test_a_maze_is_connected_and_has_one_path(text):
    problem = load_problem(text)
    cells = reachable(problem)
    free = sum(weight > 0 for weight in problem.weights)
    arcs = sum(len(list(problem.successors(cell))) for cell in cells)
    assert len(cells) == free
    assert arcs // 2 == free - 1  # a tree: between two cells there is one path
    assert solve(problem) is not None


# Sliding puzzles


@pytest.fixture(scope="module")
def eight(tmp_path_factory):
    """All boards of the 8-puzzle with their distances, and the puzzle with its pattern databases."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ELAGAGE_CACHE", str(tmp_path_factory.mktemp("cache")))
        load_patterns.cache_clear()
        puzzle = NPuzzle(range(9), "patterns")
        load_patterns.cache_clear()
        return puzzle, reachable(puzzle)


def test_the_8_puzzle_has_181440_boards_and_the_deepest_is_31_slides_away(eight):
    _puzzle, boards = eight
    assert len(boards) == 181_440
    assert max(boards.values()) == 31
    assert sum(depth == 31 for depth in boards.values()) == 2


def test_heuristics_of_the_8_puzzle_are_never_too_much(eight):
    puzzle, boards = eight
    totals = [0, 0, 0]
    for state in random.Random(1).sample(list(boards), 20_000):
        manhattan, conflict = puzzle.heuristic_manhattan(state), puzzle.heuristic_linear_conflict(state)
        patterns = puzzle.heuristic_patterns(state)
        assert manhattan <= conflict <= boards[state]
        assert manhattan <= patterns <= boards[state]
        for near, _cost in puzzle.successors(state):
            assert abs(conflict - puzzle.heuristic_linear_conflict(near)) <= 1
        totals = [total + value for total, value in zip(totals, (manhattan, conflict, patterns))]
    assert totals == sorted(totals)
    assert puzzle.heuristic(puzzle.start()) == 0


def test_boards_that_are_wrong():
    wrong = (
        "8:1,2 8:0,1,2,3,4,5,6,8,7 8:1,1,2,3,4,5,6,7,8 9 8:patterns=9 8:patterns=4-3 8:40:best 15:patterns=8-7 "
        "8:1,2,3#4"
    )
    for text in wrong.split():
        with pytest.raises(LoadError):
            make("npuzzle", text)
    assert solvable(range(16))
    assert not solvable([0, 2, 1, *range(3, 16)])


@pytest.mark.parametrize("text", ["npuzzle:15:14,13,15,7,11,12,9,5,6,0,2,1,4,8,10,3", "npuzzle:15#4", "npuzzle:24#4"])
def test_large_boards_slide_as_they_should(text):
    """Random slides: the word holds the board, the distance that is carried along is right,
    and steps can be taken back.
    """
    problem, chance = load_problem(text), random.Random(3)
    state = problem.start()
    for _step in range(300):
        near, _cost = chance.choice(list(problem.successors(state)))
        assert state in [back for back, _cost in problem.successors(near)]
        assert near == problem.parse_state(problem.state_name(near))
        assert near.distance <= problem.heuristic_linear_conflict(near) <= near.distance + 2 * problem.count
        state = near


def test_korf_instance_1_has_its_manhattan_distance():
    problem = load_problem("npuzzle:15:14,13,15,7,11,12,9,5,6,0,2,1,4,8,10,3")
    assert problem.heuristic(problem.start()) == 41
    assert -(1 << 63) <= problem.start().cells < 1 << 63


@pytest.mark.parametrize("estimate", ["", ":conflict"])
def test_a_mixed_15_puzzle_is_solved(estimate):
    assert solve(load_problem(f"npuzzle:15:24#2{estimate}"))[0] <= 24


def test_patterns_are_kept_sealed(tmp_path, monkeypatch):
    monkeypatch.setenv("ELAGAGE_CACHE", str(tmp_path))
    calls = []

    def builder(side, pattern):
        calls.append(pattern)
        return build_table(side, pattern)

    partition = partition_of(3, (2, 3, 3))
    tables = []
    for _time in range(2):
        load_patterns.cache_clear()
        tables.append(load_patterns(3, partition, builder))
    assert calls == list(partition)
    assert tables[0] == tables[1]
    (file,) = (tmp_path / "patterns").glob("*.bin")
    content = bytearray(file.read_bytes())
    content[-700] ^= 1
    file.write_bytes(content)
    load_patterns.cache_clear()
    assert load_patterns(3, partition, builder) == tables[0]
    assert len(calls) == 6
    load_patterns.cache_clear()


def test_tables_of_one_tile_are_manhattan_distances():
    table = build_table(4, (6,))
    assert list(table) == [abs(cell // 4 - 1) + abs(cell % 4 - 2) for cell in range(16)]


# The cube


def test_the_cube_near_the_solved_one():
    for text, counts in (("cube2:half:RR'", [1, 9, 54, 321, 1847]), ("cube2:quarter:RR'", [1, 6, 27, 120, 534, 2256])):
        problem = load_problem(text)
        assert problem.goal(problem.start())
        layer, seen, found = {problem.start()}, {problem.start()}, []
        for _depth in counts:
            found.append(len(layer))
            layer = {near for state in layer for near, _cost in problem.successors(state)} - seen
            seen |= layer
        assert found == counts


def test_the_cube_turns_and_is_solved():
    for text, cost in (("R U F' R2", 4), ("quarter:R U F' R2", 5), ("R R2 R", 0), ("U2", 1), ("quarter:U2", 2)):
        found, path = solve(load_problem(f"cube2:{text}"))
        assert found == cost == len(path) - 1
    problem = load_problem("cube2")
    assert problem.stickers(problem.parse_state("0123456/0000000")) == "".join(face * 4 for face in "UFRDLB")
    assert problem.stickers(problem.parse_state("R")) == "UFUFFDFDRRRRDBDBLLLLUBUB"
    assert sorted(problem.stickers(problem.start())) == sorted("UFRDLB" * 4)
    for order, times in (("RUR'U'", 6), ("RU", 15), ("RUF", 10)):
        state = problem.parse_state(order * times)
        assert problem.goal(state)


# The others


@pytest.mark.parametrize(
    ("text", "cost"),
    [("river:wolf", 7), ("river:missionaries:3,2", 11), ("river:missionaries:4,3", 9), ("river:missionaries:5,3", 11),
     ("river:missionaries:2,2", 5), ("jugs:3,5:4", 6), ("jugs:3,5:0", 0), ("jugs:5,3:1", 4), ("knights:5x5", 24),
     ("knights:8x8", 63),
     ("knights:5x5:c3", 24), ("knights:3x4", 11), ("knights:1x1", 0)],
)  # fmt: skip
def test_known_lengths(text, cost):
    assert solve(load_problem(text))[0] == cost


@pytest.mark.parametrize("text", ["river:missionaries:4,2", "jugs:2,4:3", "knights:4x4", "knights:3x3", "knights:3x5"])
def test_what_has_no_solution(text):
    assert solve(load_problem(text), limit=500_000) is None


def test_a_knights_tour_is_one():
    problem = load_problem("knights:8x8:d4")
    _cost, path = solve(problem)
    squares = [state.square for state in path]
    assert sorted(squares) == list(range(64))
    for first, second in pairwise(squares):
        assert sorted((abs(first // 8 - second // 8), abs(first % 8 - second % 8))) == [1, 2]
