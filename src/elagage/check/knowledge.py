"""What an author knows of a state, held to account: each claim is compared with plain minimax near the ends of games.

``bounds``, ``soonest``, ``latest``, ``candidates`` and ``key`` let a solver skip work, so a false one makes its answers
false. Here the truth is found by looking at everything that can follow, which is possible near an end.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from elagage.errors import RulesError, shorten_repr
from elagage.game import KNOWLEDGE, Game
from elagage.result import MAX, Number
from elagage.ways.frozen_game import FrozenGame

__all__ = ["check_knowledge", "check_tiers", "known_rules"]

BUDGET = 3000
MOST_TIERS = 1 << 31
FAR = 1 << 20
"""More plies than a game has."""


def known_rules(game: Game[Any, Any]) -> tuple[str, ...]:
    """Which of these rules the author of a game wrote."""
    cls = type(game.written if isinstance(game, FrozenGame) else game)
    return tuple(rule for rule in KNOWLEDGE if getattr(cls, rule) is not getattr(Game, rule))


class TooMuch(Exception):
    """More would have to be looked at than is worth it."""


class Truth:
    """True values by plain minimax, each position once.

    A value is the final score for Max; where only winning counts it is the winner's sign times FAR less the plies to
    the end, so that sooner wins and later losses are better.
    """

    def __init__(self, game: Game[Any, Any]) -> None:
        self.game = game
        self.values: dict[Any, Number] = {}
        self.left = 0

    def value(self, state: Any) -> Number:
        """The value of a state; TooMuch if that takes too long."""
        if state not in self.values:
            self.left -= 1
            if self.left < 0:
                raise TooMuch
            self.values[state] = self.end(state) if self.game.over(state) else self.best(state, self.game.moves(state))
        return self.values[state]

    def end(self, state: Any) -> Number:
        """The value of an ended game."""
        score = self.game.score(state)
        return score if self.game.margins or self.game.payoffs or score == 0 else FAR if score > 0 else -FAR

    def best(self, state: Any, moves: Iterable[Any]) -> Number:
        """The best of some moves for whoever moves."""
        values = [self.later(self.value(self.game.play(state, move))) for move in moves]
        return max(values) if self.game.player(state) == MAX else min(values)

    def later(self, value: Number) -> Number:
        """A value seen from one ply before."""
        if self.game.margins or self.game.payoffs or value == 0:
            return value
        return value - 1 if value > 0 else value + 1

    def score(self, value: Number) -> Number:
        """The final score of a value; its sign, where only winning counts."""
        return value if self.game.margins or self.game.payoffs else (value > 0) - (value < 0)


def check_knowledge(
    game: Game[Any, Any], lines: Iterable[Sequence[Any]], rules: Sequence[str] = KNOWLEDGE, budget: int = BUDGET
) -> None:
    """Try what the rules claim on the states of games, given from the first to the last; RulesError at a false one.

    At most ``budget`` positions are looked at below the states of one game. Claims about games in which play cycles are
    not compared: no solver relies on them.
    """
    rules = [rule for rule in rules if rule in known_rules(game)]
    if not rules or game.cycles:
        return
    truth = Truth(game)
    keys: dict[Any, tuple[Any, int, Number]] = {}
    for line in lines:
        truth.left = budget
        for state in reversed(line):
            try:
                value = truth.value(state)
            except (TooMuch, RecursionError):
                break
            for rule in rules:
                if rule == "key":
                    check_key(truth, state, value, keys)
                elif not game.over(state):
                    CHECKS[rule](truth, state, value)


def check_tiers(game: Game[Any, Any], lines: Iterable[Sequence[Any]]) -> None:
    """Try whether ``tier`` is a whole number that no move makes smaller, and the same for images of a state, on the
    states of games; RulesError with a move that does.
    """
    if type(game.written if isinstance(game, FrozenGame) else game).tier is Game.tier:
        return
    truth = Truth(game)
    for line in lines:
        for state in line:
            tier = ask_tier(truth, state)
            for move in () if game.over(state) else game.moves(state):
                other = ask_tier(truth, game.play(state, move))
                if other < tier:
                    raise RulesError(
                        "tier({state}) is {tier}, and after the move {move} it is {other}: no move may lower it.",
                        "tier",
                        state,
                        move,
                        tier=tier,
                        other=other,
                    )
            for image in game.symmetries(state):
                if ask_tier(truth, image) != tier:
                    raise RulesError(
                        "tier({state}) is {tier}, and for {image}, which symmetries says is equivalent, it is {other}.",
                        "tier",
                        state,
                        tier=tier,
                        image=shorten_repr(image),
                        other=ask_tier(truth, image),
                    )


def ask_tier(truth: Truth, state: Any) -> int:
    """A state's tier; RulesError if it is no whole number."""
    tier = ask(truth, "tier", state)
    if not isinstance(tier, int) or not -MOST_TIERS <= tier <= MOST_TIERS:
        raise RulesError(
            "tier({state}) is {value}: it must be a whole number of at most {most}.",
            "tier",
            state,
            value=shorten_repr(tier),
            most=MOST_TIERS,
        )
    return tier


def ask(truth: Truth, rule: str, state: Any) -> Any:
    """A rule's answer; RulesError if it raises."""
    try:
        answer = getattr(truth.game, rule)(state)
        return list(answer) if rule == "candidates" else answer
    except Exception as error:
        raise RulesError(
            "{rule} raises an error in {state}: {problem}.", rule, state, problem=f"{type(error).__name__}: {error}"
        ) from error


def ask_pair(truth: Truth, rule: str, state: Any) -> tuple[Number, Number]:
    """The two numbers that a rule gives."""
    pair = ask(truth, rule, state)
    if not isinstance(pair, tuple) or len(pair) != 2 or not all(isinstance(part, int | float) for part in pair):
        raise RulesError("{rule}({state}) is {value}: it must be two numbers.", rule, state, value=shorten_repr(pair))
    return pair


def check_bounds(truth: Truth, state: Any, value: Number) -> None:
    low, high = ask_pair(truth, "bounds", state)
    score = truth.score(value)
    if not truth.game.margins and not truth.game.payoffs:
        low, high = truth.score(low), truth.score(high)
    if not low <= score <= high:
        raise RulesError(
            "bounds({state}) says that the score lies from {low} to {high}, but with best play it is {score}.",
            "bounds",
            state,
            low=low,
            high=high,
            score=score,
        )


def check_soonest(truth: Truth, state: Any, value: Number) -> None:
    if truth.game.margins or truth.game.payoffs:
        ask_pair(truth, "soonest", state)
        return
    for_max, for_min = ask_pair(truth, "soonest", state)
    plies, least = FAR - abs(value), for_max if value > 0 else for_min
    if value != 0 and plies < least:
        raise RulesError(
            "soonest({state}) says that nobody can win in fewer than {least} plies there, but {plies} are enough.",
            "soonest",
            state,
            least=least,
            plies=plies,
        )


def check_latest(truth: Truth, state: Any, value: Number) -> None:
    for_max, for_min = ask_pair(truth, "latest", state)
    plies, most = FAR - abs(value), for_max if value > 0 else for_min
    if value != 0 and plies > most and not truth.game.margins and not truth.game.payoffs:
        raise RulesError(
            "latest({state}) says that whoever wins there does so in {most} plies at most, but it takes {plies}.",
            "latest",
            state,
            most=most,
            plies=plies,
        )


def check_candidates(truth: Truth, state: Any, value: Number) -> None:
    offered = ask(truth, "candidates", state)
    moves = list(truth.game.moves(state))
    foreign = next((move for move in offered if move not in moves), None)
    if foreign is not None:
        raise RulesError(
            "candidates({state}) offers {move}, which moves does not: it must choose among the legal moves.",
            "candidates",
            state,
            foreign,
        )
    if not offered:
        raise RulesError(
            "candidates({state}) offers nothing: while the game goes on it must offer a best move.", "candidates", state
        )
    if truth.best(state, offered) != value:
        best = next(move for move in moves if truth.best(state, [move]) == value)
        raise RulesError(
            "candidates({state}) leaves out {move}, which is better than every move that it offers.",
            "candidates",
            state,
            best,
        )


def check_key(truth: Truth, state: Any, value: Number, keys: dict[Any, tuple[Any, int, Number]]) -> None:
    key = ask(truth, "key", state)
    try:
        known = keys.setdefault(key, (state, truth.game.player(state), value))
    except TypeError:
        raise RulesError("key({state}) can't be hashed: make it an integer or a tuple.", "key", state) from None
    if known[1:] != (truth.game.player(state), value):
        raise RulesError(
            "key({state}) is the same as that of {other}, but these positions are not worth the same.",
            "key",
            state,
            other=shorten_repr(known[0]),
        )


CHECKS = {
    "bounds": check_bounds, "soonest": check_soonest, "latest": check_latest, "candidates": check_candidates,
}  # fmt: skip
