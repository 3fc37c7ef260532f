"""Two people and the host before one server, each in a browser of their own."""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path

import pytest
from browser import EVERY_LOOK, check_accessibility, drawn
from patience import until
from web_server import run_web_server

from elagage.web.together.invitations import find_reachable_name

pytest_plugins = ["web_server"]
"""Its fixtures: context, client and port."""

EXPECTED = ("status of 400", "Cross-Origin-Opener-Policy")
"""What is refused is said in the page; over plain HTTP a browser says that it passes over that header."""
TOUCHED = "button, select, input, textarea, a.link"
LONG = "Wolfeschlegelsteinhausenbergerdorffwelch"


@pytest.fixture
def opened(chrome, context):
    """Open the page as the host or, by an address that others use, as somebody who has the token."""
    contexts, errors = [], []
    with run_web_server(context, "0.0.0.0") as port:

        def call(host=False, width=1280, dark=False, lang="en"):
            where = chrome.new_context(
                viewport={"width": width, "height": 860}, color_scheme="dark" if dark else "light",
                reduced_motion="reduce", locale=lang,
            )  # fmt: skip
            where.add_init_script(f"localStorage['elagage.settings'] ??= JSON.stringify({{ lang: '{lang}' }})")
            contexts.append(where)
            page = where.new_page()
            page.on("pageerror", lambda error: errors.append(str(error)))
            page.on("console", lambda message: errors.append(message.text))
            address = f"http://127.0.0.1:{port}/" if host else f"http://{find_reachable_name()}:{port}/?token=secret"
            page.goto(address + "#game=tictactoe")
            page.wait_for_selector("html[data-ready]")
            return page

        yield call
        for each in contexts:
            each.close()
    assert [error for error in errors if not any(each in error for each in EXPECTED)] == []


def introduce(page, name):
    page.fill("#who-name", name)
    page.keyboard.press("Enter")
    until(lambda: not page.locator("#who").count())


def save(page, name):
    page.click("#tab-library")
    page.fill("#save-name", name)
    page.press("#save-name", "Enter")
    page.wait_for_selector(f"#saved b:text-is('{name}')")


def listed(page, where="#saved"):
    return page.locator(f"{where} b").all_inner_texts()


def test_two_people_and_a_host(opened):
    host = opened(host=True)
    assert not host.locator("#who").count()
    save(host, "the opening")
    host.focus("[aria-label='Put “the opening” on the shelf']")
    host.keyboard.press("Enter")
    host.wait_for_selector("[aria-label='Take “the opening” off the shelf']:focus")

    first, second = opened(), opened()
    for page in (first, second):
        page.wait_for_selector("#who-name:focus")
        page.fill("#who-name", "\u202e")
        page.keyboard.press("Enter")
        until(lambda page=page: "control characters" in page.inner_text("#who-wrong"))
        introduce(page, "<b>Ada</b>")
    assert "already: you are <b>Ada</b> (2)" in second.inner_text("#toast")
    save(first, "hers")
    save(second, "his")
    assert first.inner_text("#who-is-it span") == "You are <b>Ada</b>."
    assert second.inner_text("#who-is-it span") == "You are <b>Ada</b> (2)."
    assert (listed(first), listed(second)) == (["hers"], ["his"])
    for page in (first, second):
        assert listed(page, "#shelf") == ["the opening"]
        assert not page.locator("#people, [data-path^='shelf']").count()
        page.focus("#shelf button")
        page.keyboard.press("Enter")
        page.reload()
        page.wait_for_selector("html[data-ready]")
        drawn(page)
        assert not page.locator("#who").count()  # asked once
        page.wait_for_selector("#shelf b")
    first.click("#who-is-it button")
    introduce(first, "Augusta")
    first.wait_for_selector("text=You are Augusta.")
    assert listed(first) == ["hers"]
    first.click("[aria-label='Delete “hers”']")
    first.wait_for_selector("text=No game is saved yet.")
    assert listed(second) == ["his"]

    host.reload()
    host.wait_for_selector("#people b")
    assert listed(host) == ["the opening"]
    assert sorted(listed(host, "#people")) == ["<b>Ada</b> (2)", "Augusta"]
    host.click("[aria-label='Take “the opening” off the shelf']")
    host.wait_for_selector("[aria-label='Put “the opening” on the shelf']")
    host.on("dialog", lambda dialog: dialog.accept())
    host.click("[aria-label='Forget <b>Ada</b> (2) and all their games']")
    until(lambda: listed(host, "#people") == ["Augusta"])
    second.reload()
    second.wait_for_selector("text=The host shares no game yet.")
    assert listed(second) == []


def test_without_a_name_one_plays_and_is_asked_again_when_it_matters(opened):
    page = opened()
    page.wait_for_selector("#who-name:focus")
    page.keyboard.press("Escape")
    until(lambda: not page.locator("#who").count())
    page.fill("#typed-move", "b2")
    page.press("#typed-move", "Enter")
    until(lambda: "moves=b2" in page.evaluate("location.hash"))
    page.click("#tab-library")
    assert "Without a name" in page.inner_text("#who-is-it")
    page.fill("#save-name", "mine")
    page.press("#save-name", "Enter")
    page.wait_for_selector("#who-name:focus")
    introduce(page, "Ada")
    page.wait_for_selector("#saved b:text-is('mine')")


@pytest.mark.parametrize(
    ("width", "dark", "people"),
    [
        (375, False, {"fr": LONG}),  # the longer words in the smaller room
        (1280, True, {"en": "Ada"}),
        *(pytest.param(width, dark, {"en": "Ada", "fr": LONG}, marks=pytest.mark.slow) for width, dark in EVERY_LOOK),
    ],
)
def test_everybody_can_be_asked_and_can_share(opened, tmp_path_factory, width, dark, people):
    """Fit for everybody, in both languages, and pictures for people to look at."""
    folder = Path(os.environ.get("ELAGAGE_PICTURES") or tmp_path_factory.mktemp("pictures"))
    look = f"{width}-{'dark' if dark else 'light'}"
    host = opened(host=True, width=width, dark=dark)
    for name in ("the opening", "an ending that has a rather long name, which is cut nowhere"):
        save(host, name)
    host.click("[aria-label='Put “the opening” on the shelf']")
    host.wait_for_selector("[aria-label='Take “the opening” off the shelf']")
    for lang, name in people.items():
        page = opened(width=width, dark=dark, lang=lang)
        page.wait_for_selector("#who-name:focus")
        page.screenshot(path=folder / f"asked-{lang}-{look}.png")
        check_accessibility(page, width, TOUCHED)
        introduce(page, name)
        save(page, "mine")
        page.wait_for_selector("#shelf b")
        page.screenshot(path=folder / f"guest-{lang}-{look}.png", full_page=True)
        page.evaluate("scrollTo(0, 0)")
        check_accessibility(page, width, TOUCHED)
    host.click("#tab-moves")
    host.click("#tab-library")
    until(lambda: host.locator("#people b").count() == len(people))
    host.screenshot(path=folder / f"host-{look}.png", full_page=True)
    host.evaluate("scrollTo(0, 0)")
    check_accessibility(host, width, TOUCHED)


def test_a_damaged_game_is_marked_where_it_is_listed(opened, context):
    host = opened(host=True)
    save(host, "broken")
    save(host, "sound")
    with sqlite3.connect(context.store.path) as base:
        base.execute("UPDATE games SET record = '{}' WHERE name = 'broken'")
    host.reload()
    host.wait_for_selector("html[data-ready]")
    host.click("#tab-library")
    row = host.locator("#saved li:has(b:text-is('broken'))")
    until(lambda: "damaged" in row.inner_text())
    assert row.locator("button:text-is('Delete')").count() == 1
    assert row.locator("button:text-is('Put on the shelf')").count() == 0
    assert "damaged" not in host.locator("#saved li:has(b:text-is('sound'))").inner_text()
    row.locator("b").click()
    until(lambda: "This saved game is damaged: delete it" in host.inner_text("#toast"))
