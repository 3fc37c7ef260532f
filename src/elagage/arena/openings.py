"""Openings: where the games of a match begin, so that players who never vary meet in games that differ.

Generated: all positions after some plies that are not over, one of each class of symmetric ones, those that a shallow
search calls balanced first, and at random (of the seed) within a class of balance. Or a file: one position or one list
of moves a line; # begins a comment.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from elagage.errors import ElagageError, FileError, LimitsError
from elagage.game import WIN, Game, canonical, read_state
from elagage.i18n import Message
from elagage.search import alphabeta

__all__ = ["Opening", "generate_openings", "openings_for", "read_openings"]

MOST = 2000
"""Positions that are kept at each ply; of more, some are drawn."""
DEEPEST = 6
"""How many plies are tried to have enough openings, but not more than two fifths of a random game."""
LOOK = 2
"""How deep the search looks that says whether an opening is balanced."""
CLASSES = 8


@dataclass(frozen=True)
class Opening:
    """A position by name, and the moves that lead to it if they are known."""

    position: str
    moves: tuple[str, ...] | None = None


def generate_openings(game: Game[Any, Any], plies: int, seed: int = 0, most: int = MOST) -> list[Opening]:
    """All distinct positions after so many plies, up to symmetry, balanced ones first.

    >>> from elagage.loading import load
    >>> [len(generate_openings(load("tictactoe"), plies)) for plies in range(4)]
    [1, 3, 12, 38]
    """
    if not 0 <= plies <= 60:
        raise LimitsError("Openings of {plies} plies are not available: give 0 to 60.", plies=plies)
    chooser = random.Random(f"openings {seed}")
    layer: list[tuple[Any, tuple[str, ...]]] = [(game.start(), ())]
    for _ply in range(plies):
        layer = next_layer(game, layer)
        if len(layer) > most:
            layer = chooser.sample(layer, most)
    layer = [entry for entry in layer if not game.over(entry[0])]
    if not layer:
        raise LimitsError(
            "No game of {game} is still going on after {plies} plies: give shorter openings.",
            game=game.spec,
            plies=plies,
        )
    chooser.shuffle(layer)
    if len(layer) > 1:
        worths = [one_sidedness(game, state) for state, _names in layer]
        ranks = rank_classes(worths)
        layer = [entry for _rank, _place, entry in sorted(zip(ranks, range(len(layer)), layer, strict=True))]
    return [Opening(game.state_name(state), names) for state, names in layer]


def next_layer(game: Game[Any, Any], layer: list[tuple[Any, tuple[str, ...]]]) -> list[tuple[Any, tuple[str, ...]]]:
    """The positions one ply on, one of each class of symmetric ones."""
    found: dict[Any, tuple[Any, tuple[str, ...]]] = {}
    for state, names in layer:
        if game.over(state):
            continue
        for move in game.moves(state):
            child = game.play(state, move)
            found.setdefault(canonical(game, child), (child, (*names, game.move_name(state, move))))
    return list(found.values())


def one_sidedness(game: Game[Any, Any], state: Any) -> Any:
    """How far a shallow search finds a position from even; as if won where best play ends the game at once."""
    found = alphabeta(game, state, LOOK)
    end = state
    for move in found.line:
        end = game.play(end, move)
    return WIN if game.over(end) else abs(found.value)


def rank_classes(worths: list[Any]) -> list[int]:
    """Classes of about the same balance: from the least one-sided to those that are decided."""
    open_ones = sorted(worth for worth in worths if worth < WIN)
    bounds = [open_ones[len(open_ones) * number // CLASSES] for number in range(1, CLASSES)] if open_ones else []
    return [CLASSES if worth >= WIN else sum(worth > bound for bound in bounds) for worth in worths]


def read_openings(game: Game[Any, Any], path: Path) -> list[Opening]:
    """The openings of a file; FileError says which line is wrong."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except FileNotFoundError:
        raise FileError("There is no file {path}.", path=path) from None
    except (OSError, ValueError) as error:
        problem = getattr(error, "strerror", None) or Message("it is not text in UTF-8")
        raise FileError("{path} can't be read: {problem}.", path=path, problem=problem) from None
    openings = []
    for number, line in enumerate(lines, 1):
        text = line.partition("#")[0].strip()
        if not text:
            continue
        try:
            openings.append(read_opening(game, text))
        except ElagageError as error:
            raise FileError(
                "Line {number} of {path} is no opening: {problem}", number=number, path=path, problem=error
            ) from None
    if not openings:
        raise FileError("{path} holds no openings: write one position or list of moves a line.", path=path)
    return openings


def read_opening(game: Game[Any, Any], text: str) -> Opening:
    """An opening from a list of moves or a position."""
    names = text.replace(",", " ").split()
    moves: tuple[str, ...] | None = None
    try:
        state = game.play_line(game.start(), names)
        moves = tuple(names)
    except ElagageError:
        state = read_state(game, text)
    if game.over(state):
        raise LimitsError("the game is over there.")
    return Opening(game.state_name(state), moves)


def openings_for(game: Game[Any, Any], wish: str | None, pairs: int, seed: int) -> list[Opening]:
    """What ``--openings`` asks for: a number of plies, a file, or (None) as many plies as give each pair an opening."""
    if wish is not None and not (wish.isascii() and wish.isdigit()):
        return read_openings(game, Path(wish))
    if wish is not None:
        return generate_openings(game, int(wish.lstrip("0")[:9] or 0), seed)[:pairs]
    best: list[Opening] = []
    for plies in range(1, max(1, min(DEEPEST, typical_length(game) * 2 // 5)) + 1):
        try:
            found = generate_openings(game, plies, seed, max(MOST // 4, pairs))
        except LimitsError:
            break
        best = found if len(found) > len(best) else best
        if len(best) >= pairs:
            break
    return best[:pairs] or generate_openings(game, 0, seed)


def typical_length(game: Game[Any, Any]) -> int:
    """The middle one of the lengths of some random games."""
    chooser, lengths = random.Random(0), []
    for _game in range(9):
        state, plies = game.start(), 0
        while plies < 100 and not game.over(state):
            state = game.play(state, chooser.choice(list(game.moves(state))))
            plies += 1
        lengths.append(plies)
    return sorted(lengths)[4]
