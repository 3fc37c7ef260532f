"""Books of first plies: what they say is so, whoever made them and however often they were stopped."""

from __future__ import annotations

import zlib
from dataclasses import replace
from pathlib import Path

import pytest

from elagage import analyse, load, solve
from elagage.analysis import ask
from elagage.arena.book_jobs import share_book
from elagage.arena.execution.executor import Inline
from elagage.arena.players.built_in_players import make_player
from elagage.arena.players.player_specs import parse_player
from elagage.arena.players.player_types import Turn
from elagage.array_files import write_arrays
from elagage.errors import FileError, LimitsError, Stopped
from elagage.game import canonical, derive, read_state
from elagage.question import Question, Wishes
from elagage.result import MAX, MIN, Info, Limits, MoveScore, Result, Score
from elagage.solvers.book import Book, Entry, book_file, load_book, shipped_book
from elagage.solvers.book.book_answers import find_answer
from elagage.solvers.book.book_file import KIND, name_of, save_book
from elagage.solvers.book.book_making import make_book, missing_positions


def make(game, path, nodes, **settings):
    jobs = share_book(game, Inline(), 1, nodes=nodes, memory=1)
    return make_book(game, Path(path), jobs, nodes=nodes, **settings)


@pytest.fixture(scope="module")
def book(tmp_path_factory):
    """Of the 4 x 4 board, with its file."""
    path = tmp_path_factory.mktemp("book") / "4x4.book"
    return make(load("connect4:4x4"), path, 100), path


@pytest.mark.parametrize(("spec", "nodes"), [("connect4:4x4", 100), ("connect4:5x4", 20_000), ("kalah:3,2", 50)])
def test_every_answer_of_a_book_is_the_solver_s(spec, nodes, tmp_path):
    game = load(spec)
    made = make(game, tmp_path / "made.book", nodes)
    assert made.finished
    assert any(entry.goes_on for entry in made.entries.values())
    for name, entry in list(made.entries.items())[::7]:
        state = read_state(game, name)
        truth = solve(game, state, method="alphabeta")
        assert entry.score == truth.score
        assert set(entry.moves) == {game.move_name(state, move) for move in truth.best_moves}
        for image in game.symmetries(state):
            result = made.result_of(game, image)
            assert result.exact
            assert result.move == result.moves[0].move
            assert {each.move for each in result.moves} == set(solve(game, image, method="alphabeta").best_moves)


def test_a_perfect_player_of_either_side_finds_what_it_needs_until_the_solver_is_quick(book):
    made, game = book[0], load("connect4:4x4")
    for side in (MAX, MIN):
        waiting, ends = [game.start()], 0
        while waiting:
            state = waiting.pop()
            if game.over(state):
                continue
            moves = list(game.moves(state))
            if game.player(state) == side:
                entry = made.entries[name_of(game, state)]
                if not entry.goes_on:
                    ends += 1
                    continue
                moves = [made.result_of(game, state).move]
            waiting += {canonical(game, game.play(state, move)) for move in moves}
        assert ends


def test_a_book_that_was_stopped_goes_on_and_ends_in_the_same_bytes(book, tmp_path):
    game, path = load("connect4:4x4"), tmp_path / "stopped.book"
    looks = []

    def stop():
        looks.append(None)
        return len(looks) % 150 == 0

    for _time in range(3):
        with pytest.raises(Stopped, match=r"stopped\.book"):
            make(game, path, 100, resume=True, stop=stop)
        assert not load_book(path).finished
    make(game, path, 100, resume=True)
    assert len(looks) == 450
    assert path.read_bytes() == book[1].read_bytes()


def test_a_damaged_book_is_refused_in_one_sentence(book, tmp_path, run):
    whole, path = book[1].read_bytes(), tmp_path / "damaged.book"
    for content in (whole[:-70], whole[:200] + bytes([whole[200] ^ 4]) + whole[201:], whole[:30], b"something else"):
        path.write_bytes(content)
        with pytest.raises(FileError):
            load_book(path)
        code, _out, told = run("solve", "connect4:4x4", "--book", str(path))
        assert code == 2
        assert "Traceback" not in told
        assert len(told.strip().splitlines()) == 1
    path.write_bytes(b"something else")
    code, _out, told = run("book", "connect4:4x4", "-o", str(path))
    assert code == 2
    assert path.read_bytes() == b"something else"


@pytest.mark.parametrize("row", ['["a",2,1,1,0,"1"]', '["a",1,1,1,0]', '["a",1,"1",1,0,"1"]', "[1]", "{}", "x"])
def test_a_row_that_makes_no_sense_is_refused(row, tmp_path):
    path = tmp_path / "odd.book"
    facts = {"game": "connect4:4x4", "nodes": 1, "plies": 1, "finished": True, "positions": 1}
    write_arrays(path, KIND, facts, {"entries": zlib.compress(row.encode())})
    with pytest.raises(FileError, match="damaged"):
        load_book(path)


def test_a_book_answers_for_its_own_game_alone(book, tmp_path):
    with pytest.raises(FileError, match="connect4:4x4"):
        load_book(book[1], load("connect4:5x4"))
    game = load("connect4:4x4")
    assert load_book(book[1], game) == book[0]
    with pytest.raises(FileError):
        load_book(book[1], derive(game, score=lambda _self, _state: 0))
    with pytest.raises(FileError, match="without resuming"):
        make(load("connect4:4x4"), book[1], 99, resume=True)
    with pytest.raises(LimitsError):
        make(load("morris"), tmp_path / "x.book", 10)


def test_few_plies_are_enough(tmp_path):
    game = load("connect4:4x4")
    made = make(game, tmp_path / "short.book", 1, plies=2)
    assert made.plies == 2
    assert not made.finished
    assert missing_positions(game, made, 2) == (2, [])
    assert missing_positions(game, Book(game.spec, 1), None)[0] == 0


def test_the_command_makes_a_book_that_solve_and_players_ask(run, tmp_path):
    path = tmp_path / "made.book"
    code, out, _told = run("book", "connect4:4x4", "-o", str(path), "--nodes", "100", "--plies", "3", "--workers", "1")
    assert code == 0
    assert str(path) in out
    assert run("book", "connect4:4x4", "-o", str(path), "--nodes", "0")[0] == 2
    assert load_book(path).plies == 3
    code, out, _told = run("solve", "connect4:4x4", "--book", str(path))
    assert code == 0
    assert "book" in out
    assert run("solve", "connect4:4x4", "--book", str(path), "--method", "proof")[0] == 2
    game = load("connect4:4x4")
    player = make_player(parse_player(f"perfect book={path}"), game)
    state = game.start()
    while not game.over(state):
        choice = player.choose(Turn(state, state, (), (), 0))
        assert choice.move in solve(game, state).best_moves
        state = game.play(state, choice.move)


@pytest.fixture
def shipped(book, tmp_path, monkeypatch):
    """The book of the 4 x 4 board, as if it came with the package."""
    (tmp_path / "connect4-4x4.book").write_bytes(book[1].read_bytes())
    monkeypatch.setattr(book_file, "SHIPPED", tmp_path)
    game = load("connect4:4x4")
    assert shipped_book(game) == book[0]
    assert shipped_book(load("connect4:5x4")) is None
    return game


def test_a_shipped_book_answers_where_time_alone_is_the_limit(shipped):
    answer = analyse(shipped, time=1)
    assert (answer.algorithm, answer.exact, answer.nodes) == ("book", True, 1)
    assert answer.score == solve(shipped, method="alphabeta", book="none").score
    assert solve(shipped).result.algorithm == "book"
    assert solve(shipped, plain=True).result.algorithm != "book"
    for limits, wishes in ((Limits(3), Wishes()), (Limits(time=1), Wishes(book=False))):
        assert ask(Question(shipped, shipped.start(), limits, wishes)).algorithm != "book"
    moves = {analyse(shipped, "44", time=1, seed=seed).move for seed in range(9)}
    assert moves <= set(solve(shipped, "44", book="none").best_moves)


def test_a_shipped_book_scores_each_move_that_it_knows(shipped):
    whole = analyse(shipped, time=1, every_move=True)
    truth = {entry.move: entry.score for entry in solve(shipped, every_move=True, book="none").result.moves}
    assert (whole.algorithm, whole.nodes) == ("book", 1)
    assert {entry.move: entry.score for entry in whole.moves} == truth
    assert all(entry.exact for entry in whole.moves)
    assert solve(shipped, every_move=True).result == whole


def test_what_a_book_knows_of_some_moves_stands_beside_estimates_of_the_others(shipped):
    partial = replace(
        shipped_book(shipped), entries={name_of(shipped, shipped.start()): Entry(Score.draw(), ("2",), True)}
    )
    question = Question(shipped, shipped.start(), Limits(time=1), Wishes(every_move=True))
    answer = find_answer(question, partial)
    assert not answer.whole
    estimates = tuple(MoveScore(move, Score.estimate(7 - move), False, 7 - move) for move in range(4))
    found = Result(0, Score.estimate(7), 7, (0, 1), 5, 100, moves=estimates)
    merged = answer.add_to_result(found)
    assert (merged.move, merged.score, merged.exact, merged.depth, merged.nodes) == (1, Score.draw(), True, 5, 100)
    assert [(entry.move, entry.exact) for entry in merged.moves if entry.exact] == [(1, True), (2, True)]
    assert max(entry.score for entry in merged.moves) == Score.draw()
    news = answer.add_to_news(Info(5, Score.estimate(7), (0,), 100, 0.1, estimates))
    assert (news.score, news.exact, news.moves) == (Score.draw(), True, merged.moves)


def test_past_a_finished_book_the_solver_is_tried_first(shipped, book):
    state = next(
        read_state(shipped, name)
        for name, entry in book[0].entries.items()
        if not entry.goes_on and len(entry.moves) > 1
    )
    reply = next(
        child for child in (shipped.play(state, move) for move in shipped.moves(state))
        if not shipped.over(child) and name_of(shipped, child) not in book[0].entries
    )  # fmt: skip
    asked = ask(Question(shipped, reply, Limits(time=60), Wishes(every_move=True)))
    assert asked.exact
    assert asked.score == solve(shipped, reply, method="alphabeta").score
    assert all(entry.exact for entry in asked.moves)


def test_the_same_entries_give_the_same_file(book, tmp_path):
    made, path = book
    again = tmp_path / "again.book"
    save_book(Book(made.game, made.nodes, dict(reversed(made.entries.items())), made.plies, made.finished), again)
    assert again.read_bytes() == path.read_bytes()


def test_a_game_without_a_book_has_none():
    assert shipped_book(load("tictactoe")) is None
    assert shipped_book(load("connect4:4x4")) is None
