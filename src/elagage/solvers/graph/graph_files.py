"""Graphs as text: a format that a class can type, and PGSolver's.

What is wrong with a text is told in one sentence, with its line.

Ours has a line for each vertex: who moves there and where to, or how the game ends there. What follows a ``#`` is a
remark.

    a max: b c        Max moves, to b or to c
    b min: a d        names are words; commas between them do no harm
    c: +1             the game ends, Max wins (also written max)
    d: 0              a draw (also written draw); -1 or min: Min wins

A vertex that is only named as a successor is an end, and drawn. The players may be called J1 and J2 too, and a draw
nul or N. The same as JSON is an object of three, ``{"graph": {"a": ["b", "c"]}, "owner": {"a": "J1"}, "finals":
{"c": "J1", "b": "nul"}}``, or in French ``graphe``, ``joueurs`` and ``finales``.

PGSolver's has a statement for each vertex, ``VERTEX PRIORITY PLAYER SUCCESSOR,SUCCESSOR "NAME";``, after an optional
``parity NUMBER;``. Player 0 is Max, 1 is Min. Every vertex has successors there, so one that leads to itself alone is
where play ends: won by Max if its priority is even, by Min if it is odd, as in a parity game. The other priorities are
not looked at.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, NamedTuple

from elagage.errors import FileError, NotationError
from elagage.i18n import Message
from elagage.result import MAX, MIN

__all__ = ["MOST_BYTES", "GameGraph", "decode_graph", "parse_graph", "read_graph", "read_player", "read_result"]

MOST_BYTES = 1 << 28
"""A larger file is refused: it would not fit into memory as a graph."""
PLAYERS = {"max": MAX, "min": MIN, "j1": MAX, "j2": MIN, "j_max": MAX, "j_min": MIN}
RESULTS = {"+1": 1, "1": 1, "-1": -1, "−1": -1, "0": 0, "draw": 0, "nul": 0, "nulle": 0, "n": 0} | {
    word: (1, -1)[player] for word, player in PLAYERS.items()
}
JSON_KEYS = {"graphe": "graph", "successeurs": "graph", "joueurs": "owner", "players": "owner", "finales": "finals"}
PGSOLVER = re.compile(r"\s*+(?:(?:parity|start)\s++[0-9]|[0-9]++\s++[0-9]++\s++[0-9])")
SPACE = re.compile(r"\s++")
HEADER = re.compile(r"\s*+(?:parity|start)\s++[0-9]{1,18}+\s*+;")
STATEMENT = re.compile(
    r"([0-9]{1,18}+)\s++[0-9]{0,18}([0-9])\s++([01])\s++([0-9]{1,18}+(?:\s*+,\s*+[0-9]{1,18}+)*+)"
    r'(?:\s*+"([^"\n]*+)")?+\s*+;'
)


class GameGraph(NamedTuple):
    """What a file says, as plain dicts: ``solve_graph(game.graph, game.owner, game.finals)``."""

    graph: dict[Any, list[Any]]
    """The successors of every vertex. Vertices are words in our format, numbers in PGSolver's."""
    owner: dict[Any, int]
    """MAX or MIN, for each vertex where somebody moves."""
    finals: dict[Any, int]
    """The score for Max of each final vertex that has one."""
    names: dict[Any, str]
    """What PGSolver's file calls its vertices; empty for ours."""


def parse_graph(text: str) -> GameGraph:
    """The graph that a text describes, in either format; NotationError says what is wrong with it, and on which line.

    >>> parse_graph("a max: b c, b: +1, c: 0".replace(", ", chr(10))).finals
    {'b': 1, 'c': 0}
    >>> parse_graph('parity 1; 0 0 1 0,1 "start"; 1 2 0 1;')
    GameGraph(graph={0: [0, 1], 1: [1]}, owner={0: 1, 1: 0}, finals={1: 1}, names={0: 'start'})
    """
    if text.lstrip().startswith("{"):
        game = parse_json(text)
    else:
        game = parse_pgsolver(text) if PGSOLVER.match(text) else parse_lines(text)
    if not game.graph:
        raise NotationError("There is no vertex in the text: write lines such as a max: b c.")
    return game


def read_player(word: Any) -> Any:
    """MAX or MIN for a player's name; anything else as it is."""
    return PLAYERS.get(word.casefold(), word) if isinstance(word, str) else word


def read_result(word: Any) -> Any:
    """The score for Max that a word says; anything else as it is."""
    return RESULTS.get(word.casefold(), word) if isinstance(word, str) else word


def parse_json(text: str) -> GameGraph:
    """A graph as a JSON object: successors, owners, results of the ends."""
    try:
        whole = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise NotationError("This is no JSON: {problem}.", problem=error) from None
    parts = {JSON_KEYS.get(key, key): value for key, value in whole.items()}
    graph, owner, finals = (parts.get(name, {}) for name in ("graph", "owner", "finals"))
    lists = isinstance(graph, dict) and all(isinstance(each, list) for each in graph.values())
    if not lists or not isinstance(owner, dict) or not isinstance(finals, dict) or not graph:
        raise NotationError(
            "A graph in JSON is an object with graph (lists of successors), owner and finals, such as {example}.",
            example='{"graph": {"a": ["b"]}, "owner": {"a": "J1"}, "finals": {"b": "J1"}}',
        )
    successors = {str(vertex): [str(after) for after in each] for vertex, each in graph.items()}
    for after in [after for each in successors.values() for after in each]:
        successors.setdefault(after, [])
    if not all(vertex.isprintable() for vertex in successors):
        raise NotationError("A name of the graph holds characters that can't be shown.")
    owners = {str(vertex): read_player(player) for vertex, player in owner.items()}
    scores = {str(vertex): read_result(result) for vertex, result in finals.items()}
    for vertex in (*owners, *scores):
        if vertex not in successors:
            raise NotationError("{vertex} is not a vertex of the graph.", vertex=vertex)
    for vertex, player in owners.items():
        if isinstance(player, bool) or player not in (MAX, MIN):
            raise NotationError("{vertex}: who moves is J1 or J2 (max or min), not {word}.", vertex=vertex, word=player)
    for vertex, each in successors.items():
        if each and vertex not in owners:
            raise NotationError("Who moves at {vertex}? Say it in owner: J1 or J2.", vertex=vertex)
    for vertex, score in scores.items():
        if isinstance(score, bool) or not isinstance(score, int | float):
            raise NotationError("{vertex} ends with J1, J2 or nul (1, -1 or 0), not {word}.", vertex=vertex, word=score)
    return GameGraph(successors, owners, scores, {})


def parse_lines(text: str) -> GameGraph:
    """Our format."""
    graph: dict[Any, list[Any]] = {}
    owner: dict[Any, int] = {}
    finals: dict[Any, int] = {}
    for number, written in enumerate(text.replace("\r\n", "\n").replace("\r", "\n").split("\n"), 1):
        line = " ".join(written.partition("#")[0].split())
        if not line:
            continue
        if not line.isprintable():
            raise make_line_error(
                number, Message("it holds characters that can't be shown, so this is no text of a graph")
            )
        head, colon, rest = line.partition(":")
        words, after = head.split(), rest.replace(",", " ").split()
        if not colon or len(words) not in (1, 2) or "," in head or ":" in rest:
            raise make_line_error(number, Message("write a vertex, who moves and its successors, as in a max: b c"))
        if words[0] in graph:
            raise make_line_error(number, Message("the vertex {vertex} was given before", vertex=words[0]))
        graph[words[0]] = []
        if len(words) == 2:
            if words[1].casefold() not in PLAYERS:
                raise make_line_error(number, Message("who moves is max or min, not {word}", word=words[1]))
            owner[words[0]] = PLAYERS[words[1].casefold()]
            graph[words[0]] = after
        else:
            if len(after) != 1 or after[0].casefold() not in RESULTS:
                problem = Message(
                    "after {vertex} say who moves there, max or min, or how the game ends: +1, -1 or 0", vertex=words[0]
                )
                raise make_line_error(number, problem)
            finals[words[0]] = RESULTS[after[0].casefold()]
    for successors in list(graph.values()):
        for successor in successors:
            graph.setdefault(successor, [])
    return GameGraph(graph, owner, finals, {})


def parse_pgsolver(text: str) -> GameGraph:
    """PGSolver's format."""
    graph: dict[Any, list[Any]] = {}
    owner: dict[Any, int] = {}
    finals: dict[Any, int] = {}
    names: dict[Any, str] = {}
    lines: dict[Any, int] = {}
    place, line = 0, 1
    while header := HEADER.match(text, place):
        line += text.count("\n", place, header.end())
        place = header.end()
    while (start := end_of_space(text, place)) < len(text):
        line += text.count("\n", place, start)
        statement = STATEMENT.match(text, start)
        if statement is None:
            if text.find(";", start) < 0:
                raise make_line_error(
                    line, Message("the last statement does not end with a semicolon: the file was cut short")
                )
            raise make_line_error(
                line,
                Message('write 3 0 1 4,5 "name"; for a vertex, its priority, its player (0 or 1) and its successors'),
            )
        vertex = int(statement[1])
        if vertex in graph:
            raise make_line_error(line, Message("the vertex {vertex} was given before", vertex=vertex))
        graph[vertex] = [int(word) for word in re.findall("[0-9]++", statement[4])]
        owner[vertex] = int(statement[3])
        lines[vertex] = line
        if set(graph[vertex]) == {vertex}:
            finals[vertex] = -1 if int(statement[2]) % 2 else 1
        if statement[5]:
            if not statement[5].isprintable():
                raise make_line_error(
                    line, Message("it holds characters that can't be shown, so this is no text of a graph")
                )
            names[vertex] = statement[5]
        line += text.count("\n", start, statement.end())
        place = statement.end()
    for vertex, successors in graph.items():
        for successor in successors:
            if successor not in graph:
                problem = Message(
                    "{vertex} leads to {successor}, which has no statement of its own",
                    vertex=vertex,
                    successor=successor,
                )
                raise make_line_error(lines[vertex], problem)
    return GameGraph(graph, owner, finals, names)


def end_of_space(text: str, place: int) -> int:
    blank = SPACE.match(text, place)
    return blank.end() if blank else place


def make_line_error(line: int, problem: Message) -> NotationError:
    return NotationError("Line {line}: {problem}.", line=line, problem=problem)


def read_graph(path: Path | str) -> GameGraph:
    """The graph in a file; FileError says what is wrong with the file."""
    try:
        with Path(path).open("rb") as file:
            content = file.read(MOST_BYTES + 1)
    except FileNotFoundError:
        raise FileError("There is no file {path}.", path=path) from None
    except (OSError, ValueError) as error:  # a name with a null byte in it is a ValueError
        problem = getattr(error, "strerror", None) or error
        raise FileError("{path} can't be read: {problem}.", path=repr(str(path)), problem=problem) from None
    return decode_graph(content, str(path))


def decode_graph(content: bytes, name: str) -> GameGraph:
    """The graph in the bytes of a file of that name."""
    if len(content) > MOST_BYTES:
        raise FileError("{path} is too large: a graph may have {most} megabytes.", path=name, most=MOST_BYTES >> 20)
    try:
        return parse_graph(content.decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise FileError("{path} is not text in UTF-8, so it can't be a graph.", path=name) from None
    except NotationError as error:
        raise FileError("{path} is not a graph that can be read: {problem}", path=name, problem=error) from None
