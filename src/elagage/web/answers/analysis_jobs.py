"""The searches that the page asks for: the best move and every move's score, a level's move,
a whole game looked through.
"""

from __future__ import annotations

import math
import random
import time
from collections import OrderedDict
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

from elagage.analysis import ask
from elagage.errors import ElagageError, Stopped
from elagage.evaluation.usual_size import estimate_usual_size
from elagage.game import Game
from elagage.games.spoken import tell_score
from elagage.i18n import translate_both
from elagage.levels import choose, judge_as
from elagage.question import Question, Wishes
from elagage.result import MAX, Info, Limits, MoveScore, Result, Score
from elagage.solvers import Solution, solve
from elagage.web.answers.move_list import Line, Shelf, key_of
from elagage.web.answers.position_json import end_score

__all__ = ["Analyst", "bar_value"]

Tell = Callable[[dict[str, Any]], None]
Stop = Callable[[], bool]
MEMORY = 16
"""Megabytes of a search's table."""
PATIENCE = 2.5
"""Seconds for solving a game in which play can cycle."""
TURNING = 0.15
"""How much of the bar a move must lose to be a turning point."""
KEPT = 2


class Analyst:
    """Answers searches; small games where play cycles are solved once and kept."""

    def __init__(self, shelf: Shelf) -> None:
        self.shelf = shelf
        self.solved: OrderedDict[str, Solution[Any, Any] | None] = OrderedDict()
        self.scales: OrderedDict[str, float] = OrderedDict()

    def analyse(self, line: Line, seconds: float, depth: int | None, tell: Tell, stop: Stop) -> dict[str, Any]:
        """The result for the end of a line; ``tell`` hears what is known on the way."""
        game, state = line.game, line.state

        reached = 0

        def news(info: Info[Any]) -> None:
            nonlocal reached
            reached = info.depth
            known = self.describe_analysis(line, info.depth, info.score, info.line, info.nodes, info.moves)
            tell({"event": "info", **known, "exact": info.exact})

        found = self.find_result(
            line, seconds, depth, stop, news, lambda: tell({"event": "compiling", "key": line.key})
        )
        score = end_score(game, state) if game.over(state) else found.score
        reached = reached if found.depth is None else found.depth
        answer = self.describe_analysis(line, reached, score, found.line, found.nodes, found.moves)
        facts = {"depth": found.depth, "exact": found.exact, "seconds": round(found.seconds, 3)}
        return {"event": "result", **answer, **facts}

    def find_result(
        self,
        line: Line,
        seconds: float,
        depth: int | None,
        stop: Stop,
        on_info: Callable[[Info[Any]], None] | None = None,
        on_wait: Callable[[], None] | None = None,
    ) -> Result[Any]:
        """From a solution if there is one, at once if the game is small, else by searching."""
        wishes = Wishes(every_move=True, memory=MEMORY)
        question = Question(line.game, line.state, Limits(depth, seconds), wishes)
        known = self.shelf.find_solution(line.spec, line.game) or self.is_small(line, stop)
        if known is not None:
            with suppress(ElagageError):  # the solution begins elsewhere
                return ask(question, known=known)
        return ask(question, on_info=on_info, on_wait=on_wait, stop=stop)

    def is_small(self, line: Line, stop: Stop) -> Solution[Any, Any] | None:
        """The solution of a small game in which play can cycle; None if it is not small."""
        game = line.game
        if not game.cycles or line.spec == "file":
            return None
        if line.spec in self.solved:
            return self.solved[line.spec]
        found: Solution[Any, Any] | None = None
        for _attempt in range(2):  # the first may be spent on compiling
            late = time.perf_counter() + PATIENCE
            try:
                found = solve(
                    game,
                    memory=4 * MEMORY,
                    stop=lambda late=late: stop() or time.perf_counter() > late,  # type: ignore[misc]
                )
                break
            except Stopped:
                if stop():
                    return None
            except ElagageError:
                break
        self.solved[line.spec] = found
        while len(self.solved) > KEPT:
            self.solved.popitem(last=False)
        return found

    def describe_analysis(
        self,
        line: Line,
        depth: int | None,
        score: Score,
        variation: Sequence[Any],
        nodes: int,
        moves: Sequence[MoveScore[Any]],
    ) -> dict[str, Any]:
        """What is known of a position, for the page."""
        game, state = line.game, line.state
        scale = self.scale(line.spec, game)
        names, place = [], state
        for move in variation[:60]:
            names.append(game.move_name(place, move))
            place = game.play(place, move)
        return {
            "key": line.key,
            "depth": depth,
            "score": format_score(game, score),
            "value": bar_value(score, scale),
            "plies": score.plies,
            "outcome": score.outcome,
            "line": names,
            "nodes": nodes,
            "moves": [
                {
                    "name": game.move_name(state, entry.move),
                    "score": format_score(game, entry.score),
                    "value": bar_value(entry.score, scale),
                    "plies": entry.score.plies,
                    "outcome": entry.score.outcome,
                    "exact": entry.exact,
                    "depth": depth,
                }
                for entry in moves
            ],
        }

    def scale(self, spec: str, game: Game[Any, Any]) -> float:
        """How large the estimates of a game are: the middle one of some random positions."""
        name = f"{spec}\0{game.judged_by}"
        if name in self.scales:
            return self.scales[name]
        found = self.scales[name] = estimate_usual_size(game)
        while len(self.scales) > 64:
            self.scales.popitem(last=False)
        return found

    def play(self, line: Line, level: int, seed: int | None, tell: Tell, stop: Stop) -> dict[str, Any]:
        """A level's move; the highest level plays by the solution of the command line if there is one."""
        game, state = line.game, line.state
        known = self.shelf.find_solution(line.spec, game) if level == 10 else None
        move, result = None, None
        if known is not None:
            try:
                result = known.result_of(state)
                move = result.move
            except ElagageError:
                result = None
        if move is None:
            chooser = random.Random(seed)
            move, result = choose(
                game, state, level, chooser, stop=stop, memory=MEMORY,
                on_wait=lambda: tell({"event": "compiling", "key": line.key}),
            )  # fmt: skip
        return {
            "event": "result",
            "key": line.key,
            "move": game.move_name(state, move),
            "score": None if result is None else format_score(game, result.score),
            "value": None if result is None else bar_value(result.score, self.scale(line.spec, judge_as(game, level))),
        }

    def review(
        self, line: Line, seconds: float, seen: list[dict[str, Any]], tell: Tell, stop: Stop
    ) -> dict[str, Any] | None:
        """Every position of a line, and the moves that lost most; None if it was stopped before its end.

        ``seen`` holds what is known of the first positions already, and takes what is found of the others.
        """
        game = line.game
        scale = self.scale(line.spec, game)
        for ply, state in enumerate(line.states[len(seen) :], len(seen)):
            here = Line(game, line.spec, line.start, line.moves[:ply], line.names[:ply], line.states[: ply + 1])
            found = None
            if not game.over(state):
                found = self.find_result(here, seconds, None, stop)
            if stop():
                return None
            score = end_score(game, state) if found is None else found.score
            best = None if found is None or found.move is None else game.move_name(state, found.move)
            seen.append({"value": bar_value(score, scale), "best": best})
            news = {"event": "ply", "ply": ply, "key": key_of(line.spec, state), "score": format_score(game, score)}
            tell({**news, **seen[-1]})
        turning: list[dict[str, Any]] = []
        for ply, name in enumerate(line.names):
            sign = 1 if game.player(line.states[ply]) == MAX else -1
            loss = sign * (seen[ply]["value"] - seen[ply + 1]["value"])
            if loss >= TURNING and seen[ply]["best"] != name:
                turning.append({"ply": ply, "loss": round(loss, 3), "played": name, "best": seen[ply]["best"]})
        return {
            "event": "result",
            "key": line.key,
            "turning": sorted(turning, key=lambda entry: -float(entry["loss"]))[:8],
        }


def format_score(game: Game[Any, Any], score: Score) -> dict[str, str]:
    return translate_both(tell_score(game, score))


def bar_value(score: Score, scale: float) -> float:
    """A score as a number between -1 (Min has won) and 1 (Max has won).

    >>> bar_value(Score.win(3), 5), bar_value(Score.draw(), 5), bar_value(Score.estimate(0), 5)
    (1.0, 0.0, 0.0)
    """
    if score.outcome is not None:
        return float(score.outcome)
    return round(0.95 * math.tanh(score.value / (2.5 * scale)), 4)
