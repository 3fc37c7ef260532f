"""The tab of exercises in a real browser: what its script marks is what Python marks, for every kind."""

from __future__ import annotations

import pytest
from app_program import free_port, serving
from browser import check_accessibility
from patience import until

from elagage.exercises.kinds import KINDS, find_kind
from elagage.exercises.marking import mark_answers
from elagage.exercises.questions import ChoiceAnswer

SEED = 7


@pytest.fixture(scope="module")
def page(chrome, tmp_path_factory):
    errors = []
    with serving(free_port(), tmp_path_factory.mktemp("data")) as address:
        context = chrome.new_context(viewport={"width": 1280, "height": 900}, reduced_motion="reduce")
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto(address)
        page.locator("html[data-ready=yes]").wait_for()
        page.click("[data-lang=en]")
        page.click("[data-tab=exercises]")
        page.locator("#f-check").wait_for()
        yield page
        context.close()
    assert errors == []


def choose(page, kind):
    """Exercise 7 of a kind, and the same in Python."""
    posed = find_kind(kind).make({}, SEED)
    page.get_by_label("Kind").select_option(kind)
    page.get_by_label("Number").fill(str(SEED))
    page.keyboard.press("Enter")
    until(lambda: page.locator(f"#f-0-{posed.questions[-1].name}").count() == 1, lambda: page.inner_text("main"))
    return posed


def answer(page, posed, wrong=0):
    """Answer all questions, the first ``wrong`` with another number; what Python gives for that."""
    given = {}
    for place, question in enumerate(posed.questions):
        field = page.locator(f"#f-0-{question.name}")
        if isinstance(question.answer, ChoiceAnswer):
            given[question.name] = question.answer.right[0]
            field.select_option(given[question.name])
        else:
            given[question.name] = "4711" if place < wrong else question.answer.text()
            field.fill(given[question.name])
    return mark_answers(posed, given)


def read_mark(page):
    page.click("#f-check")
    return float(page.locator("#f-say").get_attribute("data-mark"))


@pytest.mark.parametrize("kind", KINDS)
def test_the_script_marks_as_python_does(page, kind):
    posed = choose(page, kind)
    assert answer(page, posed).share == 1
    assert read_mark(page) == 20
    expected = answer(page, posed, wrong=1)
    assert expected.share < 1
    assert read_mark(page) == pytest.approx(20 * expected.share, abs=0.006)
    if expected.faults:  # a number that could not be read is told in another place
        assert page.inner_text(".why") == expected.faults[0].message.text()


def test_it_is_usable_by_everybody_in_both_languages(page):
    choose(page, "attractor")
    page.click("#f-show")
    assert "Solution" in page.inner_text(".solved h2")
    page.click("[data-lang=fr]")
    until(lambda: page.inner_text("#f-check") == "Vérifier", lambda: page.inner_text("main"))
    assert page.inner_text("h2 >> nth=0") == "Exercices"
    check_accessibility(page, 1280)
    page.set_viewport_size({"width": 375, "height": 800})
    assert page.evaluate("document.documentElement.scrollWidth") <= 375
    page.click("[data-lang=en]")
