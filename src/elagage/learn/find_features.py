"""The features of a game's positions, found in random games."""

from __future__ import annotations

from typing import Any

import numpy as np

from elagage.compiler.link import sample_games
from elagage.evaluation.layout import MOST_MOBILE, PHASES, Board, Layout
from elagage.game import Game
from elagage.learn.board_cells import find_board, read_digits
from elagage.learn.cell_groups import find_permutations, make_patterns
from elagage.learn.winning_lines import find_winning_lines

__all__ = ["lay_out"]


def lay_out(game: Game[Any, Any], *, mobility: bool = True) -> Layout:
    """The features of a game, found in random games."""
    board, states = find_board(game)
    lines = find_winning_lines(game, board)
    patterns, entries = make_patterns(board, find_permutations(game, board, states), lines)
    half = entries + sum(counter.count for counter in board.counters) + mobility * (MOST_MOBILE + 1) + 1
    return Layout(board, tuple(patterns), half, mobility, find_filling(game, board))


def find_filling(game: Game[Any, Any], board: Board) -> int:
    """How many cells differ from what they usually are at the end of a game, if that tells how far it has gone."""
    if len(board.cells) < PHASES:
        return 0
    plies, states = [], []
    ply = 0
    for state, move in sample_games(game, 40, 400, 7):
        if move is None:
            ply = 0
            continue
        plies.append(ply)
        states.append(state)
        ply += 1
    filled = (read_digits(game, board, states) != 0).sum(axis=1)
    if len(states) < 50 or np.std(filled) == 0 or np.std(plies) == 0 or np.corrcoef(plies, filled)[0, 1] < 0.9:
        return 0
    return int(filled.max()) + 1
