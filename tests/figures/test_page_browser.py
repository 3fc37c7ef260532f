"""Pages that are stepped through, in a real browser: opened from a file, gone through by keys and by hand,
and fit for everybody.
"""

from __future__ import annotations

import pytest
from browser import LOOKS, check_accessibility, check_room, pages, pause_of
from patience import until as wait_until

from elagage.figures.pages.step_page import Step, step_page
from elagage.figures.paths.path_steps import path_page
from elagage.figures.scene.shapes import Rect, Scene, Text
from elagage.paths import ALGORITHMS, PathTrace
from elagage.paths.problems import load_problem

ROADS = """A @ 48 2
B @ 47 3
C @ 46 2.5
D @ 45 4
A B 3
B C 2
A C 6
C > D 4
B D 8
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A folder with pages."""
    place = tmp_path_factory.mktemp("pages")
    (place / "roads.txt").write_text(ROADS)
    specs = {"maze": "maze:21x15#3", "small maze": "maze:7x5#3", "roads": f"roads:{place / 'roads.txt'}"}
    for name, spec in specs.items():
        problem, trace = load_problem(spec), PathTrace()
        found = ALGORITHMS["astar"](problem, trace=trace)
        (place / f"{name}.html").write_text(path_page(problem, trace, found), encoding="utf-8")
    return place


@pytest.fixture
def opened(chrome, folder):
    with pages(chrome, folder, "maze", "no-preference") as call:
        yield call


def count(page):
    return page.inner_text("#p-count")


def until(page, condition):
    """Wait; the page's own policy forbids playwright's way of it."""
    wait_until(lambda: page.evaluate(condition), condition, pause_of(page))


def figure(page):
    return page.inner_html("#p-figure")


def test_keys_go_forwards_and_exactly_backwards(opened):
    page = opened()
    seen = [figure(page)]
    assert count(page) == "step 0 / 182"
    for _step in range(5):
        page.keyboard.press("ArrowRight")
        seen.append(figure(page))
    assert count(page) == "step 5 / 182"
    assert len(set(seen)) > 3
    for before in seen[-2::-1]:
        page.keyboard.press("ArrowLeft")
        assert figure(page) == before
    page.keyboard.press("End")
    assert count(page) == "step 182 / 182"
    assert "goal reached, cost 82" in page.inner_text("#p-say")
    assert page.locator("#path").is_visible()
    page.keyboard.press("Home")
    assert figure(page) == seen[0]
    assert not page.locator("#path").is_visible()


def test_jumps_give_the_same_figure_as_steps(opened):
    page = opened(hash="#step=97")
    assert count(page) == "step 97 / 182"
    jumped = figure(page)
    page.keyboard.press("End")
    page.evaluate(
        "() => { const s = document.getElementById('p-slide'); s.value = 97; s.dispatchEvent(new Event('input')); }"
    )
    assert figure(page) == jumped
    page.keyboard.press("Home")
    for _step in range(97):
        page.keyboard.press("ArrowRight")
    assert figure(page) == jumped
    until(page, "location.hash === '#step=97'")


def test_the_slider_the_buttons_and_the_line_that_is_lit(opened):
    page = opened()
    page.focus("#p-slide")
    page.keyboard.press("ArrowRight")
    assert count(page) == "step 1 / 182"
    assert page.inner_text(".code li[aria-current]").startswith("1")
    page.click("#p-next")
    assert page.inner_text(".code li.lit").split("\n")[0].strip().startswith("3")
    page.click("#p-last")
    assert page.locator("#p-next").is_disabled()
    page.click("#p-first")
    assert count(page) == "step 0 / 182"


def test_playing_starts_paused_and_stops(opened):
    page = opened(motion="reduce")
    page.wait_for_timeout(200)
    assert count(page) == "step 0 / 182"
    page.select_option("#p-speed", "120")
    page.focus("#p-figure")
    page.keyboard.press(" ")
    assert page.get_attribute("#p-play", "aria-label") == "Pause"
    until(page, "document.getElementById('p-slide').value > 2")
    page.keyboard.press(" ")
    stopped = count(page)
    page.wait_for_timeout(300)
    assert count(page) == stopped
    assert page.get_attribute("#p-play", "aria-label") == "Play"
    assert page.evaluate("getComputedStyle(document.querySelector('.card svg [id]')).transitionDuration") == "0s"


def test_both_languages(opened):
    page = opened(hash="#step=2")
    assert page.inner_text("#p-say").startswith("Take out (1,1): g = 0")
    page.click("[data-lang=fr]")
    assert page.inner_text("#p-say").startswith("On retire (1,1) : g = 0")
    assert page.inner_text(".code li:nth-child(2)").strip().endswith("tant que Q n'est pas vide :")
    assert page.get_attribute("html", "lang") == "fr"
    assert page.get_attribute("#p-next", "aria-label") == "Étape suivante"
    page.click("[data-lang=en]")
    assert "while Q is not empty:" in page.inner_text(".code")


def test_the_table_leads_to_its_steps(opened):
    page = opened("roads")
    assert page.locator("table").count() == 0
    page.click("summary")
    page.wait_for_selector("tbody tr")
    rows = page.locator("tbody tr")
    assert rows.count() == int(page.get_attribute("#p-slide", "max"))
    rows.nth(3).click()
    assert count(page).startswith("step 4 /")
    assert page.get_attribute("tr[aria-current]", "data-step") == "4"


def test_a_long_page_is_quick_and_shows_a_window_of_rows(chrome, tmp_path):
    scene = Scene(100, 20, "long", [Rect(0, 0, 10, 10, id="r"), Text(50, 12, "0", id="t")])
    steps = [
        Step({"en": f"number {n}", "fr": f"numéro {n}"}, 0, (("t", "text", str(n)), ("r", "class", f"s-{n % 3}")))
        for n in range(1, 20_001)
    ]
    (tmp_path / "long.html").write_text(step_page(scene, steps, title={"en": "long", "fr": "long"}), encoding="utf-8")
    page = chrome.new_page()
    page.goto((tmp_path / "long.html").as_uri() + "#step=12000")
    assert page.locator("#p-figure #t").text_content() == "12000"
    page.click("summary")
    page.wait_for_selector("tbody tr")
    assert page.locator("tbody tr").count() == 301
    page.click("#p-last")
    assert page.locator("#p-figure #t").text_content() == "20000"
    page.click("#p-first")
    assert page.locator("#p-figure #t").text_content() == "0"
    assert page.get_attribute("#p-figure #r", "class") is None
    page.close()


@pytest.mark.parametrize(
    ("name", "check"), [("maze", check_room), ("small maze", check_accessibility), ("roads", check_accessibility)]
)
@pytest.mark.parametrize(("width", "dark"), LOOKS)
def test_everybody_can_use_it(opened, name, check, width, dark):
    page = opened(name, width, dark, "#step=7", "reduce")
    page.click("summary")
    page.wait_for_selector("tbody tr")
    check(page, width)
