"""The quiz in a real browser: filled in by hand and by keys, checked, explained, in both languages,
and fit for everybody.
"""

from __future__ import annotations

import pytest
from browser import LOOKS, pages

from elagage.exercises import Wanted, generate, make_exercise
from elagage.exercises.answers import cut_edges, model
from elagage.exercises.mistakes import Submitted, check
from elagage.figures.pages.quiz_page import quiz_page
from elagage.result import format_number

SIGNS = {"exact": "=", "lower": "≥", "upper": "≤"}
EXERCISES = {
    "alphabeta": generate(Wanted(depth=3, branching=2, cuts=2), 7),
    "negamax": generate(Wanted("negamax", depth=3, branching=(2, 3)), 7),
    "course": make_exercise("a=(b=(d=(1 4) e=(5 6)) c=(f=(2 1) g=(1 0)))", Wanted()),
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    place = tmp_path_factory.mktemp("quiz")
    for name, exercise in EXERCISES.items():
        (place / f"{name}.html").write_text(quiz_page(exercise, lang="en"), encoding="utf-8")
    return place


@pytest.fixture
def opened(chrome, folder):
    with pages(chrome, folder, "alphabeta") as call:
        yield call


def field(page, part, label):
    return page.locator(f'#q-table [data-key="{part} {label}"]')


def said(page):
    return page.inner_text("#q-say")


def visited(name):
    return [answer for answer in model(EXERCISES[name]).values() if answer.visited and not answer.leaf]


def fill(page, name):
    """The right answers, into the table."""
    windowed = EXERCISES[name].wanted.algorithm == "alphabeta"
    for answer in visited(name):
        field(page, "value", answer.label).fill(format_number(answer.value))
        if windowed:
            field(page, "alpha", answer.label).fill(format_number(answer.alpha))
            field(page, "beta", answer.label).fill(format_number(answer.beta))
            if answer.parent is not None:
                field(page, "bound", answer.label).select_option(SIGNS[answer.bound])
    for node, branch in cut_edges(EXERCISES[name]):
        field(page, "edge", f"{node} {branch}").check()


@pytest.mark.parametrize("name", list(EXERCISES))
def test_the_right_answers_are_accepted(opened, name):
    page = opened(name)
    assert said(page) == "Fill in the tree or the table, then check."
    fill(page, name)
    page.click("#q-check")
    assert said(page) == "All is right."
    assert page.inner_text("#q-count") == "Attempts: 1"
    values = page.locator('#q-table [data-mark^="value "].right')
    assert values.count() == len(visited(name))
    assert values.first.inner_text().startswith("✓")
    assert page.locator("#q-figure .sign.right").count() == len(visited(name))
    assert page.locator("#q-table .wrong").count() == 0


def test_the_first_error_is_explained_and_marked(opened):
    exercise = EXERCISES["alphabeta"]
    page = opened()
    fill(page, "alphabeta")
    wrong = visited("alphabeta")[1:3]
    for answer in wrong:
        field(page, "value", answer.label).fill("77")
    page.click("#q-check")
    values = {answer.label: answer.value for answer in visited("alphabeta")} | {answer.label: 77 for answer in wrong}
    first = check(exercise, Submitted(values))[0]
    assert said(page).startswith(first.sentence)
    assert "answers are right up to there" in said(page)
    marked = page.locator("#q-table .mark.wrong")
    assert marked.count() == 1
    assert marked.inner_text().startswith("✗")
    assert marked.get_attribute("data-mark") == f"value {first.label}"
    assert field(page, "value", first.label).get_attribute("aria-invalid") == "true"
    assert page.locator("#q-figure .sign.wrong").count() == 1
    field(page, "value", first.label).fill(format_number(model(exercise)[first.label].value))
    assert page.locator("#q-table .mark.wrong").count() == 0
    page.click("#q-check")
    assert said(page) != ""
    assert page.inner_text("#q-count") == "Attempts: 2"


def test_empty_answers_and_words_are_not_given_away(opened):
    page = opened()
    page.click("#q-check")
    assert said(page).startswith("Node a: α is still empty.")
    field(page, "alpha", "a").fill("five")
    page.click("#q-check")
    assert said(page).startswith("Node a: five is not a number")
    for text in ("-inf", "-∞", "−∞", "- inf", "-Infini"):
        field(page, "alpha", "a").fill(text)
        page.click("#q-check")
        assert said(page).startswith("Node a: β is still empty."), text
    for text in ("inf", "+∞", "∞"):
        field(page, "beta", "a").fill(text)
        page.click("#q-check")
        assert said(page).startswith("Node b: α is still empty."), text


def test_a_bound_needs_its_sign(opened):
    page = opened()
    fill(page, "alphabeta")
    answer = next(answer for answer in visited("alphabeta") if answer.bound != "exact" and not answer.whole)
    field(page, "bound", answer.label).select_option("=")
    page.click("#q-check")
    assert f"Node {answer.label}: write {SIGNS[answer.bound]} {format_number(answer.value)}" in said(page)
    assert page.locator("#q-table .mark.wrong").get_attribute("data-mark") == f"value {answer.label}"


def test_a_bound_with_nothing_skipped_below_is_exact_too(opened):
    page = opened("course")
    fill(page, "course")
    for sign in ("=", "≤"):
        field(page, "bound", "f").select_option(sign)
        page.click("#q-check")
        assert said(page) == "All is right."
    field(page, "bound", "f").select_option("≥")
    page.click("#q-check")
    assert said(page).startswith("Node f: write ≤ 2 or = 2, since nothing is skipped below it.")


def test_nodes_that_are_never_reached_stay_empty(opened):
    page = opened("course")
    fill(page, "course")
    for part, text in (("alpha", "4"), ("beta", "inf"), ("value", "1")):
        field(page, part, "g").fill(text)
        page.click("#q-check")
        assert said(page).startswith("Node g: it is never ")
        assert page.locator("#q-table .mark.wrong").get_attribute("data-mark") == f"{part} g"
        field(page, part, "g").fill("")
    field(page, "edge", "g g.2").check()
    page.click("#q-check")
    assert said(page).startswith("Node g: it is never reached, since c is cut before it, so it cuts nothing itself.")
    field(page, "edge", "g g.2").uncheck()
    page.click("#q-check")
    assert said(page) == "All is right."


def test_a_decimal_comma(chrome, tmp_path):
    exercise = make_exercise("a=(2.5 1)", Wanted("minimax"))
    (tmp_path / "q.html").write_text(quiz_page(exercise, lang="fr"), encoding="utf-8")
    page = chrome.new_page()
    page.goto((tmp_path / "q.html").as_uri())
    field(page, "value", "a").fill("2,5")
    page.click("#q-check")
    assert "right" in page.get_attribute("#q-say", "class")
    page.close()


def test_the_figure_and_the_table_are_in_step(opened):
    page = opened()
    page.locator("#q-figure polygon.hit").nth(1).click()
    editor = page.locator("#q-editor")
    assert editor.is_visible()
    label = editor.locator("input.cell").first.get_attribute("data-key").split()[1]
    editor.locator('[data-key^="value "]').fill("12")
    editor.locator('[data-key^="bound "]').select_option("≥")
    editor.locator("button.quick").first.click()
    assert field(page, "value", label).input_value() == "12"
    assert field(page, "alpha", label).input_value() == "-∞"
    assert "≥ 12" in page.locator("#q-figure svg").text_content()
    assert "[-∞ ; " in page.locator("#q-figure svg").text_content()
    edges = page.locator("#q-figure path.hit")
    box = page.locator("#q-table input[type=checkbox]")
    assert edges.count() == box.count()
    edges.nth(3).dispatch_event("click")
    assert page.locator("#q-table input[type=checkbox]:checked").count() == 1
    assert page.locator("#q-figure [id^=k].on").count() == 1
    key = page.locator("#q-table input[type=checkbox]:checked").get_attribute("data-key")
    page.locator(f'#q-table [data-key="{key}"]').uncheck()
    assert page.locator("#q-figure [id^=k].on").count() == 0
    page.keyboard.press("Escape")
    assert not editor.is_visible()


def test_keys_alone(opened):
    """The table, from the first field to the button, with Tab and Enter."""
    page = opened("negamax")
    values = {answer.label: format_number(answer.value) for answer in visited("negamax")}
    done = set()
    for _time in range(60):
        page.keyboard.press("Tab")
        key = page.evaluate("document.activeElement.dataset.key || ''")
        if key.startswith("value "):
            page.keyboard.type(values[key.split()[1]])
            done.add(key.split()[1])
        if page.evaluate("document.activeElement.id") == "q-check":
            break
    assert done == set(values)
    page.keyboard.press("Enter")
    assert said(page) == "All is right."
    page.keyboard.press("Shift+Tab")
    field(page, "value", "a").focus()
    page.keyboard.press("Enter")
    assert page.inner_text("#q-count") == "Attempts: 2"


def test_what_is_focused_is_not_hidden_by_the_controls(opened):
    page = opened(width=375)
    for part in ("alpha", "value"):
        for answer in visited("alphabeta"):
            field(page, part, answer.label).focus()
            seen = page.evaluate(
                "() => document.activeElement.getBoundingClientRect().top < "
                "document.querySelector('.dock').getBoundingClientRect().top"
            )
            assert seen, answer.label


def test_progress_is_kept_and_can_be_erased(opened):
    page = opened()
    field(page, "alpha", "a").fill("-inf")
    page.click("#q-check")
    page.reload()
    assert field(page, "alpha", "a").input_value() == "-inf"
    assert page.inner_text("#q-count") == "Attempts: 1"
    page.on("dialog", lambda dialog: dialog.accept())
    page.click("#q-again")
    assert field(page, "alpha", "a").input_value() == ""
    page.reload()
    assert field(page, "alpha", "a").input_value() == ""
    assert page.inner_text("#q-count") == "Attempts: 0"


def test_the_solution_and_back(opened):
    page = opened()
    field(page, "value", "a").fill("99")
    page.click("#q-show")
    value = format_number(EXERCISES["alphabeta"].value)
    assert field(page, "value", "a").input_value() == value
    assert page.locator("#q-table input[type=checkbox]:checked").count() == len(cut_edges(EXERCISES["alphabeta"]))
    assert page.locator("#q-steps tbody tr").count() > 10
    assert page.locator("#q-check").is_disabled()
    page.click("#q-show")
    assert field(page, "value", "a").input_value() == "99"
    assert not page.locator("#q-steps").is_visible()


def test_both_languages(opened):
    from elagage.i18n import use_language

    exercise = EXERCISES["alphabeta"]
    page = opened()
    fill(page, "alphabeta")
    field(page, "value", "b").fill("77")
    page.click("#q-check")
    values = {answer.label: answer.value for answer in visited("alphabeta")} | {"b": 77}
    for lang in ("fr", "en"):
        page.click(f"[data-lang={lang}]")
        with use_language(lang):
            sentence = check(exercise, Submitted(values))[0].sentence
        assert said(page).startswith(sentence)
        assert page.get_attribute("html", "lang") == lang
        assert page.get_attribute(f"[data-lang={lang}]", "aria-pressed") == "true"
        assert field(page, "value", "b").input_value() == "77"
    page.click("[data-lang=fr]")
    assert page.inner_text("h1") == "Exercice 7. Alpha-bêta"
    assert page.title() == "Exercice 7. Alpha-bêta"


@pytest.mark.parametrize(("width", "dark"), LOOKS)
def test_everybody_can_use_it(opened, width, dark):
    from axe_playwright_python.sync_playwright import Axe

    page = opened("alphabeta", width, dark)
    fill(page, "alphabeta")
    field(page, "value", "d").fill("77")
    page.locator("#q-figure polygon.hit").nth(1).dispatch_event("click")
    page.click("#q-check")
    options = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}
    for _view in range(2):
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        results = Axe().run(page, options=options)
        assert results.violations_count == 0, results.generate_report()
        small = page.evaluate(
            "() => [...document.querySelectorAll('button, select, input')].filter(e => e.offsetParent)"
            ".map(e => [e.dataset.key || e.id, (e.closest('label') || e).getBoundingClientRect()])"
            ".filter(([, r]) => r.width < 24 || r.height < 24).map(([id]) => id)"
        )
        assert small == []
        page.click("#q-show")
