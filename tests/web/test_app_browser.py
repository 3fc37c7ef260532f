"""The web app in a real browser, against a real server: played by mouse, by keys and by typing, analysed, kept,
and fit for everybody.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from app_program import free_port, post, serving
from browser import LOOKS, check_accessibility, drawn
from patience import until

TWO_PEOPLE = ["human", "human"]
PLAIN = {"players": TWO_PEOPLE, "clock": "", "analysis": False, "theme": "", "lang": "en"}


@pytest.fixture(scope="module")
def address(tmp_path_factory):
    with serving(free_port(), tmp_path_factory.mktemp("data")) as found:
        yield found


@pytest.fixture
def opened(chrome, address):
    """Open the page; it must ask nothing of other machines, and complain of nothing."""
    contexts, asked, errors = [], [], []

    def call(hash="#game=tictactoe", width=1280, dark=False, where=address, quiet=True, **settings):
        post(where, "api/settings", {**PLAIN, **settings})
        context = chrome.new_context(
            viewport={"width": width, "height": 860}, color_scheme="dark" if dark else "light", reduced_motion="reduce"
        )
        contexts.append(context)
        page = context.new_page()
        page.on("request", lambda request: asked.append(request.url))
        page.on("websocket", lambda wire: asked.append(wire.url.replace("ws:", "http:", 1)))
        if quiet:
            page.on("pageerror", lambda error: errors.append(str(error)))
            page.on("console", lambda message: errors.append(message.text))
        page.goto(where + hash)
        page.wait_for_selector("html[data-ready]")
        return page

    yield call
    for context in contexts:
        context.close()
    assert [url for url in asked if not url.startswith(("http://127.0.0.1:", "blob:", "data:"))] == []
    assert [error for error in errors if "status of 400" not in error] == []  # what is refused is said in the page


def status(page):
    return page.inner_text("#status")


def says(page, text):
    until(lambda: text in status(page))


def type_move(page, name):
    before = page.evaluate("location.hash")
    page.fill("#typed-move", name)
    page.press("#typed-move", "Enter")
    until(lambda: page.evaluate("location.hash") != before)


def cell(page, name):
    return page.locator(f".cell[aria-label^='{name}:']")


def move_list(page):
    return [" ".join(text.split()) for text in page.locator("#panel-moves .move").all_inner_texts()]


def test_a_whole_game_by_mouse_against_a_level(opened):
    page = opened(players=["human", 1])
    for turn in range(1, 6):
        page.locator(".cell.can").first.click()
        until(lambda n=turn: page.locator(".strip.on").count() == 0 or len(move_list(page)) == 2 * n + 1)
        if page.locator(".strip.on").count() == 0:
            break
        says(page, "Your turn: X.")
    assert page.locator(".cell.can").count() == 0
    assert "wins" in status(page) or "draw" in status(page).lower()
    assert len(move_list(page)) >= 6


def test_a_whole_game_by_keys(opened):
    page = opened()
    page.focus("[role=gridcell][tabindex='0']")
    assert page.locator("[role=gridcell][tabindex='0']").count() == 1
    down, right = "ArrowDown Enter", "ArrowUp ArrowRight Enter"
    for number, keys in enumerate(("Enter", down, right, down, right)):
        for key in keys.split():
            page.keyboard.press(key)
        until(lambda n=number: len(move_list(page)) == n + 2)
    assert move_list(page) == ["• start", "1. a1", "2. a2", "3. b1", "4. b2", "5. c1"]
    says(page, "X plays c1. X wins")
    assert page.evaluate("document.activeElement.getAttribute('aria-label')") == "c1: X"


def test_a_whole_game_by_typing(opened):
    page = opened()
    page.fill("#typed-move", "b5")
    page.press("#typed-move", "Enter")
    until(lambda: "“b5” is not a move here" in page.inner_text("#toast"))
    for name in ("B2", "a1", "c1", "a3", "a2", "c2", "b1", "b3", "c3"):
        type_move(page, name)
    says(page, "Draw.")
    assert move_list(page)[-1] == "9. c3"


def test_a_man_is_dragged_or_chosen_and_a_click_elsewhere_gives_up(opened):
    page = opened("#game=krk")
    cell(page, "b2").click()
    assert cell(page, "b2").get_attribute("aria-selected") == "true"
    assert page.locator(".cell.target").count() == 14
    cell(page, "e5").click()
    assert page.locator(".cell.target").count() == 0
    cell(page, "b2").drag_to(cell(page, "b6"))
    says(page, "White plays b2b6.")
    cell(page, "c3").click()
    cell(page, "d4").click()
    says(page, "Black plays c3d4.")


def test_a_click_that_may_mean_several_moves_opens_a_chooser(opened):
    page = opened()
    page.evaluate(
        """async () => {
        const { Board } = await import('/static/board.js');
        const { w } = await import('/static/words.js');
        const sides = { marks: () => [], move: (name) => name };
        const host = document.body.appendChild(document.createElement('div'));
        host.id = 'two';
        const play = (name) => (host.dataset.played = name);
        const board = new Board(host, { play, aimed() {}, words: w, say() {}, sides });
        const squares = [0, 1, 2].map((n) => `<rect id="q0-${n}" x="${30 * n}" width="30" height="30"/>`).join('');
        const cells = [0, 1, 2].map((n) => ({ row: 0, column: n, name: `s${n}`, text: '.' }));
        const blank = { click: [], from: null, to: null };
        const moves = [[0, 1], [1, 2]].map((pair) => (
            { ...blank, name: pair.join('+'), cells: pair.map((n) => [0, n]) }
        ));
        const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 90 30">${squares}</svg>`;
        board.show({ over: false, moves, board: { kind: 'squares', svg, rows: 1, columns: 3, cells } });
        host.scrollIntoView();
    }"""
    )
    page.click("#two [aria-label='s1: empty, playable']")
    assert page.locator("#two .chooser button").all_inner_texts() == ["0+1", "1+2"]
    page.keyboard.press("Escape")
    assert page.locator("#two .chooser").count() == 0
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    assert page.get_attribute("#two", "data-played") == "1+2"
    page.click("#two [aria-label='s0: empty, playable']")
    assert page.get_attribute("#two", "data-played") == "0+1"


def test_a_notebook_is_its_text(opened):
    """Names with any letters, variations within variations, ends and the place where one stands."""
    page = opened()
    found = page.evaluate(
        """async () => {
        const { Notebook } = await import('/static/notebook.js');
        const book = new Notebook('tree:((5 6) (7 4 5))', 'a (b). c!');
        const a = book.root.child('a.(b)!'), b = a.child('é b'), c = a.child('+'), d = c.child('1'), e = c.child('2');
        book.root.child('other').end = 'r1';
        book.go(e);
        const again = Notebook.fromAddress(book.address);
        const record = Notebook.fromRecord(JSON.parse(JSON.stringify(book.record)));
        return [again.address === book.address, record.address === book.address, again.line(),
            again.root.children[1].end, again.at.ply,
          Notebook.fromAddress('#moves=%zz&game=%'), Notebook.fromAddress('')];
    }"""
    )
    line = {"game": "tree:((5 6) (7 4 5))", "position": "a (b). c!", "moves": ["a.(b)!", "+", "2"]}
    assert found == [True, True, line, "r1", 3, None, None]


def test_a_level_is_asked_to_move_now_and_a_hint_says_why(opened):
    page = opened("#game=othello&moves=&at=0")  # Connect 4 has a book, so its level 10 need not think
    page.select_option("#player-0", "human")
    page.select_option("#player-1", "10")
    page.fill("#typed-move", "f5")
    page.press("#typed-move", "Enter")
    page.wait_for_selector("#now:not([hidden])")
    assert page.inner_text("#now") == "Move now (Esc)"
    page.keyboard.press("Escape")
    page.wait_for_selector("#now[hidden]", state="attached")
    says(page, "White plays")
    page = opened("#game=connect4&moves=1.3.1.3.1&at=5")
    page.click("#hint")
    says(page, "It stops Yellow, who threatens to win with 1.")


def test_the_analysis_belongs_to_the_position_that_is_shown(opened):
    page = opened("#game=tictactoe&moves=b2.b1&at=2")
    page.click("#hint")
    says(page, "Hint: ")
    assert page.locator(".cell.hinted").count() == 1
    page.click("#analyse")
    until(lambda: page.locator(".option").count() == 7)
    until(lambda: "X wins" in page.inner_text(".score"))
    assert page.locator(".badge").count() == 7
    assert page.locator(".badge.best").first.inner_text().startswith("W")
    assert float(page.get_attribute("#bar", "aria-valuenow")) == 100
    cell(page, "c2").click()
    until(lambda: page.locator(".option").count() == 6)
    until(lambda: "exact" in page.inner_text(".head"))
    page.click("#first")
    until(lambda: page.locator(".option").count() == 9)
    until(lambda: page.inner_text(".score") == "draw")
    best = page.locator(".pv .move").last.inner_text().split()
    page.locator(".pv .move").last.click()
    until(lambda: page.get_attribute(".curve", "aria-valuenow") == best[0].rstrip("."))
    page.click("#tab-moves")
    assert page.inner_text(".move[aria-current]").split() == best
    page.click("#analyse")
    assert page.locator("#bar").is_hidden()
    assert page.locator(".badge").count() == 0


def test_a_review_finds_the_turning_point_and_one_learns_from_it(opened):
    page = opened("#game=tictactoe&moves=b2.b1.a1.c3.a3&at=5")
    page.click("#tab-analysis")
    page.click("#review")
    page.wait_for_selector("#learn")
    assert page.inner_text(".turning").split("\n")[-1] == "2. b1"
    page.click("#learn")
    says(page, "O played b1 here. Find a better move")
    assert page.locator(".badge").count() == 0
    cell(page, "b3").click()
    says(page, "b3 is not the best")
    until(lambda: cell(page, "a1").click() or ("a1" in status(page) and "not" not in status(page)))
    page.click("text=Leave")
    assert "2. b1 — better: a1" in page.inner_text(".turning")
    page.click("#tab-moves")
    assert page.locator(".move.mistake").count() >= 1
    assert "b3" not in " ".join(move_list(page))


def test_branches_survive_and_a_reload_loses_nothing(opened):
    page = opened()
    for name in ("b2", "a1", "c3"):
        type_move(page, name)
    page.click("#previous")
    page.click("#previous")
    type_move(page, "c1")
    type_move(page, "a3")
    assert move_list(page) == ["• start", "1. b2", "2. a1", "2. c1", "3. a3", "3. c3"]
    before = page.inner_html("#board .picture")
    page.reload()
    page.wait_for_selector("html[data-ready]")
    assert move_list(page) == ["• start", "1. b2", "2. a1", "2. c1", "3. a3", "3. c3"]
    assert page.inner_text(".move[aria-current]").split()[-1] == "a3"
    assert page.inner_html("#board .picture") == before
    page.click("#panel-moves .move:has-text('a1')")
    says(page, "O plays a1.")
    page.click("#last")
    says(page, "O to move.")
    assert page.inner_text(".move[aria-current]").split()[-1] == "c3"
    page.click("#panel-moves .move:has-text('c1')")
    page.click("text=Make it the main line")
    assert move_list(page) == ["• start", "1. b2", "2. c1", "2. a1", "3. c3", "3. a3"]


def test_french_and_english(opened):
    page = opened("#game=connect4&moves=4&at=1")
    assert page.get_attribute("html", "lang") == "en"
    page.click("[data-lang=fr]")
    assert page.get_attribute("html", "lang") == "fr"
    assert page.inner_text("#new") == "Nouvelle partie"
    says(page, "Jaune joue 4. Trait à Rouge.")
    assert page.locator("#game option:checked").inner_text() == "Puissance 4"
    page.reload()
    page.wait_for_selector("html[data-ready]")
    assert page.inner_text("#hint") == "Conseil"
    same = "Object.keys(words).filter((key) => words[key].en === words[key].fr)"
    same = f"import('/static/words.js').then(({{words}}) => {same})"
    assert set(page.evaluate(same)) == {"exact", "minutes", "notation", "pause", "standard", "turnedHidden"}
    blanks = (
        "import('/static/words.js').then(({words}) => Object.keys(words).map((key) => [key, ...['en', 'fr'].map("
        "(lang) => (words[key][lang].match(/{[a-z]+}/gi) ?? []).sort().join())]).filter(([, en, fr]) => en !== fr))"
    )
    assert page.evaluate(blanks) == []


def test_a_file_of_the_user(opened):
    page = opened("", players=["human", 1])
    assert page.evaluate("location.hash").startswith("#game=file")
    assert "21" in page.text_content("#board svg")
    assert page.locator("#board .others button").all_inner_texts() == ["1", "2", "3"]
    page.focus("#board .others button[data-move='3']")
    page.keyboard.press("Enter")
    until(lambda: len(move_list(page)) == 3)
    says(page, "Your turn: Max.")
    page.wait_for_selector("#board .others button:focus")  # at hand for the next move, without a way back by Tab


def test_people_and_engines_resign_and_new_games(opened):
    page = opened(players=[1, 1])
    says(page, "X to move.")
    page.click("#new")
    until(lambda: page.locator(".strip.on").count() == 0)
    assert len(move_list(page)) >= 6
    page.select_option("#player-0", "human")
    page.select_option("#game", "connect4")
    until(lambda: page.locator(".cell").count() == 42)
    page.select_option("#variant", "connect4:6x5")
    until(lambda: page.locator(".cell").count() == 30)
    page.select_option("#clock", "60+0")
    assert page.inner_text(".strip[data-side='0'] .clock") == "1:00"
    page.click("#resign")
    says(page, "Yellow resigns. Red wins.")
    page.reload()
    page.wait_for_selector("html[data-ready]")
    assert page.locator(".cell").count() == 30


def test_games_are_saved_pasted_and_shared(opened, chrome):
    page = opened("#game=othello")
    page.click("#tab-library")
    page.fill("#pasted", "f5d6c3")
    page.click("text=Read")
    until(lambda: "moves=f5.d6.c3" in page.evaluate("location.hash"))
    assert page.input_value("#notation")
    page.fill("#pasted", "z9z9")
    page.click("text=Read")
    until(page.locator("#toast").is_visible)
    page.fill("#save-name", "the tiger")
    page.click("#panel-library button:text-is('Save')")
    page.wait_for_selector(".saved b:text-is('the tiger')")
    other = opened(page.evaluate("location.hash"))
    assert move_list(other) == ["• start", "1. f5", "2. d6", "3. c3"]
    other.select_option("#game", "nim")
    until(lambda: other.locator(".cell.thin").count() == 12)
    other.click("#tab-library")
    other.click(".saved b:text-is('the tiger')")
    until(lambda: "moves=f5.d6.c3" in other.evaluate("location.hash"))
    other.click("[aria-label='Delete “the tiger”']")
    other.wait_for_selector("text=No game is saved yet.")


def test_a_dropped_connection_comes_back_by_itself(opened, tmp_path):
    port, game = free_port(), "tictactoe"
    with serving(port, tmp_path, game) as where:
        page = opened("", where=where, quiet=False, analysis=True)
        page.click("#tab-analysis")
        until(lambda: page.locator(".option").count() == 9)
    until(page.locator("#toast").is_visible)
    assert "connection is lost" in page.inner_text("#toast")
    with serving(port, tmp_path, game):
        until(lambda: "Connected again" in page.inner_text("#toast"))
        type_move(page, "b2")
        says(page, "O to move.")
        until(lambda: page.locator(".option").count() == 8)
        page.close()


@pytest.mark.parametrize(("width", "dark"), LOOKS)
def test_everybody_can_use_it(opened, width, dark):
    page = opened("#game=tictactoe&moves=b2.a1.(b1.a3).c3&at=2", width, dark, analysis=True)
    until(lambda: page.locator(".badge").count() == 7)
    for panel in ("moves", "analysis", "library"):
        page.click(f"#tab-{panel}")
        drawn(page)
        check_accessibility(page, width, "button, select, input, textarea, .cell, a.link")


@pytest.mark.parametrize("width", [375, *(pytest.param(width, marks=pytest.mark.slow) for width in (768, 1280))])
def test_pictures_of_it(opened, tmp_path_factory, width):
    """For people to look at: nothing is wider than the screen, and the board is as wide as a phone."""
    folder = Path(os.environ.get("ELAGAGE_PICTURES") or tmp_path_factory.mktemp("pictures"))
    page = opened("#game=tictactoe", width)
    for game in ("othello", "connect4", "tictactoe", "nim", "morris", "kalah", "krk"):
        if game != "tictactoe":
            page.select_option("#game", game)
            until(lambda g=game: f"#game={g}" in page.evaluate("location.hash"))
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            page.screenshot(path=folder / f"{game}-{width}-{scheme}.png")
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        if width == 375:
            assert page.locator(".board").bounding_box()["width"] >= 360
    assert len(list(folder.glob(f"*-{width}-*.png"))) == 14
