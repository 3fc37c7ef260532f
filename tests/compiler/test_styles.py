"""Games in many styles: the rules' own native code says what the rules say."""

from __future__ import annotations

import pytest
import styles
from elagage.search.compiled.native_search import count_natively, search_natively

from elagage.compiler.native.compile_rules import sample_games
from elagage.compiler.native.native_link import compare_rules, link_native, run_native
from elagage.question import Question, Wishes
from elagage.result import Limits
from elagage.search.alphabeta import alphabeta
from elagage.search.perft import perft


@pytest.fixture(autouse=True)
def fresh_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("ELAGAGE_CACHE", str(tmp_path))


@pytest.mark.parametrize("cls", styles.GAMES)
def test_native_rules_say_what_the_rules_say(cls):
    game = cls()
    native = link_native(game)
    for state, move in sample_games(game, 10, 60, seed=99):
        compare_rules(native, state, move)


@pytest.mark.parametrize("cls", styles.GAMES)
def test_counts_and_values_are_the_same(cls):
    game = cls()
    start = game.start()
    for depth in (1, 2, 3, 4):
        assert count_natively(game, start, depth) == perft(game, start, depth)
        assert count_natively(game, start, depth, ended=True) == perft(game, start, depth, ended=True)
        found = search_natively(Question(game, start, Limits(depth=depth)))
        if found.depth == depth:
            assert found.value == pytest.approx(alphabeta(game, start, depth).value, abs=1e-12)


@pytest.mark.parametrize("cls", styles.GAMES)
def test_every_move_gets_its_own_value(cls):
    game = cls()
    found = search_natively(Question(game, game.start(), Limits(depth=3), Wishes(every_move=True)))
    assert {repr(entry.move) for entry in found.moves} == {repr(move) for move in game.moves(game.start())}
    for entry in found.moves:
        child = game.play(game.start(), entry.move)
        if found.depth == 3:
            assert entry.value == pytest.approx(alphabeta(game, child, 2).value, abs=1e-12)
    assert found.value == (max if game.player(game.start()) == 0 else min)(entry.value for entry in found.moves)


def test_code_is_found_on_disk_and_a_broken_file_is_made_again(tmp_path, monkeypatch):
    from elagage.compiler.native import native_link

    made = []
    real = native_link.native_code
    monkeypatch.setattr(native_link, "native_code", lambda compiled: made.append(1) or real(compiled))
    for expected in (1, 1):
        native_link.KEPT.clear()
        assert count_natively(styles.TextBoard(), styles.TextBoard().start(), 2) == 72
        assert len(made) == expected
    (file,) = (tmp_path / "objects").iterdir()
    file.write_bytes(file.read_bytes()[:-1] + b"?")
    native_link.KEPT.clear()
    assert count_natively(styles.TextBoard(), styles.TextBoard().start(), 2) == 72
    assert len(made) == 2


def test_what_changes_in_the_rules_is_noticed():
    game = styles.Numbers(3)
    assert count_natively(game, game.start(), 1) == perft(game, game.start(), 1) == 1
    other = styles.Numbers(11)
    assert count_natively(other, other.start(), 1) == perft(other, other.start(), 1) == 2
    game.most = 11
    assert count_natively(game, game.start(), 1) == 2


def test_a_search_can_be_stopped():
    game = styles.TextBoard()
    found = search_natively(Question(game, game.start(), Limits(nodes=50)))
    assert found.move in game.moves(game.start())
    found = search_natively(Question(game, game.start(), Limits(time=5)), stop=lambda: True)
    assert found.move in game.moves(game.start())


def test_run_native_tells_nothing_of_its_own():
    assert run_native(styles.EnumRow(), lambda native: native.compiled.bits) == 64
