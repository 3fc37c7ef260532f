"""Why a move is good, in sentences: what it wins, stops or threatens, else what the heuristic has gained in the end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import islice
from typing import Any

from elagage.evaluation.near_wins import loses_at_once, wins_at_once
from elagage.game import Game, Move, State
from elagage.games.spoken import read_sides, tell_move
from elagage.i18n import Message, join_messages
from elagage.result import MAX, Number

__all__ = ["tell_reasons"]

SHOWN = 4
"""Moves of the line that are told."""


def tell_reasons(
    game: Game[State, Move],
    state: State,
    line: Sequence[Move],
    outcome: int | None = None,
    others: Sequence[int | None] = (),
) -> list[Message]:
    """Why the first move of a line that a search found is good; no more than a few sentences.

    ``outcome`` is that of its score; ``others`` are the outcomes of the other moves, as far as they are proven.
    """
    move, moves = line[0], list(game.moves(state))
    sign = 1 if game.player(state) == MAX else -1
    if len(moves) == 1:
        return [Message("It is the only move.")]
    if wins_at_once(game, state, move):
        return [Message("It wins at once.")]
    losing = [each for each in moves if loses_at_once(game, state, each)]
    found: list[Message] = []
    if outcome == -sign and len(losing) < len(moves):
        found.append(Message("All moves lose; this one holds out longest."))
    if losing and move not in losing and 2 * len(losing) >= len(moves):
        found.append(tell_block(game, state, losing))
    elif len(others) == len(moves) - 1 and outcome != -sign and all(other == -sign for other in others):
        found.append(Message("Every other move loses."))
    child = game.play(state, move)
    if not game.over(child):
        found += tell_next(game, state, child)
    if outcome is None:
        found += tell_gain(game, state, line, sign)
    if len(line) > 1 and not game.over(child):
        found.append(Message("What may follow: {moves}.", moves=tell_line(game, child, line[1:])))
    return found


def tell_block(game: Game[State, Move], state: State, losing: Sequence[Move]) -> Message:
    """What the other side would win with."""
    wins: Counter[str] = Counter()
    for move in losing:
        child = game.play(state, move)
        if not game.over(child):
            wins.update(game.move_name(child, reply) for reply in game.moves(child) if wins_at_once(game, child, reply))
    other = read_sides(game)[1 - game.player(state)].name
    if not wins:
        return Message("It does not lose at once, as others do.")
    return Message("It stops {player}, who threatens to win with {move}.", player=other, move=wins.most_common(1)[0][0])


def tell_next(game: Game[State, Move], state: State, child: State) -> list[Message]:
    """Another turn, or a threat."""
    mover = game.player(state)
    if game.player(child) == mover:
        return [Message("It gives another turn.")]
    replies = list(game.moves(child))
    stopping = [reply for reply in replies if not wins_after(game, game.play(child, reply), mover)]
    if len(stopping) == len(replies):
        return []
    if not stopping:
        return [Message("It threatens to win, and nothing stops that.")]
    return [
        Message(
            "It threatens to win; {count} reply of {all} stops that.",
            "It threatens to win; {count} replies of {all} stop that.",
            count=len(stopping), all=len(replies),
        )
    ]  # fmt: skip


def wins_after(game: Game[State, Move], state: State, mover: int) -> bool:
    """Can a side, whose turn it is, win at once?"""
    if game.over(state) or game.player(state) != mover:
        return False
    return any(wins_at_once(game, state, move) for move in game.moves(state))


def tell_gain(game: Game[State, Move], state: State, line: Sequence[Move], sign: int) -> list[Message]:
    """The term of the heuristic that has grown most for the mover by the end of the line."""
    end = state
    for move in line:
        end = game.play(end, move)
        if game.over(end):
            return []
    before, after = read_terms(game, state), read_terms(game, end)
    gains = {name: sign * (after.get(name, 0) - before.get(name, 0)) for name in [*after, *before]}
    name = max(gains, key=lambda each: gains[each], default=None)
    if name is None or gains[name] <= 0:
        return []
    return [Message("By the end of the line it gains most by “{term}”: {gain}.", term=name, gain=f"{gains[name]:+g}")]


def read_terms(game: Game[Any, Any], state: Any) -> dict[Message | str, Number]:
    return {term.name: term.value for term in game.explain(state)}


def tell_line(game: Game[State, Move], state: State, line: Sequence[Move]) -> Message:
    told: list[Message | str] = []
    for move in islice(line, SHOWN):
        told.append(tell_move(game, state, move))
        state = game.play(state, move)
    return join_messages(told, ", ")
