"""The page of ``elagage site`` in a real browser, from a plain file server: Python runs in the page itself."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from browser import check_accessibility, pause_of
from patience import until as wait_until
from static_space import web_space

from elagage.web.site import find_pyodide


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """The address of a folder that the command has written."""
    folder = tmp_path_factory.mktemp("school") / "elagage"
    words = [sys.executable, "-m", "elagage", "--lang", "en", "site", str(folder), "--pyodide", str(find_pyodide())]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert str(folder) in done.stdout
    with web_space(folder.parent) as address:
        yield address + "elagage/"


@pytest.fixture(scope="module")
def page(chrome, site):
    """One page for all of it, since Python takes seconds to start; what it asks for and complains of is looked at."""
    asked, errors = [], []
    context = chrome.new_context(viewport={"width": 1280, "height": 900}, reduced_motion="reduce", locale="en-GB")
    page = context.new_page()
    page.on("request", lambda request: asked.append(request.url))
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
    page.goto(site)
    page.locator(".starting").wait_for()
    page.locator("html[data-ready=yes]").wait_for()
    yield page
    context.close()
    assert [url for url in asked if not url.startswith((site, f"blob:{site[: site.index('/', 8)]}"))] == []
    assert any(url.endswith("/pyodide.asm.wasm") for url in asked)
    assert [
        words for words in errors if "wasm streaming compile failed" not in words and "ArrayBuffer" not in words
    ] == []


def until(page, condition):
    wait_until(condition, lambda: page.locator("#toast").inner_text(), pause_of(page))


def open_view(page, view):
    page.click(f"[data-tab={view}]")
    page.locator("#p-count").wait_for()


def count_steps(page):
    return int(page.locator("#p-slide").get_attribute("max"))


def test_a_first_move_is_answered(page):
    assert page.locator(".starting").count() == 0
    page.locator("[role=gridcell]").nth(4).click()
    page.locator(".move").nth(2).wait_for()
    assert "O plays" in page.inner_text("#status")


def test_the_analysis_scores_every_move_and_gives_way_to_a_figure(page):
    page.click("#analyse")
    page.click("#tab-analysis")
    until(page, lambda: "exact" in page.inner_text("#panel-analysis"))
    page.click("#analyse")


def test_a_level_that_thinks_for_long_moves_when_it_is_told(page):
    """The page takes back a blob that Python looks for: no header of the server is needed for that."""
    page.click("#tab-moves")
    page.locator("#game").select_option("domineering")
    until(page, lambda: page.locator("#title").inner_text() == "Élagage: Domineering")
    page.locator("[data-side='1'] select").select_option("10")
    page.fill("#typed-move", "a1")
    page.press("#typed-move", "Enter")
    page.locator("#now").click()
    page.locator(".move").nth(2).wait_for()
    page.locator("[data-side='1'] select").select_option("3")


def test_a_tree_is_stepped_through(page):
    open_view(page, "inside")
    page.get_by_label("Depth").select_option("2")
    first = page.locator("#p-figure").inner_html()
    page.click("#p-next")
    assert page.inner_text("#p-count").startswith("step 1 /")
    assert page.locator("#p-figure").inner_html() != first
    assert page.locator(".code li[aria-current]").count() == 1
    assert count_steps(page) > 20


def test_an_attractor_is_drawn(page):
    open_view(page, "graphs")
    sizes = []
    for _step in range(4):
        page.click("#p-next")
        sizes.append(page.locator("#p-figure .s-in, #p-figure .s-current").count())
    assert sizes == [1, 2, 3, 4]
    assert page.inner_text("#p-say").startswith("Rank ")


def test_astar_is_drawn(page):
    open_view(page, "paths")
    until(page, lambda: "A*" in page.locator(".code").first.inner_text() or count_steps(page) > 5)
    assert "Cost" in page.inner_text(".view-paths")


def test_figures_are_taken_home_but_no_pdf(page):
    open_view(page, "editor")
    with page.expect_download() as taken:
        page.click("[data-format=svg]")
    assert taken.value.suggested_filename == "elagage-alphabeta.svg"
    page.click("[data-format=pdf]")
    until(page, lambda: "can't be made inside a browser" in page.inner_text("body"))


def test_games_are_kept_by_the_browser(page, site):
    page.click("[data-tab=play]")
    page.click("#tab-library")
    page.fill("#save-name", "A game")
    page.keyboard.press("Enter")
    page.locator("#saved li", has_text="A game").wait_for()
    with page.expect_download() as taken:
        page.get_by_text("Export everything").click()
    assert "A game" in Path(taken.value.path()).read_text(encoding="utf-8")
    page.locator("#saved li button", has_text="A game").click()
    page.locator("#saved [data-path]").click()
    until(page, lambda: page.locator("#saved li", has_text="A game").count() == 0)


def test_everybody_can_use_it_in_french_too(page):
    page.click("[data-lang=fr]")
    until(page, lambda: page.inner_text("[data-tab=play]") == "Jouer")
    check_accessibility(page, 1280, "button, select, input, textarea, .cell, a.link")
