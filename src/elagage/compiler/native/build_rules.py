"""Native code made anew: random games are played, types settled, a kernel written with the rules and checked."""

from __future__ import annotations

import time
from types import FunctionType
from typing import Any

from elagage.check.knowledge import check_knowledge, known_rules
from elagage.compiler.fallback import CannotCompile
from elagage.compiler.link import sample_games
from elagage.compiler.native.compare_rules import check_rules
from elagage.compiler.native.compile_rules import HELPS, RulesWriter
from elagage.compiler.native.kernel_rules import KernelRules
from elagage.compiler.native.module import Restart
from elagage.compiler.native.native_game import NativeCode, TooNarrow, native_code
from elagage.compiler.native.python_types import Settings
from elagage.compiler.score_scale import scale_of
from elagage.errors import RulesError
from elagage.game import KNOWLEDGE, Game

__all__ = ["RulesBuild", "find_false_rules"]

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
        self.rules = KernelRules(game, self.scale, tuple(HELPS[adapter] for adapter in self.writer.helps))
        self.checked: set[str] = set()

    def settle(self) -> RulesWriter:
        """Find the types of states and moves; CannotCompile says why they have none."""
        states = [state for state, _move in self.samples]
        Settings.changed_lists = False
        without = find_false_rules(self.game, self.samples)
        while True:
            try:
                return RulesWriter(self.game, states, self.bits, words=self.words, without=without)
            except CannotCompile as error:
                if error.rule not in HELPS.values() or error.rule in without:
                    raise
                without += (error.rule,)
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
        if not self.checked.issuperset(compiled.rules):
            check_rules(self.game, native, self.samples)
            self.checked.update(compiled.rules)
        return native, code


def find_false_rules(game: Game[Any, Any], samples: list[tuple[Any, Any]]) -> tuple[str, ...]:
    """The rules of what an author knows that were found to be false, or to mean something else: they are not used."""
    lines: list[list[Any]] = [[]]
    for state, move in samples:
        lines[-1].append(state)
        if move is None:
            lines.append([])
    trusted = list(known_rules(game))
    while trusted:
        try:
            check_knowledge(game, lines[: min(8, len(lines) - 1)], trusted, budget=200)
            break
        except RulesError as error:
            if error.rule not in trusted:
                return KNOWLEDGE
            trusted.remove(error.rule)
        except Exception:  # rules that were not written for this may do anything
            return KNOWLEDGE
    return tuple(rule for rule in KNOWLEDGE if rule not in trusted)


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
