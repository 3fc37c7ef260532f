"""How much faster is the compiled attractor than the plain function? A random game graph, the same for both.

    python benchmarks/attractor.py                                   1 million vertices, 3 million arcs; then 10 million
    python benchmarks/attractor.py --vertices 100000 --arcs 300000   a quick look

Every arc has a random source and a random head, every vertex a random owner, and one vertex in a hundred is a target.
The plain side is ``attractor`` of ``elagage.solvers.graph.attractors`` on a dict of lists, with the owners in a dict;
the compiled side is ``attractor_arrays`` of ``elagage.solvers.graph.attractor_arrays`` on offsets and successors. What
is timed is the call, with all that it builds; making the graph is not. The two take turns; the clock is this process's
CPU time. The answers must be the same, rank for rank, for both players.

Memory is the peak of a process of its own, which makes a graph of 10 million arcs and solves it, numpy and the compiler
included.
"""

from __future__ import annotations

import argparse
import resource
import subprocess
import sys
from statistics import median
from time import process_time
from typing import Any

import numpy as np

from elagage.solvers.graph.attractor_arrays import attractor_arrays
from elagage.solvers.graph.attractors import MAX, MIN, attractor

Arrays = tuple[Any, Any, Any, Any]


def random_arrays(vertices: int, arcs: int, seed: int) -> Arrays:
    """Offsets, successors, owners and targets of a random graph."""
    chance = np.random.default_rng(seed)
    degrees = np.bincount(chance.integers(0, vertices, arcs, dtype=np.int32), minlength=vertices)
    offsets = np.zeros(vertices + 1, dtype=np.int32)
    np.cumsum(degrees, out=offsets[1:])
    successors = chance.integers(0, vertices, arcs, dtype=np.int32)
    owner = chance.integers(0, 2, vertices, dtype=np.int8)
    target = (chance.integers(0, 100, vertices, dtype=np.int8) == 0).astype(np.int8)
    return offsets, successors, owner, target


def as_dicts(arrays: Arrays) -> tuple[dict[int, list[int]], dict[int, int], list[int]]:
    """The same graph as a class would type it."""
    offsets, successors, owner, target = arrays
    bounds, heads = offsets.tolist(), successors.tolist()
    graph = {vertex: heads[bounds[vertex] : bounds[vertex + 1]] for vertex in range(len(bounds) - 1)}
    return graph, dict(enumerate(owner.tolist())), np.flatnonzero(target).tolist()


def same(ranks: dict[int, int], array: Any) -> bool:
    """Do both sides give the same ranks to the same vertices?"""
    plain = np.full(len(array), -1, dtype=np.int32)
    plain[list(ranks.keys())] = list(ranks.values())
    return bool(np.array_equal(plain, array))


def compare(vertices: int, arcs: int, runs: int, plain_runs: int) -> int:
    """Print the table; 1 if the answers differ."""
    arrays = random_arrays(vertices, arcs, seed=1)
    graph, owner, target = as_dicts(arrays)
    attractor_arrays(*random_arrays(10, 30, seed=1))  # compiled now, and not while the clock runs
    for player, name in ((MAX, "Max"), (MIN, "Min")):
        spent: dict[str, list[float]] = {"plain": [], "compiled": []}
        for run in range(runs):
            started = process_time()
            array = attractor_arrays(*arrays, player)
            spent["compiled"].append(process_time() - started)
            if run < plain_runs:
                started = process_time()
                ranks = attractor(graph, owner, target, player)
                spent["plain"].append(process_time() - started)
                if not same(ranks, array):
                    print(f"{name}: the answers differ")
                    return 1
        plain, compiled = median(spent["plain"]), median(spent["compiled"])
        print(
            f"{name:<6} {int((array >= 0).sum()):>10,} {int(array.max()):>8} {plain:>10.3f} {compiled:>12.4f}   "
            f"1/{plain / compiled:.1f}",
            flush=True,
        )
    print("The answers are the same, rank for rank.")
    return 0


def memory(arcs: int) -> None:
    """Solve a large graph in this process and print its peak."""
    vertices = arcs // 3
    arrays = random_arrays(vertices, arcs, seed=2)
    started = process_time()
    ranks = attractor_arrays(*arrays)
    seconds = process_time() - started
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)
    kernel = 4 * (2 * arcs + 5 * vertices)
    print(
        f"{vertices:,} vertices, {arcs:,} arcs: {int((ranks >= 0).sum()):,} attracted, {seconds:.2f} s with "
        f"compilation or its cache,"
        f" {kernel / 1e6:.0f} MB of arrays in the kernel, peak {peak / 1e9:.2f} GB"
    )


def main() -> int:
    """Compare, then measure memory in a process of its own."""
    parser = argparse.ArgumentParser(description="Compare the compiled attractor with the plain function.")
    parser.add_argument("--vertices", type=int, default=1_000_000, help="vertices of the graph (1,000,000)")
    parser.add_argument("--arcs", type=int, default=3_000_000, help="arcs of the graph (3,000,000)")
    parser.add_argument("--large", type=int, default=10_000_000, help="arcs of the graph that memory is measured with")
    parser.add_argument("--runs", type=int, default=5, help="runs of the compiled side to take the median of (5)")
    parser.add_argument("--plain-runs", type=int, default=5, help="runs of the plain side (5)")
    parser.add_argument("--memory-only", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.memory_only:
        memory(options.large)
        return 0
    print(f"Random graph, {options.vertices:,} vertices, {options.arcs:,} arcs, Python {sys.version.split()[0]}")
    print(f"{'player':<6} {'attracted':>10} {'largest':>8} {'plain, s':>10} {'compiled, s':>12}   compiled/plain")
    if compare(options.vertices, options.arcs, options.runs, min(options.runs, options.plain_runs)):
        return 1
    child = [sys.executable, __file__, "--memory-only", "--large", str(options.large)]
    return subprocess.run(child, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
