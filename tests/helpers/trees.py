"""Literal trees with known values and cuts, and strategies that draw trees, graphs and positions at random."""

from __future__ import annotations

import math
import random
from typing import Any

from game_list import GAMES
from hypothesis import strategies as st

from elagage.game import derive
from elagage.games import make
from elagage.games.tree import Tree

# The depth-3 tree of the courses: d = 4, e = 6, f = 2, g = 1, b = 4, c = 1, root 4; a beta cut at e, an alpha cut at c.
COURSE = "a=(b=(d=(1 4) e=(5 6)) c=(f=(2 1) g=(1 0)))"
# Max is sure of 1 on the left; on the right Min finds -5 at once, so the last subtree is never visited.
NEVER_VISITED = "root=(left=(1 3) right=(node8=(-5 -7) never=(6 9)))"

whole = st.integers(-5, 5)
values = st.one_of(
    whole,
    st.sampled_from([math.inf, -math.inf]),
    st.floats(-3, 3, allow_nan=False).map(lambda x: round(x, 2)),
)


@st.composite
def trees(draw: Any, values: Any = values) -> Tree:
    """An irregular tree, Max or Min first."""
    nested = st.recursive(values, lambda below: st.lists(below, min_size=1, max_size=4), max_leaves=24)
    return Tree(draw(nested), draw(st.sampled_from([0, 1])))


@st.composite
def graphs(draw: Any, values: Any = values, deepest: int = 4) -> Tree:
    """A graph in layers: nodes are shared, each lies at one depth, players may move twice,
    inner nodes have estimates.
    """
    depth = draw(st.integers(1, deepest))
    names = [
        [f"n{level}{i}" for i in range(1 if level == 0 else draw(st.integers(1, 4)))] for level in range(depth + 1)
    ]
    tree: dict[str, Any] = {}
    for level, layer in enumerate(names):
        for name in layer:
            if level == depth or (level > 0 and draw(st.integers(0, 5)) == 0):
                tree[name] = draw(values)
            else:
                tree[name] = draw(st.lists(st.sampled_from(names[level + 1]), min_size=1, max_size=4))
    inner = [name for name, branches in tree.items() if isinstance(branches, list)]
    estimates = {name: draw(st.integers(-5, 5)) for name in inner}
    players = {name: draw(st.sampled_from([0, 1])) for name in tree} if draw(st.booleans()) else None
    return Tree(tree, draw(st.sampled_from([0, 1])), players=players, estimates=estimates)


@st.composite
def cyclic_graphs(draw: Any) -> Tree:
    """A graph whose arcs go anywhere, with leaves that are won, lost or drawn."""
    count = draw(st.integers(2, 7))
    names = [f"n{i}" for i in range(count)]
    tree: dict[str, Any] = {"n0": draw(st.lists(st.sampled_from(names[1:]), min_size=1, max_size=3))}
    for name in names[1:]:
        leaf = draw(st.integers(0, 2)) == 0
        tree[name] = (
            draw(st.sampled_from([-1, 0, 1]))
            if leaf
            else draw(st.lists(st.sampled_from(names), min_size=1, max_size=3))
        )
    return Tree(tree, players={name: draw(st.sampled_from([0, 1])) for name in names})


@st.composite
def positions(draw: Any, names: tuple[str, ...] = GAMES, last: int = 0) -> tuple[Any, Any]:
    """A game of the package and a position of it that random play reaches;
    ``last`` keeps that many plies from the end away.
    """
    game = make(*draw(st.sampled_from(names)).split(":", 1))
    states = [game.start()]
    for choice in draw(st.lists(st.integers(0, 63), max_size=60)):
        moves = list(game.moves(states[-1]))
        if not moves:
            break
        states.append(game.play(states[-1], moves[choice % len(moves)]))
    return game, states[max(0, len(states) - 1 - last)]


def dense_graph(seed: int, layers: int = 5) -> Tree:
    """A graph in layers that is full of cuts: whole values close to each other, nodes of all kinds, players who move
    twice. Hypothesis draws smaller ones.
    """
    chooser = random.Random(seed)
    names = [[f"n{level}{i}" for i in range(1 if level == 0 else 4)] for level in range(layers + 1)]
    tree: dict[str, Any] = {}
    for level, layer in enumerate(names):
        for name in layer:
            if level == layers or (level > 1 and chooser.random() < 0.15):
                tree[name] = chooser.randint(-6, 6)
            else:
                tree[name] = [chooser.choice(names[level + 1]) for _move in range(chooser.randint(1, 4))]
    estimates = {name: chooser.randint(-6, 6) for name, branches in tree.items() if isinstance(branches, list)}
    players = {name: chooser.randrange(2) for name in tree} if seed % 3 else None
    return Tree(tree, seed % 2, players=players, estimates=estimates)


def exchange_players(game: Any) -> Any:
    """The same game with Max and Min in each other's seats."""
    cls = type(game)
    return derive(
        game,
        player=lambda self, state: 1 - cls.player(self, state),
        score=lambda self, state: -cls.score(self, state),
        heuristic=lambda self, state: -cls.heuristic(self, state),
    )
