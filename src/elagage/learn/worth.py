"""What an evaluation says of the board: the worth of a piece on each cell, and the patterns that weigh most.

An evaluation is a sum over patterns, or anything else. The sum over single cells that comes nearest to it, by least
squares over positions of random games, is what a piece on a cell is worth on the average; how much of the evaluation's
variance it explains says how far that picture can be trusted.
"""

from __future__ import annotations

from collections import Counter as Counted
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from elagage.compiler.link import sample_games
from elagage.evaluation.layout import Board, Layout
from elagage.evaluation.weights import MIDDLE, POINT, Evaluation
from elagage.game import Game
from elagage.learn.board_cells import (
    align_values,
    find_board,
    grid_cells,
    has_own_grid,
    keep_common,
    read_digits,
    shows_grid,
    texts_of,
)
from elagage.learn.cell_groups import find_permutations
from elagage.learn.report_values import ANY, Motif, Place, Worth, WorthMap

__all__ = ["find_motifs", "measure_worth"]

GAMES, PLIES, STATES = 150, 200, 5000
PERIODS = 3
"""Parts of a game that are told apart where it has phases."""
RIDGE, FREE = 2.0, 1e-3
"""What keeps the worth of cells near 0, and what leaves constants free: where the number of pieces follows from who
moves, a constant is what they are all worth, and cells say what they are worth more or less than that.
"""
MOST_TEXTS = 12
ROW = 8
"""Cells that have no place on a board are shown in rows of so many."""
EMPTY = "", " ", ".", "·"
"""What a grid shows where nothing is."""
MOST_PIECES = 4
FEWEST = 40
"""Positions that a part of a game has to have."""


@dataclass(frozen=True)
class Seen:
    """Positions of random games, and what is seen in them."""

    states: list[Any]
    values: Any
    signs: Any
    periods: Any
    grids: list[dict[Place, str]]


def look_at(judged: Game[Any, Any], scale: float, phases: int, seed: int = 11) -> Seen:
    """Positions of random games, judged."""
    sampled = [state for state, move in sample_games(judged, GAMES, PLIES, seed) if move is not None]
    states = list(dict.fromkeys(sampled))
    states = states[:: max(1, -(-len(states) // STATES))]
    parts = np.array([judged.phase(state) for state in states]) if phases > 1 else np.zeros(len(states), int)
    return Seen(
        states,
        np.array([float(judged.heuristic(state)) for state in states]) / scale,
        np.array([1.0 if judged.player(state) == 0 else -1.0 for state in states]),
        parts * min(PERIODS, phases) // max(1, phases),
        [{place: str(text) for place, text in texts_of(judged.grid(state)).items()} for state in states],
    )


def measure_worth(judged: Game[Any, Any], evaluation: Evaluation | None = None) -> Worth:
    """What a piece on each cell is worth by a game's heuristic; ``evaluation`` is what was learned, if it was."""
    seen = look_at(judged, POINT if evaluation is not None else 1.0, evaluation.phases if evaluation is not None else 1)
    columns, meaning = describe_cells(judged, evaluation, seen)
    mover, found, explained = max(
        (fit_cells(columns, seen, mover=mover) for mover in (False, True)), key=lambda fit: fit[2]
    )
    maps = []
    for period, weights in sorted(found.items()):
        shown: dict[str, dict[Place, float]] = {}
        for (place, piece), column in meaning.items():
            shown.setdefault(piece, {})[place] = float(weights[column])
        pieces = sorted(shown, key=lambda piece: -len(shown[piece]))[:MOST_PIECES]
        maps += [WorthMap(period, piece, shown[piece]) for piece in sorted(pieces)]
    return Worth(tuple(maps), len(found), mover, explained)


Columns = tuple[Any, dict[tuple[Place, str], int]]
"""What is linear in the cells, a column each, and which column tells of which piece in which place."""


def describe_cells(game: Game[Any, Any], evaluation: Evaluation | None, seen: Seen) -> Columns:
    """What ``grid`` shows, or else the cells that were found, each with its digits."""
    layout = evaluation.layout if evaluation is not None else None
    board = layout.board if layout is not None else find_board(game)[0]
    texts = keep_common(seen.grids)
    shown = {place: [grid[place] for grid in texts] for place in texts[0]}
    changing = {place: column for place, column in shown.items() if len(set(column)) > 1}
    if changing and (has_own_grid(game) or (shows_grid(game) and 2 * len(changing) >= len(board.cells))):
        return describe_texts(game, seen, changing)
    digits = read_digits(game, board, seen.states)
    cells = {divmod(number, ROW): [str(digit) for digit in digits[:, number]] for number in range(len(board.cells))}
    return make_columns(cells, {}, "0")


def describe_texts(game: Game[Any, Any], seen: Seen, shown: dict[Place, list[str]]) -> Columns:
    """What is written in the places of the grid; those that symmetries exchange share columns."""
    board = Board(tuple(align_values(grid_cells(keep_common(seen.grids)))), ())
    places = [cell.place for cell in board.cells]
    shared: dict[Place, Place] = {}
    for permutation in find_permutations(game, board, seen.states):
        for number, image in enumerate(permutation):
            here, there = places[number], places[image]
            if here is not None and there is not None:
                shared[here] = min(shared.get(here, here), there)
    return make_columns(shown, shared, "")


def make_columns(shown: dict[Place, list[str]], shared: dict[Place, Place], nothing: str) -> Columns:
    """A column for each number that is shown, and for each text but that of an empty cell."""
    columns: list[Any] = []
    meaning: dict[tuple[Place, str], int] = {}
    known: dict[tuple[Place, str], int] = {}

    def add(place: Place, piece: str, values: Any) -> None:
        key = shared.get(place, place), piece
        if key not in known:
            known[key] = len(columns)
            columns.append(np.zeros(len(values)))
        columns[known[key]] += values
        meaning[place, piece] = known[key]

    usual = {place: usual_text(column, nothing) for place, column in shown.items()}
    others = {place: sorted(set(column) - {usual[place]}) for place, column in shown.items()}
    alone = all(len(texts) == 1 for texts in others.values()) and len(set(map(tuple, others.values()))) > 1
    for place, column in shown.items():
        texts = set(column)
        if not nothing and len(texts) > 2 and all(text.isdecimal() for text in texts):
            add(place, "", np.array(column, dtype=float))
            continue
        if len(texts) <= MOST_TEXTS:
            for piece in others[place]:
                add(place, ANY if alone else piece, np.array([text == piece for text in column], dtype=float))
    return np.array(columns).T.reshape(-1, len(columns)), meaning


def usual_text(column: Sequence[str], nothing: str) -> str:
    """What a cell shows when nothing is there: a text that says so, or the commonest."""
    texts = Counted(column)
    return next((text for text in (nothing, *EMPTY) if text in texts), texts.most_common(1)[0][0])


def fit_cells(columns: Any, seen: Seen, *, mover: bool) -> tuple[bool, dict[int, Any], float]:
    """The worth of the columns in each part of a game, and how much of the variance it explains."""
    found: dict[int, Any] = {}
    left = total = 0.0
    for period in range(PERIODS):
        rows = seen.periods == period
        if rows.sum() < FEWEST:
            continue
        signs = seen.signs[rows]
        goals = seen.values[rows] * (signs if mover else 1.0)
        matrix = np.column_stack([columns[rows], signs, np.ones(len(signs))])
        normal = matrix.T @ matrix + np.diag([RIDGE] * columns.shape[1] + [FREE, FREE])
        weights = np.linalg.solve(normal, matrix.T @ goals)
        left += float(((goals - matrix @ weights) ** 2).sum())
        total += float(((goals - goals.mean()) ** 2).sum())
        found[period] = weights
    return mover, found, 1 - left / total if total else 0.0


def find_motifs(judged: Game[Any, Any], evaluation: Evaluation, count: int = 8, *, mover: bool = False) -> list[Motif]:
    """The contents of patterns that make most of the difference between positions: those whose weight, less the mean of
    their table's, has the largest share of the variance.
    """
    layout = evaluation.layout
    if layout is None or not any(cell.place is not None for cell in layout.board.cells):
        return []
    seen = look_at(judged, POINT, evaluation.phases)
    weights = (np.frombuffer(evaluation.weights, dtype="<u2").astype(float) - MIDDLE) / POINT
    table = weights.reshape(evaluation.phases, evaluation.features)
    digits = read_digits(judged, layout.board, seen.states)
    side = np.where(seen.signs > 0, 0, layout.half)
    phases = np.array([judged.phase(state) for state in seen.states])
    texts, relative = texts_of_digits(layout, seen, digits)
    signs = np.ones_like(seen.signs) if mover or relative else seen.signs
    ranked = []
    for pattern in layout.patterns:
        worth, indices = [], []
        for place in pattern.places:
            index = index_of(layout, place, digits)
            indices.append(index)
            worth.append(signs * table[phases, side + 1 + pattern.offset + index])
        values, held = np.concatenate(worth), np.concatenate(indices)
        middle = values.mean()
        times = np.bincount(held, minlength=pattern.size)
        sums = np.bincount(held, values, pattern.size)
        for index in np.flatnonzero(times):
            if index:
                mean = sums[index] / times[index]
                ranked.append((times[index] * (mean - middle) ** 2, mean, times[index], pattern, int(index)))
    ranked.sort(key=lambda entry: (-entry[0], entry[3].offset, entry[4]))
    chosen: list[Motif] = []
    for _importance, mean, times, pattern, index in ranked:
        shown = show_index(layout, pattern.places[0], index, texts)
        if shown and all(shown != motif.shown for motif in chosen):
            chosen.append(Motif(shown, float(mean), float(times) / len(seen.states)))
        if len(chosen) == count:
            break
    return chosen


def index_of(layout: Layout, place: Sequence[int], digits: Any) -> Any:
    """The indices of a table that is read at a place."""
    index = np.zeros(len(digits), dtype=np.int64)
    factor = 1
    for cell in place:
        index += factor * digits[:, cell]
        factor *= layout.board.cells[cell].radix
    return index


def texts_of_digits(layout: Layout, seen: Seen, digits: Any) -> tuple[dict[tuple[int, int], str], bool]:
    """What the grid shows for each digit of each cell where Max moves, and whether that is another thing where Min
    does: the state tells the mover's pieces and the other's.
    """
    sides: list[dict[tuple[int, int], str]] = []
    for sign in (1.0, -1.0):
        rows = np.flatnonzero(seen.signs == sign)
        found: dict[tuple[int, int], str] = {}
        for number, cell in enumerate(layout.board.cells):
            for digit in range(cell.radix if cell.place is not None else 0):
                held = rows[digits[rows, number] == digit]
                texts = Counted(seen.grids[row].get(cell.place or (0, 0), "") for row in held)
                if texts:
                    found[number, digit] = texts.most_common(1)[0][0]
        sides.append(found)
    both = [key for key in sides[0] if key in sides[1]]
    return sides[0], sum(sides[0][key] != sides[1][key] for key in both) * 4 > len(both)


def show_index(layout: Layout, place: Sequence[int], index: int, texts: dict[tuple[int, int], str]) -> dict[Place, str]:
    """The cells of a place with what an index of the table stands for."""
    shown: dict[Place, str] = {}
    for cell in place:
        index, digit = divmod(index, layout.board.cells[cell].radix)
        where = layout.board.cells[cell].place
        if where is None or (cell, digit) not in texts:
            return {}
        shown[where] = texts[cell, digit]
    return shown
