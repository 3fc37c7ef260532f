"""The three-line call: a game, a position, a limit, and the best move comes out.

The compiled engine does the work where it can: if Numba is there and the game's states are made of integers. Otherwise, and if asked to, the
plain search does it more slowly: exact answers are the same, and so are estimates unless the game has ``noisy`` moves, by which the engine
prolongs its leaves.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from elagage.game import Game
from elagage.loading import load
from elagage.result import Info, Limits, Result
from elagage.search.deepening import deepening
from elagage.search.perft import divide as plain_divide
from elagage.search.perft import perft as plain_perft

__all__ = ["analyse", "can_compile", "count", "line_names", "result_json"]

TIME = 3.0
"""Seconds, if no limit is given."""


def analyse(
    game: str | Game[Any, Any],
    state: Any = None,
    *,
    depth: int | None = None,
    time: float | None = None,
    nodes: int | None = None,
    every_move: bool = False,
    on_info: Callable[[Info[Any]], None] | None = None,
    on_wait: Callable[[], None] | None = None,
    stop: Callable[[], bool] | None = None,
    plain: bool = False,
    threads: int = 1,
    memory: float = 64,
    seed: int | None = None,
) -> Result[Any]:
    """The best move of a position (the first one if None), within the limits; 3 seconds if there are none.

    ``state`` may also be a text in the game's notation. ``every_move`` scores each legal move too. ``on_info`` hears of each finished
    round, ``on_wait`` that rules are being compiled for the first time, ``stop`` is asked now and then whether to end. ``plain`` runs
    interpreted; ``threads``, ``memory`` (of the table, in megabytes) and ``seed`` (a choice among equal best moves) are the engine's.

    >>> analyse("tictactoe", "X.X/OO./...", depth=3, plain=True).score
    Score(outcome=1, value=1, plies=1)
    """
    played = load(game)
    position = played.parse_state(state) if isinstance(state, str) else state
    if depth is None and time is None and nodes is None:
        time = TIME
    Limits(depth, time, nodes)
    if not plain and played.compiles:
        engine = find_engine()
        if engine is not None:
            try:
                answer: Result[Any] = engine.analyse(
                    played, position, depth=depth, time=time, nodes=nodes, every_move=every_move, on_info=on_info, on_wait=on_wait,
                    stop=stop, threads=threads, memory=memory, seed=seed,
                )  # fmt: skip
                return answer
            except engine.CannotCompile:
                pass
    return deepening(played, position, depth, time=time, nodes=nodes, every_move=every_move, on_info=on_info, stop=stop)


def find_engine() -> Any:
    """The engine's module; None where Numba is not to be had."""
    try:
        from elagage import engine
    except ImportError:
        return None
    return engine


def can_compile(game: Game[Any, Any]) -> str:
    """Empty if the game compiles, else one sentence: which rule, which line, what to change."""
    from elagage.i18n import _

    engine = find_engine()
    if engine is None:
        return _("Not compiled: Numba is not installed.")
    return str(engine.problem_of(game))


def count(
    game: Game[Any, Any],
    state: Any,
    depth: int,
    *,
    split: bool = False,
    ended: bool = False,
    plain: bool = False,
    on_wait: Callable[[], None] | None = None,
) -> dict[Any, int]:
    """How many lines of exactly ``depth`` plies start here, by first move if ``split``, else under the key None.

    ``ended``: a game that ends sooner counts once.
    """
    engine = None if plain or not game.compiles or depth == 0 else find_engine()
    if engine is not None:
        try:
            answer: dict[Any, int] = engine.count(game, state, depth, split=split, ended=ended, on_wait=on_wait)
            return answer
        except engine.CannotCompile:
            pass
    if split:
        return plain_divide(game, state, depth, ended=ended)
    return {None: plain_perft(game, state, depth, ended=ended)}


def line_names(game: Game[Any, Any], state: Any, line: Sequence[Any]) -> list[str]:
    """The names of the moves of a line."""
    names = []
    for move in line:
        names.append(game.move_name(state, move))
        state = game.play(state, move)
    return names


def result_json(game: Game[Any, Any], state: Any, result: Result[Any]) -> dict[str, Any]:
    """What was found of a position, for programs."""
    moves = [
        {"move": game.move_name(state, entry.move), **entry.score.as_json(), "exact": entry.exact}
        for entry in result.moves
    ]
    return {
        "game": game.spec,
        "position": game.state_name(state),
        "player": game.player(state),
        "move": None if result.move is None else game.move_name(state, result.move),
        **result.score.as_json(),
        "exact": result.exact,
        "depth": result.depth,
        "nodes": result.nodes,
        "seconds": round(result.seconds, 6),
        "line": line_names(game, state, result.line),
        "moves": moves,
    }
