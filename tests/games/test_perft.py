"""Lines counted, against the numbers of ``tests/perft``: a file a game, by plain rules and by compiled ones."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import pytest
from game_list import COMPILED

from elagage import load, search
from elagage.analysis import count
from elagage.games import CATALOGUE

FOLDER = Path(__file__).parents[1] / "perft"
MOST_PLAIN = 30_000


class Row(NamedTuple):
    """A position of a file, with its counts by plies; what is not known is left out."""

    position: str
    ended: bool
    counts: dict[int, int]
    source: str


def read(name):
    """A file: its board and its rows."""
    lines = (FOLDER / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    cells = [line.split("\t") for line in lines if line and not line.startswith("#")]
    assert cells[0][0] == "game"
    rows = [
        Row(
            "" if position == "start" else position,
            {"lines": False, "ends": True}[kind],
            {plies: int(number) for plies, number in enumerate(counts.split(), 1) if number != "-"},
            source,
        )
        for position, kind, counts, source in cells[1:]
    ]
    return cells[0][1], rows


def compare(game, row, plies, counter):
    """The count of a row; where it is wrong, the count of each first move is printed."""
    state = game.parse_state(row.position)
    found = counter(game, state, plies, row.ended)
    if found != row.counts[plies]:
        split = {
            game.move_name(state, move): counter(game, game.play(state, move), plies - 1, row.ended) if plies > 1 else 1
            for move in game.moves(state)
        }
        told = "\n".join(f"{name}: {number}" for name, number in split.items())
        pytest.fail(
            f"{game.spec} {row.position or 'start'}, {plies} plies: {found} and not {row.counts[plies]}\n{told}"
        )


def by_definition(game, state, plies, ended):
    """The plain count of the files."""
    if plies == 0:
        return 1
    moves = list(game.moves(state))
    if not moves:
        return int(ended)
    return sum(by_definition(game, game.play(state, move), plies - 1, ended) for move in moves)


def test_every_game_of_the_catalogue_has_its_file():
    assert sorted(path.stem for path in FOLDER.iterdir()) == sorted(CATALOGUE)
    assert [read(name)[0] for name in CATALOGUE] == list(COMPILED)


@pytest.mark.parametrize("name", CATALOGUE)
def test_plain_counts(name):
    spec, rows = read(name)
    game = load(spec)
    assert len(rows) >= 2
    for row in rows:
        for plies in [plies for plies, number in row.counts.items() if number <= MOST_PLAIN]:
            compare(game, row, plies, by_definition)
            compare(game, row, plies, lambda *four: search.perft(*four[:3], ended=four[3]))


@pytest.mark.parametrize("name", CATALOGUE)
def test_compiled_counts(name):
    spec, rows = read(name)
    game = load(spec)
    for row in rows:
        for plies in row.counts:
            compare(game, row, plies, lambda *four: count(*four[:3], ended=four[3])[None])
        state = game.parse_state(row.position)
        assert count(game, state, 2, split=True, ended=row.ended) == search.divide(game, state, 2, ended=row.ended)


def test_a_wrong_count_is_told_move_by_move():
    game = load("connect4")
    with pytest.raises(pytest.fail.Exception, match=r"2 plies: 49 and not 50\n1: 7\n2: 7\n"):
        compare(game, Row("", False, {2: 50}, "nobody"), 2, by_definition)
