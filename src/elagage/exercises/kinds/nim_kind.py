"""Nim: the Grundy values of piles, their exclusive or, and the moves that win."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from elagage.exercises.cut_constraints import pick
from elagage.exercises.kinds.random_graphs import draw_until
from elagage.exercises.posed import BoardMaterial, Kind, Option, Posed, Table, one_of, whole
from elagage.exercises.questions import ChoiceAnswer, Fault, NumberAnswer, Question, SetAnswer
from elagage.games.nim import Nim, NimState
from elagage.i18n import Message
from elagage.solvers.grundy import grundy

__all__ = ["NIM"]

OPTIONS = (
    Option("piles", 3, whole("piles", 1, 6)),
    Option("most", 7, whole("most", 2, 15)),
    Option("limit", None, whole("limit", 1, 9)),
    Option("winner", "first", one_of("winner", ("first", "second", "any"))),
)
WEIGHTS = {"values": 2, "winner": 1, "moves": 2}
SIDES = (("first", Message("the player to move")), ("second", Message("the other player")))


def draw_piles(options: Mapping[str, Any], seed: int) -> dict[str, Any]:
    """Piles that the wanted player wins."""

    def draw(chooser: Random) -> dict[str, Any]:
        piles = [1 + pick(chooser, options["most"]) for _pile in range(options["piles"])]
        return {"piles": piles, "limit": options["limit"]}

    def fits(given: dict[str, Any]) -> bool:
        won = grundy(make_game(given)) != 0
        varied = len(set(given["piles"])) > min(2, options["piles"] - 1)
        return varied and bool(options["winner"] == "any" or won == (options["winner"] == "first"))

    asked = Message(
        "{piles} piles of {most} matches at most, won by {winner}",
        piles=options["piles"],
        most=options["most"],
        winner=dict(SIDES).get(options["winner"], Message("anybody")),
    )
    found: dict[str, Any] = draw_until(seed, draw, fits, asked)
    return found


def make_game(given: Mapping[str, Any]) -> Nim:
    return Nim(tuple(given["piles"]), limit=given["limit"])


def pose_nim(kind: Kind, options: Mapping[str, Any], given: Mapping[str, Any], seed: int | None) -> Posed:
    """The exercise on these piles."""
    game = make_game(given)
    piles: list[int] = list(given["piles"])
    limit: int | None = given["limit"]
    alone = [grundy(game, NimState((*[0] * n, pile, *[0] * (len(piles) - n - 1)), 0)) for n, pile in enumerate(piles)]
    total = grundy(game)
    after = {
        game.move_name(game.start(), move): grundy(game, game.play(game.start(), move))
        for move in game.moves(game.start())
    }
    winning = [name for name, value in after.items() if value == 0]
    letters = "abcdefghij"
    questions = [
        Question(
            letters[number],
            ("", "grundy", "value", "valeur"),
            "values",
            Message("Grundy value of pile {pile}", pile=letters[number]),
            NumberAnswer(value),
            explain_pile(letters[number], pile, value, limit),
            number,
        )
        for number, (pile, value) in enumerate(zip(piles, alone, strict=True))
    ]
    sum_text = " ⊕ ".join(map(str, alone))
    whole_value = Message("The Grundy value of all is {sum} = {total}.", sum=sum_text, total=total)
    questions.append(
        Question(
            "",
            ("sum", "somme", "total"),
            "values",
            Message("Grundy value of all the piles together"),
            NumberAnswer(total),
            whole_value,
            len(piles),
        )
    )
    verdict = (
        Message("The player to move wins, since {sum} = {total} is not 0.", sum=sum_text, total=total)
        if total
        else Message("The other player wins, since {sum} = 0: every move makes it something else.", sum=sum_text)
    )
    questions.append(
        Question(
            "",
            ("winner", "gagnant"),
            "winner",
            Message("Who wins?"),
            ChoiceAnswer(SIDES, ("first" if total else "second",)),
            verdict,
            len(piles) + 1,
        )
    )
    questions.append(ask_moves(after, winning, len(piles) + 2))
    statement = [
        Message("Nim: whoever takes the last match wins. A move takes as many matches as one likes from one pile.")
        if limit is None
        else Message(
            "Nim: whoever takes the last match wins. A move takes from 1 to {limit} matches from one pile.", limit=limit
        ),
        Message("Give the Grundy value of each pile and of all together, and say who wins."),
        Message("Give all winning moves: a2 takes two matches from pile a. Write - if there is none."),
    ]
    told = (
        Message("Winning moves: {moves}", moves=" ".join(winning)) if winning else Message("There is no winning move.")
    )
    return Posed(
        kind,
        seed,
        options,
        given,
        tuple(statement),
        BoardMaterial(game, game.start()),
        tuple(questions),
        (whole_value, verdict, told),
        (make_table(letters, piles, alone),),
        WEIGHTS,
    )


def explain_pile(name: str, pile: int, value: int, limit: int | None) -> Message:
    """Why a pile has its value."""
    if limit is None:
        return Message(
            "Pile {pile}: {count} match has the Grundy value {value}.",
            "Pile {pile}: {count} matches have the Grundy value {value}.",
            pile=name,
            count=pile,
            value=value,
        )
    return Message(
        "Pile {pile}: {count} matches, of which at most {limit} are taken, have the Grundy value {value}, the rest of "
        "{count} divided by {period}.",
        pile=name,
        count=pile,
        limit=limit,
        value=value,
        period=limit + 1,
    )


def ask_moves(after: Mapping[str, int], winning: list[str], order: int) -> Question:
    """The question for the moves that win."""
    faults = {
        name: Fault(
            order,
            Message("Move {move}: it wins, since it leaves a Grundy value of 0.", move=name)
            if value == 0
            else Message(
                "Move {move}: it does not win, since it leaves a Grundy value of {value}.", move=name, value=value
            ),
        )
        for name, value in after.items()
    }
    return Question(
        "",
        ("moves", "coups"),
        "moves",
        Message("All winning moves"),
        SetAnswer(frozenset(winning), tuple(after), faults),
        Message("There is no winning move."),
        order,
    )


def make_table(letters: str, piles: list[int], alone: list[int]) -> Table:
    """The piles in base two."""
    width = max(max(alone).bit_length(), 1)
    rows = [(letters[n], str(pile), str(alone[n]), f"{alone[n]:0{width}b}") for n, pile in enumerate(piles)]
    total = 0
    for value in alone:
        total ^= value
    return Table(
        Message("In base two"),
        (
            (Message("pile"), Message("matches"), Message("Grundy value"), Message("base two")),
            *rows,
            ("⊕", "", str(total), f"{total:0{width}b}"),
        ),
    )


NIM = Kind("nim", Message("Nim"), OPTIONS, draw_piles, pose_nim)
