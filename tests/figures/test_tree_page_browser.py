"""Pages of searches in a real browser: gone through by keys, forwards and back, in both languages,
and fit for everybody.
"""

from __future__ import annotations

import pytest
from browser import LOOKS, check_accessibility, pages
from trees import COURSE

from elagage import search
from elagage.figures.pages.tree_page import tree_page
from elagage.games import make
from elagage.games.tree import Tree
from elagage.trace import Trace

LAST = 31
"""Steps of the course's tree."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A folder with pages: a small tree, several rounds, words in the figure,
    and a tree that is larger than its frame.
    """
    place = tmp_path_factory.mktemp("pages")
    for name, algorithm, game, depth in (
        ("course", "alphabeta", Tree(COURSE), None),
        ("rounds", "deepening", make("tictactoe"), 2),
        ("words", "memoised", make("nim", "2,2"), None),
        ("large", "alphabeta", Tree.random(3, 5), None),
    ):
        trace = Trace()
        getattr(search, algorithm)(game, None, depth, trace=trace)
        (place / f"{name}.html").write_text(tree_page(trace), encoding="utf-8")
    return place


@pytest.fixture
def opened(chrome, folder):
    with pages(chrome, folder, "course") as call:
        yield call


def figure(page):
    return page.inner_html("#p-figure")


def said(page):
    return page.inner_text("#p-say").replace("\u00a0", " ")


def lit(page):
    items = page.locator(".code li.lit")
    return items.nth(0).inner_text().split()[0] if items.count() else ""


def test_keys_go_to_the_end_and_exactly_back(opened):
    page = opened()
    seen, lines = [figure(page)], [lit(page)]
    assert page.inner_text("#p-count") == f"step 0 / {LAST}"
    for _step in range(LAST):
        page.keyboard.press("ArrowRight")
        seen.append(figure(page))
        lines.append(lit(page))
    assert page.inner_text("#p-count") == f"step {LAST} / {LAST}"
    assert said(page) == "Answer of the root a: 4. Principal variation: b d 2."
    assert len(set(seen)) > LAST - 3
    assert lines[0] == ""
    assert len(set(lines[1:])) >= 7
    assert lines[-1] == "13"
    for before in seen[-2::-1]:
        page.keyboard.press("ArrowLeft")
        assert figure(page) == before
    page.keyboard.press("End")
    assert figure(page) == seen[-1]
    page.keyboard.press("Home")
    assert figure(page) == seen[0]


def test_values_windows_and_cuts_appear_when_they_are_known(opened):
    page = opened()
    for name in ("#v0", "#w0", "#k5", "#c5"):
        assert not page.locator(name).is_visible()
    assert page.locator("#n0").is_visible()
    page.keyboard.press("ArrowRight")
    assert page.locator("#w0").text_content() == "[-∞ ; +∞]"
    assert page.locator("#w0").is_visible()
    while "cut" not in said(page):
        assert page.locator(".s-skipped").count() == 0
        page.keyboard.press("ArrowRight")
    assert said(page) == "5 ≥ β = 4: beta cut; 1 move skipped."
    node = page.locator(".card .s-current").get_attribute("id")[1:]
    assert page.locator(f"#k{node}").is_visible()
    assert page.locator(f"#s{node}-0").get_attribute("class") == "s-skipped"
    page.keyboard.press("ArrowRight")
    assert page.locator(f"#v{node}").text_content() == "≥ 5"
    page.keyboard.press("End")
    assert page.locator(".card .s-pv").count() == 7  # four nodes, three edges


def test_both_languages(opened):
    page = opened("words", hash="#step=67")
    assert page.locator("#v0").text_content() == "lost"
    assert said(page).startswith("Answer of the root: lost.")
    english = figure(page)
    page.click("[data-lang=fr]")
    assert page.locator("#v0").text_content() == "perdu"
    assert said(page).startswith("Réponse de la racine : perdu.")
    assert "pour chaque coup c de s" in page.inner_text(".code")
    assert page.inner_text("#p-title").startswith("Minimax avec mémoire")
    page.keyboard.press("Home")
    page.keyboard.press("End")
    assert page.locator("#v0").text_content() == "perdu"
    page.click("[data-lang=en]")
    assert figure(page) == english


def test_one_chooses_the_round(opened):
    page = opened("rounds")
    assert page.locator(".card > svg").count() == 2
    assert page.locator(".card > svg").nth(0).is_visible()
    assert not page.locator(".card > svg").nth(1).is_visible()
    page.select_option("#p-sheet", "1")
    assert said(page) == "Round 2: depth 2."
    assert not page.locator(".card > svg").nth(0).is_visible()
    assert page.locator(".card > svg").nth(1).is_visible()
    page.click("#p-back")
    assert page.input_value("#p-sheet") == "0"
    assert page.locator(".card > svg").nth(0).is_visible()
    page.click("#p-first")
    assert page.input_value("#p-sheet") == "0"


@pytest.mark.parametrize("width", [375, 1280])
def test_the_current_node_is_in_view(opened, width):
    page = opened("large", width)
    assert page.evaluate(
        "() => { const c = document.getElementById('p-figure'); return c.scrollWidth > c.clientWidth; }"
    )
    last = int(page.get_attribute("#p-slide", "max"))
    inside = """() => {
      const card = document.getElementById('p-figure').getBoundingClientRect();
      const node = document.querySelector('.card .s-current').getBoundingClientRect();
      return node.left >= card.left && node.right <= card.right && node.top >= card.top && node.bottom <= card.bottom;
    }"""
    for step in [*range(1, 40), *range(40, last, 37)]:
        page.evaluate(
            "n => { const s = document.getElementById('p-slide'); s.value = n; s.dispatchEvent(new Event('input')); }",
            step,
        )
        assert page.evaluate(inside), step
    page.click("#p-fit")
    assert page.evaluate(
        "() => { const c = document.getElementById('p-figure'); return c.scrollWidth <= c.clientWidth + 1; }"
    )


def test_the_table_says_the_same(opened):
    page = opened()
    page.click("summary")
    page.wait_for_selector("tbody tr")
    assert page.locator("tbody tr").count() == LAST
    assert page.locator("thead th").all_inner_texts() == ["No.", "node", "what happens", "α", "β", "value"]
    cells = page.locator("tbody tr").nth(16).locator("td").all_inner_texts()
    assert cells[1:] == ["e", "leave, value ≥ 5", "5", "4", "≥ 5"]


@pytest.mark.parametrize("name", ["course", "rounds"])
@pytest.mark.parametrize(("width", "dark"), LOOKS)
def test_everybody_can_use_it(opened, name, width, dark):
    page = opened(name, width, dark, "#step=17")
    page.click("summary")
    page.wait_for_selector("tbody tr")
    check_accessibility(page, width)
