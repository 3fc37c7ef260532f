"""The languages that other programs speak, text in and text out: UCI (chess), NBoard (Othello), GTP (Go and its kin).

A protocol starts no program and reads no clock: ``arena/players/engine_player.py`` does both where we ask, and
``cli/playing/protocol_session.py`` reads, thinks and writes where another program asks.
"""

from typing import Any

from elagage.game import Game
from elagage.protocols.conversation import (
    CLOCK_SHARE,
    Breakdown,
    EngineProtocol,
    Event,
    MoveFound,
    MoveRequest,
    Ready,
    Resignation,
    Step,
)
from elagage.protocols.gtp import Gtp
from elagage.protocols.gtp_server import GtpServer
from elagage.protocols.nboard import Nboard
from elagage.protocols.nboard_server import NboardServer
from elagage.protocols.serving import Reply, Server, Thought
from elagage.protocols.uci import Uci
from elagage.protocols.uci_server import UciServer

__all__ = [
    "CLOCK_SHARE",
    "PROTOCOLS",
    "Breakdown",
    "EngineProtocol",
    "Event",
    "Gtp",
    "GtpServer",
    "MoveFound",
    "MoveRequest",
    "Nboard",
    "NboardServer",
    "Ready",
    "Reply",
    "Resignation",
    "Server",
    "Step",
    "Thought",
    "Uci",
    "UciServer",
    "check_protocol",
]

PROTOCOLS: dict[str, type[EngineProtocol]] = {"uci": Uci, "nboard": Nboard, "gtp": Gtp}
"""The protocols by the names that players' texts use."""


def check_protocol(kind: str, game: Game[Any, Any]) -> None:
    """LoadError if the protocol has no words for this game's positions and moves."""
    PROTOCOLS[kind].check_game(game)
