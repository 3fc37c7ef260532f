"""The games against published numbers, and their notation both ways."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from elagage import check_game, load, search, with_heuristic
from elagage.errors import LoadError, NotationError
from elagage.game import WIN, canonical, heuristic_names
from elagage.games import CATALOGUE, listings, make
from elagage.games.connect4 import Connect4
from elagage.games.nim import Nim
from elagage.games.othello import Othello
from elagage.games.shapes.othello_stability import stable_discs


def test_every_name_of_the_catalogue_loads_and_is_listed():
    assert [row.name for row in listings()] == list(CATALOGUE)
    for row in listings():
        if row.parameters:
            load(row.parameters)
        if row.name != "tree":
            load(row.name)


class TestTicTacToe:
    game = make("tictactoe")

    def test_positions(self):
        states = list(search.reachable(self.game))
        assert len(states) == 5478
        assert sum(map(self.game.over, states)) == 958
        symmetric = list(search.reachable(self.game, symmetric=True))
        assert len(symmetric) == 765
        assert sum(map(self.game.over, symmetric)) == 138

    def test_games(self):
        lengths, scores = Counter(), Counter()

        def count(state, plies):
            if self.game.over(state):
                lengths[plies] += 1
                scores[self.game.score(state)] += 1
            for move in self.game.moves(state):
                count(self.game.play(state, move), plies + 1)

        count(self.game.start(), 0)
        assert lengths == {5: 1440, 6: 5328, 7: 47952, 8: 72576, 9: 127872}
        assert scores == {1: 131184, -1: 77904, 0: 46080}
        assert lengths.total() == 255168

    def test_minimax_visits_549946_nodes_and_draws(self):
        result = search.minimax(self.game)
        assert (result.nodes, result.leaves, result.value, result.score.outcome) == (549946, 255168, 0, 0)

    def test_the_heuristic_of_100_10_and_1(self):
        state = self.game.parse_state("b2")
        assert self.game.heuristic(state) == 4
        assert self.game.heuristic(self.game.parse_state("b2a1")) == 3 - 2
        # Rows: X 10, O -10, the last empty. Columns a and b are shared. Diagonals: a1-c3 is shared, c1-a3 has one O.
        assert self.game.heuristic(self.game.parse_state("XX./OO./...")) == 10 - 10 - 1
        # Rows: 100, -10. Columns: a and b shared, c one X. Diagonals: both shared.
        assert self.game.heuristic(self.game.parse_state("XXX/OO./...")) == 100 - 10 + 1

    def test_squares_may_be_numbered(self):
        assert self.game.parse_state("5 1 9") == self.game.parse_state("b2a1c3")


@pytest.mark.parametrize("name", ["connect4:4x1", "connect4:35x1", "mnk:3,1,3", "mnk:2,1,3", "connect4:1x1"])
def test_boards_of_one_row_are_read_back(name):
    game = load(name)
    state = game.start()
    while not game.over(state):
        state = game.play(state, next(iter(game.moves(state))))
        assert game.parse_state(game.state_name(state)) == state
    check_game(game, games=5)


def test_an_estimate_stays_below_a_win():
    check_game(make("mnk", "26,2,26"), games=1)
    game = make("mnk", "20,2,20")
    state = game.parse_state("X" * 19 + "./" + "O" * 19 + ".")
    assert abs(game.heuristic(game.play(state, 19))) < WIN


def test_moves_whose_names_differ_by_their_capitals_alone():
    game = type("Cased", (Nim,), {"move_name": lambda self, state, move: "aA"[move - 1]})([2])
    assert [game.parse_move(game.start(), name) for name in ("a", "A", " A ")] == [1, 2, 2]


@pytest.mark.parametrize(("name", "outcome"), [("3,3,3", 0), ("4,3,3", 1), ("5,3,3", 1), ("4,4,3", 1)])
def test_mnk_values(name, outcome):
    assert search.deepening(make("mnk", name)).score.outcome == outcome


class TestConnect4:
    def test_perft(self):
        game = Connect4()
        assert [search.perft(game, game.start(), depth) for depth in range(1, 7)] == [7**depth for depth in range(1, 7)]
        # A column holds six discs, so the seven lines that put seven into one column are missing.
        assert search.perft(game, game.start(), 7) == 7**7 - 7

    def test_all_positions_of_the_4_by_4_board(self):
        game = Connect4(4, 4)
        assert sum(1 for _state in search.reachable(game)) == 161029
        assert search.memoised(game).value == 0

    def test_four_in_each_direction(self):
        game = Connect4()
        for line, score in (("1212121", 1), ("1122334", 1), ("12233434474", 1), ("76655454414", 1), ("71212121", -1)):
            state = game.parse_state(line)
            assert game.over(state)
            assert game.score(state) == score == naive_connect4(game.grid(state))

    def test_no_row_runs_round_the_edge(self):
        game = Connect4()
        chooser = random.Random(5)
        for _game in range(200):
            state = game.start()
            while not game.over(state):
                state = game.play(state, chooser.choice(list(game.moves(state))))
            assert game.score(state) == naive_connect4(game.grid(state))

    def test_boards_that_play_cannot_lead_to_are_refused(self):
        game = Connect4(4, 4)
        for text, word in (
            ("..../..../X.../....", "air"),
            ("..../..../..../XX..", "one more"),
            ("..../..../..../....X", "squares"),
            ("..../XXX./XXX./OOOO", "one more"),
            ("..../...X/OOOO/XXXX", "moved last"),
        ):
            with pytest.raises(NotationError, match=word):
                game.parse_state(text)

    def test_a_full_column(self):
        with pytest.raises(NotationError, match="full"):
            Connect4().parse_state("1111111")


def naive_connect4(rows):
    """Who has four in a row, by looking at every row of four cells."""
    height, width = len(rows), len(rows[0])
    for row in range(height):
        for column in range(width):
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                cells = [(row + i * down, column + i * right) for i in range(4)]
                if all(0 <= r < height and 0 <= c < width for r, c in cells):
                    marks = {rows[r][c] for r, c in cells}
                    if len(marks) == 1 and marks != {"."}:
                        return 1 if marks == {"X"} else -1
    return 0


class TestOthello:
    def test_perft(self):
        game = Othello()
        assert [search.perft(game, game.start(), depth) for depth in range(1, 9)] == [
            4,
            12,
            56,
            244,
            1396,
            8200,
            55092,
            390216,
        ]

    def test_the_4_by_4_board_is_lost_11_to_3(self):
        result = search.memoised(Othello(4))
        assert result.score.outcome == -1
        game = Othello(4)
        state = game.start()
        for move in result.line:
            state = game.play(state, move)
        assert sorted((state.black.bit_count(), state.white.bit_count())) == [3, 11]
        assert result.score.value == game.score(state) == -10  # the two empty squares go to the winner

    def test_flips_against_a_plain_board(self):
        chooser = random.Random(11)
        for size in (4, 6, 8, 10):
            game = Othello(size)
            state = game.start()
            while not game.over(state):
                moves = list(game.moves(state))
                assert sorted(game.move_name(state, move) for move in moves) == naive_othello_moves(game, state)
                state = game.play(state, chooser.choice(moves))

    def test_passes(self):
        game = Othello()
        blocked = game.parse_state("-" * 56 + "XO------ O")
        assert [game.move_name(blocked, move) for move in game.moves(blocked)] == ["--"]
        assert game.parse_move(blocked, "pass") == game.pass_move
        after = game.play(blocked, game.pass_move)
        assert (after.turn, after.black, after.white) == (0, blocked.black, blocked.white)

    def test_the_empty_squares_go_to_the_winner(self):
        game = Othello()
        assert game.score(game.parse_state("XXX" + "-" * 61 + " X")) == 64
        assert game.score(game.parse_state("OOOX" + "-" * 60 + " X")) == -62
        assert game.score(game.parse_state("OX" + "-" * 62 + " X")) == 0

    def test_both_heuristics_of_the_course(self):
        game = Othello()
        assert set(heuristic_names(game)) == {"discs", "weights"}
        state = game.parse_state("X" + "O" + "-" * 26 + "X" + "-" * 35 + " X")
        assert game.heuristic_weights(state) == 20 - 5 + 1
        assert game.heuristic_discs(state) == 1
        assert with_heuristic(game, "discs").heuristic(state) == 1
        assert game.heuristic(state) == 16
        with pytest.raises(LoadError, match="discs"):
            with_heuristic(game, "nothing")

    def test_a_table_of_weights_can_be_given(self):
        table = [[row * 4 + column for column in range(4)] for row in range(4)]
        game = Othello(4, weights=table)
        assert game.heuristic(game.start()) == (6 + 9) - (5 + 10)
        assert Othello(4, weights=(3, 2, 1)).heuristic(Othello(4).parse_state("XO" + "-" * 13 + "O X")) == 3 - 2 - 3
        with pytest.raises(LoadError, match="16"):
            Othello(4, weights=[1, 2])

    @pytest.mark.parametrize(
        ("weights", "first_rows"),
        [
            ("20,5,1", ([20, 5, 5, 5, 5, 20], [5, 1, 1, 1, 1, 5], [5, 1, 1, 1, 1, 5])),
            ("100,-20,10,1", ([100, -20, 10, 10, -20, 100], [-20, -20, 1, 1, -20, -20], [10, 1, 1, 1, 1, 10])),
            ("99,-24,-8,6,0", ([99, -8, 6, 6, -8, 99], [-8, -24, 0, 0, -24, -8], [6, 0, 0, 0, 0, 6])),
        ],
    )
    def test_squares_may_be_of_three_kinds_or_more(self, weights, first_rows):
        game = Othello.from_text(f"6:{weights}")
        found = {square: weight for weight, squares in game.weights for square in range(36) if squares >> square & 1}
        assert tuple([found[6 * row + column] for column in range(6)] for row in range(3)) == first_rows

    @pytest.mark.parametrize("weights", ["1,2", "1,,2", "a,b,c", "1,2,3,4,5,6", "1;2;3"])
    def test_other_numbers_of_weights_are_refused(self, weights):
        with pytest.raises(LoadError):
            Othello.from_text(f"6:{weights}")

    def test_equal_weights_are_the_disc_difference(self):
        game = Othello(6, weights=(1, 1, 1))
        state = game.parse_state("")
        for _ply in range(12):
            assert game.heuristic_weights(state) == game.heuristic_discs(state)
            state = game.play(state, next(iter(game.moves(state))))

    def test_symmetries(self):
        game = Othello()
        state = game.parse_state("f5d6c3")
        assert len({canonical(game, image) for image in game.symmetries(state)}) == 1


def naive_othello_moves(game, state):
    """The legal moves found square by square, as a beginner would."""
    board = [list(row) for row in game.grid(state)]
    own, other = ("X", "O") if state.turn == 0 else ("O", "X")

    def legal(mark, opponent):
        found = []
        for row in range(game.size):
            for column in range(game.size):
                if board[row][column] != ".":
                    continue
                for down in (-1, 0, 1):
                    for right in (-1, 0, 1):
                        r, c, taken = row + down, column + right, 0
                        while 0 <= r < game.size and 0 <= c < game.size and board[r][c] == opponent and (down or right):
                            r, c, taken = r + down, c + right, taken + 1
                        if taken and 0 <= r < game.size and 0 <= c < game.size and board[r][c] == mark:
                            found.append("abcdefghij"[column] + str(row + 1))
        return sorted(set(found))

    return legal(own, other) or (["--"] if legal(other, own) else [])


class TestNim:
    def test_lost_if_and_only_if_the_exclusive_or_is_0(self):
        for piles in [(a, b, c) for a in range(4) for b in range(4) for c in range(5)]:
            game = Nim(piles)
            assert (search.memoised(game).value > 0) == (piles[0] ^ piles[1] ^ piles[2] != 0)

    def test_misere_is_the_same_until_all_heaps_are_small(self):
        for piles in [(a, b, c) for a in range(4) for b in range(4) for c in range(4)]:
            game = Nim(piles, misere=True)
            small = max(piles) <= 1
            expected = (piles[0] ^ piles[1] ^ piles[2] != 0) != small
            assert (search.memoised(game).value > 0) == expected

    @pytest.mark.parametrize("misere", [False, True])
    def test_the_nim_sum_heuristic_is_the_truth(self, misere):
        for limit in (None, 2, 3):
            for piles in [(a, b) for a in range(7) for b in range(7)]:
                game = Nim(piles, misere, limit)
                value = search.memoised(game).value
                if not misere or limit is None:
                    assert (game.heuristic_nim_sum(game.start()) > 0) == (value > 0), (piles, limit)

    def test_all_orders_of_the_piles_are_one(self):
        game = Nim((3, 4, 5))
        orders = [game.parse_state(text) for text in ("3,4,5", "5,3,4", "4,3,5", "5,4,3")]
        assert len({canonical(game, state) for state in orders}) == 1

    def test_a_limit_on_what_may_be_taken(self):
        game = make("nim", "21:max=3")
        assert [game.move_name(game.start(), move) for move in game.moves(game.start())] == ["a1", "a2", "a3"]
        assert search.memoised(game).line[0] == 1
        assert search.memoised(make("nim", "20:max=3")).value < 0
        assert search.memoised(make("nim", "21:misere:max=3")).value < 0


def test_odd_blanks_around_a_number_are_blanks():
    assert load("othello:4\x1f").start() == load("othello:4").start()


def test_hexapawns_heuristic_is_for_max_and_counts_pawns_before_steps():
    """X is Max: a pawn more is worth ten; the same board with the colours exchanged is worth the opposite."""
    game = make("hexapawn", "4x3")
    values = {
        text: game.heuristic(game.parse_state(text))
        for text in (
            "OOO/.../.../XXX X",
            "OOO/.../.X./X.X X",
            "O.O/.../.X./X.X X",
            "O.O/.O./.../X.X X",
            "OO./.../.../XXX O",
        )
    }
    assert values["OOO/.../.../XXX X"] == 0
    assert values["OOO/.../.X./X.X X"] == 1
    assert values["O.O/.../.X./X.X X"] == 11
    assert values["O.O/.O./.../X.X X"] == -11
    assert values["OO./.../.../XXX O"] == 10


def test_four_and_what_keeps_the_opponent_from_it_are_noisy_in_connect_4():
    game = make("connect4")
    for line, noisy in (
        ("122334", {4}),  # to Max: Min has 2, 3, 4 on the ground
        ("112233", {3}),  # three on the ground with the fourth free: whoever moves takes that cell
        ("1122334", set()),  # taken
        ("44334", set()),
        ("4433775", {1, 5}),  # to Min: Max has 3, 4, 5 on the ground
        ("121212", {0, 1}),  # three in a column each
        ("12121233", {0, 1}),  # and they are not lost sight of
    ):
        state = game.parse_state(line)
        wins = {move for move in game.moves(state) if game.play(state, move).won}
        blocks = {move for move in game.moves(state) if wins_after_passing(game, state, move)}
        assert {move for move in game.moves(state) if game.noisy(state, move)} == wins | blocks == noisy, line


def wins_after_passing(game, state, move):
    """Would the opponent have four by this move, if it were its turn?"""
    return game.play(state._replace(own=state.own ^ state.mask), move).won


def test_a_solver_of_connect4_tries_most_threats_first_and_among_equals_the_middle():
    game, chooser = load("connect4"), random.Random(4)
    differ = 0
    for _game in range(20):
        state = game.start()
        while not game.over(state):
            moves = list(game.moves(state))
            worth = {}
            for move in moves:
                after = game.play(state, move)
                worth[move] = game.threats(after.mask ^ after.own, after.mask).bit_count(), -abs(move - 3)
            hints = {move: game.solver_order(state, move) for move in moves}
            assert sorted(moves, key=hints.get) == sorted(moves, key=worth.get)
            differ += len({threats for threats, _middle in worth.values()}) > 1
            state = game.play(state, chooser.choice(moves))
    assert differ > 20


@pytest.mark.parametrize("size", [4, 6, 8])
def test_nobody_takes_a_stable_disc(size):
    game, chooser, found = Othello(size), random.Random(size), 0
    for _game in range(30):
        state, stable = game.start(), (0, 0)
        while not game.over(state):
            state = game.play(state, chooser.choice(list(game.moves(state))))
            assert not stable[0] & ~state.black
            assert not stable[1] & ~state.white
            stable = stable_discs(game.lines, size, state.black, state.white)
            low, high = game.bounds(state)
            assert low <= high
        found += (stable[0] | stable[1]).bit_count()
        assert low <= game.score(state) <= high
    assert found > 30 * size


def test_which_discs_are_stable():
    game = Othello(8)
    edge = game.parse_state("X" * 7 + "-" + "XO" + "-" * 54 + " X")
    assert stable_discs(game.lines, 8, edge.black, edge.white) == (0b1_0111_1111, 0)
    full = game.parse_state("X" * 60 + "OO" + "--" + " X")
    black, white = stable_discs(game.lines, 8, full.black, full.white)
    assert (black & 255, black >> 60 & 15, white) == (255, 0, 0)
    assert game.bounds(game.start()) == (-64, 64)
    assert game.bounds(edge) == (16 - 64, 64)
