"""Draw the figures of the course anew: each is made by a search and never by hand. A test compares them byte for byte.

python tools/course_figures.py            write docs/course/figures/*.svg, and .fr.svg where a figure has words
python tools/course_figures.py --check    say which are not as they would be drawn now
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from elagage import search
from elagage.figures.graphs.graph_scene import graph_scene
from elagage.figures.paths.path_steps import path_scene
from elagage.figures.scene.shapes import Disc, Line, Rect, Scene, Style, Text
from elagage.figures.scene.svg import scene_svg
from elagage.figures.trees.tree_scene import stack_scenes, tree_scenes
from elagage.game import read_state
from elagage.games.mnk import Mnk
from elagage.games.tree import Tree
from elagage.i18n import LANGUAGES, use_language, use_players
from elagage.loading import load
from elagage.paths import PathTrace, astar, dijkstra
from elagage.paths.problems import load_problem
from elagage.result import MIN, format_number
from elagage.solvers.graph.graph_files import read_graph
from elagage.solvers.graph.graph_regions import graph_regions
from elagage.trace import Trace

FOLDER = Path(__file__).resolve().parent.parent / "docs/course/figures"

CROSS, RING = Style(stroke="#0072B2", width=2.5), Style(stroke="#D55E00", width=2.5)
WON = "(p=(p1=(V V) p2=(V V)) q=(c=(a=(D V D) b=(V V)) d=(V V)) f=(e=(x=(V D) y=(D D)) z=(V D)))"
DEPTH_3 = "a=(b=(d=(1 4) e=(5 6)) c=(f=(2 1) g=(1 0)))"
DEPTH_4 = "a=(b=(d=(h=(3 5) i=(6 8)) e=(i j=(7 1))) c=(e f=(j k=(4 6))))"
NUMBERED = "(((1 -2) (3 0)) ((6 2) (4 9)) ((-5 -6) (8 7)))"
NAMED = ("J_max", "J_min")
HORIZON = Tree(
    {0: [1, 2, 3], 1: [4, 5], 2: [6, 7], 3: [8, 9], 4: 1, 5: [10, 11], 6: [12, 13], 7: 9, 8: [14], 9: 8}
    | {10: 3, 11: 0, 12: 6, 13: 2, 14: -5},
    estimates={5: 2, 6: 6, 8: -5},
)
"""A tree of which only two plies are seen: some of its leaves, and estimates elsewhere."""
ALPHA = Tree({"a": ["b", "c"], "b": 2, "c": ["d", "e"], "d": 1, "e": 0}, spelling={2: "S(b)", 1: "S(d)", 0: "?"})
BETA = Tree({"a": ["b", "c"], "b": 1, "c": ["d", "e"], "d": 2, "e": 0}, MIN, spelling={1: "S(b)", 2: "S(d)", 0: "?"})
"""The two cuts with letters for numbers."""


def tree(
    game: str | Tree,
    algorithm: str,
    depth: int | None = None,
    *,
    position: str | None = None,
    boards: bool = False,
    merged: bool = False,
    limit: int = 1500,
    playouts: int | None = None,
    players: tuple[str, str] | None = None,
    numbers: bool = False,
    **options: Any,
) -> Callable[[], Scene]:
    """A figure of the tree that a search walks."""

    def draw() -> Scene:
        played, trace = load(game) if isinstance(game, str) else game, Trace()
        if numbers and isinstance(played, Tree):
            played = played.number_nodes()
        state = played.start() if position is None else read_state(played, position)
        getattr(search, algorithm)(played, state, depth if playouts is None else playouts, trace=trace, **options)
        with use_players(players):
            return stack_scenes(tree_scenes(trace, limit=limit, boards=boards, merged=merged))

    return draw


def path(text: str, algorithm: Callable[..., Any]) -> Callable[[], Scene]:
    """A figure of what a path search explores."""

    def draw() -> Scene:
        problem, trace = load_problem(text), PathTrace()
        return path_scene(problem, trace, algorithm(problem, trace=trace))

    return draw


def game_graph(name: str) -> Callable[[], Scene]:
    """A figure of a solved game graph, which is in a file beside it."""

    def draw() -> Scene:
        game = read_graph(FOLDER / name)
        return graph_scene(*graph_regions(game), game.names)

    return draw


def lines() -> Scene:
    """What the heuristic of tic-tac-toe gives for one row, by what is in it: reckoned by the game,
    on a board that has no other row.
    """
    game = Mnk(3, 1, 3)
    scene, size = Scene(7 * 88 + 4, 64, "X wins 100, 10, 1; O the opposite; a row with both is worth nothing"), 24.0
    for number, row in enumerate(("xxx", "xx.", "x..", "xo.", "o..", "oo.", "ooo")):
        left = 4 + number * 88
        for column, mark in enumerate(row):
            x = left + column * size
            scene.add(Rect(x, 4, size, size))
            if mark == "x":
                scene.add(
                    Line(((x + 6, 10), (x + size - 6, size - 2)), style=CROSS),
                    Line(((x + size - 6, 10), (x + 6, size - 2)), style=CROSS),
                )
            elif mark == "o":
                scene.add(Disc(x + size / 2, 4 + size / 2, 7, style=RING))
        x_bits, o_bits = (sum(1 << place for place, mark in enumerate(row) if mark == kind) for kind in "xo")
        state = game.start()._replace(x=x_bits, o=o_bits)
        scene.add(Text(left + 1.5 * size, 50, format_number(game.heuristic(state)), 13))
    return scene


FIGURES: dict[str, Callable[[], Scene]] = {
    # What the texts of the courses determine
    "minimax-won": tree(WON, "minimax"),
    "minimax-max": tree("(3 7 5)", "minimax"),
    "minimax-min": tree("tree:min:(3 7 5)", "minimax"),
    "minimax-depth-3": tree(DEPTH_3, "minimax"),
    "alphabeta-depth-3": tree(DEPTH_3, "alphabeta"),
    "alphabeta-9-and-14": tree("tree:min:B'=(A'=(m=(10 12) A=(9 20)) B=(s=(14 15) t=(3 8)))", "alphabeta"),
    "and-or": tree(WON, "and_or"),
    "heuristic-lines": lines,
    "game-tree": tree("tictactoe", "minimax", position="XOX/XO./..O", boards=True),
    "minimax-horizon": tree(HORIZON, "minimax", 2, players=NAMED),
    "minimax-numbered": tree(NUMBERED, "minimax", players=NAMED, numbers=True),
    "alphabeta-numbered": tree(NUMBERED, "alphabeta", players=NAMED, numbers=True),
    "alpha-cut": tree(ALPHA, "alphabeta", players=NAMED),
    "beta-cut": tree(BETA, "alphabeta", players=NAMED),
    "minimax-depth-4": tree(DEPTH_4, "memoised", merged=True),
    # More
    "negamax": tree(DEPTH_3, "negamax"),
    "memoised-graph": tree("(p=(x=(5 1) y=(2 3)) q=(x y) r=(y x))", "memoised", merged=True),
    "alphabeta-deep": tree("a=(5 b=(c=(d=(2 9) 8) 7))", "alphabeta"),
    "alphabeta-tictactoe": tree("tictactoe", "alphabeta", 2, boards=True, position="b2a1a2c2"),
    "pvs": tree(DEPTH_3, "pvs"),
    "probcut": tree("tictactoe", "probcut", 3, position="..X/..O/...", margin=5),
    "mcts": tree("tictactoe", "mcts", position="b2a1a2c2", playouts=200, seed=1, limit=24),
    "grid-dijkstra": path("grid:24x14:25#4", dijkstra),
    "grid-astar": path("grid:24x14:25#4", astar),
    "attractor": game_graph("attractor.txt"),
}


def draw_figures() -> Iterator[tuple[Path, str]]:
    """Every figure as it is drawn now; in French only if there are words in it that differ."""
    for name, draw in FIGURES.items():
        texts = []
        for language in LANGUAGES:
            with use_language(language):
                texts.append(scene_svg(draw()))
        yield FOLDER / f"{name}.svg", texts[0]
        if texts[1] != texts[0]:
            yield FOLDER / f"{name}.fr.svg", texts[1]


def main() -> int:
    stale = [file for file, text in draw_figures() if not file.exists() or file.read_text(encoding="utf-8") != text]
    if "--check" in sys.argv:
        print("\n".join(str(file.relative_to(FOLDER.parent)) for file in stale), end="\n" if stale else "")
        return 1 if stale else 0
    for file, text in draw_figures():
        file.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
