"""The package as a whole: what it exports, what it needs, what its wheel holds, and that its files stay small."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import elagage
from elagage import Game, load
from elagage.check import check_game

ROOT = Path(__file__).resolve().parents[2]
MODULES = sorted(
    module.name
    for module in pkgutil.walk_packages(elagage.__path__, "elagage.")
    if not module.name.endswith("__main__")
)


def test_the_names_that_others_rely_on():
    for name in (
        "load",
        "analyse",
        "check_game",
        "Game",
        "Score",
        "Result",
        "Limits",
        "Trace",
        "games",
        "search",
        "solve",
        "solvers",
        "paths",
        "arena",
        "exercises",
        "figures",
    ):
        assert name in elagage.__all__
        assert hasattr(elagage, name)


def test_every_module_says_what_it_exports_and_what_it_is():
    for name in MODULES:
        module = importlib.import_module(name)
        assert module.__doc__, name
        assert module.__all__, name
        for exported in module.__all__:
            value = getattr(module, exported)
            if callable(value) and getattr(value, "__module__", "") == name:
                assert value.__doc__, f"{name}.{exported}"
            if inspect.isclass(value) and value.__module__ == name:
                for method, rule in vars(value).items():
                    named = getattr(rule, "__name__", method) == method  # a field's default may be a function too
                    if not method.startswith("_") and named and (inspect.isroutine(rule) or isinstance(rule, property)):
                        assert inspect.getdoc(getattr(value, method)), f"{name}.{exported}.{method}"


def test_the_library_needs_the_standard_library_alone():
    value = "elagage.search.minimax(elagage.load('nim:1,2')).value"
    script = f"import sys; sys.path.insert(0, 'src'); import elagage; print({value} > 0)"
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", script], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "True"


def test_the_wheel_holds_the_catalogue_and_the_types(tmp_path):
    subprocess.run(
        [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(tmp_path)],
        cwd=ROOT,
        check=True,
        capture_output=True,
    )
    (wheel,) = tmp_path.glob("*.whl")
    names = zipfile.ZipFile(wheel).namelist()
    assert "elagage/locale/fr/LC_MESSAGES/elagage.mo" in names
    assert "elagage/py.typed" in names
    assert not [name for name in names if name.startswith("tests")]


def test_the_examples_are_sound():
    for path in sorted((ROOT / "examples").glob("*.py")):
        game = load(str(path))
        assert isinstance(game, Game)
        check_game(game, games=5)


def test_files_stay_small():
    for path in [*(ROOT / "src").rglob("*.py"), *(ROOT / "tests").rglob("*.py")]:
        assert len(path.read_text(encoding="utf-8").splitlines()) <= 450, path


def test_versions_agree():
    version = elagage.__version__
    assert f'version = "{version}"' in (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    assert re.search(rf"^## {re.escape(version)}\b", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert f"version: {version}" in (ROOT / "CITATION.cff").read_text(encoding="utf-8")
