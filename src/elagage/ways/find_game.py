"""Which way a file says its game, if it has no class of ours: a board, functions, or a graph."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from elagage.errors import LoadError
from elagage.game import Game
from elagage.ways.board_game import is_board, make_board_game
from elagage.ways.frozen_game import add_border, freeze_states
from elagage.ways.function_game import make_function_game
from elagage.ways.graph_game import make_graph_game
from elagage.ways.rule_names import find_member

__all__ = ["find_game", "jeu"]


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


def jeu(
    coups_possibles: Callable[..., Any],
    joueur_courant: Callable[..., int],
    heuristique: Callable[..., Any],
    position_initiale: Any = None,
    **autres: Any,
) -> Game[Any, Any]:
    """The game that functions of a position say, in the words of a French course; other rules by their names.

    Without a first position each search is given one.

    >>> from elagage.search import minimax
    >>> def coups_possibles(position):
    ...     reste, joueur = position
    ...     return [(reste - pris, 1 - joueur) for pris in (1, 2) if pris <= reste]
    >>> def joueur_courant(position): return position[1]
    >>> def heuristique(position): return 2 * position[1] - 1 if position[0] == 0 else 0
    >>> minimax(jeu(coups_possibles, joueur_courant, heuristique), (4, 0)).line
    ((3, 1), (2, 0), (0, 1))
    """
    first = refuse_to_start if position_initiale is None else position_initiale
    members = {
        "coups_possibles": coups_possibles, "joueur_courant": joueur_courant, "heuristique": heuristique,
        "position_initiale": first, **autres,
    }  # fmt: skip
    if position_initiale is not None:
        game = find_game(members, "jeu")
    else:
        game = make_function_game(members, "jeu", "Jeu", __name__)
    assert game is not None
    return game


def refuse_to_start() -> Any:
    """A game that was said without a first position has none."""
    raise LoadError("This game has no first position: give one to the search, or position_initiale to the game.")
