"""The rules of a class of boards, written out with its own names, for the compiler to read.

A board is played on by a deep copy there, so that these rules change nothing, as those of any other game.
"""

from __future__ import annotations

import copy
import linecache
from collections.abc import Mapping
from typing import Any

from elagage.game import Game

__all__ = ["make_board_rules"]

FACTS = ("margins", "payoffs", "cycles")
PLAY = """
def play(self, state, move):
    board = copy.deepcopy(state)
    board.{play}(move)
    return board
"""
ASKED = """
def {rule}(self, state):
    return {value}
"""
MOVES = """
def moves(self, state):
    if {over}:
        return []
    return list({moves})
"""


def make_board_rules(cls: type, names: Mapping[str, str], methods: set[str], facts: Game[Any, Any]) -> Game[Any, Any]:
    """The same game with its rules written out; ``methods`` are the rules that the board has as methods."""
    values = {rule: f"state.{name}{'()' if rule in methods else ''}" for rule, name in names.items()}
    text = PLAY.format(play=names["play"])
    for rule in ("player", "over", "score", "heuristic"):
        if rule in names:
            text += "\n" + ASKED.format(rule=rule, value=values[rule])
    if "over" in names:
        text += "\n" + MOVES.format(over=values["over"], moves=values["moves"])
    else:
        text += "\n" + ASKED.format(rule="moves", value=f"list({values['moves']})")
    file = f"<rules of {cls.__module__}.{cls.__qualname__}>"
    linecache.cache[file] = (len(text), None, text.splitlines(keepends=True), file)
    rules: dict[str, Any] = {"copy": copy, "__name__": cls.__module__}
    exec(compile(text, file, "exec"), rules)
    body: dict[str, Any] = {
        name: rules[name] for name in ("play", "player", "moves", "over", "score", "heuristic") if name in rules
    }
    body |= {name: getattr(facts, name) for name in FACTS}
    body |= {"start": lambda _self: cls(), "__module__": cls.__module__}
    game: Game[Any, Any] = type(cls.__name__, (Game,), body)()
    return game
