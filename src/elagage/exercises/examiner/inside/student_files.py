"""A student's file: which function searches, and how to call it.

That is read off the names of functions and parameters, and off how they are used.
"""

from __future__ import annotations

import ast
import functools
import inspect
import math
import symtable
import sys
import types
from collections.abc import Callable
from typing import Any

from elagage.exercises.examiner.inside.file_glances import Glance
from elagage.exercises.examiner.inside.game_words import (
    CHILDREN,
    CONSTANTS,
    ENDED,
    IS_MAX,
    PAIRS,
    PLAY,
    PLAYER,
    UNDO,
    VALUE,
    VOCABULARY,
    kind_of,
    plain_name,
    role_of,
)
from elagage.exercises.examiner.inside.graph_styles import is_given
from elagage.exercises.examiner.inside.tree_styles import Board, ObservedWorld, Speech, plain_type

__all__ = ["MissingError", "SignatureError", "Student"]

TREES = {"arbre", "graphe", "tree", "graph", "g"}
NODES = {
    "noeud", "node", "sommet", "vertex", "position", "pos", "situation", "etat", "state", "racine", "root", "n", "p",
    "s", "plateau", "board", "grille",
}  # fmt: skip
GAMES = {"jeu", "game"}
SEARCHES = ("alphabeta", "negamax", "minimax", "attractor", "winning", "dijkstra", "astar", "heuristic")
HEURISTICS = {"h", "heuristique", "heuristic", "estimation", "estimate"}
DEFAULTS = ("", "player", "is_max", "colour", "alpha", "beta", "memo")
EMPTY = inspect.Parameter.empty
ANYTHING = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)


class SignatureError(Exception):
    """A parameter that nothing is known for, of a function on trees or on graphs."""

    def __init__(self, parameter: str, problem: str = "signature") -> None:
        super().__init__(parameter)
        self.problem = problem


class NoGameYet(Exception):
    """The file calls the functions of the game before anybody searches."""


class MissingError(Exception):
    """No function has the name of an algorithm."""


def global_names(scope: symtable.SymbolTable) -> set[str]:
    """The names that a file uses and that no function of it keeps for itself."""
    outside = scope.get_type() == "module"
    found = {name.get_name() for name in scope.get_symbols() if name.is_referenced() and (outside or name.is_global())}
    return found.union(*map(global_names, scope.get_children()))


class Student:
    """A student's file: its search function, and how to call it."""

    def __init__(self, source: str, path: str, asked: str, style: str) -> None:
        self.observed: ObservedWorld | None = None
        self.path, self.asked_style = path, style
        self.syntax = ast.parse(source, path)
        self.code = compile(self.syntax, path, "exec")
        self.glance = Glance(self.syntax)
        self.loaded = global_names(symtable.symtable(source, path, "exec"))
        self.defined = {node.name: node for node in self.syntax.body if isinstance(node, ast.FunctionDef)}
        self.ours = {name: helper for name, helper in self.helpers().items() if name in self.loaded}
        self.load()
        self.name, self.owner = self.find(asked)
        self.kind = kind_of(self.name) or ("heuristic" if plain_name(self.name) in HEURISTICS else "minimax")
        self.replaced = self.find_replaced()
        self.speech = Speech()
        self.settle()
        self.style = style
        self.bind()
        self.choose_style()
        self.read_speech()

    def load(self) -> None:
        """Run the file's text in a new module."""
        self.module = types.ModuleType("student")
        self.module.__file__ = self.path
        sys.modules["student"] = self.module
        space = vars(self.module)
        space.update(self.ours)
        exec(self.code, space)

    def settle(self) -> None:
        """Our functions in their places, and which of them the file uses."""
        space = vars(self.module)
        if self.asked_style == "game":
            space.update({name: helper for name, helper in self.ours.items() if name not in ("type",)})
        space.update({name: self.ours[name] for name in self.replaced})
        self.used = {name for name, helper in self.ours.items() if space.get(name) is helper}
        self.function: Callable[..., Any]
        if not self.owner:
            self.function = space[self.name]
        else:
            owner = space[self.owner]
            method = inspect.getattr_static(owner, self.name)
            own = self.glance.attributes_of_self(self.owner) & (CHILDREN | PLAY)
            self.self_is_node = bool(own)
            if isinstance(method, staticmethod | classmethod):
                self.function = getattr(owner, self.name)
            elif own:
                self.function = method
                self.speech.methods = {
                    name: thing for name, thing in vars(owner).items()
                    if isinstance(thing, types.FunctionType) and name not in VOCABULARY
                }  # fmt: skip
            else:
                self.function = getattr(owner(), self.name)
        self.wrap()

    def renew(self) -> None:
        """Forget what earlier calls have left in the module."""
        self.load()
        self.settle()

    def helpers(self) -> dict[str, Any]:
        """The functions and constants of a game that the file may use without defining them."""
        table: dict[str, Any] = dict(CONSTANTS)
        for words, method in (
            (CHILDREN, "children"), (VALUE, "value"), (ENDED, "is_leaf"), (PLAYER, "player"), (IS_MAX, "is_max"),
            (PLAY, "play"), (UNDO, "undo"),
        ):  # fmt: skip
            table |= dict.fromkeys(words, self.helper(method))
        table["type"] = plain_type
        table["coeff"] = lambda player: -1 if player == self.speech.players[1] else 1
        return table

    def helper(self, method: str) -> Callable[..., Any]:
        """A function of the game of the moment."""

        def answer(*arguments: Any) -> Any:
            return getattr(self.current(), method)(*arguments)

        return answer

    def current(self) -> ObservedWorld:
        """The world of the moment."""
        if self.observed is None:
            raise NoGameYet
        return self.observed

    def find(self, asked: str) -> tuple[str, str]:
        """The name of the search function, by which the file calls it, and the class that it is a method of, if any:
        the one asked for, or the most advanced.
        """
        names: dict[str, str] = {}
        for name, thing in vars(self.module).items():
            mine = name in self.defined or getattr(thing, "__module__", "") == "student"
            if isinstance(thing, type) and mine:
                names |= {method: name for method in vars(thing) if not method.startswith("__") and method not in names}
            elif callable(thing) and mine:
                names[name] = ""
        kinds = {kind_of(name): name for name in reversed(names) if kind_of(name)}
        if not kinds:
            kinds |= dict.fromkeys(["heuristic"], next((n for n in names if plain_name(n) in HEURISTICS), ""))
        for kind in [asked] if asked else SEARCHES:
            found = kinds.get(kind) or (kind if kind in names else "")
            if found:
                return found, names[found]
        raise MissingError(", ".join(names))

    def find_replaced(self) -> set[str]:
        """Functions of a game that the file defines and that its search uses: ours take their places."""
        if self.owner or self.kind not in ("minimax", "negamax", "alphabeta") or self.asked_style in ("lists", "dict"):
            return set()
        games = self.glance.reach(self.name) & self.defined.keys() & (CHILDREN | ENDED | PLAY | UNDO)
        if not games & (CHILDREN | PLAY):
            return set()
        return self.glance.reach(self.name) & self.defined.keys() & VOCABULARY & self.ours.keys()

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
        parameters = [parameter for parameter in self.parameters() if parameter.kind not in ANYTHING]
        self.named_only = {p.name for p in parameters if p.kind is p.KEYWORD_ONLY}
        self.roles: list[tuple[str, str]] = []
        if self.kind not in ("minimax", "negamax", "alphabeta"):
            self.bind_graph(parameters)
            return
        names = [plain_name(parameter.name) for parameter in parameters]
        first = "node"
        if self.style in ("auto", "dict") and names[:1] and names[0] in TREES:
            if any(name in NODES - {"n", "p", "s"} for name in names[1:3]):
                self.style = first = "dict"
        if names[:1] and names[0] in GAMES and any(name in NODES for name in names[1:2]):
            first = "game"
        plays = (self.used | self.glance.attributes) & (PLAY | CHILDREN)
        walking = bool(plays) and names[:1] != [] and names[0] not in NODES and bool(role_of(names[0]))
        for place, parameter in enumerate(parameters):
            name = names[place]
            if place == 0 and not walking:
                role = {"dict": "tree", "game": "game"}.get(first, "node")
            elif first == "dict" and name in ("valeurs", "values", "feuilles", "leaves"):
                role = "values"
            elif first != "node" and name in NODES and "node" not in [role for role, _name in self.roles]:
                role = "node"
            else:
                role = role_of(parameter.name)
            if parameter.default is not parameter.empty and role in DEFAULTS:
                self.roles.append(("default:" + role, parameter.name))
                continue
            if not role:
                raise SignatureError(parameter.name)
            self.roles.append((role, parameter.name))

    def bind_graph(self, parameters: list[inspect.Parameter]) -> None:
        """The parameters of a function on graphs; what is unknown and has a default is the function's own affair."""
        for place, parameter in enumerate(parameters):
            role = plain_name(parameter.name)
            if not is_given(self.kind, place, role):
                if parameter.default is parameter.empty:
                    raise SignatureError(parameter.name, "graph_signature")
                break
            self.roles.append((role, parameter.name))

    def has(self, *roles: str) -> bool:
        """Has the function a parameter for one of these?"""
        return any(role.removeprefix("default:") in roles for role, _name in self.roles)

    def choose_style(self) -> None:
        """Nested lists, unless the file speaks of a game's functions or of a node's attributes or keys."""
        glance = self.glance
        if self.style == "auto":
            words = glance.attributes & (CHILDREN | PLAY) - {"moves", "apply", "make", "result"}
            game = self.has("children", "ended", "game") or (self.used & (CHILDREN | ENDED | PLAY)) or words
            self.style = "game" if game else "records" if glance.keys & CHILDREN else "lists"
        self.tuples = self.style == "lists" and (glance.tests_tuples or hasattr(self.function, "cache_info"))

    def read_speech(self) -> None:
        """How the file speaks of the game."""
        glance, speech = self.glance, self.speech
        speech.called = frozenset(glance.called)
        speech.moves = bool((self.used | glance.called) & PLAY) or self.has("play")
        speech.mutates = speech.moves and not glance.uses_result_of(PLAY)
        speech.relative = self.is_relative()

    def is_relative(self) -> bool:
        """Are values those of the player who moves, since the function can't know who that is?"""
        asked = self.used | self.glance.attributes_in(self.name)
        if self.has("player", "is_max", "colour") or asked & (PLAYER | IS_MAX):
            return False
        return self.kind != "minimax" and (self.kind == "negamax" or self.glance.negates_calls)

    def players(self) -> list[tuple[Any, Any]]:
        """What may stand for Max and for Min, likeliest first."""
        space = vars(self.module)
        for high, low in PAIRS:
            if high in space and low in space:
                return [(space[high], space[low])]
            if {high, low} & self.used:
                return [(CONSTANTS[high], CONSTANTS[low])]
        if not self.has("player") and not (self.used | self.glance.attributes) & PLAYER:
            return [(0, 1)]
        pairs = self.glance.players({name for role, name in self.roles if role == "player"} | PLAYER)
        ours = not self.has("player") and bool(self.used & PLAYER)
        if ours and all(set(map(str, pair)) <= {"0", "1"} for pair in pairs if 0 in pair):
            return [(0, 1)] if any(0 in pair for pair in pairs) else pairs
        return pairs

    def wrap(self) -> None:
        """Note each call of the functions that search: those that call themselves, perhaps through each other."""
        space = vars(self.module)
        for name in (self.glance.reach(self.name) | {self.name}) & self.defined.keys():
            function = space.get(name)
            if name in self.glance.reach(name) and isinstance(function, types.FunctionType):
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
                    break
            else:
                number = observed.path[-1] if self.speech.moves else None
            if number is not None:
                observed.called.add(number)
            return function(*arguments, **named)

        return call_noted

    def call(self, job: dict[str, Any], players: tuple[Any, Any], noted: bool) -> Any:
        """What the function answers for a world."""
        self.speech.players = players
        observed = self.observed = ObservedWorld(job, self.speech)
        given: dict[str, Any] = {
            "depth": job["depth"], "alpha": -math.inf, "beta": math.inf, "colour": 1, "player": players[0],
            "is_max": True, "children": observed.children, "value": observed.value, "ended": observed.is_leaf,
            "play": observed.play, "undo": observed.undo, "memo": {}, "node": self.make_root(observed, noted),
            "game": observed.positions[0],
        }  # fmt: skip
        if self.style == "dict":
            given |= observed.dicts(self.has("values"))
        if job.get("window"):
            given["alpha"], given["beta"] = job["window"]
        places: list[Any] = []
        named: dict[str, Any] = {}
        gap = False  # after a parameter that keeps its default, the others are named
        for role, name in self.roles:
            if role in ("default:alpha", "default:beta") and job.get("window"):
                named[name], gap = given[role.removeprefix("default:")], True
            elif role.startswith("default:"):
                gap = True
            elif gap or name in self.named_only:
                named[name] = given[role]
            else:
                places.append(given[role])
        return self.function(*places, **named)

    def make_root(self, observed: ObservedWorld, noted: bool) -> Any:
        """The root as the function takes it."""
        if self.style == "game":
            return Board(observed, [0]) if self.speech.mutates else observed.positions[0]
        if self.style == "records":
            children, value = (next(iter(self.glance.keys & words), word) for words, word in (
                (CHILDREN, "enfants"), (VALUE, "valeur"),
            ))  # fmt: skip
            return observed.records(children, value, bool(self.glance.tested_keys & (CHILDREN | VALUE)))
        return observed.lists(0, noted, self.tuples) if self.style == "lists" else None

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
