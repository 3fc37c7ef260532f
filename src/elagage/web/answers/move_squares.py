"""Which squares show a move, and by which it is chosen: by the names of squares in its name,
else by what it changes on the board.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from elagage.figures.boards.board_labels import EMPTY, Reading
from elagage.game import Game
from elagage.games.spoken import tell_move
from elagage.i18n import translate_both

__all__ = ["move_squares", "told_json"]

Cell = tuple[int, int]
Squares = tuple[list[Cell], list[Cell], tuple[Cell, Cell] | None]
PILE = re.compile(r"([a-z]+)([0-9]+)")


def move_squares(game: Game[Any, Any], state: Any, board: Reading, kind: str) -> list[dict[str, Any]]:
    """Every legal move: its name, how it is told, the cells that show it, those to click on,
    and from where to where it goes if it does.
    """
    if game.over(state):
        return []
    places = {
        board.name(row, column): (row, column)
        for row, cells in enumerate(board.rows)
        for column in range(len(cells))
        if board.left and board.name(row, column)
    }
    found = []
    for number, move in enumerate(game.moves(state)):
        name = game.move_name(state, move)
        cells, click, way = one_move(game, state, move, name, number, board, kind, places)
        entry: dict[str, Any] = {
            "name": name,
            "told": told_json(game, state, move),
            "cells": cells,
            "click": click,
            "from": None,
            "to": None,
        }
        if way is not None:
            entry["from"], entry["to"] = way
        found.append(entry)
    return found


def told_json(game: Game[Any, Any], state: Any, move: Any) -> dict[str, str] | None:
    """How people tell a move, in each language; None if by its name."""
    told = tell_move(game, state, move)
    return None if told == game.move_name(state, move) else translate_both(told)


def one_move(
    game: Game[Any, Any],
    state: Any,
    move: Any,
    name: str,
    number: int,
    board: Reading,
    kind: str,
    places: dict[str, Cell],
) -> Squares:
    """The cells of a move, those to click on, and its way."""
    if kind == "node":
        return [(1, number)], [(1, number)], None
    if kind == "piles":
        return pile_cells(name, board.rows)
    if kind == "pits" and name.isdecimal():
        row = 1 - game.player(state)
        column = int(name) if row else len(board.rows[0]) - 1 - int(name)
        return [(row, column)], [(row, column)], None
    if kind == "columns" and not board.left:
        letters = board.below or board.above
        if name in letters:
            column = letters.index(name)
            changed = changes(board.rows, game.grid(game.play(state, move)))
            return changed or [(0, column)], [(row, column) for row in range(len(board.rows))], None
    for end in range(1, len(name)):
        if name[:end] in places and name[end:].lstrip("-x") in places:
            way = places[name[:end]], places[name[end:].lstrip("-x")]
            return list(way), [], way
    if name in places:
        cell = places[name]
        if kind in ("dominoes", "bar"):
            return changes(board.rows, game.grid(game.play(state, move))) or [cell], [cell], None
        return [cell], [cell], None
    if not board.rows:
        return [], [], None
    return find_by_changes(board.rows, game.grid(game.play(state, move)))


def pile_cells(name: str, rows: Sequence[Sequence[str]]) -> Squares:
    """The matches that a move takes, the lowest of which is clicked on;
    a move that takes from several piles is not clicked on.

    >>> pile_cells("a2", [["|", "|", "|"]])
    ([(0, 1), (0, 2)], [(0, 1)], None)
    """
    found = PILE.fullmatch(name)
    if found is None:
        return [], [], None
    piles, count = [ord(letter) - ord("a") for letter in found[1]], int(found[2])
    if any(pile >= len(rows) or count > len(rows[pile]) for pile in piles):
        return [], [], None
    cells = [(pile, match) for pile in piles for match in range(len(rows[pile]) - count, len(rows[pile]))]
    return cells, cells[:1] if len(piles) == 1 else [], None


def changes(before: Sequence[Sequence[str]], after: Sequence[Sequence[Any]]) -> list[Cell]:
    return [
        (row, column)
        for row, cells in enumerate(before)
        for column, cell in enumerate(cells)
        if row >= len(after) or column >= len(after[row]) or str(after[row][column]) != cell
    ]


def find_by_changes(before: Sequence[Sequence[str]], after: Sequence[Sequence[Any]]) -> Squares:
    """A move of a game that names no squares: what becomes occupied is where it goes,
    what becomes empty is where it comes from.

    >>> find_by_changes([["X", "."]], [[".", "X"]])
    ([(0, 0), (0, 1)], [], ((0, 0), (0, 1)))
    """
    changed = changes(before, after)
    filled = [
        (row, column)
        for row, column in changed
        if row < len(after) and column < len(after[row]) and str(after[row][column]) not in EMPTY
    ]
    left = [cell for cell in changed if cell not in filled]
    if len(filled) == 1 and len(left) == 1:
        return changed, [], (left[0], filled[0])
    new = [(row, column) for row, column in filled if before[row][column] in EMPTY]
    if len(new) == 1:
        return new, new, None
    return changed, changed[:1] if len(changed) == 1 else [], None
