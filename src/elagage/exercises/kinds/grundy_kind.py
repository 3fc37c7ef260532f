"""Grundy values on a graph without cycles: a token that both players move, and two tokens side by side."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from random import Random
from typing import Any

from elagage.exercises.cut_constraints import pick
from elagage.exercises.kinds.random_graphs import choose_some, draw_until
from elagage.exercises.posed import GraphMaterial, Kind, Option, Posed, Table, whole
from elagage.exercises.questions import ChoiceAnswer, Fault, NumberAnswer, Question, SetAnswer
from elagage.game import Game
from elagage.i18n import Message
from elagage.result import MAX
from elagage.solvers.grundy import grundy

__all__ = ["GRUNDY"]

OPTIONS = (
    Option("vertices", 8, whole("vertices", 4, 14)),
    Option("largest", 2, whole("largest", 1, 4)),
)
WEIGHTS = {"values": 2, "winner": 1, "moves": 1}
SIDES = (("first", Message("the player to move")), ("second", Message("the other player")))


class TokenGame(Game[tuple[str, int], str]):
    """A token on a graph; whoever can't move it loses."""

    def __init__(self, graph: Mapping[str, list[str]]) -> None:
        self.graph = graph

    def start(self) -> tuple[str, int]:
        return next(iter(self.graph)), MAX

    def player(self, state: tuple[str, int]) -> int:
        return state[1]

    def moves(self, state: tuple[str, int]) -> Iterable[str]:
        return self.graph[state[0]]

    def play(self, state: tuple[str, int], move: str) -> tuple[str, int]:
        return move, 1 - state[1]

    def score(self, state: tuple[str, int]) -> int:
        return -1 if state[1] == MAX else 1


def find_values(graph: Mapping[str, list[str]]) -> dict[str, int]:
    """The Grundy value of every vertex."""
    game, memory = TokenGame(graph), dict[Any, int]()
    return {name: grundy(game, (name, MAX), memory) for name in graph}


def draw_graph(options: Mapping[str, Any], seed: int) -> dict[str, Any]:
    """A graph without cycles whose largest value is large enough, and two places for tokens."""
    letters = "abcdefghijklmn"[: options["vertices"]]

    def draw(chooser: Random) -> dict[str, Any]:
        graph = {
            name: choose_some(chooser, letters[place + 1 :][:5], min(len(letters) - place - 1, 1 + pick(chooser, 3)))
            for place, name in enumerate(letters)
        }
        values = find_values(graph)
        early = letters[: max(2, len(letters) // 2)]
        tokens = choose_some(chooser, early, 2)
        if pick(chooser, 2) and values[tokens[0]] == values[tokens[1]]:
            tokens = choose_some(chooser, early, 2)
        return {"graph": graph, "tokens": tokens}

    def fits(given: dict[str, Any]) -> bool:
        values = find_values(given["graph"])
        met = {head for heads in given["graph"].values() for head in heads}
        arcs = sum(map(len, given["graph"].values()))
        return (
            max(values.values()) >= options["largest"]
            and met >= set(letters[1:])
            and arcs <= 2 * len(letters)
            and all(values[token] for token in given["tokens"])
        )

    asked = Message(
        "{vertices} vertices and a Grundy value of {largest}", vertices=options["vertices"], largest=options["largest"]
    )
    found: dict[str, Any] = draw_until(seed, draw, fits, asked)
    return found


def pose_grundy(kind: Kind, options: Mapping[str, Any], given: Mapping[str, Any], seed: int | None) -> Posed:
    """The exercise on a graph."""
    graph: dict[str, list[str]] = {name: list(heads) for name, heads in given["graph"].items()}
    values = find_values(graph)
    one, other = given["tokens"]
    total = values[one] ^ values[other]
    why = {name: explain_value(name, graph, values) for name in graph}
    order = {name: place for place, name in enumerate(reversed(graph))}
    questions = [
        Question(
            name,
            ("", "grundy", "value", "valeur"),
            "values",
            Message("Grundy value of {vertex}", vertex=name),
            NumberAnswer(values[name]),
            why[name],
            order[name],
        )
        for name in graph
    ]
    lost = frozenset(name for name in graph if values[name] == 0)
    questions.append(
        Question(
            "",
            ("lost", "perdantes"),
            "values",
            Message("The vertices that are lost for the player to move"),
            SetAnswer(lost, tuple(graph), {name: Fault(order[name], why[name]) for name in graph}),
            Message("Lost are the vertices of Grundy value 0."),
            len(graph),
        )
    )
    words = {"one": one, "other": other, "sum": f"{values[one]} ⊕ {values[other]}", "total": total}
    verdict = (
        Message("With tokens on {one} and {other} the player to move wins, since {sum} = {total} is not 0.", **words)
        if total
        else Message("With tokens on {one} and {other} the other player wins, since {sum} = {total}.", **words)
    )
    questions += [
        Question(
            "",
            ("sum", "somme"),
            "winner",
            Message("Grundy value of both tokens together"),
            NumberAnswer(total),
            Message("Tokens on {one} and {other}: the Grundy value is {sum} = {total}.", **words),
            len(graph) + 1,
        ),
        Question(
            "",
            ("winner", "gagnant"),
            "winner",
            Message("Who wins with both tokens?"),
            ChoiceAnswer(SIDES, ("first" if total else "second",)),
            verdict,
            len(graph) + 2,
        ),
    ]
    return Posed(
        kind,
        seed,
        options,
        given,
        (
            Message("Both players move a token along the arcs of the graph in turn; whoever can't move loses."),
            Message(
                "Give the Grundy value of every vertex, the least whole number that no successor has, and the vertices "
                "that are lost for the player to move."
            ),
            Message(
                "Then there are two tokens, on {one} and on {other}, and a move moves one of them. Give the Grundy "
                "value, and say who wins.",
                one=one,
                other=other,
            ),
        ),
        GraphMaterial(graph, None, {}, {name: str(value) for name, value in values.items()}),
        tuple(questions),
        (
            Message("Lost for the player to move: {names}", names=" ".join(name for name in graph if name in lost)),
            verdict,
        ),
        (
            Table(
                Message("Backwards from the ends"),
                (
                    (Message("vertex"), Message("successors"), Message("their values"), Message("Grundy value")),
                    *(
                        (
                            name,
                            " ".join(graph[name]) or "-",
                            " ".join(str(values[head]) for head in graph[name]) or "-",
                            str(values[name]),
                        )
                        for name in sorted(graph, key=order.__getitem__)
                    ),
                ),
            ),
        ),
        WEIGHTS,
    )


def explain_value(name: str, graph: Mapping[str, list[str]], values: Mapping[str, int]) -> Message:
    """Why a vertex has its value."""
    if not graph[name]:
        return Message("Vertex {vertex}: its Grundy value is 0, since nobody can move there.", vertex=name)
    return Message(
        "Vertex {vertex}: its Grundy value is {value}, the least number that is not among those of its successors, "
        "{heads}.",
        vertex=name,
        value=values[name],
        heads=", ".join(f"{head} ({values[head]})" for head in graph[name]),
    )


GRUNDY = Kind("grundy", Message("Grundy values"), OPTIONS, draw_graph, pose_grundy)
