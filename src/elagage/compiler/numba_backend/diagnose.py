"""When a game can't be compiled: which rule, which line, and what to change, in one sentence."""

from __future__ import annotations

import re
from typing import Any

from numba import njit, typeof

from elagage.compiler.fallback import CannotCompile
from elagage.compiler.link import Linked
from elagage.compiler.memory import address_of, new_words
from elagage.compiler.numba_backend.numba_kernels import REFUSALS
from elagage.game import Game
from elagage.i18n import Message

__all__ = ["find_fault"]


def call_player(game: Any, words: Any) -> Any:
    return game.player(game.unpack_state(words, 0))


def call_moves(game: Any, words: Any) -> Any:
    count = 0
    for move in game.moves(game.unpack_state(words, 0)):
        count += int(move)
    return count


def call_play(game: Any, words: Any) -> Any:
    return game.hash_state(game.same_state(game.play(game.unpack_state(words, 0), 0)))


def call_over(game: Any, words: Any) -> Any:
    return game.over(game.unpack_state(words, 0))


def call_score(game: Any, words: Any) -> Any:
    return game.score(game.unpack_state(words, 0))


def call_heuristic(game: Any, words: Any) -> Any:
    return game.heuristic(game.unpack_state(words, 0))


def call_noisy(game: Any, words: Any) -> Any:
    return game.noisy(game.unpack_state(words, 0), 0)


def call_order(game: Any, words: Any) -> Any:
    return game.order(game.unpack_state(words, 0), 0)


def call_successors(problem: Any, words: Any) -> Any:
    count = 0
    for state, _cost in problem.successors(problem.unpack_state(words, 0)):
        count += problem.hash_state(problem.same_state(state))
    return count


def call_goal(problem: Any, words: Any) -> Any:
    return problem.goal(problem.unpack_state(words, 0))


PROBLEM_CALLS = (call_successors, call_goal, call_heuristic)
CALLS = (call_player, call_over, call_moves, call_play, call_score, call_heuristic, call_noisy, call_order)


def find_fault(linked: Linked, error: Exception) -> CannotCompile:
    """Why a game did not compile: the first rule that fails by itself, or what the backend said of all together."""
    words = new_words(64, True)
    for call in CALLS if isinstance(linked.game, Game) else PROBLEM_CALLS:
        try:
            njit(call).compile((typeof(linked.handle), typeof(address_of(words))))
        except REFUSALS as narrower:
            rule = call.__name__.removeprefix("call_")
            return CannotCompile(reason_of(str(narrower)), rule=rule, line=line_of(linked, rule, str(narrower)))
    return CannotCompile(reason_of(str(error)))


NOISE = (
    "Failed in", "Resolution failure", "Of which", "Overload", "There are", "With argument", "No match", "Rejected as",
    "TypingError",
    "During", "File ", "Operator Overload", "def ", "Known signatures", ">>>", "No implementation of function",
    "<source elided>", "Invalid use of",
)  # fmt: skip
"""How lines of the compiler's message begin that say nothing by themselves."""


def reason_of(text: str) -> Message:
    """What the compiler's long message comes down to."""
    found = re.search(r"Untyped global name '([^']+)'", text)
    if found:
        return Message(
            "'{name}' is not something that can be compiled: pass it as a number, a tuple or an array", name=found[1]
        )
    found = re.search(r"Unknown attribute '([^']+)' of type (\S+)", text)
    if found:
        return Message("'{name}' is not known to the compiler: use integers, tuples and arrays", name=found[1])
    found = re.search(r"Use of unsupported opcode \((\w+)\)|(SETUP_FINALLY|unsupported.*?)[\n.]", text)
    if found:
        return Message("it uses something that the compiler does not know: write it with plain loops and integers")
    found = re.search(r"Cannot unify (.{1,80}?) and (.{1,80}?) for", text)
    if found:
        return Message(
            "a variable is sometimes {one} and sometimes {other}: give it one type", one=found[1], other=found[2]
        )
    if "tuple index out of range" in text:
        return Message("a NamedTuple is made with fewer values than it has: give them all")
    if "Cannot infer the type of variable" in text and "list(undefined)" in text:
        return Message("nobody can tell what an empty list would hold: use yield, or loops that may be empty")
    lines = [line.strip(" -.") for line in text.splitlines()]
    told = [line for line in lines if line and not line.startswith(NOISE) and not set(line) <= set("-^ ~|.:")]
    return Message("the compiler says: {problem}", problem=(told[0] if told else "?")[:140])


def line_of(linked: Linked, rule: str, text: str) -> int | None:
    """The line of the user's file that the compiler complains of, the deepest one that it names."""
    code = getattr(type(linked.game), rule).__code__
    name = re.escape(code.co_filename.rpartition("/")[2])
    lines = [int(number) for number in re.findall(rf'{name}["\s]*[,(]\s*(?:line\s+)?(\d+)', text)]
    return lines[0] if lines else int(code.co_firstlineno)
