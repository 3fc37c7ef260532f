"""A corpus of programs as students hand them in: none that is right is accused, typical errors are found and named."""

from __future__ import annotations

import ast
import re
from collections import Counter
from pathlib import Path

import pytest
from game_list import one_in
from patience import PATIENCE

from elagage.exercises.examiner.class_verdicts import verify_many
from elagage.exercises.examiner.graph_cases import GRAPH_MISCONCEPTIONS, graph_cases, right_distances, right_set
from elagage.exercises.examiner.misconceptions import MISCONCEPTIONS
from elagage.exercises.examiner.references import best_places, possible_values, right_value, visit_right
from elagage.exercises.examiner.trial_trees import (
    FEWEST,
    LOOKED_AT,
    Case,
    cases,
    height_of,
    smaller_cases,
    smaller_trees,
    weight,
)
from elagage.exercises.examiner.worlds import graph_world, shared_worlds, tree_world, tree_worlds
from elagage.games.tree import Tree
from elagage.search import alphabeta, minimax
from elagage.trace import Enter, Trace


def read_programs():
    right, wrong = {}, []
    text = (Path(__file__).parent / "student_programs.txt").read_text(encoding="utf-8")
    for block in text.split("\n=== ")[1:]:
        head, _line, body = block.partition("\n")
        match head.split():
            case ["right", name]:
                right[name] = body
            case ["wrong", name, verdict, misconception]:
                texts = [ast.literal_eval(line[2:]) for line in body.splitlines() if line[:2] in ("- ", "+ ")]
                changes = tuple(zip(texts[::2], texts[1::2]))
                wrong.append((name, changes, verdict, misconception.strip("-")))
    return right, wrong


RIGHT, WRONG = read_programs()


def broken(name, changes):
    source = RIGHT[name]
    for old, new in changes:
        assert old in source, (name, old)
        source = source.replace(old, new)
    return source


def judge_all(folder, sources):
    paths = []
    for number, source in enumerate(sources):
        paths.append(folder / f"{number}.py")
        paths[-1].write_text(source, encoding="utf-8")
    return [verdict for _path, verdict in verify_many(paths, trees=120, seconds=20 * PATIENCE)]


def test_right_programs_are_accepted(tmp_path):
    found = dict(zip(RIGHT, judge_all(tmp_path, RIGHT.values())))
    assert len(found) >= 25
    assert {name: verdict.sentence for name, verdict in found.items() if not verdict.right} == {}
    for name in ("positions", "value_and_situation", "board_game", "own_class", "subtree_as_move", "move_index"):
        assert "only its value" not in " ".join(found[name].notes), name
    assert any("only its value was checked" in note for note in found["lists"].notes)
    assert found["memo"].hits > 0
    assert found["memo"].visits > 0
    assert found["memo"].graphs == 60


@pytest.mark.parametrize("part", one_in(4, range(4)))
def test_typical_errors_are_found_and_named(tmp_path, part):
    asked = WRONG[part::4]
    found = judge_all(tmp_path, [broken(name, changes) for name, changes, _verdict, _name in asked])
    got = [
        (name, changes, verdict.verdict, verdict.misconception) for (name, changes, *_), verdict in zip(asked, found)
    ]
    assert got == asked
    for verdict in found:
        assert verdict.tree or verdict.verdict == "inadmissible"
        assert bool(verdict.explanation) == bool(verdict.misconception)


def test_the_corpus_has_each_kind_of_error():
    assert len(WRONG) >= 40
    assert {"value", "move", "memory", "visits", "illegal", "cost", "inadmissible"} <= {row[2] for row in WRONG}
    names = {row[3] for row in WRONG} - {""}
    known = {each.name for each in (*MISCONCEPTIONS, *GRAPH_MISCONCEPTIONS)} | {"heuristic-from-the-start"}
    assert names <= known
    assert len(names) >= 30


def example_world(text):
    rows, _to, depth = text.partition(" to ")
    if rows.startswith("["):
        tree = ast.literal_eval(rows)
        return tree_world(Case(tree, int(depth or height_of(tree))))
    named = {name: words.split() for name, words in re.findall(r"(\w+)=\(([^)]*)\)", rows)}
    numbers = {name: number for number, name in enumerate(named)}
    below, values, layer = [[] for _name in named], [0] * len(named), [0] * len(named)
    for name, words in named.items():
        for word in words:
            if word not in named:
                below.append([])
                values.append(int(word))
                layer.append(0)
            child = numbers.get(word, len(below) - 1)
            below[numbers[name]].append(child)
            layer[child] = layer[numbers[name]] + 1
    return graph_world(below, values, layer, int(depth or 9))


@pytest.mark.parametrize("each", MISCONCEPTIONS, ids=lambda each: f"{each.name}-{each.errors[0]}")
def test_each_misconception_shows_on_its_example(each):
    world = example_world(each.example)
    outcome = each.run(world)
    if each.part == "value":
        assert outcome.value not in possible_values(world)[0, world.depth]
    elif each.part == "visits":
        assert outcome.value == right_value(world)
        assert outcome.visited > visit_right(world, False).visited
    else:
        assert outcome.value == right_value(world)
        assert outcome.move not in best_places(world, outcome.value)


@pytest.mark.parametrize("each", GRAPH_MISCONCEPTIONS, ids=lambda each: each.name)
def test_each_misconception_with_graphs_shows_somewhere(each):
    for kind in each.kinds:
        cases = graph_cases(kind, 100, 0)
        paths = kind in ("dijkstra", "astar")
        right = [right_distances(case) if paths else right_set(kind, case) for case in cases]
        right = [costs[case.goal] for costs, case in zip(right, cases)] if kind == "astar" else right
        assert [each.run(kind, case) for case in cases] != right


def test_the_references_are_the_algorithms_of_the_package():
    for world in tree_worlds(60, 3):
        inner = [world.values[node] for node, row in enumerate(world.below) if row]
        plain = Tree(world.text())
        tree = Tree(world.text(), estimates=dict(zip([name for name in plain.names if name is not None], inner)))
        assert right_value(world) == minimax(tree, depth=world.depth).value
        assert possible_values(world)[0, world.depth] == {right_value(world)}
        for strict in (False, True):
            trace = Trace()
            alphabeta(tree, depth=world.depth, strict=strict, trace=trace)
            ours = {event.state.node for event in trace.events if isinstance(event, Enter)}
            assert visit_right(world, strict).visited == ours


def test_shared_graphs_are_met_again_with_other_depths():
    worlds = list(shared_worlds(80, 0))
    met = Counter()
    for world in worlds:
        parents = Counter(child for row in world.below for child in row if world.below[child])
        met["shared"] += any(count > 1 for count in parents.values())
        met["short"] += world.depth < world.height()
        depths = Counter(node for node, _depth in possible_values(world) if world.below[node])
        met["depths"] += any(count > 1 for count in depths.values())
        assert all(world.players[child] != world.players[node] for node, row in enumerate(world.below) for child in row)
        assert right_value(world) in possible_values(world)[0, world.depth]
    assert met["shared"] > 60
    assert met["short"] > 20
    assert met["depths"] > 20


def test_of_a_large_tree_so_many_smaller_ones_are_made_and_of_a_small_one_all():
    trees = [case.tree for case in cases(300, 0)]
    for tree in sorted(trees, key=lambda tree: len(str(tree)))[:: len(trees) // 9]:
        case = Case(tree, height_of(tree))
        found = smaller_cases(case)
        nodes = weight(case)[0]
        assert len(found) <= 2 * max(FEWEST, LOOKED_AT // nodes)
        assert all(weight(smaller) < weight(case) for smaller in found)
        assert all(Case(branch, height_of(branch)) in found for branch in tree if isinstance(branch, list))
        if nodes < 40:
            every = {str(smaller) for smaller in smaller_trees(tree) if isinstance(smaller, list)}
            assert every <= {str(smaller.tree) for smaller in found}
