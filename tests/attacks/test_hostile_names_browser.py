"""A user's game whose names and texts look like HTML and scripts, in the web app: shown, and never run."""

from __future__ import annotations

import pytest
from app_program import free_port, post, serving
from browser import drawn
from patience import until

RULES = '''
from elagage import Game
from elagage.game import Term

IMAGE = "<img src=x onerror=pwn()>"
SCRIPT = "</script><script>pwn()</script>"
ODD = "\\"'`&amp;]]>{name}%s"


class Hostile(Game):
    """Take one or two of five."""

    players = (IMAGE, SCRIPT)

    def start(self):
        return (5, 0)

    def player(self, state):
        return state[1]

    def moves(self, state):
        return range(1, min(2, state[0]) + 1)

    def play(self, state, move):
        return (state[0] - move, 1 - state[1])

    def score(self, state):
        return -1 if state[1] == 0 else 1

    def heuristic(self, state):
        return state[0] % 3

    def explain(self, state):
        return [Term(IMAGE, state[0] % 3)]

    def grid(self, state):
        return [[IMAGE, SCRIPT], [ODD, "x"]]

    def text(self, state):
        return f"{IMAGE}\\n{SCRIPT} {state[0]}"

    def move_name(self, state, move):
        return f"{move}<svg/onload=pwn()>{ODD}"

    def state_name(self, state):
        return f"{SCRIPT}{state[0]}{'ab'[state[1]]}"


Hostile.__name__ = SCRIPT + ODD
'''
WATCH = "window.ran = 0; window.pwn = () => { window.ran += 1; }; window.alert = window.pwn;"
ODD = "\"'`&amp;]]>{name}%s"
SCRIPT = "</script><script>pwn()</script>"
IMAGE = "<img src=x onerror=pwn()>"


@pytest.fixture(scope="module")
def address(tmp_path_factory):
    folder = tmp_path_factory.mktemp("hostile")
    (folder / "rules.py").write_text(RULES, encoding="utf-8")
    with serving(free_port(), folder / "data", str(folder / "rules.py")) as found:
        yield found


def test_names_of_a_users_game_are_shown_and_never_run(chrome, address):
    settings = {"players": ["human", "human"], "clock": "", "analysis": False, "theme": "", "lang": "en"}
    post(address, "api/settings", settings)
    record = {"game": "file", "moves": []}
    post(address, "api/saved", {"name": f"{IMAGE}{ODD}", "game": SCRIPT, "record": record})
    context = chrome.new_context(viewport={"width": 1280, "height": 860}, reduced_motion="reduce")
    asked, errors = [], []
    try:
        context.add_init_script(WATCH)
        page = context.new_page()
        page.on("request", lambda request: asked.append(request.url))
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("console", lambda message: errors.append(message.text))
        page.goto(address)
        page.wait_for_selector("html[data-ready]")
        assert page.locator("#game option:checked").inner_text() == SCRIPT + ODD
        names = page.locator("#board .others button").all_inner_texts()
        assert names == [f"{move}<svg/onload=pwn()>{ODD}" for move in (1, 2)]
        shown = page.evaluate("document.body.textContent")
        assert IMAGE in shown
        assert SCRIPT in shown
        page.locator("#board .others button").first.click()
        until(lambda: f"1<svg/onload=pwn()>{ODD}" in page.inner_text("#panel-moves"))
        for panel in ("analysis", "library"):
            page.click(f"#tab-{panel}")
            drawn(page)
        until(lambda: page.locator("#saved b").count() == 1)
        assert page.inner_text("#saved b") == f"{IMAGE}{ODD}"
        assert page.input_value("#notation").startswith(SCRIPT)
        page.fill("#pasted", f"{IMAGE}{SCRIPT}")
        page.click("#panel-library button:text-is('Read')")
        until(lambda: IMAGE in page.evaluate("document.body.textContent"))
        drawn(page)
        assert page.evaluate("window.ran") == 0
        assert page.evaluate("document.querySelectorAll('img, [onerror], [onload], iframe').length") == 0
    finally:
        context.close()
    assert [url for url in asked if url.endswith("/x")] == []
    assert [error for error in errors if "status of 400" not in error] == []  # what is refused is said in the page
