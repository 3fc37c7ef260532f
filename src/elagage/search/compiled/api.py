"""The engine for callers: a game, a position and limits in; a ``Result`` out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from elagage.compiler.compile_once import compile_kernel
from elagage.compiler.diagnose import sentence
from elagage.compiler.kernel import JIT
from elagage.compiler.link import CannotCompile, link, link_plain
from elagage.compiler.memory import address_of, new_words
from elagage.game import Game
from elagage.i18n import _
from elagage.result import Info, Limits, Result
from elagage.search.compiled.alphabeta import perft_root
from elagage.search.compiled.driver import Engine, TooWide
from elagage.search.compiled.features import DEFAULT
from elagage.search.compiled.workspace import ROOT

__all__ = ["analyse", "count", "problem_of", "with_engine"]


def problem_of(game: Game[Any, Any]) -> str:
    """Empty if the game compiles, else one sentence that says why it doesn't."""
    try:
        Engine(game, memory=1).compile()
    except CannotCompile as error:
        return sentence(error)
    return ""


def count(
    game: Game[Any, Any],
    state: Any,
    depth: int,
    *,
    split: bool = False,
    ended: bool = False,
    on_wait: Callable[[], None] | None = None,
) -> dict[Any, int]:
    """How many lines of exactly ``depth`` (1 or more) plies start here, by first move if ``split``, else under the key None."""
    if split:
        children = [] if game.over(state) else [(move, game.play(state, move)) for move in game.moves(state)]
        return {
            move: count(game, child, depth - 1, ended=ended, on_wait=on_wait)[None] if depth > 1 else 1
            for move, child in children
        }
    widen = 1
    while True:
        linked = link(game, widen) if JIT else link_plain(game)
        workspace = new_words(64, linked.compiled)
        for number, word in enumerate(linked.flatten(state)):
            workspace[ROOT + number] = word
        arguments = (linked.handle, depth, int(ended), address_of(workspace) if linked.compiled else workspace)
        if linked.compiled:
            compile_kernel(linked, perft_root, arguments, on_wait)
        try:
            return {None: int(perft_root(*arguments))}
        except OverflowError:
            widen *= 4
            if widen > 64:
                raise CannotCompile(_("a cell of the state does not fit into 64 bits"), "play") from None


def analyse(
    game: Game[Any, Any],
    state: Any = None,
    *,
    depth: int | None = None,
    time: float | None = None,
    nodes: int | None = None,
    every_move: bool = False,
    on_info: Callable[[Info[Any]], None] | None = None,
    stop: Callable[[], bool] | None = None,
    threads: int = 1,
    memory: float = 64,
    features: int = DEFAULT,
    seed: int | None = None,
    on_wait: Callable[[], None] | None = None,
) -> Result[Any]:
    """The best move within the limits, by the compiled engine; CannotCompile if the game can only be interpreted."""
    limits = Limits(depth, time, nodes)
    root = game.start() if state is None else state

    def attempt(engine: Engine) -> Result[Any]:
        return engine.deepen(root, limits, every_move=every_move, on_info=on_info, stop=stop, seed=seed)

    return with_engine(game, attempt, on_wait, threads=threads, memory=memory, features=features)


def with_engine(
    game: Game[Any, Any],
    attempt: Callable[[Engine], Result[Any]],
    on_wait: Callable[[], None] | None,
    *,
    engine: Engine | None = None,
    **options: Any,
) -> Result[Any]:
    """Do something with an engine (this one, or a new one), with others of wider cells or more moves if it needs them."""
    used = Engine(game, **options) if engine is None else engine
    widen, width = used.widen, used.width
    while True:
        used.compile(on_wait)
        try:
            return attempt(used)
        except OverflowError:
            if widen >= 64:
                raise CannotCompile(_("a cell of the state does not fit into 64 bits"), "play") from None
            widen *= 4
        except TooWide:
            if width >= 4095:
                raise CannotCompile(_("a position has more than 4095 moves"), "moves") from None
            width = min(4095, width * 4)
        used = Engine(game, widen=widen, **options)
        if width != used.width:
            used.set_up(width)
