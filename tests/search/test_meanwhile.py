"""The first search of a game begins interpreted, and ends native."""

from __future__ import annotations

import pytest
import styles

from elagage import analyse
from elagage.compiler import link as linking
from elagage.compiler.native import build_rules, native_link
from elagage.search import alphabeta


@pytest.fixture(autouse=True)
def fresh_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("ELAGAGE_CACHE", str(tmp_path))
    native_link.KEPT.clear()
    linking.KEPT.clear()


def test_news_comes_before_the_rules_are_compiled(monkeypatch):
    real = build_rules.native_code
    heard = []

    def slow(text):
        while len(heard) < 2:  # nothing is compiled before two rounds were told
            pass
        return real(text)

    monkeypatch.setattr(build_rules, "native_code", slow)
    game = styles.TextBoard()
    result = analyse(game, time=60, on_info=heard.append)
    assert [info.depth for info in heard] == sorted({info.depth for info in heard})
    assert result.exact or result.algorithm == "engine"
    assert heard[1].depth == 2


def test_a_search_that_ends_sooner_waits_for_no_compiler(monkeypatch):
    monkeypatch.setattr(build_rules, "native_code", lambda text: pytest.fail("too late"))
    game = styles.TextBoard()
    result = analyse(game, depth=2, time=60)
    assert result.value == pytest.approx(alphabeta(game, None, 2).value)
    assert result.depth == 2
