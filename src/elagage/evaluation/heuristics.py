"""Heuristics by their names: methods ``heuristic_x`` of a game, ``learned`` for shipped weights, a file of weights."""

from __future__ import annotations

import functools
from pathlib import Path
from typing import Any

from elagage.errors import LoadError
from elagage.evaluation.weights import Evaluation, read_evaluation, with_evaluation
from elagage.game import Game, Move, State, derive, heuristic_names
from elagage.i18n import Message
from elagage.lazy import once_a_game

__all__ = [
    "LEARNED", "NONE", "SHIPPED", "SUFFIX", "find_evaluation", "find_shipped", "heuristic_choices", "judge_best",
    "with_heuristic",
]  # fmt: skip

LEARNED, NONE = "learned", "none"
SUFFIX = ".weights"
SHIPPED = Path(__file__).parent / "shipped"


def heuristic_choices(game: Game[Any, Any]) -> tuple[str, ...]:
    """The names that ``with_heuristic`` takes for a game, but for files."""
    return (*heuristic_names(game), *((LEARNED,) if find_shipped(game) is not None else ()))


def with_heuristic(game: Game[State, Move], name: str) -> Game[State, Move]:
    """The same game, judged by its heuristic of that name, by shipped weights (``learned``), by those in a file, or
    by nothing (``none``).
    """
    judged = choose_heuristic(game, name)
    type(judged).judged_by = name
    return judged


@once_a_game(16)
def judge_best(game: Game[State, Move]) -> Game[State, Move]:
    """The game, judged by the weights that are shipped for it, if there are any and no heuristic was chosen."""
    return game if game.judged_by or find_shipped(game) is None else with_heuristic(game, LEARNED)


def choose_heuristic(game: Game[State, Move], name: str) -> Game[State, Move]:
    """The same game, judged so."""
    names = heuristic_choices(game)
    if name == NONE:
        if hasattr(game, "written") and not hasattr(game.written, "write_rules"):
            return derive(game, written=choose_heuristic(game.written, name))
        return derive(game, heuristic=Game.heuristic, explain=Game.explain)
    evaluation = find_evaluation(game, name)
    if evaluation is not None:
        return with_evaluation(game, evaluation)
    if name in names:
        cls = type(game)
        explain = getattr(cls, "explain_" + name, Game.explain)
        return derive(game, heuristic=getattr(cls, "heuristic_" + name), explain=explain)
    known = ", ".join(names) or Message("none")
    raise LoadError(
        "There is no heuristic '{name}'; this game has: {known}. A file of learned weights ends with {suffix}.",
        name=name,
        known=known,
        suffix=SUFFIX,
    )


def find_evaluation(game: Game[Any, Any], name: str) -> Evaluation | None:
    """What was learned, by the name of a heuristic: shipped weights, or those in a file; None if it is neither."""
    if name == LEARNED:
        path = find_shipped(game)
        return None if path is None else read_once(path)
    if not name.endswith(SUFFIX):
        return None
    evaluation = read_evaluation(Path(name))
    if evaluation.spec != game.spec:
        raise LoadError(
            "The weights in {path} were learned for {other}, and this is {game}.",
            path=name,
            other=evaluation.spec,
            game=game.spec,
        )
    return evaluation


def find_shipped(game: Game[Any, Any]) -> Path | None:
    """The file of the weights that are shipped for a game."""
    path = SHIPPED / f"{game.spec.replace(':', '-').replace(',', '-')}{SUFFIX}"
    own = type(game).__module__.startswith("elagage.games.")
    return path if own and game.spec and path.is_file() else None


@functools.lru_cache(maxsize=16)
def read_once(path: Path) -> Evaluation:
    """Shipped weights, which stay as they are."""
    return read_evaluation(path)
