"""Which way a file says its game, if it has no class of ours: a board, functions, or a graph."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from elagage.errors import LoadError
from elagage.game import Game
from elagage.ways.board_game import is_board, make_board_game
from elagage.ways.frozen_game import add_border, freeze_states
from elagage.ways.function_game import make_function_game
from elagage.ways.graph_game import make_graph_game
from elagage.ways.rule_names import find_member

__all__ = ["find_game"]


def find_game(members: Mapping[str, Any], where: Any, wanted: str = "") -> Game[Any, Any] | None:
    """The game that the names of a file say; None if they say none. ``wanted`` is the name of a class of boards."""
    module = str(members.get("__name__", __name__))
    boards = {name: value for name, value in members.items() if is_board(value) and value.__module__ == module}
    if wanted and wanted in boards:
        return freeze_states(make_board_game(boards[wanted], where, members))
    if wanted:
        return None
    if len(boards) > 1:
        raise LoadError(
            "{path} holds several games ({names}): choose one, as in {path}:{last}.",
            path=where,
            names=", ".join(boards),
            last=list(boards)[-1],
        )
    for board in boards.values():
        return freeze_states(make_board_game(board, where, members))
    title = "".join(part[:1].upper() + part[1:] for part in module.removeprefix("elagage_user_").split("_")) or "Game"
    says_moves = [name for name, value in members.items() if callable(value) and not isinstance(value, type)]
    if find_member("moves", says_moves, where):
        game: Game[Any, Any] | None = make_function_game(members, where, title, module)
    else:
        game = make_graph_game(members, where, title, module)
    return None if game is None else add_border(game)
