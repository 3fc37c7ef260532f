"""The page speaks the game: names, counts, passes, rows that won, the card at the end, the moves in two columns."""

from __future__ import annotations

import pytest
from app_program import free_port, post, serving
from browser import check_accessibility
from patience import until

PLAIN = {"players": ["human", "human"], "clock": "", "analysis": False, "theme": "", "lang": "en"}
WON = "#game=connect4&moves=4.4.5.5.6.6"


@pytest.fixture(scope="module")
def address(tmp_path_factory):
    with serving(free_port(), tmp_path_factory.mktemp("data")) as found:
        yield found


@pytest.fixture
def opened(chrome, address):
    contexts = []

    def call(hash, width=1280, dark=False, **settings):
        post(address, "api/settings", {**PLAIN, **settings})
        scheme = "dark" if dark else "light"
        context = chrome.new_context(viewport={"width": width, "height": 860}, color_scheme=scheme)
        contexts.append(context)
        page = context.new_page()
        page.goto(address + hash)
        page.wait_for_selector("html[data-ready]")
        return page

    yield call
    for context in contexts:
        context.close()


def says(page, text):
    until(lambda: text in page.text_content("#status"))


def test_the_end_is_a_card_that_goes_when_one_walks_back(opened):
    page = opened(WON, players=["human", 2])
    assert page.is_hidden("#ending")
    page.fill("#typed-move", "3")
    page.press("#typed-move", "Enter")
    page.wait_for_selector("#ending:not([hidden])")
    assert page.inner_text("#ending-title") == "Yellow wins."
    says(page, "Yellow plays 3. Yellow wins.")
    assert page.locator("#board svg path").count() >= 2  # the row is drawn
    page.click("#previous")
    page.wait_for_selector("#ending", state="hidden")
    page.click("#next")
    page.wait_for_selector("#ending:not([hidden])")
    page.focus("#rematch")
    page.keyboard.press("Enter")
    page.wait_for_selector("#ending", state="hidden")
    assert [page.input_value(f"#player-{side}") for side in (0, 1)] == ["2", "human"]
    until(lambda: page.locator("#panel-moves .move").count() == 2)  # the engine has begun
    assert page.evaluate("document.activeElement.id") == "board"


def test_the_card_leads_to_the_review_and_to_saving_in_french_on_a_phone(opened):
    page = opened("#game=tictactoe&moves=b2.a1.a3.b1.c1", width=375, dark=True, lang="fr")
    page.wait_for_selector("#ending:not([hidden])")
    assert page.inner_text("#ending-title") == "X gagne."
    assert page.inner_text("#rematch") == "Revanche, camps échangés"
    check_accessibility(page, 375)
    assert page.evaluate("document.documentElement.scrollWidth") <= 375
    page.click("#save-it")
    assert page.evaluate("document.activeElement.id") == "save-name"
    page.click("#review-it")
    assert page.get_attribute("#tab-analysis", "aria-selected") == "true"


def test_resigning_shows_the_card_too(opened):
    page = opened("#game=fox_and_hounds")
    says(page, "Fox to move.")
    page.click("#resign")
    page.wait_for_selector("#ending:not([hidden])")
    assert page.inner_text("#ending-title") == "Fox resigns. Hounds win."
    says(page, "Fox resigns. Hounds win.")


def test_a_pass_is_a_word_and_the_strips_count(opened):
    page = opened("#game=othello%3A4&position=XXO-XXOOOXOOXXXX%20O")
    assert page.locator(".strip .tally").all_inner_texts() == ["6", "9"]
    assert page.locator(".strip b").all_inner_texts() == ["White", "Black"]
    button = page.locator("#board .others button")
    assert button.all_inner_texts() == ["Pass"]
    button.click()
    says(page, "White: Pass. Black to move.")
    assert page.inner_text(".columns .move").split() == ["1.", "Pass"]
    assert "moves=--" in page.evaluate("location.hash")  # its notation is what it was


def test_moves_stand_in_two_columns_and_a_second_turn_is_marked(opened):
    page = opened("#game=kalah&moves=3.6.1.2&at=0")  # at the start of a line that is known
    until(lambda: page.locator(".columns .again").count() == 1)
    assert page.locator(".columns .column").all_inner_texts() == [" South", " North"]
    left = page.evaluate("[...document.querySelectorAll('.columns .move')].map((move) => move.style.gridColumnStart)")
    assert left == ["1", "1", "2", "1"]
    assert "South again" in page.locator(".columns .move").nth(1).text_content()
    assert [page.locator(".strip .tally").nth(number).inner_text() for number in (0, 1)] == ["0", "0"]


def test_cells_say_their_row_who_is_there_and_whether_they_can_be_played(opened):
    page = opened("#game=connect4&moves=4")
    labels = page.evaluate("[...document.querySelectorAll('.cell')].map((cell) => cell.getAttribute('aria-label'))")
    assert "column 4, row 1: Yellow, playable" in labels  # a disc more falls into this column
    assert "column 1, row 6: empty, playable" in labels
    page = opened("#game=dots_and_boxes%3A2x2&moves=b1.a2.c2.b3")
    assert page.get_attribute(".cell[aria-label^='b2:']", "aria-label") == "b2: box, O"
    assert page.get_attribute(".cell[aria-label^='d1:']", "aria-label") == "d1: edge, empty, playable"
    assert page.get_attribute(".cell[aria-label^='b1:']", "aria-label") == "b1: edge, drawn"


def test_the_rules_are_told_and_the_bar_has_the_colours_of_the_sides(opened):
    page = opened("#game=connect4", analysis=True, lang="fr")
    page.click("#rules summary")
    assert page.inner_text("#rules-told p").startswith("Chacun à son tour lâche un jeton")
    assert page.locator("#rules-told svg").count() == 1
    assert page.evaluate("document.querySelector('#bar').style.getPropertyValue('--max')") == "#f8d648"
    page.select_option("#game", "nim")
    until(lambda: page.inner_text("#rules-told p").startswith("Chacun à son tour prend"))
    assert page.evaluate("document.querySelector('#bar').style.getPropertyValue('--max')") == ""
