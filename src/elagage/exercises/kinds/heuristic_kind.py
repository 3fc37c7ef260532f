"""A heuristic by hand: what it counts for each player in a position, and its value.

Any game will do that says how its heuristic counts (``describe_heuristic``) and of what it is made (``explain``).
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from elagage.errors import LimitsError
from elagage.exercises.cut_constraints import pick
from elagage.exercises.kinds.random_graphs import draw_until
from elagage.exercises.posed import BoardMaterial, Kind, Option, Posed, Table, whole
from elagage.exercises.questions import NumberAnswer, Question
from elagage.game import Game
from elagage.games.spoken import read_sides
from elagage.i18n import Message
from elagage.loading import load
from elagage.result import MAX, Number, Term, format_number

__all__ = ["HEURISTIC"]

OPTIONS = (
    Option("game", "tictactoe", str),
    Option("moves", 5, whole("moves", 1, 60)),
)
WEIGHTS = {"terms": 2, "values": 1}


def find_game(spec: str) -> Game[Any, Any]:
    """The game of that name; LimitsError if it does not say how its heuristic counts."""
    game = load(spec)
    if game.describe_heuristic() is None:
        raise LimitsError(
            "{game} does not say how its heuristic counts (describe_heuristic): take tictactoe, mnk or othello.",
            game=spec,
        )
    return game


def draw_position(options: Mapping[str, Any], seed: int) -> dict[str, Any]:
    """A position after so many random moves, not over, in which both players have something that counts."""
    game = find_game(options["game"])

    def draw(chooser: Random) -> list[Any]:
        state, line = game.start(), []
        for _ply in range(options["moves"]):
            moves = list(game.moves(state)) if not game.over(state) else []
            if not moves:
                return []
            line.append(moves[pick(chooser, len(moves))])
            state = game.play(state, line[-1])
        return [state] if not game.over(state) else []

    def fits(found: list[Any]) -> bool:
        if not found:
            return False
        sides = [split_term(term) for term in game.explain(found[0])]
        return any(own for own, _other in sides) and any(other for _own, other in sides)

    asked = Message("{game} after {moves} moves", game=options["game"], moves=options["moves"])
    found = draw_until(seed, draw, fits, asked)
    return {"game": options["game"], "position": game.state_name(found[0])}


def split_term(term: Term) -> tuple[Number, Number]:
    """What a term gives to Max and to Min, both as numbers from 0 on."""
    own = sum(value for value in term.cells.values() if value > 0)
    return own, -sum(value for value in term.cells.values() if value < 0)


def pose_heuristic(kind: Kind, options: Mapping[str, Any], given: Mapping[str, Any], seed: int | None) -> Posed:
    """The exercise on a position."""
    game = find_game(str(given["game"]))
    state = game.parse_state(str(given["position"]))
    rule = game.describe_heuristic()
    assert rule is not None
    terms = [term for term in game.explain(state) if any(split_term(term))]
    sides = [side.name for side in read_sides(game)]
    value = game.heuristic(state)
    questions: list[Question] = []
    for number, term in enumerate(terms, 1):
        for player, points in enumerate(split_term(term)):
            letter = game.players[player]
            questions.append(
                Question(
                    f"{number}.{letter}",
                    ("", "points"),
                    "terms",
                    Message("{term}: points of {side}", term=term.name, side=sides[player]),
                    NumberAnswer(points),
                    Message(
                        "{term}: {side} gets {points}.",
                        term=term.name,
                        side=sides[player],
                        points=format_number(points),
                    ),
                    len(questions),
                )
            )
    totals = [sum(split_term(term)[player] for term in terms) for player in (MAX, 1 - MAX)]
    sum_text = f"{format_number(totals[0])} − {format_number(totals[1])}"
    last = Message("The heuristic says {sum} = {value}.", sum=sum_text, value=format_number(value))
    questions.append(
        Question(
            "", ("h", "value", "valeur"), "values", Message("The value h"), NumberAnswer(value), last, len(questions)
        )
    )
    head = (Message("what counts"), *sides, Message("sum"))
    rows = [(term.name, *map(format_number, split_term(term)), format_number(term.value)) for term in terms]
    return Posed(
        kind,
        seed,
        options,
        given,
        (
            rule,
            Message("Give the points of each player for each thing that counts, and the value h of the position."),
        ),
        BoardMaterial(game, state),
        tuple(questions),
        (last,),
        (Table(Message("What counts"), (head, *rows, ("h", *map(format_number, totals), format_number(value)))),),
        WEIGHTS,
    )


HEURISTIC = Kind("heuristic", Message("A heuristic by hand"), OPTIONS, draw_position, pose_heuristic)
