"""The numbered steps: the same numbers everywhere, none missing, and each file says which ones it does without."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from elagage import paths, search

SEARCH = Path(search.__file__).parent
PATHS = Path(paths.__file__).parent
SOLVERS = SEARCH.parent / "solvers"
SEARCHES = [
    *(SEARCH / f"{name}.py" for name in (
        "minimax", "negamax", "memoised", "alphabeta", "deepening", "quiescence", "and_or", "pvs", "mtdf",
        "probcut",
    )),
    *(SEARCH / "compiled" / f"{name}.py" for name in ("alphabeta", "pvs")),
]  # fmt: skip
PATH_SEARCHES = sorted(
    path
    for folder in (PATHS, PATHS / "compiled")
    for path in folder.glob("*.py")
    if "# Step" in path.read_text("utf-8")
)


def documentation(path: Path) -> str:
    return ast.get_docstring(ast.parse(path.read_text("utf-8"))) or ""


def listed(path: Path) -> list[int]:
    """The numbers of the list of steps in a module's docstring."""
    return [int(number) for number in re.findall(r"^ *Step (\d+)\. \w+ ", documentation(path), re.MULTILINE)]


def used(path: Path) -> set[int]:
    """The numbers of the steps in the code of a file: in comments, or at the head of a function's docstring."""
    return {int(number) for number in re.findall(r'(?:# |^ *""")Step (\d+)\.', path.read_text("utf-8"), re.MULTILINE)}


def lacking(path: Path) -> set[int]:
    """The steps that a file says it does without."""
    sentence = re.search(r"\bWithout steps? ([\d, and]+)", documentation(path))
    return set(map(int, re.findall(r"\d+", sentence.group(1)))) if sentence else set()


@pytest.mark.parametrize("path", [SEARCH / "__init__.py", PATHS / "path_common.py"], ids=["search", "paths"])
def test_the_list_of_steps_has_no_gap(path):
    assert listed(path) == list(range(1, len(listed(path)) + 1))
    assert len(listed(path)) >= 6


@pytest.mark.parametrize("path", SEARCHES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_search_has_the_steps_of_the_list(path):
    assert used(path) | lacking(path) == set(listed(SEARCH / "__init__.py"))
    assert not used(path) & lacking(path)


@pytest.mark.parametrize("path", PATH_SEARCHES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_path_search_has_the_steps_of_the_list(path):
    assert used(path) | lacking(path) == set(listed(PATHS / "path_common.py"))
    assert not used(path) & lacking(path)


def test_every_search_with_steps_is_looked_at():
    found = {path for path in SEARCH.rglob("*.py") if used(path)}
    assert found == set(SEARCHES)
    assert {path.stem for path in PATH_SEARCHES} >= {"astar", "dijkstra", "greedy", "bidirectional", "ida_star"}
    assert set().union(*map(used, SEARCHES)) == set(listed(SEARCH / "__init__.py"))


@pytest.mark.parametrize(
    ("plain", "kernel"),
    [
        ("proof/proof_search.py", "proof/proof_kernel.py"),
        ("retrograde/retrograde_analysis.py", "retrograde/value_kernel.py"),
    ],
)
def test_a_solver_and_its_kernel_have_the_same_steps(plain, kernel):
    assert used(SOLVERS / plain) == used(SOLVERS / kernel) == {1, 2, 3}
