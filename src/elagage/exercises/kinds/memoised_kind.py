"""Minimax with a memory on a graph in which positions are met again: the values, and what is answered from memory."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from elagage.exercises.cut_constraints import pick
from elagage.exercises.kinds.random_graphs import draw_layers, draw_until, shuffle
from elagage.exercises.kinds.tree_kind import read_span
from elagage.exercises.posed import GraphMaterial, Kind, Option, Posed, Table, flag, span, whole
from elagage.exercises.questions import ChoiceAnswer, NumberAnswer, Question, SequenceAnswer
from elagage.i18n import Message
from elagage.result import MAX, MIN, Number, format_number
from elagage.search.memoised import memoised
from elagage.search.minimax import minimax
from elagage.trace import Enter, Leave, Recall, Trace
from elagage.ways.graph_game import GraphGame

__all__ = ["MEMOISED"]

OPTIONS = (
    Option("depth", 3, whole("depth", 2, 4)),
    Option("shared", 2, whole("shared", 1, 6)),
    Option("values", "0-20", span("values", "-9:9")),
    Option("min_first", False, flag("min-first")),
)
WEIGHTS = {"values": 2, "memory": 2, "moves": 1}
WIDTHS = {2: (1, 3, 4), 3: (1, 2, 4, 5), 4: (1, 2, 3, 4, 5)}


class ValuedGraph(GraphGame):
    """A graph whose ends are worth what they say."""

    payoffs = True


def draw_graph(options: Mapping[str, Any], seed: int) -> dict[str, Any]:
    """A graph in layers in which enough inner positions are met more than once."""
    low, high = read_span(options["values"])
    widths = WIDTHS[options["depth"]]

    def draw(chooser: Random) -> dict[str, Any]:
        graph = draw_layers(chooser, widths)
        leaves = [name for name in graph if not graph[name]]
        if high - low + 1 >= 2 * len(leaves):
            values = shuffle(chooser, range(low, high + 1))[: len(leaves)]
        else:
            values = [low + pick(chooser, high - low + 1) for _leaf in leaves]
        return {"graph": graph, "values": dict(zip(leaves, values, strict=True)), "first": int(options["min_first"])}

    def fits(given: dict[str, Any]) -> bool:
        recalled = [name for name, _parent in list_recalls(solve(given)[1])]
        inner = {name for name in recalled if given["graph"][name]}
        return len(inner) >= min(options["shared"], sum(widths[1:-1])) and len(recalled) <= 12

    asked = Message("{shared} positions that are met again", shared=options["shared"])
    found: dict[str, Any] = draw_until(seed, draw, fits, asked)
    return found


def solve(given: Mapping[str, Any]) -> tuple[GraphGame, Trace]:
    """The game on the graph, and what the memoised search did there."""
    graph = given["graph"]
    owner = dict.fromkeys(graph, MAX)
    layer, player = ["a"], MIN if given["first"] else MAX
    while layer:
        owner |= dict.fromkeys(layer, player)
        layer = list(dict.fromkeys(head for name in layer for head in graph[name]))
        player = 1 - player
    arcs = {name: {head: head for head in heads} for name, heads in graph.items()}
    game = ValuedGraph(arcs, "a", owner, dict(given["values"]), dict(given["values"]))
    trace = Trace()
    memoised(game, trace=trace)
    return game, trace


def list_recalls(trace: Trace) -> list[tuple[str, str]]:
    """What was answered from memory, in order, each with who asked."""
    entered: dict[int, Enter] = {}
    found = []
    for event in trace.events:
        if isinstance(event, Enter):
            entered[event.node] = event
        elif isinstance(event, Recall):
            node = entered[event.node]
            found.append((str(node.state), str(entered[node.parent or 0].state)))
    return found


def pose_memoised(kind: Kind, options: Mapping[str, Any], given: Mapping[str, Any], seed: int | None) -> Posed:
    """The exercise on a graph."""
    game, trace = solve(given)
    graph: dict[str, list[str]] = {name: list(heads) for name, heads in given["graph"].items()}
    recalls = list_recalls(trace)
    states = {event.node: str(event.state) for event in trace.events if isinstance(event, Enter)}
    values: dict[str, Number] = {}
    for event in trace.events:
        if isinstance(event, Leave):
            values[states[event.node]] = event.value
    plain = minimax(game).nodes
    order = {name: place for place, name in enumerate(values)}
    questions = [
        Question(
            name,
            ("", "value", "valeur"),
            "values",
            Message("Value of {node}", node=name),
            NumberAnswer(values[name]),
            explain_value(name, graph, game.owner[name], values),
            order[name],
        )
        for name in graph
        if graph[name]
    ]
    questions += ask_memory(graph, recalls, len(states), plain, len(graph))
    questions.append(ask_best(graph, values, game.owner["a"], 2 * len(graph)))
    return Posed(
        kind,
        seed,
        options,
        given,
        (
            Message(
                "The game is a graph, and play begins at a. Max moves at the round vertices, Min at the square ones; "
                "the others are ends, with their values."
            ),
            Message("Give the minimax value of every vertex where somebody moves."),
            Message(
                "The memoised search looks at the successors in alphabetical order and keeps every value, those of "
                "ends too. List the vertices that it answers from memory, in order, as often as that happens."
            ),
            Message("Count the calls of both searches, the first one at a and those answered from memory included."),
        ),
        GraphMaterial(
            graph,
            game.owner,
            {name: format_number(value) for name, value in given["values"].items()},
            {name: format_number(values[name]) for name in graph},
            layered=True,
        ),
        tuple(questions),
        (
            Message("Value of the root for Max: {value}", value=format_number(values["a"])),
            Message("Answered from memory: {names}", names=" ".join(name for name, _parent in recalls)),
            Message("Calls: {some} with memory, {all} without.", some=len(states), all=plain),
        ),
        (
            Table(
                Message("What is answered from memory"),
                (
                    (Message("vertex"), Message("asked for by"), Message("value")),
                    *((name, parent, format_number(values[name])) for name, parent in recalls),
                ),
            ),
        ),
        WEIGHTS,
    )


def explain_value(name: str, graph: Mapping[str, list[str]], player: int, values: Mapping[str, Number]) -> Message:
    """Why a vertex has its value."""
    given = ", ".join(f"{head} {format_number(values[head])}" for head in graph[name])
    words = {"label": name, "value": format_number(values[name]), "given": given}
    if player == MAX:
        return Message(
            "Node {label}: the value is {value}, since {player} takes the largest of {given}.", player="Max", **words
        )
    return Message(
        "Node {label}: the value is {value}, since {player} takes the smallest of {given}.", player="Min", **words
    )


def ask_memory(
    graph: Mapping[str, list[str]], recalls: list[tuple[str, str]], some: int, plain: int, order: int
) -> list[Question]:
    """What the memory answers, and how many calls both searches make."""
    reasons = tuple(
        Message(
            "From memory, place {place}: it is {vertex}, which {parent} asks for and which was searched before.",
            place=place,
            vertex=name,
            parent=parent,
        )
        for place, (name, parent) in enumerate(recalls, 1)
    )
    names = tuple(name for name, _parent in recalls)
    return [
        Question(
            "",
            ("memory", "mémoire", "memoire"),
            "memory",
            Message("Answered from memory, in order"),
            SequenceAnswer(names, tuple(graph), reasons),
            Message("From memory come only {names}.", names=" ".join(names) or "-"),
            order,
        ),
        Question(
            "",
            ("calls", "appels"),
            "memory",
            Message("Calls with memory"),
            NumberAnswer(some),
            Message(
                "With memory there are {some} calls: one for each of the {vertices} vertices, and {again} answered "
                "from memory.",
                some=some,
                vertices=some - len(recalls),
                again=len(recalls),
            ),
            order + 1,
        ),
        Question(
            "",
            ("plain", "sans"),
            "memory",
            Message("Calls without memory"),
            NumberAnswer(plain),
            Message("Without memory there are {all} calls: one for each path from a.", all=plain),
            order + 2,
        ),
    ]


def ask_best(graph: Mapping[str, list[str]], values: Mapping[str, Number], player: int, order: int) -> Question:
    """The move at the root."""
    best = tuple(head for head in graph["a"] if values[head] == values["a"])
    return Question(
        "a",
        ("move", "coup"),
        "moves",
        Message("The best move at {vertex}", vertex="a"),
        ChoiceAnswer(tuple((head, head) for head in graph["a"]), best),
        Message(
            "At {vertex}, {player} plays {move}, which has the value {value} too.",
            vertex="a",
            player="Max" if player == MAX else "Min",
            move=", ".join(best),
            value=format_number(values["a"]),
        ),
        order,
    )


MEMOISED = Kind("memoised", Message("Minimax with memory"), OPTIONS, draw_graph, pose_memoised)
