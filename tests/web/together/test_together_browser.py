"""Two players and somebody who watches, and a class with its teacher, each before a real page of their own."""

from __future__ import annotations

import pytest
from browser import check_accessibility, pause_of
from patience import until
from web_server import run_web_server, shared_searches

from elagage.web.app import make_context
from elagage.web.saved_games import Store
from elagage.web.together.invitations import find_reachable_name

EXPECTED = ("Cross-Origin-Opener-Policy", "ERR_INTERNET_DISCONNECTED", "status of 404")
"""Over plain HTTP a browser says that it passes over that header; one test takes the network away."""
TOUCHED = "button, select, input, textarea, a.link"


@pytest.fixture
def opened(chrome, tmp_path):
    """Open the page as the host or as somebody on another machine, who says a name if one is given."""
    contexts, errors = [], []
    context = make_context(
        store=Store(tmp_path / "kept.sqlite3"), language="en", searches=shared_searches(), with_class=True
    )
    with run_web_server(context, "0.0.0.0") as port:

        def call(name=None, host=False, address="#game=tictactoe", width=1280, dark=False, lang="en"):
            where = chrome.new_context(
                viewport={"width": width, "height": 860}, color_scheme="dark" if dark else "light",
                reduced_motion="reduce", locale=lang,
            )  # fmt: skip
            where.add_init_script(f"localStorage['elagage.settings'] ??= JSON.stringify({{ lang: '{lang}' }})")
            contexts.append(where)
            page = where.new_page()
            page.on("pageerror", lambda error: errors.append(str(error)))
            page.on("console", lambda message: errors.append(message.text))
            page.on("dialog", lambda dialog: dialog.accept())
            base = f"http://127.0.0.1:{port}/" if host else f"http://{find_reachable_name()}:{port}/?token=secret"
            page.goto(address if address.startswith("http") else base + address)
            page.wait_for_selector("html[data-ready]")
            if name is not None:
                page.fill("#who-name", name)
                page.keyboard.press("Enter")
                page.wait_for_selector("#who", state="detached")
            return page

        yield call
        for each in contexts:
            each.close()
    assert [error for error in errors if not any(each in error for each in EXPECTED)] == []


def wait_for(page, condition):
    """Wait for something that is seen in a page."""
    until(lambda: condition(page), lambda: page.inner_text("body"), pause_of(page))


def has_moves(text):
    """Is this line the one on the board, to its end?"""
    return lambda page: f"moves={text}&at={text.count('.') + 1}" in page.evaluate("location.hash")


def type_move(page, move):
    page.fill("#typed-move", move)
    page.press("#typed-move", "Enter")


def test_two_players_and_somebody_who_watches(opened):
    ada = opened("Ada")
    ada.click("#with-others")
    ada.select_option("#invite-side", "0")
    ada.select_option("#invite-clock", "300+0")
    ada.keyboard.press("Enter")
    ada.wait_for_selector("#make-table")
    ada.click("#make-table")
    ada.wait_for_selector("#invite-link")
    wait_for(ada, lambda page: "#table=" in page.input_value("#invite-link"))
    link = ada.input_value("#invite-link")
    type_move(ada, "b2")  # nobody is there yet
    blaise = opened("Blaise", address=link, width=375, dark=True, lang="fr")
    for each in (ada, blaise):
        each.wait_for_selector("#offer-draw")
    assert "Your turn" in ada.inner_text("#status")
    assert ada.is_disabled("#hint")
    carl = opened("Carl", address=link)
    wait_for(ada, lambda page: page.locator("#watching").count())
    assert "watching" in carl.inner_text("#together")

    ada.locator("[role=gridcell][aria-label^='b2']").click()
    for each in (ada, blaise, carl):
        wait_for(each, has_moves("b2"))
    type_move(carl, "a1")  # whoever watches plays nothing
    type_move(ada, "a1")  # nor does whoever's turn it is not
    blaise.reload()  # the seat stays theirs
    blaise.wait_for_selector("#offer-draw")
    assert "Blaise (vous)" in blaise.inner_text(".strip[data-side='1']")
    blaise.locator("[role=gridcell][aria-label^='a1']").click()
    for each in (ada, blaise, carl):
        wait_for(each, has_moves("b2.a1"))
    check_accessibility(blaise, 375, TOUCHED)
    ada.click("#previous")
    ada.wait_for_selector("#to-front")
    blaise.click("#offer-draw")
    ada.wait_for_selector("#accept")
    ada.click("#decline")
    ada.click("#to-front")
    wait_for(ada, has_moves("b2.a1"))
    ada.click("#resign")
    for each in (ada, blaise, carl):
        each.wait_for_selector("#ending:not([hidden])")
    assert ada.inner_text("#ending-title") == "X resigns. O wins."

    blaise.click("#rematch")
    ada.wait_for_selector("#accept")
    check_accessibility(ada, 1280, TOUCHED)
    ada.click("#accept")
    for each in (ada, blaise):
        each.wait_for_selector("#offer-draw")
    assert "Blaise" in ada.inner_text(".strip[data-side='0']")
    type_move(blaise, "c3")
    for each in (ada, carl):
        wait_for(each, has_moves("c3"))
    ada.click("#tab-library")
    ada.wait_for_selector("#saved b:text-is('Ada – Blaise')")

    ada.click("#new")  # another game: the table is left, and Back leads to it
    wait_for(ada, lambda page: page.locator("#together").is_hidden())
    wait_for(blaise, lambda page: page.locator(".seat.away").count())
    ada.go_back()
    ada.wait_for_selector("#offer-draw")
    wait_for(ada, has_moves("c3"))
    ada.click("#leave-table")
    wait_for(ada, lambda page: page.locator("#together").is_hidden())
    ada.click("#with-others")
    ada.click("#tables li button")
    ada.wait_for_selector("#offer-draw")


def test_a_move_without_a_connection_is_sent_when_it_returns(opened):
    ada = opened("Ada")
    wires, away = [], []

    def carry(wire):
        """The page's socket, which is cut where the server is away."""
        wires.append(wire)
        wire.close() if away else wire.connect_to_server()

    ada.context.route_web_socket("**/ws", carry)
    ada.reload()
    ada.wait_for_selector("html[data-ready]")
    ada.click("#with-others")
    ada.select_option("#invite-side", "0")
    ada.click("#make-table")
    ada.wait_for_selector("#invite-link")
    wait_for(ada, lambda page: "#table=" in page.input_value("#invite-link"))
    blaise = opened("Blaise", address=ada.input_value("#invite-link"))
    ada.wait_for_selector("#offer-draw")
    away.append(True)
    wires[-1].close()
    wait_for(ada, lambda page: "connection is lost" in page.inner_text("#toast"))
    ada.locator("[role=gridcell][aria-label^='b2']").click()
    wait_for(ada, has_moves("b2"))
    wait_for(blaise, lambda page: page.locator(".seat.away").count())
    assert "moves=" not in blaise.evaluate("location.hash")
    away.clear()
    wait_for(blaise, has_moves("b2"))
    wait_for(blaise, lambda page: not page.locator(".seat.away").count())


def test_alone_it_is_said_how_others_can_come(chrome, tmp_path):
    context = make_context(store=Store(tmp_path / "kept.sqlite3"), language="en", searches=shared_searches())
    with run_web_server(context) as port:
        page = chrome.new_page()
        page.goto(f"http://127.0.0.1:{port}/#game=tictactoe")
        page.wait_for_selector("html[data-ready]")
        page.click("#with-others")
        assert "elagage serve --class" in page.inner_text("#invite")
        check_accessibility(page, 1280, TOUCHED)
        assert page.locator("#class-board").is_hidden()
        page.close()


def test_a_teacher_and_two_students(opened):
    teacher = opened(host=True, address="#game=tictactoe&moves=a1.a2.b1.b2&at=4&players=human,human")
    ada, blaise = opened("Ada", address="#game=nim"), opened("Blaise", width=375, lang="fr", dark=True)
    teacher.click("#class-board")
    for each in (ada, blaise):  # everybody's page follows
        each.wait_for_selector("#class-leave")
        wait_for(each, has_moves("a1.a2.b1.b2"))
    wait_for(teacher, lambda page: page.locator("#class-people li").count() == 2)
    teacher.click("#previous")
    wait_for(ada, lambda page: "at=3" in page.evaluate("location.hash"))
    type_move(ada, "c3")  # nobody else steers
    teacher.click("#next")
    for each in (ada, blaise):
        wait_for(each, lambda page: "at=4" in page.evaluate("location.hash"))

    teacher.click("#class-ask")
    for each in (ada, blaise):
        wait_for(each, lambda page: page.locator("#class-bar b").count())
    assert "Find the best move for X" in ada.inner_text("#status")
    assert ada.is_disabled("#hint")
    ada.locator("[role=gridcell][aria-label^='c3']").click()
    wait_for(ada, lambda page: "Your answer: c3" in page.inner_text("#status"))
    ada.locator("[role=gridcell][aria-label^='c1']").click()  # thought better of it
    type_move(blaise, "c2")
    wait_for(teacher, lambda page: "2 of 2" in page.inner_text("#class-bar"))
    wait_for(teacher, lambda page: page.locator(".answers .about").all_inner_texts() == ["Ada", "Blaise"])
    assert teacher.locator(".cell .badge").all_inner_texts() == ["1", "1"]
    assert ada.locator(".cell .badge").count() == 0
    check_accessibility(teacher, 1280, TOUCHED)

    teacher.click("#class-reveal")
    for each in (ada, blaise):
        each.wait_for_selector("#class-list .answers")
        wait_for(each, lambda page: page.locator(".cell .badge").count() == 2)
    assert "Right: c1" in ada.inner_text("#status")
    assert "Le meilleur : c1" in blaise.inner_text("#status")
    check_accessibility(blaise, 375, TOUCHED)
    wait_for(teacher, lambda page: "1 of 1 right" in page.inner_text("#class-people"))

    ada.click("#class-leave")
    ada.wait_for_selector("#class-join")
    teacher.click("#class-drop")
    teacher.select_option("#game", "nim")
    wait_for(blaise, lambda page: "game=nim" in page.evaluate("location.hash"))
    assert "tictactoe" in ada.evaluate("location.hash")
    ada.click("#class-join")
    wait_for(ada, lambda page: "game=nim" in page.evaluate("location.hash"))
    teacher.click("#class-board")
    for each in (ada, blaise):
        wait_for(each, lambda page: page.locator("#class-bar").is_hidden())
    ada.go_back()
    wait_for(ada, lambda page: "tictactoe" in page.evaluate("location.hash"))
