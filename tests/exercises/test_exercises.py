"""Exercises: what is asked for is there, the solution is the algorithm's, mistakes are found and explained."""

from __future__ import annotations

import itertools
import json
import math
import subprocess
import sys
from dataclasses import replace
from random import Random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from elagage.errors import ElagageError, FileError, LimitsError
from elagage.exercises import Impossible, Wanted, generate, make_exercise, read_exercise
from elagage.exercises.answers import cut_edges, list_visited, model
from elagage.exercises.cut_constraints import Planner
from elagage.exercises.generate import count_cuts, fill, full_shape, leaves_of, random_shape
from elagage.exercises.mistakes import Submitted, check
from elagage.exercises.solution_text import solution_json, statement
from elagage.exercises.solved_exercise import exercise_json, format_named_tree
from elagage.figures.trees.step_table import whole_table
from elagage.result import MAX, MIN
from elagage.search import minimax
from elagage.trace import Cut, deep_cuts, replay


def counts(most):
    return st.one_of(st.none(), st.integers(0, most))


wishes = st.builds(
    Wanted,
    algorithm=st.just("alphabeta"),
    depth=st.integers(1, 4),
    branching=st.one_of(st.integers(1, 3), st.sampled_from([(1, 3), (2, 3), (2, 4)])),
    low=st.integers(-20, 5),
    high=st.integers(6, 60),
    cuts=counts(12),
    alpha_cuts=counts(6),
    beta_cuts=counts(6),
    deep=st.booleans(),
    ties=st.booleans(),
    strict=st.booleans(),
    soft=st.booleans(),
    first=st.sampled_from([MAX, MIN]),
).map(lambda wanted: replace(wanted, soft=wanted.soft or wanted.strict))


def assert_as_asked(exercise, wanted):
    tree = exercise.tree
    leaves = [tree.values[node] for node in range(len(tree.values)) if not tree.children[node]]
    sizes = {len(branches) for branches in tree.children if branches}
    fewest, most = wanted.branches
    assert fewest <= min(sizes) <= max(sizes) <= most
    assert all(wanted.low <= leaf <= wanted.high for leaf in leaves)
    assert wanted.ties or len(set(leaves)) == len(leaves)
    cuts = [event for event in exercise.trace.events if isinstance(event, Cut)]
    assert exercise.alpha_cuts == sum(cut.kind == "alpha" for cut in cuts)
    assert exercise.beta_cuts == sum(cut.kind == "beta" for cut in cuts)
    assert wanted.cuts in (None, exercise.cuts)
    assert wanted.alpha_cuts in (None, exercise.alpha_cuts)
    assert wanted.beta_cuts in (None, exercise.beta_cuts)
    assert exercise.deep_cuts or not wanted.deep
    assert replay(exercise.trace) == exercise.value == minimax(tree).value


@settings(max_examples=100)
@given(wishes, st.integers(0, 10**6))
def test_an_exercise_is_as_asked_or_the_nearest_is(wanted, seed):
    refused = None
    try:
        exercise = generate(wanted, seed)
    except Impossible as error:
        refused = error
    if refused is not None:
        assert refused.nearest != wanted
        assert "nearest" in str(refused)
        wanted = refused.nearest
        exercise = generate(wanted, seed)
    assert_as_asked(exercise, wanted)
    assert generate(wanted, seed).text == exercise.text


@given(st.sampled_from(["minimax", "negamax"]), st.integers(1, 4), st.integers(1, 3), st.integers(0, 999))
@settings(max_examples=30)
def test_the_other_algorithms(algorithm, depth, branching, seed):
    wanted = Wanted(algorithm, depth, branching)
    exercise = generate(wanted, seed)
    assert_as_asked(exercise, wanted)
    assert len(list_visited(exercise)) == len(exercise.labels)
    assert check(exercise, right_answer(exercise)) == []


LEAF = ()
CHAIN = ((LEAF,),)
BESTS_BELOW_THE_BOUND = (((CHAIN,),), (((LEAF,), (LEAF, LEAF)), CHAIN))
"""The root's first branch makes a bound; below the second, a node may have a best that does not improve that bound,
and this best may justify the cut in its second branch or not.
"""


def flatten_counts(found):
    return found.alpha, found.beta, min(1, found.deep)


@pytest.mark.parametrize("soft", [True, False])
@pytest.mark.parametrize("maximise", [True, False])
@pytest.mark.parametrize("shape", [full_shape(2, 2), full_shape(3, 2), BESTS_BELOW_THE_BOUND])
def test_the_plans_know_exactly_what_is_possible(shape, maximise, soft):
    seen = {
        flatten_counts(count_cuts(fill(shape, iter(leaves)), maximise, soft=soft))
        for leaves in itertools.permutations(range(leaves_of(shape)))
    }
    assert seen == set(map(tuple, Planner(shape, maximise, soft).possible))


@given(st.integers(0, 10**6), st.integers(1, 4), st.booleans(), st.booleans())
@example(seed=311, depth=4, maximise=True, soft=True)
@settings(max_examples=60)
def test_no_random_tree_has_cuts_that_the_plans_deny(seed, depth, maximise, soft):
    chooser = Random(seed)
    shape = random_shape(depth, 1, 3, chooser)
    possible = {tuple(found) for found in Planner(shape, maximise, soft).possible}
    for _tree in range(10):
        tree = fill(shape, iter([chooser.random() for _leaf in range(leaves_of(shape))]))
        assert flatten_counts(count_cuts(tree, maximise, soft=soft)) in possible


@given(st.integers(0, 10**6), st.integers(1, 4), st.booleans(), st.booleans())
@example(seed=311, depth=4, maximise=True, soft=True)
@settings(max_examples=60)
def test_a_planned_tree_has_the_cuts_of_its_plan(seed, depth, maximise, soft):
    chooser = Random(seed)
    planner = Planner(random_shape(depth, 1, 3, chooser), maximise, soft)
    for wanted in planner.possible:
        assert flatten_counts(count_cuts(planner.draw(wanted, chooser), maximise, soft=soft)) == wanted


@given(st.integers(0, 10**6), st.booleans(), st.booleans(), st.sampled_from([MAX, MIN]))
@settings(max_examples=40)
def test_the_quick_count_agrees_with_the_trace(seed, strict, soft, first):
    chooser = Random(seed)
    shape = random_shape(4, 1, 3, chooser)
    tree = fill(shape, iter([int(chooser.random() * 6) for _leaf in range(leaves_of(shape))]))
    exercise = make_exercise(tree, Wanted(strict=strict, soft=soft, first=first))
    found = count_cuts(tree, first == MAX, strict, soft)
    assert found == (exercise.alpha_cuts, exercise.beta_cuts, exercise.deep_cuts)


def test_a_deep_cut_takes_depth_4_and_is_not_justified_by_the_parent():
    with pytest.raises(Impossible, match="--depth 4"):
        generate(Wanted(depth=3, branching=3, deep=True))
    # a is sure of 5; n finds 3 before its parent g knows anything: Min's node n is cut by what the root has.
    exercise = make_exercise([[[[5, 6]]], [[[3, 9], [8, 9]]]], Wanted())
    (deep,) = deep_cuts(exercise.trace.events)
    assert (deep.kind, deep.value, deep.limit) == ("alpha", 3, 5)


def test_the_same_in_another_process_and_for_ever():
    script = "from elagage.exercises import *; print(generate(Wanted(depth=4, cuts=4, deep=True, ties=False), 11).text)"
    there = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout.strip()
    assert there == generate(Wanted(depth=4, cuts=4, deep=True, ties=False), 11).text == PINNED


PINNED = "a=(b=(d=(h=(16 7) i=(5 4)) e=(j=(14 8) k=(9 10))) c=(f=(l=(11 1) m=(2 18)) g=(n=(0 3) o=(13 17))))"


@pytest.mark.parametrize(
    ("wanted", "words"),
    [
        (Wanted(cuts=9), "9 cuts: the nearest that is possible is --cuts 2"),
        (Wanted(depth=2, ties=False, high=2), "--values 0-3"),
        (Wanted(depth=2, alpha_cuts=1, beta_cuts=1), "--beta-cuts 0"),
        (Wanted(depth=3, branching=3, cuts=6, high=1), "--values 0-2"),
        (Wanted("minimax", cuts=1), "minimax cuts nothing"),
        (Wanted(depth=0), "depth from 1"),
        (Wanted(depth=9, branching=3), "19683 leaves"),
        (Wanted(low=3, high=1), "smaller one first"),
        (Wanted("dijkstra"), "no exercise on dijkstra"),
        (Wanted(cuts=-1), "0 or more"),
        (Wanted(strict=True, soft=False), "choose one of them"),
    ],
)
def test_what_is_impossible_is_refused_with_a_remedy(wanted, words):
    with pytest.raises(LimitsError) as caught:
        generate(wanted, 3)
    assert words in str(caught.value)
    if isinstance(caught.value, Impossible):
        assert_as_asked(generate(caught.value.nearest, 3), caught.value.nearest)


# The solution and other answers


def right_answer(exercise):
    seen = {label: answer for label, answer in model(exercise).items() if answer.visited and not answer.leaf}
    windows = exercise.wanted.algorithm == "alphabeta"
    return Submitted(
        {label: answer.value for label, answer in seen.items()},
        {label: answer.alpha for label, answer in seen.items()} if windows else None,
        {label: answer.beta for label, answer in seen.items()} if windows else None,
        cut_edges(exercise),
    )


@given(wishes, st.integers(0, 999), st.data())
@settings(max_examples=60)
def test_the_model_solution_is_accepted_and_a_changed_one_explained(wanted, seed, data):
    wanted = replace(wanted, cuts=None, alpha_cuts=None, beta_cuts=None, deep=False, ties=True)
    exercise = generate(wanted, seed)
    right = right_answer(exercise)
    assert check(exercise, right) == []
    label = data.draw(st.sampled_from(sorted(right.values)))
    part = data.draw(st.sampled_from(["values", "alphas", "betas"]))
    table = dict(getattr(right, part))
    table[label] = 1000
    (found,) = check(exercise, replace(right, **{part: table}))
    assert (found.label, found.got) == (label, "1000")
    assert f"Node {label}: " in found.sentence
    edges = set(right.cuts)
    if edges:
        gone = data.draw(st.sampled_from(sorted(edges)))
        (found,) = check(exercise, replace(right, cuts=edges - {gone}))
        assert (found.part, found.expected) == ("cut", "-".join(gone))
    else:
        branch = exercise.labels[exercise.tree.children[0][0]]
        (found,) = check(exercise, replace(right, cuts={("a", branch)}))
        assert "not cut" in found.sentence


def test_the_course_tree_in_words():
    exercise = make_exercise("a=(b=(d=(1 4) e=(5 6)) c=(f=(2 1) g=(1 0)))", Wanted())
    assert cut_edges(exercise) == [("e", "e.2"), ("c", "g")]
    assert list_visited(exercise) == ["a", "b", "d", "d.1", "d.2", "e", "e.1", "c", "f", "f.1", "f.2"]
    answers = model(exercise)
    assert (answers["c"].alpha, answers["c"].beta, answers["c"].value, answers["c"].bound) == (4, math.inf, 2, "upper")
    assert not answers["g"].visited
    wrong = Submitted({}, {}, {}, ())
    sentences = [mistake.sentence for mistake in check(exercise, wrong)]
    assert "Node c: α is 4 here, since b gave 4 to Max at a." in sentences
    assert "Node c: the edge to g is cut, since 2 ≤ α = 4." in sentences
    assert "Node b: the value is 4, since Min takes the smallest of d 4, e 5." in sentences
    (found,) = check(exercise, Submitted(values={**right_answer(exercise).values, "g": 1}))
    assert "never visited" in found.sentence
    rows = [tuple(map(str, row)) for row in whole_table(exercise.trace)]
    assert rows[0][1] == "node"
    assert [row[2] for row in rows if "cut" in row[2]] == [
        "β cut: 5 ≥ β = 4; skipped: e.2",
        "α cut: 2 ≤ α = 4; skipped: g",
    ]
    assert "▲ a" in statement(exercise)


def test_negamax_values_are_the_movers():
    exercise = make_exercise("a=(b=(3 5) c=(2 9))", Wanted("negamax"))
    answers = model(exercise)
    assert (answers["a"].value, answers["b"].value, answers["c"].value) == (3, -3, -2)
    (found,) = check(exercise, Submitted({"a": 3, "b": 3, "c": -2}))
    assert found.sentence == "Node b: the value is -3, since Min takes the largest of b.1 -3, b.2 -5."


def test_many_nodes_have_names():
    text = format_named_tree([[[0] for _ in range(40)] for _ in range(20)])
    exercise = make_exercise(text, Wanted())
    assert len(set(exercise.labels)) == len(exercise.labels)


# Files and the command line


def test_a_file_holds_an_exercise(tmp_path):
    exercise = generate(Wanted(depth=4, branching=(2, 3), cuts=3), 5)
    path = tmp_path / "td.json"
    path.write_bytes(exercise_json(exercise, solution_json(exercise)))
    again = read_exercise(path)
    assert (again.text, again.wanted, again.seed) == (exercise.text, exercise.wanted, 5)
    for content in (
        "",
        "[]",
        '{"format": "elagage exercise 1"}',
        path.read_text().replace('"tree": "a=(', '"tree": "a='),
    ):
        path.write_text(content)
        with pytest.raises(FileError):
            read_exercise(path)
    with pytest.raises(FileError, match="can't be read"):
        read_exercise(tmp_path / "none.json")


def test_the_command(run, tmp_path):
    code, out, _err = run("exercise", "--seed", "7", "--cuts", "2", "--no-ties")
    assert code == 0
    assert "Solution" in out
    assert "Cuts: " in out
    code, out, _err = run("exercise", "--seed", "7", "--statement")
    assert "Solution" not in out
    code, out, _err = run("exercise", "--seed", "7", "--values", "-9:-1", "--branching", "1-3", "--json")
    document = json.loads(out)
    assert document["seed"] == 7
    assert document["options"]["high"] == -1
    for name in ("td.json", "td.txt"):
        assert run("exercise", "--seed", "7", "-o", str(tmp_path / name))[0] == 0
        assert (tmp_path / name).stat().st_size > 500
    for words, problem in (
        (("--cuts", "9", "--branching", "2"), "--cuts 2"),
        (("--values", "x"), "values is a range"),
        (("--branching", "x"), "branching is"),
        (("-o", "td.doc"), ".json, .txt"),
    ):
        code, _out, err = run("exercise", *words)
        assert code == 2
        assert problem in err


def test_errors_are_ours():
    assert issubclass(Impossible, ElagageError)
