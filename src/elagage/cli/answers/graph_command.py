"""``elagage graph``: who wins from each vertex of a game graph, in how many plies, and by which moves."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from elagage.cli import options
from elagage.i18n import _, current_language

if TYPE_CHECKING:
    from elagage.solvers.graph.graph_files import GameGraph
    from elagage.solvers.graph.graph_regions import GraphRegions

__all__ = ["graph"]


@click.command(
    help=_("Solve a game graph: who wins from each vertex, in how many plies, by which moves."),
    epilog=_(
        "FILE has lines such as a max: b c (Max moves from a to b or to c) and c: +1 (an end won by Max; -1: by "
        "Min, 0: a draw; J1, J2 and nul say the same), or is JSON with graph, owner and finals, or PGSolver's."
    ),
)
@click.argument("file", type=click.Path(path_type=Path, allow_dash=True), metavar=_("FILE"))
@click.option(
    "--target", metavar=_("NAMES"), help=_("Show the attractor of these vertices, with commas between their names.")
)
@click.option(
    "--player",
    type=click.Choice(("max", "min")),
    help=_("Show the attractor of one player; without --target, of the ends that this player wins."),
)
@options.output(_("Draw it in a file too; the ending says how: .html (rank by rank), .svg, .png, .pdf, .tex."))
@options.json_output
@options.lang
def graph(file: Path, target: str | None, player: str | None, output: Path | None, as_json: bool) -> None:
    """Print the solved graph as a table, and draw it if asked to."""
    from elagage.cli.output import table
    from elagage.figures.graphs.graph_text import graph_rows
    from elagage.solvers.graph.graph_regions import graph_regions

    if output is not None:
        check_output(output)
    game = read(file)
    answer = graph_regions(game, target, player)
    arcs, turn, regions, moves = answer
    if output is not None:
        draw(answer, game, output)
    if as_json:
        click.echo(json.dumps(as_object(file, game, turn, regions, moves), ensure_ascii=False))
    else:
        table(graph_rows(arcs, turn, regions, moves, game.names))


def check_output(output: Path) -> None:
    """FileError if no such file can be written."""
    from elagage.figures.scene.scene_files import check_ending

    options.check_folder(output)
    check_ending(output, more=(".html",))


def draw(answer: GraphRegions, game: GameGraph, output: Path) -> None:
    """Write the picture, or the page that is stepped through."""
    from elagage.figures.graphs.graph_page import graph_page
    from elagage.figures.graphs.graph_scene import graph_scene
    from elagage.figures.scene.scene_files import write_scene
    from elagage.record import write_file

    if output.suffix.lower() == ".html":
        write_file(output, graph_page(*answer, game.names, lang=current_language()).encode())
    else:
        scene = graph_scene(*answer, game.names)
        write_scene(output, scene, title=scene.title, lang=current_language())


def read(file: Path) -> GameGraph:
    """The graph in a file, or on standard input."""
    import sys

    from elagage.solvers.graph.graph_files import MOST_BYTES, decode_graph, read_graph

    if str(file) != "-":
        return read_graph(file)
    binary = getattr(sys.stdin, "buffer", None)
    content = sys.stdin.read(MOST_BYTES + 1).encode() if binary is None else binary.read(MOST_BYTES + 1)
    return decode_graph(content, _("standard input"))


def as_object(
    file: Path, game: GameGraph, turn: dict[Any, int], regions: dict[str, Any], moves: dict[Any, Any]
) -> dict[str, Any]:
    """What ``--json`` prints."""
    vertices = [
        {
            "vertex": vertex,
            "name": game.names.get(vertex),
            "player": turn.get(vertex),
            "successors": game.graph[vertex],
            "region": region,
            "rank": members[vertex] if isinstance(members, dict) else None,
            "move": moves.get(vertex),
        }
        for region, members in regions.items()
        for vertex in (members if isinstance(members, dict) else [v for v in game.graph if v in members])
    ]
    return {"file": str(file), "vertices": vertices}
