"""The views beside the board, in a real browser against a real server: stepping, drawing, typing, taking figures home,
and fit for everybody.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from browser import LOOKS, check_accessibility, check_room, drawn, pause_of
from patience import PATIENCE
from patience import until as wait_until

from elagage.errors import LoadError
from elagage.figures.pages.step_page import UI
from elagage.games.tree import Tree
from elagage.web.page_words import make_french_module

STATIC = Path(__file__).parents[2] / "src" / "elagage" / "web" / "static"
VIEWS = ("inside", "editor", "paths", "graphs")
FRENCH = ("Dans la recherche", "Éditeur d'arbres", "Plus courts chemins", "Jeux sur des graphes")
TOUCHED = ".v-view button, .v-view select, .v-view input"
READY = {"inside": ".v-squares", "editor": ".v-tree", "paths": ".v-table", "graphs": ".v-graph"}


@pytest.fixture(scope="module")
def address(tmp_path_factory) -> Iterator[str]:
    """Where a server of our own listens."""
    place = tmp_path_factory.mktemp("served")
    known = dict(os.environ, ELAGAGE_DATA=str(place), ELAGAGE_LANG="en", PYTHONUNBUFFERED="1")
    words = [sys.executable, "-m", "elagage", "serve", "othello:4", "--no-browser", "--port", "0"]
    with (place / "told").open("w+") as told:
        server = subprocess.Popen(words, stdout=told, stderr=subprocess.STDOUT, env=known)
        try:
            found = []

            def printed():
                found[:] = re.findall(r"http://\S+?/(?=[\s?]|$)", (place / "told").read_text())
                return found or server.poll() is not None

            wait_until(printed)
            assert found, (place / "told").read_text()
            yield found[0]
        finally:
            server.terminate()
            server.wait(PATIENCE)


@pytest.fixture
def opened(chrome, address):
    """Open a view; nothing is asked of another machine, and nothing is complained of but what a test expects."""
    contexts, asked, errors = [], [], []

    def call(view, width=1280, dark=False, lang="en", query=""):
        context = chrome.new_context(
            viewport={"width": width, "height": 900}, color_scheme="dark" if dark else "light", reduced_motion="reduce"
        )
        contexts.append(context)
        page = context.new_page()
        page.on("request", lambda request: asked.append(request.url))
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
        page.goto(address + query)
        page.locator("html[data-ready=yes]").wait_for()
        page.click(f"[data-lang={lang}]")
        page.click(f"[data-tab={view}]")
        page.locator("#p-count").wait_for()
        page.locator(READY[view]).first.wait_for()
        page.wait_for_load_state("networkidle")  # what comes later is there too
        return page

    yield call
    for context in contexts:
        context.close()
    assert [url for url in asked if not url.startswith((address, "blob:", "data:"))] == []
    assert [words for words in errors if "status of 400" not in words] == []


def until(page, condition, what=""):
    """Wait for what ``condition`` gives to be true; the page's policy forbids playwright's own way of it."""
    wait_until(condition, lambda: what or page.locator(".v-wrong").all_inner_texts(), pause_of(page))


def last_step(page):
    return int(page.locator("#p-slide").get_attribute("max"))


def test_the_tree_of_the_position_is_stepped_forwards_and_back(opened):
    page = opened("inside")
    seen = [page.locator("#p-figure").inner_html()]
    for _step in range(6):
        page.click("#p-next")
        seen.append(page.locator("#p-figure").inner_html())
    assert page.inner_text("#p-count").startswith("step 6 /")
    assert page.locator(".code li[aria-current]").count() == 1
    assert len(set(seen)) > 4
    page.focus("#p-slide")
    for before in seen[-2::-1]:
        page.keyboard.press("ArrowLeft")
        assert page.locator("#p-figure").inner_html() == before
    steps = last_step(page)
    page.get_by_label("Depth").select_option("1")
    until(page, lambda: last_step(page) < steps)
    page.locator(".v-stepper summary").click()
    page.locator("#p-rows tbody tr").first.wait_for()
    assert page.locator("#p-rows tbody tr").count() == last_step(page)


def test_the_algorithms_are_compared_and_the_heuristic_is_explained(opened):
    page = opened("inside")
    table = page.locator(".v-table")
    table.wait_for()
    names = table.locator("tbody th").all_inner_texts()
    assert {"Minimax", "Alpha-beta"} <= set(names)
    nodes = {
        row.locator("th").inner_text(): int(row.locator("td").nth(1).inner_text())
        for row in table.locator("tbody tr").all()
    }
    assert nodes["Alpha-beta"] < nodes["Minimax"]
    table.get_by_role("button", name="Minimax", exact=True).click()
    until(page, lambda: "Minimax" in page.locator(".v-stepper .side h2").first.inner_text())
    assert page.locator(".v-squares .v-square").count() == 16
    assert [page.locator(name).count() for name in (".v-for", ".v-against")] == [2, 2]
    page.click("[data-tab=play]")
    page.locator("#board [id^=q]").first.wait_for()


def test_a_tree_is_drawn_by_keys_and_its_text_follows(opened):
    page = opened("editor", query="?tree=((3 12) (2 4))")
    area = page.get_by_label("The same tree as text")
    assert area.input_value() == "((3 12) (2 4))"
    page.focus(".v-tree")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Insert")
    assert area.input_value() == "((3 12 0) (2 4))"
    page.keyboard.press("Enter")
    page.keyboard.type("-7")
    page.keyboard.press("Enter")
    assert area.input_value() == "((3 12 -7) (2 4))"
    page.keyboard.press("ArrowUp")
    page.keyboard.press("n")
    page.keyboard.type("left")
    page.keyboard.press("Enter")
    assert area.input_value() == "(left=(3 12 -7) (2 4))"
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Delete")
    assert area.input_value() == "(left=(3 12 -7))"
    for _time in range(2):
        page.keyboard.press("Control+z")
    assert area.input_value() == "((3 12 -7) (2 4))"
    page.keyboard.press("Control+y")
    assert area.input_value() == "(left=(3 12 -7) (2 4))"
    assert page.locator("[role=treeitem]").count() == 8
    until(page, lambda: "left" in page.locator("#p-figure").inner_text() or last_step(page) > 20)


def test_a_tree_is_drawn_by_hand(opened):
    page = opened("editor", query="?tree=((3 12) (2 4))")
    page.locator("[role=treeitem]").nth(3).click()
    page.locator(".v-plus").click()
    page.locator(".v-plus").click()
    assert page.get_by_label("The same tree as text").input_value() == "((3 ((12))) (2 4))"
    page.get_by_role("button", name="Undo").click()
    assert page.get_by_label("The same tree as text").input_value() == "((3 (12)) (2 4))"


WRONG = {
    "((5 6) (7": "An opening bracket is never closed.",
    "(5 6))": "There is a closing bracket too many.",
    "(5 ())": "A pair of brackets is empty: write a number or branches in it.",
    "(5 x)": "“x” is neither a number nor the name of a node met before.",
    "(5) (6)": "A tree is one pair of brackets with branches inside, such as ((5 6) (7 4 5)).",
    "(V=5 6)": "“V” can't name a node: a name is a word given once, not a number nor one of V G W D P L N.",
}


def test_a_bad_tree_text_gets_a_sentence(opened):
    page = opened("editor")
    nodes = page.locator("[role=treeitem]").count()
    area = page.get_by_label("The same tree as text")
    for written, sentence in WRONG.items():
        area.fill(written)
        assert page.inner_text("#v-tree-wrong") == sentence
        assert page.locator("[role=treeitem]").count() == nodes
        with pytest.raises(LoadError):
            Tree.from_text(written)
    area.fill("(5 6)")
    assert page.inner_text("#v-tree-wrong") == ""
    assert page.locator("[role=treeitem]").count() == 3
    page.click("[data-lang=fr]")
    area = page.get_by_label("Le même arbre en texte")
    area.fill("(5 6")
    assert page.inner_text("#v-tree-wrong") == "Une parenthèse ouvrante n'est jamais fermée."


def test_figures_are_taken_home(opened):
    page = opened("editor", query="?tree=((3 12) (2 4))")
    for format_name, start in (("svg", b"<svg"), ("pdf", b"%PDF"), ("tex", b"\\begin{tikzpicture}")):
        with page.expect_download() as waiting:
            page.click(f"[data-format={format_name}]")
        assert waiting.value.suggested_filename == f"elagage-alphabeta.{format_name}"
        content = Path(waiting.value.path()).read_bytes()
        assert start in content, content[:300]


def draw(page, *cells):
    """Drag from cell to cell."""
    for number, (x, y) in enumerate(cells):
        box = page.locator(f"#c{x}-{y}").bounding_box()
        page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        if not number:
            page.mouse.down()
    page.mouse.up()


def facts(page):
    return page.locator(".facts").inner_text().split()


def test_walls_that_are_drawn_change_the_path(opened):
    page = opened("paths", query="?grid=......./......./S.....G/......./.......")
    assert facts(page)[1] == "6"
    before = page.locator("#path").get_attribute("points")
    draw(page, (3, 1), (3, 4))
    until(page, lambda: facts(page)[1] == "10")
    assert page.locator("#path").get_attribute("points") != before
    draw(page, (3, 0), (3, 0))
    page.get_by_text("There is no path from S to G").first.wait_for()
    page.get_by_role("button", name="Undo").click()
    until(page, lambda: facts(page)[1:2] == ["10"])
    draw(page, (0, 2), (2, 2))
    until(page, lambda: facts(page)[1:2] == ["8"])
    page.get_by_label("Directions").select_option("8")
    until(page, lambda: facts(page)[1].startswith("6."))


def test_a_grid_is_drawn_by_keys_and_shared_by_the_address(opened):
    page = opened("paths", query="?grid=...../S...G/.....")
    page.focus("svg.grid")
    page.keyboard.press("ArrowRight")
    page.keyboard.press(" ")
    until(page, lambda: facts(page)[1] == "6")
    assert "wall" in page.locator("#c2-1").get_attribute("aria-label").lower()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("9")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("#")
    until(page, lambda: facts(page)[1] == "14")
    page.get_by_role("button", name="Share").click()
    until(page, lambda: "grid=" in page.url and "..9../S.x.G/..x.." in page.url, page.url)
    page.reload()
    page.locator("#p-count").wait_for()
    until(page, lambda: facts(page)[1] == "14")


def test_a_finger_draws_too(opened):
    page = opened("paths", 375, query="?grid=...../S...G/.....")
    touch = page.context.new_cdp_session(page)
    box = page.locator("#c2-1").bounding_box()
    place = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [place]})
    touch.send(
        "Input.dispatchTouchEvent",
        {"type": "touchMove", "touchPoints": [{**place, "y": place["y"] - box["height"] * 1.1}]},
    )
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    until(page, lambda: facts(page)[1] == "6")
    assert "wall" in page.locator("#c2-0").get_attribute("aria-label").lower()


def test_the_colours_that_were_chosen_reach_the_figure(opened):
    page = opened("editor")
    page.click("#p-next")
    page.click("#theme")
    colours = [
        page.locator(name).first.evaluate("item => getComputedStyle(item).backgroundColor")
        for name in (".v-panel", ".v-stepper .panel", ".v-stepper .code li.lit")
    ]
    assert colours == ["rgb(28, 33, 40)", "rgb(28, 33, 40)", "rgb(32, 58, 84)"]


def test_paths_are_stepped_and_compared(opened):
    page = opened("paths")
    rows = page.locator(".v-table tbody tr")
    rows.nth(4).wait_for()
    counted = {row.locator("th").inner_text(): int(row.locator("td").first.inner_text()) for row in rows.all()}
    assert counted["A*"] < counted["Dijkstra"]
    steps = last_step(page)
    assert page.inner_text("#p-count") == f"step {steps} / {steps}"
    page.get_by_label("Algorithm").select_option("dijkstra")
    until(page, lambda: last_step(page) > steps)
    page.click("#p-first")
    assert not page.locator("#path").is_visible()
    page.locator("#p-speed").evaluate("item => { item.value = item.min; item.dispatchEvent(new Event('input')); }")
    page.click("#p-play")
    until(page, lambda: int(page.locator("#p-slide").input_value()) > 3)
    page.click("#p-play")
    page.get_by_role("button", name="Maze").click()
    until(page, lambda: page.locator("#c0-0").get_attribute("fill") == "#3d4551")


def test_the_attractor_grows_rank_by_rank(opened):
    page = opened("graphs")
    sizes = []
    for _step in range(last_step(page)):
        page.click("#p-next")
        sizes.append(page.locator("#p-figure .s-in, #p-figure .s-current").count())
    assert sizes == [1, 2, 3, 4, 5, 6, 6]
    assert "Min can keep away from the target" in page.inner_text("#p-say")
    page.click("#p-back")
    assert page.inner_text("#p-say") == "Rank 5: a, where Max has a move into the attractor."
    page.get_by_label("Player").select_option("min")
    until(page, lambda: last_step(page) != 7)


def test_a_graph_is_drawn_and_pasted(opened):
    page = opened("graphs")
    area = page.get_by_label("The same graph as text")
    area.fill("a max: b\nb: +1")
    until(page, lambda: page.locator("[role=option]").count() == 2)
    page.get_by_label("Target", exact=True).fill("b")
    page.keyboard.press("Enter")
    until(page, lambda: last_step(page) == 3)
    page.get_by_role("button", name="+ Min").click()
    page.get_by_role("button", name="Arc to…").click()
    page.locator("[role=option]").nth(0).click()
    assert area.input_value() == "a max: b\nb: +1\nc min: a"
    until(page, lambda: last_step(page) == 4)
    page.focus(".v-graph")
    for key in ("Enter", "ArrowRight", "ArrowRight", "Enter", "t"):
        page.keyboard.press(key)
    assert area.input_value() == "a max: b\nb: +1\nc min: a b"
    assert page.get_by_label("Target", exact=True).input_value() == "b c"
    area.fill("a max b")
    page.get_by_text("Line 1: write a vertex").first.wait_for()
    area.fill('parity 1; 0 0 1 0,1 "start"; 1 2 0 1;')
    page.get_by_label("Target", exact=True).fill("1")
    page.keyboard.press("Enter")
    until(page, lambda: page.locator("#p-figure svg").count() == 1 and last_step(page) >= 2)
    until(page, lambda: page.locator("#p-figure #v0").count() == 1)
    page.click("#p-next")
    assert page.inner_text("#p-say") == "Rank 0: 1, the target."
    assert page.locator("#p-figure .s-current").get_attribute("id") == "v1"


@pytest.mark.parametrize("view", VIEWS)
def test_both_languages(opened, view):
    page = opened(view)
    english = page.inner_text(f".view-{view}")
    page.click("[data-lang=fr]")
    titles = dict(zip(VIEWS, FRENCH, strict=True))
    assert page.inner_text(".v-view h2") == titles[view]
    assert page.get_attribute("#p-next", "aria-label") == "Étape suivante"
    assert page.inner_text("#p-count").startswith("étape")
    page.click("[data-lang=en]")
    until(page, lambda: page.inner_text(f".view-{view}") == english, "the English words come back")


@pytest.mark.parametrize(
    ("view", "query", "check"),
    [
        *((view, "", check_room if view == "paths" else check_accessibility) for view in VIEWS),
        ("paths", "?grid=..9../S.x.G/..x..", check_accessibility),  # it has each kind of cell, and few of them
    ],
)
@pytest.mark.parametrize(("width", "dark"), LOOKS)
def test_everybody_can_use_it(opened, view, query, check, width, dark):
    page = opened(view, width, dark, query=query)
    page.locator(".v-stepper summary").click()
    page.locator("#p-rows tbody tr").first.wait_for()
    page.evaluate("scrollTo(0, 0)")
    drawn(page)
    check(page, width, TOUCHED)


def test_the_words_of_the_steps_are_those_of_the_figure_pages():
    table = re.search(r"^export const stepWords = (.*);$", make_french_module(), re.MULTILINE)[1]
    assert json.loads(table) == UI
    assert UI["play"] == {"en": "Play", "fr": "Lecture"}


@pytest.mark.parametrize(
    "name",
    ["inside.js", "stepper.js", "editor.js", "paths.js", "graphs.js", "views.css", "views_words.js"],
)
def test_files_are_short(name):
    assert len((STATIC / "views" / name).read_text().splitlines()) < 400
