"""Books of estimates: what a search of one depth says, never called exact, asked by players that time alone limits."""

from __future__ import annotations

import random

import pytest

from elagage import analyse, load
from elagage.arena.book_jobs import share_book
from elagage.arena.execution.executor import Inline
from elagage.arena.players.built_in_players import make_player
from elagage.arena.players.player_specs import parse_player
from elagage.arena.players.player_types import Turn
from elagage.cli import main
from elagage.errors import FileError, LimitsError, LoadError
from elagage.game import read_state
from elagage.levels import choose
from elagage.result import Limits
from elagage.solvers.book import book_file, choose_book, load_book, shipped_book
from elagage.solvers.book.book_estimates import EstimateSolver
from elagage.solvers.book.book_making import make_book

GAME = load("connect4:4x4")


def make(path, plies=4, margin=1.0, **settings):
    jobs = share_book(GAME, Inline(), 1, depth=3, margin=margin, memory=1)
    return make_book(GAME, path, jobs, nodes=1, depth=3, plies=plies, **settings)


@pytest.fixture(scope="module")
def path(tmp_path_factory):
    path = tmp_path_factory.mktemp("book") / "estimates.book"
    make(path)
    return path


def test_an_entry_is_what_a_search_of_that_depth_says(path):
    book = load_book(path, GAME, exact=False)
    assert (book.depth, book.plies) == (3, 4)
    assert len(book.entries) > 10
    for name, entry in book.entries.items():
        state = read_state(GAME, name)
        found = analyse(GAME, state, depth=3)
        assert (entry.score, entry.moves) == (found.score, (GAME.move_name(state, found.move),))
        for image in GAME.symmetries(state):
            result = book.result_of(GAME, image)
            assert not result.exact
            assert (result.depth, result.score, result.algorithm) == (3, entry.score, "book")


def test_the_same_bytes_whether_or_not_it_was_made_at_once(path, tmp_path):
    make(tmp_path / "a.book", plies=2)
    make(tmp_path / "a.book", resume=True)
    assert (tmp_path / "a.book").read_bytes() == path.read_bytes()
    jobs = share_book(GAME, Inline(), 1, depth=2, memory=1)
    with pytest.raises(FileError, match="another game"):
        make_book(GAME, tmp_path / "a.book", jobs, nodes=1, depth=2, resume=True)


def test_a_small_margin_ends_the_book_where_a_reply_gives_something_away(path, tmp_path):
    narrow = make(tmp_path / "narrow.book", margin=0.0)
    assert len(narrow.entries) <= len(load_book(path, exact=False).entries)
    with pytest.raises(LimitsError):
        EstimateSolver(GAME, 0)


def test_estimates_are_not_taken_for_exact_answers(path, capsys):
    with pytest.raises(FileError, match="estimates"):
        load_book(path, GAME)
    with pytest.raises(SystemExit) as end:
        main(["solve", GAME.spec, "--book", str(path)])
    assert end.value.code == 2
    assert "estimates" in capsys.readouterr().err
    with pytest.raises(FileError, match="not of this game"):
        load_book(path, load("connect4:5x4"), exact=False)


def test_a_player_asks_its_book_first(path):
    turn = Turn(GAME.start(), GAME.start(), (), (), 0)
    asked = make_player(parse_player(f"engine depth=1 book={path}"), GAME).choose(turn)
    assert asked.result.algorithm == "book"
    alone = make_player(parse_player("engine depth=1 book=none"), GAME).choose(turn)
    assert alone.result.algorithm != "book"
    assert parse_player(f"engine depth=1 book={path}").files == {"book": str(path)}
    assert not parse_player("engine depth=1 book=none").files
    with pytest.raises(FileError):
        make_player(parse_player("engine depth=1 book=no.book"), GAME)
    with pytest.raises(LoadError):
        parse_player("alphabeta depth=1 book=none")


def test_a_book_that_comes_with_the_package_is_asked_where_time_alone_is_the_limit(path, tmp_path, monkeypatch):
    (tmp_path / "connect4.book").write_bytes(path.read_bytes())
    monkeypatch.setattr(book_file, "SHIPPED", tmp_path)
    game = load("connect4:4x4")
    assert shipped_book(game) is None
    assert shipped_book(game, False).depth == 3
    assert choose_book(game, None, Limits(depth=3)) is None
    assert choose_book(game, "none", Limits(time=1)) is None
    assert choose_book(game, None, Limits(time=1)).depth == 3
    move, result = choose(game, game.start(), 10, random.Random(0), time=0.01)
    assert (result.algorithm, result.move) == ("book", move)


def test_book_with_a_depth_as_a_person_types_it(path, tmp_path, capsys):
    words = ["book", GAME.spec, "--depth", "3", "--plies", "4", "--margin", "1", "--nodes", "1", "--memory", "1"]
    with pytest.raises(SystemExit) as end:
        main([*words, "-o", str(tmp_path / "typed.book")])
    assert end.value.code == 0
    assert "positions up to ply 4" in capsys.readouterr().out
    assert (tmp_path / "typed.book").read_bytes() == path.read_bytes()
