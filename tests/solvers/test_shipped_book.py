"""The book of Connect 4 that comes with the package: published values, minimax among its entries, and a solver that is
quick where it ends.
"""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from elagage import analyse, load, solve
from elagage.arena.players.built_in_players import make_player
from elagage.arena.players.player_specs import parse_player
from elagage.arena.players.player_types import Turn
from elagage.game import read_state
from elagage.levels import choose
from elagage.result import MAX, MIN, Score
from elagage.solvers.book import shipped_book
from elagage.solvers.book.book_answers import score_after
from elagage.solvers.book.book_file import SHIPPED, name_of
from elagage.solvers.exact import Exact

GAME = load("connect4")
BOOK = shipped_book(GAME)


def test_it_is_small_exact_and_for_its_board_alone():
    assert (SHIPPED / "connect4.book").stat().st_size < 100_000
    assert BOOK.depth is None
    assert shipped_book(load("connect4:7x6")) is BOOK
    assert shipped_book(load("connect4:6x7")) is None


def test_published_values_of_the_first_moves():
    assert solve("connect4").score == Score.win(41)
    assert solve("connect4").best_moves == (3,)
    found = {move: score_after(BOOK, GAME, GAME.play(GAME.start(), move)) for move in range(7)}
    known = {move: score for move, score in found.items() if score is not None}
    edge, near, beside = Score.loss(40), Score.loss(42), Score.draw()
    published = dict(enumerate((edge, near, beside, Score.win(41), beside, near, edge)))
    assert known == {move: published[move] for move in known}
    assert set(known) == set(range(7))


@pytest.mark.parametrize(("text", "score"), [("", Score.win(41)), ("4", Score.win(40)), ("444", Score.win(38))])
def test_every_move_of_the_first_positions_is_exact_at_once(text, score):
    state = GAME.parse_state(text)
    answer = analyse(GAME, state, time=1, every_move=True)
    assert (answer.exact, answer.algorithm, answer.score, len(answer.moves)) == (True, "book", score, 7)
    assert all(entry.exact for entry in answer.moves)


def test_entries_are_minimax_of_what_follows_them():
    checked = 0
    for name, entry in BOOK.entries.items():
        if not entry.goes_on:
            continue
        state = read_state(GAME, name)
        after = GAME.play(state, BOOK.result_of(GAME, state).move)
        replies = [score_after(BOOK, GAME, GAME.play(after, move)) for move in GAME.moves(after)]
        if None in replies:
            continue
        worst = min(replies) if GAME.player(state) == MAX else max(replies)
        assert entry.score == (worst if worst.plies is None else replace(worst, plies=worst.plies + 1)), name
        checked += 1
    assert checked > 150


def walk(side, chooser, plies):
    """The turns of a perfect player in a game against one that plays at random after the middle column: positions with
    what is known.
    """
    state = GAME.parse_state("4")
    while not GAME.over(state) and state.ply < plies:
        if GAME.player(state) != side:
            state = GAME.play(state, chooser.choice(list(GAME.moves(state))))
            continue
        known = BOOK.result_of(GAME, state)
        yield state, known
        if known is None:
            known = Exact(GAME).solve(state, nodes=2 * BOOK.nodes)
        state = GAME.play(state, known.move)


def test_a_perfect_first_player_has_each_answer_or_few_positions_to_look_at():
    solver = Exact(GAME)
    asked = 0
    for seed in range(6):
        for state, known in walk(MAX, random.Random(seed), 13):
            if known is None or not BOOK.entries[name_of(GAME, state)].goes_on:
                solver.forget()
                found = solver.solve(state, nodes=2 * BOOK.nodes)
                assert known is None or found.score == known.score
                asked += 1
    assert asked > 5


def test_a_perfect_second_player_has_its_first_moves_until_the_book_ends():
    for seed in range(20):
        for state, known in walk(MIN, random.Random(seed), 10):
            assert known is not None
            if not BOOK.entries[name_of(GAME, state)].goes_on:
                break


def test_players_use_it_without_an_option():
    state = GAME.parse_state("44")
    turn = Turn(state, state, (), (), 0)
    for player in ("perfect", "engine time=0.2"):
        assert make_player(parse_player(player), GAME).choose(turn).result.algorithm == "book"
    assert make_player(parse_player("engine time=0.05 book=none"), GAME).choose(turn).result.algorithm != "book"
    assert choose(GAME, state, 10, random.Random(1))[1].algorithm == "book"
