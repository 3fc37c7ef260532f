"""Native code made anew: random games are played, types settled, a kernel written with the rules and checked."""

from __future__ import annotations

import time
from types import FunctionType
from typing import Any

from elagage.compiler.fallback import CannotCompile
from elagage.compiler.link import sample_games
from elagage.compiler.native.compare_rules import check_rules
from elagage.compiler.native.compile_rules import RulesWriter
from elagage.compiler.native.kernel_rules import KernelRules
from elagage.compiler.native.module import Restart
from elagage.compiler.native.native_game import NativeCode, TooNarrow, native_code
from elagage.compiler.native.python_types import Settings
from elagage.compiler.score_scale import scale_of
from elagage.game import Game

__all__ = ["RulesBuild"]

SAMPLE_SECONDS = 0.25
GAMES, ENDS = 12, 120
"""Random games by which types are found; and where scores are amounts, by which their scale is."""


class RulesBuild:
    """A game whose rules are being compiled: the states of random games, and the types that follow from them."""

    def __init__(self, game: Game[Any, Any], bits: int, *, words: bool) -> None:
        self.game, self.bits, self.words = game, bits, words
        self.samples = bounded_samples(game)
        self.scale = scale_of(game, self.samples + (bounded_samples(game, ENDS) if game.payoffs else []))
        self.writer = self.settle()
        self.rules = KernelRules(game, self.scale, symmetric=self.writer.symmetric)
        self.is_checked = False

    def settle(self) -> RulesWriter:
        """Find the types of states and moves; CannotCompile says why they have none."""
        states = [state for state, _move in self.samples]
        Settings.changed_lists = False
        symmetric = True
        while True:
            try:
                return RulesWriter(self.game, states, self.bits, words=self.words, symmetric=symmetric)
            except CannotCompile as error:
                if error.rule != "symmetries" or not symmetric:
                    raise
                symmetric = False  # they only make the table smaller
            except Restart:  # something was learnt of a class
                continue
            except TooNarrow:
                if self.bits == 128:
                    raise CannotCompile(
                        "the integer {number} does not fit into {bits} bits", number="", bits=128
                    ) from None
                self.bits, self.words = 128, False

    def make_code(self, function: FunctionType) -> tuple[NativeCode, bytes]:
        """The native code of a kernel, its rules compared with those as they were written."""
        compiled = self.writer.write_kernel(self.rules, function)
        code = native_code(compiled.text)
        native = NativeCode(compiled, code)
        if not self.is_checked:
            check_rules(self.game, native, self.samples)
            self.is_checked = True
        return native, code


def bounded_samples(game: Game[Any, Any], games: int = GAMES) -> list[tuple[Any, Any]]:
    """States of random games, as many as a fraction of a second gives, but those of two games at least."""
    began = time.process_time()
    try:
        samples = sample_games(game, 2, 200, seed=1)
        for seed in range(2, games):
            if time.process_time() - began > SAMPLE_SECONDS:
                break
            samples += sample_games(game, 1, 200, seed=seed)
    except Exception as error:
        raise CannotCompile("a rule raises {problem}", problem=f"{type(error).__name__}: {error}"[:120]) from None
    return samples
