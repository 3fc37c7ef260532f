"""The parsers of games: their names with parameters, literal trees, positions and moves of every game."""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import islice
from typing import Any

from elagage.errors import NotationError
from elagage.game import Game, read_move, read_state
from elagage.games import CATALOGUE, ENTRIES
from elagage.games.tree import Tree
from elagage.loading import load
from fuzzing.guarded_runs import Different, Target

__all__ = ["make_targets"]

SPECS = (
    *(entry.parameters or entry.name for entry in ENTRIES),
    *("tree:3^4#7", "tree:min:2^3", "mnk:9,9,5", "nim:1,2,3:misere", "kalah:3,4", "morris:straight", "othello:26"),
    *("a=(b=(1 4) c=(b 2))", "max:((5 -6) (V N inf))", "((1) (2 (3 4)))", "dots_and_boxes:1x2", "rules.py:Class"),
)
TREES = (
    "((5 6) (7 4 5))",
    "a=(b=(1 4) c=(b 2))",
    "(V (N D) -inf)",
    "min:(1.5 (2 ∞))",
    "2^3#4",
    "((((1))))",
    "x = (y=3 y)",
)
BOARDS = {"tree": ("tree:((5 6) (7 4 5))", "tree:a=(b=(1 4) c=(b 2))"), "mnk": ("mnk:4,3,3",)}


class Draughts(Game[Any, Any]):
    """A game without a notation of its own: states are nested tuples, moves pairs, and both are written as Python."""

    def start(self) -> Any:
        return ((1, 2, 0), "max", 0)

    def player(self, state: Any) -> int:
        return int(state[2])

    def moves(self, state: Any) -> Any:
        return [(pile, count) for pile, size in enumerate(state[0]) for count in range(1, min(size, 50) + 1)]

    def play(self, state: Any, move: Any) -> Any:
        pile, count = move
        sizes = tuple(size - count * (place == pile) for place, size in enumerate(state[0]))
        return (sizes, "min" if state[1] == "max" else "max", 1 - state[2])

    def score(self, state: Any) -> int:
        return 1 if state[2] else -1


def read_game(text: str) -> None:
    """A name with parameters leads to a game that has a first position and is called so again; files are left out."""
    if text.strip().endswith(".py") or "/" in text.partition(":")[0]:
        return
    game = load(text)
    game.text(game.start())
    list(islice(game.moves(game.start()), 5))
    if load(game.spec).start() != game.start():
        raise Different(f"{game.spec!r} is another game")


def read_tree(text: str) -> None:
    """A tree that was accepted is written so that it reads back."""
    tree = Tree.from_text(text)
    written = tree.text(tree.start())
    if tree.children[0] and Tree(written, tree.first).text(tree.start()) != written:
        raise Different(f"written {written[:80]!r}")


def position_reader(game: Game[Any, Any], read: Callable[[str], Any]) -> Callable[[str], None]:
    """Reads a position; what is accepted is shown, and its name reads back to it."""

    def read_position(text: str) -> None:
        state = read(text)
        game.text(state)
        if not game.over(state):
            game.heuristic(state)
            list(islice(game.moves(state), 3))
        name = game.state_name(state)
        if read(name) != state:
            raise Different(f"it is called {name[:80]!r}, which is another position")

    return read_position


def move_reader(game: Game[Any, Any], states: list[Any]) -> Callable[[str], None]:
    """Reads a move in each of a few positions; it is legal, and its name reads back to it."""

    def read_one(text: str) -> None:
        accepted, refusal = False, None
        for state in states:
            try:
                move = game.parse_move(state, text)
                accepted = True
            except NotationError as error:
                refusal = error
                continue
            if move not in list(game.moves(state)):
                raise Different(f"{move!r} is not legal in {game.state_name(state)}")
            if game.parse_move(state, game.move_name(state, move)) != move:
                raise Different(f"{move!r} is called {game.move_name(state, move)!r}")
        if refusal is not None and not accepted:
            raise refusal

    return read_one


def play_samples(game: Game[Any, Any]) -> tuple[list[Any], list[str], list[str]]:
    """A few positions of random games, with the names of positions, lines of moves and moves."""
    chooser = random.Random(5)
    states, names, moves = [], [], []
    for _game in range(4):
        state, line = game.start(), []
        for ply in range(chooser.randrange(3, 14)):
            legal = [] if game.over(state) else list(game.moves(state))
            if not legal:
                break
            move = chooser.choice(legal)
            line.append(game.move_name(state, move))
            state = game.play(state, move)
            if ply % 3 == 0:
                names.append(game.state_name(state))
        states.append(state)
        moves += line
        names += [" ".join(line), game.state_name(state), "".join(line), ",".join(line)]
    return [game.start(), *states[:2]], names, sorted(set(moves)) or ["1"]


def make_targets() -> list[Target]:
    """The parsers of games."""
    entries = {entry.name: entry for entry in ENTRIES}
    targets = [Target("game names", SPECS, read_game, cost=20), Target("literal trees", TREES, read_tree, cost=2)]
    for name in CATALOGUE:
        for spec in BOARDS.get(name, (name,)):
            game = load(spec)
            states, names, moves = play_samples(game)
            shown = spec.partition(":")[0] + (" (shared)" if "=" in spec else "")
            names += [entries[name].notation, *entries[name].notation.split(", ")]
            targets.append(Target(f"position of {shown}", names, position_reader(game, game.parse_state), cost=2))
            targets.append(Target(f"move of {shown}", moves, move_reader(game, states), cost=2))
    plain = Draughts()
    states, names, moves = play_samples(plain)
    reader = position_reader(plain, lambda text: read_state(plain, text))
    targets.append(Target("position without notation", names, reader, cost=2))
    targets.append(Target("move without notation", moves, lambda text: read_move(plain, plain.start(), text)))
    return targets
