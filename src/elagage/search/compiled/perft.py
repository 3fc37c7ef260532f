"""Counting positions, compiled: the twin of ``search/perft.py``, with the same counts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from elagage.compiler.kernel import entry, kernel
from elagage.compiler.link import compile_kernel, link_rules, retry_wider
from elagage.compiler.memory import new_words, peek
from elagage.game import Game, Move, State
from elagage.search.compiled.workspace import ROOT, STOPPED

__all__ = ["count_lines", "perft_root"]


@entry
def perft_root(game: Any, depth: int, ended: int, workspace: Any) -> int:
    """How many lines of exactly ``depth`` plies start at the workspace's root; depth is at least 1,
    a game that ends sooner counts ``ended``.
    """
    return perft(game, game.unpack_state(workspace, ROOT), depth, ended, workspace)


@kernel
def perft(game: Any, state: Any, depth: int, ended: int, workspace: Any) -> int:
    """How many lines of exactly ``depth`` plies start here; any number once the workspace says to stop."""
    count = 0
    none = True  # an ended game offers no move, so there is no need to ask whether it has ended
    if depth == 1:
        for _move in game.moves(state):
            count += 1
        return count if count > 0 else ended
    if peek(workspace, STOPPED) != 0:
        return 0
    for move in game.moves(state):
        none = False
        count += perft(game, game.same_state(game.play(state, move)), depth - 1, ended, workspace)
    return ended if none else count


def count_lines(
    game: Game[State, Move],
    state: State,
    depth: int,
    *,
    ended: bool = False,
    on_wait: Callable[[], None] | None = None,
) -> int:
    """How many lines of exactly ``depth`` (1 or more) plies start here;
    CannotCompile if the game can only be interpreted.
    """

    def attempt(widen: int) -> int:
        linked = link_rules(game, widen)
        workspace = new_words(64, linked.compiled)
        words = linked.flatten(state)
        for number, word in enumerate(words):
            workspace[ROOT + number] = word
        arguments = (linked.handle, depth, int(ended), workspace)
        if linked.compiled:
            compile_kernel(linked, perft_root, arguments, on_wait)
        return int(perft_root(*arguments, halt=(workspace, STOPPED), held=words))

    return retry_wider(attempt)
