"""Games between players: a job is plain data, and what comes back is plain data. The same job gives the same games
wherever it runs; one that stays in its process may hold the game itself instead of its text.

    job     {"game", "checks": {path: sha256}, "clock", "patience", "adjudicate", "note",
             "games": [{"number", "max", "min", "position", "opening", "seed"}]}
    row     {"number", "outcome", "reason", "failed", "moves", "plies",
             "nodes": [max, min], "seconds": [max, min], "turns": [max, min]}

``outcome`` is 1 if Max won, -1 if Min did, 0 for a draw, None for a game that does not count. ``failed`` is who
failed: 0, 1 or None.
"""

from __future__ import annotations

import hashlib
import os
import random
import sys
import time as clock_time
import traceback
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import Any

from elagage.analysis import may_be_solved
from elagage.arena.execution.time_limit import Overtime, limit_time
from elagage.arena.players.built_in_players import make_player
from elagage.arena.players.player_specs import PlayerSpec, parse_player
from elagage.arena.players.player_types import Choice, Failure, Player, Resigned, Turn
from elagage.compiler import CannotCompile, is_available
from elagage.errors import ElagageError, FileError, LoadError, RulesError, SearchError
from elagage.game import MAX, MIN, Game, read_state
from elagage.i18n import Message
from elagage.loading import is_user_module, load, split_path
from elagage.question import Question

__all__ = [
    "FAILED_IN_A_ROW",
    "LONGEST",
    "checksum_of",
    "comes_from_rules",
    "explain_failure",
    "files_of",
    "is_own_fault",
    "load_checked_game",
    "make_void_row",
    "own_failure",
    "play_game",
    "play_job",
]  # fmt: skip

LONGEST = 1000
"""A game of more plies is a draw."""
REPETITIONS = 3
"""A position that comes back so often, in a game where play can cycle, makes a draw."""
FAILED_IN_A_ROW = 3
Judge = Callable[[Any], int | None]
"""The exact outcome of a position, or None if it is out of reach."""
JUDGES_MEMORY = 16.0
"""Megabytes of the table of who says it."""
GRACE = 0.1
"""Seconds by which a player may overstep its time, and a tenth of it."""


def play_job(job: dict[str, Any]) -> list[dict[str, Any]]:
    """Play the games of a job, one after the other; fewer if a player fails three times in a row."""
    game = job["game"]
    if not isinstance(game, Game):
        game = load_checked_game(game, tuple(sorted(job["checks"].items())))
    players: dict[str, Player] = {}
    judge = make_judge(game, job.get("adjudicate", 0))
    streaks: Counter[str] = Counter()
    rows = []
    try:
        for wanted in job["games"]:
            texts = (wanted["max"], wanted["min"])
            try:
                row = play_game(game, texts, wanted, players, job["clock"], job["patience"], job.get("note"), judge)
            except (ElagageError, MemoryError):
                raise
            except Exception as error:  # whatever a user's rules raise
                raise explain_failure(game, error) from error
            rows.append(row)
            for side, text in enumerate(texts):
                streaks[text] = streaks[text] + 1 if row["failed"] == side else 0
            if max(streaks.values()) >= FAILED_IN_A_ROW:
                break
    finally:
        for player in players.values():
            player.close()
    return rows


def own_failure(error: Exception) -> SearchError:
    """The error for a fault of this program."""
    return SearchError(
        "The search fails in this program's own code ({problem}): please report it.",
        problem=f"{type(error).__name__}: {error}"[:200],
    )


def explain_failure(game: Game[Any, Any], error: Exception) -> ElagageError:
    """The error for rules that fail in the middle of a game, or for this program if they are not to blame."""
    if is_own_fault(game, error):
        return own_failure(error)
    return RulesError(
        "The rules of {game} fail: {kind}: {problem}; elagage check says more.",
        game=game.spec,
        kind=type(error).__name__,
        problem=error,
    )


@lru_cache(maxsize=8)
def load_checked_game(spec: str, checks: tuple[tuple[str, str], ...]) -> Game[Any, Any]:
    """The game, once the files that the job depends on are known to be the ones that were meant."""
    for path, checksum in checks:
        if checksum_of(Path(path)) != checksum:
            raise FileError("{path} has changed since the games were planned: plan them anew.", path=path)
    return load(spec)


def checksum_of(path: Path) -> str:
    """The SHA-256 of a file; FileError if it can't be read."""
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as error:
        raise FileError("{path} can't be read: {problem}.", path=path, problem=error.strerror) from None


def get_player(game: Game[Any, Any], text: str, players: dict[str, Player]) -> Player:
    """The player of that text, made if it is not there."""
    if text not in players:
        players[text] = make_player(parse_player(text), game)
    return players[text]


def play_game(
    game: Game[Any, Any],
    texts: tuple[str, str],
    wanted: dict[str, Any],
    players: dict[str, Player],
    clock: float | None = None,
    patience: float = 60.0,
    note: str | None = None,
    judge: Judge | None = None,
) -> dict[str, Any]:
    """Play one game; whoever fails loses it and is made again. The file ``note`` says whose turn it is, ``judge`` how a
    position ends that is within its reach.
    """
    opening = None if wanted["opening"] is None else tuple(wanted["opening"])
    start = state = read_state(game, wanted["position"]) if opening is None else game.play_line(game.start(), opening)
    chooser = random.Random(wanted["seed"])
    names: list[str] = []
    seen = Counter([state] if game.cycles else [])
    nodes, seconds, turns = [0, 0], [0.0, 0.0], [0, 0]
    outcome: int | None = None
    reason, failed = "", None
    for side, text in enumerate(texts):
        try:
            get_player(game, text, players).prepare(patience)
        except Failure as failure:
            close(players, text)
            outcome, failed, reason = (-1 if side == MAX else 1), side, format_failure(failure)
            break
    while outcome is None:
        if game.over(state):
            score = game.score(state)
            outcome = (score > 0) - (score < 0)
            break
        if len(names) >= LONGEST or (game.cycles and seen[state] >= REPETITIONS):
            outcome, reason = 0, "length" if len(names) >= LONGEST else "repetition"
            break
        proven = None if judge is None else judge(state)
        if proven is not None:
            outcome, reason = proven, "solved"
            break
        mover = MAX if game.player(state) == MAX else MIN
        if note is not None:
            Path(note).write_text(str(mover), encoding="ascii")
        began = clock_time.perf_counter()
        try:
            turn = Turn(state, start, opening, tuple(names), chooser.getrandbits(63), clock, patience)
            choice = ask(game, texts[mover], players, turn)
        except Failure as failure:
            close(players, texts[mover])
            outcome, failed = (-1 if mover == MAX else 1), mover
            reason = format_failure(failure)
            break
        except Resigned:
            outcome, reason = (-1 if mover == MAX else 1), "resigned"
            break
        seconds[mover] += clock_time.perf_counter() - began
        nodes[mover] += choice.nodes
        turns[mover] += 1
        names.append(game.move_name(state, choice.move))
        state = game.play(state, choice.move)
        if game.cycles:
            seen[state] += 1
    return {
        "number": wanted["number"], "outcome": outcome, "reason": reason, "failed": failed, "moves": " ".join(names),
        "plies": len(names), "nodes": nodes, "seconds": [round(spent, 6) for spent in seconds], "turns": turns,
    }  # fmt: skip


def make_judge(game: Game[Any, Any], nodes: int) -> Judge | None:
    """Who says how a game ends with best play, if so many positions are enough; nobody where it can't be solved so."""
    if nodes == 0 or not game.compiles or not is_available() or not may_be_solved(Question(game, game.start())):
        return None
    from elagage.solvers.exact import Exact

    solver = Exact(game, memory=JUDGES_MEMORY)

    def judge(state: Any) -> int | None:
        with suppress(CannotCompile, SearchError):
            score = solver.score(state, nodes=nodes)
            return None if score is None else score.outcome
        return None

    return judge


def format_failure(failure: Failure) -> str:
    """Why a game was lost, as it is recorded."""
    return f"{failure.kind}: {failure.message}" if failure.message else failure.kind


def ask(game: Game[Any, Any], text: str, players: dict[str, Player], turn: Turn) -> Choice:
    """A legal move of a player; Failure says why there is none."""
    began = clock_time.perf_counter()
    try:
        is_program = text in players and parse_player_cached(text).is_program
        with limit_time(
            turn.patience + (1.0 if is_program else 0.0)
        ):  # a program is given up first, by whoever waits for it
            choice = get_player(game, text, players).choose(turn)
    except Overtime:
        raise Failure("hang", Message("no answer in {seconds:g} s", seconds=turn.patience)) from None
    except (Failure, Resigned, MemoryError):
        raise
    except (LoadError, FileError):  # nobody failed at the board: it can't even sit down
        raise
    except (Exception, SystemExit) as error:  # whatever a player's own code raises
        if not is_program and is_own_fault(game, error):
            raise SearchError(
                "The player {player} fails in this program's own code ({problem}), so the games say nothing of its "
                "strength: please report it.",
                player=text,
                problem=f"{type(error).__name__}: {error}"[:200],
            ) from error
        problem = str(error) if isinstance(error, ElagageError) else f"{type(error).__name__}: {error}"
        raise Failure("crash", problem[:300]) from None
    spent = clock_time.perf_counter() - began
    if turn.clock is not None and spent > turn.clock * 1.1 + GRACE:
        raise Failure("time", Message("{spent:.2f} s", spent=spent))
    if choice.move not in list(game.moves(turn.state)):
        raise Failure("illegal", repr(choice.move)[:100])
    return choice


def is_own_fault(game: Game[Any, Any], error: BaseException) -> bool:
    """Is an error of a player a fault of this program: one that it does not know, and that no user's rules caused?"""
    return not isinstance(error, ElagageError) and not comes_from_rules(game, error)


def comes_from_rules(game: Game[Any, Any], error: BaseException) -> bool:
    """Did the error come through a user's own rules?"""
    own = {cls.__module__ for cls in type(game).__mro__ if not cls.__module__.startswith(("elagage.", "builtins"))}
    files = {
        getattr(module, "__file__", None)
        for name, module in list(sys.modules.items())
        if name in own or is_user_module(name)
    }
    return any(frame.filename in files for frame in traceback.extract_tb(error.__traceback__))


@lru_cache(maxsize=64)
def parse_player_cached(text: str) -> PlayerSpec:
    """The same as ``parse_player``, once a text."""
    return parse_player(text)


def close(players: dict[str, Player], text: str) -> None:
    """End a player, so that it is made again."""
    player = players.pop(text, None)
    if player is not None:
        player.close()


def make_void_row(number: int, note: str | None) -> dict[str, Any]:
    """The row of a game whose worker died: lost by whoever was to move, by the note; without one it does not count."""
    mover = None
    with suppress(OSError, ValueError, TypeError):
        mover = int(Path(str(note)).read_text(encoding="ascii"))
    outcome = {MAX: -1, MIN: 1}.get(-1 if mover is None else mover)
    reason = "worker" if mover is None else f"crash: {Message('the process died')}"
    return {
        "number": number, "outcome": outcome, "reason": reason, "failed": mover,
        "moves": "", "plies": 0, "nodes": [0, 0], "seconds": [0.0, 0.0], "turns": [0, 0],
    }  # fmt: skip


def files_of(spec: str, players: list[str]) -> dict[str, str]:
    """The files that games depend on, by their full paths, with their checksums."""
    paths = [split_path(spec)[0], *(path for text in players for path in parse_player(text).files.values())]
    return {os.path.abspath(path): checksum_of(Path(path)) for path in paths if path is not None}
