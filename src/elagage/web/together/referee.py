"""What workers are asked for tables: whether moves are moves, and what is best."""

from __future__ import annotations

import json
from typing import Any

from elagage.web.http_errors import Refusal
from elagage.web.workers.kinds import ANALYSE, QUICK
from elagage.web.workers.supervisor import Searches

__all__ = ["analyse_line", "referee_line"]

MOST_GAME = 4000
"""Characters in the name of a game, or of a position, that is played together."""


class WorkerRefusal(Refusal):
    """What a worker refuses, in its own words."""

    def __init__(self, told: dict[str, Any], status: int) -> None:
        super().__init__(str(told["error"]["en"]), status=status)
        self.told = told

    @property
    def body(self) -> dict[str, Any]:
        """What is sent."""
        return {"error": self.told["error"]}


async def referee_line(searches: Searches, person: str, line: dict[str, Any]) -> dict[str, Any]:
    """The names of a line's moves, whose turn it is then, and whether that is the end; Refusal if it is none."""
    for name in ("game", "position"):
        if len(str(line.get(name))) > MOST_GAME:
            raise Refusal("'{name}' must be a text of at most {most} characters.", name=name, most=MOST_GAME)
    return read_answer(*await searches.result(QUICK, person, "referee", line))


async def analyse_line(searches: Searches, person: str, line: dict[str, Any], seconds: float) -> dict[str, Any]:
    """What the analysis of a line's end says after some seconds."""
    return read_answer(*await searches.result(ANALYSE, person, "analyse", line, seconds))


def read_answer(header: dict[str, Any], body: bytes) -> dict[str, Any]:
    """The answer of a worker; Refusal if it refuses."""
    found: dict[str, Any] = json.loads(body)
    status = int(header.get("status", 200))
    if status >= 400:
        raise WorkerRefusal(found, status)
    return found
