"""What files and functions are called, how many files a folder has, and how long lines are."""

from __future__ import annotations

import ast
from collections import Counter, defaultdict
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "src" / "elagage"
MOST_FILES = 16
A_FILE_A_GAME = ("games", "perft", "transcripts", "course", "fr")
"""Folders that grow with the catalogue, or with the course."""
TABLE = "# ruff: noqa: E501  (a rule a line)"
"""What a test file says that holds rules as texts, one on each line."""
LONGEST_LINE = 120
PICTURES = {".svg", ".png"}
"""The figures of the course are drawn by tools/course_figures.py, and not looked for by their names."""
TWINS = {"paths/problems/pattern_databases.py", "paths/compiled/pattern_databases.py"}
ALGORITHMS = {"memoised", "reweighted"}
VERBS_IN_ED = {"embed", "exceed", "feed", "need", "proceed", "seed", "speed"}
WORDS = """
begun bent born broken brought built burnt caught chosen done drawn driven fallen felt forgotten fought found frozen
given gone got grown heard held hidden kept known lain laid led left lent lost made meant met paid risen said seen sent
shaken shown shut slid sold spent spoken stood stolen struck sung sunk swept sworn taken taught thought thrown told
torn understood woken won worn woven written rewritten
"""
IRREGULAR = frozenset(WORDS.split())


def sources(*folders: str) -> list[Path]:
    return sorted(path for folder in folders for path in (ROOT / folder).rglob("*.py"))


def files(folder: str) -> list[Path]:
    hidden = ("__pycache__", ".pytest_cache", ".hypothesis")
    return [path for path in (ROOT / folder).rglob("*") if path.is_file() and not set(path.parts) & set(hidden)]


def participles(text: str) -> list[str]:
    """The functions of a source that are named by a bare participle; a property is a value, and may be."""
    found = []
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            word = node.name.strip("_")
            value = any(
                "property" in ast.unparse(each) or "setter" in ast.unparse(each) for each in node.decorator_list
            )
            regular = word.endswith("ed") and "_" not in word and word not in VERBS_IN_ED
            if (regular or word in IRREGULAR) and word not in ALGORITHMS and not value:
                found.append(node.name)
    return found


def shared_names(paths: list[str]) -> dict[str, list[str]]:
    """The file names that modules share without being twins, a plain one and the compiled one beside or below it."""
    by_name = defaultdict(set)
    for path in paths:
        by_name[Path(path).name].add(path)
    strangers = {}
    for name, found in by_name.items():
        plain = {path.replace("compiled/", "") for path in found}
        if name not in {"__init__.py", "__main__.py"} and len(found) > 1 and len(plain) > 1 and found != TWINS:
            strangers[name] = sorted(found)
    return strangers


def long_lines(text: str) -> list[int]:
    return [number for number, line in enumerate(text.splitlines(), 1) if len(line) > LONGEST_LINE]


def test_no_two_modules_share_a_name_unless_they_are_twins():
    assert shared_names([path.relative_to(PACKAGE).as_posix() for path in PACKAGE.rglob("*.py")]) == {}


@pytest.mark.parametrize("folder", ["src", "tests", "docs", "tools", "benchmarks"])
def test_folders_stay_small(folder):
    counts = Counter((path.parent, path.suffix) for path in files(folder) if path.suffix not in PICTURES)
    large = {folder.name for (folder, _suffix), count in counts.items() if count > MOST_FILES}
    assert large <= set(A_FILE_A_GAME)


def test_functions_are_verbs():
    found = {
        path.relative_to(ROOT): participles(path.read_text("utf-8")) for path in sources("src", "tools", "benchmarks")
    }
    assert {path: names for path, names in found.items() if names} == {}


def test_lines_are_short():
    folders = sources("src", "tests", "tools", "benchmarks", "examples")
    texts = {path.relative_to(ROOT): path.read_text("utf-8") for path in folders}
    found = {path: long_lines(text) for path, text in texts.items() if TABLE not in text}
    assert {path: lines for path, lines in found.items() if lines} == {}
    assert len(texts) - len(found) <= 4


def test_these_tests_can_fail():
    assert shared_names(["web/store.py", "arena/store.py", "arena/__init__.py", "web/__init__.py"]) == {
        "store.py": ["arena/store.py", "web/store.py"]
    }
    assert shared_names(["search/pvs.py", "search/compiled/pvs.py"]) == {}
    assert participles("def told(): pass\nclass A:\n    def _mixed(self): pass") == ["told", "_mixed"]
    assert participles("def f():\n    async def heard(): pass") == ["heard"]
    assert participles("class A:\n    @property\n    def done(self): pass\ndef seed(): pass\ndef read(): pass") == []
    assert long_lines("x" * 120 + "\n" + "x" * 121) == [2]
