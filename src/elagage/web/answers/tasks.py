"""Everything that a worker can be asked for, by its name: from a request, as JSON, to what is answered."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Protocol

from elagage.errors import ElagageError, NotationError
from elagage.evaluation import heuristic_choices
from elagage.evaluation.reasons import tell_reasons
from elagage.figures.boards.board_pieces import side_colours
from elagage.figures.boards.board_scene import board_scene
from elagage.figures.scene.svg import scene_svg
from elagage.formats import read_pasted, replay_written
from elagage.game import read_move, read_state
from elagage.games import ENTRIES as GAMES
from elagage.games.spoken import read_rules, read_sides
from elagage.i18n import Message, translate_both
from elagage.loading import load
from elagage.solvers import load_solution
from elagage.web.answers.analysis_jobs import Analyst
from elagage.web.answers.move_list import Line, Shelf
from elagage.web.answers.position_json import heuristic_json, position_json
from elagage.web.http_errors import Refusal
from elagage.web.request_fields import MOST_REVIEW, text

__all__ = ["TASKS", "Desk", "File", "Later", "Work"]


class Work(Protocol):
    """A piece of work, as tasks see it."""

    request: dict[str, Any]
    seconds: float
    spent: float
    carry: Any

    def is_stopped(self) -> bool:
        """Is it to end, for good or for now?"""

    def gives_way(self) -> bool:
        """Is it to go on later?"""

    def tell(self, event: dict[str, Any], carry: bool = False) -> None:
        """Tell of it on the way; ``carry``: the next turn is to know."""


@dataclass(frozen=True)
class File:
    """An answer that is saved as a file."""

    content: bytes
    kind: str
    name: str


@dataclass(frozen=True)
class Later:
    """No answer yet: the work has given way, and goes on from here."""

    carry: Any


class Desk:
    """What a worker keeps from one piece of work to the next.

    ``setup`` names the game and the solution of the command line, as they are named there; a game that is ``own`` is
    one of a file.
    """

    def __init__(self, setup: dict[str, Any]) -> None:
        played = None if setup.get("game") is None else load(str(setup["game"]))
        solution = None if setup.get("solution") is None else load_solution(setup["solution"], played)
        self.shelf = Shelf(played if setup.get("own") else None, solution)
        self.analyst = Analyst(self.shelf)

    def comes_from_rules(self, error: Exception) -> bool:
        """Did an error come through the rules of the command line's file?"""
        from elagage.arena.game_jobs import comes_from_rules

        return self.shelf.own is not None and comes_from_rules(self.shelf.own, error)

    def line(self, work: Work) -> Line:
        """The position of a request."""
        return self.shelf.line(work.request)


def language_of(work: Work) -> str:
    """The language of pictures; the server has seen to it that there is one."""
    return str(work.request.get("lang", "en"))


# Positions


def describe_game(desk: Desk, work: Work) -> dict[str, Any]:
    """What a page needs to know of a game."""
    spec = text(work.request, "game")
    found = desk.shelf.game(spec)
    name = spec.partition(":")[0].casefold()
    title = next((entry.title for entry in GAMES if entry.name == name), None)
    return {
        "game": spec,
        "title": translate_both(type(found).__name__ if title is None else title),
        "heuristics": list(heuristic_choices(found)),
        "players": list(found.players),
        "sides": [
            {"name": translate_both(side.name), "colour": colour, "plural": side.plural}
            for side, colour in zip(read_sides(found), side_colours(found), strict=True)
        ],
        "rules": translate_both(read_rules(found)),
        "picture": scene_svg(board_scene(found, found.start(), labels=False)),
        "payoffs": found.payoffs,
        "margins": found.margins,
        "solved": desk.shelf.find_solution(spec, found) is not None,
    }


def show_position(desk: Desk, work: Work) -> dict[str, Any]:
    """The position at the end of a line."""
    return position_json(desk.line(work), language_of(work))


def referee(desk: Desk, work: Work) -> dict[str, Any]:
    """A line of others, if all its moves are moves: their names, and whose turn it is then."""
    line = desk.line(work)
    game, state = line.game, line.state
    return {"moves": list(line.names), "player": game.player(state), "over": bool(game.over(state)), "key": line.key}


def read_position(desk: Desk, work: Work) -> dict[str, Any]:
    """A position, or a line of moves, as somebody typed it."""
    spec, written = text(work.request, "game"), text(work.request, "text")
    played = desk.shelf.game(spec)
    state = read_state(played, written.strip())
    line = line_of(desk.shelf, spec, written, state) or desk.shelf.line(
        {"game": spec, "position": played.state_name(state), "moves": []}
    )
    return {"line": line.as_json(), "position": position_json(line, language_of(work))}


def line_of(shelf: Shelf, spec: str, written: str, state: Any) -> Line | None:
    """The line that a text is, if its moves can be told apart: with spaces or commas,
    or one letter or square a move; of Othello, in a format of other programs too.
    """
    played = shelf.game(spec)
    words = written.replace(",", " ").split()
    if len(words) == 1:
        words = pieces(played, words[0])
    for pasted in (False, True):
        with suppress(ElagageError, Refusal):
            start, moves = find_pasted_line(played, written) if pasted else (None, words)
            line = shelf.line({"game": spec, "position": start, "moves": moves})
            if line.state == state:
                return line
    return None


def find_pasted_line(played: Any, written: str) -> tuple[str | None, list[str]]:
    """The first position (None: the usual one) and the moves of a game of Othello as other programs write it."""
    if played.board_kind != "felt":
        raise NotationError("'{text}' is not a position of this game.", text=written[:80])
    game = read_pasted(played, written)
    return game.start or None, replay_written(played, game)[1]


def pieces(played: Any, written: str) -> list[str]:
    """A line without spaces, cut into the names of legal moves, the longest first."""
    found: list[str] = []
    state, rest = played.start(), written
    while rest and len(found) < 400 and not played.over(state):
        names = {played.move_name(state, move): move for move in played.moves(state)}
        name = max((name for name in names if rest.casefold().startswith(name.casefold())), key=len, default=None)
        if name is None:
            break
        found.append(name)
        state, rest = played.play(state, names[name]), rest[len(name) :]
    return [*found, rest] if rest else found


def explain(desk: Desk, work: Work) -> dict[str, Any]:
    """The heuristic of a position, in its parts."""
    return heuristic_json(desk.line(work))


# Figures


def draw_tree(desk: Desk, work: Work) -> dict[str, Any]:
    """The tree that an algorithm walks."""
    from elagage.web.answers.figure_answers import tree_json

    line = desk.line(work)
    return {"key": line.key, **tree_json(line, work.request, language_of(work))}


def compare(desk: Desk, work: Work) -> dict[str, Any]:
    """The algorithms side by side."""
    from elagage.web.answers.figure_answers import compare_json

    line = desk.line(work)
    return compare_json(line, work.request, desk.analyst.scale(line.spec, line.game))


def draw_literal(_desk: Desk, work: Work) -> dict[str, Any] | File:
    """A literal tree, as a page's data or as a file."""
    from elagage.web.answers.figure_answers import literal_file, literal_json

    if work.request.get("format", "page") == "page":
        return literal_json(work.request, language_of(work))
    return File(*literal_file(work.request, language_of(work)))


def draw_path(_desk: Desk, work: Work) -> dict[str, Any]:
    """A path search on a drawn grid."""
    from elagage.web.answers.figure_answers import path_json

    return path_json(work.request, language_of(work))


def draw_graph(_desk: Desk, work: Work) -> dict[str, Any]:
    """A game graph, solved."""
    from elagage.web.answers.figure_answers import graph_json

    return graph_json(work.request, language_of(work))


def pose_exercise(_desk: Desk, work: Work) -> dict[str, Any]:
    """An exercise of a kind, to be answered in the page."""
    from elagage.web.answers.figure_answers import exercise_json

    return exercise_json(work.request, language_of(work))


# Searches


def play(desk: Desk, work: Work) -> dict[str, Any]:
    """A level's move; Refusal where there is none to make."""
    line, request = desk.line(work), work.request
    if line.game.over(line.state):
        raise Refusal("There is no move to make: the game is over.")
    return desk.analyst.play(line, request["level"], request.get("seed"), work.tell, work.is_stopped)


def analyse(desk: Desk, work: Work) -> dict[str, Any] | Later:
    """Every move's score and, if that is asked for, why the best one is good."""
    found = search_on(desk, work)
    if work.request.get("why") and isinstance(found, dict) and found.get("line"):
        found["why"] = list(map(translate_both, reasons_of(desk.line(work), found)))
    return found


def reasons_of(line: Line, found: dict[str, Any]) -> list[Message]:
    """Why the first move of what was found is good."""
    game, state, moves = line.game, line.state, []
    for name in found["line"]:
        moves.append(read_move(game, state, name))
        state = game.play(state, moves[-1])
    others = [each["outcome"] for each in found["moves"] if each["exact"] and each["name"] != found["line"][0]]
    return tell_reasons(game, line.state, moves, found["outcome"], others)


def search_on(desk: Desk, work: Work) -> dict[str, Any] | Later:
    """Every move's score; what earlier turns have found is never gone back on."""
    best: dict[str, Any] | None = work.carry

    def tell(event: dict[str, Any]) -> None:
        nonlocal best
        if event["event"] != "info":
            work.tell(event)
        elif is_news(event, best):
            best = keep_proofs(event, best)
            work.tell(best, carry=True)

    line, depth = desk.line(work), work.request.get("depth")
    found = desk.analyst.analyse(line, work.seconds, depth, tell, work.is_stopped)
    found["seconds"] = round(found["seconds"] + work.spent, 3)
    if found["exact"] and not (work.gives_way() and not all(map(is_proven, found["moves"]))):
        return keep_proofs(found, best)
    proven = best is not None and best["exact"]
    if not proven and (found["depth"] or 0) >= (depth or 1 << 30):
        return found
    if work.gives_way():
        return Later(best)
    if best is not None and (proven or (found["depth"] or 0) < best["depth"]):
        found = {**best, "event": "result", "seconds": found["seconds"]}
        found.pop("id", None)
    return found


def is_news(event: dict[str, Any], best: dict[str, Any] | None) -> bool:
    """Does it say more than what was told? An estimate says nothing more of a value that is proven."""
    if best is None or event["exact"]:
        return True
    return not best["exact"] and event["depth"] > best["depth"]


def keep_proofs(event: dict[str, Any], best: dict[str, Any] | None) -> dict[str, Any]:
    """What is told of a proven value, with the scores of moves that were told if more of them are proven."""
    if best is None or not (event["exact"] and best["exact"]):
        return event
    return {**event, "moves": max(event["moves"], best["moves"], key=lambda moves: sum(map(is_proven, moves)))}


def is_proven(move: dict[str, Any]) -> bool:
    return bool(move["exact"])


def review(desk: Desk, work: Work) -> dict[str, Any] | Later:
    """Every position of a line, and the moves that lost most."""
    line = desk.line(work)
    seconds = min(work.request["seconds"], MOST_REVIEW / len(line.states))
    seen: list[dict[str, Any]] = work.carry or []
    found = desk.analyst.review(line, seconds, seen, work.tell, work.is_stopped)
    return Later(seen) if found is None and work.gives_way() else found or {"event": "result", "key": line.key}


def warm(desk: Desk, work: Work) -> dict[str, Any]:
    """Have the engine imported, and the code of a game made or loaded, before anybody asks for it."""
    from elagage.analysis import can_compile

    return {"reason": can_compile(desk.shelf.game(text(work.request, "game")))}


TASKS: dict[str, Callable[[Desk, Any], Any]] = {
    "game": describe_game, "position": show_position, "read": read_position, "referee": referee,
    "explain": explain,
    "tree": draw_tree, "compare": compare, "literal": draw_literal, "path": draw_path, "graph": draw_graph,
    "exercise": pose_exercise,
    "play": play, "analyse": analyse, "review": review, "warm": warm,
}  # fmt: skip
