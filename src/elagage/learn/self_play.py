"""Positions to learn from: games of a player against itself, as tables of features, scores and phases."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from elagage.compiler.link import compile_kernel, link_rules
from elagage.compiler.memory import new_words
from elagage.errors import LimitsError
from elagage.evaluation.weights import POINT
from elagage.game import Game
from elagage.learn.compiled.self_play import (
    ENDING_PLY,
    EXACT,
    FEATURES,
    FIRST,
    OVERFLOW,
    PHASE,
    PLAYER,
    SCORE,
    SEED,
    STOPPED,
    UNKNOWN,
    VALUE,
    WORKSPACE,
    play_games,
)
from elagage.search.compiled.workspace import ROOT

__all__ = ["Positions", "SelfPlay", "blend", "join_positions"]

BATCH = 16
"""Games that are played in one native call: so often somebody may stop it."""
ROOM = 4096


@dataclass(frozen=True)
class Positions:
    """Positions, one a row: their features (-1 where there are fewer), phase, who moves, the score for Max, and whether
    it is exact.
    """

    features: Any
    phases: Any
    players: Any
    scores: Any
    exact: Any

    def __len__(self) -> int:
        return len(self.scores)

    def take(self, rows: Any) -> Positions:
        """Some of them."""
        return Positions(*(part[rows] for part in self.parts()))

    def parts(self) -> tuple[Any, ...]:
        """Its arrays."""
        return self.features, self.phases, self.players, self.scores, self.exact


def join_positions(groups: list[Positions]) -> Positions:
    """Positions of several tables in one."""
    return Positions(*(np.concatenate(parts) for parts in zip(*(group.parts() for group in groups), strict=True)))


class SelfPlay:
    """A game with the features of its positions, playing against itself; the same seed gives the same games."""

    def __init__(self, game: Game[Any, Any], width: int, longest: int, *, seed: int, nodes: int) -> None:
        self.game, self.width, self.longest, self.nodes = game, FEATURES + width, longest, nodes
        self.linked = link_rules(game)
        compiled = self.linked.compiled
        self.workspace = new_words(WORKSPACE, compiled)
        self.records: Any = np.zeros(ROOM * self.width, dtype=np.int32) if compiled else [0] * (ROOM * self.width)
        self.workspace[SEED] = (seed * 0x9E3779B97F4A7C15 + 0x1234567) & ((1 << 62) - 1)
        self.workspace[ENDING_PLY] = longest
        self.words = self.linked.flatten(game.start())
        for number, word in enumerate(self.words):
            self.workspace[ROOT + number] = word

    def arguments(self, games: int, depth: int, random_plies: int) -> tuple[Any, ...]:
        """What the kernel is called with."""
        limits = games, depth, random_plies, self.longest, self.nodes
        return (self.linked.handle, *limits, self.workspace, self.records, ROOM, self.width)

    def compile(self, on_wait: Callable[[], None] | None = None) -> None:
        """See to it that the kernel is compiled; CannotCompile says why it can't be."""
        if self.linked.compiled:
            compile_kernel(self.linked, play_games, self.arguments(1, 1, 1), on_wait)

    def play(self, games: int, depth: int, random_plies: int, trust: float = 0.0) -> Positions:
        """Play some games, both sides looking ``depth`` plies ahead. ``trust`` is what the values of their searches
        count beside what became of a position.
        """
        self.workspace[STOPPED] = 0
        count = int(
            play_games(
                *self.arguments(games, depth, random_plies), halt=(self.workspace, STOPPED), held=self.words
            )
        )  # fmt: skip
        if self.workspace[OVERFLOW]:
            raise LimitsError("A position has more moves than learning has room for.")
        table = np.array(self.records[: count * self.width], dtype=np.int32).reshape(count, self.width)
        sized = self.game.margins or self.game.payoffs
        scores = table[:, SCORE] / self.linked.scale if sized else table[:, SCORE].astype(np.float64)
        values = table[:, VALUE] / (POINT * self.linked.scale)
        known = np.abs(table[:, VALUE]) < UNKNOWN // 2
        scores = blend(scores, values if sized else np.tanh(values / 2), known, table, trust)
        return Positions(
            table[:, FEATURES:].copy(), table[:, PHASE].copy(), table[:, PLAYER].copy(), scores, table[:, EXACT] != 0
        )


def blend(scores: Any, values: Any, known: Any, table: Any, trust: float) -> Any:
    """Scores that hold less of chance: what became of a position, from one position of a game to the one before mixed
    with what a search said there. Exact scores stay as they are, and those of positions where nothing was searched.
    """
    followed = np.append(table[1:, FIRST] == 0, False)
    mixed = known & followed & (table[:, EXACT] == 0)
    places = np.arange(len(scores))
    anchors = np.where(mixed, len(scores), places)
    anchors = np.minimum.accumulate(anchors[::-1])[::-1]  # the first position from here on that is not mixed
    found = scores.copy()
    for step in range(1, int((anchors - places).max(initial=0)) + 1):
        rows = np.flatnonzero(anchors - places == step)
        found[rows] = trust * values[rows] + (1 - trust) * found[rows + 1]
    return found
