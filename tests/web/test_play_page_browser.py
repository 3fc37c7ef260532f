"""A scripted person plays whole games in the page: two of them here, every game in the longer run."""

from __future__ import annotations

import pytest
from play_page import FILES, GAMES, Look, looks_of, play_game, serve

PLAIN = {"players": ["human", "human"], "clock": "", "analysis": False, "theme": ""}
FEW = [("nim", Look(375, "touch", True, "fr", False)), (FILES[0], Look(768, "keys", False, "en", True))]
MANY = [(game, look) for number, game in enumerate(GAMES) for look in looks_of(number)]


@pytest.mark.parametrize(
    ("game", "look"),
    [*FEW, *(pytest.param(game, look, marks=pytest.mark.slow) for game, look in MANY)],
    ids=lambda part: getattr(part, "name", part),
)
def test_a_whole_game(chrome, game, look):
    with serve(game if game in FILES else None) as address:
        person = play_game(chrome, address, game, look)
    assert person.faults == []
    assert person.moves > 0


def test_the_words_on_a_board_are_in_the_language_of_the_page(chrome):
    with serve() as address:
        page = chrome.new_page()
        page.request.post(f"{address}api/settings", data={**PLAIN, "lang": "fr"})
        page.goto(f"{address}#game=kalah")
        page.wait_for_selector("html[data-ready]")
        assert "Nord" in page.text_content("#board svg")
        page.close()
