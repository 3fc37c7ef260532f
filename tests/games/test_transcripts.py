"""The golden games, made again: rules, estimates and what people read stay as they are.

A change is looked at before it is kept (``make transcripts``).
"""

from __future__ import annotations

import pytest
from game_list import GAMES
from transcripts import FOLDER, digest, path_of, read_digests, spec_of, transcript

from elagage import load
from elagage.games import CATALOGUE


@pytest.mark.parametrize("name", CATALOGUE)
def test_a_golden_game_is_the_same_again(name):
    assert transcript(spec_of(name)) == path_of(name).read_text(encoding="utf-8")


@pytest.mark.parametrize("spec", GAMES)
def test_more_games_come_to_the_same(spec):
    assert digest(spec) == read_digests()[spec], f"python tools/transcripts.py {spec} 1 prints the first of them"


def test_every_game_of_the_catalogue_has_one():
    assert sorted(path.stem for path in FOLDER.iterdir()) == sorted(CATALOGUE)


@pytest.mark.parametrize("name", CATALOGUE)
def test_what_was_written_is_read_back(name):
    """The moves of the file lead through its positions, by notation alone."""
    game = load(spec_of(name))
    lines = path_of(name).read_text(encoding="utf-8").splitlines()
    positions = [line.partition(": ")[2] for line in lines if line.startswith("position: ")]
    moves = [line.partition(": ")[2] for line in lines if line.startswith("plays: ")]
    state = game.start()
    for position, move in zip(positions, [*moves, None], strict=True):
        assert game.parse_state(position) == state
        if move is not None:
            state = game.play(state, game.parse_move(state, move))
