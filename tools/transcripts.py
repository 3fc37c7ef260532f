"""The golden games of ``tests/transcripts``, one of each game of the catalogue, move by move.

``make transcripts`` writes them anew, and a test compares. A change of one is a change of rules, of an estimate or of
what people read: look at it before it is kept. ``tests/transcript_digests.txt`` holds no more than the digest of some
more games on each of several boards; ``python tools/transcripts.py othello:6 3`` prints the third of those.
"""

from __future__ import annotations

import hashlib
import sys
from pathlib import Path
from typing import Any

from elagage.game import Game, heuristic_names
from elagage.games import CATALOGUE
from elagage.i18n import set_language
from elagage.loading import load

__all__ = ["DIGESTS", "FOLDER", "digest", "main", "path_of", "read_digests", "spec_of", "transcript"]

FOLDER = Path(__file__).resolve().parents[1] / "tests" / "transcripts"
DIGESTS = FOLDER.with_name("transcript_digests.txt")
DIGESTED = 4
"""Games behind a digest."""
MOST_PLIES, MOST_CYCLING = 70, 16
"""A game is left after so many plies; sooner where play can cycle."""
SEED = 20250


def transcript(spec: str, seed: int = SEED) -> str:
    """A game drawn by the seed, with all that its rules say on the way."""
    set_language("en")
    game: Game[Any, Any] = load(spec)
    lines = [f"game: {spec}", f"seed: {seed}", f"players: {', '.join(game.players)}"]
    state, number = game.start(), seed
    most = MOST_CYCLING if game.cycles else MOST_PLIES
    for ply in range(most + 1):
        lines += ["", f"ply {ply}", *game.text(state).splitlines(), f"position: {game.state_name(state)}"]
        if game.over(state):
            lines += ["over", f"score: {game.score(state)}", f"final: {game.final(state)}"]
            break
        moves = list(game.moves(state))
        lines += [f"player: {game.players[game.player(state)]}", f"heuristic: {game.heuristic(state)}"]
        lines += [f"heuristic {name}: {getattr(game, f'heuristic_{name}')(state)}" for name in heuristic_names(game)]
        lines += [f"images: {len(set(game.symmetries(state)))}", f"moves: {' '.join(names(game, state, moves))}"]
        noisy = [move for move in moves if game.noisy(state, move)]
        lines += [f"noisy: {' '.join(names(game, state, noisy))}"] if noisy else []
        hints = [str(game.order(state, move)) for move in moves]
        lines += [f"order: {' '.join(hints)}"] if len(set(hints)) > 1 else []
        if ply == most:
            break
        number = number * 48271 % 2147483647  # a generator of our own, the same with every Python
        move = moves[number % len(moves)]
        lines.append(f"plays: {game.move_name(state, move)}")
        state = game.play(state, move)
    return "\n".join(line.rstrip() for line in lines) + "\n"


def names(game: Game[Any, Any], state: Any, moves: list[Any]) -> list[str]:
    """Moves as people write them."""
    return [game.move_name(state, move) for move in moves]


def path_of(name: str) -> Path:
    """The file of a game."""
    return FOLDER / f"{name}.txt"


def spec_of(name: str) -> str:
    """The board on which a game is played: its file says so, in its first line; a new game has its usual one."""
    path = path_of(name)
    return path.read_text(encoding="utf-8").splitlines()[0].partition(": ")[2] if path.exists() else name


def digest(spec: str) -> str:
    """What some games on a board come to, with what else its class says."""
    game: Game[Any, Any] = load(spec)
    words = [repr((game.margins, game.payoffs, game.cycles, game.symmetric_keys, game.board_kind, game.levels))]
    words += [transcript(spec, seed) for seed in range(1, DIGESTED + 1)]
    return hashlib.sha256("\n".join(words).encode()).hexdigest()[:16]


def read_digests() -> dict[str, str]:
    """The boards of the file, with their digests; a new board is a line without one."""
    lines = DIGESTS.read_text(encoding="utf-8").splitlines()
    cells = [line.partition("\t") for line in lines if line and not line.startswith("#")]
    return {spec: known for spec, _tab, known in cells}


def main() -> None:
    """Write all of them, or print one."""
    if len(sys.argv) == 3:
        sys.stdout.write(transcript(sys.argv[1], int(sys.argv[2])))
        return
    FOLDER.mkdir(exist_ok=True)
    note = (
        "# The digest of some more games on each board; `python tools/transcripts.py BOARD 1` prints the first of them."
    )
    rows = [f"{spec}\t{digest(spec)}" for spec in read_digests()]
    DIGESTS.write_text("\n".join([note, *rows]) + "\n", encoding="utf-8")
    for name in CATALOGUE:
        path_of(name).write_text(transcript(spec_of(name)), encoding="utf-8")


if __name__ == "__main__":
    main()
