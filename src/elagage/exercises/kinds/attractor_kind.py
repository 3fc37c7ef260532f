"""Attractors: the ranks, the set, and a strategy without memory."""

from __future__ import annotations

import math
from collections.abc import Mapping
from random import Random
from typing import Any

from elagage.exercises.cut_constraints import pick
from elagage.exercises.kinds.random_graphs import choose_some, draw_until, shuffle
from elagage.exercises.posed import GraphMaterial, Kind, Option, Posed, Table, one_of, whole
from elagage.exercises.questions import ChoiceAnswer, Fault, NumberAnswer, Question, SetAnswer
from elagage.i18n import Message
from elagage.result import MAX, MIN
from elagage.solvers.graph.attractors import attractor, winning_strategy

__all__ = ["ATTRACTOR"]

OPTIONS = (
    Option("vertices", 8, whole("vertices", 5, 16)),
    Option("player", "max", one_of("player", ("max", "min"))),
    Option("rank", 3, whole("rank", 1, 8)),
)
WEIGHTS = {"ranks": 2, "attractor": 1, "moves": 1}
NAMES = ("Max", "Min")


def draw_graph(options: Mapping[str, Any], seed: int) -> dict[str, Any]:
    """A graph on which the players move in turn, with an end to aim for, whose highest rank is large enough."""
    letters = "abcdefghijklmnopqrstuvwxyz"[: options["vertices"]]
    player = MAX if options["player"] == "max" else MIN

    def draw(chooser: Random) -> dict[str, Any]:
        half = shuffle(chooser, [place % 2 for place in range(len(letters))])
        owner = dict(zip(letters, half, strict=True))
        target = letters[pick(chooser, len(letters))]
        arcs: dict[str, list[str]] = {}
        for name in letters:
            others = [other for other in letters if owner[other] != owner[name]]
            count = 0 if name == target else min(len(others), 1 + pick(chooser, 3))
            arcs[name] = choose_some(chooser, others, count)
        return {"graph": arcs, "owner": owner, "target": [target], "player": player}

    def fits(given: dict[str, Any]) -> bool:
        ranks = attractor(given["graph"], given["owner"], given["target"], player)
        met = {other for arcs in given["graph"].values() for other in arcs}
        outside = set(letters) - set(ranks)
        forced = [name for name in ranks if ranks[name] and given["owner"][name] != player]
        dilemma = [
            name
            for name in ranks
            if given["owner"][name] == player and set(given["graph"][name]) & outside and ranks[name]
        ]
        return (
            max(ranks.values()) >= options["rank"]
            and 2 <= len(outside) <= len(letters) // 2
            and len(forced) >= 1
            and len(dilemma) >= 1
            and met >= set(letters) - {letters[0]}
            and len(set(ranks.values())) >= options["rank"] + 1
        )

    asked = Message("{vertices} vertices and a rank of {rank}", vertices=options["vertices"], rank=options["rank"])
    found: dict[str, Any] = draw_until(seed, draw, fits, asked)
    return found


def pose_attractor(kind: Kind, options: Mapping[str, Any], given: Mapping[str, Any], seed: int | None) -> Posed:
    """The exercise on a graph."""
    graph: dict[str, list[str]] = {name: list(arcs) for name, arcs in given["graph"].items()}
    owner = {name: int(player) for name, player in given["owner"].items()}
    target, player = list(given["target"]), int(given["player"])
    ranks = attractor(graph, owner, target, player)
    moves = winning_strategy(graph, owner, target, player)
    why = {name: explain_rank(name, graph, owner, ranks, player) for name in graph}
    order = {name: place for place, name in enumerate(sorted(graph, key=lambda v: (ranks.get(v, math.inf), v)))}
    questions = [
        Question(
            name,
            ("", "rank", "rang"),
            "ranks",
            Message("Rank of {vertex}", vertex=name),
            NumberAnswer(ranks.get(name, math.inf), dashes=True),
            why[name],
            order[name],
        )
        for name in graph
        if name not in target
    ]
    questions.append(
        Question(
            "",
            ("attractor", "attracteur"),
            "attractor",
            Message("The attractor of {target}", target=", ".join(target)),
            SetAnswer(frozenset(ranks), tuple(graph), {name: Fault(order[name], why[name]) for name in graph}),
            Message("The attractor is {names}.", names=" ".join(ranks)),
            len(graph),
        )
    )
    questions += [ask_move(name, graph, ranks, player, len(graph) + order[name]) for name in graph if name in moves]
    return Posed(
        kind,
        seed,
        options,
        given,
        (
            Message(
                "A token stands on a vertex of the graph. Max moves it from the round vertices, Min from the square "
                "ones."
            ),
            Message(
                "{player} wants it to come to {target}. Give the rank of every vertex: in how many moves at most "
                "{player} forces that, and ∞ where it can't be forced.",
                player=NAMES[player],
                target=", ".join(target),
            ),
            Message(
                "Then give the attractor, and a winning move for each of {player}'s vertices in it.",
                player=NAMES[player],
            ),
        ),
        GraphMaterial(
            graph,
            owner,
            dict.fromkeys(target, Message("target")),
            regions={
                "max" if player == MAX else "min": ranks,
                "outside": [name for name in graph if name not in ranks],
            },
            moves=moves,
        ),
        tuple(questions),
        (
            Message("The attractor is {names}.", names=" ".join(sorted(ranks))),
            Message("A winning strategy: {moves}", moves=", ".join(f"{tail} → {head}" for tail, head in moves.items())),
        ),
        (
            Table(
                Message("Rank by rank"),
                (
                    (Message("rank"), Message("vertices")),
                    *(
                        ("∞" if math.isinf(rank) else str(rank), " ".join(sorted(members)))
                        for rank, members in group_ranks(graph, ranks).items()
                    ),
                ),
            ),
        ),
        WEIGHTS,
    )


def group_ranks(graph: Mapping[str, list[str]], ranks: Mapping[str, int]) -> dict[float, list[str]]:
    """The vertices of each rank, those without one at last."""
    found: dict[float, list[str]] = {}
    for name in sorted(graph, key=lambda vertex: ranks.get(vertex, math.inf)):
        found.setdefault(ranks.get(name, math.inf), []).append(name)
    return found


def ask_move(name: str, graph: Mapping[str, list[str]], ranks: Mapping[str, int], player: int, order: int) -> Question:
    """The question for a move of the strategy: every move that comes nearer is right."""
    nearer = tuple(head for head in graph[name] if head in ranks and ranks[head] < ranks[name])
    return Question(
        name,
        ("move", "coup"),
        "moves",
        Message("A winning move of {player} at {vertex}", player=NAMES[player], vertex=name),
        ChoiceAnswer(tuple((head, head) for head in graph[name]), nearer),
        Message(
            "Vertex {vertex}: {player} must move to a vertex of a smaller rank than {rank}: {moves}.",
            vertex=name,
            player=NAMES[player],
            rank=ranks[name],
            moves=", ".join(nearer),
        ),
        order,
    )


def explain_rank(
    name: str, graph: Mapping[str, list[str]], owner: Mapping[str, int], ranks: Mapping[str, int], player: int
) -> Message:
    """Why a vertex has its rank, or none."""
    words = {"vertex": name, "player": NAMES[owner[name]]}
    heads = [head for head in graph[name] if head in ranks]
    if name in ranks and ranks[name] == 0:
        return Message("Vertex {vertex}: it is the target, so its rank is 0.", vertex=name)
    if name in ranks and owner[name] == player:
        best = min(heads, key=ranks.__getitem__)
        return Message(
            "Vertex {vertex}: the rank is {rank}, since {player} can move to {best}, of rank {below}, and to nothing "
            "of a smaller rank.",
            rank=ranks[name],
            best=best,
            below=ranks[best],
            **words,
        )
    if name in ranks:
        return Message(
            "Vertex {vertex}: the rank is {rank}, since all moves of {player} lead to vertices that are attracted, "
            "{heads}, and the largest of their ranks is {below}.",
            rank=ranks[name],
            heads=", ".join(f"{head} ({ranks[head]})" for head in heads),
            below=ranks[name] - 1,
            **words,
        )
    if not graph[name]:
        return Message("Vertex {vertex}: it is not attracted, since play ends there.", vertex=name)
    free = [head for head in graph[name] if head not in ranks]
    if owner[name] == player:
        return Message(
            "Vertex {vertex}: it is not attracted, since {player} can only move to {heads}, which are not.",
            heads=", ".join(free),
            **words,
        )
    return Message(
        "Vertex {vertex}: it is not attracted, since {player} can move to {head}, which is not.", head=free[0], **words
    )


ATTRACTOR = Kind("attractor", Message("Attractor"), OPTIONS, draw_graph, pose_attractor)
