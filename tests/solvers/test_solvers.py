"""Solving: published values, compiled against plain, solutions kept and checked,
and work that is stopped and goes on.
"""

from __future__ import annotations

import math
import random
from typing import NamedTuple

import pytest
from game_list import one_in
from hypothesis import given, settings
from hypothesis import strategies as st

import elagage
from elagage import Game, load, solve, solvers
from elagage.errors import LimitsError, SearchError
from elagage.result import Score
from elagage.solvers import verify
from elagage.solvers.retrograde.solved_positions import ENDLESS, StoredPositions

# Published values


@pytest.mark.parametrize(
    ("spec", "value"),
    [
        ("4x4", 0),
        pytest.param("6x4", -1, marks=pytest.mark.slow),
        *(pytest.param(spec, 0, marks=pytest.mark.slow) for spec in ("4x5", "4x6", "5x4", "5x5")),
    ],
)
def test_connect4_on_small_boards(spec, value):
    solution = solve(f"connect4:{spec}")
    assert (solution.value, solution.method) == (value, "alphabeta")
    assert solution.result.exact


@pytest.mark.parametrize(
    ("spec", "value"),
    [("3,3,3", 0), ("4,3,3", 1), *(pytest.param(*row, marks=pytest.mark.slow) for row in (("4,4,3", 1), ("4,4,4", 0)))],
)
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


# The published 201,484 and 200,532 lost positions leave out those that are mate already: 216 and 364.
@pytest.mark.parametrize(
    ("name", "white", "longest", "lost", "mates"),
    [("krk", 175_168, 16, 201_484, 216), pytest.param("kqk", 144_508, 10, 200_532, 364, marks=pytest.mark.slow)],
)
def test_the_rook_mates_in_16_moves_and_the_queen_in_10(krk, name, white, longest, lost, mates):
    facts = (krk if name == "krk" else solve(name)).facts
    assert facts.counts[0] == sum(row[0] for row in facts.by_distance) == white
    assert max(plies for plies, row in enumerate(facts.by_distance) if row[0]) == 2 * longest - 1
    assert facts.longest_win == 2 * longest
    assert facts.counts[1] == lost + mates
    assert facts.by_distance[0] == [0, mates]
    bare_kings = facts.states - white - 223_944
    assert facts.counts[2] - bare_kings == 223_944 - lost - mates


def test_fox_and_hounds():
    assert solve("fox_and_hounds:8", method="retrograde").score == Score.loss(44)


@pytest.mark.slow
def test_fox_and_hounds_on_a_smaller_board():
    assert solve("fox_and_hounds:6").score == Score.win(25)


def test_morris_goes_round(morris):
    assert morris.method == "retrograde"
    assert morris.score == Score.win(9)
    assert [morris.game.move_name(morris.state, move) for move in morris.best_moves] == ["b2"]
    assert morris.facts.counts[3] > 0


@pytest.mark.slow
def test_morris_with_flying_pieces_is_a_draw():
    assert solve("morris:fly").value == 0


@pytest.mark.parametrize("misere", one_in(2, [":misere", ""]))
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


@pytest.mark.parametrize(
    "spec", one_in(2, ["morris", "tictactoe", "nim:2,3,2:misere", "othello:4", "dots_and_boxes:1x2"])
)
def test_compiled_and_plain_values_are_the_same(spec):
    compiled, plain = solve(spec, method="retrograde"), solve(spec, method="retrograde", plain=True)
    values = dict(plain.positions)
    assert isinstance(compiled.positions, StoredPositions)
    assert dict(compiled.positions) == values
    assert compiled.facts.by_ply == plain.facts.by_ply
    assert compiled.facts.by_distance == plain.facts.by_distance
    assert (compiled.facts.edges, compiled.facts.longest_win) == (plain.facts.edges, plain.facts.longest_win)
    assert compiled.positions.levels == plain.positions.levels


class Place(NamedTuple):
    vertex: int
    spare: int


class Walk(Game):
    """A game on a graph: ``arcs`` is rows of ``width`` successors (-1: none), ``owner`` who moves,
    ``ends`` the score at a vertex without any.
    """

    margins = True
    cycles = True

    def __init__(self, arcs=(1, 2, 0, -1, -1, -1), owner=(0, 1, 0), ends=(0, 0, 3), width=2):
        self.arcs, self.owner, self.ends, self.width = arcs, owner, ends, width

    def start(self):
        return Place(0, 0)

    def player(self, state):
        return self.owner[state.vertex]

    def moves(self, state):
        for number in range(self.width):
            if self.arcs[state.vertex * self.width + number] >= 0:
                yield number

    def play(self, state, move):
        return Place(self.arcs[state.vertex * self.width + move], 0)

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
    """The value of each vertex by asking, for each score, who can force at least that: the least fixed point,
    round by round.
    """
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


@pytest.mark.parametrize("seed", [3, pytest.param(4, marks=pytest.mark.slow)])
def test_random_games_that_go_round_compiled(seed):
    chooser = random.Random(seed)
    count, width = 60, 3
    arcs = tuple(chooser.choice([-1, *range(count)]) for _arc in range(count * width))
    game = Walk(
        arcs,
        tuple(chooser.choices([0, 1], k=count)),
        tuple(chooser.choices([-3, -1, 0, 2, 3], k=count)),
        width,
    )
    compiled, plain = solve(game), solve(game, plain=True)
    assert isinstance(compiled.positions, StoredPositions)
    assert dict(compiled.positions) == dict(plain.positions)
    assert ENDLESS in dict(plain.positions).values() or plain.facts.counts[3] == 0
    assert verify(compiled).valid


@pytest.mark.parametrize(
    ("spec", "line"),
    [("tictactoe", "b2 b1"), ("connect4:4x4", "1 2 2"), pytest.param("hexapawn:3x3", "", marks=pytest.mark.slow)],
)
def test_methods_agree(spec, line):
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
    with pytest.raises(LimitsError, match="can cycle"):
        solve("morris", method="alphabeta")
    with pytest.raises(LimitsError, match="no method"):
        solve("nim:2,2", method="magic")
    with pytest.raises(LimitsError, match="MB"):
        solve("nim:2,2", memory=0)
    with pytest.raises(SearchError, match="saved"):
        solve("nim:2,2", plain=True).save("nowhere")
    with pytest.raises(SearchError, match="verified"):
        verify(solve("nim:2,2", plain=True))


def test_too_large_a_state_space_is_refused_with_an_estimate():
    with pytest.raises(LimitsError, match=r"about [0-9.e+]+ positions"):
        solve("connect4", method="retrograde", memory=300)
    with pytest.raises(LimitsError, match="more than 1666 positions"):
        solve("tictactoe", method="retrograde", memory=1, plain=True)


def test_the_library_offers_it():
    assert elagage.solve is solvers.solve
    assert elagage.Solution is solvers.Solution
