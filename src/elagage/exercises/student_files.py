"""A student's file: which function searches, and how to call it.

That is read off the names of functions and parameters.

This is imported in the student's process, so it needs nothing of the rest of the package.
"""

from __future__ import annotations

import ast
import functools
import inspect
import math
import os
import symtable
import sys
import types
import unicodedata
from collections.abc import Callable
from typing import Any

from elagage.exercises.tree_styles import CHILDREN, CONSTANTS, ENDED, IS_MAX, PLAYER, VALUE, ObservedTree, plain_type

__all__ = ["MissingError", "SignatureError", "Student", "kind_of", "plain_name", "role_of"]

TREES = {"arbre", "graphe", "tree", "graph", "g"}
NODES = {
    "noeud",
    "node",
    "sommet",
    "vertex",
    "position",
    "pos",
    "situation",
    "etat",
    "state",
    "racine",
    "root",
    "n",
    "p",
    "s",
}
DEPTHS = {
    "profondeur", "prof", "depth", "d", "n", "l", "p", "hauteur", "height", "ply", "plies", "limite", "profondeurmax",
    "maxdepth", "k",
    "profmax", "profondeurrestante",
}  # fmt: skip
PLAYERS = {"joueur", "player", "j", "tour", "turn", "trait", "quijoue", "joueurcourant", "currentplayer"}
COLOURS = {"couleur", "color", "colour", "signe", "sign", "c", "coeff"}


EMPTY = inspect.Parameter.empty
ANYTHING = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)


class SignatureError(Exception):
    """A parameter that nothing is known for."""


class NoGameYet(Exception):
    """The file calls the functions of the game before anybody searches."""


class MissingError(Exception):
    """No function has the name of an algorithm."""


def plain_name(name: str) -> str:
    """A name without its case, its accents and its underscores."""
    spelt = name.casefold().replace("œ", "oe").replace("α", "alpha").replace("β", "beta")
    return "".join(c for c in unicodedata.normalize("NFKD", spelt) if c.isalnum())


def kind_of(name: str) -> str:
    """Which algorithm a function of that name is, or nothing."""
    text = plain_name(name)
    if "alphabeta" in text or text in ("elagage", "elaguer", "minimaxab", "negamaxab", "minmaxab", "pruning"):
        return "alphabeta"
    if "negamax" in text:
        return "negamax"
    return "minimax" if text in ("minimax", "minmax", "minimaxmemoise", "minimaxmemoized", "minmaxmemoise") else ""


def role_of(name: str) -> str:
    """What a parameter after the first is for, or nothing if that can't be told."""
    text = plain_name(name)
    if text in DEPTHS:
        return "depth"
    if text in ("alpha", "a"):
        return "alpha"
    if text in ("beta", "b"):
        return "beta"
    if text in COLOURS:
        return "colour"
    if text in PLAYERS:
        return "player"
    if "max" in text:
        return "is_max"
    if text in {plain_name(word) for word in CHILDREN}:
        return "children"
    if text in {plain_name(word) for word in VALUE} or text == "s":
        return "value"
    return "ended" if text in {plain_name(word) for word in ENDED} else ""


def global_names(scope: symtable.SymbolTable) -> set[str]:
    """The names that a file uses and that no function of it keeps for itself."""
    outside = scope.get_type() == "module"
    found = {name.get_name() for name in scope.get_symbols() if name.is_referenced() and (outside or name.is_global())}
    return found.union(*map(global_names, scope.get_children()))


class Student:
    """A student's file: its search function, and how to call it."""

    def __init__(self, path: str, asked: str, style: str) -> None:
        self.observed: ObservedTree | None = None
        with open(path, encoding="utf-8-sig") as file:
            source = file.read()
        self.syntax = ast.parse(source, path)
        loaded = global_names(symtable.symtable(source, path, "exec"))
        attributes = {node.attr for node in ast.walk(self.syntax) if isinstance(node, ast.Attribute)}
        self.module = types.ModuleType("student")
        self.module.__file__ = path
        sys.modules["student"] = self.module
        space = vars(self.module)
        ours = {name: helper for name, helper in self.helpers().items() if name in loaded}
        space.update(ours)
        sys.path.insert(0, os.path.dirname(os.path.abspath(path)))
        exec(compile(self.syntax, path, "exec"), space)
        if style == "game":
            space.update(ours)
        self.used = {name for name, helper in ours.items() if space.get(name) is helper}
        self.defined = {node.name: node for node in self.syntax.body if isinstance(node, ast.FunctionDef)}
        self.name = self.find(asked)
        self.function: Callable[..., Any] = space[self.name]
        self.kind = kind_of(self.name)
        self.style = style
        self.bind()
        if self.style == "auto":
            self.style = self.guess_style(attributes)
        self.relative = self.is_relative()
        self.wrap()

    def helpers(self) -> dict[str, Any]:
        """The functions and constants of a game that the file may use without defining them."""
        table: dict[str, Any] = dict(CONSTANTS)
        for words, method in ((CHILDREN, "children"), (VALUE, "value"), (ENDED, "is_leaf"), (PLAYER, "player")):
            table |= dict.fromkeys(words, self.helper(method))
        table |= dict.fromkeys(IS_MAX, lambda node: self.current().player(node) == 0)
        table["type"] = plain_type
        table["coeff"] = lambda player: -1 if player in (1, -1) else 1
        return table

    def helper(self, method: str) -> Callable[..., Any]:
        """A function of the game of the moment."""

        def answer(node: Any, *rest: Any) -> Any:
            return getattr(self.current(), method)(node, *rest)

        return answer

    def current(self) -> ObservedTree:
        """The tree of the moment."""
        if self.observed is None:
            raise NoGameYet
        return self.observed

    def find(self, asked: str) -> str:
        """The name of the search function, by which the file calls it: the one asked for, or the most advanced."""
        names = [
            name
            for name, thing in vars(self.module).items()
            if callable(thing)
            and not isinstance(thing, type)
            and (name in self.defined or getattr(thing, "__module__", "") == "student")
        ]
        kinds = {kind_of(name): name for name in reversed(names)}
        for kind in [asked] if asked else ["alphabeta", "negamax", "minimax"]:
            if kind in kinds or kind in names:
                return kinds.get(kind) or kind
        raise MissingError(", ".join(names))

    def parameters(self) -> list[inspect.Parameter]:
        """Those of the function, or, under a decorator that takes anything, those that its definition names."""
        found = list(inspect.signature(self.function).parameters.values())
        node = self.defined.get(self.name)
        if node is None or not node.decorator_list or (found and not any(p.kind in ANYTHING for p in found)):
            return found
        given = node.args
        places = [(arg, inspect.Parameter.POSITIONAL_OR_KEYWORD) for arg in given.posonlyargs + given.args]
        without = len(places) - len(given.defaults)
        made = [
            inspect.Parameter(arg.arg, kind, default=EMPTY if place < without else None)
            for place, (arg, kind) in enumerate(places)
        ]
        for arg, default in zip(given.kwonlyargs, given.kw_defaults):
            made.append(inspect.Parameter(arg.arg, inspect.Parameter.KEYWORD_ONLY, default=None if default else EMPTY))
        return made

    def bind(self) -> None:
        """Which parameter is what."""
        parameters = self.parameters()
        self.named_only = {p.name for p in parameters if p.kind is p.KEYWORD_ONLY}
        self.roles: list[tuple[str, str]] = []
        rest = parameters
        if self.style in ("auto", "dict") and len(parameters) > 1 and plain_name(parameters[0].name) in TREES:
            names = [plain_name(parameter.name) for parameter in parameters[1:3]]
            if any(name in NODES - {"n", "p", "s"} for name in names):
                self.style = "dict"
        for place, parameter in enumerate(rest):
            name = plain_name(parameter.name)
            if parameter.kind in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD):
                continue
            if place == 0:
                role = "tree" if self.style == "dict" else "node"
            elif self.style == "dict" and name in ("valeurs", "values", "feuilles", "leaves"):
                role = "values"
            elif self.style == "dict" and name in NODES and "node" not in [role for role, _name in self.roles]:
                role = "node"
            else:
                role = role_of(parameter.name)
            optional = parameter.default is not parameter.empty
            if optional and role in ("", "player", "is_max", "colour", "alpha", "beta"):
                self.roles.append(("default:" + role, parameter.name))
                continue
            if not role:
                raise SignatureError(parameter.name)
            self.roles.append((role, parameter.name))

    def has(self, *roles: str) -> bool:
        """Has the function a parameter for one of these?"""
        return any(role.removeprefix("default:") in roles for role, _name in self.roles)

    def guess_style(self, attributes: set[str]) -> str:
        """Nested lists, unless the file speaks of a game's functions or of a node's attributes."""
        game = self.has("children", "ended") or (self.used & (CHILDREN | ENDED)) or attributes & (CHILDREN - {"moves"})
        return "game" if game else "lists"

    def is_relative(self) -> bool:
        """Are values those of the player who moves, since the function can't know who that is?"""
        if self.has("player", "is_max", "colour") or self.used & (PLAYER | IS_MAX) or self.kind == "minimax":
            return False
        minus = [n.operand for n in ast.walk(self.syntax) if isinstance(n, ast.UnaryOp) and isinstance(n.op, ast.USub)]
        return self.kind == "negamax" or any(isinstance(operand, ast.Call | ast.Subscript) for operand in minus)

    def players(self) -> list[Any]:
        """What may stand for Max as the argument of a parameter such as ``joueur``, likeliest first."""
        for name in ("PROGRAMME", "MAX", "JMAX", "J_MAX"):
            if name in vars(self.module):
                return [vars(self.module)[name]]
        mine = {name for role, name in self.roles if role == "player"}
        found: list[Any] = []
        for node in ast.walk(self.syntax):
            if isinstance(node, ast.Compare) and isinstance(node.left, ast.Name) and node.left.id in mine:
                found += [side.value for side in node.comparators if isinstance(side, ast.Constant)]
            if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub) and isinstance(node.operand, ast.Name):
                found += [1, -1] if node.operand.id in mine else []
            if isinstance(node, ast.BinOp) and isinstance(node.right, ast.Name) and node.right.id in mine:
                found += [0, 1] if isinstance(node.left, ast.Constant) and node.left.value == 1 else []
        ordered = [value for value in found if str(value).casefold() in ("max", "0", "true")] + found
        return list(dict.fromkeys(ordered)) or [True, 0, "max"]

    def wrap(self) -> None:
        """Note each call of the functions that search: those that call themselves, perhaps through each other."""
        space = vars(self.module)
        calls = {name: {n.id for n in ast.walk(node) if isinstance(n, ast.Name)} for name, node in self.defined.items()}

        def reach(start: str) -> set[str]:
            seen: set[str] = set()
            waiting = [start]
            while waiting:
                for name in calls.get(waiting.pop(), set()) - seen:
                    seen.add(name)
                    waiting.append(name)
            return seen

        for name in (reach(self.name) | {self.name}) & calls.keys():
            function = space.get(name)
            if name in reach(name) and isinstance(function, types.FunctionType):
                space[name] = self.note_calls(function)
                if function is self.function:
                    self.function = space[name]

    def note_calls(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """The same function; it is noted which node it is called on."""

        @functools.wraps(function)
        def call_noted(*arguments: Any, **named: Any) -> Any:
            observed = self.current()
            for argument in (*arguments[:3], *named.values()):
                number = observed.number(argument)
                if number is not None:
                    observed.called.add(number)
                    break
            return function(*arguments, **named)

        return call_noted

    def call(self, job: dict[str, Any], player: Any, noted: bool) -> Any:
        """What the function answers for a tree."""
        observed = self.observed = ObservedTree(job, self.relative)
        given: dict[str, Any] = {
            "depth": job["depth"],
            "alpha": -math.inf,
            "beta": math.inf,
            "colour": 1,
            "player": player,
            "is_max": True,
            "children": observed.children,
            "value": observed.value,
            "ended": observed.is_leaf,
        }
        if self.style == "dict":
            names = [f"n{number}" for number in range(len(observed.below))]
            separate = self.has("values")
            given["values"] = {names[n]: value for n, value in enumerate(observed.values) if not observed.below[n]}
            given["tree"] = {
                names[n]: [names[child] for child in branches] if branches or separate else observed.values[n]
                for n, branches in enumerate(observed.below)
            }
            given["node"] = names[0]
        else:
            given["node"] = observed.positions[0] if self.style == "game" else observed.lists(0, noted)
        places: list[Any] = []
        named: dict[str, Any] = {}
        gap = False  # after a parameter that keeps its default, the others are named
        for role, name in self.roles:
            if role.startswith("default:"):
                gap = True
            elif gap or name in self.named_only:
                named[name] = given[role]
            else:
                places.append(given[role])
        return self.function(*places, **named)

    def list_visited(self) -> list[int]:
        """The nodes that the last call looked at."""
        observed = self.current()
        inner = {number for number in observed.called if observed.below[number]}
        leaves = {number for number in observed.called if not observed.below[number]}
        if self.style != "lists":
            return sorted(observed.called | observed.seen)
        if len(inner) <= 1 and not leaves:
            return sorted(observed.seen | {0})
        if not leaves:
            leaves = {
                child for number in inner for child in observed.below[number] if not observed.below[child]
            } & observed.seen
        return sorted(inner | leaves)
