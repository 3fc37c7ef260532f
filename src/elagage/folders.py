"""Where things are kept on a user's machine."""

from __future__ import annotations

import os
from pathlib import Path

__all__ = ["cache_folder"]


def cache_folder(name: str) -> Path:
    """The folder for things of one kind that can be made again: below ``ELAGAGE_CACHE``, or ``elagage`` in the user's cache folder."""
    given = os.environ.get("ELAGAGE_CACHE")
    if given:
        return Path(given) / name
    base = os.environ.get("LOCALAPPDATA") if os.name == "nt" else os.environ.get("XDG_CACHE_HOME")
    return Path(base or Path.home() / ".cache") / "elagage" / name
