"""Players in one line of text, the same everywhere: what it means, how it is written, whether it plays the same again.

human                                       a person, in ``play`` alone; me, humain and moi too
level:5                                     a level; a bare 5 too
engine depth=6 heuristic=weights            the engine; time=0.1 and nodes=1000 limit it too; book=FILE or book=none
alphabeta depth=4                           a plain search: minimax, negamax, memoised, pvs, mtdf, deepening,
                                            quiescence, probcut
mcts playouts=1000                          Monte Carlo tree search
random   first   greedy                     a random move, the first one, the best after one ply
beginner error=0.2                          one ply, wins and blocks, and any move one time in five
perfect solution=FILE                       a saved solution; without a file a small game is solved at once
perfect book=FILE                           a book of first plies with the solver behind it
uci:COMMAND   nboard:COMMAND   gtp:COMMAND  another program; nboard depth=12:COMMAND says how deep it is to look
"""

from __future__ import annotations

import math
import re
import shlex
from dataclasses import dataclass
from typing import Any

from elagage.errors import LoadError
from elagage.evaluation.heuristics import SUFFIX, with_heuristic
from elagage.game import Game
from elagage.i18n import Message
from elagage.levels import check_level
from elagage.protocols import PROTOCOLS, check_protocol
from elagage.solvers.book import NO_BOOK

__all__ = ["PlayerSpec", "check_player", "parse_player"]

PLAIN = ("minimax", "negamax", "memoised", "alphabeta", "pvs", "mtdf", "quiescence", "probcut")
PEOPLE = ("human", "humain", "me", "moi")
LEVEL = ("level", "niveau")
TIMELESS_LEVELS = 6
"""Up to this level the depth alone decides in games without a clock, so that a busy machine plays the same."""

OPTIONS: dict[str, dict[str, type]] = {
    "engine": {
        "depth": int, "time": float, "nodes": int, "heuristic": str, "memory": float, "book": str,
        "cuts": str, "without": str,
    },
    "deepening": {"depth": int, "time": float, "nodes": int, "heuristic": str},
    **{name: {"depth": int, "heuristic": str} for name in PLAIN},
    "mcts": {"playouts": int, "time": float, "exploration": float, "compiled": str},
    "greedy": {"heuristic": str},
    "beginner": {"error": float, "heuristic": str},
    "perfect": {"solution": str, "book": str},
    "random": {},
    "first": {},
}  # fmt: skip
"""The kinds of players that take words after their name, and which."""
PROGRAM_OPTIONS: dict[str, dict[str, type]] = {"uci": {"depth": int}, "nboard": {"depth": int}, "gtp": {}}
"""The words that other programs take before the colon."""
DEFAULTS: dict[str, dict[str, Any]] = {
    "engine": {"depth": 6},
    "deepening": {"depth": 4},
    **{name: {"depth": 4} for name in PLAIN},
    "mcts": {"playouts": 1000},
}
"""What limits a player that was given no limit."""
WHOLE = re.compile(r"[0-9]{1,9}")
LEAST = {"depth": 1, "time": 0.001, "nodes": 1, "playouts": 1, "memory": 1, "exploration": 0, "error": 0}


@dataclass(frozen=True)
class PlayerSpec:
    """What a text says of a player: its kind, the level or command after the colon, and its options in order."""

    kind: str
    target: str = ""
    options: tuple[tuple[str, Any], ...] = ()

    def __str__(self) -> str:
        words = [f"{name}={shlex.quote(format_value(value))}" for name, value in self.options]
        text = " ".join([self.kind, *words])
        return f"{text}:{self.target}" if self.target else text

    def get(self, name: str, default: Any = None) -> Any:
        """An option, if it was given."""
        return dict(self.options).get(name, default)

    @property
    def is_person(self) -> bool:
        """Is it a person?"""
        return self.kind == "human"

    @property
    def is_program(self) -> bool:
        """Is it another program?"""
        return self.kind in PROTOCOLS

    @property
    def files(self) -> dict[str, str]:
        """The options that name files: a solution, a book, weights that were learned, a model of cuts."""
        return {
            name: value
            for name, value in self.options
            if name in ("solution", "cuts")
            or (name == "book" and value != NO_BOOK)
            or (name == "heuristic" and value.endswith(SUFFIX))
        }

    @property
    def reproducible(self) -> bool:
        """Does it play the same again? Not if a clock, a person or another program has a say."""
        if self.kind == "level":
            return int(self.target) <= TIMELESS_LEVELS
        return not (self.is_program or self.is_person) and self.get("time") is None


def format_value(value: Any) -> str:
    """An option as it is written: a number in few digits, or in all of them if it takes them to read it back."""
    short = f"{value:g}" if isinstance(value, float) else str(value)
    return repr(value) if isinstance(value, float) and float(short) != value else short


def parse_player(text: str) -> PlayerSpec:
    """What the text says; LoadError says what is wrong with it.

    >>> str(parse_player("alphabeta  heuristic=discs depth=3"))
    'alphabeta depth=3 heuristic=discs'
    >>> parse_player("engine time=0.5").reproducible
    False
    """
    head, colon, rest = text.strip().partition(":")
    kind = head.strip().casefold()
    if not colon and kind in PEOPLE:
        return PlayerSpec("human")
    if not colon and WHOLE.fullmatch(kind):
        return PlayerSpec("level", str(check_level(int(kind))))
    if colon and kind in LEVEL:
        if not WHOLE.fullmatch(rest.strip()):
            raise LoadError("'{text}' names no level: write level:1 to level:10.", text=text)
        return PlayerSpec("level", str(check_level(int(rest))))
    before = split_words(head, text) if colon else []
    if before and before[0].casefold() in PROTOCOLS:
        return read_program(text, before, rest.strip())
    words = split_words(text, text)
    kind = words[0].casefold() if words else ""
    if kind not in OPTIONS:
        raise LoadError(
            "There is no player '{text}'; the players are human (in play), level:5, {kinds}, {protocols}.",
            text=text,
            kinds=", ".join(OPTIONS),
            protocols=", ".join(f"{name}:COMMAND" for name in PROTOCOLS),
        )
    return with_defaults(kind, read_options(kind, words[1:], OPTIONS[kind]))


def split_words(words: str, text: str) -> list[str]:
    """The words of a part of a player's text, by the quotes in it."""
    try:
        return shlex.split(words)
    except ValueError:
        raise LoadError("The quotes in the player '{text}' don't match: close them.", text=text) from None


def read_program(text: str, before: list[str], command: str) -> PlayerSpec:
    """Another program: its protocol and options are the words before the colon, its command stands after it."""
    kind = before[0].casefold()
    options = read_options(kind, before[1:], PROGRAM_OPTIONS[kind])
    return PlayerSpec(kind, check_command(text, command), tuple(options.items()))


def check_command(text: str, command: str) -> str:
    """The command of another program, if it is one."""
    try:
        words = shlex.split(command)
    except ValueError:
        words = []
    if not words:
        raise LoadError(
            "The player '{text}' names no program: write its command after the colon, as in uci:stockfish.", text=text
        )
    return shlex.join(words)


def read_options(kind: str, words: list[str], known: dict[str, type]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not equals or name not in known:
            raise LoadError(
                "The player '{kind}' can't be told '{word}'; it takes: {options}.",
                kind=kind,
                word=word,
                options=", ".join(f"{option}=..." for option in known) or Message("nothing"),
            )
        found[name] = read_value(kind, name, known[name], value)
    return found


def read_value(kind: str, name: str, wanted: type, text: str) -> Any:
    if wanted is str:
        if text:
            return text
    else:
        try:
            number = wanted(text)
        except ValueError:
            number = math.nan
        if LEAST[name] <= number < math.inf:
            return number
    raise LoadError(
        "{name}={value} makes no sense for the player '{kind}': give {least} or more.",
        name=name,
        value=text,
        kind=kind,
        least=LEAST.get(name, Message("a name")),
    )


def with_defaults(kind: str, found: dict[str, Any]) -> PlayerSpec:
    """The player with the options in their order, and a limit if none was given."""
    if not any(name in found for name in ("depth", "time", "nodes", "playouts")):
        found = DEFAULTS.get(kind, {}) | found
    return PlayerSpec(kind, options=tuple((name, found[name]) for name in OPTIONS[kind] if name in found))


def check_player(player: PlayerSpec, game: Game[Any, Any]) -> None:
    """LoadError if the player can't play that game, before any game is played."""
    if player.is_person:
        raise LoadError("A person plays in elagage play alone, not in matches and tournaments.")
    heuristic = player.get("heuristic")
    if heuristic is not None:
        with_heuristic(game, heuristic)
    check_selection(player, game)
    if player.is_program:
        check_protocol(player.kind, game)


def check_selection(player: PlayerSpec, game: Game[Any, Any]) -> None:
    """LoadError if the engine can't do without what it is told to, or if its cuts are for another game."""
    if player.get("without") is not None:
        from elagage.search.compiled.features import FEATURES

        for name in player.get("without").split(","):
            if name not in FEATURES:
                raise LoadError(
                    "The engine has no feature '{name}' to do without; it has: {known}.",
                    name=name,
                    known=", ".join(FEATURES),
                )
    if player.get("cuts") is not None:
        from elagage.evaluation.cut_models import find_cuts

        find_cuts(game, player.get("cuts"))
