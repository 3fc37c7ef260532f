"""What a page begins with: the games, levels, algorithms and problems that there are."""

from __future__ import annotations

from typing import Any

import elagage
from elagage.games import ENTRIES as GAMES
from elagage.i18n import translate_both
from elagage.levels import LEVELS, NAMES
from elagage.paths import ALGORITHMS as PATHS
from elagage.paths.problems import ENTRIES as PROBLEMS
from elagage.web.request_fields import FILE, TREES

__all__ = ["describe_app"]


def describe_app(language: str, start: str, own: dict[str, str] | None = None) -> dict[str, Any]:
    """All of it, with the language and the game to begin with; ``own`` is what the command line's game is called."""
    games: list[dict[str, Any]] = [
        {
            "id": entry.name,
            "title": translate_both(entry.title),
            "parameters": [entry.parameters] if entry.parameters else [],
        }
        for entry in GAMES
    ]
    if own is not None:
        games.insert(0, {"id": FILE, "title": own, "parameters": []})
    return {
        "version": elagage.__version__,
        "language": language,
        "start": start,
        "games": games,
        "levels": [
            {"number": each.number, "name": translate_both(name)} for each, name in zip(LEVELS, NAMES, strict=True)
        ],
        "algorithms": list(TREES),
        "paths": list(PATHS),
        "problems": [{"id": entry.name, "title": translate_both(entry.title)} for entry in PROBLEMS],
    }
