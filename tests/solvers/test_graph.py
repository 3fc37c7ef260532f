"""Game graphs: attractors and their ranks, regions, strategies, the forms of a graph, and the compiled twin."""

from __future__ import annotations

import random
import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace

import networkx
import pytest
from arenas import arenas, closed
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from elagage.errors import LoadError
from elagage.solvers import graph as solvers
from elagage.solvers.graph.attractor_arrays import as_arrays, attractor_arrays
from elagage.solvers.graph.attractors import (
    MAX,
    MIN,
    Flaw,
    as_graph,
    attractor,
    check_strategy,
    solve_graph,
    winning_positions,
    winning_strategy,
)
from elagage.solvers.graph.graph_files import parse_graph

ROOT = Path(__file__).resolve().parents[2]


def naive_ranks(graph, owner, target, player):
    """The definition, rank by rank, over the whole graph each time."""
    rank = dict.fromkeys(target, 0)
    for number in range(1, len(graph) + 1):
        new = [
            vertex
            for vertex, successors in graph.items()
            if vertex not in rank
            and successors
            and (any if owner[vertex] == player else all)(successor in rank for successor in successors)
        ]
        rank |= dict.fromkeys(new, number)
    return rank


def naive_value(graph, owner, finals, plies):
    """Who has won after so many plies at most, with best play: values by induction on plies,
    with no idea of attractors.
    """
    ends = {vertex: finals.get(vertex, 0) for vertex in graph if vertex in finals or not graph[vertex]}
    value = {vertex: ends.get(vertex, 0) for vertex in graph}
    for _ply in range(plies):
        value = {
            vertex: ends[vertex]
            if vertex in ends
            else (max if owner[vertex] == MAX else min)(value[successor] for successor in graph[vertex])
            for vertex in graph
        }
    return value


@given(arenas(), st.sampled_from((MAX, MIN)))
def test_ranks_are_those_of_the_definition(arena, player):
    graph, owner, finals = arena
    found = attractor(graph, owner, finals, player)
    assert found == naive_ranks(graph, owner, finals, player)
    assert list(found.values()) == sorted(found.values())


@given(arenas())
def test_ranks_are_the_plies_of_best_play(arena):
    graph, owner, finals = arena
    regions = solve_graph(graph, owner, finals)
    for plies in range(len(graph) + 1):
        value = naive_value(graph, owner, finals, plies)
        assert {v for v, n in value.items() if n > 0} == {v for v, rank in regions.max.items() if rank <= plies}
        assert {v for v, n in value.items() if n < 0} == {v for v, rank in regions.min.items() if rank <= plies}


@given(arenas())
def test_every_vertex_is_in_one_region_and_draws_can_be_held(arena):
    graph, owner, finals = arena
    regions = solve_graph(graph, owner, finals)
    assert sorted(vertex for region in regions for vertex in region) == sorted(graph)
    drawn = regions.draw.keys() | regions.endless
    arcs = closed(graph, finals)
    for vertex in drawn:
        assert not arcs[vertex] or drawn & set(arcs[vertex])
        assert not set(arcs[vertex]) & (regions.max if owner[vertex] == MAX else regions.min).keys()
    # Both play to stay among drawn positions: who can reach an end, and how soon?
    distance = {vertex: 0 for vertex in drawn if not arcs[vertex]}
    for number in range(1, len(graph) + 1):
        distance |= {
            v: number for v in drawn - distance.keys() if any(distance.get(s, number) < number for s in arcs[v])
        }
    assert regions.draw == distance


@given(arenas())
def test_sinks_are_attracted_by_nothing(arena):
    graph, owner, finals = arena
    sinks = {vertex for vertex, successors in graph.items() if not successors}
    for player in (MAX, MIN):
        assert not sinks & attractor(graph, owner, set(finals) - sinks, player).keys()


def test_an_opponents_dead_end_is_not_attracted():
    assert attractor({"a": ["dead", "goal"], "dead": [], "b": ["dead"]}, set(), ["goal"], MAX) == {"goal": 0}


@given(arenas(), st.sampled_from((MAX, MIN)))
def test_our_strategy_wins_against_everything(arena, player):
    graph, owner, finals = arena
    won = winning_positions(graph, owner, finals, player)
    strategy = winning_strategy(graph, owner, finals, player)
    assert strategy.keys() == {vertex for vertex, rank in won.items() if rank and owner[vertex] == player}
    assert check_strategy(graph, owner, finals, strategy, player, won) is None
    arcs = closed(graph, finals)
    for vertex, move in strategy.items():
        assert move in arcs[vertex]
        assert won[move] == won[vertex] - 1
    for vertex, rank in won.items():  # the longest play that the opponent can choose is as long as the rank
        at, plies = vertex, 0
        while won[at]:
            at = strategy[at] if owner[at] == player else max(arcs[at], key=won.__getitem__)
            plies += 1
        assert plies == rank


def wins(graph, owner, finals, strategy, player, vertex, path=()):
    """Does the strategy win every play from here? By trying them all."""
    if vertex in finals:
        return finals[vertex] * (1 if player == MAX else -1) > 0
    if vertex in path or not graph[vertex]:
        return False
    moves = graph[vertex]
    if owner[vertex] == player:
        if strategy.get(vertex) not in graph[vertex]:
            return False
        moves = [strategy[vertex]]
    return all(wins(graph, owner, finals, strategy, player, move, (*path, vertex)) for move in moves)


@given(arenas(6), st.sampled_from((MAX, MIN)), st.data())
def test_any_strategy_is_judged_as_by_trying_all_plays(arena, player, data):
    graph, owner, finals = arena
    mine = [vertex for vertex in graph if owner[vertex] == player and graph[vertex] and vertex not in finals]
    strategy = {
        vertex: data.draw(st.sampled_from([*graph[vertex], *list(graph)[:1]]))
        for vertex in mine
        if data.draw(st.booleans())
    }
    flaw = check_strategy(graph, owner, finals, strategy, player)
    right = all(wins(graph, owner, finals, strategy, player, vertex) for vertex in strategy)
    assert (flaw is None) == right
    if flaw is not None:
        last = flaw.play[-1]
        assert flaw.play[0] in strategy
        assert flaw.text()
        legal = flaw.play if flaw.reason != "illegal" else flaw.play[:-1]
        for here, there in pairwise(legal):
            assert there == strategy[here] if owner[here] == player else there in graph[here]
        assert {
            "missing": last not in strategy,
            "illegal": last not in graph[flaw.play[-2]] if len(flaw.play) > 1 else False,
            "end": not closed(graph, finals)[last],
            "endless": last in flaw.play[:-1],
        }[flaw.reason]


def test_the_flaws_of_a_strategy():
    graph, owner, target = {"a": ["b", "goal"], "b": ["a", "c"], "c": [], "d": ["a"]}, {"a", "d"}, ["goal"]
    for strategy, positions, expected in (
        ({"a": "goal"}, None, None),
        ({}, None, None),
        ({"a": "b"}, None, Flaw("endless", ("a", "b", "a"))),
        ({"a": "c"}, None, Flaw("illegal", ("a", "c"))),
        ({"d": "a"}, None, Flaw("missing", ("d", "a"))),
        ({"a": "goal", "b": "a"}, None, Flaw("turn", ("b",))),
        ({"x": "a"}, None, Flaw("unknown", ("x",))),
        ({"a": "goal"}, ["b"], Flaw("end", ("b", "c"))),
        ({"a": "goal", "d": "a"}, ["d", "goal"], None),
        ({"a": "goal"}, ["y"], Flaw("unknown", ("y",))),
    ):
        flaw = check_strategy(graph, owner, target, strategy, MAX, positions)
        assert flaw == expected
        assert flaw is None or flaw.text().endswith(".")


def test_long_chains_need_no_recursion():
    chain = {number: [number + 1] for number in range(50_000)}
    assert attractor(chain, set(), [50_000], MIN)[0] == 50_000
    assert check_strategy(chain, set(), [50_000], winning_strategy(chain, set(), [50_000], MIN), MIN) is None


# The forms of a graph


@given(arenas())
def test_all_forms_of_a_graph_agree(arena):
    graph, owner, finals = arena
    answer = attractor(graph, owner, finals)
    arcs = [(vertex, successor) for vertex, successors in graph.items() for successor in successors]
    duck = SimpleNamespace(nodes=list(graph), successors=lambda vertex: iter(graph[vertex]))
    beside = SimpleNamespace(adj={vertex: dict.fromkeys(successors) for vertex, successors in graph.items()})
    for form in (graph, {v: tuple(s) for v, s in graph.items()}, duck, beside):
        assert attractor(form, owner, finals) == answer
    if set(finals) <= {vertex for arc in arcs for vertex in arc}:
        assert attractor(arcs, owner, finals) == answer
    everybody = [vertex for vertex in graph if owner[vertex] == MAX]
    assert attractor(graph, everybody, finals) == attractor(graph, owner.__getitem__, finals) == answer


@given(arenas())
def test_pgsolvers_text_agrees(arena):
    graph, owner, finals = arena
    # Every vertex has a successor there, and one that leads to itself alone is an end: its priority says who wins.
    ends = {vertex: score for vertex, score in finals.items() if score}
    assume(len(graph) > 1)
    looped = {v: [v] if v in ends else s if set(s) - {v} else [*s, (v + 1) % len(graph)] for v, s in graph.items()}
    statements = [
        f'{v} {(2 if ends[v] > 0 else 3) if v in ends else 1} {owner[v]} {", ".join(map(str, looped[v]))} "v{v}";'
        for v in graph
    ]
    random.Random(1).shuffle(statements)
    game = parse_graph(f"parity {len(graph)};\n" + "\n".join(statements))
    assert (game.graph, game.owner, game.finals) == (looped, owner, ends)
    assert game.names[0] == "v0"
    regions = solve_graph(game.graph, game.owner, game.finals)
    assert (regions.max, regions.min) == tuple(winning_positions(looped, owner, ends, p) for p in (MAX, MIN))
    assert as_graph("start 0; " + "".join(statements)) == looped


def test_graphs_of_networkx():
    arcs = [("a", "b"), ("b", "a"), ("b", "c")]
    assert attractor(networkx.DiGraph(arcs), {"b"}, ["c"]) == attractor(arcs, {"b"}, ["c"]) == {"c": 0, "b": 1, "a": 2}


def test_only_the_standard_library_is_imported():
    script = (
        "import sys; sys.path.insert(0, 'src'); from elagage.solvers.graph.attractors import attracteur;"
        "print(attracteur({1: [2]}, {1}, [2]), {'numpy', 'numba', 'networkx'} & set(sys.modules))"
    )
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", script], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.stdout.strip() == "{2: 0, 1: 1} set()", done.stderr


def test_french_names_are_the_same_functions():
    assert solvers.attracteur is attractor
    assert solvers.positions_gagnantes is winning_positions
    assert solvers.strategie_gagnante is winning_strategy
    assert solvers.verifier_strategie is check_strategy
    assert solvers.resoudre_graphe is solve_graph


@pytest.mark.parametrize(
    "call",
    [
        lambda: attractor({"a": "goal"}, {"a"}, []),
        lambda: attractor({"a": 3}, {"a"}, []),
        lambda: attractor({"a": [["b"]]}, {"a"}, []),
        lambda: attractor(17, {"a"}, []),
        lambda: attractor(["ab"], {"a"}, []),
        lambda: attractor([("a", "b", "c")], {"a"}, []),
        lambda: attractor({"a": ["b"]}, {"a": 2}, []),
        lambda: attractor({"a": ["b"]}, {}, ["b"]),
        lambda: attractor({"a": ["b"]}, {"a"}, ["z"]),
        lambda: attractor({"a": ["b"]}, {"a"}, [["b"]]),
        lambda: attractor({"a": ["b"]}, {"a"}, ["b"], 2),
        lambda: attractor("a max: b", {"a"}, ["b"], "max"),
        lambda: solve_graph({"a": ["b"]}, {"a"}, ["b"]),
        lambda: solve_graph({"a": ["b"]}, {"a"}, {"b": "won"}),
        lambda: as_arrays({"a": ["b"]}, {"a"}, ["z"]),
    ],
)
def test_what_is_wrong_with_a_graph_is_told(call):
    with pytest.raises(LoadError, match=r"\w+.*"):
        call()


# The compiled twin


@settings(max_examples=60)
@given(arenas(12), st.sampled_from((MAX, MIN)))
def test_compiled_equals_plain(arena, player):
    graph, owner, finals = arena
    offsets, successors, movers, target, vertices = as_arrays(graph, owner, finals)
    ranks = attractor_arrays(offsets, successors, movers, target, player)
    assert {vertices[number]: int(rank) for number, rank in enumerate(ranks) if rank >= 0} == attractor(
        graph, owner, finals, player
    )


def test_compiled_equals_plain_on_a_large_graph():
    chance = random.Random(5)
    graph = {vertex: [chance.randrange(20_000) for _arc in range(chance.randrange(6))] for vertex in range(20_000)}
    owner = {vertex: chance.randrange(2) for vertex in graph}
    target = chance.sample(range(20_000), 200)
    found = attractor(graph, owner, target)
    ranks = attractor_arrays(*as_arrays(graph, owner, target)[:4])
    assert {vertex: int(rank) for vertex, rank in enumerate(ranks) if rank >= 0} == found
    assert len(found) > 2000


@pytest.mark.parametrize(
    "arrays",
    [
        ([], [], [], []),
        ([0, 1], [1], [0], [0]),
        ([0, 1], [-1], [0], [0]),
        ([0, 2], [0], [0], [0]),
        ([1, 1], [0], [0], [0]),
        ([0, 2, 1], [0], [0, 0], [0, 0]),
        ([0, 1], [0], [0, 1], [0]),
        ([0, 1], [0], [0], []),
        ([0.0, 1.0], [0], [0], [0]),
        ([0, 1], [[0]], [0], [0]),
        ([0, 1 << 40], [0], [0], [0]),
    ],
)
def test_arrays_that_are_no_graph_are_refused(arrays):
    with pytest.raises(LoadError):
        attractor_arrays(*arrays)
    with pytest.raises(LoadError):
        attractor_arrays([0, 1], [0], [0], [1], 2)
    assert attractor_arrays([0, 1], [0], [0], [1]).tolist() == [0]
