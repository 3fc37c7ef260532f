"""How long do the figures of large search trees take? CPU time of this process, the median over the runs.

    make bench-figures
    python benchmarks/figures.py --runs 3 --nodes 5000      a quick look

The tree is the one that alpha-beta walks in a random literal tree of branching 3 and depth 8: 9,841 nodes, all drawn,
with their windows, values and cuts, the skipped subtrees included. The layout is timed by itself, and then all from the
trace to the text of the SVG file.
"""

from __future__ import annotations

import argparse
from statistics import median
from time import process_time

from elagage.figures.scene.svg import scene_svg
from elagage.figures.trees.node_shapes import measure
from elagage.figures.trees.tree_layout import lay_out
from elagage.figures.trees.tree_scene import trace_nodes, tree_scenes
from elagage.games.tree import Tree
from elagage.search import alphabeta
from elagage.trace import Trace

BARS = {"layout": 0.2, "nodes, layout, scene": None, "layout, scene and SVG": 0.5}
"""Seconds for 10,000 nodes."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=7, help="runs (7)")
    parser.add_argument("--nodes", type=int, default=10_000, help="nodes drawn (10000)")
    options = parser.parse_args()
    trace = Trace()
    alphabeta(Tree.random(3, 8, seed=1), trace=trace)
    times: dict[str, list[float]] = {name: [] for name in BARS}
    drawn = size = 0
    for _run in range(options.runs):
        nodes = trace_nodes(trace, options.nodes)[0][1]
        sizes = [measure(node, None, 1.0) for node in nodes]
        columns = [node.children for node in nodes], [one.left for one in sizes], [one.right for one in sizes]
        started = process_time()
        lay_out(*columns, [one.height for one in sizes])
        times["layout"].append(process_time() - started)
        started = process_time()
        scene = tree_scenes(trace, limit=options.nodes)[0]
        times["nodes, layout, scene"].append(process_time() - started)
        size = len(scene_svg(scene))
        times["layout, scene and SVG"].append(process_time() - started)
        drawn = len(nodes)
    print(f"{drawn} nodes drawn, {size / 1e6:.1f} MB of SVG")
    print(f"{'':28}{'seconds':>8}{'bar':>8}")
    for name, seconds in times.items():
        bar = BARS[name]
        print(f"{name:28}{median(seconds):8.3f}{'' if bar is None else f'{bar:8.1f}'}")


if __name__ == "__main__":
    main()
