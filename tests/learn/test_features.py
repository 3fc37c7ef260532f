"""What is seen in positions: cells found in states of every kind, features compiled and interpreted, in their range."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import pytest
from game_list import COMPILED

from elagage import Game, analyse, load
from elagage.compiler.link import link_rules, sample_games
from elagage.errors import LoadError
from elagage.evaluation.feature_rules import make_rules, write_rules
from elagage.evaluation.layout import read_layout, write_layout
from elagage.evaluation.weights import MIDDLE, Evaluation, with_evaluation
from elagage.game import derive
from elagage.learn.board_cells import find_board, read_digits
from elagage.learn.cell_groups import find_permutations
from elagage.learn.compiled.self_play import FEATURES, PHASE, PLAYER, extract_features
from elagage.learn.find_features import lay_out


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


@pytest.mark.parametrize("spec", learnable())
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


def some_first():
    """The same, those slow whose features are of a kind that another one has."""
    kinds = "othello", "connect4", "kalah:4,4:empty", "nim:3,4,5", "dots_and_boxes:2x3", "krk"
    return [spec if spec in kinds else pytest.param(spec, marks=pytest.mark.slow) for spec in learnable()]


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


def test_a_game_that_shows_nothing_is_refused_with_a_remedy():
    class Hidden(SetMarks):
        grid = Game.grid

    with pytest.raises(LoadError, match="write features"):
        lay_out(Hidden())
