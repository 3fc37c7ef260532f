"""``micropip.install("elagage")`` in real Pyodide in a real browser: nothing else is asked for, and it runs."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from static_space import fetch_micropip, web_space

from elagage.folders import cache_folder
from elagage.web.site import find_pyodide

ROOT = Path(__file__).resolve().parents[2]
PAGE = """<!doctype html><title>Pyodide</title><script type="module">
import { loadPyodide } from "./pyodide/pyodide.js";
const runtime = await import("./pyodide/pyodide.asm.js");
const indexURL = new URL("pyodide/", location.href).href;
const python = await loadPyodide({ indexURL, createPyodideModule: runtime.default });
python.unpackArchive(await (await fetch("micropip.zip")).arrayBuffer(), "zip");
window.run = (text) => python.runPythonAsync(text);
document.documentElement.dataset.ready = "yes";
</script>"""
RIGHT = {
    "analyse('tictactoe', depth=9).score.outcome": "0",
    "analyse('connect4', depth=3).depth": "3",
    "solve('hexapawn').score.outcome": "-1",
    "check_game(load('nim')).games > 0": "True",
    "match('tictactoe', 'level:1', 'random', games=2).games": "2",
    "paths.astar({'a': {'b': 1}, 'b': {'c': 2}, 'c': {}}, 'a', 'c').cost": "3",
    "solvers.attractor({'a': ['b'], 'b': ['a']}, {'a': 0, 'b': 1}, {'b'}, 0)": "{'b': 0, 'a': 1}",
    "solvers.grundy(load('nim:3,4'))": "7",
    "figures.scene_svg(figures.board_scene(load('othello'), load('othello').start()))[:4]": "<svg",
    "with_heuristic(load('othello'), 'learned').spec": "othello",
    "search.alphabeta('((3 5) (2 9))', trace=Trace()).value": "3",
    "len(exercises.generate(exercises.Wanted(), seed=1).labels) > 3": "True",
    "__import__('elagage.analysis').analysis.can_compile(load('nim'))": "Not compiled: a browser runs no native code.",
}
ABSENT = {
    "learn.learn('tictactoe')": "elagage.learn.learn can't be had inside a browser",
    "__import__('elagage.cli').cli.main(['games'])": "The command line can't be had inside a browser",
    "__import__('elagage.web').web.make_app": "elagage.web.make_app can't be had inside a browser",
    "arena.LocalPool(2)": "A second process can't be had inside a browser",
    "__import__('elagage.exercises.examiner').exercises.examiner.verify_file('student.py')": (
        "The examiner of students' programs can't be had inside a browser"
    ),
    "match('othello', 'nboard:engine', 'random', games=2)": "Another program as a player can't be had inside a browser",
    "figures.scene_png(figures.board_scene(load('nim'), load('nim').start()))": "PNG and PDF files can't be made",
}
SCRIPT = """
import json, micropip
await micropip.install("elagage", index_urls=[INDEX])
open("student.py", "w").write("def minimax(tree):\\n    return 1\\n")
from elagage import *
import elagage
found = {"packages": sorted(micropip.list()), "right": {}, "absent": {}}
for text in RIGHT:
    found["right"][text] = str(eval(text))
for text in ABSENT:
    try:
        eval(text)
    except ElagageError as error:
        found["absent"][text] = str(error)
json.dumps(found)
"""


@pytest.fixture(scope="module")
def installed(chrome, tmp_path_factory):
    """What was found in the browser, with the wheel of this source from an index that has nothing else."""
    folder = tmp_path_factory.mktemp("space")
    index = folder / "simple" / "elagage"
    index.mkdir(parents=True)
    words = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(index), str(ROOT)]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    wheel = next(index.glob("*.whl"))
    (index / "index.html").write_text(f'<!DOCTYPE html><a href="{wheel.name}">{wheel.name}</a>')
    (folder / "index.html").write_text(PAGE)
    source = find_pyodide()
    (folder / "pyodide").mkdir()
    for name, copy in {"pyodide.mjs": "pyodide.js", "pyodide.asm.mjs": "pyodide.asm.js"}.items():
        shutil.copyfile(source / name, folder / "pyodide" / copy)
    for name in ("pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json"):
        shutil.copyfile(source / name, folder / "pyodide" / name)
    shutil.make_archive(str(folder / "micropip"), "zip", fetch_micropip(cache_folder("micropip")))
    with web_space(folder) as address:
        page = chrome.new_page()
        asked = []
        page.on("request", lambda request: asked.append(request.url))
        page.goto(address)
        page.locator("html[data-ready=yes]").wait_for()
        head = f"INDEX = {address + 'simple/{package_name}/'!r}; RIGHT = {list(RIGHT)!r}; ABSENT = {list(ABSENT)!r}\n"
        found = json.loads(page.evaluate("(text) => window.run(text)", head + SCRIPT))
        page.close()
        assert [url for url in asked if not url.startswith(address)] == []
    return found


def test_nothing_else_is_installed(installed):
    assert installed["packages"] == ["elagage"]


def test_it_runs_there(installed):
    assert installed["right"] == RIGHT


def test_what_cannot_be_there_says_so_in_a_sentence(installed):
    assert installed["absent"].keys() == ABSENT.keys()
    for text, sentence in ABSENT.items():
        assert installed["absent"][text].startswith(sentence)
        assert "\n" not in installed["absent"][text]
