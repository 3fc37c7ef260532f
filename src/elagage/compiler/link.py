"""Linking: a game, its states laid out in words, and its rules as a type that kernels can be compiled for."""

from __future__ import annotations

import random
import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from elagage.compiler.fallback import CannotCompile
from elagage.compiler.kernel import JIT, prepare
from elagage.compiler.memory import wrap_word
from elagage.compiler.native.rules_mark import RULES
from elagage.compiler.score_scale import scale_of
from elagage.compiler.workers import check_stop, run_compilation
from elagage.game import KNOWLEDGE, Game, derive

if TYPE_CHECKING:
    from elagage.compiler.numba_backend.state_layout import Layout

__all__ = [
    "Linked",
    "compile_kernel",
    "is_known",
    "keep_linked",
    "link",
    "link_plain",
    "link_rules",
    "retry_wider",
    "rules_as_written",
    "sample_games",
    "state_as_written",
    "widen_cells",
]

Answer = TypeVar("Answer")


@dataclass(frozen=True)
class Linked:
    """A game ready for kernels: compiled (``handle`` is a Handle)
    or interpreted (``handle`` is a game with the same methods).
    """

    game: Any
    """A game, or a problem for one player."""
    handle: Any
    words: int
    """How many words of a table a state takes."""
    scale: int
    """What the engine's numbers are multiplied by."""
    compiled: bool
    flatten: Callable[[Any], list[Any]]
    mark: str
    layout: Layout | None = None
    key_words: int = 1
    """How many words of a table stand for a state where the rules say what does (``key``)."""
    samples: tuple[Any, ...] = ()
    """The states of some random games, where the layout was made of such."""


JUDGED = 24
"""Random games by whose scores their scale is chosen."""
WIDEST = 64
"""How many times wider than the samples suggest cells may become."""
KEPT: dict[int, tuple[Game[Any, Any], dict[tuple[int, bool], Linked]]] = {}
"""Games whose rules are known to stay as they are, by their identity, and what linking them gave."""
MOST_KEPT = 32


def widen_cells(widen: int, rule: str = "play") -> int:
    """How wide packed cells are to be after one overflowed; CannotCompile if they were as wide as can be."""
    if widen >= WIDEST:
        raise CannotCompile("a cell of the state does not fit into 64 bits", rule=rule)
    return 4 * widen


def retry_wider(attempt: Callable[[int], Answer], widen: int = 1) -> Answer:
    """What ``attempt(widen)`` gives; tried again with wider cells as long as one overflows."""
    while True:
        try:
            return attempt(widen)
        except OverflowError:  # a packed cell holds more than the samples showed
            widen = widen_cells(widen)


def keep_linked(game: Game[Any, Any]) -> None:
    """Promise that this game's rules don't change any more, so that it is linked once and not at every call."""
    KEPT.setdefault(id(game), (game, {}))
    if len(KEPT) > MOST_KEPT:
        del KEPT[next(iter(KEPT))]


def sample_games(game: Game[Any, Any], games: int, plies: int, seed: int = 1) -> list[tuple[Any, Any]]:
    """States of some random games, always the same ones, each with the move that was made there, None at an end."""
    chooser = random.Random(seed)
    found: list[tuple[Any, Any]] = []
    for _number in range(games):
        state = game.start()
        for _ply in range(plies):
            check_stop()
            moves = [] if game.over(state) else list(game.moves(state))
            if not moves:
                found.append((state, None))
                break
            move = chooser.choice(moves)
            found.append((state, move))
            state = game.play(state, move)
    return found


def sample_states(game: Game[Any, Any], games: int, plies: int = 80) -> list[Any]:
    """The states of a few random games."""
    return [state for state, _move in sample_games(game, games, plies)]


def link_rules(game: Game[Any, Any], widen: int = 1, *, whole: bool = False) -> Linked:
    """The game for kernels: compiled, or interpreted where the compilers are switched off.

    ``whole``: the kernels keep whole states and moves, and not only for as long as a search looks at them.
    """
    if not JIT:
        return link_plain(game)
    linked = link_to_native(game, widen)
    return link(game, widen) if whole and not linked.handle.keeps_whole else linked


def is_known(game: Game[Any, Any]) -> bool:
    """Was the game compiled before, or is nothing compiled at all?"""
    from elagage.compiler.native.native_link import is_kept

    return not JIT or is_kept(rules_as_written(game))


def link_to_native(game: Game[Any, Any], widen: int) -> Linked:
    """The game for kernels by the own compiler; after an overflow its ints have 128 bits."""
    from elagage.compiler.native.native_link import link_native

    if widen > 4:
        raise CannotCompile("the integer {number} does not fit into {bits} bits", number="", bits=128)
    _game, kept = KEPT.get(id(game), (game, {}))
    if (widen, False) not in kept:
        native = link_native(rules_as_written(game), wide=widen > 1)
        flatten = native.flatten if native.game is game else lambda state: native.flatten(state_as_written(game, state))
        kept[widen, False] = Linked(
            game, native, native.words, native.scale, True, flatten, native.mark, None, native.key_words
        )
    return kept[widen, False]


def rules_as_written(game: Game[Any, Any]) -> Game[Any, Any]:
    """The game, or what is behind the border of one with frozen states (``ways/frozen_game.py``); CannotCompile if a
    rule was replaced in front of that.
    """
    if not hasattr(game, "written"):
        return game
    from elagage.ways import game_as_written

    written = game_as_written(game)
    if written is None:
        raise CannotCompile("its rules were replaced")
    return written


def state_as_written(game: Game[Any, Any], state: Any) -> Any:
    """A state, or a move, as the rules behind a game's border want it."""
    if not hasattr(game, "written"):
        return state
    from elagage.ways import position_as_written

    return position_as_written(game, state)


def link(game: Game[Any, Any], widen: int = 1, *, symmetric: bool = False) -> Linked:
    """The game as a type, its rules not compiled yet; CannotCompile if its states or moves are not made of integers.

    ``symmetric``: ``least_state`` gives the one of a state's images that stands for them all, and not the state itself.
    """
    _game, kept = KEPT.get(id(game), (game, {}))
    if (widen, symmetric) not in kept:
        kept[widen, symmetric] = link_anew(game, widen, symmetric)
    return kept[widen, symmetric]


def link_anew(game: Game[Any, Any], widen: int, symmetric: bool) -> Linked:
    """The same, whether or not it was linked before."""
    from elagage.compiler.numba_backend.game_types import link_type
    from elagage.compiler.numba_backend.state_layout import LayoutError, layout_of

    states = sample_states(game, 2)
    sampled = sample_games(game, JUDGED, 80)
    samples = tuple(state for state, _move in sampled)
    try:
        layout = layout_of(states, widen)
        if any(leaf.kind == "packed" for leaf in layout.leaves):
            layout = layout_of(list(samples), widen)
    except LayoutError as error:
        raise CannotCompile(error.message, rule="state") from None
    moves = [move for state in states[:40] if not game.over(state) for move in game.moves(state)]
    if not all(isinstance(move, int | np.integer) for move in moves):
        raise CannotCompile("moves are not integers", rule="moves")
    scale = scale_of(game, sampled)
    methods = {
        "key_state": least_image if game.symmetric_keys else itself,
        "least_state": least_image if symmetric else itself,
        "move_key": itself,
    }
    asked = [rule for rule in ("starts", "tier") if getattr(type(game), rule) is not getattr(Game, rule)]
    rules = (*RULES, *asked)
    handle, mark = link_type(game, rules, layout, f"{scale} {symmetric}", methods, engine_constants(game, scale))
    return Linked(game, handle, layout.words, scale, True, layout.flattener(), mark, layout, samples=samples)


def link_plain(game: Game[Any, Any]) -> Linked:
    """The same for a game that is interpreted: a state is one word, itself."""
    from elagage.compiler.native.build_rules import find_false_rules

    samples = sample_games(game, JUDGED, 80)
    scale = scale_of(game, samples)
    trusted = derive(game, **{rule: getattr(Game, rule) for rule in find_false_rules(game, samples)})

    def save(_self: Any, state: Any, memory: Any, at: int, _data: int) -> None:
        memory[at] = state

    handle = derive(
        trusted,
        unpack_state=lambda _self, memory, at: memory[at],
        same_state=lambda _self, state: state,
        found_entry=lambda _self, state, memory, at, _data: memory[at] == state,
        save_entry=save,
        key_state=least_image if game.symmetric_keys else itself,
        move_key=itself,
        hash_state=lambda _self, state: wrap_word(hash(state) * 0x9E3779B97F4A7C15),
        **engine_constants(trusted, scale),
    )
    return Linked(game, handle, 1, scale, False, lambda state: [state], "plain")


def itself(self: Any, state: Any) -> Any:
    """What stands for a state in the table where symmetry is not used."""
    return state


def least_image(self: Any, state: Any) -> Any:
    """What stands for a state in the table: the one of its images with the smallest hash."""
    best = state
    least = self.hash_state(state)
    for image in self.symmetries(state):
        other = self.same_state(image)
        key = self.hash_state(other)
        if key < least:
            least = key
            best = other
    return best


def engine_constants(game: Game[Any, Any], scale: int) -> dict[str, Any]:
    """What the kernels know of a game before they run."""
    cls = type(game)
    return {
        "engine_scale": scale,
        "has_order": cls.order is not Game.order,
        "has_over": cls.over is not Game.over,
        "hinted": cls.solver_order is not Game.solver_order,
        "has_solver_order": cls.order is not Game.order or cls.solver_order is not Game.solver_order,
        "has_noisy": cls.noisy is not Game.noisy,
        "has_heuristic": cls.heuristic is not Game.heuristic,
        **{f"has_{rule}": getattr(cls, rule) is not getattr(Game, rule) for rule in KNOWLEDGE},
    }


# Compiling on time: native code is found on disk or made, and a person who waits is told why.

PATIENCE = 0.7
"""Seconds of compilation after which a person is told why they wait."""
FAILED: dict[str, CannotCompile] = {}
"""The games that were found not to compile, by fingerprint."""


def compile_kernel(linked: Linked, kernel: Any, arguments: tuple[Any, ...], on_wait: Callable[[], None] | None) -> None:
    """Compile a kernel for a game, or find it on disk; a person who waits for a compilation is told so."""
    if linked.mark in FAILED:
        raise FAILED[linked.mark]
    timer = threading.Timer(PATIENCE, on_wait) if on_wait is not None else None
    try:
        prepare(kernel, arguments, None if timer is None else timer.start)
    except CannotCompile as error:
        FAILED[linked.mark] = error
        raise
    except Exception as error:
        from elagage.compiler.numba_backend.diagnose import find_fault
        from elagage.compiler.numba_backend.numba_kernels import REFUSALS

        if not isinstance(error, REFUSALS):
            raise
        FAILED[linked.mark] = run_compilation(find_fault, linked, error)
        raise FAILED[linked.mark] from None
    finally:
        if timer is not None:
            timer.cancel()
