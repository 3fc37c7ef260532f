"""What the page shows of algorithms: trees, comparisons, paths on drawn grids, game graphs.

All of it is bounded in time and in size.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from typing import Any

from elagage import search
from elagage.figures.graphs.graph_page import graph_page
from elagage.figures.graphs.graph_scene import MOST_DRAWN, graph_scene
from elagage.figures.graphs.graph_text import describe_region
from elagage.figures.pages.step_page import page_data
from elagage.figures.pages.tree_page import tree_page
from elagage.figures.paths.path_steps import path_page
from elagage.figures.scene.pdf import scenes_pdf
from elagage.figures.scene.svg import scene_svg
from elagage.figures.scene.tikz import scene_tikz
from elagage.figures.trees.tree_scene import stack_scenes, tree_scenes
from elagage.game import Game, derive
from elagage.games.tree import Tree
from elagage.i18n import Message, translate_both, use_language
from elagage.paths import ALGORITHMS as PATHS
from elagage.paths import Expanded, NoPath, PathTrace
from elagage.paths.problems.grid import Grid
from elagage.search.compare import ALGORITHMS as COMPARED
from elagage.search.compare import minimal_leaves
from elagage.solvers.graph.graph_files import parse_graph
from elagage.solvers.graph.graph_regions import graph_regions
from elagage.trace import Enter, Trace
from elagage.web.answers.analysis_jobs import bar_value, format_score
from elagage.web.answers.move_list import Line, refuse_large_tree
from elagage.web.http_errors import Refusal
from elagage.web.request_fields import TREES, choice, read_integer, text

__all__ = [
    "FORMATS",
    "compare_json",
    "exercise_json",
    "graph_json",
    "literal_file",
    "literal_json",
    "path_json",
    "tree_json",
]

FORMATS = {"svg": "image/svg+xml", "pdf": "application/pdf", "tex": "application/x-tex"}
SECONDS = 8.0
PLAYS = 3_000_000
TRACE = 60_000
NODES = 3000
MOST_CELLS = 4000
MOST_SEED = 999_999
MOST_VERTICES = MOST_DRAWN
MOST_SQUARES = 200_000
"""Squares of boards in all the nodes of a tree."""


def limit_play(game: Game[Any, Any], seconds: float = SECONDS) -> Game[Any, Any]:
    """The same game, whose rules end a search that takes too long: LimitsError."""
    cls, deadline, count = type(game), time.process_time() + seconds, 0

    def play(self: Any, state: Any, move: Any) -> Any:
        nonlocal count
        count += 1
        if count > PLAYS or time.process_time() > deadline:
            raise Refusal("This takes too long for a page: give a smaller depth, or a smaller game.")
        return cls.play(self, state, move)

    return derive(game, play=play)


def trace_search(game: Game[Any, Any], state: Any, request: dict[str, Any]) -> Trace:
    """A search as the request wants it, noted down."""
    algorithm = choice(request, "algorithm", TREES, "alphabeta")
    options = request.get("options") or {}
    if not isinstance(options, dict):
        raise Refusal("'{name}' must be a JSON object.", name="options")
    depth = read_integer(request, "depth", None if game.payoffs else 2, 0, 12 if not game.payoffs else 200)
    played, trace = limit_play(game), Trace(limit=TRACE)
    if algorithm == "mcts":
        playouts = read_integer(options, "playouts", 60, 1, 1000) or 60
        search.mcts(played, state, playouts, seed=read_integer(options, "seed", 0, 0, 1 << 30) or 0, trace=trace)
    elif algorithm == "alphabeta":
        search.alphabeta(
            played,
            state,
            depth,
            form="negamax" if options.get("form") == "negamax" else "minimax",
            soft=not options.get("hard"),
            strict=bool(options.get("strict")),
            trace=trace,
        )
    else:
        getattr(search, algorithm)(played, state, depth, trace=trace)
    return trace


def tree_json(line: Line, request: dict[str, Any], language: str) -> dict[str, Any]:
    """The tree that an algorithm walks, to be stepped through."""
    trace = trace_search(line.game, line.state, request)
    boards = bool((request.get("options") or {}).get("boards"))
    cells = sum(map(len, line.game.grid(line.state))) if boards else 0
    if cells * min(NODES, sum(isinstance(event, Enter) for event in trace.events)) > MOST_SQUARES:
        raise Refusal("This takes too long for a page: give a smaller depth, or a smaller game.")
    return figure(tree_page(trace, lang=language, boards=boards, limit=NODES))


def figure(page: str) -> dict[str, Any]:
    """What a page shows, for a page that has its own frame; ``svg`` holds a document for each of its sheets."""
    found = dict(page_data(page))
    data = found.pop("data")
    svgs = [svg.replace("<svg hidden", "<svg", 1) for svg in re.split(r"\n(?=<svg hidden )", found.pop("svg"))]
    kept = {name: data[name] for name in ("steps", "columns", "words", "least", "ui") if name in data}
    return {**found, **kept, "svg": svgs[0] if len(svgs) == 1 else svgs}


def literal_json(request: dict[str, Any], language: str) -> dict[str, Any]:
    """A literal tree, to be stepped through."""
    game = literal(request)
    return figure(tree_page(trace_search(game, game.start(), request), lang=language, limit=NODES, leaves=True))


def literal(request: dict[str, Any]) -> Tree:
    written = text(request, "text")
    refuse_large_tree("tree", written)
    found = Tree.from_text(written)
    found.spec = f"tree:{written}"
    return found


def literal_file(request: dict[str, Any], language: str) -> tuple[bytes, str, str]:
    """A literal tree as a file: its bytes, its type, its name."""
    kind = choice(request, "format", tuple(FORMATS), "svg")
    game = literal(request)
    with use_language(language):
        trace = trace_search(game, game.start(), request)
        scene = stack_scenes(tree_scenes(trace, limit=NODES))
        if kind == "pdf":
            content = scenes_pdf([scene], title=scene.title, lang=language)
        else:
            content = (scene_tikz(scene) if kind == "tex" else scene_svg(scene)).encode()
    return content, FORMATS[kind], f"tree.{kind}"


def compare_json(line: Line, request: dict[str, Any], scale: float) -> dict[str, Any]:
    """The algorithms side by side on one position."""
    game = line.game
    depth = read_integer(request, "depth", None if game.payoffs else 3, 0, 12 if not game.payoffs else 200)
    limited = limit_play(game)  # one bound for all of them
    results = [run(limited, line.state, depth) for run in COMPARED.values()]
    minimum = minimal_leaves(limited, line.state, depth, results[0].value)
    return {
        "key": line.key,
        "depth": depth,
        "minimum": minimum,
        "rows": [
            {
                "algorithm": found.algorithm, "score": format_score(game, found.score),
                "value": bar_value(found.score, scale),
                "nodes": found.nodes, "leaves": found.leaves, "cuts": found.cuts, "hits": found.hits,
                "seconds": round(found.seconds, 6),
                "move": None if found.move is None else game.move_name(line.state, found.move),
            }
            for found in results
        ],
    }  # fmt: skip


def path_json(request: dict[str, Any], language: str) -> dict[str, Any]:
    """A path search on a drawn grid, to be stepped through."""
    rows = request.get("rows")
    good = isinstance(rows, list) and rows and all(isinstance(row, str) for row in rows)
    if not good or sum(map(len, rows or [])) > MOST_CELLS:
        raise Refusal("'rows' must be a list of texts, with {most} cells at most in all.", most=MOST_CELLS)
    problem = Grid.from_picture("/".join(rows or []), 8 if request.get("ways") == 8 else 4)
    problem.spec = f"grid {problem.width}x{problem.height}"
    algorithm = choice(request, "algorithm", tuple(PATHS), "astar")
    trace = PathTrace(limit=TRACE)
    place: Callable[[Any], list[int]] = lambda cell: [problem.row(cell), problem.column(cell)]  # noqa: E731
    try:
        found = PATHS[algorithm](problem, trace=trace, limit=4 * MOST_CELLS)
    except NoPath as missing:
        expanded = [place(event.state) for event in trace.events if isinstance(event, Expanded)]
        return {
            "path": None, "cost": None, "expanded": expanded, "counts": {"expanded": missing.expanded},
            "words": translate_both(Message("There is no path from S to G: take a wall away.")), "steps": None,
        }  # fmt: skip
    return {
        "path": [place(cell) for cell in found.path],
        "cost": float(found.cost),
        "expanded": [place(event.state) for event in trace.events if isinstance(event, Expanded)],
        "counts": {
            "expanded": found.expanded, "generated": found.generated, "reopened": found.reopened,
            "frontier": found.frontier,
        },
        **found.claim(problem.state_name),
        **figure(path_page(problem, trace, found, language)),
    }  # fmt: skip


def graph_json(request: dict[str, Any], language: str) -> dict[str, Any]:
    """A game graph, solved: who wins from where, in how many plies, and how that is found, rank by rank."""
    game = parse_graph(text(request, "text", most=200_000))
    if len(game.graph) > MOST_VERTICES:
        raise Refusal("The graph is too large for a page: {most} vertices at most.", most=MOST_VERTICES)
    target = request.get("target")
    player = choice(request, "player", ("max", "min", ""), "")
    aimed = text(request, "target") if target else None
    answer = graph_regions(game, aimed, player or None)
    _arcs, turn, regions, moves = answer
    with use_language(language):
        svg = scene_svg(graph_scene(*answer, game.names))
    flat = [
        (vertex, region, members[vertex] if isinstance(members, dict) else None)
        for region, members in regions.items()
        for vertex in (members if isinstance(members, dict) else [each for each in game.graph if each in members])
    ]
    return {
        "svg": svg,
        "page": figure(graph_page(*answer, game.names, lang=language)) if request.get("page") else None,
        "ranks": [
            {
                "vertex": str(vertex), "name": game.names.get(vertex), "player": turn.get(vertex), "region": region,
                "rank": rank,
                "move": None if vertex not in moves else str(moves[vertex]),
                "words": translate_both(describe_region(region, "outside" in regions)),
            }
            for vertex, region, rank in flat
        ],
        "steps": graph_steps(flat),
    }  # fmt: skip


def graph_steps(flat: list[tuple[Any, str, int | None]]) -> list[dict[str, Any]]:
    """The attractor as it grows: which vertices join at each rank, and what that means."""
    steps = []
    for region in ("max", "min", "draw"):
        ranks = sorted({rank for _vertex, kind, rank in flat if kind == region and rank is not None})
        for rank in ranks:
            joined = [str(vertex) for vertex, kind, found in flat if kind == region and found == rank]
            words = Message(
                "{region}, rank {rank}: {names} joins.",
                "{region}, rank {rank}: {names} join.",
                count=len(joined),
                region=describe_region(region),
                rank=rank,
                names=", ".join(joined[:20]),
            )
            steps.append({"region": region, "rank": rank, "vertices": joined, "words": translate_both(words)})
    return steps


def exercise_json(request: dict[str, Any], language: str) -> dict[str, Any]:
    """An exercise as the page asks and marks it, and which kinds there are."""
    from elagage.exercises.kinds import KINDS, find_kind
    from elagage.exercises.papers import Paper
    from elagage.figures.pages.form_page import form_data

    kind = choice(request, "kind", tuple(KINDS), next(iter(KINDS)))
    seed = read_integer(request, "seed", 1, 1, MOST_SEED) or 1
    posed = find_kind(kind).make({}, seed)
    return {
        "kind": kind,
        "seed": seed,
        "kinds": [[name, translate_both(find_kind(name).title)] for name in KINDS],
        "form": form_data([Paper("", (posed,))], posed.heading, lang=language),
    }
