"""From a request to a position: which game, from where, by which moves."""

from __future__ import annotations

import hashlib
import re
from collections import OrderedDict
from dataclasses import dataclass
from itertools import accumulate
from typing import Any

from elagage.errors import LoadError
from elagage.evaluation import heuristic_choices, with_heuristic
from elagage.game import Game, read_move, read_state
from elagage.games import CATALOGUE, make
from elagage.solvers import Solution
from elagage.web.http_errors import Refusal
from elagage.web.request_fields import FILE, text

__all__ = ["Line", "Shelf", "key_of"]

MOST_MOVES = 1000
MOST_CELLS = 2500
MOST_LEAVES = 20_000
DEEPEST_TREE = 400
KEPT = 32
MOST_WRITTEN = 40_000
"""Characters in the names of all the games that are kept: a literal tree takes memory by its text."""


@dataclass(frozen=True)
class Line:
    """A position and how it came about: ``states`` has one more than ``moves``."""

    game: Game[Any, Any]
    spec: str
    start: str | None
    moves: tuple[Any, ...]
    names: tuple[str, ...]
    states: tuple[Any, ...]

    @property
    def state(self) -> Any:
        """Where the line ends."""
        return self.states[-1]

    @property
    def key(self) -> str:
        """What belongs to this very position."""
        return key_of(self.spec, self.state)

    def as_json(self) -> dict[str, Any]:
        """As the page writes it."""
        return {"game": self.spec, "position": self.start, "moves": list(self.names)}


def key_of(spec: str, state: Any) -> str:
    """What belongs to a position of a game."""
    return hashlib.sha256(f"{spec}\0{state!r}".encode()).hexdigest()[:20]


class Shelf:
    """The games that can be asked for: those of the catalogue, and the one of the command line."""

    def __init__(self, own: Game[Any, Any] | None = None, solution: Solution[Any, Any] | None = None) -> None:
        self.own, self.solution = own, solution
        self.games: OrderedDict[str, Game[Any, Any]] = OrderedDict()

    def game(self, spec: str) -> Game[Any, Any]:
        """The game of that name; LoadError if there is none, or if it is too large for a page.

        No path is ever taken.
        """
        if spec == FILE and self.own is not None:
            return self.own
        if spec in self.games:
            self.games.move_to_end(spec)
            return self.games[spec]
        name, _colon, parameters = spec.strip().partition(":")
        if name.casefold() not in CATALOGUE:
            raise LoadError(
                "There is no game '{name}'; the games are {games}.", name=name[:40], games=", ".join(CATALOGUE)
            )
        refuse_large_tree(name.casefold(), parameters)
        game = make(name.casefold(), parameters)
        if sum(map(len, game.grid(game.start()))) > MOST_CELLS:
            raise LoadError(
                "The board of {game} is too large for a page: {most} cells at most.", game=spec[:40], most=MOST_CELLS
            )
        self.games[spec] = game
        while len(self.games) > KEPT or sum(map(len, self.games)) > MOST_WRITTEN:
            self.games.popitem(last=False)
        return game

    def find_solution(self, spec: str, game: Game[Any, Any]) -> Solution[Any, Any] | None:
        """The solution of the command line, if it is of this game."""
        if self.solution is None:
            return None
        same = game is self.solution.game or (spec != FILE and game.spec == self.solution.game.spec)
        return self.solution if same else None

    def line(self, request: dict[str, Any]) -> Line:
        """The position of a request."""
        spec = text(request, "game")
        game = self.game(spec)
        chosen = request.get("heuristic")
        if chosen is not None:
            game = choose_heuristic(game, text(request, "heuristic", most=100))
        start = None if request.get("position") is None else text(request, "position")
        state = game.start() if start is None else read_state(game, start)
        names = request.get("moves", [])
        if not isinstance(names, list) or len(names) > MOST_MOVES or not all(isinstance(name, str) for name in names):
            raise Refusal("'moves' must be a list of at most {most} names of moves.", most=MOST_MOVES)
        states, moves, written = [state], [], []
        for name in names:
            move = read_move(game, state, name[:200])
            written.append(game.move_name(state, move))
            moves.append(move)
            state = game.play(state, move)
            states.append(state)
        return Line(game, spec, start, tuple(moves), tuple(written), tuple(states))


def refuse_large_tree(name: str, parameters: str) -> None:
    """LoadError for a tree that is too large or too deep for a page, known by its text alone."""
    if name != "tree":
        return
    uniform = re.search(r"([0-9]{1,3})\^([0-9]{1,2})", parameters)
    if uniform and int(uniform[1]) ** int(uniform[2]) > MOST_LEAVES:
        raise LoadError(
            "The tree {tree} is too large for a page: {most} leaves at most.", tree=uniform[0], most=MOST_LEAVES
        )
    deepest = max(accumulate({"(": 1, ")": -1}.get(sign, 0) for sign in parameters), default=0)
    if deepest > DEEPEST_TREE:
        raise LoadError(
            "The tree is too deep for a page: {most} pairs of brackets inside each other at most.", most=DEEPEST_TREE
        )


def choose_heuristic(game: Game[Any, Any], name: str) -> Game[Any, Any]:
    """The game judged by a heuristic that it offers; never by a file, which only the command line may name."""
    names = heuristic_choices(game)
    if name not in names:
        raise Refusal("There is no heuristic '{name}'; there are {names}.", name=name, names=", ".join(names) or "–")
    return with_heuristic(game, name)
