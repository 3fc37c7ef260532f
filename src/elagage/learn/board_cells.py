"""The cells of a game's board, found in its states by looking at random games: no game has to say where they are.

A state is taken apart into atoms: the bits of an integer that is a board, the elements of a tuple, the letters of a
text, the keys of a dict, the members of a set. What ``grid`` shows says which atoms belong together and where they lie;
where it shows nothing that fits, keys and places of tuples in tuples do, or atoms lie in a row. A cell's digit is a
small number made of its atoms; integers that are no boards stay numbers.
"""

from __future__ import annotations

from collections import Counter as Counted
from collections.abc import Sequence
from dataclasses import replace
from enum import Enum
from typing import Any

import numpy as np

from elagage.compiler.link import sample_games
from elagage.errors import LoadError
from elagage.evaluation.layout import GRID, Atom, Board, Cell, Counter, Path
from elagage.game import Game
from elagage.learn.state_paths import FEWEST, family_of, find_paths, places_of, read_path
from elagage.ways.frozen_game import FrozenGame, position_as_written

__all__ = ["find_board", "kind_of", "read_digits"]

GAMES, PLIES, STATES = 200, 400, 3000
MOST_VALUES = 12
"""A cell that shows more than so many things is a number."""
MOST_COUNTED = 128
"""The most values that a number is told apart in; beyond the ends it is the nearest."""
MOST_BITS = 640
MOST_CELLS = 256


def find_board(game: Game[Any, Any], seed: int = 1) -> tuple[Board, list[Any]]:
    """The board of a game, and the states by which it was found; LoadError if its states show none."""
    sampled = sample_games(game, GAMES, PLIES, seed)
    states = list(dict.fromkeys(state for state, move in sampled if move is not None))[:STATES]
    written = [position_as_written(game, state) for state in states]
    players = np.array([game.player(state) for state in states])
    turns = label_column(list(players))
    columns = {path: [read_path(state, path) for state in written] for path in find_paths(written)}
    told = {path: column for path, column in columns.items() if label_column(column) != turns}
    bits, counters, elements = sort_columns(told)
    grids = keep_common([texts_of(game.grid(state)) if shows_grid(game) else {} for state in states])
    places = place_atoms(grids, players, bits, elements)
    cells = make_cells(told, places, bits, elements, guess=not has_own_grid(game) and not places)
    if has_own_grid(game) and sum(cell.place is not None for cell in cells) * 2 < count_shown(grids):
        cells = grid_cells(grids)
    taken = {atom.path for cell in cells for atom in cell.atoms}
    kept = [counter for counter in counters if counter.path not in taken]
    if not cells and not kept:
        raise LoadError(
            "The states of {game} show no board that can be learned: write features(state), which yields numbers of "
            "what is present.",
            game=game.spec or type(game).__name__,
        )
    return Board(tuple(align_values(cells[:MOST_CELLS])), tuple(kept)), states


def has_own_grid(game: Game[Any, Any]) -> bool:
    """Does the author say what the board shows?"""
    return game.has_own("grid") if isinstance(game, FrozenGame) else type(game).grid is not Game.grid


def shows_grid(game: Game[Any, Any]) -> bool:
    """Does ``grid`` show a state as its rules see it?"""
    return has_own_grid(game) or not isinstance(game, FrozenGame)


Columns = dict[tuple[Path, int], np.ndarray[Any, np.dtype[np.int64]]]


def sort_columns(columns: dict[Path, list[Any]]) -> tuple[Columns, list[Counter], dict[Path, Any]]:
    """The bits of integers that may be boards, the integers that may be numbers, and the elements with few values."""
    families = Counted(family_of(path) for path in columns)
    bits: Columns = {}
    counters: list[Counter] = []
    elements: dict[Path, Any] = {}
    for path, column in columns.items():
        values = list(dict.fromkeys(column))
        if len(values) < 2:
            continue
        whole = all(type(value) is int for value in values)
        flat = path != family_of(path) and families[family_of(path)] >= FEWEST
        if len(values) <= MOST_VALUES and (len(path) > 1 or flat or not whole):
            elements[path] = column
        if whole:
            low, high = min(values), max(values)
            if high - low < MOST_COUNTED and path not in elements:
                counters.append(Counter(path, low, high - low + 1))
            if low >= 0 and high > 15:
                for bit in range(min(high.bit_length(), MOST_BITS)):
                    held = np.array([value >> bit & 1 for value in column])
                    if held.any() and not held.all():
                        bits[path, bit] = held
    return bits, counters, elements


Texts = dict[tuple[int, int], str]


def texts_of(grid: Sequence[Sequence[str]]) -> Texts:
    return {(row, column): text for row, line in enumerate(grid) for column, text in enumerate(line)}


def keep_common(grids: list[Texts]) -> list[Texts]:
    """The grids with the places alone that all of them have."""
    common = set.intersection(*(set(grid) for grid in grids))
    return [{place: text for place, text in grid.items() if place in common} for grid in grids]


def place_atoms(
    grids: list[Texts], players: Any, bits: Columns, elements: dict[Path, Any]
) -> dict[tuple[int, int], tuple[Atom, ...]]:
    """The atoms of each place of the grid: those that tell, with the same player to move, whether a text is there."""
    known: dict[tuple[int, bytes], list[Atom]] = {}
    turns = [players == player for player in (0, 1)]
    for (path, bit), held in bits.items():
        for player, turn in enumerate(turns):
            for signature in {held[turn].tobytes(), (1 - held[turn]).tobytes()}:
                known.setdefault((player, signature), []).append(Atom(path, bit))
    labels = {label_column(column): Atom(path) for path, column in reversed(elements.items())}
    places: dict[tuple[int, int], tuple[Atom, ...]] = {}
    used: set[Atom] = set()
    for place in grids[0]:
        texts = [grid[place] for grid in grids]
        several = sorted(set(texts))
        if not 2 <= len(several) <= MOST_VALUES:
            continue
        same = labels.get(label_column(texts))
        if same is not None and same not in used:
            used.add(same)
            places[place] = (same,)
            continue
        atoms: dict[Atom, None] = {}
        for text in several:
            shown = np.array([found == text for found in texts]).astype(np.int64)
            for player, turn in enumerate(turns):
                if 0 < shown[turn].sum() < len(shown[turn]):
                    atoms.update((atom, None) for atom in known.get((player, shown[turn].tobytes()), ()))
        fresh = tuple(sorted((atom for atom in atoms if atom not in used), key=order_atoms))[:3]
        if fresh:
            used.update(fresh)
            places[place] = fresh
    return places


def order_atoms(atom: Atom) -> tuple[Any, ...]:
    return tuple(map(str, atom.path)), atom.bit


def label_column(column: Sequence[Any]) -> bytes:
    """The same for columns that tell the same states apart."""
    numbers: dict[Any, int] = {}
    return bytes(numbers.setdefault(value, min(len(numbers), 255)) for value in column)


def count_shown(grids: list[Texts]) -> int:
    """How many places of the grid show now this, now that."""
    return sum(1 < len({grid[place] for grid in grids}) <= MOST_VALUES for place in grids[0])


def grid_cells(grids: list[Texts]) -> list[Cell]:
    """The cells as ``grid`` shows them, where states don't tell them in a simpler way."""
    cells = []
    for place in grids[0]:
        values = by_frequency([grid[place] for grid in grids])
        if 1 < len(values) <= MOST_VALUES:
            cells.append(Cell((Atom((GRID, *place)),), (), values, len(values), place))
    return cells


def by_frequency(column: Sequence[Any]) -> tuple[Any, ...]:
    """The values of a column, the commonest first: its digit is 0."""
    return tuple(value for value, _count in Counted(column).most_common())


def make_cells(
    columns: dict[Path, list[Any]],
    places: dict[tuple[int, int], tuple[Atom, ...]],
    bits: Columns,
    elements: dict[Path, Any],
    *,
    guess: bool,
) -> list[Cell]:
    """The cells: those of the grid, or, where it shows none, atoms in the order of the state; ``guess`` places."""
    groups: list[tuple[tuple[Atom, ...], tuple[int, int] | None]] = [
        (atoms, place) for place, atoms in sorted(places.items())
    ]
    placed = {atom for atoms in places.values() for atom in atoms}
    boards = {path for path, count in count_bits(bits).items() if count > 8}
    if not any(atom.bit >= 0 for atom in placed):
        numbers = sorted({bit for path, bit in bits if path in boards})
        groups += [
            (tuple(Atom(path, bit) for path in sorted(boards, key=str) if (path, bit) in bits)[:3], None)
            for bit in numbers
        ]
    loose = [path for path in elements if Atom(path) not in placed]
    families = Counted(family_of(path) for path in loose)
    board = [path for path in loose if guess and family_of(path) == families.most_common(1)[0][0]]
    told = dict(zip(board, places_of(board), strict=True))
    groups += [((Atom(path),), told.get(path)) for path in loose]
    return [cell for atoms, place in groups if (cell := make_cell(columns, atoms, place)) is not None]


def count_bits(bits: Columns) -> dict[Path, int]:
    counts: dict[Path, int] = {}
    for path, _bit in bits:
        counts[path] = counts.get(path, 0) + 1
    return counts


def make_cell(columns: dict[Path, list[Any]], atoms: tuple[Atom, ...], place: tuple[int, int] | None) -> Cell | None:
    """A cell of atoms, whose digits are as few as there are things to be seen."""
    if len(atoms) == 1 and atoms[0].bit < 0:
        values = by_frequency([make_plain(value) for value in columns[atoms[0].path]])
        plain = all(value is None or type(value) in (int, str, bool) for value in values)
        return Cell(atoms, (), values, len(values), place) if plain and len(values) > 1 else None
    held = [[value >> atom.bit & 1 for value in columns[atom.path]] for atom in atoms]
    seen = set(zip(*held, strict=True))
    if len(seen) < 2:
        return None
    for factors in ((1,), (1, 1), (1, 2), (2, 1), (1, 1, 1), (1, 2, 3), (1, 2, 4)):
        if len(factors) == len(atoms):
            digits = {sum(factor * bit for factor, bit in zip(factors, bits, strict=True)) for bits in seen}
            if len(digits) == len(seen) and max(digits) < max(len(seen), 4):
                return Cell(atoms, factors, (), max(digits) + 1, place)
    return Cell(atoms, tuple(1 << number for number in range(len(atoms))), (), 1 << len(atoms), place)


def make_plain(value: Any) -> Any:
    """The number or text that a value of an enumeration is equal to."""
    return value.value if isinstance(value, Enum) and isinstance(value, int | str) else value


def align_values(cells: Sequence[Cell]) -> list[Cell]:
    """The cells, with the same digit for the same value wherever the cell of a board with most values shows all that
    others do: 0 is what is common on the whole board, and what is seen in one place can be told of another.
    """
    families: dict[Path, list[tuple[Any, ...]]] = {}
    for cell in cells:
        if cell.values:
            families.setdefault(family_of(cell.atoms[0].path), []).append(cell.values)
    common = {family: rank_values(several) for family, several in families.items()}

    def align(cell: Cell) -> Cell:
        values = common.get(family_of(cell.atoms[0].path), ())
        fits = cell.values and set(cell.values) <= set(values)
        return replace(cell, values=values, radix=len(values)) if fits else cell

    return [align(cell) for cell in cells]


def rank_values(several: Sequence[tuple[Any, ...]]) -> tuple[Any, ...]:
    """The values of the cell that has most, those first that come first in all cells."""
    largest = max(several, key=len)

    def rank(value: Any) -> int:
        return sum(values.index(value) if value in values else len(largest) for values in several)

    return tuple(sorted(largest, key=rank))


def kind_of(cell: Cell) -> tuple[Any, ...]:
    """The same for cells whose digits mean the same."""
    return cell.values, cell.factors, tuple(atom.path for atom in cell.atoms if atom.bit >= 0)


def read_digits(game: Game[Any, Any], board: Board, states: Sequence[Any]) -> Any:
    """The digits of the cells, a row a state."""
    shown = any(cell.atoms[0].path[:1] == (GRID,) for cell in board.cells)
    rows = []
    for state in states:
        grid = game.grid(state) if shown else ()
        written = position_as_written(game, state)
        rows.append([read_digit(cell, written, grid) for cell in board.cells])
    return np.array(rows, dtype=np.int64).reshape(len(rows), len(board.cells))


def read_digit(cell: Cell, state: Any, grid: Any) -> int:
    """The digit of one cell."""
    if cell.values:
        path = cell.atoms[0].path
        value = read_path(grid, path[1:]) if path[:1] == (GRID,) else read_path(state, path)
        return cell.values.index(value) if value in cell.values else 0
    atoms = zip(cell.factors, cell.atoms, strict=True)
    return sum(factor * (read_path(state, atom.path) >> atom.bit & 1) for factor, atom in atoms)
