"""A game said by plain functions of a file, in the manner of a course on minimax.

    position_initiale = (3, 4, 5, 0)        or a function without arguments; start in English
    def joueur_courant(position): ...       0 (Max) or 1 (Min); player
    def coups_possibles(position): ...      the positions that can be reached, or moves if there is jouer; moves
    def heuristique(position): ...          for Max, at the ends too unless there is gain; heuristic
    def jouer(position, coup): ...          not needed where a move is the position that it leads to; play
    def gain(position): ...                 the final score for Max, its sign says who won; score

The names of the other rules are in ``rule_names.py``. Without ``gain`` an end counts what the heuristic says there, on
the same scale, infinite if you like: ``payoffs`` of a game class.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from typing import Any

from elagage.errors import LoadError
from elagage.game import Game
from elagage.games.spoken import is_side
from elagage.i18n import join_messages
from elagage.ways.rule_names import FACTS, find_fact, find_member, normal_name, shown_names

__all__ = ["FunctionGame", "make_function_game", "read_facts"]

ARGUMENTS = {"play": 2, "noisy": 2, "order": 2, "move_name": 2, "parse_move": 2, "tell_move": 2}
"""How many arguments a function takes, if not a position alone."""
PREFIXES = ("heuristic_", "heuristique_")


class FunctionGame(Game[Any, Any]):
    """The rules call the functions of the file, which are kept as attributes."""

    def __init__(self, first: Any, functions: Mapping[str, Callable[..., Any]]) -> None:
        self.first = first
        for rule, function in functions.items():
            setattr(self, "written_" + rule, function)

    written_player: Callable[..., Any]
    written_moves: Callable[..., Any]
    written_score: Callable[..., Any]

    def start(self) -> Any:
        """The first position."""
        return self.first() if callable(self.first) else self.first

    def player(self, state: Any) -> int:
        """Who moves."""
        return self.written_player(state)  # type: ignore[no-any-return]

    def moves(self, state: Any) -> Any:
        """The legal moves."""
        return self.written_moves(state)

    def play(self, state: Any, move: Any) -> Any:  # noqa: ARG002
        """The next position: where moves are positions, the move itself."""
        return move

    def score(self, state: Any) -> Any:
        """The final score."""
        return self.written_score(state)


# The rules that a file may have, each as a method. The compiler reads them, so they are written out.


def play(self: Any, state: Any, move: Any) -> Any:
    return self.written_play(state, move)


def over(self: Any, state: Any) -> Any:
    return self.written_over(state)


def heuristic(self: Any, state: Any) -> Any:
    return self.written_heuristic(state)


def noisy(self: Any, state: Any, move: Any) -> Any:
    return self.written_noisy(state, move)


def order(self: Any, state: Any, move: Any) -> Any:
    return self.written_order(state, move)


def symmetries(self: Any, state: Any) -> Any:
    return self.written_symmetries(state)


def grid(self: Any, state: Any) -> Any:
    return self.written_grid(state)


def text(self: Any, state: Any) -> Any:
    return self.written_text(state)


def move_name(self: Any, state: Any, move: Any) -> Any:
    return self.written_move_name(state, move)


def parse_move(self: Any, state: Any, text: str) -> Any:
    return self.written_parse_move(state, text)


def tally(self: Any, state: Any) -> Any:
    return self.written_tally(state)


def line_won(self: Any, state: Any) -> Any:
    return self.written_line_won(state)


def tell_move(self: Any, state: Any, move: Any) -> Any:
    return self.written_tell_move(state, move)


def state_name(self: Any, state: Any) -> Any:
    return self.written_state_name(state)


def parse_state(self: Any, text: str) -> Any:
    return self.written_parse_state(text)


def list_positions(self: Any, state: Any) -> Any:
    """The positions that can be reached, each once: two moves to the same position are one."""
    found = []
    for position in self.written_moves(state):
        if position not in found:
            found.append(position)
    return found


def name_position(_self: Any, _state: Any, move: Any) -> str:
    """A move that is a position, written without a space, so that it can stand in a line of moves."""
    return "".join(move.split()) if isinstance(move, str) else "".join(repr(move).split())


OPTIONAL = {
    "play": play, "over": over, "heuristic": heuristic, "noisy": noisy, "order": order, "symmetries": symmetries,
    "grid": grid, "text": text, "move_name": move_name, "parse_move": parse_move, "state_name": state_name,
    "parse_state": parse_state, "tally": tally, "line_won": line_won, "tell_move": tell_move,
}  # fmt: skip


def make_function_game(members: Mapping[str, Any], where: Any, title: str, module: str) -> FunctionGame | None:
    """The game that the functions among a file's names say; None if none of them gives moves."""
    functions = {
        name: value
        for name, value in members.items()
        if not name.startswith("__") and callable(value) and not inspect.isclass(value)
    }
    if not find_member("moves", functions, where):
        return None
    found: dict[str, Callable[..., Any]] = {}
    for rule in ("player", "moves", "score", *OPTIONAL):
        name = find_member(rule, functions, where)
        if name:
            check_arguments(functions[name], name, ARGUMENTS.get(rule, 1), where)
            found[rule] = functions[name]
    start = find_member("start", [name for name in members if not inspect.isclass(members[name])], where)
    lacks = [rule for rule, held in (("start", start), ("player", "player" in found)) if not held]
    if "score" not in found and "heuristic" not in found:
        lacks.append("heuristic")
    if lacks:
        raise LoadError(
            "The functions of {where} lack {rules}: a game has {all}.",
            where=where,
            rules=join_messages(map(shown_names, lacks)),
            all=join_messages(map(shown_names, ("start", "player", "moves", "heuristic"))),
        )
    body: dict[str, Any] = {rule: OPTIONAL[rule] for rule in found if rule in OPTIONAL}
    if "play" not in found:
        body["moves"] = list_positions
        body.setdefault("move_name", name_position)
    for name, function in functions.items():
        for prefix in PREFIXES:
            if normal_name(name).startswith(prefix):
                check_arguments(function, name, 1, where)
                body["heuristic_" + normal_name(name).removeprefix(prefix)] = make_method(function)
    if "score" not in found:
        found["score"] = found["heuristic"]
        body["payoffs"] = True
    body.update(read_facts(members, where))
    cls = type(title, (FunctionGame,), {"__module__": module, "__doc__": members.get("__doc__"), **body})
    game: FunctionGame = cls(members[start], found)
    return game


def make_method(function: Callable[..., Any]) -> Callable[..., Any]:
    """A function of the position as a method."""

    def rule(_self: Any, state: Any) -> Any:
        return function(state)

    return rule


def check_arguments(function: Callable[..., Any], name: str, count: int, where: Any) -> None:
    """A function must take that many arguments; LoadError says what is to be changed."""
    try:
        inspect.signature(function).bind(*range(count))
    except TypeError:
        raise LoadError(
            "{name} of {where} must take a position and a move: let it have two arguments, or put a board that is "
            "changed in place into a class."
            if count == 2
            else "{name} of {where} must take a position: let it have one argument, or put a board that is changed in "
            "place into a class.",
            name=name,
            where=where,
        ) from None
    except ValueError:  # a builtin that does not say what it takes
        return


def read_facts(members: Mapping[str, Any], where: Any) -> dict[str, Any]:
    """What a file or a class says of its game beside the rules, such as ``cycles = True``."""
    facts = {}
    for fact in FACTS:
        name = find_fact(fact, [name for name, value in members.items() if is_fact(fact, value)], where)
        if name:
            facts[fact] = members[name]
    return facts


def is_fact(fact: str, value: Any) -> bool:
    """Is it a value that can be meant: names of other things in a file are none of ours."""
    if fact in ("cycles", "margins", "payoffs"):
        return isinstance(value, bool)
    if fact == "sides":
        return isinstance(value, tuple | list) and len(value) == 2 and all(map(is_side, value))
    if fact == "players":
        return isinstance(value, tuple | list) and len(value) == 2 and all(isinstance(name, str) for name in value)
    if fact == "levels":
        return isinstance(value, tuple | list)
    return isinstance(value, str if fact in ("board_kind", "rules") else Mapping)
