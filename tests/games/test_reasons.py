"""Hints that teach: why a move is good."""

from __future__ import annotations

from elagage.analysis import analyse
from elagage.evaluation.reasons import tell_reasons
from elagage.games import make


def reasons(spec, position, *line, **found):
    game = make(*spec.split(":", 1))
    state = first = game.parse_state(position)
    moves = []
    for name in line:
        moves.append(game.parse_move(state, name))
        state = game.play(state, moves[-1])
    return [reason.text("en") for reason in tell_reasons(game, first, moves, **found)]


def test_a_win_and_the_only_move_need_no_more_words():
    assert reasons("connect4", "121212", "1") == ["It wins at once."]
    assert reasons("tictactoe", "XOX/OXX/O.O", "b3") == ["It is the only move."]


def test_a_block_names_the_threat():
    assert reasons("connect4", "13131", "1")[0] == "It stops Yellow, who threatens to win with 1."


def test_a_threat_says_how_many_replies_stop_it():
    assert "It threatens to win; 1 reply of 7 stops that." in reasons("connect4", "1717", "1")
    assert "It threatens to win, and nothing stops that." in reasons("connect4", "4737", "5")


def test_the_proven_outcomes_of_others_are_told():
    assert "Every other move loses." in reasons("nim:3,5", "3,5", "b2", outcome=1, others=[-1] * 7)
    assert reasons("nim:1,1,1,1", "1,1,1,1", "a1", outcome=-1, others=[-1] * 3)[0].startswith("All moves lose")


def test_another_turn_and_what_the_heuristic_gains():
    game = make("kalah")
    result = analyse(game, depth=3)
    found = [reason.text("fr") for reason in tell_reasons(game, game.start(), result.line, result.score.outcome)]
    assert any(reason.startswith("Au bout de la variante") for reason in found)
    assert found[-1].startswith("La suite possible")
    assert "It gives another turn." in reasons("kalah", game.state_name(game.start()), "3")
