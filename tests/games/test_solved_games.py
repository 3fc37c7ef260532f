"""Small games against their published values, and their rules compiled against the same rules interpreted."""

from __future__ import annotations

import math

import pytest
from game_list import BOARDS
from hypothesis import given
from trees import positions

import elagage
from elagage import load, search
from elagage.errors import LoadError, NotationError
from elagage.game import canonical
from elagage.games.chomp import Chomp
from elagage.games.domineering import Domineering, DomineeringState
from elagage.games.dots_and_boxes import DotsAndBoxes
from elagage.games.hexapawn import Hexapawn
from elagage.games.kalah import Kalah
from elagage.games.wythoff import Wythoff, WythoffState

NAMES = ("wythoff", "chomp", "hexapawn", "kalah", "domineering", "dots_and_boxes")


def winner(game, state, known):
    """Who wins, for a game without draws: 1 or -1 for Max. The first winning move found is enough."""
    if state not in known:
        if game.over(state):
            known[state] = game.score(state)
        else:
            best = 1 if game.player(state) == 0 else -1
            found = any(winner(game, game.play(state, move), known) == best for move in game.moves(state))
            known[state] = best if found else -best
    return known[state]


def winner_and_plies(game, state, known):
    """The same with the plies of best play: the winner hurries, the loser delays."""
    state = canonical(game, state)
    if state not in known:
        if game.over(state):
            known[state] = game.score(state), 0
        else:
            best = 1 if game.player(state) == 0 else -1
            answers = [winner_and_plies(game, game.play(state, move), known) for move in game.moves(state)]
            wins = [plies for score, plies in answers if score == best]
            known[state] = (best, min(wins) + 1) if wins else (-best, max(plies for _score, plies in answers) + 1)
    return known[state]


def winning_moves(game, state, known):
    best = 1 if game.player(state) == 0 else -1
    moves = [move for move in game.moves(state) if winner(game, game.play(state, move), known) == best]
    return [game.move_name(state, move) for move in moves]


class TestAllOfThem:
    @given(positions(tuple(board for name in NAMES for board in BOARDS[name])))
    def test_positions_are_read_in_large_and_in_small_letters(self, place):
        game, state = place
        for text in (game.state_name(state).upper(), f" {game.state_name(state).lower()} "):
            assert game.parse_state(text) == state

    @pytest.mark.parametrize(
        "text",
        [
            "wythoff:3", "wythoff:1000,2", "wythoff:a,b", "chomp:0x3", "chomp:27x2", "chomp:3", "hexapawn:1x3",
            "hexapawn:9x8",
            "kalah:8,2", "kalah:6,11", "kalah:6,0", "kalah:6,4:full", "domineering:9x8", "domineering:1x27",
            "domineering:4x4:up",
            "dots_and_boxes:6x5", "dots_and_boxes:0x1", "dots_and_boxes:1x13",
        ],
    )  # fmt: skip
    def test_parameters_that_make_no_game(self, text):
        with pytest.raises(LoadError):
            load(text)


class TestWythoff:
    def test_lost_at_multiples_of_the_golden_ratio(self):
        golden = (1 + math.sqrt(5)) / 2
        cold = {(math.floor(k * golden), math.floor(k * golden**2)) for k in range(20)}
        game, known = Wythoff(20, 20), {}
        for first in range(21):
            for second in range(21):
                state = WythoffState(first, second, 0)
                lost = (first, second) in cold or (second, first) in cold
                assert (winner(game, state, known) < 0) == lost
                assert (game.heuristic_golden(state) < 0) == lost
                assert (game.heuristic_golden(state._replace(turn=1)) > 0) == lost

    def test_moves(self):
        game = Wythoff(2, 3)
        assert game.parse_state("ab2 b1") == WythoffState(0, 0, 0)
        for text in ("2,3,4", "9,1", "ab3", "c1"):
            with pytest.raises(NotationError):
                game.parse_state(text)


class TestChomp:
    def test_the_first_player_wins_every_bar_but_one(self):
        for rows in range(1, 6):
            for columns in range(1, 6):
                game = Chomp(rows, columns)
                assert winner(game, game.start(), {}) == (-1 if rows == columns == 1 else 1)

    @pytest.mark.parametrize("size", [2, 3, 4, 5])
    def test_on_a_square_bar_only_b2_wins(self, size):
        game = Chomp(size, size)
        assert winning_moves(game, game.start(), {}) == ["b2"]

    @pytest.mark.parametrize("columns", [2, 3, 5, 9])
    def test_on_two_rows_only_the_far_corner_wins(self, columns):
        game = Chomp(2, columns)
        assert winning_moves(game, game.start(), {}) == ["abcdefghi"[columns - 1] + "2"]

    def test_bites(self):
        game = Chomp(4, 5)
        assert game.parse_state("c3").rows == (5, 5, 2, 2)
        assert game.parse_state("c3 b2") == game.parse_state("5,1,1,1")
        for text in ("5,5,2", "2,5,5,5", "6,5,5,5", "f1", "c3 d4"):
            with pytest.raises(NotationError):
                game.parse_state(text)


class TestHexapawn:
    @pytest.mark.parametrize(
        ("board", "score", "plies"),
        [("3x3", -1, 6), ("4x3", -1, 8), ("3x4", 1, 5), ("4x4", 1, 11), ("5x3", 1, 11), ("3x5", 1, 7)],
    )
    def test_values(self, board, score, plies):
        game = load(f"hexapawn:{board}")
        assert winner_and_plies(game, game.start(), {}) == (score, plies)

    @pytest.mark.slow
    def test_a_larger_board(self):
        result = elagage.analyse("hexapawn:5x4", depth=40)
        assert (result.score.outcome, result.score.plies, result.exact) == (-1, 16, True)

    def test_the_end(self):
        game = Hexapawn()
        for text, score in (("X../.../... O", 1), ("O../X../... X", -1), (".../O../X.. O", 1), (".../.../O.. X", -1)):
            state = game.parse_state(text)
            assert game.over(state)
            assert game.score(state) == score
        for text in ("X../.../... X", "X../.../..O X", "OOO/.../XXX", "OOO/... X", "b3b1"):
            with pytest.raises(NotationError):
                game.parse_state(text)

    def test_a_pawn_takes_diagonally_and_not_round_the_edge(self):
        game = Hexapawn()
        state = game.parse_state("b3b2")
        assert {game.move_name(state, move) for move in game.moves(state)} == {"a1a2", "a1b2", "c1b2", "c1c2"}
        state = game.parse_state("..O/O../.X. O")
        assert {game.move_name(state, move) for move in game.moves(state)} == {"c1c2", "a2a3", "a2b3"}


class TestKalah:
    @pytest.mark.parametrize(("name", "margin"), [("2,4", -10), ("3,6", -8)])
    def test_small_boards(self, name, margin):
        assert search.deepening(load(f"kalah:{name}")).score.value == margin

    def test_a_seed_into_an_empty_pit_opposite_an_empty_one(self):
        result = elagage.analyse("kalah:4,4:empty", depth=90)
        assert (result.score.value, result.exact) == (2, True)

    def test_another_move_and_captures(self):
        game = Kalah()
        state = game.parse_state("3")
        assert (state.turn, game.state_name(state)) == (0, "4,4,0,5,5,5,1/4,4,4,4,4,4,0 S")
        # From pit 1 into the empty pit 5, opposite N's pit 2.
        state = game.parse_state("4,4,4,4,0,5,3/4,4,4,4,4,4,0 S")
        assert game.state_name(game.play(state, 0)) == "0,5,5,5,0,5,8/4,0,4,4,4,4,0 N"
        # Thirteen seeds go right round, past N's store, and end in the pit they came from.
        state = game.parse_state("13,0,0,0,0,1,3/4,4,4,4,4,4,7 S")
        assert game.state_name(game.play(state, 0)) == "0,1,1,1,1,2,10/5,5,5,5,5,0,7 N"

    def test_an_empty_pit_opposite_an_empty_one(self):
        board = "1,0,0,1/2,0,1,1 S"
        for name, after in (("kalah:3,1", "0,1,0,1/2,0,1,1 N"), ("kalah:3,1:empty", "0,0,0,2/2,0,1,1 N")):
            game = load(name)
            assert game.state_name(game.play(game.parse_state(board), 0)) == after

    def test_the_game_ends_as_soon_as_a_side_is_empty(self):
        game = load("kalah:2,2")
        state = game.parse_state("0,1,2/2,1,2 S")
        state = game.play(state, 1)
        assert game.over(state)
        assert (state.turn, game.score(state)) == (0, -2)
        assert list(game.moves(state)) == []
        for text in ("0,1,2/2,1,1 S", "0,1,2/2,1,2", "0,1,2,0/2,1,2 S", "4", "/ S"):
            with pytest.raises(NotationError):
                game.parse_state(text)


class TestDomineering:
    # For 1, 2, 3... rows and as many columns as there are letters: V or H wins whoever begins, or the first or second
    # player does.
    table = ("2HHHHHH", "V11HV11", "V11HHHH", "VVV1V1V", "VHVH2HH", "V1V1V1")

    @staticmethod
    def kind(outcomes):
        """The letter of the table, by who wins if V begins and if H does."""
        return {(1, 1): "V", (-1, -1): "H", (1, -1): "1", (-1, 1): "2"}[outcomes]

    def test_boards_of_at_most_20_squares(self):
        for rows, kinds in enumerate(self.table, 1):
            for columns, kind in enumerate(kinds, 1):
                if rows * columns <= 20:
                    game, known = Domineering(rows, columns), {}
                    outcomes = tuple(winner(game, DomineeringState(0, turn), known) for turn in (0, 1))
                    assert self.kind(outcomes) == kind, (rows, columns)

    @pytest.mark.slow
    def test_the_second_player_wins_5x5(self):
        game = load("domineering:5x5")
        results = [elagage.analyse(game, DomineeringState(0, turn), depth=30) for turn in (0, 1)]
        assert self.kind(tuple(result.score.outcome for result in results)) == "2"

    def test_who_begins(self):
        assert load("domineering:4x4:horizontal").start().turn == 1
        assert load("domineering:4x4:vertical").start() == load("domineering:4x4").start() == DomineeringState(0, 0)

    def test_dominoes_that_nobody_can_prevent_count_twice(self):
        game = Domineering(3, 3)
        assert game.heuristic(game.start()) == 0
        assert game.heuristic(game.parse_state("##./##./### V")) == 2
        assert game.heuristic(game.parse_state("##./##./#.. V")) == 2 - 1  # H's domino is at V's mercy
        assert game.heuristic_mobility(game.parse_state(".##/.##/.## H")) == 2

    def test_a_line_and_a_board_are_the_same(self):
        game = Domineering(4, 4)
        assert game.parse_state("b1c3") == game.parse_state(".#../.#../..##/.... V")
        for text in ("b4", "b1b1", ".#../.#../..##/....", "..../.... V", "#"):
            with pytest.raises(NotationError):
                game.parse_state(text)


class TestDotsAndBoxes:
    @pytest.mark.parametrize(("board", "margin"), [("1x1", -1), ("1x2", 0), ("1x3", -1), ("2x2", 2)])
    def test_margins(self, board, margin):
        assert search.memoised(load(f"dots_and_boxes:{board}")).score.value == margin

    def test_the_second_player_wins_2x3_by_2(self):
        result = elagage.analyse("dots_and_boxes:2x3", depth=40)
        assert (result.score.value, result.exact) == (-2, True)

    def test_boxes(self):
        game = DotsAndBoxes(2, 2)
        state = game.parse_state("b1a2c2b3")
        assert (state.margin, state.turn, game.state_name(state)) == (-1, 1, "-./||./-./.../.. 0-1 O")
        state = game.parse_state("a2 b1 b3 e2 d1 d3 c2")
        assert (state.margin, state.turn, game.count_boxes(state)) == (2, 0, (2, 0))
        for text in ("b1b1", "a1", "-./||./-./.../.. 1-1 O", "-./||./-./.../.. 0-1", "-./||./-./... 0-1 O", "/ X"):
            with pytest.raises(NotationError):
                game.parse_state(text)

    def test_edges_round_a_box(self):
        game = DotsAndBoxes(3, 4)
        for box in range(game.boxes.bit_length()):
            if game.boxes >> box & 1:
                row, column = game.place(box)
                around = {(row, column), (row + 1, column - 1), (row + 1, column + 1), (row + 2, column)}
                edges = sum(1 << edge for edge in range(game.count) if game.place(edge) in around)
                assert edges.bit_count() == 4
                assert game.find_closed_boxes(edges) == game.find_nearly_closed_boxes(edges) == 1 << box
                for edge in range(game.count):
                    if edges >> edge & 1:
                        assert game.find_closed_boxes(edges ^ 1 << edge) == 0
                        assert game.find_nearly_closed_boxes(edges ^ 1 << edge) == 1 << box
