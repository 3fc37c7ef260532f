"""A game as kernels see it: its rules with states and moves in the shapes that kernels handle.

A kernel keeps moves and states in words. A move that is an int is its own word; any other is kept in memory, and its
word is its address, which is good as long as the kernel that asked for it runs. A state is kept as its fields where
they are a few ints, and else as a hash of 128 bits.

The functions without a body are the compiler's own: ``syntax/kernel_calls.py`` writes them.
"""

from __future__ import annotations

from types import FunctionType
from typing import Any

from elagage.compiler.native.native_game import RULES_WITH_STATE
from elagage.game import Game

__all__ = [
    "KernelRules", "adapt_state", "has_state", "hash_of", "keep_move", "keep_state", "key_of_move", "recall_move",
    "recall_state",
]  # fmt: skip


def keep_move(move: Any) -> int:
    """The word of a move."""
    raise NotImplementedError


def recall_move(word: int) -> Any:
    """The move of a word."""
    raise NotImplementedError


def key_of_move(word: int) -> int:
    """A number for a move, the same for equal moves."""
    raise NotImplementedError


def adapt_state(state: Any) -> Any:
    """A state as one of the type that all states have."""
    raise NotImplementedError


def recall_state(memory: Any, at: int) -> Any:
    """The state whose words, or whose address, is at a place."""
    raise NotImplementedError


def hash_of(state: Any) -> int:
    """A hash of a state, of 64 bits."""
    raise NotImplementedError


def keep_state(state: Any, memory: Any, at: int, data: int) -> None:
    """Write the words of a state, each exclusive-ored with the data."""
    raise NotImplementedError


def has_state(state: Any, memory: Any, at: int, data: int) -> bool:
    """Are the words at a place those of the state?"""
    raise NotImplementedError


class KernelRules:
    """The rules of a game for kernels."""

    def __init__(self, game: Game[Any, Any], scale: int, helps: tuple[str, ...]) -> None:
        cls = type(game)
        self.rules = game
        self.engine_scale = scale
        self.has_over, self.has_order = cls.over is not Game.over, cls.order is not Game.order
        self.hinted = cls.solver_order is not Game.solver_order
        self.has_solver_order = self.has_order or self.hinted
        self.has_noisy, self.has_heuristic = cls.noisy is not Game.noisy, cls.heuristic is not Game.heuristic
        self.cycles, self.margins, self.payoffs = bool(game.cycles), bool(game.margins), bool(game.payoffs)
        self.symmetric_keys = "symmetries" in helps
        self.has_bounds, self.has_soonest = "bounds" in helps, "soonest" in helps
        self.has_latest = "latest" in helps
        self.has_candidates, self.has_key = "candidates" in helps, "key" in helps

    # The rules as they were written.

    def player(self, state: Any) -> int:
        """Who moves: 0 or 1."""
        return 0 if self.rules.player(state) == 0 else 1

    def over(self, state: Any) -> bool:
        """Has the game ended? One that does not say so itself has when there is no move."""
        if self.has_over:
            return bool(self.rules.over(state))
        for _move in self.rules.moves(state):
            return False
        return True

    def score(self, state: Any) -> Any:
        """The score of an ended game."""
        return self.rules.score(state)

    def final(self, state: Any) -> Any:
        """The value of an ended game as minimax has it."""
        return self.rules.final(state)

    def heuristic(self, state: Any) -> Any:
        """The estimate."""
        return self.rules.heuristic(state)

    def moves(self, state: Any) -> Any:
        """The words of the moves."""
        for move in self.rules.moves(state):
            yield keep_move(move)

    def play(self, state: Any, word: int) -> Any:
        """The state after a move."""
        return adapt_state(self.rules.play(state, recall_move(word)))

    def order(self, state: Any, word: int) -> Any:
        """The hint for the order of moves."""
        return self.rules.order(state, recall_move(word))

    def solver_order(self, state: Any, word: int) -> Any:
        """The same for solvers."""
        return self.rules.solver_order(state, recall_move(word))

    def noisy(self, state: Any, word: int) -> bool:
        """Is a move noisy?"""
        return bool(self.rules.noisy(state, recall_move(word)))

    def symmetries(self, state: Any) -> Any:
        """The images of a state."""
        for image in self.rules.symmetries(state):
            yield adapt_state(image)

    def bounds(self, state: Any) -> Any:
        """Two numbers between which the final score lies."""
        return self.rules.bounds(state)

    def soonest(self, state: Any) -> Any:
        """In how many plies Max and Min could win at the soonest."""
        return self.rules.soonest(state)

    def latest(self, state: Any) -> Any:
        """In how many plies Max and Min win at the latest."""
        return self.rules.latest(state)

    def candidates(self, state: Any) -> Any:
        """The words of moves among which a best one is."""
        if self.has_candidates:
            for move in self.rules.candidates(state):
                yield keep_move(move)
        else:
            for move in self.rules.moves(state):
                yield keep_move(move)

    def features(self, state: Any) -> Any:
        """The numbers of what is present in a state."""
        for feature in self.rules.features(state):
            yield feature

    def phase(self, state: Any) -> int:
        """How far the game has gone."""
        return self.rules.phase(state)

    def key(self, state: Any) -> Any:
        """What stands for a state."""
        if self.has_key:
            return self.rules.key(state)
        return state

    # States and moves as words.

    def move_key(self, word: int) -> int:
        """A number for a move, the same for equal moves."""
        return key_of_move(word)

    def unpack_state(self, memory: Any, at: int) -> Any:
        """The state that was put at a place."""
        return recall_state(memory, at)

    def same_state(self, state: Any) -> Any:
        """The state itself: rules give states of one type."""
        return state

    def hash_state(self, state: Any) -> int:
        """A hash of a state."""
        return hash_of(state)

    def found_entry(self, state: Any, memory: Any, at: int, data: int) -> bool:
        """Does an entry belong to the state?"""
        return has_state(state, memory, at, data)

    def save_entry(self, state: Any, memory: Any, at: int, data: int) -> None:
        """Write the entry of a state."""
        keep_state(state, memory, at, data)

    def key_state(self, state: Any) -> Any:
        """What stands for a state in the table: the one of its images with the smallest hash."""
        if not self.symmetric_keys:
            return state
        best = state
        least = self.hash_state(state)
        for image in self.symmetries(state):
            key = self.hash_state(image)
            if key < least:
                least = key
                best = image
        return best


for name, member in list(vars(KernelRules).items()):
    if isinstance(member, FunctionType) and not name.startswith("__"):
        member.kernel = "releases"  # type: ignore[attr-defined]
        if name in RULES_WITH_STATE:
            member.rule = RULES_WITH_STATE.index(name) + 1  # type: ignore[attr-defined]
