"""Hostile engines: what a program says in UCI, NBoard or GTP, line by line, in any order, and as bytes of a process."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable
from typing import Any

from elagage.arena.players.built_in_players import make_player
from elagage.arena.players.player_specs import parse_player
from elagage.arena.players.player_types import Failure, Resigned, Turn
from elagage.errors import ElagageError
from elagage.game import read_move
from elagage.loading import load
from elagage.protocols import PROTOCOLS, Breakdown, MoveFound, MoveRequest
from fuzzing.file_targets import Folder
from fuzzing.guarded_runs import Different, Target
from fuzzing.hostile_texts import to_bytes

__all__ = ["make_targets"]

SAID = {
    "uci": (
        "id name x\nuciok\nreadyok\ninfo depth 3 nodes 1234 pv a1a2\nbestmove a1a2 ponder b1b2\n",
        "uciok\nbestmove\nreadyok\n",
    ),
    "nboard": (
        "pong 1\npong 2\nnodestats 42 0.1\n=== F5/1.2/0.1\n",
        "pong 1\npong 2\nstatus x\n===\n",
        "=== PA\npong 3\n",
    ),
    "gtp": ("= 2\n\n=\n\n= D3\n\n", "=1 2\n\n? syntax error\n\n=7 resign\n\n", "= pass\n\n=\n=\n"),
}
GAMES = {"uci": "krk", "nboard": "othello", "gtp": "othello"}


def listener(protocol: str) -> Callable[[str], None]:
    """Hears hostile lines in each exchange; a move that comes of them is legal or refused."""
    game = load(GAMES[protocol])
    start = game.start()
    request = MoveRequest(start, start, (), (), None, 1.0)

    def hear(text: str) -> None:
        side = PROTOCOLS[protocol](game, "{engine}")
        lines = [line.strip() for line in to_bytes(text).decode("utf-8", "replace").split("\n")]
        steps: tuple[Callable[[], Any], ...] = (
            lambda: side.connect(1.0),
            lambda: side.begin_game(1.0),
            lambda: side.request_move(request),
        )
        refusal = None
        for opening in steps:
            step = opening()
            for line in lines:
                if step.event is not None:
                    break
                step = side.receive(line)
            while step.event is None:
                step = side.expire()
            if isinstance(step.event, Breakdown):
                if "{engine}" not in step.event.text:
                    raise Different(f"it breaks down with {step.event.text!r}")
            elif isinstance(step.event, MoveFound):
                try:
                    read_move(game, start, step.event.name)
                except ElagageError as error:
                    refusal = error
        if refusal is not None:
            raise refusal

    return hear


def starter(protocol: str, folder: Folder) -> Callable[[str], None]:
    """Starts a program that writes hostile bytes at once, reads nothing, and ends; a game is played with it."""
    game = load(GAMES[protocol])
    said = folder.path / f"{protocol}.said"
    program = "import os,sys;f=open(sys.argv[1],'rb');os.write(1,f.read())"
    spec = parse_player(f"{protocol}:{shlex.join([sys.executable, '-S', '-E', '-c', program, str(said)])}")

    def play(text: str) -> None:
        said.write_bytes(to_bytes(text))
        player = make_player(spec, game)
        start = game.start()
        try:
            player.prepare(5.0)
            choice = player.choose(Turn(start, start, (), (), 0, patience=5.0))
            if choice.move not in list(game.moves(start)):
                raise Different(f"it plays {choice.move}")
        except (Failure, Resigned):
            pass
        finally:
            player.close()

    return play


def make_targets() -> list[Target]:
    """The protocols, and programs that speak them badly."""
    folder = Folder()
    heard = [Target(f"lines of {protocol}", said, listener(protocol), cost=4) for protocol, said in SAID.items()]
    return heard + [
        Target(f"programs of {protocol}", said, starter(protocol, folder), cost=1000) for protocol, said in SAID.items()
    ]
