"""Games in many styles: the rules' own native code says what the rules say."""

from __future__ import annotations

from pathlib import Path

import pytest
import styles
from game_list import one_in

from elagage.compiler import link as linking
from elagage.compiler.kernel import CompilationWarning
from elagage.compiler.link import sample_games
from elagage.compiler.native import build_rules, native_link
from elagage.compiler.native.compare_rules import compare_state
from elagage.compiler.native.native_link import NativeGame
from elagage.loading import load
from elagage.question import Question, Wishes
from elagage.result import Limits
from elagage.search.alphabeta import alphabeta
from elagage.search.compiled.driver import search_position
from elagage.search.compiled.meanwhile import find_refusal
from elagage.search.compiled.perft import count_lines
from elagage.search.perft import perft
from elagage.ways import game_as_written

FOLDER = Path(styles.__file__).parent / "style_games"
FILES = sorted(FOLDER.glob("*/*.py"))
MAKERS = [*styles.GAMES, *(lambda file=file: load(str(file)) for file in FILES)]
NAMES = [*(cls.__name__ for cls in styles.GAMES), *(file.stem for file in FILES)]
MOST = 2_000
"""Lines of play that are counted interpreted too."""


@pytest.fixture(scope="module")
def shared_folder(tmp_path_factory):
    return tmp_path_factory.mktemp("shared")


@pytest.fixture(autouse=True)
def compiled_here(shared_folder, monkeypatch):
    """No native code of earlier runs; what one test compiles the next one finds."""
    monkeypatch.setenv("ELAGAGE_CACHE", str(shared_folder))


@pytest.fixture
def fresh_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("ELAGAGE_CACHE", str(tmp_path))


@pytest.mark.parametrize("make", one_in(2, MAKERS, NAMES))
def test_native_rules_say_what_the_rules_say(make):
    game = make()
    assert find_refusal(game) is None
    start = game.start()
    assert count_lines(game, start, 1) == perft(game, start, 1)
    native = [known for known in native_link.KEPT.values() if isinstance(known, NativeGame) and known.codes][-1]
    code, desk = next(iter(native.codes.values())), native.take_desk()
    written = game_as_written(game)
    for state, move in sample_games(written, 6, 60, seed=99):
        compare_state(written, code, desk, state, move)
    for depth in (1, 2, 3, 4):
        lines = perft(game, start, depth)
        assert count_lines(game, start, depth) == lines
        if lines > MOST:
            break
        assert count_lines(game, start, depth, ended=True) == perft(game, start, depth, ended=True)
    for depth in (1, 2):
        found = search_position(Question(game, start, Limits(depth=depth)))
        if found.depth == depth:
            assert found.value == pytest.approx(alphabeta(game, start, depth).value, abs=1e-6)


@pytest.mark.parametrize("cls", styles.GAMES)
def test_every_move_gets_its_own_value(cls):
    game = cls()
    found = search_position(Question(game, game.start(), Limits(depth=3), Wishes(every_move=True)))
    assert {repr(entry.move) for entry in found.moves} == {repr(move) for move in game.moves(game.start())}
    for entry in found.moves:
        child = game.play(game.start(), entry.move)
        if found.depth == 3:
            assert entry.value == pytest.approx(alphabeta(game, child, 2).value, abs=1e-6)
    assert found.value == (max if game.player(game.start()) == 0 else min)(entry.value for entry in found.moves)


def test_code_is_found_on_disk_and_a_broken_file_is_made_again(fresh_folder, tmp_path, monkeypatch):
    made = []
    real = build_rules.native_code
    monkeypatch.setattr(build_rules, "native_code", lambda text: made.append(1) or real(text))
    for expected in (1, 1):
        native_link.KEPT.clear()
        linking.KEPT.clear()
        assert count_lines(styles.TextBoard(), styles.TextBoard().start(), 2) == 72
        assert len(made) == expected
    for file in tmp_path.rglob("*"):
        if file.is_file():
            file.write_bytes(file.read_bytes()[:-1] + b"?")
    native_link.KEPT.clear()
    linking.KEPT.clear()
    with pytest.warns(CompilationWarning):
        assert count_lines(styles.TextBoard(), styles.TextBoard().start(), 2) == 72
    assert len(made) == 2


def test_what_changes_in_the_rules_is_noticed():
    game = styles.Numbers(3)
    assert count_lines(game, game.start(), 1) == perft(game, game.start(), 1) == 1
    other = styles.Numbers(11)
    assert count_lines(other, other.start(), 1) == perft(other, other.start(), 1) == 2


def test_a_search_can_be_stopped():
    game = styles.TextBoard()
    found = search_position(Question(game, game.start(), Limits(nodes=50)))
    assert found.move in game.moves(game.start())
    found = search_position(Question(game, game.start(), Limits(time=5)), stop=lambda: True)
    assert found.move in game.moves(game.start())
