"""Pictures read values and compute nothing: what figures/ may import, and that drawing an exercise searches nothing."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import elagage
from elagage.exercises.generate import generate
from elagage.exercises.solved_exercise import ALGORITHMS, Wanted
from elagage.figures.sheets.exercise_trees import blank_tree, solve_tree
from elagage.trace import Enter, Trace

FIGURES = Path(elagage.__file__).parent / "figures"
VALUES = (
    "elagage.figures", "elagage.trace", "elagage.result", "elagage.game", "elagage.games.tree", "elagage.i18n", "elagage.errors",
    "elagage.record", "elagage.paths.problem", "elagage.paths.problems", "elagage.paths.path_result",
    "elagage.exercises.solved_exercise", "elagage.exercises.answers",
)  # fmt: skip
"""The rooms and modules that hold what is drawn, and the writing of files."""


def imported(path: Path) -> set[str]:
    """The modules of ours that a file imports, at its head or inside a function."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom):
            assert node.level == 0
            found.add(str(node.module))
        elif isinstance(node, ast.Import):
            found.update(name.name for name in node.names)
    return {name for name in found if name.split(".")[0] == "elagage"}


@pytest.mark.parametrize("path", sorted(FIGURES.rglob("*.py")), ids=lambda path: path.name)
def test_figures_import_values_alone(path):
    strange = {name for name in imported(path) if not any(f"{name}.".startswith(f"{value}.") for value in VALUES)}
    assert strange == set()


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_an_exercise_holds_all_that_its_pictures_show(algorithm, monkeypatch):
    exercise = generate(Wanted(algorithm, depth=3, branching=3), seed=4)
    visited = [event.state for event in exercise.walk.events if isinstance(event, Enter)]
    assert len(set(visited)) == len(visited) == len(exercise.tree.children)

    def searched(*_words):
        raise AssertionError("a picture searches")

    monkeypatch.setattr(Trace, "_add", searched)  # every search with a trace goes through it
    blank, solved = blank_tree(exercise)[1], solve_tree(exercise)[1]
    assert len(blank) == len(exercise.tree.children)
    assert len(solved) >= exercise.nodes
