"""Nothing is lost in a real browser: other games, other tabs, no connection, looking back, and what is pasted."""

from __future__ import annotations

import re

import pytest
from app_program import free_port, post, serving
from patience import until

PLAIN = {"players": ["human", "human"], "clock": "", "analysis": False, "theme": "", "lang": "en"}


@pytest.fixture(scope="module")
def address(tmp_path_factory):
    with serving(free_port(), tmp_path_factory.mktemp("data")) as found:
        yield found


@pytest.fixture
def context(chrome, address):
    post(address, "api/settings", PLAIN)
    context = chrome.new_context(viewport={"width": 1280, "height": 860}, reduced_motion="reduce")
    yield context
    context.close()


@pytest.fixture
def opened(context, address):
    def call(hash="#game=tictactoe"):
        page = context.new_page()
        page.goto(address + hash)
        page.wait_for_selector("html[data-ready]")
        return page

    return call


def type_move(page, name):
    page.fill("#typed-move", name)
    page.press("#typed-move", "Enter")
    until(lambda: re.search(rf"moves=[^&]*{name}", page.evaluate("location.hash")))


def cell(page, name):
    return page.locator(f'.cell[aria-label^="{name}"]').first


def moves_of(page):
    found = re.search(r"moves=([^&]*)", page.evaluate("location.hash"))
    return found.group(1).split(".") if found else []


def test_another_game_loses_nothing_and_back_comes_back(opened):
    page = opened()
    type_move(page, "b2")
    page.select_option("#game", "connect4")
    until(lambda: "game=connect4" in page.evaluate("location.hash"))
    type_move(page, "4")
    page.click("#new")
    until(lambda: moves_of(page) == [])
    page.go_back()
    until(lambda: moves_of(page) == ["4"])
    page.go_back()
    until(lambda: moves_of(page) == ["b2"])
    until(lambda: page.input_value("#game") == "tictactoe")
    page.go_forward()
    until(lambda: moves_of(page) == ["4"])
    page.click("#tab-library")
    until(lambda: page.locator("[data-recent]").count() == 2)
    assert page.locator("#recent svg").count() == 2
    page.locator("[data-recent]", has_text="Tic-tac-toe").click()
    until(lambda: moves_of(page) == ["b2"])
    page.reload()
    page.wait_for_selector("html[data-ready]")
    page.click("#tab-library")
    assert page.locator("[data-recent]").count() == 2  # the same games, not copies of them


def test_the_address_holds_who_plays_and_another_tab_changes_nothing_here(opened):
    page = opened()
    type_move(page, "a1")
    page.select_option("#player-1", "4")
    until(lambda: "players=human,4" in page.evaluate("location.hash"))
    other = opened("#game=tictactoe&players=2,human")
    assert other.input_value("#player-0") == "2"
    other.select_option("#player-0", "human")
    page.reload()
    page.wait_for_selector("html[data-ready]")
    assert (page.input_value("#player-0"), page.input_value("#player-1")) == ("human", "4")
    assert moves_of(page)[0] == "a1"
    damaged = opened("#game=tictactoe&players=all,99999")
    assert damaged.input_value("#player-0") in ("human", "2")


def test_a_move_without_a_connection_is_sent_when_it_returns(opened, context):
    page = opened()
    context.set_offline(True)
    cell(page, "b2").click()
    until(lambda: "doesn't answer" in page.inner_text("#toast"))
    assert moves_of(page) == []
    context.set_offline(False)
    until(lambda: moves_of(page) == ["b2"])
    until(lambda: "b2" in page.inner_text("#status"))


def test_arrows_walk_the_moves_wherever_the_mouse_was(opened):
    page = opened("#game=tictactoe&moves=b2.a1")
    cell(page, "c3").click()
    until(lambda: len(moves_of(page)) == 3)
    at = lambda: re.search(r"at=(\d+)", page.evaluate("location.hash")).group(1)  # noqa: E731
    page.keyboard.press("ArrowLeft")
    until(lambda: at() == "2")
    page.keyboard.press("Home")
    until(lambda: at() == "0")
    page.keyboard.press("End")
    until(lambda: at() == "3")
    page.keyboard.press("ArrowUp")  # the keyboard has the board now
    page.keyboard.press("ArrowLeft")
    assert at() == "3"


def test_looking_back_does_not_stop_the_clock(opened, address):
    post(address, "api/settings", {**PLAIN, "clock": "60+0"})
    page = opened()
    page.evaluate("localStorage.removeItem('elagage.settings')")
    type_move(page, "b2")
    page.click("#previous")
    until(lambda: "at=0" in page.evaluate("location.hash"))
    clock = page.locator('.strip[data-side="1"] .clock')
    shown = clock.inner_text()
    until(lambda: clock.inner_text() != shown)


def test_what_is_pasted_anywhere_is_opened(opened):
    page = opened("#game=othello")
    page.evaluate(
        """text => {
          const data = new DataTransfer();
          data.setData("text", text);
          const how = { clipboardData: data, bubbles: true, cancelable: true };
          document.body.dispatchEvent(new ClipboardEvent("paste", how));
        }""",
        "1. f5 d6 2. c3",
    )
    until(lambda: moves_of(page) == ["f5", "d6", "c3"])


def test_going_back_twice_in_a_hurry_mixes_no_games(opened):
    page = opened()
    type_move(page, "b2")
    for game, move in (("connect4", "4"), ("othello", "f5")):
        page.select_option("#game", game)
        until(lambda game=game: f"game={game}" in page.evaluate("location.hash"))
        type_move(page, move)
    page.evaluate("history.back(), history.back()")
    until(lambda: page.input_value("#game") == "tictactoe")
    until(lambda: moves_of(page) == ["b2"])
    page.click("#tab-library")
    titles = page.locator("[data-recent] b").all_inner_texts()
    assert sorted(titles) == ["Connect 4", "Othello", "Tic-tac-toe"]


def test_the_board_is_seen_from_the_other_side_and_taken_home(opened, context):
    page = opened("#game=tictactoe")
    assert page.locator(".arena + .strip").get_attribute("data-side") == "0"
    before = cell(page, "a1").bounding_box()
    page.click("#flip")
    after = cell(page, "a1").bounding_box()
    assert after["x"] > before["x"] + 10
    assert after["y"] > before["y"] + 10
    assert page.locator(".arena + .strip").get_attribute("data-side") == "1"
    cell(page, "a1").click()
    until(lambda: moves_of(page) == ["a1"])
    page.click("#tab-library")
    with page.expect_download() as taken:
        page.click("#picture")
    assert taken.value.suggested_filename == "tictactoe.svg"
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.click("#copy-moves")
    until(lambda: page.evaluate("navigator.clipboard.readText()") == "1. a1")
    page.select_option("#game", "connect4")  # which has an above and a below
    page.wait_for_selector("#flip", state="hidden")
