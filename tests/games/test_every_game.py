"""Every game of the catalogue through every property of rules and notation, by the one list of ``game_list.py``."""

from __future__ import annotations

import random
from contextlib import suppress
from dataclasses import replace

import pytest
from game_list import BOARDS, COMPILED, COMPILED_BOARDS, GAMES, affordable_depth
from hypothesis import given, settings
from hypothesis import strategies as st
from trees import positions

from elagage import check_game, load, search
from elagage.errors import ElagageError
from elagage.game import MAX, MIN, canonical
from elagage.games import CATALOGUE, listings


def test_no_game_is_left_out():
    names = [spec.partition(":")[0] for spec in GAMES]
    assert list(dict.fromkeys(names)) == list(CATALOGUE) == [spec.partition(":")[0] for spec in COMPILED]
    assert set(BOARDS) | set(COMPILED_BOARDS) <= set(CATALOGUE)
    assert [listing.name for listing in listings()] == list(CATALOGUE)
    assert [load(spec).spec for spec in GAMES] == list(GAMES)


@pytest.mark.parametrize("name", GAMES)
def test_the_contract(name):
    game = load(name)
    report = check_game(game, games=8, plies=80 if game.cycles else 300)
    assert report.ended == report.games or game.cycles


@settings(max_examples=200)
@given(positions())
def test_notation_comes_back_to_itself(place):
    game, state = place
    name = game.state_name(state)
    assert game.parse_state(name) == game.parse_state(f" {name} ") == state
    for move in game.moves(state):
        assert game.parse_move(state, game.move_name(state, move)) == move
        assert game.parse_move(state, f" {game.move_name(state, move).upper()} ") == move


@settings(max_examples=150)
@given(
    st.sampled_from(GAMES),
    st.one_of(
        st.text(max_size=80),
        st.text("0123456789abcdefghijXxOoVvHhSsNnFKkQRwb#!.-|_/,: ()=^*maxinflystraighthounds", max_size=80),
    ),
)
def test_no_text_gets_anything_but_a_sentence(name, text):
    game = load(name)
    prefix = name.partition(":")[0] + ":"
    for read in (
        game.parse_state,
        lambda t: game.parse_move(game.start(), t),
        lambda t: game.parse_state(t + "/ x"),
        game.from_text,
        load,
        lambda t: load(prefix + t),
    ):
        with suppress(ElagageError):
            read(text)


@settings(max_examples=200)
@given(positions())
def test_symmetric_positions_are_one(place):
    game, state = place
    images = list(game.symmetries(state))
    assert state in images or len(images) == 1  # Nim gives the one that stands for all
    assert {canonical(game, image) for image in images} == {canonical(game, state)}
    after = sorted(canonical(game, game.play(state, move)) for move in game.moves(state))
    depth = affordable_depth(game, state, 100)
    value = search.alphabeta(game, state, depth).value
    for image in images:
        assert game.player(image) == game.player(state)
        assert sorted(canonical(game, game.play(image, move)) for move in game.moves(image)) == after
        assert search.alphabeta(game, image, depth).value == value


@pytest.mark.parametrize("name", GAMES)
def test_both_players_see_the_same_value_and_see_it_again(name):
    """Each search, from Max's side and from the mover's, where Max moves and where Min does, and once more."""
    game, chooser, seen = load(name), random.Random(name), set()
    for _game in range(4):
        state = game.start()
        for _ply in range(12):
            moves = list(game.moves(state))
            if not moves:
                break
            seen.add(game.player(state))
            depth = affordable_depth(game, state, 60)
            truth = search.minimax(game, state, depth)
            assert replace(search.minimax(game, state, depth), seconds=truth.seconds) == truth
            results = [search.negamax(game, state, depth), search.memoised(game, state, depth)]
            results += [search.alphabeta(game, state, depth, form=form) for form in ("minimax", "negamax")]
            results += [search.pvs(game, state, depth), search.mtdf(game, state, depth)]
            assert {result.value for result in results} == {truth.value}
            assert results[0].score == truth.score
            state = game.play(state, chooser.choice(moves))
    assert seen == {MAX, MIN} or game.over(game.start())
