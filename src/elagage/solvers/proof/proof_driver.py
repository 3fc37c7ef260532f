"""Proof-number search, run: can this player force a win? Slice by slice, so that a person is heard."""

from __future__ import annotations

import time as clock_time
from collections.abc import Callable
from typing import Any

from elagage.compiler.link import Linked, compile_kernel, link_rules, retry_wider
from elagage.compiler.memory import new_words
from elagage.errors import LimitsError, SearchError
from elagage.game import Game
from elagage.search.compiled.workspace import ROOT
from elagage.solvers.proof.proof_kernel import (
    DEEPEST,
    DONE,
    ENTRIES,
    FOUND,
    MOVE,
    NO_ROOM,
    NODES,
    PLY,
    TOO_DEEP,
    TOP,
    WINNER,
    WON,
    WORKSPACE,
    prove_root,
)  # fmt: skip
from elagage.solvers.proof.proof_search import Proof

__all__ = ["prove_compiled"]

SLICE_TIME = 0.02


def prove_compiled(
    game: Game[Any, Any],
    state: Any,
    winner: int,
    *,
    nodes: int | None = None,
    memory: float = 256,
    on_wait: Callable[[], None] | None = None,
    stop: Callable[[], bool] | None = None,
) -> Proof:
    """Can ``winner`` force a win from here?

    At most ``nodes`` positions are looked at, with a table of ``memory`` megabytes.

    CannotCompile if the game can only be interpreted.
    """
    if not 1 <= memory <= 1 << 20:
        raise LimitsError("A table of {memory} MB is not available: give 1 or more.", memory=memory)

    def attempt(widen: int) -> Proof:
        return Search(link_rules(game, widen, whole=True), state, winner, memory, on_wait).run(nodes, stop)

    return retry_wider(attempt)


class Search:
    """The memory of one search."""

    def __init__(
        self, linked: Linked, state: Any, winner: int, memory: float, on_wait: Callable[[], None] | None
    ) -> None:
        self.linked, self.state = linked, state
        size = ENTRIES * (linked.words + 2)
        self.buckets = max(1, int(memory * 1_000_000) // (8 * size))
        if not linked.compiled:
            self.buckets = min(self.buckets, 1 << 14)
        self.table = new_words(self.buckets * size, linked.compiled)
        self.stack = new_words(1 << 12, linked.compiled)
        self.workspace = new_words(WORKSPACE, linked.compiled)
        for number, word in enumerate(linked.flatten(state)):
            self.workspace[ROOT + number] = word
        self.workspace[WINNER], self.workspace[TOP], self.workspace[PLY] = winner, -1, -1
        if linked.compiled:
            compile_kernel(linked, prove_root, self.arguments(0), on_wait)

    def arguments(self, until: int) -> tuple[Any, ...]:
        """What ``prove_root`` is called with."""
        memories = self.workspace, self.stack, len(self.stack), self.table, self.buckets
        return (self.linked.handle, until, DEEPEST, *memories, self.linked.words)

    def run(self, limit: int | None, stop: Callable[[], bool] | None) -> Proof:
        """Slice by slice to the answer, or to a limit."""
        game = self.linked.game
        if game.over(self.state):
            score = game.score(self.state)
            return Proof(bool(score > 0 if self.workspace[WINNER] == 0 else score < 0), 1)
        share = 1000
        while True:
            if stop is not None and stop():
                return Proof(None, int(self.workspace[NODES]))
            done = int(self.workspace[NODES])
            until = done + share if limit is None else min(done + share, limit)
            if until <= done:
                return Proof(None, done)
            began = clock_time.perf_counter()
            ended = int(prove_root(*self.arguments(until)))
            took = clock_time.perf_counter() - began
            if ended == DONE:
                move = int(self.workspace[MOVE]) if self.workspace[FOUND] else None
                return Proof(bool(self.workspace[WON]), int(self.workspace[NODES]), move)
            if ended == NO_ROOM:
                grown = new_words(4 * len(self.stack), self.linked.compiled)
                grown[: len(self.stack)] = self.stack
                self.stack = grown
            elif ended == TOO_DEEP:
                raise SearchError(
                    "The game may last longer than {plies} plies, which is too long for proof numbers.", plies=DEEPEST
                )
            elif took < SLICE_TIME / 2:
                share *= 2
            elif took > SLICE_TIME * 2 and share > 1000:
                share //= 2
