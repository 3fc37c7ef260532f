"""What is seen in positions: cells found in states of every kind, features compiled and interpreted, in their range."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from enum import Enum, IntEnum
from typing import NamedTuple

import numpy as np
import pytest
from game_list import COMPILED

from elagage import Game, analyse, load, with_heuristic
from elagage.compiler.link import link_rules, sample_games
from elagage.errors import LoadError
from elagage.evaluation.feature_rules import make_rules, write_rules
from elagage.evaluation.layout import read_layout, write_layout
from elagage.evaluation.weights import MIDDLE, Evaluation, with_evaluation
from elagage.game import derive
from elagage.learn.board_cells import find_board, read_digits
from elagage.learn.cell_groups import find_permutations, make_patterns
from elagage.learn.compiled.self_play import FEATURES, PHASE, PLAYER, extract_features
from elagage.learn.find_features import lay_out
from elagage.learn.winning_lines import find_winning_lines
from elagage.ways.frozen_game import FrozenGame, add_border, position_as_written


def with_features(game):
    """The game with its own features or those that are found; how many there are, and phases."""
    if game.feature_count:
        return game, game.feature_count, game.phase_count
    layout = lay_out(game)
    return derive(game, **make_rules(layout)), layout.count, layout.phases


def some_states(game, number=40):
    states = [state for state, move in sample_games(game, 12, 200, 5) if move is not None]
    return random.Random(3).sample(states, min(number, len(states)))


def learnable():
    """Every board of the list; a literal tree has nothing on it."""
    return [spec for spec in COMPILED if not spec.startswith(("tree", "("))]


def some_first():
    """The same, those slow whose features are of a kind that another one has."""
    kinds = "othello", "connect4", "kalah:4,4:empty", "nim:3,4,5", "dots_and_boxes:2x3"
    return [spec if spec in kinds else pytest.param(spec, marks=pytest.mark.slow) for spec in learnable()]


@pytest.mark.parametrize("spec", some_first())
def test_features_are_the_same_compiled_and_interpreted(spec):
    game, count, phases = with_features(load(spec))
    states = some_states(game)
    linked = link_rules(game)
    rows = [linked.flatten(state) for state in states]
    width = FEATURES + max(len(list(game.features(state))) for state in states) + 1
    memory = np.array(rows, dtype=np.int64)
    records = np.zeros(len(states) * width, dtype=np.int32)
    assert extract_features(linked.handle, memory, memory.shape[1], len(states), records, width, held=rows) == len(
        states
    )
    for state, record in zip(states, records.reshape(len(states), width), strict=True):
        expected = list(game.features(state))
        assert [feature for feature in record[FEATURES:] if feature >= 0] == expected
        assert all(0 <= feature < count for feature in expected)
        assert record[PHASE] == game.phase(state)
        assert 0 <= record[PHASE] < phases
        assert record[PLAYER] == game.player(state)


@pytest.mark.parametrize("spec", some_first())
def test_a_learned_heuristic_is_the_same_compiled_and_interpreted(spec):
    game = load(spec)
    layout = None if game.feature_count else lay_out(game)
    _game, count, phases = with_features(game)
    weights = np.random.default_rng(1).integers(-500, 500, count * phases) + MIDDLE
    judged = with_evaluation(game, Evaluation(spec, layout, count, phases, weights.astype("<u2").tobytes()))
    judged = derive(judged, noisy=Game.noisy)  # by which the compiled search alone prolongs its leaves
    for state in some_states(game, 2):
        assert analyse(judged, state, depth=2).value == analyse(judged, state, depth=2, plain=True).value


def test_a_layout_comes_back_from_its_json_and_writes_the_same_rules():
    import json

    for spec in ("connect4:5x4", "nim", "morris"):
        layout = lay_out(load(spec))
        again = read_layout(json.loads(json.dumps(write_layout(layout))))
        assert again == layout
        assert write_rules(again) == write_rules(layout)


@pytest.mark.parametrize(
    "damage",
    [
        lambda data: data["board"]["cells"][0]["atoms"][0].update(path=["__class__"]),
        lambda data: data["board"]["cells"][0]["atoms"][0].update(path=["a.b"]),
        lambda data: data["board"]["cells"][0]["atoms"][0].update(bit="1"),
        lambda data: data["board"]["cells"][0].update(values=[["x"]]),
        lambda data: data["patterns"][0].update(places=[[99999]]),
        lambda data: data.update(half="7"),
        lambda data: data.pop("patterns"),
        lambda data: data["board"]["counters"].append({"path": ["x y"], "low": 0, "count": 1}),
    ],
)
def test_a_layout_that_could_write_anything_else_than_numbers_is_refused(damage):
    import json

    data = json.loads(json.dumps(write_layout(lay_out(load("tictactoe")))))
    damage(data)
    with pytest.raises(LoadError):
        read_layout(data)


def test_symmetries_share_the_weights_of_their_cells():
    game = load("tictactoe")
    board, states = find_board(game)
    permutations = find_permutations(game, board, states)
    assert len(permutations) == 8
    digits = read_digits(game, board, states[:50])
    for number, permutation in enumerate(permutations):
        images = [list(game.symmetries(state))[number] for state in states[:50]]
        assert (read_digits(game, board, images) == digits[:, permutation]).all()


# States of many kinds: the cells are found in all of them.


class Marks(Game):
    """Three in a row on a line of six cells; subclasses say what a state is."""

    def cells(self, state):
        raise NotImplementedError

    def make(self, cells, turn):
        raise NotImplementedError

    def player(self, state):
        return sum(cell != 0 for cell in self.cells(state)) % 2

    def start(self):
        return self.make((0,) * 6, 0)

    def moves(self, state):
        cells = self.cells(state)
        return [] if self.won(cells) else [place for place in range(6) if cells[place] == 0]

    def play(self, state, move):
        cells = list(self.cells(state))
        cells[move] = 1 + self.player(state)
        return self.make(tuple(cells), 1 - self.player(state))

    def won(self, cells):
        return any(cells[i] and cells[i] == cells[i + 1] == cells[i + 2] for i in range(4))

    def score(self, state):
        return 0 if not self.won(self.cells(state)) else 1 - 2 * (1 - self.player(state))

    def grid(self, state):
        return [[".XO"[cell] for cell in self.cells(state)]]


class TupleMarks(Marks):
    def cells(self, state):
        return state

    def make(self, cells, turn):
        return cells


class TextMarks(Marks):
    def cells(self, state):
        return tuple(".XO".index(letter) for letter in state)

    def make(self, cells, turn):
        return "".join(".XO"[cell] for cell in cells)


class Bits(NamedTuple):
    x: int
    o: int


class BitMarks(Marks):
    def cells(self, state):
        return tuple((state.x >> i & 1) + 2 * (state.o >> i & 1) for i in range(6))

    def make(self, cells, turn):
        return Bits(*(sum(1 << i for i, cell in enumerate(cells) if cell == mark) for mark in (1, 2)))


@dataclass(frozen=True)
class Held:
    board: tuple[int, ...]
    turn: int


class DataclassMarks(Marks):
    def cells(self, state):
        return state.board

    def make(self, cells, turn):
        return Held(cells, turn)


class SetMarks(Marks):
    def cells(self, state):
        return tuple(next((mark for place, mark in state if place == i), 0) for i in range(6))

    def make(self, cells, turn):
        return frozenset((i, cell) for i, cell in enumerate(cells) if cell)


class BytesMarks(Marks):
    def cells(self, state):
        return tuple(state)

    def make(self, cells, turn):
        return bytes(cells)


class Mark(IntEnum):
    NONE = 0
    CROSS = 1
    RING = 2


class Turn(Enum):
    FIRST = "first"
    SECOND = "second"


@dataclass(frozen=True)
class Marked:
    marks: tuple[tuple[Mark, ...], ...]
    turn: Turn


class EnumMarks(Marks):
    def cells(self, state):
        return tuple(int(mark) for row in state.marks for mark in row)

    def make(self, cells, turn):
        marks = tuple(Mark(cell) for cell in cells)
        return Marked((marks[:3], marks[3:]), list(Turn)[turn])


class PlaceMarks(Marks):
    """A dict of squares by their names, behind the border."""

    def cells(self, state):
        return tuple(state.get(name, 0) for name in ("a1", "b1", "c1", "d1", "e1", "f1"))

    def make(self, cells, turn):
        names = ("a1", "b1", "c1", "d1", "e1", "f1")
        return {name: cell for name, cell in zip(names, cells, strict=True) if cell}


MAKES = [TupleMarks, TextMarks, DataclassMarks, SetMarks, BytesMarks, EnumMarks, PlaceMarks]


@pytest.mark.parametrize("cls", [TupleMarks, TextMarks, BitMarks, DataclassMarks, SetMarks])
def test_the_cells_of_a_board_are_found_whatever_a_state_is_made_of(cls):
    game = cls()
    board, states = find_board(game)
    placed = {cell.place: number for number, cell in enumerate(board.cells) if cell.place is not None}
    assert set(placed) == {(0, column) for column in range(6)}
    digits = read_digits(game, board, states)
    for column in range(6):
        seen = {
            (game.cells(state)[column], int(row[placed[0, column]])) for state, row in zip(states, digits, strict=True)
        }
        assert len(seen) == len({cell for cell, _digit in seen}) == len({digit for _cell, digit in seen})


@pytest.mark.parametrize("cls", MAKES)
def test_a_board_that_nobody_shows_is_found_in_its_states(cls):
    game = add_border(derive(cls(), grid=Game.grid))
    layout = lay_out(game)
    board, states = find_board(game)
    assert len(layout.board.cells) >= 6
    told = {tuple(row) for row in read_digits(game, board, states).tolist()}
    seen = {cls().cells(position_as_written(game, state)) for state in states}
    assert len(told) >= len(seen)  # nothing that is on the board is lost
    judged = with_evaluation(game, nothing_learned(layout))
    for state in states[:20]:
        features = list(judged.features(state))
        assert len(features) == layout.width
        assert all(0 <= feature < layout.count for feature in features)


def test_rules_behind_a_border_are_judged_anew():
    game = add_border(PlaceMarks())
    assert isinstance(game, FrozenGame)
    weights = np.full(2 * lay_out(game).half, MIDDLE + 7, dtype="<u2").tobytes()
    layout = replace(lay_out(game), filled=0)
    judged = with_evaluation(game, Evaluation("", layout, layout.count, 1, weights))
    assert judged.heuristic(game.start()) == 7 * layout.width
    assert with_heuristic(judged, "none").heuristic(game.start()) == 0


def nothing_learned(layout):
    weights = np.full(layout.count * layout.phases, MIDDLE, dtype="<u2")
    return Evaluation("", layout, layout.count, layout.phases, weights.tobytes())


def test_a_game_that_shows_nothing_is_refused_with_a_remedy():
    class Hidden(TupleMarks):
        grid = Game.grid

        def cells(self, state):
            return tuple(int(letter) for letter in f"{state.real:06.0f}")

        def make(self, cells, turn):
            return complex(sum(cell * 10 ** (5 - place) for place, cell in enumerate(cells)))

    with pytest.raises(LoadError, match="write features"):
        lay_out(Hidden())


# Lines that end a game


LINES = {"tictactoe": (8, 3), "connect4:4x4": (10, 4), "morris": (8, 3), "quixo:3": (8, 3)}


@pytest.mark.parametrize("spec", LINES)
def test_the_lines_that_win_are_found_in_random_games(spec):
    game = load(spec)
    lines = find_winning_lines(game, find_board(game)[0])
    assert (len(lines), len(lines[0])) == LINES[spec]


@pytest.mark.parametrize("spec", ["hexapawn:4x4", "domineering:4x5", "othello:4", "dots_and_boxes:2x2", "nim"])
def test_a_game_that_ends_otherwise_has_none(spec):
    game = load(spec)
    assert find_winning_lines(game, find_board(game)[0]) == []


class Cube(Game):
    """Three in line in a cube of 27 cells, which is one tuple."""

    lines = tuple(
        tuple(first + number * step for number in range(3))
        for first in range(27)
        for step in (1, 3, 9)
        if (first // step) % 3 == 0
    )

    def start(self):
        return (0,) * 27

    def player(self, state):
        return sum(cell != 0 for cell in state) % 2

    def won(self, state):
        return any(state[a] and state[a] == state[b] == state[c] for a, b, c in self.lines)

    def moves(self, state):
        return [] if self.won(state) else [place for place in range(27) if not state[place]]

    def play(self, state, move):
        return (*state[:move], 1 + self.player(state), *state[move + 1 :])

    def score(self, state):
        return 0 if not self.won(state) else 1 - 2 * (1 - self.player(state))


def test_lines_are_found_on_a_board_of_three_dimensions():
    game = Cube()
    found = find_winning_lines(game, find_board(game)[0])
    assert {frozenset(line) for line in found} <= {frozenset(line) for line in Cube.lines}
    assert len(found) > 20


def test_a_table_is_shared_by_all_lines_that_win():
    game = load("connect4:4x4")
    board, _states = find_board(game)
    lines = find_winning_lines(game, board)
    patterns, _entries = make_patterns(board, [], lines)
    assert patterns[-1].size == 3**4
    assert set(patterns[-1].places) == set(lines)
